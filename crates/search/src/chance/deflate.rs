//! Where players can stay for ever, and why an upper bound does not fall there by itself.
//!
//! In a *trap*, a set of places in each of which the one who holds (say player 2) has an action that
//! stays, the play stays for ever or leaves by an action of the other (player 1). So nothing in it is
//! worth more than the best of player 1's ways out, or than going on for ever. That is sound for any
//! trap. It is needed where the bounds lean on each other in a circle: "worth as much as the place
//! before".
//!
//! Traps are looked for among the actions of player 2 that look best by the other bound: the largest
//! sets in which everything is reached from everything (end components). Once that bound is close to
//! the truth, all places of such a set have the same value, the best way out, and the upper bound
//! meets it. The same is done for player 2's ways out and lower bounds, where going on for ever is
//! worth something.

use std::ops::Range;

use outplay_game::{Chance, Stop};

use super::bounds::Bounds;
use super::components::Components;
use super::graph::{Graph, Kind, Weighed};

/// Not in any set.
const NOWHERE: u32 = u32::MAX;

/// By how much worse than the best an action of the holder may look, in turn: bounds that are equal in
/// truth differ by their rounding.
const TOLERANCES: [u64; 4] = [0, 1 << 13, 1 << 23, 1 << 33];

/// Bytes that it takes for each place.
pub(crate) const BYTES_A_PLACE: usize = 2 * size_of::<u32>();

/// Looks for traps in one component after another; kept for its memory.
#[derive(Default)]
pub(crate) struct Traps {
    /// The set that a place is in; [`NOWHERE`] between components.
    sets: Vec<u32>,
    /// The place's number among the members.
    local: Vec<u32>,
    edges: Vec<u32>,
    ranges: Vec<Range<u32>>,
    components: Components,
}

impl Traps {
    /// Can the play stay among these places for ever, if both want it to? When in doubt, yes.
    pub(crate) fn any<G: Chance>(&mut self, graph: &Graph<G>, members: &[u32]) -> bool {
        self.enter(graph, members);
        let mut left = members.len();
        for _ in 0..MOST_ROUNDS {
            let before = left;
            for &member in members {
                if self.sets[member as usize] == NOWHERE {
                    continue;
                }
                let mut actions = graph.actions(member);
                if !actions.any(|action| self.stays(member, graph.action(action))) {
                    self.sets[member as usize] = NOWHERE;
                    left -= 1;
                }
            }
            if left == 0 || left == before {
                break;
            }
        }
        self.leave(members);
        left > 0
    }

    /// Raises the bounds of places in traps: `side` 1 for player 1's ways out, 0 for player 2's. Did
    /// any rise?
    pub(crate) fn raise<G: Chance>(
        &mut self,
        graph: &Graph<G>,
        members: &[u32],
        bounds: &mut Bounds,
        side: usize,
    ) -> bool {
        let leaver = if side == 1 { Kind::Max } else { Kind::Min };
        let mut raised = false;
        let mut ways_out = Vec::new();
        for tolerance in TOLERANCES {
            self.enter(graph, members);
            let allowed = |place: u32, action: u32| {
                graph.kind(place) == leaver || {
                    let mean = bounds.mean(&graph.shapes, graph.action(action))[1 - side];
                    mean <= bounds.pair(place)[1 - side].saturating_add(tolerance)
                }
            };
            let count = self.split(graph, members, allowed);
            ways_out.clear();
            ways_out.resize(count as usize, bounds.for_ever[side]);
            for &member in members {
                let set = self.sets[member as usize];
                if set == NOWHERE || graph.kind(member) != leaver {
                    continue;
                }
                for action in graph.actions(member) {
                    let action = graph.action(action);
                    if !self.stays(member, action) {
                        let way_out = &mut ways_out[set as usize];
                        *way_out = (*way_out).min(bounds.mean(&graph.shapes, action)[side]);
                    }
                }
            }
            for &member in members {
                let Some(&way_out) = ways_out.get(self.sets[member as usize] as usize) else {
                    continue;
                };
                let bound = &mut bounds.pairs[member as usize][side];
                if *bound < way_out {
                    *bound = way_out;
                    raised = true;
                }
            }
            self.leave(members);
        }
        raised
    }

    /// The set that a member is in, after [`Self::split`]; none where it cannot be stayed.
    pub(crate) fn set(&self, place: u32) -> Option<usize> {
        let set = self.sets[place as usize];
        (set != NOWHERE).then_some(set as usize)
    }

    /// All members are in one set.
    pub(crate) fn enter<G: Chance>(&mut self, graph: &Graph<G>, members: &[u32]) {
        if self.sets.len() < graph.states.len() {
            self.sets.resize(graph.states.len(), NOWHERE);
            self.local.resize(graph.states.len(), NOWHERE);
        }
        for (index, &member) in (0..).zip(members) {
            self.sets[member as usize] = 0;
            self.local[member as usize] = index;
        }
    }

    pub(crate) fn leave(&mut self, members: &[u32]) {
        for &member in members {
            self.sets[member as usize] = NOWHERE;
        }
    }

    /// Does an action stay in the set of its place, whatever the dice say?
    pub(crate) fn stays(&self, place: u32, action: Weighed<'_>) -> bool {
        let set = self.sets[place as usize];
        let mut targets = action.targets.iter();
        !action.targets.is_empty() && targets.all(|&target| self.sets[target as usize] == set)
    }

    /// Splits the members into the largest sets that can be stayed in by allowed actions, and in which
    /// these lead from everywhere to everywhere; says how many.
    pub(crate) fn split<G: Chance>(
        &mut self,
        graph: &Graph<G>,
        members: &[u32],
        allowed: impl Fn(u32, u32) -> bool,
    ) -> u32 {
        let mut before = (0, 0);
        loop {
            self.edges.clear();
            self.ranges.clear();
            let mut gone = 0;
            for &member in members {
                let begin = length(&self.edges);
                if self.sets[member as usize] != NOWHERE {
                    for number in graph.actions(member) {
                        let action = graph.action(number);
                        if self.stays(member, action) && allowed(member, number) {
                            let local = &self.local;
                            let targets = action.targets.iter();
                            self.edges.extend(targets.map(|&target| local[target as usize]));
                        }
                    }
                }
                if length(&self.edges) == begin {
                    self.sets[member as usize] = NOWHERE;
                    gone += 1;
                }
                self.ranges.push(begin..length(&self.edges));
            }
            let mut count = 0;
            let Self { sets, edges, ranges, components, .. } = self;
            let told = components.tell(
                0..length(ranges),
                |local| ranges[local as usize].clone(),
                |edge| Some(edges[edge as usize]),
                |component| {
                    let first = members[component[0] as usize] as usize;
                    if sets[first] != NOWHERE {
                        for &local in component {
                            sets[members[local as usize] as usize] = count;
                        }
                        count += 1;
                    }
                    Ok::<(), Stop>(())
                },
            );
            told.expect("nothing stops it");
            if before == (count, gone) {
                return count;
            }
            before = (count, gone);
        }
    }
}

/// So often are places taken away from which the play must leave; what is left then may be stayed in.
const MOST_ROUNDS: usize = 64;

fn length<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).expect("counted by u32")
}
