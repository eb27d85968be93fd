//! A first win, looked for with little effort: proves nothing, but leaves a line and an upper bound.
//!
//! Layer by layer, of all states that the moves of the last ones lead to the most promising are kept,
//! by the game's guess of how far the goal is. No state is visited twice, so it ends.

use outplay_game::{Budget, MinCost};
use rustc_hash::FxHashSet;

use crate::Stats;

/// States that are kept in a layer.
const WIDTH: usize = 500;
/// The longest line.
const MOST_LAYERS: usize = 10_000;
/// The most states to look at.
const MOST_STATES: usize = 1_000_000;

/// Some win from a state that costs at most so much, where player 2 has no choice; what it takes is
/// added to the statistics.
pub(crate) fn beam<G: MinCost>(
    game: &G,
    from: &G::State,
    at_most: Option<u64>,
    budget: &Budget,
    stats: &mut Stats,
) -> Option<(u64, Vec<G::Move>)> {
    // Every state of every layer, and how it was reached.
    let mut reached: Vec<(Option<(usize, G::Move)>, u64)> = vec![(None, 0)];
    let mut layer = vec![(0_usize, from.clone())];
    let mut seen: FxHashSet<G::State> = layer.iter().map(|(_, state)| state.clone()).collect();
    let mut moves = Vec::new();
    for _ in 0..MOST_LAYERS {
        let mut next = Vec::new();
        let mut won: Option<(u64, usize)> = None;
        for (place, state) in &layer {
            stats.expanded += 1;
            moves.clear();
            game.moves(state, &mut moves);
            for &mv in &moves {
                stats.generated += 1;
                let after = game.play(state, mv);
                let cost = reached[*place].1 + game.cost(state, mv);
                let Some(rest) = game.at_least(&after) else { continue };
                if at_most.is_some_and(|most| cost + rest > most) || !seen.insert(after.clone()) {
                    continue;
                }
                reached.push((Some((*place, mv)), cost));
                if game.is_goal(&after) {
                    won =
                        won.filter(|&(least, _)| least <= cost).or(Some((cost, reached.len() - 1)));
                }
                next.push((game.distance_guess(&after), cost, reached.len() - 1, after));
            }
        }
        if let Some((cost, mut place)) = won {
            let mut line = Vec::new();
            while let (Some((parent, mv)), _) = reached[place] {
                line.push(mv);
                place = parent;
            }
            line.reverse();
            return Some((cost, line));
        }
        let bytes = seen.capacity() * size_of::<G::State>()
            + reached.capacity() * size_of::<(Option<(usize, G::Move)>, u64)>();
        if next.is_empty()
            || seen.len() > MOST_STATES
            || bytes as u64 > budget.bytes / 4
            || budget.ended().is_some()
        {
            return None;
        }
        next.sort_by_key(|&(guess, cost, place, _)| (guess, cost, place));
        next.truncate(WIDTH);
        layer = next.into_iter().map(|(_, _, place, state)| (place, state)).collect();
    }
    None
}
