//! Small numbers in a row, packed into words: as short as can be where they are few, and never too
//! short.
//!
//! The bit above the last number is set and all bits above that are clear, so that the words alone
//! tell how many numbers there are and equal rows are equal words.

use std::hash::{Hash, Hasher};

/// Numbers of `BITS` bits each: 1 or 2.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Packed<const BITS: usize> {
    Few([u64; 2]),
    /// More than fit into two words, and as many words as needed.
    Many(Box<[u64]>),
}

/// Which numbers are meant: those from a place on that are `number` in the bits of `mask`.
#[derive(Clone, Copy)]
pub(super) struct Those {
    pub(super) from: usize,
    pub(super) mask: u64,
    pub(super) number: u64,
}

impl<const BITS: usize> Packed<BITS> {
    pub(super) const EMPTY: Self = Self::Few([1, 0]);

    /// The lowest bit of every number in a word.
    const LOWEST: u64 = u64::MAX / ((1 << BITS) - 1);

    #[inline]
    fn words(&self) -> &[u64] {
        match self {
            Self::Few(words) => words,
            Self::Many(words) => words,
        }
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        match self {
            Self::Few(words) => words,
            Self::Many(words) => words,
        }
    }

    /// How many bits the numbers take. The last of many words is never 0.
    #[inline]
    fn bits(&self) -> usize {
        match self {
            Self::Few([low, 0]) => low.ilog2() as usize,
            Self::Few([_, high]) => 64 + high.ilog2() as usize,
            Self::Many(words) => words.len() * 64 - 1 - last(words).leading_zeros() as usize,
        }
    }

