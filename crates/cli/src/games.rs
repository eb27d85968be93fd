//! `outplay games`.

use outplay_render::json;

use super::args::Games;
use super::{Done, Wrong, print, print_json, wants_json};
use outplay_render::games::shipped;
use outplay_render::table::aligned;

pub(super) fn run(asked: &Games) -> Result<Done, Wrong> {
    let games = shipped()?;
    if wants_json(asked.format) {
        let games: Vec<_> = games
            .iter()
            .map(|(name, title, about, modes)| json::game(name, title, about, modes))
            .collect();
        print_json(&games);
    } else {
        let rows: Vec<_> = games
            .into_iter()
            .map(|(name, title, about, _)| vec![name.to_owned(), title, about])
            .collect();
        print(&aligned(&["game", "title", "about"], &[0, 1, 2], &rows));
    }
    Ok(Done::Well)
}
