//! A* and Dijkstra: the cheapest open state first.
//!
//! A state is *open* when it was reached and *closed* when its moves were tried. The queue is
//! ordered by cost so far plus the bound on the rest (Dijkstra: plus nothing); a goal counts when
//! it is *taken* from the queue, not when it is generated, so nothing cheaper can be left. A
//! cheaper way to a state replaces the dearer one even after it was closed, so that an
//! inconsistent bound costs time and never the answer. Ties: the state that has cost more (it is
//! nearer to the goal), then the one that was reached first.
//!
//! A search that has become large looks for some win first ([`beam`]), so that a limit leaves a line and
//! an upper bound, and from then on leaves out states that are no better than another which cost no
//! more (`fronts.rs`).

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::hash::Hash;

use outplay_game::{Budget, MinCost};

use crate::beam::beam;
use crate::fronts::{Fronts, LARGE, Way};
use crate::pick::Pick;
use crate::solution::affordable;
use crate::table::Numbered;
use crate::{Solution, Stats};

/// The cheapest line to the goal (of at most this cost), guided by the game's own bound.
///
/// Player 2 must have no choice; [`crate::worst_case`] is for when they do.
pub fn astar<G: MinCost>(
    game: &G,
    from: &G::State,
    at_most: Option<u64>,
    budget: &Budget,
) -> Solution<G::Move> {
    astar_comparing_from(LARGE, game, from, at_most, budget)
}

/// [`astar`] that counts as large, and compares states, once it has expanded so many. What it answers
/// is the same.
pub fn astar_comparing_from<G: MinCost>(
    states: u64,
    game: &G,
    from: &G::State,
    at_most: Option<u64>,
    budget: &Budget,
) -> Solution<G::Move> {
    best_first(game, from, at_most, budget, Some(states), |state| game.at_least(state))
}

/// The cheapest line to the goal, guided by nothing: A* with a bound of 0.
pub fn dijkstra<G: MinCost>(
    game: &G,
    from: &G::State,
    at_most: Option<u64>,
    budget: &Budget,
) -> Solution<G::Move> {
    best_first(game, from, at_most, budget, None, |_| Some(0))
}

/// What the search knows of a state.
struct Reached<M> {
    cost: u64,
    rest: u64,
    parent: u32,
    mv: Option<M>,
}

