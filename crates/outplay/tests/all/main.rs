//! Every test from outside, as one program.

mod mcts;
mod nearest;
mod room;
mod strangers;
