//! Games with dice: every answer is an interval, and proved.
//!
//! [`Odds`] keeps all states that can be reached in flat arrays (`graph.rs`), with the rolls between
//! them summed to exact weights (`spread.rs`, `shapes.rs`). Their strongly connected components are
//! settled in order (`components.rs`), each by looking ahead again and again from below and from
//! above, in whole numbers that are rounded outward (`bounds.rs`, `iterate.rs`, `leap.rs`). Where the play could
//! stay for ever, `deflate.rs` sees to the bounds and `progress.rs` to the moves.
//! [`MeanCosts`] does the same for what a sure win costs (`sure.rs`,
//! `cost_bounds.rs`, `cost_pass.rs`); [`AtMost`] is a
//! game in which no more than so much may be spent, [`distribution()`] follows given strategies, and a [`Course`]
//! is everything that can come up between them.

mod at_most;
mod bounds;
mod components;
mod cost_bounds;
mod cost_pass;
mod costs;
mod course;
mod deflate;
mod distribution;
mod graph;
mod interval;
mod iterate;
mod leap;
mod line;
mod odds;
mod progress;
mod shapes;
mod spread;
mod sure;

pub use at_most::AtMost;
pub use costs::{MeanCostSolution, MeanCosts};
pub use course::{Course, Ending, Visit};
pub use distribution::{Distribution, distribution};
pub use interval::Interval;
pub use line::Line;
pub use odds::{BothOdds, Odds, OddsSolution, USUAL_WIDTH};

#[cfg(test)]
mod course_tests;
#[cfg(test)]
mod exact;
#[cfg(test)]
mod tests;
