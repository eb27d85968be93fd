//! A sweep as columns, each of one kind: what Parquet files and tables in memory are made of.

use outplay::{Number, SweepAnswer, Tried, Worth};

use crate::sweep::{COLUMNS, fields};

/// A column: its name, and what it holds. Every place may be empty.
pub struct Column {
    /// What it is called.
    pub name: String,
    /// A value for each fight.
    pub values: Values,
}

/// What a column holds.
pub enum Values {
    /// Whole numbers.
    Whole(Vec<Option<i64>>),
    /// Numbers with a fraction.
    Real(Vec<Option<f64>>),
    /// Words.
    Words(Vec<Option<String>>),
}

/// A column for each thing that varies, and for each thing that is known of a fight.
pub fn columns(answer: &SweepAnswer) -> Vec<Column> {
    let mut columns = Vec::new();
    for (place, axis) in answer.axes.iter().enumerate() {
        let values = || (0..answer.cells.len()).map(|number| answer.values(number)[place]);
        let real = |value: &str| value.parse().ok().filter(|real: &f64| real.is_finite());
        let values = if axis.values.iter().all(|value| value.parse::<i64>().is_ok()) {
            Values::Whole(values().map(|value| value.parse().ok()).collect())
        } else if axis.values.iter().all(|value| real(value).is_some()) {
            Values::Real(values().map(real).collect())
        } else {
            Values::Words(values().map(|value| Some(value.to_owned())).collect())
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
                let word = |cell: &Tried| Some(fields(cell)[place].as_str()?.to_owned());
                Values::Words(answer.cells.iter().map(word).collect())
            }
        };
        columns.push(Column { name: name.to_owned(), values });
    }
    columns
}
