//! Searches by name.
//!
//! The one place that knows which algorithm applies to which game: asking for one that does not is
//! an error here, and a sentence in the program.

use std::fmt;

use outplay_game::{Budget, MinCost};

use crate::reference::brute;
use crate::{Solution, astar, dfs, dijkstra, worst_case};

/// The searches for the cheapest win. Each gives the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Best first, guided by the game's bound.
    Astar,
    /// Best first, guided by nothing.
    Dijkstra,
    /// Depth first, branch and bound.
    Dfs,
    /// Every line within a rising budget.
    Brute,
}

impl Algorithm {
    /// All of them, the default first.
    pub const ALL: [Self; 4] = [Self::Astar, Self::Dijkstra, Self::Dfs, Self::Brute];

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

/// Why an algorithm cannot solve a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotApplicable(pub Algorithm);

impl fmt::Display for NotApplicable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} follows single lines of play, and here player 2 has choices too", self.0)
    }
}

impl std::error::Error for NotApplicable {}

/// The cheapest win from a state, by the algorithm named; with `at_most`, only one that costs no
/// more than that is of interest. In a contested game the best-first
/// searches become [`worst_case`], with and without the bound.
///
/// # Errors
/// Depth-first search cannot answer an opponent who chooses.
pub fn solve<G: MinCost>(
    game: &G,
    from: &G::State,
    by: Algorithm,
    at_most: Option<u64>,
    budget: &Budget,
) -> Result<Solution<G::Move>, NotApplicable> {
    solve_telling(game, from, by, at_most, budget, &mut |_, _| {})
}

/// Like [`solve`], and tells of every better line that a depth-first search finds on its way.
///
/// # Errors
/// As [`solve`].
pub fn solve_telling<G: MinCost>(
    game: &G,
    from: &G::State,
    by: Algorithm,
    at_most: Option<u64>,
    budget: &Budget,
    on_better: &mut dyn FnMut(u64, &[G::Move]),
) -> Result<Solution<G::Move>, NotApplicable> {
    Ok(match (by, game.contested()) {
        (Algorithm::Astar, false) => astar(game, from, at_most, budget),
        (Algorithm::Dijkstra, false) => dijkstra(game, from, at_most, budget),
        (Algorithm::Dfs, false) => dfs(game, from, at_most, budget, on_better),
        (Algorithm::Brute, _) => brute(game, from, at_most, budget),
        (Algorithm::Astar, true) => worst_case(game, from, true, at_most, budget),
        (Algorithm::Dijkstra, true) => worst_case(game, from, false, at_most, budget),
        (Algorithm::Dfs, true) => return Err(NotApplicable(by)),
    })
}
