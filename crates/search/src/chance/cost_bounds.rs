//! What a sure win costs on average, from below and from above, in fixed point.
//!
//! Lower bounds rise from 0 and are rounded down. Upper ones fall, rounded up, from what a strategy
//! costs that wins for sure: proved by a guess that does not rise when it is looked at once more.
//! Player 1 takes only actions after which the win is still sure.

use outplay_game::Chance;

use super::graph::{Graph, Kind, Weighed};
use super::shapes::BITS;

/// `[0]`: no less than this. `[1]`: no more than this.
pub(crate) type Pair = [u64; 2];

/// More than this is more than arithmetic bears.
pub(crate) const MOST: u64 = 1 << 62;

pub(crate) struct CostBounds {
    pub(crate) pairs: Vec<Pair>,
    /// Binary places of a number.
    pub(crate) places: u32,
    /// What each action costs until it leads elsewhere; none where it never does, or where the win is
    /// not sure after it.
    pub(crate) prices: Vec<Option<Pair>>,
}

impl CostBounds {
    /// With so many binary places, of all places that have a rank; none where a price does not fit.
    pub(crate) fn new<G: Chance>(graph: &Graph<G>, ranks: &[u32], places: u32) -> Option<Self> {
        let mut prices = Vec::new();
        for place in (0..).take(graph.expanded()) {
            for number in graph.actions(place) {
                let action = graph.action(number);
                let sure = |&target: &u32| ranks[target as usize] != 0;
                let counts = ranks[place as usize] != 0
                    && !action.targets.is_empty()
                    && action.targets.iter().all(sure);
                prices.push(if counts {
                    let away = u128::from(action.shape.total - action.shape.loops);
                    let cost = graph.cost(number).checked_mul(1 << places)?;
                    Some([fitting(cost / away)?, fitting(cost.div_ceil(away))?])
                } else {
                    None
                });
            }
        }
        Some(Self { pairs: vec![[0, MOST]; ranks.len()], places, prices })
    }

    #[inline]
    pub(crate) fn pair(&self, place: u32) -> Pair {
        self.pairs[place as usize]
    }

    /// The mean of a bound over where an action leads, rounded outward.
    #[inline]
    pub(crate) fn mean<G: Chance>(&self, graph: &Graph<G>, action: Weighed<'_>) -> Pair {
        let (mut low, mut high) = (0_u128, 0_u128);
        let [mut least, mut most] = [u64::MAX, 0];
        for (&target, &part) in action.targets.iter().zip(graph.shapes.parts(action.shape)) {
            let pair = self.pair(target);
            low += u128::from(pair[0]) * u128::from(part);
            high += u128::from(pair[1]) * u128::from(part);
            least = least.min(pair[0]);
            most = most.max(pair[1]);
        }
        low += u128::from(least) * u128::from(action.shape.rest);
        high += u128::from(most) * u128::from(action.shape.rest);
        [rounded(low >> BITS), rounded(high.div_ceil(1 << BITS))]
    }

    /// What an action costs in all; none where the win is not sure after it.
    #[inline]
    pub(crate) fn through<G: Chance>(&self, graph: &Graph<G>, action: u32) -> Option<Pair> {
        let price = self.prices[action as usize]?;
        let mean = self.mean(graph, graph.action(action));
        Some([price[0] + mean[0], (price[1] + mean[1]).min(MOST)])
    }

    /// One look ahead from a place.
    pub(crate) fn ahead<G: Chance>(&self, graph: &Graph<G>, place: u32) -> Pair {
        let mut through = graph.actions(place).filter_map(|action| self.through(graph, action));
        let Some(mut best) = through.next() else { return self.pair(place) };
        let smaller = graph.kind(place) == Kind::Max;
        for pair in through {
            for (best, bound) in best.iter_mut().zip(pair) {
                *best = if smaller { bound.min(*best) } else { bound.max(*best) };
            }
        }
        [best[0].min(MOST), best[1]]
    }

    /// Brings the bounds of a place closer together, if one look ahead does; by how much at most.
    pub(crate) fn update<G: Chance>(&mut self, graph: &Graph<G>, place: u32) -> u64 {
        let [low, high] = self.ahead(graph, place);
        let pair = &mut self.pairs[place as usize];
        let change = low.saturating_sub(pair[0]).max(pair[1].saturating_sub(high));
        *pair = [pair[0].max(low), pair[1].min(high)];
        change
    }

    /// The same bounds with more binary places: as many as the largest of them leaves room for.
    pub(crate) fn finer<G: Chance>(&self, graph: &Graph<G>, ranks: &[u32]) -> Option<Self> {
        let ranked = self.pairs.iter().zip(ranks).filter(|&(_, &rank)| rank != 0);
        let most = ranked.map(|(pair, _)| pair[1]).max().unwrap_or(0);
        let room = (MOST / 2).checked_div(most.max(1)).map_or(0, u64::ilog2);
        let room = room.min(MOST_PLACES.saturating_sub(self.places));
        let mut finer = Self::new(graph, ranks, self.places + room)?;
        for (finer, pair) in finer.pairs.iter_mut().zip(&self.pairs) {
            *finer = [pair[0] << room, if pair[1] == MOST { MOST } else { pair[1] << room }];
        }
        Some(finer)
    }
}

/// More binary places than this are of no use.
const MOST_PLACES: u32 = 50;

fn fitting(number: u128) -> Option<u64> {
    u64::try_from(number).ok().filter(|&number| number <= MOST)
}

#[expect(clippy::cast_possible_truncation, reason = "a mean is no more than the largest")]
const fn rounded(mean: u128) -> u64 {
    mean as u64
}
