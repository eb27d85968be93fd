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

use outplay_game::{MinCost, Player, Turn};

use crate::graph::{Graph, Settled};
use crate::{Control, Proof, Solution, Stats, Stop};

/// The least cost with which player 1 can force the goal whatever player 2 replies; the line shows
/// the replies that cost the most. `guided`: use the game's bound.
pub fn worst_case<G: MinCost>(
    game: &G,
    from: &G::State,
    guided: bool,
    control: &mut Control,
) -> Solution<G::Move> {
    let at_least = |state: &G::State| if guided { game.at_least(state) } else { Some(0) };
    let mut stats = Stats::default();
    let mut graph = Graph::new(from);
    let mut queue = BinaryHeap::new();
    let mut moves = Vec::new();
    let Some(mut threshold) = at_least(from) else {
        let proof = Proof::Optimal;
        return Solution { cost: None, line: Vec::new(), proof, stopped: None, stats };
    };
    queue.push(Reverse((threshold, 0_u32)));
    let mut stopped = None;
    loop {
        let limit = control.at_most.map_or(threshold, |most| threshold.min(most));
        while let Some(&Reverse((total, place))) = queue.peek() {
            if total > limit {
                break;
            }
            stopped = control.stop(graph.states.kept(), stats.expanded);
            if stopped.is_some() {
                break;
            }
            queue.pop();
            let vertex = graph.states.data(place);
            if vertex.cost >= vertex.expanded_at {
                continue;
            }
            stats.expanded += 1;
            let cheaper = graph.expand(game, place, |state, mv| game.cost(state, mv), &mut moves);
            stats.generated += moves.len() as u64;
            // A cheaper way to a state counts even after its moves were followed, so that a bound
            // that falls too fast costs time and never the answer.
            for next in cheaper {
                if let Some(rest) = at_least(graph.states.state(next)) {
                    queue.push(Reverse((graph.states.data(next).cost + rest, next)));
                }
            }
        }
        stats.peak_bytes = graph.states.bytes();
        let settled = graph.backward(game, Player::One, |state| game.is_goal(state));
        let value = settled[0].map(|start| start.value).filter(|&value| control.affordable(value));
        let open = queue.peek().map(|&Reverse((total, _))| total);
        let proved = match (value, open) {
            (_, None) => true,
            (Some(value), Some(open)) => value <= open,
            (None, Some(open)) => !control.affordable(open),
        };
        if proved || stopped.is_some() {
            let proof = match open {
                Some(lower) if !proved => Proof::Bound { lower },
                _ => Proof::Optimal,
            };
            let line = if value.is_some() { line(game, &graph, &settled) } else { Vec::new() };
            stats.found = u64::from(value.is_some());
            let stopped: Option<Stop> = stopped.filter(|_| !proved);
            return Solution { cost: value, line, proof, stopped, stats };
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
        let opposed = game.turn(graph.states.state(place)) == Turn::Choose(Player::Two);
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
