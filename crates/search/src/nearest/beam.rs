//! A few promising states at a time: a line where there are too many to look at all.

use std::cmp::Reverse;

use outplay_game::{Budget, Nearness, PACE};

use super::NO_GAP;
use crate::table::Numbered;

/// So many states are kept from move to move.
const WIDTH: usize = 1024;
/// So many of them with the same gap: what has struck less may have kept more to strike with.
const ALIKE: usize = 64;

/// A state of the beam, and the last move of its line.
struct Seen<S> {
    state: S,
    gap: i64,
    strength: i64,
    line: Option<usize>,
}

/// The least gap that was found, and the line to it. Player 2 must have no choice.
pub(super) fn search<G: Nearness>(
    game: &G,
    from: &G::State,
    budget: &Budget,
) -> (i64, Vec<G::Move>) {
    let mut known: Numbered<G::State, ()> = Numbered::new(G::extra_bytes);
    // Every move of every line with the one before it.
    let mut lines: Vec<(Option<usize>, G::Move)> = Vec::new();
    let gap = game.gap(from).unwrap_or(NO_GAP);
    let mut best = (gap, None);
    let mut beam = vec![Seen { state: from.clone(), gap, strength: 0, line: None }];
    known.insert(from.clone(), ());
    let (mut moves, mut expanded) = (Vec::new(), 0_u64);
    'deeper: while !beam.is_empty() {
        let mut next = Vec::new();
        for seen in &beam {
            let besides = || lines.capacity() * size_of::<(Option<usize>, G::Move)>();
            if known.stop(budget, expanded, besides).is_some()
                || expanded.is_multiple_of(PACE) && budget.ended().is_some()
            {
                break 'deeper;
            }
            expanded += 1;
            moves.clear();
            game.moves(&seen.state, &mut moves);
            for &mv in &moves {
                let (state, passed) = game.play_measuring(&seen.state, mv);
                if !known.insert(state.clone(), ()).1 {
                    continue;
                }
                lines.push((seen.line, mv));
                let line = Some(lines.len() - 1);
                let least = passed.gap.unwrap_or(NO_GAP);
                if least < best.0 {
                    best = (least, line);
                }
                let (gap, strength) = (game.gap(&state).unwrap_or(NO_GAP), game.strength(&state));
                next.push(Seen { state, gap, strength, line });
            }
        }
        next.sort_by_key(|seen| (seen.gap, Reverse(seen.strength)));
        let mut alike = (NO_GAP, 0);
        next.retain(|seen| {
            alike = if alike.0 == seen.gap { (seen.gap, alike.1 + 1) } else { (seen.gap, 1) };
            alike.1 <= ALIKE
        });
        next.truncate(WIDTH);
        beam = next;
    }
    let (mut line, mut at) = (Vec::new(), best.1);
    while let Some(index) = at {
        line.push(lines[index].1);
        at = lines[index].0;
    }
    line.reverse();
    (best.0, line)
}
