//! Play that is not proved, measured by what is: how much of the chance to win a move gives away.

use std::fmt::Debug;

use outplay_game::{Chance, Node, Versus};
use outplay_search::Odds;

/// What a move gives away of the chance to win of whoever makes it.
pub(crate) fn given_away<G: Chance + Versus>(
    game: &G,
    odds: &Odds<G>,
    state: &G::State,
    mv: G::Move,
) -> f64
where
    G::Move: Debug,
{
    let value = |state: &G::State| odds.interval(game, state).expect("it was solved").middle();
    (value(state) - value(&game.play(state, mv))).abs()
}

/// So many positions in which somebody has a choice that matters, as they come up when a game is played
/// again and again with moves and rolls that are taken in turn.
pub(crate) fn positions<G: Chance + Versus>(
    game: &G,
    odds: &Odds<G>,
    count: usize,
) -> Vec<G::State> {
    let (mut found, mut turn) = (Vec::new(), 0_usize);
    let (mut state, mut moves) = (game.start(), Vec::new());
    while found.len() < count {
        moves.clear();
        game.moves(&state, &mut moves);
        match game.node(&state) {
            Node::End => {
                state = game.start();
                continue;
            }
            Node::Max | Node::Min => {
                let matters = moves.iter().any(|&mv| given_away(game, odds, &state, mv) > 1e-6);
                if matters && !found.contains(&state) {
                    found.push(state.clone());
                }
            }
            Node::Mean | Node::Single => {}
        }
        turn += 1;
        state = game.play(&state, moves[turn * turn % 7919 % moves.len()]);
    }
    found
}
