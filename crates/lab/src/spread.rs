//! How often each number came up in a match: how long games took, and what they were worth.
//!
//! Counted exactly, number by number, as long as there are few enough of them; beyond that nothing is
//! kept, so that a long match takes no more room than a short one. Two counts can be put together.

use std::collections::BTreeMap;

/// More different numbers than this are not counted.
const MOST_NUMBERS: usize = 4096;

/// How often each length and each margin came up.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Spread {
    /// Games of so many actions.
    pub lengths: BTreeMap<u64, u64>,
    /// Games that were worth so much to player 1.
    pub margins: BTreeMap<i64, u64>,
}

impl Spread {
    /// Counts a game so many times; none where there are too many different numbers.
    pub(crate) fn with(mut self, length: u64, margin: i64, times: u64) -> Option<Self> {
        *self.lengths.entry(length).or_default() += times;
        *self.margins.entry(margin).or_default() += times;
        self.if_small()
    }

    /// Both together.
    pub(crate) fn joined(mut self, other: &Self) -> Option<Self> {
        for (&length, &games) in &other.lengths {
            *self.lengths.entry(length).or_default() += games;
        }
        for (&margin, &games) in &other.margins {
            *self.margins.entry(margin).or_default() += games;
        }
        self.if_small()
    }

    fn if_small(self) -> Option<Self> {
        (self.lengths.len().max(self.margins.len()) <= MOST_NUMBERS).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_together_is_counted_once_each() {
        let one = Spread::default().with(3, -2, 1).unwrap().with(5, 4, 2).unwrap();
        let both = one.clone().joined(&Spread::default().with(3, 4, 7).unwrap()).unwrap();
        assert_eq!(both.lengths, BTreeMap::from([(3, 8), (5, 2)]));
        assert_eq!(both.margins, BTreeMap::from([(-2, 1), (4, 9)]));
    }

    #[test]
    fn too_many_numbers_are_not_counted() {
        let all = (0..5000).try_fold(Spread::default(), |spread, length| spread.with(length, 0, 1));
        assert_eq!(all, None);
    }

    #[test]
    fn as_many_numbers_are_counted_as_there_is_room_for() {
        let most = i64::try_from(MOST_NUMBERS).unwrap();
        let lengths = (0..MOST_NUMBERS as u64)
            .try_fold(Spread::default(), |spread, length| spread.with(length, 0, 1))
            .unwrap();
        let margins = (0..most)
            .try_fold(Spread::default(), |spread, margin| spread.with(0, margin, 1))
            .unwrap();
        assert_eq!(lengths.clone().with(5, 0, 2).map(|spread| spread.lengths[&5]), Some(3));
        assert_eq!(lengths.clone().with(u64::MAX, 0, 1), None);
        assert_eq!(margins.clone().with(0, most, 1), None);
        assert!(lengths.clone().joined(&margins).is_some());
        assert_eq!(lengths.joined(&Spread::default().with(u64::MAX, 0, 1).unwrap()), None);
        assert_eq!(margins.joined(&Spread::default().with(0, -1, 1).unwrap()), None);
    }
}
