//! Every test from outside, as one program.

mod cards;
mod decks;
mod lines;
mod reading;
mod told;
mod turns;
