//! Work for the library, off the async threads.
//!
//! As many searches run at once as there are cores; further ones wait briefly and are then turned
//! away. Each has a time and a number of states, and is told to stop when the client goes away: the
//! future that waits for it is dropped, and with it the [`Gone`] that raises the flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use outplay::Limits;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::app::App;
use super::wrong::Wrong;

/// What one request may use, from now on.
pub(super) struct Allowance {
    stop: Arc<AtomicBool>,
    deadline: Instant,
    max_states: u64,
}

impl Allowance {
    /// The limits of what is asked next: what is left of the time.
    pub(super) fn limits(&self) -> Limits<'_> {
        self.part(1.0)
    }

    /// The limits of one of several questions: a part of the time that is left.
    pub(super) fn part(&self, part: f64) -> Limits<'_> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        Limits {
            max_states: self.max_states,
            max_seconds: Some(left.as_secs_f64() * part),
            interrupt: Some(&self.stop),
            on_progress: None,
        }
    }

    /// The same with less, where somebody asked for less.
    pub(super) fn at_most(&mut self, max_seconds: Option<f64>, max_states: Option<u64>) {
        if let Some(wanted) = max_seconds
            && let Ok(wanted) = Duration::try_from_secs_f64(wanted)
            && let Some(deadline) = Instant::now().checked_add(wanted)
        {
            self.deadline = self.deadline.min(deadline);
        }
        self.max_states = self.max_states.min(max_states.unwrap_or(u64::MAX));
    }
}

/// Tells the work to stop when whoever waits for it is gone.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Does a job on a thread of its own, when there is one free.
pub(super) async fn work<T: Send + 'static>(
    app: &App,
    job: impl FnOnce(Allowance) -> Result<T, Wrong> + Send + 'static,
) -> Result<T, Wrong> {
    let workers = Arc::clone(&app.workers);
    let Ok(Ok(permit)) = timeout(app.allowed.wait, workers.acquire_owned()).await else {
        return Err(Wrong::busy());
    };
    let stop = Arc::new(AtomicBool::new(false));
    let _gone = Gone(Arc::clone(&stop));
    let allowance = Allowance {
        stop,
        deadline: Instant::now() + app.allowed.time,
        max_states: app.allowed.states,
    };
    let done = spawn_blocking(move || {
        let _permit = permit;
        job(allowance)
    });
    done.await.unwrap_or_else(|_| {
        let message = "this question broke the program; please report it, it is a fault of Outplay";
        Err(Wrong::new(StatusCode::INTERNAL_SERVER_ERROR, message))
    })
}
