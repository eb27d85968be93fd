//! What playing may cost: limits that many threads share.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use outplay_search::{Control, Stop};

/// What a style may use to think, and a match to play.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// How many states a style that searches may keep.
    pub max_states: u64,
    /// When all must have ended.
    pub deadline: Option<Instant>,
    /// Set from outside to make it end.
    pub interrupt: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { max_states: u64::MAX, deadline: None, interrupt: None }
    }
}

impl Limits<'_> {
    /// The same limits for one search.
    pub fn control(&self) -> Control<'_> {
        Control {
            max_states: self.max_states,
            deadline: self.deadline,
            interrupt: self.interrupt,
            ..Control::default()
        }
    }

    /// Is it time to end?
    pub fn stop(&self) -> Option<Stop> {
        self.control().ended()
    }
}
