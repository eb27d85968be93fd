//! Limits, interruption and progress: how a search is told to stop, and says how far it is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Why a search ended before its answer was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It reached `max_states`.
    States,
    /// It reached its deadline.
    Time,
    /// Somebody asked it to.
    Interrupted,
    /// A line grew longer than a search on the machine's own stack may follow.
    Depth,
    /// A line came back to one of its states, and the search cannot weigh going on for ever.
    Cycle,
}

impl Stop {
    /// Its name, as answers give it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::States => "states",
            Self::Time => "time",
            Self::Interrupted => "interrupted",
            Self::Depth => "depth",
            Self::Cycle => "cycle",
        }
    }
}

/// What a search may use, and whom it tells.
pub struct Control<'a> {
    /// How many states it may keep (or visit, where it keeps none).
    pub max_states: u64,
    /// When it must have ended.
    pub deadline: Option<Instant>,
    /// Set from outside to make it end.
    pub interrupt: Option<&'a AtomicBool>,
    /// A cost above which no line is of interest.
    pub at_most: Option<u64>,
    /// Called now and then with the number of states expanded.
    pub on_progress: Option<&'a mut dyn FnMut(u64)>,
}

impl Default for Control<'_> {
    fn default() -> Self {
        Self {
            max_states: u64::MAX,
            deadline: None,
            interrupt: None,
            at_most: None,
            on_progress: None,
        }
    }
}

/// Time and interruption are looked at once in this many states.
pub(crate) const PACE: u64 = 4096;

impl Control<'_> {
    /// The same limits for a question that is part of this one.
    pub fn inner(&self) -> Control<'_> {
        Control {
            max_states: self.max_states,
            deadline: self.deadline,
            interrupt: self.interrupt,
            ..Control::default()
        }
    }

    /// Must the search stop, having kept `kept` and expanded `expanded` states?
    #[inline]
    pub(crate) fn stop(&mut self, kept: u64, expanded: u64) -> Option<Stop> {
        if kept >= self.max_states {
            return Some(Stop::States);
        }
        if expanded.is_multiple_of(PACE) { self.look_around(expanded) } else { None }
    }

    #[cold]
    fn look_around(&mut self, expanded: u64) -> Option<Stop> {
        if let Some(on_progress) = &mut self.on_progress {
            on_progress(expanded);
        }
        self.ended()
    }

    /// Has its time passed, or did somebody ask it to end?
    pub fn ended(&self) -> Option<Stop> {
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Stop::Interrupted);
        }
        self.deadline.filter(|&deadline| Instant::now() >= deadline).map(|_| Stop::Time)
    }

    /// Is a line of this cost still of interest?
    #[inline]
    pub(crate) fn affordable(&self, cost: u64) -> bool {
        self.at_most.is_none_or(|most| cost <= most)
    }
}
