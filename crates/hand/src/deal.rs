//! Random hands: uniform numbers within ranges, by seed.
//!
//! The generator is `ChaCha8`, seeded from one number; each card takes cost, pitch, attack and go
//! again from it in that order, each as the upper part of a 32-bit draw times the width of the
//! range. A seed gives the same hand on every machine, and a larger hand begins with the smaller.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::{Card, Hand};

/// From the least to the most, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub min: u32,
    /// The most, not below the least.
    pub max: u32,
}

/// What dealt cards look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranges {
    /// Resources that a card costs.
    pub cost: Range,
    /// Resources that it gives.
    pub pitch: Range,
    /// Damage.
    pub attack: Range,
    /// Action points that it gives.
    pub go_again: Range,
}

impl Default for Ranges {
    fn default() -> Self {
        Self {
            cost: Range { min: 0, max: 8 },
            pitch: Range { min: 1, max: 3 },
            attack: Range { min: 0, max: 14 },
            go_again: Range { min: 0, max: 3 },
        }
    }
}

impl Range {
    fn draw(self, random: &mut ChaCha8Rng) -> u32 {
        debug_assert!(self.min <= self.max, "a range is not empty");
        let width = u64::from(self.max - self.min) + 1;
        let part = (u64::from(random.next_u32()) * width) >> 32;
        self.min + u32::try_from(part).expect("a part of a width of at most 2^32")
    }
}

impl Ranges {
    /// So many cards, named nr0, nr1, ...
    ///
    /// ```
    /// use outplay_hand::Ranges;
    /// let (two, three) = (Ranges::default().deal(2, 1), Ranges::default().deal(3, 1));
    /// assert_eq!(two.cards[..], three.cards[..2]);
    /// assert_eq!(three.cards[2].name, "nr2");
    /// ```
    pub fn deal(&self, cards: usize, seed: u64) -> Hand {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let cards = (0..cards).map(|number| {
            let [cost, pitch, attack, go_again] =
                [self.cost, self.pitch, self.attack, self.go_again]
                    .map(|range| range.draw(&mut random));
            Card::new(format!("nr{number}"), cost, pitch, attack, go_again)
        });
        Hand::new(cards.collect())
    }
}
