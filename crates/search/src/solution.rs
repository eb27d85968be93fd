//! What a search answers, as plain data.
//!
//! The same form whether the search finished or was stopped: then [`Proof::Bound`] says what is
//! known, and never more than that.

use crate::Stop;

/// The answer of a cost search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// What the line costs; `None` without a line.
    pub cost: Option<u64>,
    /// The moves, first to last. Against an opponent who chooses, their worst replies included.
    pub line: Vec<M>,
    /// What is proved about it.
    pub proof: Proof,
    /// What stopped the search, where something did.
    pub stopped: Option<Stop>,
    /// What it took.
    pub stats: Stats,
}

/// What is proved about a [`Solution`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// No cheaper line exists; without a line, none exists at all (within the budget asked for).
    Optimal,
    /// No line costs less than `lower`; the line given, if any, costs `Solution::cost`.
    Bound {
        /// The cost below which nothing lies.
        lower: u64,
    },
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States whose moves were tried.
    pub expanded: u64,
    /// States that those moves led to, repetitions included.
    pub generated: u64,
    /// Ever better lines that were found on the way, the last one included.
    pub found: u64,
    /// Bytes of the tables at their largest.
    pub peak_bytes: u64,
}
