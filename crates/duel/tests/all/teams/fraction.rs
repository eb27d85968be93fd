//! Exact fractions; what does not fit is `None`, and whoever reckons gives up.

use std::cmp::Ordering;

/// In lowest terms, with a denominator above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fraction(i128, i128);

impl Fraction {
    pub(crate) const ZERO: Self = Self(0, 1);
    pub(crate) const ONE: Self = Self(1, 1);

    pub(crate) fn of(over: i128, under: i128) -> Self {
        let (mut one, mut other) = (over.abs(), under.abs());
        while other != 0 {
            (one, other) = (other, one % other);
        }
        let sign = under.signum();
        Self(sign * over / one.max(1), sign * under / one.max(1))
    }

    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        let over = self.0.checked_mul(other.1)?.checked_add(other.0.checked_mul(self.1)?)?;
        Some(Self::of(over, self.1.checked_mul(other.1)?))
    }

    pub(crate) fn times(self, other: Self) -> Option<Self> {
        Some(Self::of(self.0.checked_mul(other.0)?, self.1.checked_mul(other.1)?))
    }

    pub(crate) fn compared(self, other: Self) -> Option<Ordering> {
        Some(self.0.checked_mul(other.1)?.cmp(&other.0.checked_mul(self.1)?))
    }

    /// Does it lie between these two, as far as a floating-point number can tell? The error of the
    /// division is far below the width that is asked for.
    #[expect(clippy::cast_precision_loss, reason = "allowed for")]
    pub(crate) fn is_between(self, lower: f64, upper: f64) -> bool {
        let near = self.0 as f64 / self.1 as f64;
        let error = near.abs() * 1e-14;
        lower - error <= near && near <= upper + error
    }
}
