//! What is known of a request wherever it is worked on, without being handed from function to function.
//!
//! The gate gives every request a ticket; it says on the way in whether the question is many games at
//! once, and on the way out whether the answer was hurried. A task without one is served as a plain
//! question.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// One request's.
#[derive(Debug)]
pub(super) struct Ticket {
    /// Is it many games at once, which use many threads?
    wide: bool,
    /// Was the answer cut short by what else was going on?
    hurried: AtomicBool,
}

tokio::task_local! {
    static TICKET: Arc<Ticket>;
}

/// What is many games at once: these words begin the address, below `/api` or not.
const WIDE: [&str; 8] =
    ["match", "tournament", "sweep", "tune", "report", "compare", "lab", "odds"];

impl Ticket {
    /// For the request of a path.
    pub(super) fn new(path: &str) -> Arc<Self> {
        let path = path.strip_prefix("/api").unwrap_or(path);
        let first = path.split('/').nth(1).unwrap_or_default();
        Arc::new(Self { wide: WIDE.contains(&first), hurried: AtomicBool::new(false) })
    }

    /// Does what the request asks, with the ticket at hand.
    pub(super) async fn with<T>(self: &Arc<Self>, task: impl Future<Output = T>) -> T {
        TICKET.scope(Arc::clone(self), task).await
    }

    /// Was the answer cut short by what else was going on?
    pub(super) fn was_hurried(&self) -> bool {
        self.hurried.load(Ordering::Relaxed)
    }
}

/// Is what this task works on many games at once?
pub(super) fn is_wide() -> bool {
    TICKET.try_with(|ticket| ticket.wide).unwrap_or(false)
}

/// The answer of this task was cut short by what else is going on: another time it may be another.
pub(super) fn hurry() {
    let _ = TICKET.try_with(|ticket| ticket.hurried.store(true, Ordering::Relaxed));
}
