//! The native part of the Python package `outplay`: the library, asked from Python.
//!
//! What people use is written in Python (`python/outplay`): names, types, examples. Here are the few classes that
//! it stands on: a [`table::Table`] is a game that is asked, a [`told::Told`] what came of it (as JSON, text
//! and HTML, each made when it is wanted), a [`swept::Swept`] a table of many fights that goes to Arrow
//! without a copy, a [`bench::Bench`] does cells on a cluster. Whoever asks waits without the interpreter's
//! lock, in `ask.rs`. No rule of a game is known here.

mod ask;
mod bench;
mod error;
mod own_game;
mod own_style;
mod swept;
mod table;
mod told;
mod workers;

use pyo3::prelude::*;

/// The native part of outplay.
#[pymodule]
mod _outplay {
    use outplay::registry;
    use outplay_render::json;
    use pyo3::prelude::*;
    use serde_json::Value;

    #[pymodule_export]
    use crate::bench::{Bench, Interrupt, cell_limits};
    #[pymodule_export]
    use crate::own_game::check_laws;
    #[pymodule_export]
    use crate::swept::Swept;
    #[pymodule_export]
    use crate::table::{Table, combat_match};
    #[pymodule_export]
    use crate::told::Told;
    #[pymodule_export]
    use crate::workers::main;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("version", env!("CARGO_PKG_VERSION"))
    }

    /// The games that ship, as JSON.
    #[pyfunction]
    fn games() -> String {
        registry::list().iter().map(json::game).collect::<Value>().to_string()
    }

    /// The JSON Schema of rules files.
    #[pyfunction]
    fn schema() -> String {
        outplay::duel::schema().to_string()
    }
}
