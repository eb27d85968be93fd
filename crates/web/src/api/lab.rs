//! Many games at once: matches between two styles, and everyone against everyone.
//!
//! How many games are played is limited, and so is the time that a request takes: what was counted
//! until then is the answer, and it says what stopped it.

use outplay::StyleName;
use outplay::duel::ALL;
use outplay::{
    CombatMatch, MatchOptions, Request, match_combat, play_matches, play_tournament, read_fighters,
    read_seats, read_styles, solve_tournament, thousands,
};

use super::answers::{Answered, LIMITS, MOST_CARDS, no_such};
use crate::asked::Asked;
use crate::fight::Question;
use crate::options::combat_mode;
use crate::work::Allowance;
use crate::wrong::Wrong;
use crate::{Game, Kind};
use outplay_render::commands::name_replays;
use outplay_render::json;

/// A request plays no more games of a match, and of each meeting of a tournament.
const MOST_GAMES: u64 = 100_000;
const MOST_IN_A_MEETING: u64 = 10_000;

pub(super) fn matched(game: &Game, asked: &Asked, allowance: &mut Allowance) -> Answered {
    match game.kind {
        Kind::Fight(_) => matched_fight(game, asked, allowance),
        Kind::Combat => matched_combat(asked, allowance),
        Kind::Hand | Kind::Tree(_) => Err(no_such("match", game)),
    }
}

fn matched_fight(game: &Game, asked: &Asked, allowance: &Allowance) -> Answered {
    let seats = read_seats(asked.one("p1")?, asked.one("p2")?)?;
    let mut request = fight(game, asked, "match", &["after", "games", "seed"])?;
    request.sides = seats.each_ref().map(|seat| seat.fighter.clone());
    request.after = asked.one("after")?.map(str::to_owned);
    let styles = seats.map(|seat| seat.style.unwrap_or(StyleName::Minimax));
    let options = MatchOptions {
        games: games(asked, 1000, MOST_GAMES)?,
        seed: asked.number("seed", "1")?.unwrap_or(1),
        limits: allowance.limits()?,
    };
    let mut answer = play_matches(&request, styles, &options)?;
    // A command takes its rules and its input from files, and only the shipped rules are at hand.
    if request.input.is_none() && Request::shipped(&game.name).is_some() {
        name_replays(&mut answer, &game.name, None, &request);
    }
    Ok(json::value(&answer))
}

fn matched_combat(asked: &Asked, allowance: &Allowance) -> Answered {
    asked.only(&["cards", "games", "seed", "mode", LIMITS[0], LIMITS[1]], false)?;
    let cards = asked.number::<u32>("cards", "50")?;
    let cards = cards.filter(|cards| (2..=MOST_CARDS).contains(cards)).ok_or_else(|| {
        Wrong::question(format!("`cards` may be 2 to {}", thousands(u64::from(MOST_CARDS))))
    })?;
    let games = games(asked, 1000, MOST_GAMES)?;
    let seed = asked.number("seed", "1")?.unwrap_or(1);
    let question = CombatMatch { cards, games, seed, mode: combat_mode(asked)? };
    let mut limits = allowance.limits()?;
    // As on the command line, only time stops a match.
    limits.max_states = u64::MAX;
    Ok(json::value(&match_combat(&question, &limits)))
}

pub(super) fn tournament(game: &Game, asked: &Asked, allowance: &mut Allowance) -> Answered {
    if !matches!(game.kind, Kind::Fight(_)) {
        return Err(no_such("tournament", game));
    }
    if asked.one("p1")?.is_some() || asked.one("p2")?.is_some() {
        let message = "`p1` and `p2` are for one meeting; in a tournament everyone meets everyone \
                       (choose some with `fighters`)";
        return Err(Wrong::question(message));
    }
    let request = fight(game, asked, "tournament", &["fighters", "styles", "games", "seed"])?;
    let fighters = match asked.one("fighters")? {
        Some(text) => read_fighters(&request, "--fighters", text)?,
        None => Vec::new(),
    };
    let Some(styles) = asked.one("styles")? else {
        if asked.one("games")?.is_some() || asked.one("seed")?.is_some() {
            let message = "`games` and `seed` go with `styles`; without them perfect play is \
                           proved, and one game tells all";
            return Err(Wrong::question(message));
        }
        let answer = solve_tournament(&request, &fighters, allowance.limits()?)?;
        return Ok(json::tournament(&answer, None));
    };
    let styles = read_styles("--styles", styles)?;
    let seed = asked.number("seed", "1")?.unwrap_or(1);
    let games = (games(asked, 200, MOST_IN_A_MEETING)?, seed);
    let answer = play_tournament(&request, &fighters, &styles, games, allowance.limits()?)?;
    Ok(json::tournament(&answer, Some(games)))
}

/// The fight that is asked about, in one mode.
fn fight(game: &Game, asked: &Asked, what: &str, more: &[&str]) -> Result<Request, Wrong> {
    let request = Question::read(game, asked, &[&LIMITS[..], more].concat())?.request;
    if request.mode.as_deref() == Some(ALL) {
        return Err(Wrong::question(format!("a {what} is played in one mode, not in all")));
    }
    Ok(request)
}

fn games(asked: &Asked, usual: u64, most: u64) -> Result<u64, Wrong> {
    let games = asked.number("games", "1000")?.unwrap_or(usual);
    if (1..=most).contains(&games) {
        return Ok(games);
    }
    Err(Wrong::question(format!("`games` may be 1 to {}", thousands(most))))
}
