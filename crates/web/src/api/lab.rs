//! Many games at once: matches between two styles, and everyone against everyone.
//!
//! How many games are played is limited, and so is the time that a request takes: what was counted
//! until then is the answer, and it says what stopped it.

use outplay::registry::find;
use outplay::{
    Budget, CombatMatch, Kind, MatchOptions, StyleName, Table, match_combat, read_combat_mode,
    read_seats, read_styles, thousands,
};
use outplay_render::commands::name_replays;
use outplay_render::json;

use super::answers::{Answered, LIMITS, MOST_CARDS, address, no_such};
use crate::catalogue::Game;
use crate::error::Error;
use crate::query::Query;
use crate::work::Work;

/// A request plays no more games of a match, and of each meeting of a tournament.
const MOST_GAMES: u64 = 100_000;
const MOST_IN_A_MEETING: u64 = 10_000;

pub(super) fn matched(game: &Game, query: &Query, work: &Work) -> Answered {
    match game.listed.kind {
        Kind::Fight | Kind::Sides => matched_styles(game, query, work),
        Kind::Combat => matched_combat(query, work),
        Kind::Hand => Err(no_such("match", game)),
    }
}

fn matched_styles(game: &Game, query: &Query, work: &Work) -> Answered {
    let [one, two] = [query.text("p1")?, query.text("p2")?];
    // Whatever is wrong with either is said at once.
    let seats = read_seats([one.as_ref(), two.as_ref()])?;
    let table = one_mode(game, query, work, "match", &["after", "games", "seed"])?;
    let styles = seats.map(|seat| seat.style.unwrap_or(StyleName::Minimax));
    let options = MatchOptions {
        games: games(query, 1000, MOST_GAMES)?,
        seed: query.number("seed", "1")?.unwrap_or(1),
        after: query.text("after")?,
    };
    let mut answer = table.play_match(&styles, &options, &work.budget()?)?;
    let source = table.source();
    // A command takes its rules and its input from files, and only the shipped rules are at hand.
    let at_hand = source.options.input.is_none() && source.file.is_none();
    if at_hand && find(&source.game).is_some() {
        let after = options.after.as_ref().map(|after| after.text.as_str());
        name_replays(&mut answer, &source.game, &table, after);
    }
    Ok(json::value(&answer))
}

fn matched_combat(query: &Query, work: &Work) -> Answered {
    query.only(&["cards", "games", "seed", "mode", LIMITS[0], LIMITS[1]], false)?;
    let cards = query.number::<u32>("cards", "50")?;
    let cards = cards.filter(|cards| (2..=MOST_CARDS).contains(cards)).ok_or_else(|| {
        Error::question(format!("`cards` may be 2 to {}", thousands(u64::from(MOST_CARDS))))
    })?;
    let games = games(query, 1000, MOST_GAMES)?;
    let seed = query.number("seed", "1")?.unwrap_or(1);
    let mode = read_combat_mode(query.one("mode")?)?;
    // As on the command line, only time stops a match.
    let budget = Budget { states: u64::MAX, ..work.budget()? };
    Ok(json::value(&match_combat(&CombatMatch { cards, games, seed, mode }, &budget)))
}

pub(super) fn tournament(game: &Game, query: &Query, work: &Work) -> Answered {
    if game.listed.kind != Kind::Fight {
        return Err(no_such("tournament", game));
    }
    if query.one("p1")?.is_some() || query.one("p2")?.is_some() {
        let message = "`p1` and `p2` are for one meeting; in a tournament everyone meets everyone \
                       (choose some with `fighters`)";
        return Err(Error::question(message));
    }
    let table =
        one_mode(game, query, work, "tournament", &["fighters", "styles", "games", "seed"])?;
    let fighters = match query.text("fighters")? {
        Some(given) => table.read_fighters(&given)?,
        None => Vec::new(),
    };
    let Some(styles) = query.text("styles")? else {
        if query.one("games")?.is_some() || query.one("seed")?.is_some() {
            let message = "`games` and `seed` go with `styles`; without them perfect play is \
                           proved, and one game tells all";
            return Err(Error::question(message));
        }
        let answer = table.solve_tournament(&fighters, &work.budget()?)?;
        return Ok(json::tournament(&answer, None));
    };
    let styles = read_styles(&styles)?;
    let seed = query.number("seed", "1")?.unwrap_or(1);
    let games = (games(query, 200, MOST_IN_A_MEETING)?, seed);
    let answer = table.play_tournament(&fighters, &styles, games, &work.budget()?)?;
    Ok(json::tournament(&answer, Some(games)))
}

/// The game that is asked about, in one mode.
fn one_mode(
    game: &Game,
    query: &Query,
    work: &Work,
    what: &str,
    more: &[&str],
) -> Result<Table, Error> {
    let address = address(game, query, more)?;
    if address.is_of_all_modes() {
        return Err(Error::question(format!("a {what} is played in one mode, not in all")));
    }
    address.open(work)
}

fn games(query: &Query, usual: u64, most: u64) -> Result<u64, Error> {
    let games = query.number("games", "1000")?.unwrap_or(usual);
    if (1..=most).contains(&games) {
        return Ok(games);
    }
    Err(Error::question(format!("`games` may be 1 to {}", thousands(most))))
}
