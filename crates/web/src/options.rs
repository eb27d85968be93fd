//! Options that pages and `/api` read alike.

use outplay::TreeRequest;
use outplay::combat::Mode;
use outplay::search::{Algorithm, ZeroSumAlgorithm};

use super::asked::Asked;
use super::wrong::Wrong;
use super::{Game, Kind};

/// The search of a fight that was asked for.
pub(super) fn fight_algorithm(asked: &Asked) -> Result<Algorithm, Wrong> {
    let Some(name) = asked.one("by")? else { return Ok(Algorithm::Astar) };
    Algorithm::ALL.into_iter().find(|by| by.name() == name).ok_or_else(|| {
        let known = Algorithm::ALL.map(Algorithm::name).join(", ");
        Wrong::question(format!("no search of a fight is called {name:?}: there is {known}"))
    })
}

/// The search of a game for two sides that was asked for.
pub(super) fn two_sided_algorithm(asked: &Asked) -> Result<Option<ZeroSumAlgorithm>, Wrong> {
    let Some(name) = asked.one("by")? else { return Ok(None) };
    let found = ZeroSumAlgorithm::ALL.into_iter().find(|by| by.name() == name);
    found.map(Some).ok_or_else(|| {
        let known = ZeroSumAlgorithm::ALL.map(ZeroSumAlgorithm::name).join(", ");
        Wrong::question(format!("no search for two sides is called {name:?}: there is {known}"))
    })
}

/// The game tree that was asked about, with its changes.
pub(super) fn tree_request(game: &Game, asked: &Asked) -> Result<TreeRequest, Wrong> {
    let Kind::Tree(request) = &game.kind else {
        return Err(Wrong::not_found(format!("{} is no game tree", game.name)));
    };
    let mut request = request.clone();
    for (name, value) in asked.pairs() {
        if name == "set" {
            request.set.push(value.clone());
        } else if name.contains('.') {
            request.set.push(format!("{name}={value}"));
        }
    }
    Ok(request)
}

/// The mode of combat that was asked for.
pub(super) fn combat_mode(asked: &Asked) -> Result<Mode, Wrong> {
    match asked.one("mode")? {
        None | Some("plain" | "normal") => Ok(Mode::Plain),
        Some("recursive") => Ok(Mode::Recursive),
        Some(other) => Err(Wrong::question(format!(
            "combat has no mode called {other:?}: there is plain and recursive"
        ))),
    }
}
