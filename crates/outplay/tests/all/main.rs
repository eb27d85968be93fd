//! Every test from outside, as one program.

mod answers;
mod chance;
mod elsewhere;
mod mcts;
mod nearest;
mod people;
mod room;
mod strangers;
mod sweeps;
mod tunings;
mod weight;
mod worths;
