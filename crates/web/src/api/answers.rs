//! A question of a program to the library, and its answer as JSON.
//!
//! A game of two sides, a fight or any other, is asked the same way; hands and decks have a few
//! questions of their own.

use outplay::combat::{Deal, MOST_DEALT};
use outplay::{
    Budget, By, CompareHands, Kind, Solver, Text, compare_hands, deal_ranges, thousands,
};
use outplay_render::{combat, hand, json};
use serde_json::Value;

use super::arguments::Arguments;
use crate::address::question;
use crate::catalogue::Catalogue;
use crate::error::Error;
use crate::work::Work;

/// More optimal lines than this are not listed; as on the command line.
const MOST_LINES: usize = 1000;
/// Rounds told unless asked for fewer, and at most.
const ROUNDS_TOLD: u64 = 10_000;
/// A request does not compare larger hands, or more of them.
const MOST_COMPARED: usize = 60;
pub(super) const MOST_REPEATED: u64 = 1000;
/// A request does not deal more cards of combat.
pub(super) const MOST_CARDS: u32 = 10_000;

pub(super) type Answered = Result<Value, Error>;

/// The games that are served, as the command line lists them.
pub(super) fn games(catalogue: &Catalogue) -> Value {
    catalogue.iter().map(|game| json::game(&game.listed)).collect()
}

pub(super) fn show(asked: &Arguments<'_>, work: &Work) -> Answered {
    let game = asked.game;
    let facts: fn() -> Value = match game.listed.kind {
        Kind::Hand => hand::facts,
        Kind::Combat => combat::facts,
        Kind::Fight | Kind::Sides => {
            let tables = asked.address()?.open_all(work)?;
            let rules: Vec<_> = tables.iter().map(json::rules).collect();
            return Ok(json::value(&json::modes(&game.listed.name, &rules)));
        }
    };
    asked.only()?;
    Ok(facts())
}

pub(super) fn solve(asked: &Arguments<'_>, work: &Work) -> Answered {
    let Arguments { game, query, .. } = asked;
    let address = asked.address()?;
    let mut answers = Vec::new();
    for table in address.open_all(work)? {
        let question = question(table.about(), query, MOST_LINES)?;
        let guesses = question.by.is_some_and(|by| by != By::Exact);
        if game.listed.kind == Kind::Hand && question.explain && guesses {
            let message = "`explain` prices what the best turn needs: it goes with `by` exact";
            return Err(Error::question(message));
        }
        let solve = |solver: &mut Solver, budget: &Budget<'_>| solver.solve(&question, budget);
        answers.push(work.ask(&mut work.solver(&table), &work.budget()?, solve)?);
    }
    Ok(json::value(&json::modes(&game.listed.name, &answers)))
}

pub(super) fn replay(asked: &Arguments<'_>, work: &Work) -> Answered {
    let Arguments { game, query, .. } = asked;
    let kind = game.listed.kind;
    let address = asked.address()?;
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
        let mut budget = work.budget()?;
        if kind == Kind::Combat {
            let rounds = most.unwrap_or(ROUNDS_TOLD).min(ROUNDS_TOLD);
            budget = Budget { states: budget.states.min(rounds), ..budget };
        }
        let (mut solver, moves) = (work.solver(&table), moves.unwrap_or_default());
        answers.push(match at_most {
            Some(most) => solver.replay_at_most(&after, moves, most)?,
            None => work
                .ask(&mut solver, &budget, |solver, budget| solver.replay(&after, moves, budget))?,
        });
    }
    Ok(json::value(&json::modes(&game.listed.name, &answers)))
}

pub(super) fn compare(asked: &Arguments<'_>, work: &Work) -> Answered {
    let Arguments { game, query, .. } = asked;
    match game.listed.kind {
        Kind::Fight | Kind::Sides => {
            let tables = asked.address()?.open_all(work)?;
            let after = query.text("after")?;
            let mut answers = Vec::new();
            for table in &tables {
                answers.push(table.compare(after.as_ref(), &work.budget()?)?);
            }
            Ok(json::value(&json::modes(&game.listed.name, &answers)))
        }
        Kind::Hand => compared_hands(asked, work),
        Kind::Combat => Err(asked.no_such()),
    }
}

fn compared_hands(asked: &Arguments<'_>, work: &Work) -> Answered {
    let query = asked.query;
    asked.only()?;
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

pub(super) fn deal(asked: &Arguments<'_>, _: &Work) -> Answered {
    let Arguments { game, query, .. } = asked;
    asked.only()?;
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
        kind @ (Kind::Hand | Kind::Combat) => {
            let (least, most) = match kind {
                Kind::Hand => (0, outplay::hand::MOST_CARDS as u64),
                _ => (2, u64::from(MOST_DEALT.min(MOST_CARDS))),
            };
            let most = thousands(most);
            Err(Error::question(format!("`cards` is {cards}, and may be {least} to {most}")))
        }
        Kind::Fight | Kind::Sides => Err(asked.no_such()),
    }
}
