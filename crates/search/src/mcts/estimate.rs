//! What playouts say: a mean, and how far it may be off.

/// How a move went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried<M> {
    /// The move.
    pub mv: M,
    /// In how many playouts it was made.
    pub visits: u64,
    /// What these were worth to player 1 on average; none where there are none.
    pub mean: Option<f64>,
}

/// A mean of playouts, with a confidence interval of 95 %.
///
/// The interval says how far the mean of so many playouts strays by chance, as if each had been drawn by
/// itself from all that the search would ever play: were the same search run with other seeds, about 95
/// in 100 of such intervals would hold what it plays towards. It says nothing about play that the
/// search did not look at, so what the game is really worth may lie far outside, and **nothing is
/// proved**. In particular whoever has the only good reply deep in the game is underrated until it is
/// found. Two playouts of the least and two of the greatest value that were seen are added to
/// the count (Agresti and Coull), so that a few playouts that all went alike do not look certain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

impl Estimate {
    /// A game that is over is worth what it is.
    pub(super) fn exactly(value: f64) -> Self {
        Self { mean: value, low: value, high: value }
    }
}

/// A sum and a spread of numbers that come one by one (Welford).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    count: u64,
    sum: f64,
    /// The mean, as it came about one by one.
    running: f64,
    /// The sum of squared distances from the mean.
    squares: f64,
}

/// How many standard errors hold 95 % of a normal distribution, to both sides.
const STANDARD_ERRORS: f64 = 1.96;

#[expect(clippy::cast_precision_loss, reason = "counts of playouts are small")]
impl Tally {
    pub(super) fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        let off = value - self.running;
        self.running += off / self.count as f64;
        self.squares += off * (value - self.running);
    }

    /// The mean, where there is any.
    pub(super) fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }

    /// The mean with its interval, which stays within the values that are possible.
    pub(super) fn estimate(self, (least, most): (f64, f64)) -> Option<Estimate> {
        let mean = self.mean()?;
        let mut more = self;
        for value in [least, most, least, most] {
            more.add(value);
        }
        let count = more.count as f64;
        let error = STANDARD_ERRORS * (more.squares / count / count).sqrt();
        let low = (more.running - error).max(least).min(mean);
        let high = (more.running + error).min(most).max(mean);
        Some(Estimate { mean, low, high })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(ones: u64, zeros: u64) -> Estimate {
        let mut tally = Tally::default();
        for _ in 0..ones {
            tally.add(1.0);
        }
        for _ in 0..zeros {
            tally.add(0.0);
        }
        tally.estimate((0.0, 1.0)).unwrap()
    }

    #[test]
    fn the_interval_is_that_of_agresti_and_coull() {
        // 10 of 20 are 12 of 24.
        let half = tally(10, 10);
        let error = 1.96 * (0.25_f64 / 24.0).sqrt();
        assert!((half.low - (0.5 - error)).abs() < 1e-12, "{half:?}");
        assert!((half.high - (0.5 + error)).abs() < 1e-12, "{half:?}");
    }

    #[test]
    fn a_few_that_went_alike_are_not_certain() {
        let all = tally(5, 0);
        assert_eq!((all.mean, all.high), (1.0, 1.0));
        assert!(0.4 < all.low && all.low < 0.6, "{all:?}");
        assert!(tally(500, 0).low > 0.98);
        let none = tally(0, 5);
        assert!(none.low == 0.0 && (none.high - (1.0 - all.low)).abs() < 1e-12, "{none:?}");
    }

    #[test]
    fn nothing_is_said_of_no_playouts() {
        assert_eq!(Tally::default().estimate((0.0, 1.0)), None);
    }
}
