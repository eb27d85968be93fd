//! Work for the library, off the async threads.
//!
//! As many questions search at once as there are cores (a match or a heat map is one question, and uses
//! all of them). Whoever asks for the limits of a search takes a
//! place among them, and waits for it where there is none free, longer than a search takes; what needs
//! no search needs no place, and is answered however many search. Each search has a time and a number
//! of states, and is told to stop when the client goes away: the future that waits for it is dropped,
//! and with it the [`Gone`] that raises the flag.

use std::cell::OnceCell;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use outplay::Limits;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::app::App;
use super::wrong::Wrong;

/// So often whoever waits for a place looks whether the client is still there.
const LOOK_UP: Duration = Duration::from_millis(100);

/// What one request may use, from its first search on.
pub(super) struct Allowance {
    stop: Arc<AtomicBool>,
    time: Duration,
    max_states: u64,
    places: Arc<Semaphore>,
    wait: Duration,
    runtime: Handle,
    begun: OnceCell<Begun>,
}

/// A place among the searches, and when it has to be given back.
struct Begun {
    deadline: Instant,
    _place: OwnedSemaphorePermit,
}

impl Allowance {
    /// The limits of what is asked next: what is left of the time.
    pub(super) fn limits(&self) -> Result<Limits<'_>, Wrong> {
        self.part(1.0)
    }

    /// The limits of what needs no search, and so no place.
    pub(super) fn light(&self) -> Limits<'_> {
        Limits {
            max_states: self.max_states,
            max_seconds: Some(self.time.as_secs_f64()),
            interrupt: Some(&self.stop),
            on_progress: None,
        }
    }

    /// The limits of one of several questions: a part of the time that is left.
    pub(super) fn part(&self, part: f64) -> Result<Limits<'_>, Wrong> {
        if self.begun.get().is_none() {
            let place = self.place()?;
            let begun = Begun { deadline: Instant::now() + self.time, _place: place };
            // It was empty, and nobody else has it.
            let _ = self.begun.set(begun);
        }
        let deadline = self.begun.get().map_or_else(Instant::now, |begun| begun.deadline);
        let left = deadline.saturating_duration_since(Instant::now());
        Ok(Limits { max_seconds: Some(left.as_secs_f64() * part), ..self.light() })
    }

    /// A place among the searches, in the order of asking.
    fn place(&self) -> Result<OwnedSemaphorePermit, Wrong> {
        let until = Instant::now() + self.wait;
        self.runtime.block_on(async {
            let mut place = pin!(Arc::clone(&self.places).acquire_owned());
            while !self.stop.load(Ordering::Relaxed) {
                let left = until.saturating_duration_since(Instant::now());
                match timeout(left.min(LOOK_UP), place.as_mut()).await {
                    Ok(Ok(place)) => return Ok(place),
                    Err(_) if !left.is_zero() => {}
                    _ => break,
                }
            }
            Err(Wrong::busy())
        })
    }

    /// The same with less, where somebody asked for less.
    pub(super) fn at_most(&mut self, max_seconds: Option<f64>, max_states: Option<u64>) {
        if let Some(wanted) = max_seconds
            && let Ok(wanted) = Duration::try_from_secs_f64(wanted)
        {
            self.time = self.time.min(wanted);
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

/// Does a job on a thread of its own.
pub(super) async fn work<T: Send + 'static>(
    app: &App,
    job: impl FnOnce(Allowance) -> Result<T, Wrong> + Send + 'static,
) -> Result<T, Wrong> {
    let stop = Arc::new(AtomicBool::new(false));
    let _gone = Gone(Arc::clone(&stop));
    let allowance = Allowance {
        stop,
        time: app.allowed.time,
        max_states: app.allowed.states,
        places: Arc::clone(&app.workers),
        wait: app.allowed.wait,
        runtime: Handle::current(),
        begun: OnceCell::new(),
    };
    let done = spawn_blocking(move || job(allowance));
    done.await.unwrap_or_else(|_| {
        let message = "this question broke the program; please report it, it is a fault of Outplay";
        Err(Wrong::new(StatusCode::INTERNAL_SERVER_ERROR, message))
    })
}
