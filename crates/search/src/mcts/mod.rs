//! Monte Carlo tree search: an estimate where nothing can be proved.
//!
//! Many games are played to their ends, at random beyond a tree that grows by a state with every one of
//! them; in the tree whoever chooses prefers what has gone well, and now and then looks at the rest
//! (upper confidence bounds: UCT). A state that is reached in several ways is kept once, and what is known
//! of it counts in all of them. Dice are drawn with their own weights. It is seeded and uses whole
//! numbers and the basic operations of floating point alone, so a seed means the same answer on every
//! machine.

mod dice;
mod estimate;
mod tree;

use outplay_game::{Budget, Chance, Game, MinCost, Player, Stop, Versus, ZeroSum};

pub use estimate::{Estimate, Tried};

use crate::Stats;
use tree::Search;

/// What Monte Carlo tree search found: an estimate, and no proof of anything.
#[derive(Clone, Debug, PartialEq)]
pub struct MctsSolution<M> {
    /// The move that was tried most often, the first of them in move order; none where nobody chooses
    /// or no playout was finished.
    pub best: Option<M>,
    /// All moves in move order, or the results of a roll, and how they went.
    pub moves: Vec<Tried<M>>,
    /// What the state seems to be worth to player 1: the mean of the playouts through the best move, of
    /// all playouts where nobody chooses. None where no playout was finished.
    pub estimate: Option<Estimate>,
    /// The moves that were tried most, as far as each was tried a few times; results of rolls included.
    pub line: Vec<M>,
    /// Games that were played to an end, or as long as they may be.
    pub playouts: u64,
    /// What stopped it before all its playouts.
    pub stopped: Option<Stop>,
    /// What it took.
    pub stats: Stats,
}

/// Appends the weights of a roll.
pub(crate) type Weights<G> = fn(&G, &<G as Game>::State, &mut Vec<u64>);

/// What a move costs in a state.
type Price<G> = fn(&G, &<G as Game>::State, <G as Game>::Move) -> u64;

/// Monte Carlo tree search, as it was set up.
///
/// ```
/// use outplay_game::{Budget, sketch::Sketch};
/// use outplay_search::Mcts;
/// // A die of which 5 and 6 win, or a fair coin.
/// let game: Sketch =
///     "a: 0 die~, 0 coin~\ndie~: 2x0 win, 4x0 lost\ncoin~: 0 win, 0 lost\nlost:".parse().unwrap();
/// let search = Mcts::of_winning().rolling().playouts(1000);
/// let solution = search.solve(&game, &0, 7, &Budget::default());
/// assert_eq!((solution.best, solution.playouts), (Some(1), 1000));
/// let estimate = solution.estimate.unwrap();
/// assert!(estimate.low < 0.5 && 0.5 < estimate.high && estimate.high - estimate.low < 0.08);
/// ```
pub struct Mcts<G: Game> {
    worth: fn(&G, &G::State) -> i64,
    /// Values that are known to be possible.
    range: Option<(i64, i64)>,
    weights: Option<Weights<G>>,
    /// What a move costs, where that counts.
    price: Option<Price<G>>,
    playouts: u64,
    longest: u64,
}

/// So many playouts, unless somebody says otherwise.
pub const USUAL_PLAYOUTS: u64 = 1000;

/// A playout of more moves is cut, unless somebody says otherwise.
const USUAL_LONGEST: u64 = 1000;

impl<G: Versus> Mcts<G> {
    /// How likely player 1 is to win: 1 for a win, else 0; so is a playout that was cut.
    pub fn of_winning() -> Self {
        let worth = |game: &G, state: &G::State| i64::from(game.winner(state) == Some(Player::One));
        Self::new(worth, Some((0, 1)))
    }
}

impl<G: ZeroSum> Mcts<G> {
    /// What player 1 gets on average; a playout that was cut is worth 0.
    pub fn of_payoff() -> Self {
        Self::new(G::payoff, None)
    }
}

impl<G: MinCost> Mcts<G> {
    /// The goal first, and then at the least cost: a playout that reaches it counts from three quarters,
    /// for the dearest, to 1, for one that costs nothing, and any other 0. Estimates are how often it was
    /// reached.
    pub fn of_least_cost() -> Self {
        let worth = |game: &G, state: &G::State| i64::from(game.is_goal(state));
        Self { price: Some(G::cost), ..Self::new(worth, Some((0, 1))) }
    }
}

impl<G: Chance> Mcts<G> {
    /// With the game's own dice. Without them a state in which dice are rolled stops the search.
    #[must_use]
    pub fn rolling(self) -> Self {
        Self { weights: Some(G::weights), ..self }
    }
}

impl<G: Game> Mcts<G> {
    fn new(worth: fn(&G, &G::State) -> i64, range: Option<(i64, i64)>) -> Self {
        let (playouts, longest) = (USUAL_PLAYOUTS, USUAL_LONGEST);
        Self { worth, range, weights: None, price: None, playouts, longest }
    }

    /// With so many playouts.
    #[must_use]
    pub fn playouts(self, playouts: u64) -> Self {
        Self { playouts, ..self }
    }

    /// How many playouts it has, where no limit stops it.
    pub fn most_playouts(&self) -> u64 {
        self.playouts
    }

    /// With playouts of at most so many moves, those included that nobody chooses; one at the least. One that goes
    /// in circles is followed until then.
    #[must_use]
    pub fn longest(self, longest: u64) -> Self {
        Self { longest: longest.max(1), ..self }
    }

    /// Looks for the best move of a state.
    pub fn solve(
        &self,
        game: &G,
        from: &G::State,
        seed: u64,
        budget: &Budget,
    ) -> MctsSolution<G::Move> {
        let mut search = Search::new(self, game, from, seed);
        let stopped = search.run(budget).err();
        search.solution(stopped)
    }
}

#[cfg(test)]
mod tests;
