//! Numbers with a fraction, exactly as they are written: 0.63 is 63/100, which no float is.

use std::fmt;
use std::str::FromStr;

/// As many digits may stand after the point.
const MOST_PLACES: u32 = 9;

/// A number with at most nine digits after the point, without rounding.
///
/// It is kept without zeros at its end, so that equal numbers are the same however they are written.
///
/// ```
/// # use outplay_text::Decimal;
/// let chance: Decimal = "0.630".parse()?;
/// assert_eq!((chance.numerator(), chance.denominator()), (63, 100));
/// assert_eq!(chance.to_string(), "0.63");
/// # Ok::<(), outplay_text::NoDecimal>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decimal {
    numerator: i64,
    places: u32,
}

/// Why a text is no [`Decimal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDecimal {
    /// It is no number, or not a finite one.
    NoNumber,
    /// It has too many digits after the point.
    TooFine,
    /// It has too many digits in all.
    TooLarge,
}

impl Decimal {
    /// What stands above the line of the fraction.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// What stands below the line: a power of ten, the least that does.
    pub fn denominator(self) -> u64 {
        10_u64.pow(self.places)
    }

    /// Is it one of the numbers from `least` to `most`?
    pub(crate) fn is_within(self, least: i64, most: i64) -> bool {
        let scaled = |bound: i64| i128::from(bound) * i128::from(self.denominator());
        (scaled(least)..=scaled(most)).contains(&i128::from(self.numerator))
    }

    /// The hundredth part, where it can be written.
    pub(crate) fn hundredth(self) -> Option<Self> {
        let (mut numerator, mut places) = (self.numerator, self.places + 2);
        while places > 0 && numerator % 10 == 0 {
            (numerator, places) = (numerator / 10, places - 1);
        }
        (places <= MOST_PLACES).then_some(Self { numerator, places })
    }
}

impl From<i64> for Decimal {
    fn from(number: i64) -> Self {
        Self { numerator: number, places: 0 }
    }
}

impl FromStr for Decimal {
    type Err = NoDecimal;

    /// Reads digits with or without a sign, a point and an exponent: `-12.5`, `1e-3`.
    fn from_str(text: &str) -> Result<Self, NoDecimal> {
        let (sign, unsigned) = match text.strip_prefix('-') {
            Some(rest) => ("-", rest),
            None => ("", text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}");
        let power = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        let is_digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(&digits) || !is_digits(power) {
            return Err(NoDecimal::NoNumber);
        }
        // Zeros at both ends say nothing about how much there is to keep.
        let kept = digits.trim_end_matches('0');
        let significant = kept.trim_start_matches('0');
        if significant.is_empty() {
            return Ok(Self::default());
        }
        let far = if exponent.starts_with('-') { NoDecimal::TooFine } else { NoDecimal::TooLarge };
        let exponent: i64 = i32::from_str(exponent).map_err(|_| far)?.into();
        let length = |text: &str| i64::try_from(text.len()).map_err(|_| NoDecimal::TooLarge);
        let shift = exponent + length(&digits)? - length(kept)? - length(fraction)?;
        if shift < -i64::from(MOST_PLACES) {
            return Err(NoDecimal::TooFine);
        }
        // No number of this kind has more digits; a long row of zeros is not written out for it.
        let zeros = usize::try_from(shift).unwrap_or(0);
        if zeros > 18 {
            return Err(NoDecimal::TooLarge);
        }
        let number = format!("{sign}{significant}{}", "0".repeat(zeros));
        let numerator = number.parse().map_err(|_| NoDecimal::TooLarge)?;
        Ok(Self { numerator, places: u32::try_from(-shift).unwrap_or(0) })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.numerator < 0 { "-" } else { "" };
        let places = self.places as usize;
        let digits = format!("{:0width$}", self.numerator.unsigned_abs(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let point = if places == 0 { "" } else { "." };
        write!(f, "{sign}{whole}{point}{fraction}")
    }
}

impl fmt::Display for NoDecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoNumber => "this is no number that rules can hold",
            Self::TooFine => "this number has too many digits after the point",
            Self::TooLarge => "this number is too large",
        })
    }
}

