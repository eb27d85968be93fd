//! What every other move was worth.

use outplay_game::{MinCost, Player, Turn};

use crate::solve::solve;
use crate::{Algorithm, Control, Proof, Stop};

/// A state of a line in which somebody chose, with all that could have been chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision<M> {
    /// How many moves of the line came before.
    pub after: usize,
    /// Who chose.
    pub player: Player,
    /// The moves, in move order.
    pub moves: Vec<Alternative<M>>,
}

/// A move with its price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative<M> {
    /// The move.
    pub mv: M,
    /// Was it the one of the line?
    pub chosen: bool,
    /// The least that the rest of the game costs with it, itself included; `None`: no win left.
    pub cost: Option<u64>,
}

/// The value of every legal move at every choice along a line.
///
/// # Errors
/// When a limit stops one of the searches.
pub fn explain<G: MinCost>(
    game: &G,
    from: &G::State,
    line: &[G::Move],
    control: &Control,
) -> Result<Vec<Decision<G::Move>>, Stop> {
    let mut state = from.clone();
    let mut decisions = Vec::new();
    for (after, &chosen) in line.iter().enumerate() {
        if let Turn::Choose(player) = game.turn(&state) {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let moves = moves
                .into_iter()
                .map(|mv| {
                    let rest = value(game, &game.play(&state, mv), control)?;
                    let cost = rest.map(|rest| rest + game.cost(&state, mv));
                    Ok(Alternative { mv, chosen: mv == chosen, cost })
                })
                .collect::<Result<_, _>>()?;
            decisions.push(Decision { after, player, moves });
        }
        state = game.play(&state, chosen);
    }
    Ok(decisions)
}

/// The proved value of a state.
pub(crate) fn value<G: MinCost>(
    game: &G,
    state: &G::State,
    control: &Control,
) -> Result<Option<u64>, Stop> {
    let solution = solve(game, state, Algorithm::Astar, &mut control.inner())
        .expect("A* applies to every game");
    match solution.proof {
        Proof::Optimal => Ok(solution.cost),
        Proof::Bound { .. } => Err(solution.stopped.unwrap_or(Stop::States)),
    }
}
