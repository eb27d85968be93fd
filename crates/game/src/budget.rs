//! What an answer may cost, what stopped it, and how sure it is: the three words that every
//! question of every game has in common.
//!
//! A [`Budget`] is a few numbers and two references, copied freely: the time of a question runs from
//! when its budget was made, so that all its parts share it. Whoever works looks at it now and then
//! ([`Budget::stop`]) and, past a limit, gives back what is known with the [`Stop`].

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::memory;

/// What an answer may cost, and who is told how far it is.
///
/// ```
/// use outplay_game::{Budget, Stop};
/// let budget = Budget { states: 100, ..Budget::default() }.seconds(60.0);
/// assert_eq!(budget.stop(99, 0, 1), None);
/// assert_eq!(budget.stop(100, 0, 1), Some(Stop::States));
/// assert_eq!(budget.seconds(0.0).ended(), Some(Stop::Time));
/// ```
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// States to keep (or to visit, where none are kept).
    pub states: u64,
    /// Bytes of memory for what is kept.
    pub bytes: u64,
    /// Bytes of memory of the whole process, all threads together, where that can be measured.
    pub process: u64,
    /// Bytes that the answer itself may have, as programs would read it, roughly.
    pub answer: u64,
    /// When it must have ended.
    pub deadline: Option<Instant>,
    /// Set from outside to make it end.
    pub interrupt: Option<&'a AtomicBool>,
    /// Called now and then, from any thread, with how much is done.
    pub on_progress: Option<&'a (dyn Fn(u64) + Sync)>,
    /// Asked now and then, from any thread, whether it may go on: where many questions share a machine
    /// it may make one wait, or end it. It is asked of every part of the work, [`Budget::quiet`] or not.
    pub turn: Option<&'a (dyn Fn() -> Option<Stop> + Sync)>,
}

/// Time, interruption and the process's memory are looked at once in this many states: some take a tenth of a
/// millisecond and as many kilobytes, and a look takes a microsecond.
pub const PACE: u64 = 256;

impl Default for Budget<'_> {
    /// Ten million states, and as much of everything else as it takes.
    fn default() -> Self {
        Self { states: 10_000_000, ..Self::UNLIMITED }
    }
}

impl Budget<'_> {
    /// No limit at all.
    pub const UNLIMITED: Self = Self {
        states: u64::MAX,
        bytes: u64::MAX,
        process: u64::MAX,
        answer: u64::MAX,
        deadline: None,
        interrupt: None,
        on_progress: None,
        turn: None,
    };

    /// With so many seconds from now; an earlier deadline stays.
    #[must_use]
    pub fn seconds(self, seconds: f64) -> Self {
        let end = Duration::try_from_secs_f64(seconds).ok();
        let end = end.and_then(|duration| Instant::now().checked_add(duration));
        let deadline = match (self.deadline, end) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        Self { deadline, ..self }
    }

    /// With a part of the time that is left; all of the rest is the same.
    #[must_use]
    pub fn share_of_time(self, part: f64) -> Self {
        match self.deadline {
            None => self,
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                self.seconds(left.as_secs_f64() * part)
            }
        }
    }

    /// For a part of the work, of whose progress nobody is told.
    #[must_use]
    pub fn quiet(self) -> Self {
        Self { on_progress: None, ..self }
    }

    /// Has its time passed, or did somebody ask it to end? Here it waits, where it has to.
    pub fn ended(&self) -> Option<Stop> {
        let turn = self.turn.and_then(|turn| turn());
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Stop::Interrupted);
        }
        if turn.is_some() {
            return turn;
        }
        self.deadline.filter(|&deadline| Instant::now() >= deadline).map(|_| Stop::Time)
    }

    /// Must it stop rather than take so many bytes more, because the process would grow too large?
    pub fn without_room_for(&self, more: u64) -> Option<Stop> {
        if self.process == u64::MAX {
            return None;
        }
        let taken = memory::resident()?.saturating_add(memory::taken_soon());
        (taken.saturating_add(more) > self.process).then_some(Stop::Memory)
    }

    /// Must it stop rather than ask for so many bytes at once, written to or not, because the system would refuse them?
    pub fn without_space_for(&self, more: u64) -> Option<Stop> {
        if self.process == u64::MAX {
            return None;
        }
        memory::space().is_some_and(|left| left <= more).then_some(Stop::Memory)
    }

    /// Must it stop, with so many states and bytes kept and so many states expanded? Time,
    /// interruption and the process's memory are looked at, and progress is told, once in [`PACE`]
    /// expanded states.
    #[inline]
    pub fn stop(&self, kept: u64, bytes: u64, expanded: u64) -> Option<Stop> {
        if kept >= self.states {
            return Some(Stop::States);
        }
        if bytes > self.bytes {
            return Some(Stop::Memory);
        }
        if expanded.is_multiple_of(PACE) { self.look_around(expanded) } else { None }
    }

    /// Tells how much is done, and says whether it is time to end.
    #[cold]
    pub fn look_around(&self, done: u64) -> Option<Stop> {
        if let Some(tell) = self.on_progress {
            tell(done);
        }
        self.ended().or_else(|| self.without_room_for(0)).or_else(|| self.without_space_for(0))
    }
}

