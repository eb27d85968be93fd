//! `outplay games`.

use outplay::combat::Mode;
use outplay::{Failure, Request, SHIPPED, SHIPPED_TREES, TreeRequest};
use serde_json::json;

use super::args::Games;
use super::table::aligned;
use super::{Done, Wrong, combat, hand, print, print_json, wants_json};

/// A game that ships: its name, title, what it is about, its modes.
pub(crate) type Listed = (&'static str, String, String, Vec<String>);

/// The games that ship.
pub(crate) fn shipped() -> Result<Vec<Listed>, Failure> {
    let mut games = Vec::new();
    for shipped in SHIPPED {
        let request = Request::rules(shipped.name, shipped.name, shipped.text);
        let loaded = request.load()?;
        let about = loaded.fight.written.about.unwrap_or_default();
        games.push((shipped.name, loaded.fight.names.title, about, request.modes()));
    }
    for shipped in SHIPPED_TREES {
        let request = TreeRequest::shipped(shipped.name);
        let file = request.map(|request| request.load()).transpose()?;
        let (title, about) = file.map_or((None, None), |file| (file.title, file.about));
        games.push((
            shipped.name,
            title.unwrap_or_default(),
            about.unwrap_or_default(),
            Vec::new(),
        ));
    }
    games.push((hand::NAME, hand::TITLE.to_owned(), hand::ABOUT.to_owned(), Vec::new()));
    let modes = Mode::BOTH.map(|mode| mode.name().to_owned()).to_vec();
    games.push((combat::NAME, combat::TITLE.to_owned(), combat::ABOUT.to_owned(), modes));
    Ok(games)
}

pub(super) fn run(asked: &Games) -> Result<Done, Wrong> {
    let games = shipped()?;
    if wants_json(asked.format) {
        let games: Vec<_> = games
            .iter()
            .map(|(name, title, about, modes)| {
                json!({ "name": name, "title": title, "about": about, "modes": modes })
            })
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
