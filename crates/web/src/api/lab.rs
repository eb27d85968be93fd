//! Many games at once: matches between two styles, everyone against everyone, sweeps, tunings and reports.
//!
//! How many games are played is limited, and so is the time that a request takes: what was counted
//! until then is the answer, and it says what stopped it.

use outplay::registry::find;
use outplay::{
    Axis, Budget, CombatMatch, Failure, Kind, MatchOptions, ReportOptions, Run, StyleName, Sweep,
    Table, Text, Tuning, Want, axis_value, match_combat, read_combat_mode, read_seats, read_styles,
    thousands,
};
use outplay_render::commands::name_replays;
use outplay_render::{json, sweep as render};
use serde_json::{Value, json};

use super::answers::{Answered, MOST_CARDS};
use super::arguments::Arguments;
use crate::error::Error;
use crate::pages::MOST_CELLS;
use crate::query::Query;
use crate::work::Work;

/// A request plays no more games of a match, and of each meeting of a tournament.
pub(super) const MOST_GAMES: u64 = 100_000;
pub(super) const MOST_IN_A_MEETING: u64 = 10_000;

pub(super) fn matched(asked: &Arguments<'_>, work: &Work) -> Answered {
    let game = asked.game;
    match game.listed.kind {
        Kind::Fight | Kind::Sides => matched_styles(asked, work),
        Kind::Combat => matched_combat(asked, work),
        Kind::Hand => Err(asked.no_such()),
    }
}

fn matched_styles(asked: &Arguments<'_>, work: &Work) -> Answered {
    let query = asked.query;
    let [one, two] = [query.text("p1")?, query.text("p2")?];
    // Whatever is wrong with either is said at once.
    let seats = read_seats([one.as_ref(), two.as_ref()])?;
    let table = one_mode(asked, work)?;
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

fn matched_combat(asked: &Arguments<'_>, work: &Work) -> Answered {
    let query = asked.query;
    asked.only()?;
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

pub(super) fn tournament(asked: &Arguments<'_>, work: &Work) -> Answered {
    let query = asked.query;
    if query.one("p1")?.is_some() || query.one("p2")?.is_some() {
        let message = "`p1` and `p2` are for one meeting; in a tournament everyone meets everyone \
                       (choose some with `fighters`)";
        return Err(Error::question(message));
    }
    let table = one_mode(asked, work)?;
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
fn one_mode(asked: &Arguments<'_>, work: &Work) -> Result<Table, Error> {
    let address = asked.address()?;
    if address.is_of_all_modes() {
        let what = asked.command.name;
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

/// Something that varies, with no more values than a request may have cells.
fn axis(given: &Text) -> Result<Axis, Failure> {
    Axis::read_at_most(given, MOST_CELLS)
}

/// The value over one to four numbers or words.
pub(super) fn sweep(asked: &Arguments<'_>, work: &Work) -> Answered {
    let query = asked.query;
    let address = asked.address()?;
    let mut axes = Vec::new();
    for name in ["x", "y"] {
        axes.extend(query.text(name)?.as_ref().map(axis).transpose()?);
    }
    let two = axes.len() == 2;
    for vary in query.texts("vary") {
        axes.push(axis(&vary)?);
    }
    let seed = query.number("seed", "1")?.unwrap_or(1);
    let sweep =
        Sweep { after: query.text("after")?, seed, most_cells: MOST_CELLS, ..Sweep::over(axes) };
    let swept = address.source.sweep(&sweep, &Run::within(&work.budget()?))?;
    let mut told = render::json(&swept);
    (told["states"], told["seconds"]) = (swept.states.into(), swept.seconds.into());
    if let ([x, y], true) = (&swept.axes[..], two) {
        // As it was when a sweep was of two numbers.
        let ends = |axis: &Axis| {
            let end = |value: Option<&String>| value.map_or(Value::Null, |value| axis_value(value));
            json!({ "path": axis.name, "from": end(axis.values.first()), "to": end(axis.values.last()) })
        };
        let cell = |row: usize, column: usize| {
            let cell = swept.cells[column * y.values.len() + row].worth();
            json!({ "value": cell.map(|worth| worth.value), "proof": cell.map(|worth| worth.proof) })
        };
        let row = |row: usize| (0..x.values.len()).map(|column| cell(row, column)).collect();
        told["rows"] = (0..y.values.len()).map(row).collect::<Vec<Value>>().into();
        (told["x"], told["y"]) = (ends(x), ends(y));
    }
    Ok(told)
}

/// The smallest change that gives what is wanted.
pub(super) fn tune(asked: &Arguments<'_>, work: &Work) -> Answered {
    let query = asked.query;
    let address = asked.address()?;
    if address.is_of_all_modes() {
        return Err(Error::question("a fight is tuned in one mode"));
    }
    let mut wants = Vec::new();
    for want in query.texts("want") {
        wants.push(want.text.parse::<Want>().map_err(|wrong| Error::question(wrong.to_string()))?);
    }
    let changes = query.texts("change").iter().map(axis).collect::<Result<Vec<_>, _>>()?;
    let cells: u64 = changes.iter().map(|axis| axis.values.len() as u64).sum();
    if cells > MOST_CELLS {
        return Err(Error::question(format!("{} values are too many", thousands(cells))));
    }
    let tuned = address.source.tune(&Tuning { wants, changes }, &Run::within(&work.budget()?))?;
    Ok(json::value(&tuned))
}

/// Everything a designer asks of a fight.
pub(super) fn report(asked: &Arguments<'_>, work: &Work) -> Answered {
    let query = asked.query;
    let address = asked.address()?;
    if address.is_of_all_modes() {
        return Err(Error::question(
            "a report is about one mode, and tells what the others are worth",
        ));
    }
    let usual = ReportOptions::default();
    let options = ReportOptions {
        games: query.number("games", "2000")?.unwrap_or(usual.games).clamp(1, MOST_IN_A_MEETING),
        seed: query.number("seed", "1")?.unwrap_or(usual.seed),
    };
    let report = address.source.report(&options, &Run::within(&work.budget()?))?;
    Ok(outplay_render::report::data(&report))
}
