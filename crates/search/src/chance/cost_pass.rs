//! The bounds of mean costs, one component after another, each until they have met or move no more.
//!
//! As `iterate.rs` for odds, with two differences. Upper bounds need a first one, which is what some
//! sure play costs. And it is the lower bounds that stall, where player 1 could stay for ever at no
//! cost.

use outplay_game::{Budget, Chance, PACE, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

use super::components::Components;
use super::cost_bounds::{CostBounds, MOST, Pair};
use super::deflate::Traps;
use super::graph::{Graph, Kind};

/// Components are closed this much further than the whole must be: there are chains of them.
const FINER: u32 = 12;

/// One pass over all components.
pub(crate) struct Pass<'a, G: Chance> {
    graph: &'a Graph<G>,
    ranks: &'a [u32],
    pub(crate) bounds: CostBounds,
    budget: &'a Budget<'a>,
    traps: Traps,
    looks: u64,
}

impl<'a, G: Chance> Pass<'a, G> {
    pub(crate) fn new(
        graph: &'a Graph<G>,
        ranks: &'a [u32],
        bounds: CostBounds,
        budget: &'a Budget<'a>,
    ) -> Self {
        Self { graph, ranks, bounds, budget, traps: Traps::default(), looks: 0 }
    }

    /// Settles every component to a width, roughly where that is 0.
    pub(crate) fn all(&mut self, width: f64) -> Result<(), Stop> {
        let graph = self.graph;
        let count = u32::try_from(graph.expanded()).expect("places are numbered by u32");
        let slack = if width > 0.0 { fixed(width, self.bounds.places) >> FINER } else { 1 };
        Components::default().tell(
            0..count,
            |place| graph.targets_of(place),
            |index| Some(graph.target(index)),
            |members| self.component(members, slack),
        )
    }

    fn component(&mut self, members: &[u32], slack: u64) -> Result<(), Stop> {
        let graph = self.graph;
        if let &[place] = members {
            if self.ranks[place as usize] != 0 {
                self.bounds.update(graph, place);
            }
            return Ok(());
        }
        let sure: Vec<u32> =
            members.iter().copied().filter(|&place| self.ranks[place as usize] != 0).collect();
        if sure.iter().any(|&place| self.bounds.pair(place)[1] >= MOST) {
            self.begin(&sure)?;
        }
        let goal = self.widest_outside(&sure).saturating_add(slack);
        let (mut sweep, mut next_traps) = (0_u32, 4);
        loop {
            let mut change = 0;
            for &place in &sure {
                self.look()?;
                change = change.max(self.bounds.update(graph, place));
            }
            if sure.iter().all(|&place| width(self.bounds.pair(place)) <= goal) {
                return Ok(());
            }
            sweep += 1;
            if change == 0 || sweep == next_traps {
                next_traps = 2 * sweep;
                if self.raise(&sure) {
                    next_traps = sweep + 4;
                    change = 1;
                }
            }
            if change == 0 {
                return Ok(());
            }
        }
    }

    fn look(&mut self) -> Result<(), Stop> {
        self.looks += 1;
        if self.looks.is_multiple_of(PACE) {
            self.budget.ended().map_or(Ok(()), Err)
        } else {
            Ok(())
        }
    }

    fn widest_outside(&self, members: &[u32]) -> u64 {
        let inside: FxHashSet<u32> = members.iter().copied().collect();
        let actions = members.iter().flat_map(|&place| self.graph.actions(place));
        let counted = actions.filter(|&action| self.bounds.prices[action as usize].is_some());
        let targets = counted.flat_map(|action| self.graph.action(action).targets);
        let outside = targets.filter(|target| !inside.contains(target));
        outside.map(|&target| width(self.bounds.pair(target))).max().unwrap_or(0)
    }

    /// The action of player 1 that makes the win sure; all of player 2's.
    fn sure_actions(&self, place: u32) -> impl Iterator<Item = u32> {
        let ranks = self.ranks;
        let sure = move |action: &u32| {
            let mut targets = self.graph.action(*action).targets.iter();
            targets.any(|&target| ranks[target as usize] < ranks[place as usize])
        };
        let counts = |action: &u32| self.bounds.prices[*action as usize].is_some();
        let all = self.graph.kind(place) == Kind::Min;
        let actions = self.graph.actions(place).filter(counts);
        actions.filter(move |action| all || sure(action)).take(if all { usize::MAX } else { 1 })
    }

