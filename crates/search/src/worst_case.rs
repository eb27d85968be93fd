//! The cheapest win against an opponent who chooses.
//!
//! Expands every state whose cost so far plus bound is within a threshold, cheapest first, and
//! carries values back from the goals (see `graph.rs`), taking what is not expanded for lost. If
//! the start comes out at or below the threshold, that is the truth: a state above the threshold
//! cannot lie on any play of a strategy that guarantees so little. Otherwise the threshold rises:
//! to the value found, if one was, else by half as much again. What is not expanded when a limit
//! stops the search still gives a proved interval.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use outplay_game::{Budget, MinCost, Player};

use crate::graph::{Graph, Settled};
use crate::pick::Pick;
use crate::solution::affordable;
use crate::{Solution, Stats};

/// The part of the time in which states are expanded; the rest is for what they are worth.
const EXPANDING: f64 = 0.8;

/// The least cost with which player 1 can force the goal whatever player 2 replies; the line shows
/// the replies that cost the most. `guided`: use the game's bound. `at_most`: a higher cost is of no
/// interest.
pub fn worst_case<G: MinCost>(
    game: &G,
    from: &G::State,
    guided: bool,
    at_most: Option<u64>,
    budget: &Budget,
) -> Solution<G::Move> {
    let at_least = |state: &G::State| if guided { game.at_least(state) } else { Some(0) };
    let mut stats = Stats::default();
    let mut graph = Graph::new(from);
    let mut queue = BinaryHeap::new();
    let mut moves = Vec::new();
    let Some(mut threshold) = at_least(from) else {
        return Solution::proved(None, None, stats);
    };
    queue.push(Reverse((threshold, 0_u32)));
    let mut stopped = None;
    // What is known when the time is up, or somebody is tired of waiting, is carried back, too.
    let expanding = budget.share_of_time(EXPANDING);
    let back = Budget { interrupt: None, turn: None, ..*budget };
    loop {
        let limit = at_most.map_or(threshold, |most| threshold.min(most));
        while let Some(&Reverse((total, place))) = queue.peek() {
            if total > limit {
                break;
            }
            let queue_bytes = queue.capacity() * size_of::<Reverse<(u64, u32)>>();
            stopped = graph.stop(&expanding, stats.expanded, queue_bytes);
            if stopped.is_some() {
                break;
            }
            let vertex = graph.states.data(place);
            if vertex.cost >= vertex.expanded_at {
                queue.pop();
                continue;
            }
            let expanded = graph.expand(game, place, |state, mv| game.cost(state, mv), &mut moves);
            let cheaper = match expanded {
                Ok(cheaper) => cheaper,
                Err(stop) => {
                    stopped = Some(stop);
                    break;
                }
            };
            queue.pop();
            stats.expanded += 1;
            stats.generated += moves.len() as u64;
            // A cheaper way to a state counts even after its moves were followed, so that a bound
            // that falls too fast costs time and never the answer.
            for next in cheaper {
                if let Some(rest) = at_least(graph.states.state(next)) {
                    queue.push(Reverse((graph.states.data(next).cost + rest, next)));
                }
            }
        }
        stats.peak_bytes = graph.bytes();
        let open = queue.peek().map(|&Reverse((total, _))| total);
        let settled = match graph.backward(game, Player::One, |state| game.is_goal(state), &back) {
            Ok(settled) => settled,
            Err(stop) => return Solution::stopped(None, open.unwrap_or(0), stop, stats),
        };
        let value = settled[0].map(|start| start.value).filter(|&value| affordable(value, at_most));
        let proved = match (value, open) {
            (_, None) => true,
            (Some(value), Some(open)) => value <= open,
            (None, Some(open)) => !affordable(open, at_most),
        };
        stats.found = u64::from(value.is_some());
        let best = || value.map(|value| (value, line(game, &graph, &settled)));
        if proved {
            return Solution::proved(best(), at_most, stats);
        }
        if let (Some(stop), Some(lower)) = (stopped, open) {
            return Solution::stopped(best(), lower, stop, stats);
        }
        threshold = match (value, open) {
            (Some(value), _) => value,
            (None, Some(open)) => open.max(threshold + threshold / 2),
            (None, None) => unreachable!("an empty queue is a proof"),
        };
    }
}

/// The play in which both do their best, in move order among equals.
fn line<G: MinCost>(game: &G, graph: &Graph<G>, settled: &[Option<Settled>]) -> Vec<G::Move> {
    let mut line = Vec::new();
    let mut place = 0;
    while let Some(edges) = &graph.states.data(place).edges
        && let Some(here) = settled[place as usize]
        && !edges.is_empty()
    {
        let pick = Pick::of(game.node(graph.states.state(place)));
        let opposed = matches!(pick, Ok(Some(pick)) if pick.opposes(Player::One));
        // Following falling ranks, a loop that costs nothing is never entered.
        let next = edges.iter().find(|&&(_, cost, next)| {
            settled[next as usize].is_some_and(|there| {
                there.value + cost == here.value && (opposed || there.rank < here.rank)
            })
        });
        let Some(&(mv, _, next)) = next else { break };
        line.push(mv);
        place = next;
    }
    line
}
