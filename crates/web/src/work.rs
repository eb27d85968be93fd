//! Work for the library, off the async threads.
//!
//! As many questions search at once as there are cores (a match or a heat map is one question, and
//! uses all of them). Whoever asks for the budget of a search takes a place among them, and waits for
//! it where there is none free, longer than a search takes; what needs no search needs no place, and
//! is answered however many search. All searches of a request share one budget: time, states, memory,
//! the size of the answer; and they are told to stop when the client goes away: the future that waits
//! is dropped, and with it the [`Gone`] that raises the flag.

use std::cell::OnceCell;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use outplay::{Budget, Failure, Limits, Options, Source, Table};
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::app::Shared;
use super::cache::Lent;
use super::error::Error;

/// So often whoever waits for a place looks whether the client is still there.
const LOOK_UP: Duration = Duration::from_millis(100);

/// One request at work: its budget, from its first search on, and its way to tables and solvers.
pub(super) struct Work {
    app: Shared,
    stop: Arc<AtomicBool>,
    limits: Limits,
    /// Did somebody say how many states may be kept? What a solver has kept before would count.
    counts_states: bool,
    runtime: Handle,
    begun: OnceCell<Begun>,
}

/// A place among the searches, and when it has to be given back.
struct Begun {
    deadline: Option<Instant>,
    _place: OwnedSemaphorePermit,
}

impl Work {
    /// The budget of a search, with what is left of the request's time.
    pub(super) fn budget(&self) -> Result<Budget<'_>, Error> {
        if self.begun.get().is_none() {
            let place = self.place()?;
            let begun = Begun { deadline: self.light().deadline, _place: place };
            // It was empty, and nobody else has it.
            let _ = self.begun.set(begun);
        }
        let deadline = self.begun.get().and_then(|begun| begun.deadline);
        Ok(Budget { deadline, ..self.light() })
    }

    /// The budget of what needs no search, and so no place.
    pub(super) fn light(&self) -> Budget<'_> {
        Budget { interrupt: Some(&self.stop), ..self.limits.start() }
    }

    /// The same with less, where somebody asked for less.
    pub(super) fn at_most(&mut self, seconds: Option<f64>, states: Option<u64>) {
        if let Some(wanted) = seconds {
            let own = self.limits.seconds.unwrap_or(f64::INFINITY);
            self.limits.seconds = Some(own.min(wanted));
        }
        self.limits.states = self.limits.states.min(states.unwrap_or(u64::MAX));
        self.counts_states |= states.is_some();
    }

    /// A place among the searches, in the order of asking.
    fn place(&self) -> Result<OwnedSemaphorePermit, Error> {
        let until = Instant::now() + self.app.allowed.wait;
        self.runtime.block_on(async {
            let mut place = pin!(Arc::clone(&self.app.workers).acquire_owned());
            while !self.stop.load(Ordering::Relaxed) {
                let left = until.saturating_duration_since(Instant::now());
                match timeout(left.min(LOOK_UP), place.as_mut()).await {
                    Ok(Ok(place)) => return Ok(place),
                    Err(_) if !left.is_zero() => {}
                    _ => break,
                }
            }
            Err(Error::busy())
        })
    }

    /// The table of a source; `like` is one of the same game, whose file need not be read again.
    pub(super) fn table(&self, source: &Source, like: Option<&Table>) -> Result<Table, Failure> {
        self.app.cache.table(source, || match like {
            Some(like) => like.edited(|options| *options = source.options.clone()),
            None => source.open(),
        })
    }

    /// The same game with other options.
    pub(super) fn edited(
        &self,
        table: &Table,
        edit: impl FnOnce(&mut Options),
    ) -> Result<Table, Failure> {
        let mut source = table.source().clone();
        edit(&mut source.options);
        self.table(&source, Some(table))
    }

    /// The solver of a table, with what it has proved before; where states are counted, one that
    /// begins with none.
    pub(super) fn solver(&self, table: &Table) -> Lent {
        if self.counts_states {
            return Lent::fresh(table, &self.stop);
        }
        self.app.cache.solver(table, &self.stop)
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
    app: &Shared,
    job: impl FnOnce(Work) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let _gone = Gone(Arc::clone(&stop));
    let work = Work {
        app: Arc::clone(app),
        stop,
        limits: app.allowed.limits,
        counts_states: false,
        runtime: Handle::current(),
        begun: OnceCell::new(),
    };
    let done = spawn_blocking(move || job(work));
    done.await.unwrap_or_else(|_| {
        let message = "this question broke the program; please report it, it is a fault of Outplay";
        Err(Error::new(StatusCode::INTERNAL_SERVER_ERROR, message))
    })
}
