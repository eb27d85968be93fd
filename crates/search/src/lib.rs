//! Searches over any game.
//!
//! One file per algorithm: [`astar`] and [`dijkstra`] (best first), [`dfs`] (depth first, branch
//! and bound), [`and_or`] and [`worst_case`] (against an opponent who chooses, depth first and best
//! first), and [`mod@reference`], the plain
//! brute force that all of them are tested against. For two sides there are [`recursive`],
//! [`iterative`], [`memo`], [`alphabeta`] and [`retrograde`]. [`solve`] and [`solve_zero_sum`] pick
//! one by name; [`explain`], [`all_lines`], [`move_values`] and [`game_tree`] ask further; [`Nearest`] says how
//! near a goal comes that cannot be reached; [`Every`] asks of all positions together; [`Costs`] and [`Oracle`] keep what was proved. A search sees only the traits of
//! `outplay-game`: no string, no file, no concrete game; it never prints, and stops when its
//! [`Budget`](outplay_game::Budget) says so.
//!
//! ```
//! use outplay_game::{Budget, Proof};
//! use outplay_search::{Algorithm, solve};
//! let game: outplay_game::sketch::Sketch = "a: 1 b, 5 win\nb: 1 a, 2 win".parse().unwrap();
//! let solution = solve(&game, &0, Algorithm::Astar, None, &Budget::default());
//! assert_eq!((solution.cost, solution.line, solution.proof), (Some(3), vec![0, 1], Proof::Optimal));
//! ```

mod all_costs;
mod all_lines;
mod and_or;
mod beam;
mod best_first;
mod chance;
mod costs;
mod dfs;
mod every;
mod every_line;
mod explain;
mod fate;
mod fronts;
mod graph;
mod mcts;
mod nearest;
mod pick;
pub mod reference;
mod solution;
mod solve;
mod table;
mod unsettled;
mod worst_case;
mod zero_sum;

pub use all_lines::{AllLines, all_lines};
pub use and_or::{AndOr, and_or};
pub use best_first::{astar, astar_comparing_from, dijkstra};
pub use chance::{
    AtMost, BothOdds, Course, Distribution, Ending, Interval, Line, MeanCostSolution, MeanCosts,
    Odds, OddsSolution, USUAL_WIDTH, Visit, distribution,
};
pub use costs::Costs;
pub use dfs::dfs;
pub use every::{Every, Need};
pub use every_line::{Lines, Sum};
pub use explain::{Alternative, Decision, explain};
pub use fate::{can_force, can_force_counting};
pub use mcts::{Estimate, Mcts, MctsSolution, Tried, USUAL_PLAYOUTS};
pub use nearest::{Approach, Near, Nearest};
pub use solution::{Solution, Stats};
pub use solve::{Algorithm, solve, solve_telling};
pub use table::counts_for;
pub use worst_case::worst_case;
pub use zero_sum::{
    AlphaBeta, GameTree, Oracle, Retrograde, TreeNode, ZeroSumAlgorithm, ZeroSumSolution,
    alphabeta, game_tree, iterative, memo, move_values, recursive, retrograde, solve_zero_sum,
};

#[cfg(test)]
mod every_tests;
#[cfg(test)]
mod purses;
#[cfg(test)]
mod tests;
