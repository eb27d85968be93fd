//! Monte Carlo tree search as a style: for games that are too large for perfect play.
//!
//! Each choice is a search of its own with so many playouts, whose seed is the next 64-bit number of the
//! same generator as [`Random`](crate::Random)'s, so that a game is its seed here as well.

use std::borrow::Cow;
use std::fmt;

use outplay_game::{Budget, Game, Player, Stop};
use outplay_search::Mcts;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::Style;
use crate::random::generator;

/// The move that Monte Carlo tree search tries most.
///
/// ```
/// use outplay_game::{Budget, Player, sketch::Sketch};
/// use outplay_lab::{Style, TreeSearch};
/// use outplay_search::Mcts;
/// let game: Sketch = "a: 0 b?, 0 c\nb?: 0 d, 0 d, 0 e\nc = 1\nd = 2\ne = -5".parse().unwrap();
/// let mut style = TreeSearch::new(Player::One, Mcts::of_payoff(), Budget::default());
/// style.begin(&0, 7);
/// assert_eq!(style.choose(&game, &0, &[0, 1]), Ok(1));
/// ```
pub struct TreeSearch<'b, G: Game> {
    player: Player,
    search: Mcts<G>,
    budget: Budget<'b>,
    generator: ChaCha8Rng,
}

impl<'b, G: Game> TreeSearch<'b, G> {
    /// Plays this side by a search that was set up, each choice within this budget.
    pub fn new(player: Player, search: Mcts<G>, budget: Budget<'b>) -> Self {
        Self { player, search, budget: budget.quiet(), generator: generator(player, 0) }
    }
}

impl<G: Game> Style<G> for TreeSearch<'_, G> {
    fn name(&self) -> Cow<'_, str> {
        format!("mcts={}", self.search.most_playouts()).into()
    }

    fn begin(&mut self, _: &G::State, seed: u64) {
        self.generator = generator(self.player, seed);
    }

    /// A search that a limit stops before its last playout does not choose: what it has found depends on
    /// the machine.
    fn choose(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> Result<G::Move, Stop> {
        if let [only] = moves {
            return Ok(*only);
        }
        let seed = self.generator.next_u64();
        let found = self.search.solve(game, state, seed, &self.budget);
        match (found.stopped, found.best) {
            (Some(stop), _) => Err(stop),
            (None, best) => Ok(best.unwrap_or(moves[0])),
        }
    }
}

impl<G: Game> fmt::Debug for TreeSearch<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TreeSearch({}, {})", self.player, self.search.most_playouts())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_game::sketch::Sketch;

    /// Two moves of which a few playouts say now this, now that.
    const EVEN: &str = "a: 0 b, 0 c\nb: 0 d, 0 e\nc: 0 d, 0 e\nd = 1\ne = -1";

    fn chosen(seed: u64, times: usize) -> Vec<usize> {
        let game: Sketch = EVEN.parse().unwrap();
        let search = Mcts::of_payoff().playouts(3);
        let mut style = TreeSearch::new(Player::One, search, Budget::UNLIMITED);
        style.begin(&0, seed);
        (0..times).map(|_| style.choose(&game, &0, &[0, 1]).unwrap()).collect()
    }

    #[test]
    fn a_seed_means_the_same_choices() {
        assert_eq!(chosen(5, 40), chosen(5, 40));
        assert_ne!(chosen(5, 40), chosen(6, 40));
        // Each choice draws anew.
        assert!(chosen(5, 40).contains(&0) && chosen(5, 40).contains(&1));
    }

    #[test]
    fn a_limit_is_said_and_a_single_move_needs_no_search() {
        let game: Sketch = EVEN.parse().unwrap();
        let budget = Budget { states: 2, ..Budget::UNLIMITED };
        let mut style = TreeSearch::new(Player::Two, Mcts::of_payoff(), budget);
        assert_eq!(style.choose(&game, &0, &[0, 1]), Err(Stop::States));
        assert_eq!(style.choose(&game, &0, &[1]), Ok(1));
        assert_eq!(Style::<Sketch>::name(&style), "mcts=1000");
        assert_eq!(format!("{style:?}"), "TreeSearch(player 2, 1000)");
        assert!(Style::<Sketch>::is_random(&style));
    }
}
