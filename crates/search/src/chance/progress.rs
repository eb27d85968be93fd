//! Which of the best actions bring the end nearer: a value is attained only by these.
//!
//! Where the play can stay in a component for ever, an action that stays may look as good as one that
//! leaves, and be worth nothing if it is always taken. There every place has a *rank*: how many
//! actions away the component can be left, the one who gains by it taking best actions and the
//! other any. Who picks a best action that may lead out or to a lower rank leaves in the end.

use outplay_game::Chance;

use super::bounds::Bounds;
use super::graph::{Graph, Kind};
use super::shapes::BITS;

/// Two actions whose bounds differ by less than this (about 1e-12 of all values) count as equal.
const EQUAL: u64 = 1 << (BITS - 40);

/// Components and ranks of all places.
#[derive(Default)]
pub(crate) struct Progress {
    /// The component of each place.
    parts: Vec<u32>,
    next: u32,
    /// For players 1 and 2: 0 where the play cannot stay, or where they cannot make it leave.
    ranks: [Vec<u32>; 2],
}

/// Bytes that it takes for each place.
pub(crate) const BYTES_A_PLACE: usize = 3 * size_of::<u32>();

impl Progress {
    /// Room for so many places, of which the first so many stay as they are.
    pub(crate) fn resize(&mut self, settled: usize, count: usize) {
        for list in self.ranks.iter_mut().chain([&mut self.parts]) {
            list.truncate(settled);
            list.resize(count, 0);
        }
    }

    /// These places are a component.
    pub(crate) fn enter(&mut self, members: &[u32]) {
        self.next += 1;
        for &member in members {
            self.parts[member as usize] = self.next;
        }
    }

    /// Are two places in one component?
    #[inline]
    pub(crate) fn together(&self, one: u32, other: u32) -> bool {
        self.parts[one as usize] == self.parts[other as usize]
    }

    /// Gives the members of a component their ranks.
    pub(crate) fn rank<G: Chance>(&mut self, graph: &Graph<G>, members: &[u32], bounds: &Bounds) {
        for player in 0..2 {
            if bounds.for_ever[1 - player] == 0 {
                // Nothing is better for this player than going on for ever.
                continue;
            }
            self.spread(graph, members, bounds, player, EQUAL);
        }
    }

    /// Can the player make the play leave these places, or come where for ever is as good as the
    /// bound, by actions that keep what the player's bound promises? Then it is true, if one look
    /// ahead does not lower it.
    pub(crate) fn attained<G: Chance>(
        &mut self,
        graph: &Graph<G>,
        members: &[u32],
        bounds: &Bounds,
        player: usize,
    ) -> bool {
        let for_ever = bounds.for_ever[player];
        for &place in members {
            let there = bounds.pair(place)[player] <= for_ever;
            self.ranks[player][place as usize] = u32::from(there);
        }
        self.spread(graph, members, bounds, player, 0);
        let ranks = &mut self.ranks[player];
        let all = members.iter().all(|&place| ranks[place as usize] != 0);
        for &place in members {
            ranks[place as usize] = 0;
        }
        all
    }

    /// Ranks the members from which the player can make the play come nearer, round by round, by
    /// actions that are worse than the bound by no more than the tolerance.
    fn spread<G: Chance>(
        &mut self,
        graph: &Graph<G>,
        members: &[u32],
        bounds: &Bounds,
        player: usize,
        tolerance: u64,
    ) {
        let kind = [Kind::Max, Kind::Min][player];
        let mut ranked = Vec::new();
        for rank in 2.. {
            ranked.clear();
            for &place in members {
                if self.ranks[player][place as usize] != 0 {
                    continue;
                }
                let leaves = |action| self.nearer(graph, player, place, action);
                let mut actions = graph.actions(place);
                let leads_out = if graph.kind(place) == kind {
                    actions.any(|action| {
                        leaves(action) && is_best(graph, bounds, player, place, action, tolerance)
                    })
                } else {
                    actions.all(leaves)
                };
                if leads_out {
                    ranked.push(place);
                }
            }
            if ranked.is_empty() {
                break;
            }
            for &place in &ranked {
                self.ranks[player][place as usize] = rank;
            }
        }
    }

    /// May the action lead out of the component, or to a lower rank?
    fn nearer<G: Chance>(&self, graph: &Graph<G>, player: usize, place: u32, action: u32) -> bool {
        let ranks = &self.ranks[player];
        let here = ranks[place as usize];
        graph.action(action).targets.iter().any(|&target| {
            let there = ranks[target as usize];
            !self.together(place, target) || (there != 0 && (here == 0 || there < here))
        })
    }

    /// The actions that attain what the place is worth to the one who picks, as places in move order.
    pub(crate) fn best<G: Chance>(
        &self,
        graph: &Graph<G>,
        bounds: &Bounds,
        place: u32,
    ) -> Vec<usize> {
        let player = match graph.kind(place) {
            Kind::Max => 0,
            Kind::Min => 1,
            Kind::End => return Vec::new(),
        };
        let gains = bounds.pair(place)[player] > bounds.for_ever[player];
        let ranked = gains && self.ranks[player][place as usize] != 0;
        let attains = |action| {
            is_best(graph, bounds, player, place, action, EQUAL)
                && (!ranked || self.nearer(graph, player, place, action))
        };
        let actions = graph.actions(place);
        actions.enumerate().filter(|&(_, action)| attains(action)).map(|(index, _)| index).collect()
    }
}

/// Is it as good as the best, but for the tolerance, as far as the player's own bound says?
fn is_best<G: Chance>(
    graph: &Graph<G>,
    bounds: &Bounds,
    player: usize,
    place: u32,
    action: u32,
    tolerance: u64,
) -> bool {
    let mean = bounds.mean(&graph.shapes, graph.action(action))[player];
    mean.saturating_add(tolerance) >= bounds.pair(place)[player]
}
