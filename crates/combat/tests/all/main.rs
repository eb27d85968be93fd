//! Every test from outside, as one program.

mod bad_input;
mod golden;
mod random_deals;
