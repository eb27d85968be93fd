//! Has this position been here before? Answered exactly, in constant memory, at next to no cost.
//!
//! *Where to look.* Let M be the highest card of a game. Its cards are different whole numbers above
//! 0, so M is at least their number, and after a draw fewer are left: M never starts a sub-game and
//! is never lost. The cards of a deck come to its top in turn, so a game without end draws M again
//! and again. A *passage* is a position with M on top. Whether a position is one depends on the
//! position alone, so a game goes in a circle exactly when one of its passages returns, and all
//! other rounds need not be looked at.
//!
//! *What to keep.* At most 64 passages. When they are full every second one is forgotten, and from
//! then on half as many are kept. A passage that is still kept was compared with all that came
//! after it, whole decks behind a fingerprint, so when one is found again, the rounds between are
//! exactly the length of the circle; and the one kept before it is no part of the circle, for it
//! would have been found before. As the stride between kept passages is a fixed fraction of the
//! game's length so far, a circle is found soon after it closes.

use crate::compact::Card;

/// How many fingerprints there is room for, and how many passages of a game are kept.
const KEPT: usize = 64;
/// With rings larger than this fewer are kept, so that memory stays small.
const LARGE: usize = 1 << 12;
const KEPT_OF_LARGE: usize = 16;

/// The passages of one game that are kept.
pub(crate) struct Passages<C> {
    visits: usize,
    stride: usize,
    /// Those past the kept passages are stale.
    fingerprints: [u32; KEPT],
    places: Vec<Place>,
    /// The rings of all kept passages, one after the other, as they lay.
    rings: Vec<C>,
}

/// Where the decks lie in their rings: after how many rounds, and where each ends.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) round: usize,
    pub(crate) bottoms: [usize; 2],
}

impl<C> Default for Passages<C> {
    fn default() -> Self {
        let fingerprints = [0; KEPT];
        Self { visits: 0, stride: 1, fingerprints, places: Vec::new(), rings: Vec::new() }
    }
}

impl<C: Card> Passages<C> {
    /// Forgets everything: a new game begins.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.visits = 0;
        self.stride = 1;
        self.places.clear();
        self.rings.clear();
    }

    /// Which kept passage this position is, if it is one; else it may be kept itself.
    #[inline]
    pub(crate) fn visit<const ROOM: usize>(&mut self, rings: &[C], place: Place) -> Option<usize> {
        let rings = if ROOM == 0 { rings } else { &rings[..2 * ROOM] };
        let fingerprint = fingerprint(rings, place);
        // Without a branch for each, as hardly ever one is met, and sixteen at a time, stale or not.
        let met = |met, &kept: &u32| met | u32::from(kept == fingerprint);
        let blocks = self.fingerprints.as_chunks::<16>().0.iter();
        let mut used = blocks.take(self.places.len().div_ceil(16));
        let met = used.any(|block| block.iter().fold(0, met) != 0);
        if met && let Some(index) = self.find(fingerprint, rings, place) {
            return Some(index);
        }
        if self.visits & (self.stride - 1) == 0 {
            self.keep(fingerprint, rings, place);
        }
        self.visits += 1;
        None
    }

    /// Where a kept passage lies, and its rings.
    pub(crate) fn kept(&self, index: usize, rings: usize) -> (Place, &[C]) {
        (self.places[index], &self.rings[index * rings..(index + 1) * rings])
    }

    /// The memory in use.
    pub(crate) fn bytes(&self) -> usize {
        self.rings.capacity() * size_of::<C>()
    }

    #[cold]
    fn find(&self, fingerprint: u32, rings: &[C], place: Place) -> Option<usize> {
        (0..self.places.len()).find(|&index| {
            let (kept_place, kept) = self.kept(index, rings.len());
            self.fingerprints[index] == fingerprint && same((kept, kept_place), (rings, place))
        })
    }

    #[inline]
    fn keep(&mut self, fingerprint: u32, rings: &[C], place: Place) {
        let most = if rings.len() <= 2 * LARGE { KEPT } else { KEPT_OF_LARGE };
        if self.places.len() == most {
            self.thin(rings.len());
        }
        self.fingerprints[self.places.len()] = fingerprint;
        self.places.push(place);
        self.rings.extend_from_slice(rings);
    }

    /// Forgets every second passage. There were an even number, so the one to keep next, which is
    /// that number of strides from the first, fits the doubled stride too.
    #[cold]
    fn thin(&mut self, size: usize) {
        let half = self.places.len() / 2;
        for place in 1..half {
            self.fingerprints[place] = self.fingerprints[2 * place];
            self.places[place] = self.places[2 * place];
            self.rings.copy_within(2 * place * size..(2 * place + 1) * size, place * size);
        }
        self.places.truncate(half);
        self.rings.truncate(half * size);
        self.stride *= 2;
    }
}

