//! The weights of moves, each list kept once, and as parts of a whole for arithmetic.
//!
//! Most moves of a game are as likely to hit as each other, so that a move needs no more than the
//! number of its list. Fixed-point arithmetic takes weights as [`ONE`]th parts, rounded down; what
//! the parts lack of the whole is the `rest`, which whoever computes a bound counts at the least
//! value that there is: then the bound is sound, and the mean of equal values is that value exactly.
//!
//! A move that may lead back to where it was made is tried until it leads elsewhere: its parts are
//! those of the other results. That is exact, because it is done with the whole weights.

use std::hash::{BuildHasher, Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// The whole, in fixed point: a probability of 1, and the span of all values.
pub(crate) const ONE: u64 = 1 << BITS;
/// So many binary places has a number in fixed point.
pub(crate) const BITS: u32 = 63;

/// Lists of weights by number.
pub(crate) struct Shapes {
    weights: Vec<u64>,
    parts: Vec<u64>,
    lists: Vec<Shape>,
    places: HashTable<u32>,
}

/// One list: where it begins and ends, and its sums.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    begin: u32,
    end: u32,
    /// What the parts lack of [`ONE`].
    pub(crate) rest: u64,
    /// The weight of coming back to where the move was made.
    pub(crate) loops: u64,
    /// The sum of the weights, loops included.
    pub(crate) total: u64,
}

impl Shapes {
    pub(crate) fn new() -> Self {
        Self { weights: Vec::new(), parts: Vec::new(), lists: Vec::new(), places: HashTable::new() }
    }

    /// The number of a list with this weight of coming back; none where there are too many.
    pub(crate) fn number(&mut self, weights: &[u64], loops: u64) -> Option<u32> {
        let hash = hash(weights, loops);
        let (weights_of_all, shapes) = (&self.weights, &self.lists);
        let same = |&place: &u32| {
            let shape = shapes[place as usize];
            shape.loops == loops
                && weights_of_all[shape.begin as usize..shape.end as usize] == *weights
        };
        if let Some(&place) = self.places.find(hash, same) {
            return Some(place);
        }
        let place = u32::try_from(self.lists.len()).ok()?;
        let begin = u32::try_from(self.weights.len()).ok()?;
        let end = u32::try_from(self.weights.len() + weights.len()).ok()?;
        let away: u64 = weights.iter().sum();
        self.weights.extend_from_slice(weights);
        let part = |&weight: &u64| part(weight, away);
        self.parts.extend(weights.iter().map(part));
        let rest = ONE - self.parts[begin as usize..].iter().sum::<u64>();
        self.lists.push(Shape { begin, end, rest, loops, total: away + loops });
        let (weights_of_all, shapes) = (&self.weights, &self.lists);
        self.places.insert_unique(hash, place, |&place| {
            let shape = shapes[place as usize];
            self::hash(&weights_of_all[shape.begin as usize..shape.end as usize], shape.loops)
        });
        Some(place)
    }

    #[inline]
    pub(crate) fn shape(&self, number: u32) -> Shape {
        self.lists[number as usize]
    }

    /// The parts of a list: of [`ONE`], rounded down.
    #[inline]
    pub(crate) fn parts(&self, shape: Shape) -> &[u64] {
        &self.parts[shape.begin as usize..shape.end as usize]
    }

    /// The weights of a list, as they are.
    pub(crate) fn weights(&self, shape: Shape) -> &[u64] {
        &self.weights[shape.begin as usize..shape.end as usize]
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.weights.capacity() + self.parts.capacity()) * size_of::<u64>()
            + self.lists.capacity() * size_of::<Shape>()
            + self.places.allocation_size()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a weight is no more than the total")]
fn part(weight: u64, total: u64) -> u64 {
    ((u128::from(weight) << BITS) / u128::from(total)) as u64
}

fn hash(weights: &[u64], loops: u64) -> u64 {
    let mut hasher = FxBuildHasher.build_hasher();
    weights.hash(&mut hasher);
    loops.hash(&mut hasher);
    hasher.finish()
}