impl std::error::Error for NoDecimal {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(i64, u64), NoDecimal> {
        text.parse::<Decimal>().map(|number| (number.numerator(), number.denominator()))
    }

    #[test]
    fn a_number_is_the_fraction_that_its_text_says() {
        assert_eq!(read("0.63"), Ok((63, 100)));
        assert_eq!(read("0.1"), Ok((1, 10)));
        assert_eq!(read("-12.5"), Ok((-125, 10)));
        assert_eq!(read("+0.5"), Ok((5, 10)));
        assert_eq!(read("1e-3"), Ok((1, 1000)));
        assert_eq!(read("62.5E-2"), Ok((625, 1000)));
        assert_eq!(read("1.5e+3"), Ok((1500, 1)));
        assert_eq!(read("12"), Ok((12, 1)));
        assert_eq!(read("9e18"), Ok((9_000_000_000_000_000_000, 1)));
        assert_eq!(read("0.123456789"), Ok((123_456_789, 1_000_000_000)));
        assert_eq!(read("9223372036.854775807"), Ok((i64::MAX, 1_000_000_000)));
        assert_eq!(read("-9223372036.854775808"), Ok((i64::MIN, 1_000_000_000)));
    }

    #[test]
    fn zeros_at_the_end_make_no_difference() {
        assert_eq!("0.630000000000".parse::<Decimal>(), "0.63".parse());
        assert_eq!("100.0".parse(), Ok(Decimal::from(100)));
        assert_eq!("1000e-2".parse(), Ok(Decimal::from(10)));
        for zero in ["0.0", "-0.0", "0e999999999999", "0e-999999999999", "0.00000000000000"] {
            assert_eq!(zero.parse(), Ok(Decimal::from(0)), "{zero}");
        }
    }

    #[test]
    fn what_cannot_be_kept_exactly_is_not_kept() {
        for fine in ["0.1234567891", "1e-10", "1e-999999999999", "1.5e-9"] {
            assert_eq!(read(fine), Err(NoDecimal::TooFine), "{fine}");
        }
        for large in ["9223372036.854775808", "1e19", "9.3e18", "1e2000000000", "1e999999999999"] {
            assert_eq!(read(large), Err(NoDecimal::TooLarge), "{large}");
        }
        for word in ["", "-", ".", "inf", "nan", "-inf", "1e", "e5", "1.2.3", "--1", "1e+-2", "٣"]
        {
            assert_eq!(read(word), Err(NoDecimal::NoNumber), "{word}");
        }
    }

    #[test]
    fn a_number_is_written_as_short_as_it_can_be() {
        for text in ["0.63", "0.001", "-0.5", "-12.25", "0", "7", "-3", "0.000000001"] {
            assert_eq!(text.parse().map(|number: Decimal| number.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(Decimal::from(i64::MIN).to_string(), i64::MIN.to_string());
        assert_eq!("1.50e2".parse().map(|number: Decimal| number.to_string()), Ok("150".into()));
    }

    #[test]
    fn a_range_holds_its_ends_and_nothing_beyond() {
        let within = |text: &str, least, most| {
            text.parse::<Decimal>().map(|number| number.is_within(least, most))
        };
        for inside in ["0", "0.000000001", "0.5", "1.0"] {
            assert_eq!(within(inside, 0, 1), Ok(true), "{inside}");
        }
        for outside in ["-0.000000001", "1.000000001", "2", "-1"] {
            assert_eq!(within(outside, 0, 1), Ok(false), "{outside}");
        }
        assert_eq!(within("9223372036.5", i64::MIN, i64::MAX), Ok(true));
    }

    #[test]
    fn a_hundredth_is_exact_or_not_given() {
        let hundredth =
            |text: &str| text.parse::<Decimal>().ok()?.hundredth().map(|part| part.to_string());
        assert_eq!(hundredth("63").as_deref(), Some("0.63"));
        assert_eq!(hundredth("62.5").as_deref(), Some("0.625"));
        assert_eq!(hundredth("100").as_deref(), Some("1"));
        assert_eq!(hundredth("0").as_deref(), Some("0"));
        assert_eq!(hundredth("62.12345678"), None);
    }
}
