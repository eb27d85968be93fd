//! A sweep, as a table: to Arrow without a copy, and to every kind of file that the command line writes.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_schema::{ArrowError, Schema};
use outplay::SweepAnswer;
use outplay_render::columns::{Column, Values, columns};
use outplay_render::{draw, html, parquet, sweep};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};

/// What every combination of values is worth.
#[pyclass(frozen, module = "outplay._outplay")]
pub(crate) struct Swept {
    answer: SweepAnswer,
    batch: std::sync::OnceLock<Result<RecordBatch, String>>,
}

impl Swept {
    pub(crate) fn new(answer: SweepAnswer) -> Self {
        Self { answer, batch: std::sync::OnceLock::new() }
    }

    /// All of it as one batch of columns; made once, and shared by whoever reads it.
    fn batch(&self) -> PyResult<RecordBatch> {
        let made =
            self.batch.get_or_init(|| batch(&self.answer).map_err(|error| error.to_string()));
        made.clone().map_err(PyRuntimeError::new_err)
    }
}

fn batch(answer: &SweepAnswer) -> Result<RecordBatch, ArrowError> {
    let array = |Column { name, values }: Column| {
        let array: ArrayRef = match values {
            Values::Whole(values) => Arc::new(Int64Array::from(values)),
            Values::Real(values) => Arc::new(Float64Array::from(values)),
            Values::Words(values) => Arc::new(StringArray::from(values)),
        };
        (name, array, true)
    };
    RecordBatch::try_from_iter_with_nullable(columns(answer).into_iter().map(array))
}

#[pymethods]
impl Swept {
    /// As `sweep --format json` prints it.
    fn json(&self) -> String {
        sweep::json_text(&self.answer)
    }

    /// As `sweep --format csv` prints it.
    fn csv(&self) -> String {
        sweep::csv(&self.answer)
    }

    /// As the command line prints it.
    fn text(&self) -> String {
        sweep::text(&self.answer)
    }

    /// As a notebook shows it.
    fn html(&self) -> String {
        html::notebook::sweep(&self.answer)
    }

    /// A picture: a map of the values.
    fn svg(&self) -> String {
        draw::sweep_svg(&self.answer)
    }

    /// The bytes of a Parquet file.
    fn parquet<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = parquet::parquet(&self.answer);
        let bytes = bytes.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// How many fights there are.
    fn __len__(&self) -> usize {
        self.answer.cells.len()
    }

    /// How many cells were kept before, done now and left open; states expanded; seconds.
    fn ran(&self) -> (u64, u64, u64, u64, f64) {
        let ran = self.answer.ran;
        (ran.kept, ran.done, ran.open, self.answer.states, self.answer.seconds)
    }

    /// What stopped it, where something did.
    fn stopped(&self) -> Option<&'static str> {
        self.answer.stopped.map(outplay::Stop::name)
    }

    /// What the values count.
    fn unit(&self) -> &str {
        &self.answer.unit
    }

    /// Which cell is the fight as it is written.
    fn base(&self) -> Option<usize> {
        self.answer.base_cell()
    }

    /// The names of the columns.
    fn column_names(&self) -> PyResult<Vec<String>> {
        let names =
            self.batch()?.schema().fields().iter().map(|field| field.name().clone()).collect();
        Ok(names)
    }

    /// The columns through Arrow's C stream, for whoever reads that: they are not copied.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Whoever asks for another schema may cast; it is a request, no more.
        let _ = requested_schema;
        let batch = self.batch()?;
        let schema: Arc<Schema> = batch.schema();
        let reader = RecordBatchIterator::new([Ok(batch)], schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}
