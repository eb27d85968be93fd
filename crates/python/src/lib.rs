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
    use outplay::{Axis, Source, Text, registry};
    use outplay_render::json;
    use pyo3::prelude::*;
    use serde_json::Value;

    use crate::error::raised;

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
    fn games(py: Python<'_>) -> PyResult<String> {
        let games = registry::games().map_err(|failure| raised(py, &failure))?;
        Ok(games.iter().map(json::game).collect::<Value>().to_string())
    }

    /// Does a game of this name ship?
    #[pyfunction]
    fn ships(name: &str) -> bool {
        registry::find(name).is_some()
    }

    /// Reads what varies, as `boss.hp=10..100:5`: its name and its values.
    #[pyfunction]
    fn axis(py: Python<'_>, text: &str) -> PyResult<(String, Vec<String>)> {
        let axis = Axis::read(&Text::new("vary", text)).map_err(|failure| raised(py, &failure))?;
        Ok((axis.name, axis.values))
    }

    /// All problems of the text of a rules file, warnings too, as JSON.
    #[pyfunction]
    fn check(game: &str, file: &str, text: &str) -> String {
        json::problems(&Source::rules(game, file, text).check()).to_string()
    }
}
