//! Has this position been here before? Answered exactly, in constant memory, at next to no cost.
//!
//! *Where to look.* Let M be the highest card of a game. Its cards are different whole numbers above
//! 0, so M is at least their number, and after a draw fewer are left: M never starts a sub-game and
//! is never lost. The cards of a deck come to its top in turn, so a game without end draws M again
//! and again. A *passage* is a position with M on top. Whether a position is one depends on the
//! position alone, so a game goes in a circle exactly when one of its passages returns, and all
//! other rounds need not be looked at.
//!
//! *What to keep.* At most [`KEPT`] passages. When they are full every second one is forgotten, and
//! from then on half as many are kept. A passage that is still kept was compared with all that came
//! after it, whole decks behind a fingerprint, so when one is found again, the rounds between are
//! exactly the length of the circle; and the one kept before it is no part of the circle, for it
//! would have been found before. As the stride between kept passages is a fixed fraction of the
//! game's length so far, a circle is found soon after it closes.

use crate::compact::Card;

/// How many passages of a game are kept.
const KEPT: usize = 64;

/// The passages of one game that are kept.
#[derive(Default)]
pub(crate) struct Passages<C> {
    visits: usize,
    stride: usize,
    fingerprints: Vec<u64>,
    places: Vec<Place>,
    /// The decks of all kept passages, one after the other.
    cards: Vec<C>,
}

/// A kept passage: after how many rounds, and how many of its cards are player 1's.
#[derive(Clone, Copy)]
struct Place {
    round: usize,
    split: usize,
}

/// A deck as it lies in its ring.
pub(crate) type Parts<'a, C> = (&'a [C], &'a [C]);

impl<C: Card> Passages<C> {
    /// Forgets everything: a new game begins.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.visits = 0;
        self.stride = 1;
        self.fingerprints.clear();
        self.places.clear();
        self.cards.clear();
    }

    /// Which kept passage this position is, if it is one; else it may be kept itself.
    pub(crate) fn visit(&mut self, round: usize, decks: [Parts<C>; 2]) -> Option<usize> {
        let fingerprint = fingerprint(decks);
        let split = decks[0].0.len() + decks[0].1.len();
        let size = split + decks[1].0.len() + decks[1].1.len();
        for (index, &kept) in self.fingerprints.iter().enumerate() {
            if kept == fingerprint && self.is(index, size, split, decks) {
                return Some(index);
            }
        }
        if self.visits.is_multiple_of(self.stride) {
            if self.places.len() == KEPT {
                self.thin(size);
            }
            self.fingerprints.push(fingerprint);
            self.places.push(Place { round, split });
            for part in [decks[0].0, decks[0].1, decks[1].0, decks[1].1] {
                self.cards.extend_from_slice(part);
            }
        }
        self.visits += 1;
        None
    }

    /// After how many rounds a kept passage stood, and its decks.
    pub(crate) fn kept(&self, index: usize, size: usize) -> (usize, [&[C]; 2]) {
        let Place { round, split } = self.places[index];
        let (one, two) = self.cards[index * size..(index + 1) * size].split_at(split);
        (round, [one, two])
    }

    /// The memory in use.
    pub(crate) fn bytes(&self) -> usize {
        self.cards.capacity() * size_of::<C>()
    }

    fn is(&self, index: usize, size: usize, split: usize, decks: [Parts<C>; 2]) -> bool {
        let same = |deck: &[C], (first, rest): Parts<C>| {
            let (start, end) = deck.split_at(first.len());
            start == first && end == rest
        };
        self.places[index].split == split && {
            let (_, [one, two]) = self.kept(index, size);
            same(one, decks[0]) && same(two, decks[1])
        }
    }

    /// Forgets every second passage. The next one to keep is the 64th, so it fits the new stride.
    #[cold]
    fn thin(&mut self, size: usize) {
        for half in 1..KEPT / 2 {
            self.fingerprints[half] = self.fingerprints[2 * half];
            self.places[half] = self.places[2 * half];
            self.cards.copy_within(2 * half * size..(2 * half + 1) * size, half * size);
        }
        self.fingerprints.truncate(KEPT / 2);
        self.places.truncate(KEPT / 2);
        self.cards.truncate(KEPT / 2 * size);
        self.stride *= 2;
    }
}

/// A few cards of a position, mixed: enough to tell most positions apart, whatever their size.
#[inline]
fn fingerprint<C: Card>(decks: [Parts<C>; 2]) -> u64 {
    let mut mixed = 0_u64;
    for (first, rest) in decks {
        let len = first.len() + rest.len();
        let card = |place: usize| {
            let card = if place < first.len() { first[place] } else { rest[place - first.len()] };
            card.number() as u64
        };
        for part in [len as u64, card(0), card(len / 4), card(len / 2), card(len - 1)] {
            mixed = (mixed.rotate_left(7) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
    mixed
}
