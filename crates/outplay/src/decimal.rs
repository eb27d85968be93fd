//! Decimal numbers as people write them, compared exactly: floating point would round scores beyond
//! 2^53, and would make 0.45 something else.

use std::fmt;
use std::str::FromStr;

/// So many digits are kept after the point.
const PLACES: usize = 18;

/// A decimal number: the whole number below it, and what it is above that in units of 10^-18.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal {
    whole: i128,
    part: u64,
}

impl Decimal {
    /// Nothing.
    pub const ZERO: Self = Self { whole: 0, part: 0 };

    /// A measured number, as it is written with the fewest digits; none where it is no number.
    pub fn of(number: f64) -> Option<Self> {
        let text = format!("{number}");
        let most = text.find('.').map_or(text.len(), |point| point + 1 + PLACES);
        text[..most.min(text.len())].parse().ok()
    }
}

impl From<i128> for Decimal {
    fn from(whole: i128) -> Self {
        Self { whole, part: 0 }
    }
}

/// The text is no decimal number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotDecimal;

impl FromStr for Decimal {
    type Err = NotDecimal;

    fn from_str(text: &str) -> Result<Self, NotDecimal> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_number =
            |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        if !is_number(whole) || !is_number(part) || part.len() > PLACES {
            return Err(NotDecimal);
        }
        let whole: i128 = whole.parse().map_err(|_| NotDecimal)?;
        let part: u64 = format!("{part:0<PLACES$}").parse().map_err(|_| NotDecimal)?;
        Ok(match (text.starts_with('-'), part) {
            (false, part) => Self { whole, part },
            (true, 0) => Self { whole: -whole, part },
            (true, part) => Self { whole: -whole - 1, part: 10_u64.pow(18) - part },
        })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, whole, part) = match (self.whole < 0, self.part) {
            (true, 0) => ("-", -self.whole, 0),
            (true, part) => ("-", -(self.whole + 1), 10_u64.pow(18) - part),
            (false, part) => ("", self.whole, part),
        };
        let digits = format!("{part:018}");
        match digits.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            digits => write!(f, "{sign}{whole}.{digits}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_ordered_exactly_and_written_as_they_were_read() {
        let ordered = ["-2", "-1.5", "-0.45", "0", "0.000001", "0.45", "0.5", "900", "900.01"];
        let numbers: Vec<Decimal> = ordered.iter().map(|text| text.parse().unwrap()).collect();
        assert!(numbers.is_sorted_by(|one, other| one < other));
        assert_eq!(numbers.iter().map(ToString::to_string).collect::<Vec<_>>(), ordered);
        let large = (1_i128 << 53) + 1;
        assert_eq!(large.to_string().parse(), Ok(Decimal::from(large)));
        assert_eq!(Decimal::of(0.45), "0.45".parse().ok());
        assert_eq!(Decimal::of(f64::NAN), None);
    }

    #[test]
    fn what_is_no_decimal_is_refused() {
        for text in ["", "-", ".5", "5.", "1e3", "+1", "1 0", "0.1234567890123456789", "inf"] {
            assert_eq!(text.parse::<Decimal>(), Err(NotDecimal), "{text}");
        }
    }
}
