//! Every test from outside, as one program.

mod chance;
mod mcts;
mod nearest;
mod people;
mod room;
mod strangers;
mod weight;
