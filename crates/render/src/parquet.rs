//! A sweep as a Parquet file: a row for each fight, a column for each thing that varies and each thing
//! that is known of it.

use std::sync::Arc;

use outplay::{Number, SweepAnswer, Tried, Worth};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use crate::sweep::{COLUMNS, fields};

/// A column: its name, and what it holds. Every place may be empty.
struct Column {
    name: String,
    values: Values,
}

enum Values {
    Whole(Vec<Option<i64>>),
    Real(Vec<Option<f64>>),
    Words(Vec<Option<ByteArray>>),
}

/// The bytes of a Parquet file with all fights of a sweep.
///
/// # Errors
/// What the library says, which would be a fault of this program.
pub fn parquet(answer: &SweepAnswer) -> Result<Vec<u8>, ParquetError> {
    let columns = columns(answer);
    let field = |column: &Column| {
        let physical = match column.values {
            Values::Whole(_) => Physical::INT64,
            Values::Real(_) => Physical::DOUBLE,
            Values::Words(_) => Physical::BYTE_ARRAY,
        };
        let words = matches!(column.values, Values::Words(_)).then_some(LogicalType::String);
        let built = Type::primitive_type_builder(&column.name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(words)
            .build();
        built.map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("fights").with_fields(fields).build()?;
    let properties = WriterProperties::builder().set_created_by("outplay".to_owned()).build();
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    let mut group = file.next_row_group()?;
    for column in &columns {
        let Some(mut writer) = group.next_column()? else { break };
        match &column.values {
            Values::Whole(values) => {
                let (values, there) = present(values);
                writer.typed::<Int64Type>().write_batch(&values, Some(&there), None)?;
            }
            Values::Real(values) => {
                let (values, there) = present(values);
                writer.typed::<DoubleType>().write_batch(&values, Some(&there), None)?;
            }
            Values::Words(values) => {
                let (values, there) = present(values);
                writer.typed::<ByteArrayType>().write_batch(&values, Some(&there), None)?;
            }
        }
        writer.close()?;
    }
    group.close()?;
    file.into_inner()
}

/// The values that are there, and for each place whether one is.
fn present<T: Clone>(values: &[Option<T>]) -> (Vec<T>, Vec<i16>) {
    let there = values.iter().map(|value| i16::from(value.is_some())).collect();
    (values.iter().flatten().cloned().collect(), there)
}

fn columns(answer: &SweepAnswer) -> Vec<Column> {
    let mut columns = Vec::new();
    for (place, axis) in answer.axes.iter().enumerate() {
        let values = || (0..answer.cells.len()).map(|number| answer.values(number)[place]);
        let real = |value: &str| value.parse().ok().filter(|real: &f64| real.is_finite());
        let values = if axis.values.iter().all(|value| value.parse::<i64>().is_ok()) {
            Values::Whole(values().map(|value| value.parse().ok()).collect())
        } else if axis.values.iter().all(|value| real(value).is_some()) {
            Values::Real(values().map(real).collect())
        } else {
            Values::Words(values().map(|value| Some(ByteArray::from(value))).collect())
        };
        columns.push(Column { name: axis.name.clone(), values });
    }
    let worths = || answer.cells.iter().map(Tried::worth);
    let numbers = |read: fn(&Worth) -> Option<Number>| {
        let found: Vec<Option<Number>> = worths().map(|worth| worth.and_then(read)).collect();
        let whole = |number: &Option<Number>| match number {
            Some(Number::Whole(whole)) => Some(Some(*whole)),
            None => Some(None),
            Some(Number::Real(_)) => None,
        };
        match found.iter().map(whole).collect() {
            Some(whole) if answer.unit != "chance" => Values::Whole(whole),
            _ => Values::Real(found.into_iter().map(|number| number.map(Number::to_f64)).collect()),
        }
    };
    for (place, name) in COLUMNS.into_iter().enumerate() {
        let values = match name {
            "value" => numbers(|worth| worth.value),
            "lower" => numbers(|worth| worth.lower),
            "upper" => numbers(|worth| worth.upper),
            "chance" => Values::Real(worths().map(|worth| worth?.chance).collect()),
            "winner" => Values::Whole(worths().map(|worth| worth?.winner.map(i64::from)).collect()),
            _ => {
                let word = |cell: &Tried| Some(ByteArray::from(fields(cell)[place].as_str()?));
                Values::Words(answer.cells.iter().map(word).collect())
            }
        };
        columns.push(Column { name: name.to_owned(), values });
    }
    columns
}
