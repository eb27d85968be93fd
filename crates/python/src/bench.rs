//! The cells of somebody else's job, done here: what a worker of a cluster calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outplay::{Allowed, Budget, Limits, Source, memory};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A source that was opened, for the cells of a job that is run elsewhere.
#[pyclass(frozen, module = "outplay._outplay")]
pub(crate) struct Bench(outplay::Bench);

/// Asks what runs to stop, from any thread.
#[pyclass(frozen, module = "outplay._outplay")]
#[derive(Default)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

#[pymethods]
impl Interrupt {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// From now on it is to stop.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Was it asked to?
    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[pymethods]
impl Bench {
    /// Opens a source, given as JSON.
    #[new]
    fn new(py: Python<'_>, source: &str) -> PyResult<Self> {
        let source: Source = read(source)?;
        Ok(Self(py.detach(|| outplay::Bench::new(source))))
    }

    /// Does pieces of work one after the other, each within the limits: `(kind, text, states)` of each, where the
    /// kind is `cell` or `wrong`. Ends early when it is interrupted.
    #[expect(clippy::needless_pass_by_value, reason = "as Python hands it over")]
    fn cells(
        &self,
        py: Python<'_>,
        tasks: Vec<String>,
        limits: &str,
        interrupt: &Interrupt,
    ) -> PyResult<Vec<(&'static str, String, u64)>> {
        let mut limits: Limits = read(limits)?;
        if limits.process == u64::MAX {
            limits = limits.memory(memory::usual());
        }
        let interrupt = &interrupt.0;
        Ok(py.detach(|| {
            let mut cells = Vec::new();
            for task in &tasks {
                if interrupt.load(Ordering::Relaxed) {
                    break;
                }
                let budget = Budget { interrupt: Some(interrupt), ..limits.start() };
                cells.push(match self.0.cell(task, &budget) {
                    Ok(cell) => ("cell", cell.text, cell.states),
                    Err(failure) => ("wrong", failure.to_string(), 0),
                });
            }
            cells
        }))
    }
}

/// What a cell may cost, as JSON: what is kept in all, and the seconds of one.
#[pyfunction]
#[pyo3(signature = (max_states, max_memory, cell_seconds))]
pub(crate) fn cell_limits(
    max_states: Option<u64>,
    max_memory: Option<u64>,
    cell_seconds: Option<f64>,
) -> String {
    let allowed = Allowed { states: max_states, seconds: cell_seconds, memory: max_memory };
    of_a_cell(&allowed.kept(), max_memory.is_some())
}

/// Limits as a worker takes them: its memory is its own, unless somebody says how much.
pub(crate) fn of_a_cell(limits: &Limits, memory_is_given: bool) -> String {
    let mut limits = serde_json::json!(limits);
    if !memory_is_given && let Some(fields) = limits.as_object_mut() {
        fields.remove("process");
    }
    limits.to_string()
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()))
}