    /// Bytes outside of it.
    #[inline]
    pub(super) fn extra_bytes(&self) -> usize {
        match self {
            Self::Few(_) => 0,
            Self::Many(words) => size_of_val::<[u64]>(words),
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.bits() / BITS
    }

    /// The number at a place that is there.
    #[inline]
    pub(super) fn get(&self, place: usize) -> u64 {
        let bit = place * BITS;
        (self.words()[bit / 64] >> (bit % 64)) & ((1 << BITS) - 1)
    }

    #[inline]
    pub(super) fn set(&mut self, place: usize, number: u64) {
        let bit = place * BITS;
        let word = &mut self.words_mut()[bit / 64];
        *word = (*word & !(((1 << BITS) - 1) << (bit % 64))) | (number << (bit % 64));
    }

    #[inline]
    pub(super) fn push(&mut self, number: u64) {
        let bits = self.bits();
        let end = bits + BITS;
        if end / 64 >= self.words().len() {
            self.grow();
        }
        let words = self.words_mut();
        words[bits / 64] = (words[bits / 64] & !(1 << (bits % 64))) | (number << (bits % 64));
        words[end / 64] |= 1 << (end % 64);
    }

    #[cold]
    fn grow(&mut self) {
        let mut words = self.words().to_vec();
        words.push(0);
        *self = Self::Many(words.into_boxed_slice());
    }

    /// Takes the first number away; there must be one.
    #[inline]
    pub(super) fn pop_front(&mut self) -> u64 {
        let first = self.get(0);
        match self {
            Self::Few([low, high]) => {
                *low = (*low >> BITS) | (*high << (64 - BITS));
                *high >>= BITS;
            }
            Self::Many(words) => {
                for index in 0..words.len() {
                    let above = words.get(index + 1).copied().unwrap_or(0);
                    words[index] = (words[index] >> BITS) | (above << (64 - BITS));
                }
                self.shrink();
            }
        }
        first
    }

    /// Lets go of the words that are not needed any more.
    fn shrink(&mut self) {
        if let Self::Many(words) = self {
            let needed = words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
            if needed < words.len() {
                *self = match words[..needed] {
                    [] => Self::EMPTY,
                    [low] => Self::Few([low, 0]),
                    [low, high] => Self::Few([low, high]),
                    ref fewer => Self::Many(fewer.into()),
                };
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u64> {
        (0..self.len()).map(|place| self.get(place))
    }

    /// The lowest bits of those numbers of a word, of which the row has `end` bits in all.
    #[inline]
    fn marks(index: usize, word: u64, end: usize, those: Those) -> u64 {
        let differs = (word ^ (those.number * Self::LOWEST)) & (those.mask * Self::LOWEST);
        let differs = (0..BITS).fold(0, |all, bit| all | (differs >> bit));
        !differs & Self::LOWEST & below(end, index) & !below(those.from * BITS, index)
    }

    /// How many of those there are.
    #[inline]
    pub(super) fn count(&self, those: Those) -> usize {
        let end = self.bits();
        let words = self.words().iter().enumerate();
        let marks = words.map(|(index, &word)| Self::marks(index, word, end, those));
        marks.map(|marks| marks.count_ones() as usize).sum()
    }

    /// The place of the `nth` of those, from 1 on, if there are so many.
    #[inline]
    pub(super) fn find(&self, those: Those, mut nth: usize) -> Option<usize> {
        let end = self.bits();
        for (index, &word) in self.words().iter().enumerate() {
            let marks = Self::marks(index, word, end, those);
            let there = marks.count_ones() as usize;
            if there >= nth {
                return Some((index * 64 + select(marks, nth)) / BITS);
            }
            nth -= there;
        }
        None
    }

    /// Drops all of those but the first so many.
    #[inline]
    pub(super) fn keep(&mut self, those: Those, most: usize) {
        if self.len() - those.from > most && self.count(those) > most {
            self.drop_after(those, most);
        }
    }

    /// Drops those after the first so many. What is left of each word is moved together, and to the
    /// end of what was left before.
    fn drop_after(&mut self, those: Those, most: usize) {
        let end = self.bits();
        let words = self.words_mut();
        let (mut left, mut to) = (most, 0);
        for index in 0..words.len() {
            let mut word = words[index] & below(end, index);
            let mut size = end.saturating_sub(index * 64).min(64);
            let mut dropped = Self::marks(index, word, end, those);
            let there = dropped.count_ones() as usize;
            if there <= left {
                left -= there;
                dropped = 0;
            } else {
                dropped &= !0 << select(dropped, left + 1);
                left = 0;
            }
            while dropped != 0 {
                let bit = dropped.ilog2();
                dropped ^= 1 << bit;
                let under = (1 << bit) - 1;
                word = (word & under) | ((word >> BITS) & !under);
                size -= BITS;
            }
            words[index] = 0;
            words[to / 64] |= word << (to % 64);
            if to % 64 + size > 64 {
                words[to / 64 + 1] |= word >> (64 - to % 64);
            }
            to += size;
        }
        words[to / 64] |= 1 << (to % 64);
        self.shrink();
    }
}

#[inline]
fn last(words: &[u64]) -> u64 {
    words.last().copied().unwrap_or(1)
}

/// The bits of a word, by its place, that lie below a bit of the row.
#[inline]
fn below(bit: usize, index: usize) -> u64 {
    let bits = bit.saturating_sub(index * 64);
    if bits < 64 { (1 << bits) - 1 } else { u64::MAX }
}

/// The place of the `nth` bit of a word that is set, from 1 on; there must be so many.
///
/// The bits of each byte are counted, and by one multiplication those of all bytes up to each; that
/// says in which byte it is.
#[inline]
fn select(word: u64, nth: usize) -> usize {
    const EACH: u64 = u64::MAX / 0xff;
    let pairs = word - ((word >> 1) & (EACH * 0x55));
    let fours = (pairs & (EACH * 0x33)) + ((pairs >> 2) & (EACH * 0x33));
    let up_to = ((fours + (fours >> 4)) & (EACH * 0x0f)).wrapping_mul(EACH);
    let reached = ((up_to | (EACH * 0x80)) - EACH * nth as u64) & (EACH * 0x80);
    let byte = reached.trailing_zeros() as usize / 8 * 8;
    let before = ((up_to << 8) >> byte) & 0xff;
    let mut rest = word >> byte;
    for _ in before + 1..nth as u64 {
        rest &= rest - 1;
    }
    byte + rest.trailing_zeros() as usize
}

impl<const BITS: usize> FromIterator<u64> for Packed<BITS> {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Self {
        let mut packed = Self::EMPTY;
        for number in numbers {
            packed.push(number);
        }
        packed
    }
}

impl<const BITS: usize> Hash for Packed<BITS> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for &word in self.words() {
            hasher.write_u64(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;

    use super::*;

    /// What happens to a row.
    #[derive(Clone, Debug)]
    enum Deed {
        Push(u64),
        Pop,
        Keep { from: usize, mask: u64, number: u64, most: usize },
    }

    fn deeds() -> impl Strategy<Value = Vec<Deed>> {
        let keep = (0..2_usize, 1..4_u64, 0..4_u64, 0..80_usize);
        let keep =
            keep.prop_map(|(from, mask, number, most)| Deed::Keep { from, mask, number, most });
        let deed = prop_oneof![
            120 => (0..4_u64).prop_map(Deed::Push),
            60 => Just(Deed::Pop),
            1 => keep,
        ];
        proptest::collection::vec(deed, 0..900)
    }

    fn those<const BITS: usize>(from: usize, mask: u64, number: u64) -> Those {
        let mask = if BITS == 1 { 1 } else { mask };
        Those { from, mask, number: number & mask }
    }

    /// The places of those in a plain list.
    fn plain_places(plain: &VecDeque<u64>, those: Those) -> Vec<usize> {
        let of_those = |&(place, &number): &(usize, &u64)| {
            place >= those.from && number & those.mask == those.number
        };
        plain.iter().enumerate().filter(of_those).map(|(place, _)| place).collect()
    }

    fn follows_a_plain_list<const BITS: usize>(deeds: &[Deed]) {
        let mut plain = VecDeque::new();
        let mut packed = Packed::<BITS>::EMPTY;
        for deed in deeds {
            match *deed {
                Deed::Push(number) => {
                    let number = number & ((1 << BITS) - 1);
                    plain.push_back(number);
                    packed.push(number);
                }
                Deed::Pop if plain.is_empty() => continue,
                Deed::Pop => assert_eq!(Some(packed.pop_front()), plain.pop_front()),
                Deed::Keep { from, .. } if plain.len() < from => continue,
                Deed::Keep { from, mask, number, most } => {
                    let those = those::<BITS>(from, mask, number);
                    for place in plain_places(&plain, those).into_iter().skip(most).rev() {
                        plain.remove(place);
                    }
                    packed.keep(those, most);
                }
            }
            assert!(packed.iter().eq(plain.iter().copied()), "{packed:?} is not {plain:?}");
            // Equal rows are equal words, whatever became of them before.
            assert!(packed == plain.iter().copied().collect());
        }
        counts_as_a_plain_list_does(&packed, &plain);
    }

    fn counts_as_a_plain_list_does<const BITS: usize>(
        packed: &Packed<BITS>,
        plain: &VecDeque<u64>,
    ) {
        for (from, mask, number) in [(0, 1, 0), (1, 1, 1), (0, 1, 1), (1, 3, 2), (0, 3, 3)] {
            let those = those::<BITS>(from, mask, number);
            let places = plain_places(plain, those);
            assert_eq!(packed.count(those), places.len());
            assert_eq!(packed.find(those, places.len() + 1), None);
            for (nth, place) in (1..).zip(places) {
                assert_eq!(packed.find(those, nth), Some(place));
            }
        }
    }

    impl<const BITS: usize> std::fmt::Debug for Packed<BITS> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.debug_list().entries(self.iter()).finish()
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

        #[test]
        fn a_row_is_what_a_list_would_be(
            deeds in deeds(),
        ) {
            follows_a_plain_list::<1>(&deeds);
            follows_a_plain_list::<2>(&deeds);
        }

        #[test]
        fn the_nth_bit_is_where_it_is(word: u64, dense: bool) {
            let word = if dense { word | word.rotate_left(7) | word.rotate_left(29) } else { word };
            let bits = (0..64).filter(|bit| word >> bit & 1 == 1);
            for (nth, bit) in (1..).zip(bits) {
                assert_eq!(select(word, nth), bit);
            }
        }
    }
}
