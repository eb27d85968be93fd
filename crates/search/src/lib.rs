//! Searches over any game.
//!
//! One file per algorithm: [`astar`] and [`dijkstra`] (best first), [`dfs`] (depth first, branch
//! and bound), [`worst_case`] (against an opponent who chooses), and [`mod@reference`], the plain
//! brute force that all of them are tested against. [`solve`] picks one by name; [`explain`] and
//! [`all_lines`] ask further. A search sees only the traits of `outplay-game`: no string, no file,
//! no concrete game; it never prints, and stops when its [`Control`] says so.
//!
//! ```
//! use outplay_search::{Algorithm, Control, Proof, solve};
//! let game: outplay_game::sketch::Sketch = "a: 1 b, 5 win\nb: 1 a, 2 win".parse().unwrap();
//! let solution = solve(&game, &0, Algorithm::Astar, &mut Control::default()).unwrap();
//! assert_eq!((solution.cost, solution.line, solution.proof), (Some(3), vec![0, 1], Proof::Optimal));
//! ```

mod all_lines;
mod best_first;
mod control;
mod dfs;
mod explain;
mod fate;
mod graph;
pub mod reference;
mod solution;
mod solve;
mod table;
mod worst_case;

pub use all_lines::{AllLines, all_lines};
pub use best_first::{astar, dijkstra};
pub use control::{Control, Stop};
pub use dfs::dfs;
pub use explain::{Alternative, Decision, explain};
pub use fate::can_force;
pub use solution::{Proof, Solution, Stats};
pub use solve::{Algorithm, NotApplicable, solve, solve_telling};
pub use worst_case::worst_case;

#[cfg(test)]
mod tests;
