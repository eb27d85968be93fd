//! Every test from outside, as one program.

mod chance;
mod nearest;
mod room;
mod strangers;
