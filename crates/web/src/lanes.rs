//! The lines in which questions wait for their turn.
//!
//! Three of them. Every question begins in the *fast* one, which has a few places more than there are
//! cores: what is answered within [`SHORT`] never waits for anything else. What takes longer gives its
//! fast place back and goes on in the *slow* line, or, where the question is many games at once, in the
//! *wide* one; those have few places, because whoever holds one may take up to its whole budget of memory.
//! Each line serves in the order of asking; how many wait in it and for how long is limited, and nobody
//! waits for a client that has gone.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::app::Allowed;

/// What takes no longer than this is quick.
pub(super) const SHORT: Duration = Duration::from_millis(30);

/// So often whoever waits looks whether somebody still wants to know.
pub(super) const LOOK_UP: Duration = Duration::from_millis(50);

/// All lines.
pub(super) struct Lanes {
    pub(super) fast: Line,
    pub(super) slow: Line,
    pub(super) wide: Line,
}

impl Lanes {
    pub(super) fn new(allowed: &Allowed) -> Self {
        Self {
            fast: Line::new(allowed.quick, allowed.waiting),
            slow: Line::new(allowed.workers, MOST_BEGUN),
            wide: Line::new(1, MOST_BEGUN),
        }
    }

    /// Does anybody wait?
    pub(super) fn is_waited_for(&self) -> bool {
        let lines = [&self.fast, &self.slow, &self.wide];
        lines.iter().any(|line| line.waiting.load(Ordering::Relaxed) > 0)
    }

    /// Does only one long question work?
    pub(super) fn is_alone(&self) -> bool {
        self.slow.taken() + self.wide.taken() <= 1
    }
}

/// Who waits for a slow or a wide place has begun, and so keeps a few megabytes and a thread or two.
const MOST_BEGUN: usize = 24;

/// A number of places, and those who wait for one.
pub(super) struct Line {
    places: Arc<Semaphore>,
    count: usize,
    waiting: AtomicUsize,
    most_waiting: usize,
}

impl Line {
    fn new(places: usize, most_waiting: usize) -> Self {
        let semaphore = Arc::new(Semaphore::new(places));
        Self { places: semaphore, count: places, waiting: AtomicUsize::new(0), most_waiting }
    }

    fn taken(&self) -> usize {
        self.count.saturating_sub(self.places.available_permits())
    }

    /// A place, where one is free and nobody waits for it.
    pub(super) fn free_place(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.places).try_acquire_owned().ok()
    }

    /// A place, after those who came before; none where too many wait, or it takes too long, or nobody
    /// wants it any more.
    pub(super) async fn place(
        &self,
        wait: Duration,
        is_wanted: impl Fn() -> bool,
    ) -> Option<OwnedSemaphorePermit> {
        if let Some(place) = self.free_place() {
            return Some(place);
        }
        let _waiting = Waiting::among(&self.waiting, self.most_waiting)?;
        let until = Instant::now() + wait;
        let mut place = std::pin::pin!(Arc::clone(&self.places).acquire_owned());
        while is_wanted() {
            let left = until.saturating_duration_since(Instant::now());
            match timeout(left.min(LOOK_UP), place.as_mut()).await {
                Ok(place) => return place.ok(),
                Err(_) if left.is_zero() => return None,
                Err(_) => {}
            }
        }
        None
    }
}

/// One of those who wait.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn among(count: &'a AtomicUsize, most: usize) -> Option<Self> {
        let before = count.fetch_add(1, Ordering::Relaxed);
        let waiting = Self(count);
        (before < most).then_some(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
