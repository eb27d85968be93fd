//! Perfect play as a style.
//!
//! The searches are those of `outplay-search`; here is only what is kept between two choices of a
//! match: an oracle (where states can return its moves bring the end nearer, so a won game is won and
//! not circled in), and every choice made so far. None of it changes what is chosen, only how soon.

use std::borrow::Cow;
use std::fmt;

use outplay_game::{Budget, Stop, ZeroSum};
use outplay_search::{Oracle, ZeroSumAlgorithm, solve_zero_sum};
use rustc_hash::FxHashMap;

use crate::Style;

/// The best guaranteed payoff; among equals the first move in move order.
pub struct Minimax<'b, G: ZeroSum> {
    by: Option<ZeroSumAlgorithm>,
    budget: Budget<'b>,
    oracle: Oracle<G>,
    chosen: FxHashMap<G::State, G::Move>,
}

impl<'b, G: ZeroSum> Minimax<'b, G> {
    /// Perfect play of this game, by this search or by whatever settles it soonest, each choice
    /// within this budget.
    ///
    /// A table that has grown to its limit is begun anew, so what stops it is only a single choice
    /// that is too hard. A table that knows much may still answer such a one: where a limit bites,
    /// and only there, it matters which games were played before.
    pub fn new(game: &G, by: Option<ZeroSumAlgorithm>, budget: Budget<'b>) -> Self {
        Self {
            by,
            budget: budget.quiet(),
            oracle: Oracle::empty(game),
            chosen: FxHashMap::default(),
        }
    }

    fn best(&mut self, game: &G, state: &G::State) -> Result<G::Move, Stop> {
        let best = match self.by {
            None => self.oracle.best_move(game, state, &self.budget)?,
            Some(by) => {
                let solution = solve_zero_sum(game, state, by, &self.budget);
                match solution.stopped {
                    Some(stop) => return Err(stop),
                    None => solution.line.first().copied(),
                }
            }
        };
        // None where the game says one thing here and another there, as one that has gone wrong does.
        best.ok_or(Stop::Interrupted)
    }

    fn is_full(&self) -> bool {
        let bytes = self.chosen.capacity() * (size_of::<(G::State, G::Move)>() + 1);
        self.chosen.len() as u64 >= self.budget.states || bytes as u64 > self.budget.bytes
    }
}

impl<G: ZeroSum> Style<G> for Minimax<'_, G> {
    fn name(&self) -> Cow<'_, str> {
        match self.by {
            None => "minimax".into(),
            Some(by) => format!("minimax-{by}").into(),
        }
    }

    /// Plays the game that it was made for.
    fn choose(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> Result<G::Move, Stop> {
        if let [only] = moves {
            return Ok(*only);
        }
        if let Some(&mv) = self.chosen.get(state) {
            return Ok(mv);
        }
        let mv = self.best(game, state)?;
        if self.is_full() {
            self.chosen = FxHashMap::default();
        }
        self.chosen.insert(state.clone(), mv);
        Ok(mv)
    }

    fn is_random(&self) -> bool {
        false
    }
}

impl<G: ZeroSum> fmt::Debug for Minimax<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Minimax({})", self.by.map_or("default", ZeroSumAlgorithm::name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_game::sketch::Sketch;

    #[test]
    fn no_more_choices_are_kept_than_the_budget_has_states() {
        let choices: String = (0..40).map(|number| format!("s{number}: 0 good, 0 bad\n")).collect();
        let game: Sketch = format!("{choices}good = 7\nbad = 3").parse().expect("a sketch");
        let tight =
            [Budget { states: 5, ..Budget::UNLIMITED }, Budget { bytes: 200, ..Budget::UNLIMITED }];
        for budget in tight {
            let mut style = Minimax::new(&game, Some(ZeroSumAlgorithm::Recursive), budget);
            let mut most = 0;
            for state in 0..40 {
                assert_eq!(style.choose(&game, &state, &[0, 1]), Ok(0));
                most = most.max(style.chosen.len());
            }
            // A table that is full is begun anew: some are kept, and never all of them.
            assert!((2..30).contains(&most), "{most} choices");
            assert!(budget.bytes < u64::MAX || most <= 5, "{most} choices");
        }
    }

    #[test]
    fn a_table_is_full_where_it_takes_more_bytes_than_it_may() {
        let choices: String = (0..20).map(|number| format!("s{number}: 0 good, 0 bad\n")).collect();
        let game: Sketch = format!("{choices}good = 7\nbad = 3").parse().expect("a sketch");
        // A choice takes 17 bytes here, and the smallest table has room for three.
        for (bytes, wanted) in [(51, [1, 2, 3, 4, 1, 2, 3, 4]), (50, [1; 8])] {
            let budget = Budget { bytes, ..Budget::UNLIMITED };
            let mut style = Minimax::new(&game, Some(ZeroSumAlgorithm::Recursive), budget);
            let kept = [0, 1, 2, 3, 4, 5, 6, 7].map(|state| {
                assert_eq!(style.choose(&game, &state, &[0, 1]), Ok(0));
                style.chosen.len()
            });
            assert_eq!(kept, wanted, "{bytes}");
        }
    }
}
