//! A first win, looked for with little effort: proves nothing, but leaves a line and an upper bound.
//!
//! Layer by layer, of all states that the moves of the last ones lead to the most promising are kept,
//! by the game's guess of how far the goal is. No state is visited twice, so it ends.

use outplay_game::{Budget, MinCost};

use crate::Stats;
use crate::solution::affordable;
use crate::table::Numbered;

/// States that are kept in a layer.
const WIDTH: usize = 500;
/// The most states to look at.
const MOST_STATES: u64 = 500_000;

/// How a state was reached: from which, by which move; and at what cost.
struct Reached<M> {
    from: Option<(u32, M)>,
    cost: u64,
}

/// Some win from a state that costs at most so much, where player 2 has no choice; what it takes is
/// added to the statistics.
pub(crate) fn beam<G: MinCost>(
    game: &G,
    from: &G::State,
    at_most: Option<u64>,
    budget: &Budget,
    stats: &mut Stats,
) -> Option<(u64, Vec<G::Move>)> {
    let mut reached: Numbered<G::State, Reached<G::Move>> = Numbered::new(G::extra_bytes);
    let (start, _) = reached.insert(from.clone(), Reached { from: None, cost: 0 });
    let budget = Budget { states: budget.states.min(MOST_STATES), ..budget.quiet() };
    let (mut layer, mut moves, mut expanded) = (vec![start], Vec::new(), 0);
    while !layer.is_empty() {
        let mut next = Vec::new();
        let mut won: Option<(u64, u32)> = None;
        for place in layer {
            if reached.stop(&budget, expanded, || 0).is_some() {
                return None;
            }
            expanded += 1;
            stats.expanded += 1;
            let (state, so_far) = (reached.state(place).clone(), reached.data(place).cost);
            moves.clear();
            game.moves(&state, &mut moves);
            for &mv in &moves {
                stats.generated += 1;
                let after = game.play(&state, mv);
                let cost = so_far + game.cost(&state, mv);
                let Some(rest) = game.at_least(&after) else { continue };
                if !affordable(cost + rest, at_most) {
                    continue;
                }
                let guess = game.distance_guess(&after);
                let is_goal = game.is_goal(&after);
                let way = Reached { from: Some((place, mv)), cost };
                let (after, is_new) = reached.insert(after, way);
                if is_new && is_goal && won.is_none_or(|(least, _)| cost < least) {
                    won = Some((cost, after));
                }
                if is_new {
                    next.push((guess, cost, after));
                }
            }
        }
        if let Some((cost, mut place)) = won {
            let mut line = Vec::new();
            while let Some((before, mv)) = reached.data(place).from {
                line.push(mv);
                place = before;
            }
            line.reverse();
            return Some((cost, line));
        }
        next.sort_unstable();
        next.truncate(WIDTH);
        layer = next.into_iter().map(|(_, _, place)| place).collect();
    }
    None
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use outplay_game::{Game, Node};

    use super::*;

    /// Up or to the right, for ever.
    struct Plain;

    impl Game for Plain {
        type State = (u32, u32);
        type Move = bool;
        fn start(&self) -> (u32, u32) {
            (0, 0)
        }
        fn node(&self, _: &(u32, u32)) -> Node {
            Node::Max
        }
        fn moves(&self, _: &(u32, u32), out: &mut Vec<bool>) {
            out.extend([false, true]);
        }
        fn play(&self, &(right, up): &(u32, u32), mv: bool) -> (u32, u32) {
            if mv { (right + 1, up) } else { (right, up + 1) }
        }
    }

    impl MinCost for Plain {
        fn cost(&self, _: &(u32, u32), _: bool) -> u64 {
            1
        }
        fn is_goal(&self, _: &(u32, u32)) -> bool {
            false
        }
        fn contested(&self) -> bool {
            false
        }
    }

    #[test]
    fn a_win_that_is_far_away_is_given_up_for_the_search_that_proves_one() {
        let mut stats = Stats::default();
        let asked = AtomicU64::new(0);
        let turn = || {
            asked.fetch_add(1, Ordering::Relaxed);
            None
        };
        let budget = Budget { states: 2 * MOST_STATES, turn: Some(&turn), ..Budget::UNLIMITED };
        assert_eq!(beam(&Plain, &(0, 0), None, &budget, &mut stats), None);
        // Each layer has one place more than the last one kept.
        let width = WIDTH as u64;
        assert!(stats.generated <= 2 * (MOST_STATES + width), "{stats:?}");
        assert!(stats.expanded + 2 * width >= MOST_STATES / 2, "{stats:?}");
        // Now and then, and not at every state.
        let asked = asked.into_inner();
        assert!((50..stats.expanded / 100).contains(&asked), "{asked} of {stats:?}");
    }
}
