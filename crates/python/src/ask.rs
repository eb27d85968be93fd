//! Questions without the interpreter's lock: the work is done on a thread of its own while whoever asked waits,
//! looks for Ctrl-C now and then, and tells how far it is.
//!
//! Ctrl-C asks the work to stop, and what is known then is the answer. Only where there is none, or where it is
//! pressed again, is there a `KeyboardInterrupt`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

use outplay::{Budget, Failure, Limits, Stop};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

use crate::error::raised;

/// So often whoever waits looks around.
const LOOK: Duration = Duration::from_millis(50);

/// As much as the program's own main thread has.
const STACK: usize = 8 << 20;

/// Asks within limits; `progress` is called with how much is done.
pub(crate) fn ask<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Budget<'_>) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let (interrupt, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let tell = |now: u64| {
        done.fetch_max(now, Ordering::Relaxed);
    };
    let mut waiting =
        Waiting { interrupt: &interrupt, done: &done, progress, told: 0, raised: None, pressed: 0 };
    let outcome = py.detach(|| {
        scope(|scope| {
            let (over, is_over) = channel();
            let (interrupt, tell) = (&interrupt, &tell);
            let worker = Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let budget = Budget {
                    interrupt: Some(interrupt),
                    on_progress: Some(tell),
                    ..limits.start()
                };
                let outcome = work(&budget);
                let _ = over.send(());
                outcome
            });
            let worker = worker.map_err(|error| error.to_string())?;
            // A worker that has gone wrong does not send, and hangs up.
            while is_over.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                Python::attach(|py| waiting.look(py));
            }
            worker.join().map_err(|_| "a fault in outplay itself ended the work".to_owned())
        })
    });
    // A job that ended between two looks is told to its end.
    waiting.tell(py);
    let Waiting { raised: wrong, pressed, .. } = waiting;
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    match outcome.map_err(PyRuntimeError::new_err)? {
        Err(failure) if failure.stopped == Some(Stop::Interrupted) && pressed > 0 => {
            Err(PyKeyboardInterrupt::new_err(()))
        }
        outcome => outcome.map_err(|failure| raised(py, &failure)),
    }
}

/// Whoever asked, until there is an answer.
struct Waiting<'a> {
    interrupt: &'a AtomicBool,
    done: &'a AtomicU64,
    progress: Option<&'a Py<PyAny>>,
    told: u64,
    /// What is to be raised in the end.
    raised: Option<PyErr>,
    /// How often Ctrl-C was pressed.
    pressed: u32,
}

impl Waiting<'_> {
    fn look(&mut self, py: Python<'_>) {
        self.tell(py);
        if let Err(wrong) = py.check_signals() {
            self.end(py, wrong);
        }
    }

    /// Tells how much is done, where that is more than before.
    fn tell(&mut self, py: Python<'_>) {
        let done = self.done.load(Ordering::Relaxed);
        if let Some(progress) = self.progress.filter(|_| done > self.told && self.raised.is_none())
        {
            self.told = done;
            if let Err(wrong) = progress.call1(py, (done,)) {
                self.end(py, wrong);
            }
        }
    }

    fn end(&mut self, py: Python<'_>, wrong: PyErr) {
        self.interrupt.store(true, Ordering::Relaxed);
        let is_pressed = wrong.is_instance_of::<PyKeyboardInterrupt>(py);
        self.pressed += u32::from(is_pressed);
        if !is_pressed || self.pressed > 1 {
            self.raised.get_or_insert(wrong);
        }
    }
}
