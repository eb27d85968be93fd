//! Every test from outside, as one program.

mod matches;
mod random_games;
