//! How a game speaks of itself, so that every view can show it without knowing it.

use crate::{Versus, ZeroSum};

/// A game for two sides that names its moves and tells its positions.
///
/// With this and a line in the registry of the library a game is solved, played, replayed and
/// matched on the command line, the full screen, the page and the API.
pub trait Described: Versus + ZeroSum {
    /// What the two players are called.
    fn players(&self) -> [String; 2] {
        ["player 1".to_owned(), "player 2".to_owned()]
    }

    /// A move as people write it, different from every other move of the state; without commas.
    /// Empty for a move that nobody chooses.
    fn move_name(&self, state: &Self::State, mv: Self::Move) -> String;

    /// A position as named facts, always of the same names in the same order: `heap 1` is `3`.
    fn facts(&self, state: &Self::State) -> Vec<(String, String)>;

    /// How much of what the rules hold, where that is worth saying: so many positions.
    fn holds(&self) -> Vec<(usize, &'static str)> {
        Vec::new()
    }

    /// What a move does at once for whoever makes it, for those who play the most now.
    fn score(&self, state: &Self::State, mv: Self::Move) -> i64 {
        let _ = (state, mv);
        0
    }
}
