//! Every test from outside, as one program.

mod elsewhere;
mod figures;
mod matches;
mod random_games;
