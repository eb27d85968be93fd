//! A sweep as a Parquet file: a row for each fight, a column for each thing that varies and each thing
//! that is known of it.

use std::sync::Arc;

use outplay::SweepAnswer;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use crate::columns::{Column, Values, columns};

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
                let values: Vec<_> =
                    values.iter().map(|word| ByteArray::from(word.as_str())).collect();
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
