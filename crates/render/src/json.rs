//! Answers for programs: the one form that `--format json` prints and the web page's `/api` sends.

use outplay::combat::Deal;
use outplay::duel::phrases;
use outplay::duel::spec::TreeNode;
use outplay::hand::Hand;
use outplay::registry::Listed;
use outplay::text::Severity;
use outplay::{Failure, Table, TournamentAnswer};
use serde::Serialize;
use serde_json::{Value, json};

use crate::rules::skill;

/// An answer as a value. A score beyond 64 bits, which a value cannot hold, is rounded.
///
/// # Panics
/// Never: answers have only string keys.
pub fn value(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap_or_else(|_| {
        let text = serde_json::to_string(answer).expect("answers have only string keys");
        serde_json::from_str(&text).expect("it was just written")
    })
}

/// The answers of several modes: one answer as itself, more of them under the name of the game.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Modes<'a, T> {
    /// One mode.
    One(&'a T),
    /// More of them.
    Several {
        /// The game.
        game: &'a str,
        /// An answer for each mode.
        modes: &'a [T],
    },
}

/// The answers of several modes.
pub fn modes<'a, T: Serialize>(game: &'a str, answers: &'a [T]) -> Modes<'a, T> {
    match answers {
        [only] => Modes::One(only),
        modes => Modes::Several { game, modes },
    }
}

/// A game in the list of all.
pub fn game(game: &Listed) -> Value {
    json!({ "name": game.name, "title": game.title, "about": game.about, "modes": game.modes })
}

/// A tournament; one that was played has its games a meeting and their first seed.
pub fn tournament<D: Serialize>(answer: &TournamentAnswer<D>, played: Option<(u64, u64)>) -> Value {
    let mut value = value(answer);
    if let Some((games, seed)) = played {
        value["games"] = json!(games);
        value["seed"] = json!(seed);
    }
    value
}

/// A sentence that says what is wrong.
pub fn plain(message: &str) -> Value {
    json!({ "error": message, "problems": [] })
}

/// A question that is wrong: the first error, and every problem with its place.
pub fn failure(failure: &Failure) -> Value {
    let first = failure.problems.iter().find(|problem| problem.severity == Severity::Error);
    let message = first.map_or("", |problem| problem.message.as_str());
    let mut told = json!({ "error": message, "problems": problems(failure) });
    if let Some(stop) = failure.stopped {
        told["stopped"] = stop.name().into();
    }
    told
}

/// Every problem with its place.
pub fn problems(failure: &Failure) -> Value {
    let all = failure.problems.iter().map(|problem| {
        let place = problem.span.map(|span| failure.sources.line_column(span));
        json!({
            "severity": match problem.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            "code": problem.code.name(),
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
pub fn dealt_hand(hand: &Hand) -> Value {
    let cards = hand.cards.iter().map(|card| {
        json!({
            "name": card.name, "cost": card.cost, "pitch_value": card.pitch,
            "attack": card.attack, "go_again": card.go_again,
        })
    });
    json!({ "cards": cards.collect::<Vec<_>>() })
}

/// Decks that were dealt.
pub fn dealt_decks(deal: &Deal, seed: u64, number: u64) -> Value {
    let [one, two] = deal.decks();
    json!({
        "game": "combat", "seed": seed, "number": number, "player1": one, "player2": two,
    })
}

fn tree(node: &TreeNode) -> Value {
    json!({
        "use": node.skill.text, "priority": node.priority.0,
        "when": node.when.as_ref().map(|when| &when.text),
        "then": node.then.iter().map(tree).collect::<Vec<_>>(),
    })
}

/// The rules of a game.
pub fn rules(table: &Table) -> Value {
    let about = table.about();
    let Some(fight) = table.fight() else {
        return json!({
            "game": about.game, "title": about.title, "about": about.about,
            "sides": about.names(), "mode": about.mode, "goal": about.goal(),
        });
    };
    let spec = &fight.spec;
    let fighters = spec.fighters.iter().map(|fighter| {
        let mut numbers = serde_json::Map::new();
        numbers.insert("hp".to_owned(), json!(fighter.hp));
        numbers.insert("armor".to_owned(), json!(fighter.armor));
        for (word, number) in &fighter.numbers {
            numbers.insert(word.text.clone(), json!(number));
        }
        let skills: Vec<_> = fighter.skills.iter().map(|word| &word.text).collect();
        json!({
            "id": fighter.id.text, "key": fighter.key.map(|(key, _)| key), "name": fighter.name, "numbers": numbers,
            "skills": skills,
        })
    });
    let skills = spec.skills.iter().map(|typed| {
        let told = skill(fight, typed);
        json!({
            "id": typed.id.text, "name": typed.name, "key": told.key, "about": typed.about,
            "cost": told.cost, "at_once": told.at_once, "lasts": typed.lasts.map(|(lasts, _)| lasts),
            "effect": told.effect, "does": phrases::does(typed),
        })
    });
    json!({
        "game": about.game,
        "title": about.title,
        "about": spec.about,
        "sides": about.sides.each_ref().map(|side| &side.id),
        "mode": about.mode,
        "turns": {
            "order": fight.terms.order.name(),
            "first": if spec.second_begins { 2 } else { 1 },
            "stuck": if spec.stuck_skips { "skip" } else { "lose" },
        },
        "goal": about.goal(),
        "least_damage": spec.least_damage,
        "upkeep": spec.upkeep.iter()
            .map(|upkeep| json!({ "fighter": upkeep.fighter.text, "changes": phrases::changes(&upkeep.changes) }))
            .collect::<Vec<_>>(),
        "trees": spec.trees.iter()
            .map(|(id, root)| (id.text.clone(), tree(root)))
            .collect::<serde_json::Map<_, _>>(),
        "fighters": fighters.collect::<Vec<_>>(),
        "skills": skills.collect::<Vec<_>>(),
        "modes": about.modes.iter()
            .map(|mode| json!({ "name": mode.name, "about": mode.about }))
            .collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_that_outgrows_a_value_is_rounded_and_breaks_nothing() {
        let score = u128::from(u64::MAX) + 7;
        let text = serde_json::to_string(&modes("combat", &[json!(1), json!(2)])).unwrap();
        assert_eq!(text, r#"{"game":"combat","modes":[1,2]}"#);
        assert_eq!(serde_json::to_string(&modes("combat", &[score])).unwrap(), score.to_string());
        assert_eq!(value(&modes("combat", &[score])).as_f64(), Some(18_446_744_073_709_551_622.0));
    }
}
