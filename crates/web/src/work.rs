//! Work for the library, off the async threads.
//!
//! A question takes a place in the fast line before it begins, with its body read and nothing else to
//! wait for, and works on a thread of its own; one that takes long goes to another line (`turn.rs`). All
//! searches of a request share one budget: states, memory, the size of the answer, and, as a backstop,
//! time. They are told to stop when the client goes away: the future that waits is dropped, and with it
//! the [`Gone`] that raises the flag.
//!
//! The same question gets the same answer, however much is asked beside it: states and bytes are counted
//! and not measured, and a solver that knows something from before ([`Work::ask`]) is not stopped sooner
//! than one that knows nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use outplay::{
    Answer, Budget, Failure, Hint, Limits, Options, Replay, Solver, Source, Stop, Table,
};

use super::app::Shared;
use super::cache::Lent;
use super::error::Error;
use super::pools;
use super::ticket;
use super::turn::Turn;

/// Asks whether the work may go on.
type Asks = Box<dyn Fn() -> Option<Stop> + Send + Sync>;

/// One request at work: its budget, and its way to tables and solvers.
pub(super) struct Work {
    app: Shared,
    gone: Arc<AtomicBool>,
    turn: Arc<Turn>,
    asks: Asks,
    limits: Limits,
    /// Did somebody say how many states may be kept? What a solver has kept before would count.
    counts_states: bool,
    /// Was a question stopped? Then what its solver knows is not for others.
    unsettled: Arc<AtomicBool>,
    tell: Option<Tell>,
}

/// Is told how much is done, now and then, from any thread.
pub(super) type Tell = Box<dyn Fn(u64) + Send + Sync>;

impl Work {
    fn new(app: &Shared, gone: Arc<AtomicBool>, turn: Arc<Turn>) -> Self {
        let mut work = Self {
            app: Arc::clone(app),
            gone,
            asks: Box::new(|| None),
            limits: app.allowed.limits,
            counts_states: false,
            unsettled: Arc::default(),
            turn,
            tell: None,
        };
        work.keep_time();
        work
    }

    /// Time is what the turn has worked, and none of what it has waited.
    fn keep_time(&mut self) {
        let most = self.time();
        let turn = Arc::clone(&self.turn);
        self.asks = Box::new(move || turn.ask(most));
    }

    /// The time for all work of the request.
    fn time(&self) -> Option<Duration> {
        let duration = |seconds: f64| Duration::try_from_secs_f64(seconds.max(0.0));
        self.limits.seconds.map(|seconds| duration(seconds).unwrap_or(Duration::MAX))
    }