/// Do both rings hold the same decks, wherever in them they lie?
pub(crate) fn same<C: Card>((rings, place): (&[C], Place), (others, other): (&[C], Place)) -> bool {
    let lens = |place: Place| place.bottoms.map(|bottom| bottom - place.round);
    let card = |rings: &[C], side: usize, counter: usize| {
        let room = rings.len() / 2;
        rings[side * room + (counter & (room - 1))]
    };
    lens(place) == lens(other)
        && (0..2).all(|side| {
            (0..lens(place)[side]).all(|down| {
                card(rings, side, place.round + down) == card(others, side, other.round + down)
            })
        })
}

/// A few cards of a position, mixed: enough to tell most positions apart, whatever their size.
#[inline]
fn fingerprint<C: Card>(rings: &[C], Place { round, bottoms: [one, two] }: Place) -> u32 {
    let room = rings.len() / 2;
    let first = |counter: usize| rings[counter & (room - 1)].number();
    let second = |counter: usize| rings[room + (counter & (room - 1))].number();
    let (half_one, half_two) = (usize::midpoint(one, round), usize::midpoint(two, round));
    let mixed = (one - round)
        ^ first(round) << 6
        ^ second(round) << 12
        ^ first(one - 1) << 18
        ^ second(two - 1) << 24
        ^ first(half_one) << 30
        ^ second(half_two) << 36;
    ((mixed as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_card_that_a_fingerprint_looks_at_changes_it() {
        // In places 1 to 6 and 1 to 4 of rings of 8; what is looked at is the top, the middle and the bottom.
        let rings: Vec<u16> = vec![0, 5, 9, 3, 7, 11, 2, 0, 0, 6, 1, 12, 4, 0, 0, 0];
        let place = Place { round: 1, bottoms: [7, 5] };
        let before = fingerprint(&rings, place);
        for bit in [1, 2, 4, 8, 16, 32] {
            let changes = |at: usize| {
                let mut other = rings.clone();
                other[at] ^= bit;
                fingerprint(&other, place) != before
            };
            let changed: Vec<usize> = (0..rings.len()).filter(|&at| changes(at)).collect();
            assert_eq!(changed, [1, 4, 6, 9, 11, 12], "{bit}");
        }
        // The same cards further on in the rings are the same, with another deck of other cards not.
        let mut moved = rings.clone();
        moved[..8].rotate_right(3);
        moved[8..].rotate_right(3);
        assert_eq!(fingerprint(&moved, Place { round: 4, bottoms: [10, 8] }), before);
        let swapped = [&rings[8..], &rings[..8]].concat();
        assert_ne!(fingerprint(&swapped, Place { round: 1, bottoms: [5, 7] }), before);
        // One card more at the bottom of the first deck, which lies where the other's end was.
        let longer = Place { round: 1, bottoms: [8, 5] };
        assert_ne!(fingerprint(&[3_u16; 16], place), fingerprint(&[3_u16; 16], longer));
    }

    #[test]
    fn of_so_many_passages_few_are_kept_with_an_even_stride() {
        for (room, most) in [(8, KEPT), (LARGE, KEPT), (2 * LARGE, KEPT_OF_LARGE)] {
            let mut passages = Passages::<u32>::default();
            let mut rings = vec![1; 2 * room];
            for round in 0..1000_usize {
                // Every position is another, by the card on top.
                rings[round & (room - 1)] = u32::try_from(1000 + round).unwrap();
                let place = Place { round, bottoms: [round + 2, round + 3] };
                assert_eq!(passages.visit::<0>(&rings, place), None);
                let kept: Vec<usize> = passages.places.iter().map(|place| place.round).collect();
                let wanted = (0..=round).step_by(passages.stride).collect::<Vec<_>>();
                assert_eq!(kept, wanted);
                assert!(kept.len() <= most && (passages.stride == 1 || kept.len() > most / 2));
                let (place, cards) = passages.kept(kept.len() - 1, 2 * room);
                assert_eq!(cards[place.round & (room - 1)] as usize, 1000 + place.round);
            }
            assert!(passages.bytes() >= 4 * 2 * room * passages.places.len());
            // Each that is kept is found again.
            let kept = passages.places.len();
            for index in 0..kept {
                let (place, cards) = passages.kept(index, 2 * room);
                let cards = cards.to_vec();
                assert_eq!(passages.visit::<0>(&cards, place), Some(index));
            }
            passages.clear();
            assert_eq!((passages.places.len(), passages.stride), (0, 1));
        }
    }
}
