//! Small numbers in a row, packed into words: as short as can be where they are few, and never too
//! short.
//!
//! The bit above the last number is set and all bits above that are clear, so that the words alone
//! tell how many numbers there are and equal rows are equal words.

use std::hash::{Hash, Hasher};

/// Numbers of `BITS` bits each, which must divide 64.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Packed<const BITS: usize> {
    Few([u64; 2]),
    /// More than fit into two words, and as many words as needed.
    Many(Box<[u64]>),
}

impl<const BITS: usize> Packed<BITS> {
    pub(super) const EMPTY: Self = Self::Few([1, 0]);

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

    /// How many bits the numbers take.
    #[inline]
    fn bits(&self) -> usize {
        let words = self.words();
        let last = words.iter().rposition(|&word| word != 0).unwrap_or(0);
        last * 64 + words[last].max(1).ilog2() as usize
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
            let mut words = self.words().to_vec();
            words.push(0);
            *self = Self::Many(words.into_boxed_slice());
        }
        let words = self.words_mut();
        words[bits / 64] = (words[bits / 64] & !(1 << (bits % 64))) | (number << (bits % 64));
        words[end / 64] |= 1 << (end % 64);
    }

    /// Takes the first number away; there must be one.
    #[inline]
    pub(super) fn pop_front(&mut self) -> u64 {
        let first = self.get(0);
        let words = self.words_mut();
        for index in 0..words.len() {
            let above = words.get(index + 1).copied().unwrap_or(0);
            words[index] = (words[index] >> BITS) | (above << (64 - BITS));
        }
        if let Self::Many(words) = self
            && words.last() == Some(&0)
        {
            *self = match &words[..words.len() - 1] {
                &[low, high] => Self::Few([low, high]),
                fewer => Self::Many(fewer.into()),
            };
        }
        first
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = u64> {
        (0..self.len()).map(|place| self.get(place))
    }
}

impl Packed<1> {
    /// How many of the numbers are 1.
    #[inline]
    pub(super) fn ones(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum::<u32>() - 1
    }

    /// The place of the `nth` of the numbers that are `number`, from 1 on; there must be so many.
    #[inline]
    pub(super) fn find(&self, number: u64, mut nth: u32) -> u32 {
        let mut before = 0;
        for &word in self.words() {
            let mut found = if number == 0 { !word } else { word };
            if found.count_ones() >= nth {
                for _ in 1..nth {
                    found &= found - 1;
                }
                return before + found.trailing_zeros();
            }
            nth -= found.count_ones();
            before += 64;
        }
        before
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

    fn follows_a_plain_list<const BITS: usize>(steps: &[Option<u64>]) {
        let mut plain = VecDeque::new();
        let mut packed = Packed::<BITS>::EMPTY;
        for &step in steps {
            match step.map(|number| number & ((1 << BITS) - 1)) {
                Some(number) => {
                    plain.push_back(number);
                    packed.push(number);
                }
                None if plain.is_empty() => continue,
                None => assert_eq!(Some(packed.pop_front()), plain.pop_front()),
            }
            assert!(packed.iter().eq(plain.iter().copied()), "{packed:?} is not {plain:?}");
            // Equal rows are equal words, whatever became of them before.
            assert!(packed == plain.iter().copied().collect());
        }
    }

    fn counts_as_a_plain_list_does(numbers: &[u64]) {
        let packed: Packed<1> = numbers.iter().copied().collect();
        assert_eq!(u64::from(packed.ones()), numbers.iter().sum::<u64>());
        for wanted in [0, 1] {
            let places = (0_u32..).zip(numbers).filter(|&(_, &number)| number == wanted);
            for (nth, (place, _)) in (1..).zip(places) {
                assert_eq!(packed.find(wanted, nth), place);
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
            steps in proptest::collection::vec(proptest::option::weighted(0.6, 0_u64..4), 0..900),
        ) {
            follows_a_plain_list::<1>(&steps);
            follows_a_plain_list::<2>(&steps);
            let numbers: Vec<u64> = steps.iter().flatten().map(|number| number & 1).collect();
            counts_as_a_plain_list_does(&numbers);
        }
    }
}
