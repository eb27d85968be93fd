//! Searches for two sides by name.

use std::fmt;

use outplay_game::{Budget, Stop, ZeroSum};

use super::{Oracle, ZeroSumSolution, alphabeta, iterative, memo, recursive, retrograde};

/// The searches for the best play of two sides. Each gives the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroSumAlgorithm {
    /// Null windows over a table of proven bounds.
    Alphabeta,
    /// Every state once.
    Memo,
    /// Every line, with an explicit stack.
    Iterative,
    /// Every line, on the machine's stack.
    Recursive,
    /// Backwards from the ends.
    Retrograde,
}

impl ZeroSumAlgorithm {
    /// All of them, the fastest first.
    pub const ALL: [Self; 5] =
        [Self::Alphabeta, Self::Memo, Self::Iterative, Self::Recursive, Self::Retrograde];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alphabeta => "alphabeta",
            Self::Memo => "memo",
            Self::Iterative => "iterative",
            Self::Recursive => "recursive",
            Self::Retrograde => "retrograde",
        }
    }
}

impl fmt::Display for ZeroSumAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The best play from a state, by the algorithm named.
pub fn solve_zero_sum<G: ZeroSum>(
    game: &G,
    from: &G::State,
    by: ZeroSumAlgorithm,
    budget: &Budget,
) -> ZeroSumSolution<G::Move> {
    match by {
        ZeroSumAlgorithm::Alphabeta => alphabeta(game, from, budget),
        ZeroSumAlgorithm::Memo => memo(game, from, budget),
        ZeroSumAlgorithm::Iterative => iterative(game, from, budget),
        ZeroSumAlgorithm::Recursive => recursive(game, from, budget),
        ZeroSumAlgorithm::Retrograde => retrograde(game, from, budget),
    }
}

/// The value to player 1 of every legal move, in move order.
///
/// # Errors
/// When a limit stops it.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::move_values;
/// let game: outplay_game::sketch::Sketch = "a?: 0 a?, 0 b\nb = -3".parse().unwrap();
/// assert_eq!(move_values(&game, &0, &Budget::default()), Ok(vec![(0, -3), (1, -3)]));
/// ```
pub fn move_values<G: ZeroSum>(
    game: &G,
    state: &G::State,
    budget: &Budget,
) -> Result<Vec<(G::Move, i64)>, Stop> {
    Oracle::empty(game).move_values(game, state, budget)
}
