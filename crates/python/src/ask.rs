//! Questions without the interpreter's lock: the work is done on another thread while whoever asked waits, looks for
//! Ctrl-C now and then, and tells how far it is.
//!
//! Ctrl-C asks the work to stop, and what is known then is the answer. Only where there is none, or where it is
//! pressed again, is there a `KeyboardInterrupt`. Jobs have a thread of their own ([`ask`]); questions to a solver, of
//! which some take microseconds, go to threads that are kept ([`ask_kept`]): starting one costs more than the answer.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, scope, yield_now};
use std::time::{Duration, Instant};

use outplay::{Budget, Failure, Limits, Stop};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

use crate::error::raised;

/// So often whoever waits looks around.
const LOOK: Duration = Duration::from_millis(50);

/// So long somebody who waits stays awake: to be woken takes as long as many an answer.
const AWAKE: Duration = Duration::from_micros(200);

/// As much as the program's own main thread has.
const STACK: usize = 8 << 20;

/// What is said where the work has come to nothing.
const FAULT: &str = "a fault in outplay itself ended the work";

/// Asks within limits; `progress` is called with how much is done.
pub(crate) fn ask<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Budget<'_>) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let shared = Shared::default();
    let mut waiting = Waiting::new(&shared, progress);
    let outcome = py.detach(|| {
        scope(|scope| {
            let (over, is_over) = channel();
            let shared = &shared;
            let worker = Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let _ = over.send(shared.done_within(limits, work));
            });
            worker.map_err(|error| error.to_string())?;
            waiting.until(is_over)
        })
    });
    waiting.end_with(py, outcome)
}

/// The same of work that needs nothing of whoever asks.
pub(crate) fn ask_kept<T: Send + 'static>(
    py: Python<'_>,
    limits: &Limits,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Budget<'_>) -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    let shared = Arc::new(Shared::default());
    let mut waiting = Waiting::new(&shared, progress);
    let (over, is_over) = channel();
    let (theirs, limits) = (Arc::clone(&shared), *limits);
    let task: Task = Box::new(move || {
        let _ = over.send(theirs.done_within(&limits, work));
    });
    let outcome = py.detach(|| {
        hand_over(task).map_err(|error| error.to_string())?;
        waiting.until(is_over)
    });
    waiting.end_with(py, outcome)
}

type Task = Box<dyn FnOnce() + Send>;

/// Threads that wait for a task, and the process that they are of: a fork has none of them.
static IDLE: Mutex<(u32, Vec<Sender<Task>>)> = Mutex::new((0, Vec::new()));

/// The threads that wait in this process.
fn idle(with: impl FnOnce(&mut Vec<Sender<Task>>) -> Option<Sender<Task>>) -> Option<Sender<Task>> {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    let now = std::process::id();
    if idle.0 != now {
        *idle = (now, Vec::new());
    }
    with(&mut idle.1)
}

/// Gives a task to a thread that waits, or to a new one.
fn hand_over(task: Task) -> std::io::Result<()> {
    let task = match idle(Vec::pop) {
        Some(thread) => match thread.send(task) {
            Ok(()) => return Ok(()),
            Err(unsent) => unsent.0,
        },
        None => task,
    };
    let (give, given) = channel::<Task>();
    let waits = give.clone();
    Builder::new().name("outplay".to_owned()).stack_size(STACK).spawn(move || {
        while let Ok(task) = soon(&given).map_or_else(|| given.recv(), Ok) {
            task();
            let waits = waits.clone();
            idle(move |threads| {
                threads.push(waits);
                None
            });
        }
    })?;
    let _ = give.send(task);
    Ok(())
}

/// What comes within a moment.
fn soon<T>(given: &Receiver<T>) -> Option<T> {
    let begin = Instant::now();
    while begin.elapsed() < AWAKE {
        if let Ok(given) = given.try_recv() {
            return Some(given);
        }
        yield_now();
    }
    None
}

/// What whoever works and whoever waits have in common.
#[derive(Default)]
struct Shared {
    interrupt: AtomicBool,
    done: AtomicU64,
}

impl Shared {
    fn done_within<T>(
        &self,
        limits: &Limits,
        work: impl FnOnce(&Budget<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let tell = |now: u64| {
            self.done.fetch_max(now, Ordering::Relaxed);
        };
        let interrupt = Some(&self.interrupt);
        work(&Budget { interrupt, on_progress: Some(&tell), ..limits.start() })
    }
}

/// Whoever asked, until there is an answer.
struct Waiting<'a> {
    shared: &'a Shared,
    progress: Option<&'a Py<PyAny>>,
    told: u64,
    /// What is to be raised in the end.
    raised: Option<PyErr>,
    /// How often Ctrl-C was pressed.
    pressed: u32,
}

impl<'a> Waiting<'a> {
    fn new(shared: &'a Shared, progress: Option<&'a Py<PyAny>>) -> Self {
        Self { shared, progress, told: 0, raised: None, pressed: 0 }
    }

    #[expect(clippy::needless_pass_by_value, reason = "one who waits may not be on two threads")]
    /// Waits for what comes. Work that has gone wrong sends nothing, and hangs up.
    fn until<T>(&mut self, is_over: Receiver<T>) -> Result<T, String> {
        if let Some(outcome) = soon(&is_over) {
            return Ok(outcome);
        }
        loop {
            match is_over.recv_timeout(LOOK) {
                Ok(outcome) => return Ok(outcome),
                Err(RecvTimeoutError::Timeout) => Python::attach(|py| self.look(py)),
                Err(RecvTimeoutError::Disconnected) => return Err(FAULT.to_owned()),
            }
        }
    }

    fn look(&mut self, py: Python<'_>) {
        self.tell(py);
        if let Err(wrong) = py.check_signals() {
            self.end(py, wrong);
        }
    }

    /// Tells how much is done, where that is more than before.
    fn tell(&mut self, py: Python<'_>) {
        let done = self.shared.done.load(Ordering::Relaxed);
        if let Some(progress) = self.progress.filter(|_| done > self.told && self.raised.is_none())
        {
            self.told = done;
            if let Err(wrong) = progress.call1(py, (done,)) {
                self.end(py, wrong);
            }
        }
    }

    fn end(&mut self, py: Python<'_>, wrong: PyErr) {
        self.shared.interrupt.store(true, Ordering::Relaxed);
        let is_pressed = wrong.is_instance_of::<PyKeyboardInterrupt>(py);
        self.pressed += u32::from(is_pressed);
        if !is_pressed || self.pressed > 1 {
            self.raised.get_or_insert(wrong);
        }
    }

    /// What came of it, or what is to be raised.
    fn end_with<T>(
        mut self,
        py: Python<'_>,
        outcome: Result<Result<T, Failure>, String>,
    ) -> PyResult<T> {
        // A job that ended between two looks is told to its end.
        self.tell(py);
        if let Some(wrong) = self.raised {
            return Err(wrong);
        }
        match outcome.map_err(PyRuntimeError::new_err)? {
            Err(failure) if failure.stopped == Some(Stop::Interrupted) && self.pressed > 0 => {
                Err(PyKeyboardInterrupt::new_err(()))
            }
            outcome => outcome.map_err(|failure| raised(py, &failure)),
        }
    }
}
