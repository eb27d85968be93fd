//! A style that is written in Python.

use std::sync::{Mutex, PoisonError};

use outplay::{Spot, Stop};
use pyo3::prelude::*;

use crate::table::Table;

/// A style that is written in Python: a function from a table, the moves so far and the seed to a move.
pub(crate) struct OwnStyle {
    name: String,
    choose: Py<PyAny>,
    trouble: Mutex<Option<PyErr>>,
}

impl OwnStyle {
    pub(crate) fn new(name: String, choose: Py<PyAny>) -> Self {
        Self { name, choose, trouble: Mutex::new(None) }
    }

    /// What it has raised.
    pub(crate) fn trouble(&self) -> Option<PyErr> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl outplay::OwnStyle for OwnStyle {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&self, spot: &Spot<'_>) -> Result<String, Stop> {
        Python::attach(|py| {
            let table = Table::new(spot.table.clone());
            let chosen = self.choose.call1(py, (table, spot.moves, spot.seed));
            chosen.and_then(|chosen| chosen.extract::<String>(py)).map_err(|wrong| {
                let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
                trouble.get_or_insert(wrong);
                Stop::Interrupted
            })
        })
    }
}