    /// The budget of a search, with what is left of the request's time.
    ///
    /// # Errors
    /// When there is no turn any more.
    pub(super) fn budget(&self) -> Result<Budget<'_>, Error> {
        if self.turn.was_refused() {
            return Err(Error::busy());
        }
        Ok(self.light())
    }

    /// The same where it cannot be refused.
    pub(super) fn light(&self) -> Budget<'_> {
        let limits = Limits { seconds: None, ..self.limits };
        let on_progress = self.tell.as_deref().map(|tell| tell as &(dyn Fn(u64) + Sync));
        Budget {
            deadline: self.turn.deadline(self.time()),
            interrupt: Some(&self.gone),
            turn: Some(&*self.asks),
            on_progress,
            ..limits.start()
        }
    }

    /// What the handlers share.
    pub(super) fn app(&self) -> &Shared {
        &self.app
    }

    /// The budget of one of several searches of a page: so large a part of its states and its memory.
    /// Unlike a share of its time, that is the same whenever it is asked.
    pub(super) fn part(&self, part: f64) -> Result<Budget<'_>, Error> {
        let budget = self.budget()?;
        #[expect(clippy::cast_precision_loss, reason = "a limit need not be exact")]
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
        let of = |all: u64| (all as f64 * part) as u64;
        Ok(Budget { states: of(budget.states), bytes: of(budget.bytes), ..budget })
    }

    /// The same with less, where somebody asked for less.
    pub(super) fn at_most(&mut self, seconds: Option<f64>, states: Option<u64>) {
        if let Some(wanted) = seconds {
            let own = self.limits.seconds.unwrap_or(f64::INFINITY);
            self.limits.seconds = Some(own.min(wanted));
            self.keep_time();
        }
        self.limits.states = self.limits.states.min(states.unwrap_or(u64::MAX));
        self.counts_states |= states.is_some();
    }

    /// Asks a solver within a budget. One that a limit stopped, and that had known something from
    /// earlier questions, which counts, is asked again without that: so the answer does not depend on
    /// what was asked before.
    ///
    /// # Errors
    /// What is wrong with the question, or which limit was too tight for it.
    pub(super) fn ask<T: Limited>(
        &self,
        solver: &mut Solver,
        budget: &Budget<'_>,
        question: impl Fn(&mut Solver, &Budget<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let known = solver.bytes();
        let mut answer = question(solver, budget);
        let stop = |answer: &Result<T, Failure>| match answer {
            Ok(answer) => answer.stop(),
            Err(failure) => failure.stopped,
        };
        if stop(&answer).is_some_and(|stop| stop != Stop::Time && stop != Stop::Interrupted) {
            let fresh = solver.table().solver();
            if known > fresh.bytes() {
                *solver = fresh;
                answer = question(solver, budget);
            }
        }
        if let Some(stop) = stop(&answer) {
            self.turn.stopped_by(stop);
            self.unsettled.store(true, Ordering::Relaxed);
        }
        answer
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
            return Lent::fresh(table, self.spoils());
        }
        self.app.cache.solver(table, self.spoils())
    }

    /// A solver that begins with nothing: for pages that say, or reckon with, how many states an answer
    /// took, which would else depend on what was asked before.
    pub(super) fn fresh_solver(&self, table: &Table) -> Lent {
        self.app.cache.fresh(table, self.spoils())
    }

    /// What says that a solver is not for others.
    fn spoils(&self) -> [Arc<AtomicBool>; 2] {
        [Arc::clone(&self.gone), Arc::clone(&self.unsettled)]
    }
}

/// An answer that a limit may have stopped.
pub(super) trait Limited {
    /// Which limit it was.
    fn stop(&self) -> Option<Stop>;
}

impl Limited for Answer {
    fn stop(&self) -> Option<Stop> {
        self.stopped()
    }
}

impl Limited for Replay {
    fn stop(&self) -> Option<Stop> {
        match self {
            Self::Sides(_) | Self::Hand(_) => None,
            Self::Combat(replay) => replay.stopped,
        }
    }
}

impl Limited for Vec<Hint> {
    fn stop(&self) -> Option<Stop> {
        None
    }
}

impl Limited for Option<String> {
    fn stop(&self) -> Option<Stop> {
        None
    }
}

/// Tells the work to stop when whoever waits for it is gone.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Does a job on a thread of its own, when it is its turn.
pub(super) async fn work<T: Send + 'static>(
    app: &Shared,
    job: impl FnOnce(Work) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    watched(app, ticket::is_wide(), Arc::default(), None, job).await
}

/// The same, with a flag that somebody else may raise to have what is known by then, and somebody who
/// is told how far it is.
pub(super) async fn watched<T: Send + 'static>(
    app: &Shared,
    wide: bool,
    gone: Arc<AtomicBool>,
    tell: Option<Tell>,
    job: impl FnOnce(Work) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let _gone = Gone(Arc::clone(&gone));
    let is_wanted = || !app.is_ending() && !gone.load(Ordering::Relaxed);
    let place = app.lanes.fast.place(app.allowed.wait, is_wanted).await.ok_or_else(Error::busy)?;
    let turn = Arc::new(Turn::new(app, wide, Arc::clone(&gone), place));
    let (threads, spoilt) = (if wide { pools::width() } else { 1 }, Arc::clone(&turn));
    let mut work = Work::new(app, Arc::clone(&gone), Arc::clone(&turn));
    work.tell = tell;
    work.limits.bytes /= threads as u64;
    let done = app.pools.run(threads, move || spoilt.is_long(), move || job(work)).await;
    if turn.was_refused() {
        return Err(Error::busy());
    }
    if turn.was_hurried() {
        ticket::hurry();
    }
    done.unwrap_or_else(|| {
        let message = "this question broke the program; please report it, it is a fault of Outplay";
        Err(Error::new(StatusCode::INTERNAL_SERVER_ERROR, message))
    })
}
