//! What every other move was worth.
//!
//! Each alternative is a question of its own, answered by a search from the state it leads to; all of
//! them together share one allowance of states, so that an explanation cannot take longer than the
//! limits allow.

use outplay_game::{MinCost, Player, Turn};
use rustc_hash::FxHashMap;

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
    let mut oracle = Oracle::new(game, control);
    let mut state = from.clone();
    let mut decisions = Vec::new();
    for (after, &chosen) in line.iter().enumerate() {
        if let Turn::Choose(player) = game.turn(&state) {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let moves = moves
                .into_iter()
                .map(|mv| {
                    let rest = oracle.value(&game.play(&state, mv))?;
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

/// Proved values of states, each asked for once, within one allowance of states.
pub(crate) struct Oracle<'a, G: MinCost> {
    game: &'a G,
    limits: Control<'a>,
    known: FxHashMap<G::State, Option<u64>>,
    spent: u64,
}

impl<'a, G: MinCost> Oracle<'a, G> {
    pub(crate) fn new(game: &'a G, control: &'a Control<'_>) -> Self {
        Self { game, limits: control.inner(), known: FxHashMap::default(), spent: 0 }
    }

    /// The least cost from a state; `None`: no win.
    pub(crate) fn value(&mut self, state: &G::State) -> Result<Option<u64>, Stop> {
        if let Some(&value) = self.known.get(state) {
            return Ok(value);
        }
        let mut control = self.limits.inner();
        control.max_states = self.limits.max_states.saturating_sub(self.spent);
        let solution = solve(self.game, state, Algorithm::Astar, &mut control)
            .expect("A* applies to every game");
        self.spent += solution.stats.generated.max(1);
        match solution.proof {
            Proof::Optimal => {
                self.known.insert(state.clone(), solution.cost);
                Ok(solution.cost)
            }
            Proof::Bound { .. } => Err(solution.stopped.unwrap_or(Stop::States)),
        }
    }
}
