//! Every test from outside, as one program.

mod decks;
mod reading;
mod turns;
