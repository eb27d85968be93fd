//! What is proved of each place: a lower bound of its value, and how far below the top an upper one is.
//!
//! Both are fixed-point numbers that begin at 0 and only ever rise. So both are rounded the same
//! way, down, and no bound is ever moved outward. One more look ahead at a place takes proved bounds
//! to proved bounds: the lower ones are below the truth because they rose from the least value there
//! is, the upper ones because they fell from the top.

use outplay_game::Chance;

use super::graph::{Graph, Kind, Weighed};
use super::shapes::{BITS, ONE, Shapes};

/// `[0]`: the lower bound. `[1]`: [`ONE`] less the upper bound.
pub(crate) type Pair = [u64; 2];

/// The bounds of all places.
pub(crate) struct Bounds {
    pub(crate) pairs: Vec<Pair>,
    /// What a game is worth that goes on for ever.
    pub(crate) for_ever: Pair,
}

impl Bounds {
    pub(crate) fn new(for_ever: Pair) -> Self {
        Self { pairs: Vec::new(), for_ever }
    }

    #[inline]
    pub(crate) fn pair(&self, place: u32) -> Pair {
        self.pairs[place as usize]
    }

    /// How far the bounds of a place are apart.
    #[inline]
    pub(crate) fn width(&self, place: u32) -> u64 {
        let [low, above] = self.pair(place);
        ONE - low - above
    }

    /// The bounds of an action that is tried until it leads elsewhere.
    #[inline]
    pub(crate) fn mean(&self, shapes: &Shapes, action: Weighed<'_>) -> Pair {
        let Weighed { shape, targets } = action;
        if targets.is_empty() {
            return self.for_ever;
        }
        let (mut low, mut above) = (0_u128, 0_u128);
        let [mut least_low, mut least_above] = [u64::MAX; 2];
        for (&target, &part) in targets.iter().zip(shapes.parts(shape)) {
            let pair = self.pairs[target as usize];
            low += u128::from(pair[0]) * u128::from(part);
            above += u128::from(pair[1]) * u128::from(part);
            least_low = least_low.min(pair[0]);
            least_above = least_above.min(pair[1]);
        }
        low += u128::from(least_low) * u128::from(shape.rest);
        above += u128::from(least_above) * u128::from(shape.rest);
        [whole(low), whole(above)]
    }

    /// One look ahead from a place: what its best action is worth.
    #[inline]
    pub(crate) fn ahead<G: Chance>(&self, graph: &Graph<G>, place: u32) -> Pair {
        let mut means =
            graph.actions(place).map(|action| self.mean(&graph.shapes, graph.action(action)));
        let Some([mut low, mut above]) = means.next() else { return self.pair(place) };
        match graph.kind(place) {
            Kind::Max => means.for_each(|mean| {
                low = low.max(mean[0]);
                above = above.min(mean[1]);
            }),
            Kind::Min => means.for_each(|mean| {
                low = low.min(mean[0]);
                above = above.max(mean[1]);
            }),
            Kind::End => {}
        }
        [low, above]
    }

    /// Brings the bounds of a place closer together, if one look ahead does; by how much at most.
    #[inline]
    pub(crate) fn update<G: Chance>(&mut self, graph: &Graph<G>, place: u32) -> u64 {
        let ahead = self.ahead(graph, place);
        let pair = &mut self.pairs[place as usize];
        let mut rise = 0;
        for (bound, ahead) in pair.iter_mut().zip(ahead) {
            rise = rise.max(ahead.saturating_sub(*bound));
            *bound = ahead.max(*bound);
        }
        rise
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "parts sum to ONE, and no bound is above it")]
const fn whole(sum: u128) -> u64 {
    (sum >> BITS) as u64
}
