//! The games, as a table.

use outplay::registry::Listed;

use crate::table::aligned;

/// The games, a line each.
pub fn text(games: &[Listed]) -> String {
    let rows: Vec<_> = games
        .iter()
        .map(|game| vec![game.name.clone(), game.title.clone(), game.about.clone()])
        .collect();
    aligned(&["game", "title", "about"], &[0, 1, 2], &rows)
}
