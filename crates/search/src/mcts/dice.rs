//! Where the chance of playouts comes from: a seed, and nothing else.
//!
//! The numbers are those of `SplitMix64` (Steele, Lea and Flood): whole numbers alone, the same on every machine.

use outplay_game::{Game, MOST_WEIGHT, Stop};

use super::Weights;

/// A stream of random numbers, and room for the weights of a roll.
pub(super) struct Dice(u64, Vec<u64>);

impl Dice {
    /// Neighbouring seeds give streams that have nothing to do with each other.
    pub(super) fn new(seed: u64) -> Self {
        Self(mixed(seed ^ STEP), Vec::new())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mixed(self.0)
    }

    /// A number below `bound`, each with the same probability (Lemire).
    #[inline]
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        loop {
            let product = u128::from(self.next()) * u128::from(bound);
            let (result, low) = split(product);
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return result;
            }
        }
    }

    /// A place in a list of so many.
    #[inline]
    pub(super) fn place(&mut self, count: usize) -> usize {
        // No more than the count.
        usize::try_from(self.below(count as u64)).unwrap_or(0)
    }

    /// The result of a roll.
    pub(super) fn roll<G: Game>(
        &mut self,
        weights: Option<Weights<G>>,
        game: &G,
        state: &G::State,
    ) -> Result<usize, Stop> {
        let weights = weights.ok_or(Stop::Chance)?;
        self.1.clear();
        weights(game, state, &mut self.1);
        let sum = self.1.iter().try_fold(0_u64, |sum, &weight| sum.checked_add(weight));
        let sum = sum.filter(|sum| (1..=MOST_WEIGHT).contains(sum)).ok_or(Stop::Weights)?;
        let mut left = self.below(sum);
        let falls = |&weight: &u64| {
            let here = left < weight;
            left = left.saturating_sub(weight);
            here
        };
        self.1.iter().position(falls).ok_or(Stop::Weights)
    }
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

fn mixed(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The upper and the lower half.
#[expect(clippy::cast_possible_truncation, reason = "halves of 64 bits")]
fn split(product: u128) -> (u64, u64) {
    ((product >> 64) as u64, product as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        // The reference's first numbers from the state 1234567.
        let mut dice = Dice(1_234_567, Vec::new());
        let first = [0; 3].map(|_| dice.next());
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn every_number_comes_about_as_often() {
        let mut dice = Dice::new(1);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[dice.place(6)] += 1;
        }
        // Six standard deviations of 91.
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 550), "{counts:?}");
    }

    #[test]
    fn numbers_that_would_favour_a_result_are_thrown_away() {
        // Of three quarters of all words as results, every third would come twice as often.
        let mut dice = Dice::new(2);
        let twice = (0..30_000).filter(|_| dice.below(3 << 62).is_multiple_of(3)).count();
        assert!(twice.abs_diff(10_000) < 500, "{twice}");
    }
}