/// An entry of the queue; stale when the state has been reached more cheaply since.
#[derive(PartialEq, Eq)]
struct Open {
    total: u64,
    cost: u64,
    place: u32,
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .total
            .cmp(&self.total)
            .then(self.cost.cmp(&other.cost))
            .then(other.place.cmp(&self.place))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The search itself, by any bound; `large`: after how many states it takes more care.
fn best_first<G: MinCost>(
    game: &G,
    from: &G::State,
    at_most: Option<u64>,
    budget: &Budget,
    large: Option<u64>,
    at_least: impl Fn(&G::State) -> Option<u64>,
) -> Solution<G::Move> {
    let mut stats = Stats::default();
    let mut reached: Numbered<G::State, Reached<G::Move>> = Numbered::new(G::extra_bytes);
    let mut queue = BinaryHeap::with_capacity(1024);
    let mut best_goal: Option<(u64, u32)> = None;
    let mut moves = Vec::new();
    let (mut at_most, asked) = (at_most, at_most);
    let (mut some_win, mut fronts) = (None, None);
    if let Some(rest) = at_least(from) {
        let start = Reached { cost: 0, rest, parent: u32::MAX, mv: None };
        let (place, _) = reached.insert(from.clone(), start);
        if affordable(rest, at_most) {
            queue.push(Open { total: rest, cost: 0, place });
        }
        if game.is_goal(from) {
            best_goal = Some((0, place));
        }
    }
    // What stopped it, and the least that a line through what is left costs.
    let mut stopped = None;
    while let Some(Open { total, cost, place }) = queue.pop() {
        if cost != reached.data(place).cost {
            continue;
        }
        let state = reached.state(place).clone();
        if game.is_goal(&state) {
            break;
        }
        if large == Some(stats.expanded) && fronts.is_none() {
            some_win = beam(game, from, at_most, budget, &mut stats);
            // What costs more is of no interest any more.
            at_most = some_win.as_ref().map(|&(cost, _)| cost).or(at_most);
            fronts = fronts_of(game, from, &reached);
        }
        if fronts.as_mut().is_some_and(|fronts| is_outdone(fronts, game, &state, cost, place)) {
            continue;
        }
        let (bytes, growth) = fronts.as_ref().map_or((0, 0), |f| (f.bytes(), f.growth()));
        let besides = || (queue.capacity() * size_of::<Open>() + bytes, growth);
        let stop = reached
            .stop_before(budget, stats.expanded, besides)
            .or_else(|| Pick::of(game.node(&state)).err());
        if let Some(stop) = stop {
            stopped = Some((stop, total));
            break;
        }
        moves.clear();
        game.moves(&state, &mut moves);
        stats.expanded += u64::from(!moves.is_empty());
        for &mv in &moves {
            stats.generated += 1;
            let next = game.play(&state, mv);
            let next_cost = cost + game.cost(&state, mv);
            if !affordable(next_cost, at_most) {
                continue;
            }
            let new = Reached { cost: next_cost, rest: u64::MAX, parent: place, mv: Some(mv) };
            let (next_place, is_new) = reached.insert(next, new);
            if is_new {
                let Some(rest) = at_least(reached.state(next_place)) else {
                    // Nothing that is no better wins either.
                    if let Some(fronts) = &mut fronts {
                        compare(fronts, game, reached.state(next_place), 0, next_place);
                    }
                    continue;
                };
                reached.data_mut(next_place).rest = rest;
            } else {
                let known = reached.data_mut(next_place);
                // A state that was proved hopeless keeps the largest `rest` and is never queued.
                if next_cost >= known.cost || known.rest == u64::MAX {
                    continue;
                }
                known.cost = next_cost;
                known.parent = place;
                known.mv = Some(mv);
            }
            let rest = reached.data(next_place).rest;
            let next_total = next_cost + rest;
            if !affordable(next_total, at_most) {
                continue;
            }
            if let Some(fronts) = &mut fronts
                && !compare(fronts, game, reached.state(next_place), next_cost, next_place)
            {
                continue;
            }
            if rest == 0
                && best_goal.is_none_or(|(best, _)| next_cost < best)
                && game.is_goal(reached.state(next_place))
            {
                best_goal = Some((next_cost, next_place));
                stats.found += 1;
            }
            queue.push(Open { total: next_total, cost: next_cost, place: next_place });
        }
    }
    stats.peak_bytes = reached.bytes() + (queue.capacity() * size_of::<Open>()) as u64;
    let best = best_goal.map(|(cost, goal)| (cost, way_to(&reached, goal)));
    let best = best.into_iter().chain(some_win).min_by_key(|&(cost, _)| cost);
    match stopped {
        Some((stop, lower)) => Solution::stopped(best, lower, stop, stats),
        None => Solution::proved(best, asked, stats),
    }
}

/// The moves that lead to a state.
fn way_to<S: Eq + Hash, M: Copy>(reached: &Numbered<S, Reached<M>>, mut place: u32) -> Vec<M> {
    let mut line = Vec::new();
    while let Some(mv) = reached.data(place).mv {
        line.push(mv);
        place = reached.data(place).parent;
    }
    line.reverse();
    line
}

/// The fronts of what was reached so far, where states compare.
fn fronts_of<G: MinCost>(
    game: &G,
    from: &G::State,
    reached: &Numbered<G::State, Reached<G::Move>>,
) -> Option<Fronts<G>> {
    let mut fronts = Fronts::of(game, from)?;
    for place in 0..u32::try_from(reached.len()).expect("states are numbered by u32") {
        let &Reached { cost, rest, .. } = reached.data(place);
        let cost = if rest == u64::MAX { 0 } else { cost };
        compare(&mut fronts, game, reached.state(place), cost, place);
    }
    Some(fronts)
}

/// Enters a state that was reached at a cost into the fronts; says whether no other is at least as
/// good and costs no more.
fn compare<G: MinCost>(
    fronts: &mut Fronts<G>,
    game: &G,
    state: &G::State,
    cost: u64,
    place: u32,
) -> bool {
    if is_outdone(fronts, game, state, cost, place) {
        return false;
    }
    fronts.learn(game, state, Way::Down, (clamped(cost), place));
    true
}

/// Is another state at least as good that was reached at no higher cost?
fn is_outdone<G: MinCost>(
    fronts: &mut Fronts<G>,
    game: &G,
    state: &G::State,
    cost: u64,
    place: u32,
) -> bool {
    let known = fronts.best(game, state, Way::Down);
    known.is_some_and(|(least, by)| by != place && least <= clamped(cost))
}

/// A cost as a bound; costs beyond that are alike.
fn clamped(cost: u64) -> i64 {
    i64::try_from(cost).unwrap_or(i64::MAX)
}
