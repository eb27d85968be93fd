//! How sure an answer is, and what stopped it: the words that every answer has in common.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use outplay_search::Stop;
use outplay_text::Problem;
use serde::Serialize;

use crate::{Failure, Limits};

/// What is proved of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// There is nothing better.
    Optimal,
    /// Nothing is better than the bound that the answer names.
    Bound,
    /// Nothing.
    None,
}

impl Proof {
    /// As answers give it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::Bound => "bound",
            Self::None => "none",
        }
    }
}

impl From<outplay_search::Proof> for Proof {
    fn from(proof: outplay_search::Proof) -> Self {
        match proof {
            outplay_search::Proof::Optimal => Self::Optimal,
            outplay_search::Proof::Bound { .. } => Self::Bound,
        }
    }
}

/// What kept an answer from being whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stopped {
    /// The states that it may keep.
    States,
    /// Its time.
    Time,
    /// Somebody asked it to end.
    Interrupted,
    /// A line too long for a search on the machine's own stack.
    Depth,
    /// A game that comes back to itself, which the search cannot weigh.
    Cycle,
    /// The memory that it may use.
    Memory,
}

impl Stopped {
    /// As answers give it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::States => "states",
            Self::Time => "time",
            Self::Interrupted => "interrupted",
            Self::Depth => "depth",
            Self::Cycle => "cycle",
            Self::Memory => "memory",
        }
    }
}

impl From<Stop> for Stopped {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::States => Self::States,
            Stop::Time => Self::Time,
            Stop::Interrupted => Self::Interrupted,
            Stop::Depth => Self::Depth,
            Stop::Cycle => Self::Cycle,
        }
    }
}

/// For whoever cannot do without an answer.
impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        let message = format!("a limit stopped the search: {}", stopped.name());
        Self::plain(Problem::error(None, message).help("allow more states, or more time"))
    }
}

/// Limits whose time has begun.
pub(crate) struct Watch<'a> {
    limits: Limits<'a>,
    deadline: Option<Instant>,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(limits: Limits<'a>) -> Self {
        let deadline = limits.max_seconds.and_then(|seconds| {
            Instant::now().checked_add(Duration::try_from_secs_f64(seconds).ok()?)
        });
        Self { limits, deadline }
    }

    /// Says how far it is, and whether it must stop.
    pub(crate) fn look(&self, states: u64) -> Option<Stopped> {
        if let Some(tell) = self.limits.on_progress {
            tell(states);
        }
        self.stop(states)
    }

    /// Is it time to stop, after so many states?
    pub(crate) fn stop(&self, states: u64) -> Option<Stopped> {
        if states >= self.limits.max_states {
            Some(Stopped::States)
        } else if self.limits.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Some(Stopped::Interrupted)
        } else {
            self.deadline.filter(|&deadline| Instant::now() >= deadline).map(|_| Stopped::Time)
        }
    }
}
