//! Every test from outside, as one program.

mod nearest;
mod room;
mod strangers;
