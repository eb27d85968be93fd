//! The connections that are open, and which of them to close.
//!
//! A connection waits for a question, works on one, or writes an answer. Where there are too many, the
//! one that has waited longest is closed for the newcomer; one whose client does not read its answer, or
//! that is quiet for too long in any other way, is closed after a while. So connections that do nothing
//! cost nobody else anything.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Body;
use hyper::body::{Bytes, Frame, SizeHint};
use tokio::task::AbortHandle;

/// A connection that has just come is not closed for another.
const AT_LEAST: Duration = Duration::from_millis(100);
/// Whoever has neither asked nor read for so long is gone.
const AT_LONGEST: Duration = Duration::from_secs(45);

/// What a connection does, and since when.
#[derive(Debug)]
pub(super) struct Connection {
    /// Milliseconds after the first connection; [`BUSY`] while a question is worked on.
    since: AtomicU64,
    start: Instant,
}

const BUSY: u64 = u64::MAX;

impl Connection {
    /// A question is worked on.
    pub(super) fn works(&self) {
        self.since.store(BUSY, Ordering::Relaxed);
    }

    /// Something was just asked, answered or written.
    pub(super) fn waits(&self) {
        let now = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(BUSY - 1);
        self.since.store(now, Ordering::Relaxed);
    }

    /// For how long nothing has happened.
    fn quiet(&self) -> Option<Duration> {
        let since = self.since.load(Ordering::Relaxed);
        let quiet = || self.start.elapsed().saturating_sub(Duration::from_millis(since));
        (since != BUSY).then(quiet)
    }
}

/// All of them.
pub(super) struct Connections {
    start: Instant,
    most: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    all: HashMap<u64, (Arc<Connection>, Option<AbortHandle>)>,
}

impl Connections {
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { start: Instant::now(), most, open: Mutex::default() })
    }

    /// A newcomer, where there is a place for it, or one can be made.
    pub(super) fn enter(self: &Arc<Self>) -> Option<Entered> {
        let mut open = self.open();
        if open.all.len() >= self.most {
            open.close_the_quietest()?;
        }
        let connection = Arc::new(Connection { since: AtomicU64::new(BUSY), start: self.start });
        connection.waits();
        let number = open.next;
        open.next += 1;
        open.all.insert(number, (Arc::clone(&connection), None));
        drop(open);
        Some(Entered { number, connection, all: Arc::clone(self) })
    }

    /// How to close a connection that has entered.
    pub(super) fn closes(&self, number: u64, handle: AbortHandle) {
        if let Some((_, place)) = self.open().all.get_mut(&number) {
            *place = Some(handle);
        }
    }

    /// Closes all that have been quiet for too long.
    pub(super) fn sweep(&self) {
        for (connection, handle) in self.open().all.values() {
            if let (Some(quiet), Some(handle)) = (connection.quiet(), handle)
                && quiet >= AT_LONGEST
            {
                handle.abort();
            }
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        // Nothing breaks down half-way.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Makes a place, where somebody has been quiet for a moment.
    fn close_the_quietest(&mut self) -> Option<()> {
        let quiet = self.all.iter().filter_map(|(number, (connection, handle))| {
            handle.as_ref().and(Some((connection.quiet()?, *number)))
        });
        let (quiet, number) = quiet.max()?;
        if quiet < AT_LEAST {
            return None;
        }
        let (_, handle) = self.all.remove(&number)?;
        handle?.abort();
        Some(())
    }
}

/// A connection among the others, until it is dropped.
pub(super) struct Entered {
    pub(super) number: u64,
    pub(super) connection: Arc<Connection>,
    all: Arc<Connections>,
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.all.open().all.remove(&self.number);
    }
}

/// A body that says that it is being read.
pub(super) struct Written {
    body: Body,
    connection: Arc<Connection>,
}

impl Written {
    pub(super) fn new(body: Body, connection: Arc<Connection>) -> Self {
        connection.waits();
        Self { body, connection }
    }
}

impl hyper::body::Body for Written {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if polled.is_ready() {
            self.connection.waits();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::wait;

    /// A connection that does nothing, and how it ends.
    fn idle(all: &Arc<Connections>) -> Option<tokio::task::JoinHandle<()>> {
        let entered = all.enter()?;
        let (number, connection) = (entered.number, Arc::clone(&entered.connection));
        let task = tokio::spawn(async move {
            let _entered = entered;
            std::future::pending::<()>().await;
        });
        all.closes(number, task.abort_handle());
        connection.waits();
        Some(task)
    }

    #[test]
    fn the_quietest_makes_room_and_nobody_who_works_or_just_came_does() {
        wait(async {
            let all = Connections::new(2);
            let first = idle(&all).unwrap();
            tokio::time::sleep(Duration::from_millis(20)).await;
            let second = idle(&all).unwrap();
            assert!(all.enter().is_none(), "both have just come");
            tokio::time::sleep(AT_LEAST).await;
            let third = all.enter().expect("the first has been quiet for longest");
            third.connection.works();
            assert!(first.await.unwrap_err().is_cancelled());
            assert!(!second.is_finished());
            let fourth = all.enter().expect("so has the second by now");
            fourth.connection.works();
            assert!(second.await.unwrap_err().is_cancelled());
            tokio::time::sleep(AT_LEAST).await;
            assert!(all.enter().is_none(), "both work");
            drop(third);
            assert!(all.enter().is_some());
        });
    }
}
