//! Workers on a cluster, reached through Python: `outplay.cluster.Cluster` knows them, and here its places are kept
//! filled. And the command line with such a cluster: `python -m outplay`.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use outplay::lab::{Tasks, Worked, Workers};
use outplay::{Budget, Limits, Source, memory};
use pyo3::prelude::*;

use crate::bench::of_a_cell;

/// So long it is waited for results before the budget is looked at.
const PATIENCE: Duration = Duration::from_millis(200);

/// The workers of a `Cluster`.
pub(crate) struct PyWorkers {
    cluster: Py<PyAny>,
    trouble: Mutex<Option<PyErr>>,
}

/// What comes from a worker: the number of the cell, the kind, its text and its states.
type Result4 = (u64, String, String, u64);

impl PyWorkers {
    pub(crate) fn new(cluster: Py<PyAny>) -> Self {
        Self { cluster, trouble: Mutex::new(None) }
    }

    /// What it has raised.
    pub(crate) fn trouble(&self) -> Option<PyErr> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Fills the places and takes what comes, until all is done.
    fn drive(&self, tasks: &mut dyn Tasks, budget: &Budget) -> PyResult<()> {
        let (mut given_all, mut under_way) = (false, 0_usize);
        while budget.ended().is_none() {
            let wanted = if given_all { 0 } else { self.wanted()? };
            if wanted > 0 {
                let more = tasks.next(wanted);
                given_all = more.len() < wanted;
                under_way += more.len();
                if !more.is_empty() {
                    Python::attach(|py| self.cluster.call_method1(py, "give", (more,)))?;
                }
            }
            if given_all && under_way == 0 {
                return Ok(());
            }
            for (number, worked) in self.results(tasks, PATIENCE)? {
                under_way = under_way.saturating_sub(1);
                if tasks.take(number, worked).is_break() {
                    return self.cancel();
                }
            }
        }
        self.cancel()?;
        // What came meanwhile is not lost.
        for (number, worked) in self.results(tasks, Duration::ZERO)? {
            if tasks.take(number, worked).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn wanted(&self) -> PyResult<usize> {
        Python::attach(|py| self.cluster.call_method0(py, "wanted")?.extract(py))
    }

    fn results(&self, tasks: &dyn Tasks, patience: Duration) -> PyResult<Vec<(u64, Worked)>> {
        let came: Vec<Result4> = Python::attach(|py| {
            self.cluster.call_method1(py, "results", (patience.as_secs_f64(),))?.extract(py)
        })?;
        let mut results = Vec::new();
        for (number, kind, text, states) in came {
            let worked = match kind.as_str() {
                "cell" => Worked::Cell { text, states },
                "lost" => {
                    // Whoever asked is told which cells were left, and why.
                    let lost = (number, tasks.key(number), text);
                    Python::attach(|py| {
                        self.cluster.getattr(py, "lost")?.call_method1(py, "append", (lost,))
                    })?;
                    Worked::Lost
                }
                _ => Worked::Wrong,
            };
            results.push((number, worked));
        }
        Ok(results)
    }

    fn cancel(&self) -> PyResult<()> {
        Python::attach(|py| self.cluster.call_method0(py, "cancel").map(|_| ()))
    }
}

impl Workers for PyWorkers {
    fn work(&self, tasks: &mut dyn Tasks, budget: &Budget) -> Result<(), String> {
        self.drive(tasks, budget).map_err(|wrong| {
            let message = sentence(&wrong);
            *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(wrong);
            message
        })
    }
}

impl Drop for PyWorkers {
    fn drop(&mut self) {
        // Whoever is gone needs no closing.
        Python::attach(|py| {
            let _ = self.cluster.call_method0(py, "close");
        });
    }
}

/// What an exception says, without its name.
fn sentence(wrong: &PyErr) -> String {
    Python::attach(|py| {
        wrong
            .value(py)
            .str()
            .map_or_else(|_| wrong.to_string(), |text| text.to_string_lossy().into_owned())
    })
}

/// Connects to a cluster for the command line.
struct Connect(Py<PyAny>);

impl outplay_cli::Cluster for Connect {
    fn connect(
        &self,
        address: &str,
        source: &Source,
        limits: &Limits,
    ) -> Result<Box<dyn Workers>, String> {
        let source = serde_json::to_string(source).map_err(|error| error.to_string())?;
        let limits = of_a_cell(limits, limits.process != memory::usual());
        let cluster = Python::attach(|py| self.0.call1(py, (address, source, limits)));
        let cluster = cluster.map_err(|wrong| sentence(&wrong))?;
        Ok(Box::new(PyWorkers::new(cluster)))
    }
}

/// The command line; `connect(address, source, limits)` makes a cluster. Returns the exit status.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<String>, connect: Py<PyAny>) -> u8 {
    py.detach(|| outplay_cli::run(arguments, Some(Box::new(Connect(connect)))))
}
