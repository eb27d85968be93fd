//! The best play for two sides, over any game of [`ZeroSum`](outplay_game::ZeroSum).
//!
//! One file per algorithm: [`recursive`] and [`iterative`] minimax over every line, [`memo`] over
//! every state, [`alphabeta`] (null windows over a table of proven bounds) and [`retrograde`]
//! (backwards from the ends); an [`Oracle`] is the portfolio of the last two that is used unless
//! somebody names one. All give the value to player 1 and the same kind of line: the first best move
//! in move order, again and again (alpha-beta stops insisting on move order where that would take
//! long, and where states can return whoever gains by an end makes moves that lead there). Who moves
//! is asked of every state; nothing relies on turns that alternate.
//!
//! A game that goes on for ever is worth 0. Those that follow every line cannot weigh that: they end
//! with [`Stop::Cycle`](outplay_game::Stop::Cycle) when a line comes back to one of its states.

mod alphabeta;
mod answer;
mod iterative;
mod memo;
mod oracle;
mod recursive;
mod retrograde;
mod solve;
mod tree;

pub use alphabeta::{AlphaBeta, alphabeta};
pub use answer::ZeroSumSolution;
pub use iterative::iterative;
pub use memo::memo;
pub use oracle::Oracle;
pub use recursive::recursive;
pub use retrograde::{Retrograde, retrograde};
pub use solve::{ZeroSumAlgorithm, move_values, solve_zero_sum};
pub use tree::{GameTree, TreeNode, game_tree};

#[cfg(test)]
pub(crate) mod tests;
