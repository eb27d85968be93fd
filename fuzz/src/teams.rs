//! Random right files with dice and teams: the engine and the plain interpreter in lockstep, and on the small
//! ones every solver of games with dice against exact fractions.

use proptest::strategy::{Strategy, ValueTree};

use crate::plain_teams::generate::files;
use crate::plain_teams::{follow, values};
use crate::{drawing, lockstep};

/// Tries one input.
pub fn try_one(data: &[u8]) {
    // Solving takes 30 times as long as playing.
    let small = data.first().is_some_and(|first| first % 8 == 1);
    let drawn = (files(small), lockstep::picks()).new_tree(&mut drawing(data));
    let Ok((seed, picks)) = drawn.map(|tree| tree.current()) else { return };
    if let Err(wrong) = follow(&seed, &picks) {
        panic!("{wrong}");
    }
    if small && let Err(wrong) = values::hold(&seed) {
        panic!("{wrong}");
    }
}
