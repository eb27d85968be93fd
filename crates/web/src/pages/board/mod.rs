//! The board: a line of moves, the position at one place of it, what each move there is worth, and what
//! became of the value along the line.
//!
//! The address is the line (`moves`) and the place in it that is looked at (`at`, the end where it is
//! not given). Each part of the board has a file: `course.rs` the line and the steps along it,
//! `weighed.rs` what its choices were worth, `graph.rs` the value drawn over it, `meter.rs` the verdict
//! as a bar, `moves.rs` what can be done, `measure.rs` what a value means. The pages that are made of them
//! are `explore.rs`, `play.rs` and `review.rs`.

mod course;
mod graph;
mod measure;
mod meter;
mod moves;
mod weighed;

pub(super) use course::{Course, line, steps};
pub(super) use graph::graph;
pub(super) use measure::{Measure, Worth};
pub(super) use meter::meter;
pub(super) use moves::{falling, leads, moves};
pub(super) use weighed::{Judged, Weighed, weigh};
