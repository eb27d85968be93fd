//! Two decks that are fit to fight, and how they are dealt at random.
//!
//! The generator is `ChaCha` with 8 rounds: its key is the seed (eight bytes, little end first, then
//! zeros), its stream the number of the deal. The shuffle is Fisher and Yates's, from the last place
//! down, each place drawn by Lemire's multiplication with rejection. All of it is written out here,
//! so that a seed means the same deal for ever.

use std::fmt;

use outplay_game::Player;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The most cards that are dealt at random.
pub const MOST_DEALT: u32 = 1_000_000;

/// Two decks, top first: neither is empty, no card is 0, no two cards are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    decks: [Vec<u32>; 2],
}

/// Why two decks cannot fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misdeal {
    /// This player has no cards.
    Empty(Player),
    /// A card is 0.
    Zero,
    /// This card is there twice, so that nobody would win when they meet.
    Twice(u32),
}

impl fmt::Display for Misdeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty(player) => write!(f, "{player} has no cards"),
            Self::Zero => f.write_str("a card is 0"),
            Self::Twice(card) => write!(f, "card {card} is there twice"),
        }
    }
}

impl std::error::Error for Misdeal {}

impl Deal {
    /// A deal of these decks, top first.
    ///
    /// # Errors
    /// The first reason why they cannot fight.
    pub fn new(decks: [Vec<u32>; 2]) -> Result<Self, Misdeal> {
        for player in Player::BOTH {
            if decks[player.index()].is_empty() {
                return Err(Misdeal::Empty(player));
            }
        }
        let mut all: Vec<u32> = decks.iter().flatten().copied().collect();
        all.sort_unstable();
        if all[0] == 0 {
            return Err(Misdeal::Zero);
        }
        match all.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Misdeal::Twice(pair[0])),
            None => Ok(Self { decks }),
        }
    }

    /// The cards 1 to `cards`, shuffled and halved; player 2 has one more where they are odd.
    /// `number` tells the deals of one seed apart, the first of them 1.
    ///
    /// # Panics
    /// With fewer than 2 cards or more than [`MOST_DEALT`].
    pub fn random(cards: u32, seed: u64, number: u64) -> Self {
        assert!((2..=MOST_DEALT).contains(&cards), "a deal has 2 to {MOST_DEALT} cards");
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut generator = ChaCha8Rng::from_seed(key);
        generator.set_stream(number);
        let mut one: Vec<u32> = (1..=cards).collect();
        for last in (1..one.len()).rev() {
            let places = u32::try_from(last + 1).expect("at most MOST_DEALT places");
            one.swap(last, below(&mut generator, places) as usize);
        }
        let two = one.split_off(one.len() / 2);
        Self { decks: [one, two] }
    }

    /// A player's deck, top first.
    pub fn deck(&self, player: Player) -> &[u32] {
        &self.decks[player.index()]
    }

    /// Both decks, top first.
    pub fn decks(&self) -> [&[u32]; 2] {
        self.decks.each_ref().map(Vec::as_slice)
    }

    /// How many cards there are.
    pub fn cards(&self) -> usize {
        self.decks.iter().map(Vec::len).sum()
    }
}

/// The puzzle's own text.
impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in Player::BOTH {
            let gap = if player == Player::One { "" } else { "\n" };
            writeln!(f, "{gap}Player {}:", player.number())?;
            for card in self.deck(player) {
                writeln!(f, "{card}")?;
            }
        }
        Ok(())
    }
}

/// A number below `bound`, each with the same probability.
fn below(generator: &mut ChaCha8Rng, bound: u32) -> u32 {
    // The lowest products are rejected so that every result has as many.
    let spare = bound.wrapping_neg() % bound;
    loop {
        let product = u64::from(generator.next_u32()) * u64::from(bound);
        let (result, low) = ((product >> 32) as u32, product & u64::from(u32::MAX));
        if low >= u64::from(spare) {
            return result;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_the_same_deal_for_ever() {
        let deal = Deal::random(10, 3, 1);
        assert_eq!(deal.decks(), [[5, 6, 1, 4, 9], [2, 10, 8, 7, 3]]);
        assert_ne!(deal, Deal::random(10, 3, 2));
        assert_ne!(deal, Deal::random(10, 4, 1));
    }

    #[test]
    fn every_card_is_dealt_once_and_player_two_has_the_odd_one() {
        let deal = Deal::random(7, 0, 1);
        let mut all = deal.decks().concat();
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(deal.deck(Player::Two).len(), 4);
    }

    #[test]
    fn every_order_is_about_as_likely_as_every_other() {
        let mut first = [0_u32; 5];
        for number in 0..5000 {
            first[Deal::random(5, 9, number).deck(Player::One)[0] as usize - 1] += 1;
        }
        assert!(first.iter().all(|&times| (850..1150).contains(&times)), "{first:?}");
    }

    #[test]
    fn decks_that_cannot_fight_are_refused() {
        let refused = |one: &[u32], two: &[u32]| Deal::new([one.to_vec(), two.to_vec()]).err();
        assert_eq!(refused(&[], &[1]), Some(Misdeal::Empty(Player::One)));
        assert_eq!(refused(&[1], &[]), Some(Misdeal::Empty(Player::Two)));
        assert_eq!(refused(&[1], &[0]), Some(Misdeal::Zero));
        assert_eq!(refused(&[3, 4], &[1, 3]), Some(Misdeal::Twice(3)));
        assert_eq!(refused(&[3, 4], &[1, 2]), None);
    }

    #[test]
    fn words_that_would_favour_a_place_are_thrown_away() {
        // Of so many places a quarter of the words would favour one.
        let mut generator = ChaCha8Rng::from_seed([7; 32]);
        let drawn: Vec<u32> = (0..100).map(|_| below(&mut generator, 3 << 30)).collect();
        assert!(drawn.iter().all(|&place| place < 3 << 30));
        assert_eq!((drawn.last(), generator.get_word_pos()), (Some(&1_472_683_494), 136));
        let (mut counts, mut words) = ([0_u32; 3], generator);
        for _ in 0..30_000 {
            counts[(below(&mut words, 3 << 30) >> 30) as usize] += 1;
        }
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 400), "{counts:?}");
    }
}
