//! Answers for programs: the one form that `--format json` prints and the web page's `/api` sends.

use outplay::combat::Deal;
use outplay::hand::Hand;
use outplay::written::Severity;
use outplay::{Failure, TournamentAnswer};
use serde::Serialize;
use serde_json::{Value, json};

/// An answer as a value.
pub(crate) fn value(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).expect("answers have only string keys")
}

/// The answers of several modes as one value: one answer as itself, more of them under the name of
/// the game.
pub(crate) fn modes(game: &str, answers: &[impl Serialize]) -> Value {
    match answers {
        [only] => value(only),
        several => json!({ "game": game, "modes": several }),
    }
}

/// A tournament; one that was played has its games a meeting and their first seed.
pub(crate) fn tournament<D: Serialize>(
    answer: &TournamentAnswer<D>,
    played: Option<(u64, u64)>,
) -> Value {
    let mut value = value(answer);
    if let Some((games, seed)) = played {
        value["games"] = json!(games);
        value["seed"] = json!(seed);
    }
    value
}

/// A sentence that says what is wrong.
pub(crate) fn plain(message: &str) -> Value {
    json!({ "error": message, "problems": [] })
}

/// A question that is wrong: the first error, and every problem with its place.
pub(crate) fn failure(failure: &Failure) -> Value {
    let first = failure.problems.iter().find(|problem| problem.severity == Severity::Error);
    let message = first.map_or("", |problem| problem.message.as_str());
    json!({ "error": message, "problems": problems(failure) })
}

/// Every problem with its place.
pub(crate) fn problems(failure: &Failure) -> Value {
    let all = failure.problems.iter().map(|problem| {
        let place = problem.span.map(|span| failure.sources.line_column(span));
        json!({
            "severity": match problem.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            "message": problem.message,
            "file": problem.span.map(|span| &failure.sources.get(span.source).name),
            "line": place.map(|(line, _)| line),
            "column": place.map(|(_, column)| column),
            "text": problem.span.map(|span| failure.sources.text(span)),
            "help": problem.help,
        })
    });
    all.collect()
}

/// A hand that was dealt.
pub(crate) fn dealt_hand(hand: &Hand) -> Value {
    let cards = hand.cards.iter().map(|card| {
        json!({
            "name": card.name, "cost": card.cost, "pitch_value": card.pitch,
            "attack": card.attack, "go_again": card.go_again,
        })
    });
    json!({ "cards": cards.collect::<Vec<_>>() })
}

/// Decks that were dealt.
pub(crate) fn dealt_decks(deal: &Deal, seed: u64, number: u64) -> Value {
    let [one, two] = deal.decks();
    json!({
        "game": "combat", "seed": seed, "number": number, "player1": one, "player2": two,
    })
}
