//! What varies in a sweep: a number or a word of the rules, a mode, who fights, what is dealt.

use outplay_game::Budget;
use outplay_text::{Code, Decimal, Problem};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::sweep::room_for;
use crate::{Failure, Options, RuleNumber, Table, Text, thousands};

/// What is right, where something is not.
const EXAMPLE: &str =
    "for example `boss.hp=10..100`, `boss.hp=10..100:5` or `turns.order=queue,alternate`";

/// More values than this are too many for one dimension.
const MOST_VALUES: u64 = 10_000_000;

/// Something that takes several values.
///
/// ```
/// use outplay::{Axis, Text};
/// let read = |text: &str| Axis::read(&Text::new("vary", text));
/// assert_eq!(read("boss.hp=10..13").unwrap().values, ["10", "11", "12", "13"]);
/// assert_eq!(read("archer.accuracy=0.5..0.7:0.1").unwrap().values, ["0.5", "0.6", "0.7"]);
/// assert_eq!(read("turns.order=queue,alternate").unwrap().values, ["queue", "alternate"]);
/// assert!(read("boss.hp=9..1").unwrap_err().to_string().contains("backwards"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Axis {
    /// What: a path as for a change of the rules (`boss.hp`), or `mode`, `p1`, `p2`, `order`, `goal`; with
    /// dealt cards `cards` and `seed`.
    pub name: String,
    /// Its values, as they are written.
    pub values: Vec<String>,
}

impl Serialize for Axis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values: Vec<_> = self.values.iter().map(|value| axis_value(value)).collect();
        let mut axis = serializer.serialize_struct("Axis", 2)?;
        axis.serialize_field("name", &self.name)?;
        axis.serialize_field("values", &values)?;
        axis.end()
    }
}

/// A value of an axis as programs read it: a number where it is one.
pub fn axis_value(value: &str) -> serde_json::Value {
    let whole = value.parse::<i64>().map(serde_json::Value::from);
    let real = || value.parse::<f64>().ok().filter(|real| real.is_finite()).map(Into::into);
    whole.ok().or_else(real).unwrap_or_else(|| value.into())
}

impl Axis {
    /// The whole numbers from one to another, both ends included.
    pub fn range(name: impl Into<String>, from: i64, to: i64) -> Self {
        Self { name: name.into(), values: (from..=to).map(|number| number.to_string()).collect() }
    }

    /// These words.
    pub fn words(
        name: impl Into<String>,
        words: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        Self { name: name.into(), values: words.into_iter().map(Into::into).collect() }
    }

    /// Reads `PATH=A..B`, `PATH=A..B:STEP` or `PATH=ONE,OTHER`, the last of words or numbers.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(given: &Text) -> Result<Self, Failure> {
        Self::read_within(given, &Budget::UNLIMITED)
    }

    /// The same, where a cell for each of the values must have room within the budget.
    ///
    /// # Errors
    /// What is wrong with it, and where; that there is no room.
    pub fn read_within(given: &Text, budget: &Budget) -> Result<Self, Failure> {
        Self::counted(given, MOST_VALUES, &|count| room_for(count, budget))
    }

    /// The same, where more values than this are too many: they are counted before any is made.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read_at_most(given: &Text, most: u64) -> Result<Self, Failure> {
        Self::counted(given, most.min(MOST_VALUES), &|_| Ok(()))
    }

    /// Reads it; of no range are more values made than are let in.
    fn counted(
        given: &Text,
        most: u64,
        let_in: &dyn Fn(u64) -> Result<(), Failure>,
    ) -> Result<Self, Failure> {
        let Text { name, text } = given;
        let wrong = |part: &str, message: String, help: &str| {
            // A part of the text, of which there may be several like it.
            let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
            let place = Some(start..start + part.len());
            Failure::in_text(name, text, place, |span| {
                Problem::error(Code::Syntax, span, message).help(help)
            })
        };
        let Some((path, values)) = text.split_once('=') else {
            return Err(wrong(text, "expected PATH=A..B".to_owned(), EXAMPLE));
        };
        if path.trim().is_empty() || values.trim().is_empty() {
            return Err(wrong(text, "expected PATH=A..B".to_owned(), EXAMPLE));
        }
        let mut found: Vec<String> = Vec::new();
        for part in values.split(',') {
            let part = part.trim();
            if part.is_empty() {
                return Err(wrong(values, "a value is missing between commas".to_owned(), EXAMPLE));
            }
            match part.split_once("..") {
                Some((from, rest)) => {
                    let (to, step) =
                        rest.split_once(':').map_or((rest, None), |(to, step)| (to, Some(step)));
                    let number = |word: &str| {
                        let word = word.trim();
                        if word.is_empty() {
                            return Err(wrong(
                                part,
                                format!("a number is missing in the range {part}"),
                                "a range has both its ends: `A..B` or `A..B:STEP`",
                            ));
                        }
                        let number = word.parse::<Decimal>().ok().and_then(Fixed::of);
                        number.ok_or_else(|| {
                            wrong(
                                word,
                                format!("`{word}` is no number"),
                                "a range is of numbers: `A..B` or `A..B:STEP`",
                            )
                        })
                    };
                    let (from, to) = (number(from)?, number(to)?);
                    let by = step.map_or(Ok(Fixed::ONE), number)?;
                    if from.0 > to.0 {
                        let help = format!("write it as `{to}..{from}`");
                        return Err(wrong(
                            part,
                            format!("the range {part} runs backwards, and is empty"),
                            &help,
                        ));
                    }
                    if by.0 <= 0 {
                        return Err(wrong(
                            step.unwrap_or(part),
                            "a step must be more than nothing".to_owned(),
                            "for example `10..100:5`",
                        ));
                    }
                    let count = u64::try_from((to.0 - from.0) / by.0).unwrap_or(u64::MAX);
                    let count_of_all = count.saturating_add(1 + found.len() as u64);
                    if count_of_all > most {
                        let message = format!("{} values are too many", thousands(count_of_all));
                        return Err(wrong(part, message, "take a shorter range, or a larger step"));
                    }
                    let_in(count_of_all)?;
                    found.extend(
                        (0..=i128::from(count))
                            .map(|number| Fixed(from.0 + number * by.0).to_string()),
                    );
                }
                None => found.push(part.to_owned()),
            }
        }
        let mut sorted: Vec<&String> = found.iter().collect();
        sorted.sort_unstable();
        if let Some([twice, _]) = sorted.array_windows().find(|[one, other]| one == other) {
            return Err(wrong(values, format!("{twice} is there twice"), "name each value once"));
        }
        Ok(Self { name: path.trim().to_owned(), values: found })
    }

    /// Lays one of the values over the rules.
    pub(crate) fn lay(&self, value: &str, options: &mut Options) {
        let text = || Some(Text::new(&self.name, value));
        match self.name.as_str() {
            "mode" => options.mode = Some(value.to_owned()),
            "p1" => options.sides[0] = text(),
            "p2" => options.sides[1] = text(),
            "order" => options.order = text(),
            "goal" => options.goal = text(),
            _ => options.set.push(Text::new(&self.name, format!("{}={value}", self.name))),
        }
    }

    /// Who fights?
    pub(crate) fn is_side(&self) -> bool {
        ["p1", "p2"].contains(&self.name.as_str())
    }

    /// Which of the values the rules have as they stand.
    pub(crate) fn base(&self, table: &Table, numbers: &[RuleNumber]) -> Option<usize> {
        let about = table.about();
        let now = match self.name.as_str() {
            "mode" => about.mode.clone(),
            "p1" => about.sides[0].id.clone(),
            "p2" => about.sides[1].id.clone(),
            "order" | "turns.order" => about.order?.name().to_owned(),
            name => numbers.iter().find(|number| number.is_at(name))?.value.clone(),
        };
        let same = |value: &String| match (value.parse::<Decimal>(), now.parse::<Decimal>()) {
            (Ok(one), Ok(other)) => one == other,
            _ => *value == now,
        };
        self.values.iter().position(same)
    }
}