/// Limits as data: a budget whose clock has not started. What a program keeps, reads and sends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// States to keep.
    pub states: u64,
    /// Seconds to take; none: as long as it takes.
    pub seconds: Option<f64>,
    /// Bytes of memory for what is kept.
    pub bytes: u64,
    /// Bytes of memory of the whole process, where that can be measured.
    pub process: u64,
    /// Bytes that the answer itself may have, roughly.
    pub answer: u64,
}

impl Default for Limits {
    /// Those of [`Budget::default`].
    fn default() -> Self {
        let Budget { states, bytes, process, answer, .. } = Budget::default();
        Self { states, seconds: None, bytes, process, answer }
    }
}

impl Limits {
    /// The budget of a question whose time begins now.
    pub fn start(&self) -> Budget<'static> {
        let &Self { states, seconds, bytes, process, answer } = self;
        let budget = Budget { states, bytes, process, answer, ..Budget::UNLIMITED };
        seconds.map_or(budget, |seconds| budget.seconds(seconds))
    }

    /// For the next of so many parts that share the time, of which so much has passed.
    ///
    /// ```
    /// use std::time::Duration;
    /// let limits = outplay_game::Limits { seconds: Some(3.0), ..Default::default() };
    /// assert_eq!(limits.shared(Duration::from_secs(1), 4).seconds, Some(0.5));
    /// assert_eq!(limits.shared(Duration::from_secs(9), 1).seconds, Some(0.0));
    /// ```
    #[must_use]
    pub fn shared(self, passed: Duration, parts: usize) -> Self {
        let parts = u32::try_from(parts.max(1)).map_or(f64::INFINITY, f64::from);
        let share = |seconds: f64| (seconds - passed.as_secs_f64()).max(0.0) / parts;
        Self { seconds: self.seconds.map(share), ..self }
    }

    /// With so many bytes of memory for the whole process; where nobody says how much that takes,
    /// for what a question keeps.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        match memory::resident() {
            Some(_) => Self { process: bytes, ..self },
            None => Self { bytes: self.bytes.min(bytes), ..self },
        }
    }
}

/// What kept an answer from being whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    /// The states that it may keep.
    States,
    /// Its time.
    Time,
    /// Somebody asked it to end.
    Interrupted,
    /// The memory that it may use.
    Memory,
    /// The size that the answer may have.
    Answer,
    /// A line too long for a search on the machine's own stack.
    Depth,
    /// A game that comes back to itself, which the search cannot weigh.
    Cycle,
    /// Chance, which the search does not weigh.
    Chance,
    /// Weights of a roll too fine for exact arithmetic.
    Weights,
    /// An interval that does not close any further.
    Width,
    /// Whoever worked on it elsewhere ended, again and again.
    Worker,
}

impl Stop {
    /// As answers give it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::States => "states",
            Self::Time => "time",
            Self::Interrupted => "interrupted",
            Self::Memory => "memory",
            Self::Answer => "answer",
            Self::Depth => "depth",
            Self::Cycle => "cycle",
            Self::Chance => "chance",
            Self::Weights => "weights",
            Self::Width => "width",
            Self::Worker => "worker",
        }
    }
}

