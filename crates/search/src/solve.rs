//! Searches by name.
//!
//! The one place that knows what an algorithm becomes where player 2 chooses too.

use std::fmt;

use outplay_game::{Budget, MinCost};

use crate::reference::brute;
use crate::{Solution, and_or, astar, dfs, dijkstra, worst_case};

/// The searches for the cheapest win. Each gives the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Best first, guided by the game's bound.
    Astar,
    /// Best first, guided by nothing.
    Dijkstra,
    /// Depth first, branch and bound; where player 2 chooses too, over what both may do.
    Dfs,
    /// Every line within a rising budget.
    Brute,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Astar, Self::Dijkstra, Self::Dfs, Self::Brute];

    /// The one to use unless told otherwise: depth first where player 2 chooses too.
    pub fn default_for<G: MinCost>(game: &G) -> Self {
        if game.contested() { Self::Dfs } else { Self::Astar }
    }

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Astar => "astar",
            Self::Dijkstra => "dijkstra",
            Self::Dfs => "dfs",
            Self::Brute => "brute",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The cheapest win from a state, by the algorithm named; with `at_most`, only one that costs no
/// more than that is of interest. In a contested game the best-first
/// searches become [`worst_case`], with and without the bound, and the depth-first one [`and_or`].
pub fn solve<G: MinCost>(
    game: &G,
    from: &G::State,
    by: Algorithm,
    at_most: Option<u64>,
    budget: &Budget,
) -> Solution<G::Move> {
    solve_telling(game, from, by, at_most, budget, &mut |_, _| {})
}

/// Like [`solve`], and tells of every better line that a depth-first search finds on its way.
pub fn solve_telling<G: MinCost>(
    game: &G,
    from: &G::State,
    by: Algorithm,
    at_most: Option<u64>,
    budget: &Budget,
    on_better: &mut dyn FnMut(u64, &[G::Move]),
) -> Solution<G::Move> {
    match (by, game.contested()) {
        (Algorithm::Astar, false) => astar(game, from, at_most, budget),
        (Algorithm::Dijkstra, false) => dijkstra(game, from, at_most, budget),
        (Algorithm::Dfs, false) => dfs(game, from, at_most, budget, on_better),
        (Algorithm::Brute, _) => brute(game, from, at_most, budget),
        (Algorithm::Astar, true) => worst_case(game, from, true, at_most, budget),
        (Algorithm::Dijkstra, true) => worst_case(game, from, false, at_most, budget),
        (Algorithm::Dfs, true) => and_or(game, from, at_most, budget),
    }
}
