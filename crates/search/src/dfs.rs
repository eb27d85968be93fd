//! Depth-first branch and bound: one line at a time, ever better.
//!
//! Follows each line to its end in move order and keeps the cheapest win. A line is given up where
//! its cost plus the game's bound cannot beat the best, and where its state has been seen before at
//! no higher cost (a loop among them). Finds many wins early and proves the last one at the end;
//! whoever asks is told of each. The stack is a vector: depth costs memory, not the machine's stack.

use outplay_game::{Budget, MinCost};

use crate::pick::Pick;
use crate::solution::affordable;
use crate::table::Numbered;
use crate::{Solution, Stats};

struct Frame<S, M> {
    state: S,
    cost: u64,
    moves: Vec<M>,
    next: usize,
}

/// The cheapest line to the goal (of at most this cost), by depth-first branch and bound. Player 2 must have no choice.
/// `on_better` is told the cost and the moves of every line that beats those before it.
pub fn dfs<G: MinCost>(
    game: &G,
    from: &G::State,
    at_most: Option<u64>,
    budget: &Budget,
    on_better: &mut dyn FnMut(u64, &[G::Move]),
) -> Solution<G::Move> {
    let mut stats = Stats::default();
    let mut seen: Numbered<G::State, u64> = Numbered::new(G::extra_bytes);
    let mut best: Option<(u64, Vec<G::Move>)> = None;
    let mut stack: Vec<Frame<G::State, G::Move>> = Vec::new();
    let mut pending = Some((from.clone(), 0));
    let start_bound = game.at_least(from);
    let mut stopped = None;
    loop {
        if let Some((state, cost)) = pending.take()
            && worthwhile(game, &state, cost, best.as_ref().map(|(cost, _)| *cost), at_most)
        {
            if game.is_goal(&state) {
                let line: Vec<_> = stack.iter().map(|frame| frame.moves[frame.next - 1]).collect();
                stats.found += 1;
                on_better(cost, &line);
                best = Some((cost, line));
            } else {
                let (place, is_new) = seen.insert(state.clone(), cost);
                if is_new || cost < *seen.data(place) {
                    *seen.data_mut(place) = cost;
                    let line_bytes = || stack.capacity() * size_of::<Frame<G::State, G::Move>>();
                    stopped = seen
                        .stop(budget, stats.expanded, line_bytes)
                        .or_else(|| Pick::of(game.node(&state)).err());
                    if stopped.is_some() {
                        break;
                    }
                    stats.expanded += 1;
                    let mut moves = Vec::new();
                    game.moves(&state, &mut moves);
                    stack.push(Frame { state, cost, moves, next: 0 });
                }
            }
        }
        let Some(frame) = stack.last_mut() else { break };
        match frame.moves.get(frame.next) {
            Some(&mv) => {
                frame.next += 1;
                stats.generated += 1;
                let cost = frame.cost + game.cost(&frame.state, mv);
                pending = Some((game.play(&frame.state, mv), cost));
            }
            None => {
                stack.pop();
            }
        }
    }
    let deepest = stack.capacity() * size_of::<Frame<G::State, G::Move>>();
    stats.peak_bytes = seen.bytes() + deepest as u64;
    match (stopped, start_bound) {
        (Some(stop), Some(lower)) => Solution::stopped(best, lower, stop, stats),
        (None, _) | (_, None) => Solution::proved(best, at_most, stats),
    }
}

/// Could a line through here still be better than the best?
fn worthwhile<G: MinCost>(
    game: &G,
    state: &G::State,
    cost: u64,
    best: Option<u64>,
    at_most: Option<u64>,
) -> bool {
    game.at_least(state).is_some_and(|rest| {
        let total = cost + rest;
        affordable(total, at_most) && best.is_none_or(|best| total < best)
    })
}