/// What is proved of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// There is nothing better.
    Optimal,
    /// The value lies in the interval that the answer names, which is as narrow as was asked for.
    Interval,
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
            Self::Interval => "interval",
            Self::Bound => "bound",
            Self::None => "none",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[test]
    fn whoever_shares_the_machine_is_asked_of_quiet_parts_too_and_may_end_them() {
        let asked = AtomicU64::new(0);
        let turn = || (asked.fetch_add(1, Ordering::Relaxed) >= 2).then_some(Stop::Time);
        let budget = Budget { turn: Some(&turn), ..Budget::default() };
        assert_eq!(budget.stop(1, 0, PACE), None);
        assert_eq!(budget.stop(1, 0, PACE + 1), None);
        assert_eq!(budget.quiet().ended(), None);
        assert_eq!(budget.quiet().stop(1, 0, PACE), Some(Stop::Time));
        let flag = AtomicBool::new(true);
        let interrupted = Budget { interrupt: Some(&flag), ..budget };
        assert_eq!(interrupted.ended(), Some(Stop::Interrupted));
    }

    #[test]
    fn each_limit_stops_where_it_is_reached() {
        let all = Budget { states: 10, bytes: 100, ..Budget::UNLIMITED };
        assert_eq!(all.stop(9, 100, 1), None);
        assert_eq!(all.stop(10, 0, 1), Some(Stop::States));
        assert_eq!(all.stop(9, 101, 1), Some(Stop::Memory));
        let flag = AtomicBool::new(true);
        let told = AtomicU64::new(0);
        let tell = |done: u64| told.store(done, Ordering::Relaxed);
        let budget =
            Budget { interrupt: Some(&flag), on_progress: Some(&tell), ..Budget::UNLIMITED };
        // The rest is looked at now and then.
        assert_eq!((budget.stop(1, 0, PACE - 1), told.load(Ordering::Relaxed)), (None, 0));
        assert_eq!(budget.stop(1, 0, 2 * PACE), Some(Stop::Interrupted));
        assert_eq!(told.swap(0, Ordering::Relaxed), 2 * PACE);
        assert_eq!(budget.quiet().look_around(7), Some(Stop::Interrupted));
        assert_eq!(told.load(Ordering::Relaxed), 0);
        flag.store(false, Ordering::Relaxed);
        assert_eq!((budget.look_around(7), told.load(Ordering::Relaxed)), (None, 7));
        assert_eq!(Budget::default().states, 10_000_000);
        assert_eq!(Budget::default().bytes, u64::MAX);
    }

    #[test]
    fn the_earlier_deadline_stays_and_a_part_of_the_time_is_earlier() {
        let (soon, late) = (Budget::UNLIMITED.seconds(100.0), Budget::UNLIMITED.seconds(1000.0));
        assert!(soon.deadline < late.deadline);
        assert_eq!(soon.seconds(1000.0).deadline, soon.deadline);
        assert!(late.seconds(10.0).deadline < soon.deadline);
        assert_eq!((soon.ended(), soon.seconds(0.0).ended()), (None, Some(Stop::Time)));
        // More seconds than there can be are no deadline.
        assert_eq!(Budget::UNLIMITED.seconds(f64::INFINITY).deadline, None);
        let part = late.share_of_time(0.5).deadline;
        let half = Budget::UNLIMITED.seconds(400.0).deadline;
        assert!(half < part && part < late.deadline);
        assert_eq!(Budget::UNLIMITED.share_of_time(0.5).deadline, None);
    }

    #[test]
    fn memory_of_the_process_is_counted_where_it_is_limited() {
        let with = |process| Budget { process, ..Budget::UNLIMITED };
        assert_eq!(with(u64::MAX).without_room_for(u64::MAX), None);
        if let Some(taken) = memory::resident() {
            assert_eq!(with(1).without_room_for(0), Some(Stop::Memory));
            assert_eq!(with(1).look_around(1), Some(Stop::Memory));
            let room = taken + (1 << 40);
            assert_eq!(with(room).without_room_for(0), None);
            assert_eq!(with(room).without_room_for(1 << 41), Some(Stop::Memory));
            // What another thread is about to take counts as taken.
            let others = memory::soon(1 << 41);
            assert_eq!(with(room).without_room_for(0), Some(Stop::Memory));
            drop(others);
            assert_eq!(with(room).without_room_for(0), None);
            assert_eq!(with(room).without_room_for(u64::MAX), Some(Stop::Memory));
            let limits = Limits::default().memory(room);
            assert_eq!((limits.process, limits.bytes), (room, u64::MAX));
        }
    }

    #[test]
    fn limits_are_those_of_the_budget_that_they_start() {
        let limits = Limits { states: 1, seconds: Some(100.0), bytes: 2, process: 3, answer: 4 };
        let Budget { states, bytes, process, answer, deadline, .. } = limits.start();
        assert_eq!((states, bytes, process, answer, deadline.is_some()), (1, 2, 3, 4, true));
        let usual = Limits::default();
        assert_eq!((usual.states, usual.seconds, usual.answer), (10_000_000, None, u64::MAX));
        assert_eq!(usual.start().deadline, None);
        let text = serde_json::to_string(&limits).unwrap();
        assert_eq!(text, r#"{"states":1,"seconds":100.0,"bytes":2,"process":3,"answer":4}"#);
        assert_eq!(serde_json::from_str::<Limits>(&text).unwrap(), limits);
        assert_eq!(serde_json::from_str::<Limits>("{}").unwrap(), usual);
    }

    #[test]
    fn what_stopped_and_what_is_proved_is_named_as_programs_read_it() {
        let stops = [
            Stop::States,
            Stop::Time,
            Stop::Interrupted,
            Stop::Memory,
            Stop::Answer,
            Stop::Depth,
            Stop::Cycle,
            Stop::Chance,
            Stop::Weights,
            Stop::Width,
            Stop::Worker,
        ];
        for stop in stops {
            assert_eq!(serde_json::to_value(stop).unwrap(), stop.name());
        }
        for proof in [Proof::Optimal, Proof::Interval, Proof::Bound, Proof::None] {
            assert_eq!(serde_json::to_value(proof).unwrap(), proof.name());
        }
        assert_eq!(Proof::None.name(), "none");
    }
}
