//! Every test from outside, as one program.

mod chance;
mod mcts;
mod nearest;
mod room;
mod strangers;
mod sweeps;
mod tunings;
mod worths;
