//! The positions of one game so far: a hash finds the candidate, whole decks decide.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::Deck;

/// Every position that a game has been in, in the order of its rounds.
///
/// All have the same cards, so each is `size` cards in the log and the place where the decks part.
#[derive(Clone, Default)]
pub(crate) struct Seen {
    log: Vec<u32>,
    splits: Vec<usize>,
    size: usize,
    index: HashTable<usize>,
}

impl Seen {
    /// The number of the first position equal to this one, counted from 0; else it is kept.
    pub(crate) fn meet(&mut self, decks: &[Deck; 2]) -> Option<usize> {
        let split = decks[0].len();
        self.size = split + decks[1].len();
        let start = self.log.len();
        for deck in decks {
            let (first, rest) = deck.slices();
            self.log.extend_from_slice(first);
            self.log.extend_from_slice(rest);
        }
        let (kept, new) = self.log.split_at(start);
        let same = |&other: &usize| {
            self.splits[other] == split && kept[other * self.size..][..self.size] == *new
        };
        let found = self.index.find(hash(split, new), same).copied();
        if found.is_some() {
            self.log.truncate(start);
        } else {
            let number = self.splits.len();
            self.splits.push(split);
            let (log, splits, size) = (&self.log, &self.splits, self.size);
            let rehash = |&other: &usize| hash(splits[other], &log[other * size..][..size]);
            self.index.insert_unique(rehash(&number), number, rehash);
        }
        found
    }

    /// How many cards the log holds.
    pub(crate) fn cards(&self) -> usize {
        self.log.len()
    }
}

fn hash(split: usize, cards: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    split.hash(&mut hasher);
    cards.hash(&mut hasher);
    hasher.finish()
}

impl PartialEq for Seen {
    fn eq(&self, other: &Self) -> bool {
        self.splits == other.splits && self.log == other.log
    }
}

impl Eq for Seen {}

impl Hash for Seen {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.splits.hash(state);
        self.log.hash(state);
    }
}
