//! Random right rules files: the engine and the plain interpreter in lockstep, and on the small ones every
//! search against plain solvers.

use proptest::strategy::{Strategy, ValueTree};

use crate::plain::generate::all_files;
use crate::{drawing, lockstep, plain_solver};

/// Tries one input.
pub fn try_one(data: &[u8]) {
    // Solving takes 10 times as long as playing.
    let small = data.first().is_some_and(|first| first % 4 == 1);
    let drawn = (all_files(small), lockstep::picks()).new_tree(&mut drawing(data));
    let Ok((seed, picks)) = drawn.map(|tree| tree.current()) else { return };
    if let Err(wrong) = lockstep::follow(&seed, &picks) {
        panic!("{wrong}");
    }
    if small && let Err(wrong) = plain_solver::check(&seed, &picks, true) {
        panic!("{wrong}");
    }
}
