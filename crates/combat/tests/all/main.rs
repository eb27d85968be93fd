//! Every test from outside, as one program.

mod bad_input;
mod figures;
mod golden;
mod random_deals;
