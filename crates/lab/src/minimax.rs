//! Perfect play as a style.
//!
//! The searches are those of `outplay-search`; here is only what is kept between two choices of a
//! match: the table of alpha-beta, a solved game where states can return (its moves bring the end
//! nearer, so a won game is won and not circled in), and every choice made so far. None of it
//! changes what is chosen, the first best move in move order, only how soon.

use std::borrow::Cow;
use std::fmt;

use outplay_game::{Game, ZeroSum};
use outplay_search::{AlphaBeta, Retrograde, Stop, ZeroSumAlgorithm, solve_zero_sum};
use rustc_hash::FxHashMap;

use crate::{Limits, Style};

/// The best guaranteed payoff; among equals the first move in move order.
pub struct Minimax<'g, G: ZeroSum> {
    game: &'g G,
    by: ZeroSumAlgorithm,
    limits: Limits<'g>,
    from: Option<G::State>,
    forward: AlphaBeta<'g, G>,
    backward: Option<Retrograde<'g, G>>,
    chosen: FxHashMap<G::State, G::Move>,
}

impl<'g, G: ZeroSum> Minimax<'g, G> {
    /// Perfect play of this game, by this search.
    ///
    /// A table that has grown to `max_states` is begun anew, so what stops it is only a single
    /// choice that is too hard. A table that knows much may still answer such a one: where a limit
    /// bites, and only there, it matters which games were played before.
    pub fn new(game: &'g G, by: ZeroSumAlgorithm, limits: Limits<'g>) -> Self {
        Self {
            game,
            by,
            limits,
            from: None,
            forward: AlphaBeta::new(game),
            backward: None,
            chosen: FxHashMap::default(),
        }
    }

    fn best(&mut self, state: &G::State) -> Result<G::Move, Stop> {
        let best = match self.by {
            ZeroSumAlgorithm::Alphabeta => self.look_forward(state)?,
            ZeroSumAlgorithm::Retrograde => self.look_back(state)?,
            by => {
                let solution = solve_zero_sum(self.game, state, by, &mut self.limits.control());
                match solution.stopped {
                    Some(stop) => return Err(stop),
                    None => solution.line.first().copied(),
                }
            }
        };
        Ok(best.expect("a state with moves has a best one"))
    }

    fn look_forward(&mut self, state: &G::State) -> Result<Option<G::Move>, Stop> {
        let is_fresh = self.forward.stats().expanded == 0;
        let best = match self.forward.best_move(state, &mut self.limits.control()) {
            Err(Stop::States) if !is_fresh => {
                self.forward = AlphaBeta::new(self.game);
                self.forward.best_move(state, &mut self.limits.control())
            }
            result => result,
        };
        best.map(|(_, mv)| mv)
    }

    fn look_back(&mut self, state: &G::State) -> Result<Option<G::Move>, Stop> {
        let knows = |solved: &Option<Retrograde<G>>| {
            solved.as_ref().is_some_and(|solved| solved.value(state).is_some())
        };
        // One solved game for all choices: from where the games begin, as long as they get here.
        for from in self.from.as_ref().into_iter().chain([state]) {
            if !knows(&self.backward) {
                self.chosen.clear();
                let control = &mut self.limits.control();
                self.backward = Some(Retrograde::new(self.game, from, control)?);
            }
        }
        let solved = self.backward.as_ref().expect("solved above");
        Ok(solved.best_move(state))
    }
}

impl<G> Style<G> for Minimax<'_, G>
where
    G: ZeroSum + Sync,
    <G as Game>::State: Send,
    <G as Game>::Move: Send,
{
    fn name(&self) -> Cow<'_, str> {
        if self.by == ZeroSumAlgorithm::default_for(self.game) {
            "minimax".into()
        } else {
            format!("minimax-{}", self.by).into()
        }
    }

    fn begin(&mut self, from: &G::State, _: u64) {
        if self.from.as_ref() != Some(from) {
            self.from = Some(from.clone());
        }
    }

    /// Plays the game that it was made for.
    fn choose(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> Result<G::Move, Stop> {
        debug_assert!(
            std::ptr::eq(game, self.game),
            "a search plays the game that it was made for"
        );
        if let [only] = moves {
            return Ok(*only);
        }
        if let Some(&mv) = self.chosen.get(state) {
            return Ok(mv);
        }
        let mv = self.best(state)?;
        if self.chosen.len() as u64 >= self.limits.max_states {
            self.chosen.clear();
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
        write!(f, "Minimax({})", self.by)
    }
}
