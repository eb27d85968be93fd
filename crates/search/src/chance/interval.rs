//! An interval that a number was proved to lie in, and how it comes out of fixed point.

use super::shapes::{BITS, ONE};

/// A number that is known to lie between two others, both of which it may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// It is no less than this.
    pub lower: f64,
    /// It is no more than this.
    pub upper: f64,
}

impl Interval {
    /// The number, as well as it is known.
    pub fn middle(self) -> f64 {
        f64::midpoint(self.lower, self.upper)
    }

    /// How far apart the bounds are.
    pub fn width(self) -> f64 {
        self.upper - self.lower
    }

    /// What is left of 1: the chance of what does not happen.
    #[must_use]
    pub fn rest(self) -> Self {
        let exact = |number: f64, rest: f64| (1.0 - rest).total_cmp(&number).is_eq();
        let [lower, upper] = [1.0 - self.upper, 1.0 - self.lower];
        Self {
            lower: if exact(self.upper, lower) { lower } else { lower.next_down() },
            upper: if exact(self.lower, upper) { upper } else { upper.next_up() },
        }
    }

    /// Does a number lie in it?
    pub fn contains(self, number: f64) -> bool {
        self.lower <= number && number <= self.upper
    }
}

/// What a value counts from, and how many binary places of a fixed-point number are a whole one.
///
/// Fixed-point values lie between 0 and [`ONE`]; that is a power of two above the widest difference
/// of payoffs, so that every payoff is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    pub(crate) least: i64,
    pub(crate) places: u32,
}

impl Scale {
    /// One in which all these payoffs fit; `None` where they are too far apart.
    pub(crate) fn of(least: i64, most: i64) -> Option<Self> {
        let span = u64::try_from(i128::from(most) - i128::from(least)).ok()?;
        let bits = span.max(1).checked_next_power_of_two()?.trailing_zeros();
        (bits < BITS).then_some(Self { least, places: BITS - bits })
    }

    /// A payoff in fixed point.
    pub(crate) fn fixed(self, payoff: i64) -> u64 {
        let above = i128::from(payoff) - i128::from(self.least);
        u64::try_from(above << self.places).expect("a scale is made for all payoffs")
    }

    /// What lies between a lower bound in fixed point and [`ONE`] less the other.
    pub(crate) fn interval(self, low: u64, above: u64) -> Interval {
        let number = |fixed: u64| (i128::from(self.least) << self.places) + i128::from(fixed);
        Interval {
            lower: at_most(number(low), self.places),
            upper: at_least(number(ONE - above), self.places),
        }
    }
}

/// The largest floating-point number that is no more than a fixed-point one.
pub(crate) fn at_most(fixed: i128, places: u32) -> f64 {
    let near = nearest(fixed, places);
    if exact(near, places) > fixed { near.next_down() } else { near }
}

/// The smallest floating-point number that is no less than a fixed-point one.
pub(crate) fn at_least(fixed: i128, places: u32) -> f64 {
    let near = nearest(fixed, places);
    if exact(near, places) < fixed { near.next_up() } else { near }
}

#[expect(clippy::cast_precision_loss, reason = "the callers see to the rounding")]
fn nearest(fixed: i128, places: u32) -> f64 {
    fixed as f64 / (1_u128 << places) as f64
}

#[expect(clippy::cast_possible_truncation, reason = "it came out of a whole number of that size")]
#[expect(clippy::cast_precision_loss, reason = "a power of two is exact")]
fn exact(near: f64, places: u32) -> i128 {
    // A number with fewer than 53 bits has no fraction left, and one with more is whole itself.
    (near * (1_u128 << places) as f64) as i128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_one_is_rounded_outward() {
        let all = Interval { lower: 0.0, upper: 1.0 };
        assert_eq!(all.rest(), all);
        let exact = Interval { lower: 0.25, upper: 0.75 };
        assert_eq!(exact.rest(), exact);
        let tiny = Interval { lower: 1e-20, upper: 1e-20 }.rest();
        assert_eq!((tiny.lower, tiny.upper), (1.0_f64.next_down(), 1.0_f64.next_up()));
    }

    #[test]
    fn bounds_are_rounded_outward() {
        let scale = Scale::of(0, 1).unwrap();
        assert_eq!(scale.interval(0, 0), Interval { lower: 0.0, upper: 1.0 });
        assert_eq!(scale.interval(ONE, 0), Interval { lower: 1.0, upper: 1.0 });
        let Interval { lower, upper } = scale.interval(ONE / 3, ONE - ONE / 3);
        assert!(lower < upper && upper - lower < 1e-15);
        let tight = scale.interval(ONE - 1, 1);
        assert_eq!((tight.lower, tight.upper), (1.0_f64.next_down(), 1.0));
        let payoffs = Scale::of(-7, 90).unwrap();
        for payoff in [-7, 0, 90] {
            let fixed = payoffs.fixed(payoff);
            let exact = f64::from(i32::try_from(payoff).unwrap());
            assert_eq!(
                payoffs.interval(fixed, ONE - fixed),
                Interval { lower: exact, upper: exact }
            );
        }
        assert_eq!(Scale::of(i64::MIN, i64::MAX), None);
    }
}
