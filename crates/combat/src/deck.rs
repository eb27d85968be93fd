//! A deck: a ring buffer that never moves a card.
//!
//! The room is a power of two, so that a place in the ring is a mask away. Decks are equal when
//! their cards are, wherever in the ring they lie.

use std::fmt;
use std::hash::{Hash, Hasher};

/// Cards in a row, taken from the top and put at the bottom.
#[derive(Clone, Default)]
pub struct Deck {
    ring: Vec<u32>,
    top: usize,
    len: usize,
}

impl Deck {
    /// A deck of these cards, top first, with room for `room` cards.
    pub fn new(cards: &[u32], room: usize) -> Self {
        let mut ring = vec![0; room.max(cards.len()).next_power_of_two()];
        ring[..cards.len()].copy_from_slice(cards);
        Self { ring, top: 0, len: cards.len() }
    }

    /// How many cards it has.
    pub fn len(&self) -> usize {
        self.len
    }

    /// How many cards it has room for.
    pub fn room(&self) -> usize {
        self.ring.len()
    }

    /// Has it no cards?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The top card.
    pub fn top(&self) -> Option<u32> {
        (self.len > 0).then(|| self.ring[self.top])
    }

    /// Takes the top card.
    pub fn draw(&mut self) -> Option<u32> {
        let card = self.top()?;
        self.top = (self.top + 1) & (self.ring.len() - 1);
        self.len -= 1;
        Some(card)
    }

    /// Puts a card at the bottom.
    pub fn put(&mut self, card: u32) {
        if self.len == self.ring.len() {
            *self = Self::new(&self.to_vec(), self.len + 1);
        }
        let mask = self.ring.len() - 1;
        self.ring[(self.top + self.len) & mask] = card;
        self.len += 1;
    }

    /// The cards, top first.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let (first, rest) = self.slices();
        first.iter().chain(rest).copied()
    }

    /// The cards, top first, as a list.
    pub fn to_vec(&self) -> Vec<u32> {
        self.iter().collect()
    }

    /// The cards as they lie in the ring: those up to its end, and those that go on at its start.
    pub fn slices(&self) -> (&[u32], &[u32]) {
        let end = (self.top + self.len).min(self.ring.len());
        let first = &self.ring[self.top..end];
        (first, &self.ring[..self.len - first.len()])
    }
}

impl PartialEq for Deck {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl Eq for Deck {}

impl Hash for Deck {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        self.iter().for_each(|card| card.hash(state));
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_deck_does_what_a_plain_queue_does(
            start in prop::collection::vec(1_u32.., 0..9),
            draws in prop::collection::vec(any::<Option<u32>>(), 0..60),
        ) {
            let mut deck = Deck::new(&start, 0);
            let mut queue = VecDeque::from(start);
            for draw in draws {
                match draw {
                    None => prop_assert_eq!(deck.draw(), queue.pop_front()),
                    Some(card) => {
                        deck.put(card);
                        queue.push_back(card);
                    }
                }
                prop_assert_eq!(deck.top(), queue.front().copied());
                prop_assert!(deck.iter().eq(queue.iter().copied()));
                prop_assert_eq!(&deck, &Deck::new(&deck.to_vec(), 40));
            }
        }
    }

    #[test]
    fn equal_decks_are_one_wherever_they_lie_and_show_their_cards() {
        let mut turned = Deck::new(&[7, 1, 2, 3], 0);
        turned.draw();
        turned.put(4);
        let plain = Deck::new(&[1, 2, 3, 4], 9);
        assert_eq!((turned.room(), plain.room(), turned.len()), (4, 16, 4));
        assert_eq!(turned.slices(), (&[1, 2, 3][..], &[4][..]));
        assert_eq!(format!("{turned:?}"), "[1, 2, 3, 4]");
        let apart = [Deck::new(&[1, 2, 3], 0), Deck::new(&[1, 2, 3, 5], 0), Deck::default()];
        assert!(apart.iter().all(|other| *other != turned));
        assert!(Deck::default().is_empty() && !plain.is_empty());
        let decks: std::collections::HashSet<Deck> =
            [turned, plain].into_iter().chain(apart).collect();
        assert_eq!(decks.len(), 4);
        let hash = |deck: &Deck| {
            let mut hasher = std::hash::DefaultHasher::new();
            deck.hash(&mut hasher);
            hasher.finish()
        };
        assert_ne!(hash(&Deck::new(&[1], 0)), hash(&Deck::new(&[2], 0)));
    }
}
