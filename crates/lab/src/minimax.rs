//! Perfect play as a style.
//!
//! The searches are those of `outplay-search`; here is only what is kept between two choices of a
//! match: the table of alpha-beta, a solved game where states can return (its moves bring the end
//! nearer, so a won game is won and not circled in), and every choice made so far. None of it
//! changes what is chosen, the first best move in move order, only how soon.

use std::borrow::Cow;
use std::fmt;

use outplay_game::{Budget, Game, Stop, ZeroSum};
use outplay_search::{AlphaBeta, Retrograde, ZeroSumAlgorithm, solve_zero_sum};
use rustc_hash::FxHashMap;

use crate::Style;

/// The best guaranteed payoff; among equals the first move in move order.
pub struct Minimax<'b, G: ZeroSum> {
    by: ZeroSumAlgorithm,
    is_default: bool,
    budget: Budget<'b>,
    from: Option<G::State>,
    forward: AlphaBeta<G>,
    backward: Retrograde<G>,
    chosen: FxHashMap<G::State, G::Move>,
}

impl<'b, G: ZeroSum> Minimax<'b, G> {
    /// Perfect play of this game, by this search, each choice within this budget.
    ///
    /// A table that has grown to its limit is begun anew, so what stops it is only a single choice
    /// that is too hard. A table that knows much may still answer such a one: where a limit bites,
    /// and only there, it matters which games were played before.
    pub fn new(game: &G, by: ZeroSumAlgorithm, budget: Budget<'b>) -> Self {
        Self {
            by,
            is_default: by == ZeroSumAlgorithm::default_for(game),
            budget: budget.quiet(),
            from: None,
            forward: AlphaBeta::new(),
            backward: Retrograde::new(),
            chosen: FxHashMap::default(),
        }
    }

    fn best(&mut self, game: &G, state: &G::State) -> Result<G::Move, Stop> {
        let best = match self.by {
            ZeroSumAlgorithm::Alphabeta => self.look_forward(game, state)?,
            ZeroSumAlgorithm::Retrograde => self.look_back(game, state)?,
            by @ (ZeroSumAlgorithm::Memo
            | ZeroSumAlgorithm::Iterative
            | ZeroSumAlgorithm::Recursive) => {
                let solution = solve_zero_sum(game, state, by, &self.budget);
                match solution.stopped {
                    Some(stop) => return Err(stop),
                    None => solution.line.first().copied(),
                }
            }
        };
        Ok(best.expect("a state with moves has a best one"))
    }

    fn look_forward(&mut self, game: &G, state: &G::State) -> Result<Option<G::Move>, Stop> {
        let is_fresh = self.forward.is_empty();
        let best = match self.forward.best_move(game, state, &self.budget) {
            Err(Stop::States | Stop::Memory) if !is_fresh => {
                self.forward = AlphaBeta::new();
                self.forward.best_move(game, state, &self.budget)
            }
            result => result,
        };
        best.map(|(_, mv)| mv)
    }

    fn look_back(&mut self, game: &G, state: &G::State) -> Result<Option<G::Move>, Stop> {
        // One solved game for all choices: from where the games begin, as long as they get here.
        for from in self.from.as_ref().into_iter().chain([state]) {
            if self.backward.value(state).is_some() {
                break;
            }
            let is_fresh = self.backward.is_empty();
            match self.backward.reach(game, from, &self.budget) {
                Err(Stop::States | Stop::Memory) if !is_fresh => {
                    self.backward = Retrograde::new();
                    self.backward.reach(game, from, &self.budget)?;
                }
                result => result?,
            }
        }
        Ok(self.backward.best_move(game, state))
    }

    fn is_full(&self) -> bool {
        let bytes = self.chosen.capacity() * (size_of::<(G::State, G::Move)>() + 1);
        self.chosen.len() as u64 >= self.budget.states || bytes as u64 > self.budget.bytes
    }
}

impl<G> Style<G> for Minimax<'_, G>
where
    G: ZeroSum + Sync,
    <G as Game>::State: Send,
    <G as Game>::Move: Send,
{
    fn name(&self) -> Cow<'_, str> {
        if self.is_default { "minimax".into() } else { format!("minimax-{}", self.by).into() }
    }

    fn begin(&mut self, from: &G::State, _: u64) {
        if self.from.as_ref() != Some(from) {
            self.from = Some(from.clone());
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
        write!(f, "Minimax({})", self.by)
    }
}
