//! What came of a question: as JSON, as text and as HTML, each made when it is wanted.

use pyo3::prelude::*;
use serde::Serialize;

/// A text that is made when it is wanted.
type Lazy = Box<dyn Fn() -> String + Send + Sync>;

/// What came of a question.
#[pyclass(frozen, module = "outplay._outplay")]
pub(crate) struct Told {
    json: Lazy,
    text: Lazy,
    html: Lazy,
}

impl Told {
    pub(crate) fn new(
        json: impl Fn() -> String + Send + Sync + 'static,
        text: impl Fn() -> String + Send + Sync + 'static,
        html: impl Fn() -> String + Send + Sync + 'static,
    ) -> Self {
        Self { json: Box::new(json), text: Box::new(text), html: Box::new(html) }
    }
}

#[pymethods]
impl Told {
    /// As `--format json` prints it.
    fn json(&self) -> String {
        (self.json)()
    }

    /// As the command line prints it.
    fn text(&self) -> String {
        (self.text)()
    }

    /// As a notebook shows it.
    fn html(&self) -> String {
        (self.html)()
    }
}

/// JSON as the command line prints it.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).map_or_else(|error| error.to_string(), |text| text + "\n")
}
