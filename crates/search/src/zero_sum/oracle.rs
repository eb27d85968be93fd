//! Values on request: one search for many questions about a game, whichever suits it.

use outplay_game::{Budget, Stop, ZeroSum};

use super::answer::Solved;
use super::{AlphaBeta, Retrograde};
use crate::Stats;

/// Knows what states of one game are worth, and keeps what it has proved: alpha-beta with one table
/// where no state can return, else everything that was reached, solved once.
///
/// A question that a limit of states or memory stops is asked again without what was known before,
/// so that old questions never keep a new one from its answer.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::Oracle;
/// let game: outplay_game::sketch::Sketch = "a?: 0 a?, 0 b\nb = -3".parse().unwrap();
/// let mut oracle = Oracle::empty(&game);
/// let values = oracle.move_values(&game, &0, &Budget::default());
/// assert_eq!(values, Ok(vec![(0, -3), (1, -3)]));
/// ```
pub struct Oracle<G: ZeroSum> {
    knows: Knows<G>,
    /// What was taken by what is forgotten.
    forgotten: Stats,
}

enum Knows<G: ZeroSum> {
    Forward(AlphaBeta<G>),
    Backward(Retrograde<G>),
}

impl<G: ZeroSum> Oracle<G> {
    /// An oracle for this game that knows nothing yet. All further questions must be about the same
    /// game.
    pub fn empty(game: &G) -> Self {
        let knows = if game.is_acyclic() {
            Knows::Forward(AlphaBeta::new())
        } else {
            Knows::Backward(Retrograde::new())
        };
        Self { knows, forgotten: Stats::default() }
    }

    /// The best play from a state of the game that it was made for.
    pub fn solve(&mut self, game: &G, from: &G::State, budget: &Budget) -> Solved<G> {
        let knew = self.knows_something();
        let ask = |oracle: &mut Self| match &mut oracle.knows {
            Knows::Forward(search) => search.solve(game, from, budget),
            Knows::Backward(solved) => solved.solve(game, from, budget),
        };
        let solution = ask(self);
        if knew && solution.stopped.is_some_and(is_full) {
            self.forget(game);
            return ask(self);
        }
        solution
    }

    /// The value of a state to player 1.
    ///
    /// # Errors
    /// When a limit stops it. What was proved until then is kept.
    pub fn value(&mut self, game: &G, state: &G::State, budget: &Budget) -> Result<i64, Stop> {
        self.anew_if_full(game, |oracle| oracle.value_of(game, state, budget))
    }

    /// The value to player 1 of every legal move, in move order.
    ///
    /// # Errors
    /// When a limit stops it. What was proved until then is kept.
    pub fn move_values(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
    ) -> Result<Vec<(G::Move, i64)>, Stop> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        self.anew_if_full(game, |oracle| {
            if let Knows::Backward(solved) = &mut oracle.knows {
                // All moves lead to states that are reached with this one.
                solved.reach(game, state, budget)?;
            }
            let values = moves
                .iter()
                .map(|&mv| Ok((mv, oracle.value_of(game, &game.play(state, mv), budget)?)));
            values.collect()
        })
    }

    /// The best line from a state, and whether and where it comes back to itself.
    ///
    /// # Errors
    /// When a limit stops it. What was proved until then is kept.
    pub fn line(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
    ) -> Result<(Vec<G::Move>, Option<usize>), Stop> {
        self.anew_if_full(game, |oracle| match &mut oracle.knows {
            Knows::Forward(search) => Ok((search.line(game, state, budget)?, None)),
            Knows::Backward(solved) => {
                solved.reach(game, state, budget)?;
                Ok(solved.line(game, state))
            }
        })
    }

    /// The first choice of [`Self::line`], without the rest of it; none where the game is over.
    ///
    /// # Errors
    /// When a limit stops it. What was proved until then is kept.
    pub fn best_move(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
    ) -> Result<Option<G::Move>, Stop> {
        self.anew_if_full(game, |oracle| match &mut oracle.knows {
            Knows::Forward(search) => Ok(search.best_move(game, state, budget)?.1),
            Knows::Backward(solved) => {
                solved.reach(game, state, budget)?;
                Ok(solved.best_move(game, state))
            }
        })
    }

    /// What all questions so far took together.
    pub fn stats(&self) -> Stats {
        let mut stats = self.forgotten;
        stats.add(&match &self.knows {
            Knows::Forward(search) => search.stats(),
            Knows::Backward(solved) => solved.stats(),
        });
        stats
    }

    /// Begins anew.
    fn forget(&mut self, game: &G) {
        let forgotten = self.stats();
        *self = Self { forgotten, ..Self::empty(game) };
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        match &self.knows {
            Knows::Forward(search) => search.bytes(),
            Knows::Backward(solved) => solved.bytes(),
        }
    }

    fn value_of(&mut self, game: &G, state: &G::State, budget: &Budget) -> Result<i64, Stop> {
        match &mut self.knows {
            Knows::Forward(search) => search.value(game, state, budget),
            Knows::Backward(solved) => {
                solved.reach(game, state, budget)?;
                Ok(solved.value(state).expect("what was reached is solved"))
            }
        }
    }

    fn knows_something(&self) -> bool {
        match &self.knows {
            Knows::Forward(search) => !search.is_empty(),
            Knows::Backward(solved) => !solved.is_empty(),
        }
    }

    fn anew_if_full<T>(
        &mut self,
        game: &G,
        ask: impl Fn(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let knew = self.knows_something();
        match ask(self) {
            Err(stop) if knew && is_full(stop) => {
                self.forget(game);
                ask(self)
            }
            answer => answer,
        }
    }
}

/// Was it stopped by what it keeps?
fn is_full(stop: Stop) -> bool {
    matches!(stop, Stop::States | Stop::Memory)
}
