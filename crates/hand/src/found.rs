//! What a search for the best turn found, whole or stopped.

use outplay_game::Stop;

use crate::Plan;

/// What [`crate::exact_within`] and [`crate::brute_within`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The best turn; where it was stopped, the best so far.
    pub plan: Plan,
    /// No turn deals more than this: the plan's own damage, unless it was stopped.
    pub at_most: u64,
    /// States expanded.
    pub states: u64,
    /// What stopped it before it was proved, where something did.
    pub stopped: Option<Stop>,
}
