//! The turn of one question: how long it has worked, where it stands in line, whether it may go on.
//!
//! Every search asks its budget now and then whether it may go on (once in some hundred states), and the budget
//! asks here. A question that has worked for longer than [`SHORT`] gives its fast place back, waits for
//! one in its own line, here, inside the search, and yields the processor to all that is quick from then
//! on. What it waited does not count as its time: whether there is time left does not depend on how many
//! others ask.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use outplay::{Stop, memory};
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;

use super::app::Shared;
use super::lanes::SHORT;

/// Where the process has taken more than this part of what it may, who holds little waits for those who
/// hold much.
const FULL: u64 = 8;
const PARTS: u64 = 10;
/// How long it waits before it looks again.
const ROOM_AGAIN: Duration = Duration::from_millis(50);

/// How much a long question yields to a quick one.
const LONG: i32 = 10;

/// The turn of one question.
pub(super) struct Turn {
    app: Shared,
    /// Is the question one of many games at once?
    wide: bool,
    /// Has the client gone?
    gone: Arc<AtomicBool>,
    begun: Instant,
    /// Nanoseconds spent waiting.
    waited: AtomicU64,
    /// Has it left the fast line?
    long: AtomicBool,
    /// Has it had the place that it needs from the beginning?
    never_waits: bool,
    /// Was it turned away while it waited?
    refused: AtomicBool,
    /// Did its time or the process's memory run out? Both depend on what else happens.
    hurried: AtomicBool,
    place: Mutex<Option<OwnedSemaphorePermit>>,
    runtime: Handle,
}

impl Turn {
    /// A question that begins in the fast line; one of many games at once takes its own place right
    /// away where that is free, so that it never has to wait and its parts can share its time.
    pub(super) fn new(
        app: &Shared,
        wide: bool,
        gone: Arc<AtomicBool>,
        place: OwnedSemaphorePermit,
    ) -> Self {
        let own = if wide { app.lanes.wide.free_place() } else { None };
        Self {
            long: AtomicBool::new(own.is_some()),
            never_waits: own.is_some(),
            place: Mutex::new(Some(own.unwrap_or(place))),
            app: Arc::clone(app),
            wide,
            gone,
            begun: Instant::now(),
            waited: AtomicU64::new(0),
            refused: AtomicBool::new(false),
            hurried: AtomicBool::new(false),
            runtime: Handle::current(),
        }
    }

    /// May it go on, with so much time for all its work? Waits where it has to.
    pub(super) fn ask(&self, most: Option<Duration>) -> Option<Stop> {
        if self.gone.load(Ordering::Relaxed) || self.app.is_ending() {
            return Some(Stop::Interrupted);
        }
        if self.worked() > SHORT {
            self.leave_the_fast_line();
            yield_to_the_quick();
        }
        if self.was_refused() {
            return Some(Stop::Interrupted);
        }
        let over = most.is_some_and(|most| self.worked() >= most);
        if over {
            self.hurried.store(true, Ordering::Relaxed);
        }
        over.then_some(Stop::Time)
    }

    /// How long it has worked, without what it waited.
    fn worked(&self) -> Duration {
        let waited = Duration::from_nanos(self.waited.load(Ordering::Relaxed));
        self.begun.elapsed().saturating_sub(waited)
    }

    /// Was it turned away while it waited?
    pub(super) fn was_refused(&self) -> bool {
        self.refused.load(Ordering::Relaxed)
    }

    /// When it must end, where that is known because it never waits.
    pub(super) fn deadline(&self, most: Option<Duration>) -> Option<Instant> {
        most.filter(|_| self.never_waits).and_then(|most| self.begun.checked_add(most))
    }

    /// Has it left the fast line?
    pub(super) fn is_long(&self) -> bool {
        self.long.load(Ordering::Relaxed)
    }

    /// Might it have come to more at a quieter time?
    pub(super) fn was_hurried(&self) -> bool {
        self.hurried.load(Ordering::Relaxed) || self.app.is_ending()
    }

    /// Something in it was stopped by this.
    pub(super) fn stopped_by(&self, stop: Stop) {
        // Memory may be that of the whole process, which others take as well.
        let others = matches!(stop, Stop::Memory) && !self.has_room();
        if others || matches!(stop, Stop::Time | Stop::Interrupted) {
            self.hurried.store(true, Ordering::Relaxed);
        }
    }

    /// Gives the fast place back and waits for another. All threads of the question wait here.
    fn leave_the_fast_line(&self) {
        if self.is_long() {
            return;
        }
        let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_long() {
            return;
        }
        *place = None;
        let since = Instant::now();
        *place = self.runtime.block_on(self.other_place());
        let waited = u64::try_from(since.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.waited.fetch_add(waited, Ordering::Relaxed);
        self.refused.store(place.is_none(), Ordering::Relaxed);
        self.long.store(true, Ordering::Relaxed);
    }

    async fn other_place(&self) -> Option<OwnedSemaphorePermit> {
        let lanes = &self.app.lanes;
        let line = if self.wide { &lanes.wide } else { &lanes.slow };
        let is_wanted = || !self.gone.load(Ordering::Relaxed) && !self.app.is_ending();
        let until = Instant::now() + self.app.allowed.wait;
        let place = line.place(self.app.allowed.wait, is_wanted).await?;
        while is_wanted() {
            if self.has_room() || lanes.is_alone() {
                return Some(place);
            }
            // What is kept for later is worth less than what is asked now.
            self.app.cache.forget_solvers();
            if Instant::now() >= until {
                return None;
            }
            tokio::time::sleep(ROOM_AGAIN).await;
        }
        None
    }

    /// Is there memory for a long search?
    fn has_room(&self) -> bool {
        let most = self.app.allowed.limits.process / PARTS * FULL;
        memory::resident().is_none_or(|taken| taken < most)
    }
}

/// From now on the thread works less when others want to.
pub(super) fn yield_to_others(much: i32) {
    // On Linux niceness is of a thread; elsewhere it would be of the whole process.
    #[cfg(target_os = "linux")]
    {
        let _ = rustix::process::nice(much);
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = much;
    }
}

/// The same for a long question; once is enough.
fn yield_to_the_quick() {
    thread_local! {
        static YIELDS: Cell<bool> = const { Cell::new(false) };
    }
    if !YIELDS.replace(true) {
        yield_to_others(LONG);
    }
}
