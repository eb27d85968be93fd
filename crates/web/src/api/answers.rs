//! A question of a program to the library, and its answer as JSON.
//!
//! A game of two sides, a fight or any other, is asked the same way; hands and decks have a few
//! questions of their own.

use outplay::combat::{Deal, MOST_DEALT};
use outplay::{
    Axis, Budget, By, CompareHands, Kind, Run, Sweep, Text, axis_value, compare_hands, deal_ranges,
    thousands,
};
use outplay_render::{combat, hand, json, sweep as render};
use serde_json::{Value, json};

use crate::address::{Address, question};
use crate::catalogue::{Catalogue, Game};
use crate::error::Error;
use crate::pages::MOST_CELLS;
use crate::query::Query;
use crate::work::Work;

/// More optimal lines than this are not listed; as on the command line.
const MOST_LINES: usize = 1000;
/// Rounds told unless asked for fewer, and at most.
const ROUNDS_TOLD: u64 = 10_000;
/// A request does not compare larger hands, or more of them.
const MOST_COMPARED: usize = 60;
const MOST_REPEATED: u64 = 1000;
/// A request does not deal more cards of combat.
pub(super) const MOST_CARDS: u32 = 10_000;

/// What every question may say about its cost.
pub(super) const LIMITS: [&str; 2] = ["max-seconds", "max-states"];

pub(super) type Answered = Result<Value, Error>;

/// The games that are served, as the command line lists them.
pub(super) fn games(catalogue: &Catalogue) -> Value {
    catalogue.iter().map(|game| json::game(&game.listed)).collect()
}

/// A command that the game does not have.
pub(super) fn no_such(command: &str, game: &Game) -> Error {
    Error::not_found(format!("there is no {command} for {}", game.listed.name))
}

/// Which game; `more` can be asked besides its options and the limits.
pub(super) fn address(game: &Game, query: &Query, more: &[&str]) -> Result<Address, Error> {
    Address::read(game, query, &[&LIMITS[..], more].concat())
}

pub(super) fn show(game: &Game, query: &Query, work: &Work) -> Answered {
    let facts: fn() -> Value = match game.listed.kind {
        Kind::Hand => hand::facts,
        Kind::Combat => combat::facts,
        Kind::Fight | Kind::Sides => {
            let tables = address(game, query, &[])?.open_all(work)?;
            let rules: Vec<_> = tables.iter().map(json::rules).collect();
            return Ok(json::value(&json::modes(&game.listed.name, &rules)));
        }
    };
    query.only(&LIMITS, false)?;
    Ok(facts())
}

/// What can be asked about the best play.
const fn about_the_best(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Fight | Kind::Sides => {
            &["after", "by", "at-most", "all", "explain", "seed", "playouts"]
        }
        Kind::Hand => &["by", "explain"],
        Kind::Combat => &["explain"],
    }
}

pub(super) fn solve(game: &Game, query: &Query, work: &Work) -> Answered {
    let address = address(game, query, about_the_best(game.listed.kind))?;
    let mut answers = Vec::new();
    for table in address.open_all(work)? {
        let question = question(table.about(), query, MOST_LINES)?;
        let guesses = question.by.is_some_and(|by| by != By::Exact);
        if game.listed.kind == Kind::Hand && question.explain && guesses {
            let message = "`explain` prices what the best turn needs: it goes with `by` exact";
            return Err(Error::question(message));
        }
        answers.push(work.solver(&table).solve(&question, &work.budget()?)?);
    }
    Ok(json::value(&json::modes(&game.listed.name, &answers)))
}

/// What can be asked about a replay.
const fn about_a_replay(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Fight | Kind::Sides => &["after", "moves", "at-most"],
        Kind::Hand => &["moves"],
        Kind::Combat => &["max-rounds"],
    }
}

