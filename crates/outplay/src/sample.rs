//! What playouts say of a game: an estimate beside the proofs.

use outplay_game::{Budget, Player, ZeroSum};
use outplay_search::{Mcts, MctsSolution, ZeroSumSolution};
use serde::{Deserialize, Serialize};

/// An estimate from playouts. Nothing of it is proved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// What the game seems to be worth to player 1: the mean of the playouts through the move that was
    /// tried most; none where no playout was finished.
    pub estimate: Option<f64>,
    /// A confidence interval of 95 % of that mean, for playouts of this kind: no bound on the value.
    pub confidence: Option<[f64; 2]>,
    /// How many there were.
    pub playouts: u64,
    /// What they started from.
    pub seed: u64,
    /// How each first move went.
    pub tried: Vec<TriedMove>,
}

/// How a first move went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TriedMove {
    /// The move.
    pub r#move: String,
    /// In how many playouts it was made.
    pub playouts: u64,
    /// What these were worth on average to whoever makes it; none where there were none.
    pub mean: Option<f64>,
}

impl Sample {
    pub(crate) fn new<M: Copy>(
        found: &MctsSolution<M>,
        seed: u64,
        current: Option<Player>,
        move_name: impl Fn(M) -> String,
    ) -> Self {
        // Without a negative zero.
        let to_current = |mean: f64| if current == Some(Player::Two) { 0.0 - mean } else { mean };
        let tried = found.moves.iter().map(|tried| TriedMove {
            r#move: move_name(tried.mv),
            playouts: tried.visits,
            mean: tried.mean.map(to_current),
        });
        Self {
            estimate: found.estimate.map(|estimate| estimate.mean),
            confidence: found.estimate.map(|estimate| [estimate.low, estimate.high]),
            playouts: found.playouts,
            seed,
            // Where nobody chooses, the move has no name.
            tried: tried.filter(|tried| !tried.r#move.is_empty()).collect(),
        }
    }
}

/// Estimates a game by playouts. As a solution it has a line, and proves nothing.
pub(crate) fn sampled<G: ZeroSum>(
    game: &G,
    from: &G::State,
    playouts: u64,
    seed: u64,
    budget: &Budget,
) -> (MctsSolution<G::Move>, ZeroSumSolution<G::Move>) {
    let found = Mcts::of_payoff().playouts(playouts).solve(game, from, seed, budget);
    let solution = ZeroSumSolution {
        lower: i64::MIN,
        upper: i64::MAX,
        line: found.line.clone(),
        returns_to: None,
        stopped: found.stopped,
        stats: found.stats,
    };
    (found, solution)
}
