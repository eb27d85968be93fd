//! Cards as small as they can be.
//!
//! The engine asks two things of a card: which of two is higher, and whether a deck has at least as
//! many cards left as it says. With n cards in the game a deck never has n left after a draw, so
//! every card above n may be renamed as long as it stays above n and in its order: to n + 1, n + 2,
//! and so on. Then no card is above 2n, and 127 cards or fewer fit into a byte each. In plain combat
//! only the order counts, so the cards are renamed 0, 1, 2 and so on.

use crate::{Deal, Mode};

/// A number type that a card fits into.
pub(crate) trait Card: Copy + Ord + Default {
    /// The highest card there is of this type.
    const MOST: usize;
    /// From a number that is known to fit.
    fn from_number(number: usize) -> Self;
    /// As a number.
    fn number(self) -> usize;
}

macro_rules! card {
    ($type:ty) => {
        impl Card for $type {
            const MOST: usize = <$type>::MAX as usize;
            #[inline]
            fn from_number(number: usize) -> Self {
                Self::try_from(number).expect("the number of cards was checked")
            }
            #[inline]
            fn number(self) -> usize {
                self as usize
            }
        }
    };
}

card!(u8);
card!(u16);
card!(u32);

/// The names of the cards of a deal while it is played.
pub(crate) struct Names {
    mode: Mode,
    /// The cards as they were dealt, in order.
    sorted: Vec<u32>,
}

impl Names {
    pub(crate) fn new(deal: &Deal, mode: Mode) -> Self {
        let mut sorted = deal.decks().concat();
        sorted.sort_unstable();
        Self { mode, sorted }
    }

    /// The highest name in use.
    pub(crate) fn highest(&self) -> usize {
        self.compact(self.sorted[self.sorted.len() - 1])
    }

    /// A deck by its new names.
    pub(crate) fn deck<C: Card>(&self, deck: &[u32]) -> Vec<C> {
        deck.iter().map(|&card| C::from_number(self.compact(card))).collect()
    }

    fn compact(&self, card: u32) -> usize {
        let cards = self.sorted.len();
        match self.mode {
            Mode::Recursive if card as usize <= cards => card as usize,
            Mode::Recursive => cards + 1 + self.rank(card) - self.small(),
            Mode::Plain => self.rank(card),
        }
    }

    /// The cards as they were dealt, from their new names.
    pub(crate) fn dealt<C: Card>(&self, deck: &[C]) -> Vec<u32> {
        let cards = self.sorted.len();
        let small = self.small();
        let dealt = |name: usize| match self.mode {
            Mode::Recursive if name <= cards => {
                u32::try_from(name).expect("a card that kept its name")
            }
            Mode::Recursive => self.sorted[name - cards - 1 + small],
            Mode::Plain => self.sorted[name],
        };
        deck.iter().map(|card| dealt(card.number())).collect()
    }

    fn rank(&self, card: u32) -> usize {
        self.sorted.partition_point(|&other| other < card)
    }

    /// How many cards keep their names in the recursive game.
    fn small(&self) -> usize {
        self.sorted.partition_point(|&card| card as usize <= self.sorted.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn high_cards_are_renamed_in_order_and_low_ones_are_kept() {
        let deal = Deal::new([vec![900, 2], vec![u32::MAX, 4]]).unwrap();
        let names = Names::new(&deal, Mode::Recursive);
        let decks = deal.decks().map(|deck| names.deck::<u8>(deck));
        assert_eq!(decks, [vec![5, 2], vec![6, 4]]);
        assert_eq!(decks.map(|deck| names.dealt(&deck)), deal.decks().map(<[u32]>::to_vec));
        assert_eq!(names.highest(), 6);
    }

    #[test]
    fn in_plain_combat_only_the_order_counts() {
        let deal = Deal::new([vec![900, 2], vec![u32::MAX, 4]]).unwrap();
        let names = Names::new(&deal, Mode::Plain);
        let decks = deal.decks().map(|deck| names.deck::<u8>(deck));
        assert_eq!(decks, [vec![2, 0], vec![3, 1]]);
        assert_eq!(decks.map(|deck| names.dealt(&deck)), deal.decks().map(<[u32]>::to_vec));
    }
}