pub(super) fn replay(game: &Game, query: &Query, work: &Work) -> Answered {
    let kind = game.listed.kind;
    let address = address(game, query, about_a_replay(kind))?;
    let moves = query.one("moves")?;
    if kind == Kind::Hand && moves.is_none() {
        let missing = "which moves? give `moves`, for example 34230000 or pitch B, play A";
        return Err(Error::question(missing));
    }
    let after = query.text("after")?.unwrap_or_else(|| Text::new("after", ""));
    let most: Option<u64> = query.number("max-rounds", "100")?;
    let at_most: Option<u64> = query.number("at-most", "900")?;
    let mut answers = Vec::new();
    for table in address.open_all(work)? {
        // Only where one's gain is the other's loss are the moves weighed.
        let searches = table.about().objective.is_zero_sum() || kind == Kind::Combat;
        let mut budget = if searches { work.budget()? } else { work.light() };
        if kind == Kind::Combat {
            let rounds = most.unwrap_or(ROUNDS_TOLD).min(ROUNDS_TOLD);
            budget = Budget { states: budget.states.min(rounds), ..budget };
        }
        let (mut solver, moves) = (work.solver(&table), moves.unwrap_or_default());
        answers.push(match at_most {
            Some(most) => solver.replay_at_most(&after, moves, most)?,
            None => solver.replay(&after, moves, &budget)?,
        });
    }
    Ok(json::value(&json::modes(&game.listed.name, &answers)))
}

pub(super) fn compare(game: &Game, query: &Query, work: &Work) -> Answered {
    match game.listed.kind {
        Kind::Fight | Kind::Sides => {
            let tables = address(game, query, &["after"])?.open_all(work)?;
            let after = query.text("after")?;
            let mut answers = Vec::new();
            for (done, table) in tables.iter().enumerate() {
                // The modes share the time, as the searches of each do.
                #[expect(clippy::cast_precision_loss, reason = "a handful of modes")]
                let budget = work.budget()?.share_of_time(1.0 / (tables.len() - done) as f64);
                answers.push(table.compare(after.as_ref(), &budget)?);
            }
            Ok(json::value(&json::modes(&game.listed.name, &answers)))
        }
        Kind::Hand => compared_hands(query, work),
        Kind::Combat => Err(no_such("compare", game)),
    }
}

fn compared_hands(query: &Query, work: &Work) -> Answered {
    query.only(&["sizes", "repeat", "seed", "config", LIMITS[0], LIMITS[1]], false)?;
    let text = query.one("sizes")?.unwrap_or("1..9");
    let read = |text: &str| text.trim().parse().ok().filter(|&size| size <= MOST_COMPARED);
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let sizes = match (read(from), read(to)) {
        (Some(from), Some(to)) if from <= to => from..=to,
        _ => {
            let message = format!("`sizes` should be a range up to {MOST_COMPARED} such as 1..9");
            return Err(Error::question(message));
        }
    };
    let question = CompareHands {
        sizes,
        repeat: query.number("repeat", "10")?.unwrap_or(10).clamp(1, MOST_REPEATED),
        seed: query.number("seed", "1")?.unwrap_or(1),
        ranges: deal_ranges(query.text("config")?.as_ref())?,
    };
    Ok(json::value(&compare_hands(&question, &work.budget()?)))
}

pub(super) fn deal(game: &Game, query: &Query, _: &Work) -> Answered {
    query.only(&["cards", "seed", "number", "config", LIMITS[0], LIMITS[1]], false)?;
    let seed = query.number("seed", "1")?.unwrap_or(1);
    let cards = query.number::<u32>("cards", "9")?;
    let cards = cards.ok_or_else(|| Error::question("how many? give `cards`, for example 9"))?;
    match game.listed.kind {
        Kind::Hand if cards as usize <= outplay::hand::MOST_CARDS => {
            let ranges = deal_ranges(query.text("config")?.as_ref())?;
            Ok(json::dealt_hand(&ranges.deal(cards as usize, seed)))
        }
        Kind::Combat if (2..=MOST_DEALT.min(MOST_CARDS)).contains(&cards) => {
            let number = query.number("number", "1")?.unwrap_or(1);
            Ok(json::dealt_decks(&Deal::random(cards, seed, number), seed, number))
        }
        Kind::Hand | Kind::Combat => {
            let most = thousands(u64::from(MOST_CARDS));
            Err(Error::question(format!("`cards` is {cards}, and may be 2 to {most}")))
        }
        Kind::Fight | Kind::Sides => Err(no_such("deal", game)),
    }
}

pub(super) fn sweep(game: &Game, query: &Query, work: &Work) -> Answered {
    let address = address(game, query, &["x", "y", "vary", "after", "seed"])?;
    let mut axes = Vec::new();
    for name in ["x", "y"] {
        axes.extend(query.one(name)?.map(|text| Axis::read(&Text::new(name, text))).transpose()?);
    }
    let two = axes.len() == 2;
    for vary in query.texts("vary") {
        axes.push(Axis::read(&vary)?);
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
