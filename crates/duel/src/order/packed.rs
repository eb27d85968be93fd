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
            Self::Many(words) => {
                let last = words[words.len() - 1];
                words.len() * 64 - 1 - last.leading_zeros() as usize
            }
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
        if let Self::Few([low, 0]) = self
            && end < 64
        {
            // The bit that ends the row moves up.
            *low += (number + (1 << BITS) - 1) << bits;
            return;
        }
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

    /// Takes the second number away; there must be one.
    #[inline]
    pub(super) fn pop_second(&mut self) {
        if let Self::Few([low, 0]) = self {
            let first = (1 << BITS) - 1;
            *low = ((*low >> BITS) & !first) | (*low & first);
            return;
        }
        let first = self.pop_front();
        self.set(0, first);
    }

    /// Are there at least two of those?
    #[inline]
    pub(super) fn has_two(&self, those: Those) -> bool {
        let mut one = false;
        self.lowest(those.from).any(|(word, lowest)| {
            let marks = Self::marks(word, lowest, those);
            let two = one && marks != 0 || marks & marks.wrapping_sub(1) != 0;
            one |= marks != 0;
            two
        })
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

    /// The words that are in use. The last is not 0, and its highest bit ends the row.
    #[inline]
    fn used(&self) -> &[u64] {
        match self {
            Self::Few(words) => &words[..if words[1] == 0 { 1 } else { 2 }],
            Self::Many(words) => words,
        }
    }

    /// The words with the lowest bits of their numbers, from a place in the first word on.
    #[inline]
    pub(super) fn lowest(&self, from: usize) -> impl Iterator<Item = (u64, u64)> {
        let words = self.used();
        let mut there = Self::LOWEST << (from * BITS);
        words.iter().enumerate().map(move |(index, &word)| {
            let last = index + 1 == words.len();
            let bits = if last { there & ((1 << word.ilog2()) - 1) } else { there };
            there = Self::LOWEST;
            (word, bits)
        })
    }

    /// The lowest bits of those numbers of a word, among these.
    #[inline]
    fn marks(word: u64, lowest: u64, those: Those) -> u64 {
        let differs = (word ^ (those.number * Self::LOWEST)) & (those.mask * Self::LOWEST);
        (0..BITS).fold(lowest, |marks, bit| marks & !(differs >> bit))
    }

    /// The place of the `nth` of those, from 1 on; or how many there are, where those are fewer.
    #[inline]
    pub(super) fn find(&self, those: Those, nth: usize) -> Result<usize, usize> {
        let mut before = 0;
        for (index, (word, lowest)) in self.lowest(those.from).enumerate() {
            let marks = Counted::new(Self::marks(word, lowest, those));
            let there = marks.all() as usize;
            if before + there >= nth {
                return Ok((index * 64 + marks.place(nth - before)) / BITS);
            }
            before += there;
        }
        Err(before)
    }

    /// Drops all of those but the first so many.
    #[inline]
    pub(super) fn keep(&mut self, those: Those, most: usize) {
        if self.len() > most + those.from
            && let Ok(first) = self.find(those, most + 1)
        {
            self.drop_from(those, first);
        }
    }

    /// Drops those from a place on. What is left of each word is moved together, and to the end of
    /// what was left before.
    fn drop_from(&mut self, those: Those, first: usize) {
        let end = self.bits();
        let begin = first * BITS / 64;
        let words = self.words_mut();
        let mut to = begin * 64;
        for index in begin..=end / 64 {
            let size = (end - index * 64).min(64);
            let there = if size < 64 { (1 << size) - 1 } else { u64::MAX };
            let after = if index == begin { u64::MAX << (first * BITS % 64) } else { u64::MAX };
            let mut word = words[index] & there;
            let mut dropped = Self::marks(word, Self::LOWEST & there & after, those);
            let mut left = size;
            while dropped != 0 {
                let bit = dropped.ilog2();
                dropped ^= 1 << bit;
                let under = (1 << bit) - 1;
                word = (word & under) | ((word >> BITS) & !under);
                left -= BITS;
            }
            words[index] = 0;
            words[to / 64] |= word << (to % 64);
            if to % 64 + left > 64 {
                words[to / 64 + 1] |= word >> (64 - to % 64);
            }
            to += left;
        }
        words[to / 64] |= 1 << (to % 64);
        self.shrink();
    }
}

/// How many bits are set in a word, in each of its bytes and all below it.
#[derive(Clone, Copy)]
pub(super) struct Counted {
    word: u64,
    up_to: u64,
}

impl Counted {
    /// A bit in each byte.
    const EACH: u64 = u64::MAX / 0xff;

    #[inline]
    pub(super) fn new(word: u64) -> Self {
        let pairs = word - ((word >> 1) & (Self::EACH * 0x55));
        let fours = (pairs & (Self::EACH * 0x33)) + ((pairs >> 2) & (Self::EACH * 0x33));
        let up_to = ((fours + (fours >> 4)) & (Self::EACH * 0x0f)).wrapping_mul(Self::EACH);
        Self { word, up_to }
    }

    /// How many there are.
    #[inline]
    pub(super) fn all(self) -> u32 {
        (self.up_to >> 56) as u32
    }

    /// The place of the `nth`, from 1 on; there must be so many.
    #[inline]
    pub(super) fn place(self, nth: usize) -> usize {
        let reached =
            ((self.up_to | (Self::EACH * 0x80)) - Self::EACH * nth as u64) & (Self::EACH * 0x80);
        let byte = reached.trailing_zeros() as usize / 8 * 8;
        let before = ((self.up_to << 8) >> byte) & 0xff;
        let mut rest = self.word >> byte;
        for _ in before + 1..nth as u64 {
            rest &= rest - 1;
        }
        byte + rest.trailing_zeros() as usize
    }
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
            assert_eq!(packed.find(those, places.len() + 1), Err(places.len()));
            for (nth, place) in (1..).zip(places) {
                assert_eq!(packed.find(those, nth), Ok(place));
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
            let counted = Counted::new(word);
            prop_assert_eq!(counted.all(), word.count_ones());
            for (nth, bit) in (1..).zip(bits) {
                prop_assert_eq!(counted.place(nth), bit);
            }
        }
    }
}
