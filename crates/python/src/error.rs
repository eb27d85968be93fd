//! Failures as exceptions: `outplay.RulesError` with every problem and its place, `outplay.LimitError` where a limit
//! left nothing to say, `outplay.StoreError` where a store could not be used.

use outplay::Failure;
use outplay::text::Code;
use outplay_render::json;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The exception of a failure.
pub(crate) fn raised(py: Python<'_>, failure: &Failure) -> PyErr {
    let unwritable = failure.problems.iter().any(|problem| problem.code == Code::Unwritable);
    let (class, more) = match failure.stopped {
        Some(stop) => ("LimitError", stop.name().to_owned()),
        None if unwritable => ("StoreError", String::new()),
        None => ("RulesError", String::new()),
    };
    exception(py, class, &json::problems(failure).to_string(), &more)
}

/// An exception of `outplay.errors`, made from JSON.
fn exception(py: Python<'_>, class: &str, problems: &str, stopped: &str) -> PyErr {
    let made = py
        .import("outplay.errors")
        .and_then(|errors| errors.getattr("_raised")?.call1((class, problems, stopped)));
    match made {
        Ok(made) => PyErr::from_value(made),
        Err(wrong) => PyRuntimeError::new_err(wrong.to_string()),
    }
}

/// An exception of `outplay.errors` that says one thing.
pub(crate) fn said(py: Python<'_>, class: &str, message: &str) -> PyErr {
    let made =
        py.import("outplay.errors").and_then(|errors| errors.getattr(class)?.call1((message,)));
    made.map_or_else(|wrong| wrong, PyErr::from_value)
}
