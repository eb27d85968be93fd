//! The games that ship.

use outplay::combat::Mode;
use outplay::{Failure, Request, SHIPPED, SHIPPED_TREES, TreeRequest};

use super::{combat, hand};

/// A game that ships: its name, title, what it is about, its modes.
pub type Listed = (&'static str, String, String, Vec<String>);

/// The games that ship.
pub fn shipped() -> Result<Vec<Listed>, Failure> {
    let mut games = Vec::new();
    for shipped in SHIPPED {
        let request = Request::rules(shipped.name, shipped.name, shipped.text);
        let loaded = request.load()?;
        let about = loaded.fight.spec.about.unwrap_or_default();
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