    /// First upper bounds of a component: what it costs to make the win sure.
    ///
    /// Some number `steps` is made to fall on average by at least `gap` with every action until the
    /// component is left. Then `steps / gap` times the most that an action can cost, what follows
    /// outside included, is enough; which is checked.
    fn begin(&mut self, members: &[u32]) -> Result<(), Stop> {
        let graph = self.graph;
        let mut outside = 0;
        for &place in members {
            self.bounds.pairs[place as usize][1] = 0;
        }
        for &place in members {
            for action in self.sure_actions(place) {
                let through = self.bounds.through(graph, action).expect("it counts");
                outside = outside.max(through[1]);
            }
        }
        let mut steps: FxHashMap<u32, f64> = members.iter().map(|&m| (m, 0.0)).collect();
        let gap = loop {
            let mut gap = f64::INFINITY;
            for &place in members {
                self.look()?;
                let after = self.steps_after(place, &steps);
                gap = gap.min(steps[&place] - after);
                steps.insert(place, after + 1.0);
            }
            // Of the bounds before the sweep: some have grown since.
            if gap > 1e-9 {
                gap = members
                    .iter()
                    .map(|&place| steps[&place] - self.steps_after(place, &steps))
                    .fold(f64::INFINITY, f64::min);
            }
            if gap > 1e-9 {
                break gap;
            }
        };
        let mut factor = 1.0 + 1e-6;
        loop {
            for &place in members {
                let guess = to_fixed(steps[&place] / gap * factor, outside);
                self.bounds.pairs[place as usize][1] = guess.ok_or(Stop::Weights)?;
            }
            let holds = members.iter().all(|&place| {
                let most = self
                    .sure_actions(place)
                    .map(|action| self.bounds.through(graph, action).expect("it counts")[1]);
                most.max().is_some_and(|most| most <= self.bounds.pair(place)[1])
            });
            if holds {
                return Ok(());
            }
            factor *= 2.0;
        }
    }

    /// The mean of a number over where the sure action leads; the worst of player 2's.
    #[expect(clippy::cast_precision_loss, reason = "what is guessed by it is checked")]
    fn steps_after(&self, place: u32, steps: &FxHashMap<u32, f64>) -> f64 {
        let mean = |action: u32| {
            let action = self.graph.action(action);
            let weights = self.graph.shapes.weights(action.shape).iter();
            let sum = action.targets.iter().zip(weights).fold(0.0, |sum, (target, &weight)| {
                sum + weight as f64 * steps.get(target).copied().unwrap_or(0.0)
            });
            sum / (action.shape.total - action.shape.loops) as f64
        };
        self.sure_actions(place).map(mean).fold(0.0, f64::max)
    }

    /// Where player 1 could stay for ever at no cost, the lower bounds rise to the cheapest way out:
    /// they must leave to win. Did any rise?
    fn raise(&mut self, members: &[u32]) -> bool {
        let (graph, bounds) = (self.graph, &self.bounds);
        let free = |action: u32| bounds.prices[action as usize].is_some_and(|price| price[1] == 0);
        let mut raised = Vec::new();
        for tolerance in [0, 1 << 6, 1 << 16] {
            self.traps.enter(graph, members);
            let allowed = |place: u32, action: u32| {
                free(action)
                    && (graph.kind(place) == Kind::Max || {
                        let through = bounds.through(graph, action).map_or(0, |pair| pair[1]);
                        through.saturating_add(tolerance) >= bounds.pair(place)[1]
                    })
            };
            let count = self.traps.split(graph, members, allowed);
            let mut ways_out = vec![MOST; count as usize];
            for &member in members.iter().filter(|&&member| graph.kind(member) == Kind::Max) {
                let Some(set) = self.traps.set(member) else { continue };
                for action in graph.actions(member) {
                    if self.traps.stays(member, graph.action(action)) && free(action) {
                        continue;
                    }
                    if let Some(through) = bounds.through(graph, action) {
                        ways_out[set] = ways_out[set].min(through[0]);
                    }
                }
            }
            for &member in members {
                let Some(set) = self.traps.set(member) else { continue };
                if bounds.pair(member)[0] < ways_out[set] {
                    raised.push((member, ways_out[set]));
                }
            }
            self.traps.leave(members);
        }
        for &(member, bound) in &raised {
            let pair = &mut self.bounds.pairs[member as usize];
            pair[0] = pair[0].max(bound.min(pair[1]));
        }
        !raised.is_empty()
    }
}

const fn width(pair: Pair) -> u64 {
    pair[1].saturating_sub(pair[0])
}

#[expect(clippy::cast_precision_loss, reason = "what is guessed by it is checked")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is compared first")]
fn to_fixed(factor: f64, number: u64) -> Option<u64> {
    let product = factor * (number as f64 + 1.0) + 1.0;
    (product < MOST as f64 / 4.0).then_some(product as u64)
}

#[expect(clippy::cast_precision_loss, reason = "a power of two is exact")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn fixed(width: f64, places: u32) -> u64 {
    (width * (1_u64 << places) as f64) as u64
}