/// A number in units of a billionth: ranges are stepped through without rounding.
#[derive(Clone, Copy)]
pub(crate) struct Fixed(pub(crate) i128);

impl Fixed {
    const UNIT: i128 = 1_000_000_000;
    pub(crate) const ONE: Self = Self(Self::UNIT);

    pub(crate) fn of(number: Decimal) -> Option<Self> {
        let units = Self::UNIT / i128::from(number.denominator());
        Some(Self(i128::from(number.numerator()).checked_mul(units)?))
    }
}

impl std::fmt::Display for Fixed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.abs() / Self::UNIT, self.0.abs() % Self::UNIT);
        let digits = format!("{part:09}");
        match digits.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            digits => write!(f, "{sign}{whole}.{digits}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let axis = Axis::read(&Text::new("vary", text));
        axis.map(|axis| axis.values).map_err(|failure| {
            format!("{failure}{}", failure.problems[0].help.clone().unwrap_or_default())
        })
    }

    #[test]
    fn ranges_steps_and_lists_are_read_exactly() {
        assert_eq!(read("a=-2..1").unwrap(), ["-2", "-1", "0", "1"]);
        assert_eq!(read("a=1..10:4").unwrap(), ["1", "5", "9"]);
        assert_eq!(read("a=0.1..0.3:0.1").unwrap(), ["0.1", "0.2", "0.3"]);
        assert_eq!(read("a=-0.5..0.5:0.5").unwrap(), ["-0.5", "0", "0.5"]);
        assert_eq!(read("a = 1..2, 7 ,words").unwrap(), ["1", "2", "7", "words"]);
    }

    #[test]
    fn what_is_wrong_is_said_where_it_stands() {
        let wrong = |text: &str| read(text).unwrap_err();
        assert!(wrong("boss.hp").contains("expected PATH=A..B"));
        assert!(wrong("=1..2").contains("expected PATH=A..B"));
        assert!(wrong("a=").contains("expected PATH=A..B"));
        assert!(wrong("a=1..x").contains("vary:1:6: `x` is no number"), "{}", wrong("a=1..x"));
        assert!(wrong("a=1..").contains("a number is missing in the range 1..\na range has both"));
        assert!(wrong("a=..").contains("a number is missing"));
        assert!(wrong("a=1..2:").contains("a number is missing"));
        assert!(wrong("a=9..1").contains("runs backwards, and is empty\nwrite it as `1..9`"));
        assert!(wrong("a=1..9:0").contains("a step must be more than nothing"));
        assert!(wrong("a=1..2,2").contains("2 is there twice"));
        assert!(wrong("a=1,,2").contains("a value is missing"));
        assert!(wrong("a=0..99999999999").contains("100,000,000,000 values are too many"));
        // Many ranges together are no way around it.
        let ranges = "a=1..9999999,20000000..29999999";
        assert!(wrong(ranges).contains("19,999,999 values are too many"), "{}", wrong(ranges));
        let few = Axis::read_at_most(&Text::new("vary", "a=1..10"), 9).unwrap_err();
        assert!(few.to_string().contains("10 values are too many"));
    }
}
