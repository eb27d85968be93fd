//! The fields of a card, however they were written.

use outplay_text::{Code, Entry, Node, Problem, Problems, SourceId, Sources, Span, Table, Value};

use crate::{Card, Hand, MOST_NUMBER};

/// The fields that a card may have, by their first names.
const FIELDS: [&str; 8] =
    ["name", "id", "cost", "pitch", "pitch_value", "attack", "go_again", "action"];

/// A whole number from 0 to `most`.
pub(super) fn number(
    node: &Node,
    sources: &Sources,
    most: u32,
    problems: &mut Problems,
) -> Option<u32> {
    let text = sources.text(node.span);
    match node.value {
        Value::Integer(number) => match u32::try_from(number) {
            Ok(number) if number <= most => return Some(number),
            _ => {
                let message = format!("{number} is out of range");
                let help = format!("it may be 0 to {most}");
                problems.push(Problem::error(Code::OutOfRange, node.span, message).help(help));
            }
        },
        Value::Decimal(_) if text.parse().is_ok_and(|number: f64| number.fract() == 0.0) => {
            problems.push(
                Problem::error(Code::OutOfRange, node.span, format!("{text} is out of range"))
                    .help(format!("it may be 0 to {most}, written without a point")),
            );
        }
        _ => {
            let message = format!("expected a whole number, got {}", node.kind());
            problems.push(
                Problem::error(Code::WrongType, node.span, message)
                    .help(format!("it may be 0 to {most}")),
            );
        }
    }
    None
}

/// A card from its fields; `name` is what it is called where they do not say.
pub(super) fn card(
    table: &Table,
    name: String,
    span: Span,
    sources: &Sources,
    problems: &mut Problems,
) -> Option<Card> {
    let mut bad = false;
    let mut card = Card { name, cost: 0, pitch: None, attack: None, go_again: 0, action: 1 };
    let (mut cost, mut named) = (None, false);
    for Entry { key, key_span, node } in table.iter() {
        let field = key.trim().to_lowercase().replace([' ', '-'], "_");
        if ["name", "id"].contains(&field.as_str()) {
            let words = match &node.value {
                Value::Text(words) => words.trim().to_owned(),
                Value::Integer(_) | Value::Decimal(_) | Value::Flag(_) => {
                    sources.text(node.span).to_owned()
                }
                _ => String::new(),
            };
            if words.is_empty() || words.contains(';') || words.contains(char::is_control) {
                let message = "this cannot be the name of a card";
                problems.push(
                    Problem::error(Code::BadName, node.span, message)
                        .help("a name is a word or a few"),
                );
                bad = true;
            } else if !named || field == "name" {
                named = field == "name";
                card.name = words;
            }
            continue;
        }
        let most = if field == "action" { 1 } else { MOST_NUMBER };
        let read = match (field.as_str(), &node.value) {
            ("go_again" | "action", Value::Flag(flag)) => Some(u32::from(*flag)),
            _ if !FIELDS.contains(&field.as_str()) => {
                let message = format!("`{key}` is no field of a card");
                problems.push(
                    Problem::error(Code::UnknownField, *key_span, message).one_of(&field, FIELDS),
                );
                bad = true;
                continue;
            }
            _ => number(node, sources, most, problems),
        };
        let Some(number) = read else {
            bad = true;
            continue;
        };
        match field.as_str() {
            "cost" => cost = Some(number),
            "attack" => card.attack = Some(number),
            "go_again" => card.go_again = number,
            "action" => card.action = number,
            _ if card.pitch.is_some() => {
                let message = "`pitch` and `pitch_value` are the same field";
                problems.push(
                    Problem::error(Code::Twice, *key_span, message).help("leave one of them out"),
                );
                bad = true;
            }
            _ => card.pitch = Some(number),
        }
    }
    if bad {
        return None;
    }
    if card.name.contains(char::is_control) {
        let message = "the name of a card cannot contain control characters";
        problems.push(
            Problem::error(Code::ControlCharacter, span, message).help("a name is a word or a few"),
        );
        return None;
    }
    if card.attack.is_some() && cost.is_none() {
        let message =
            format!("`cost` is missing: {} has an attack, so it can be played", card.name);
        problems.push(
            Problem::error(Code::MissingField, span, message)
                .help("add the cost, for example `cost: 0`"),
        );
        return None;
    }
    if card.attack.is_none() && card.pitch.is_none() {
        let message = format!("{} has neither `attack` nor `pitch`", card.name);
        problems.push(Problem::error(Code::Unplayable, span, message).help(
            "a card with an attack can be played, one with a pitch can be pitched; give it one or both",
        ));
        return None;
    }
    card.cost = cost.unwrap_or(0);
    Some(card)
}

/// A card in a line: `Snatch,cost=0,pitch=1,attack=4,go_again=0`.
pub fn card_argument(sources: &Sources, source: SourceId, problems: &mut Problems) -> Option<Card> {
    let text = &sources.get(source).text;
    let whole = Span::all(source, text);
    let (mut name, mut table) = (String::new(), Table::default());
    let mut at = 0;
    for part in text.split(',') {
        let start = at + part.len() - part.trim_start().len();
        at += part.len() + 1;
        let part = part.trim();
        let span = |from: usize, length: usize| Span {
            source,
            start: start + from,
            end: start + from + length,
        };
        match part.split_once('=') {
            None if table.is_empty() => {
                if !name.is_empty() {
                    name += ", ";
                }
                name += part;
            }
            None => {
                let message = format!("`{part}` is no field: expected FIELD=NUMBER");
                problems.push(
                    Problem::error(Code::Syntax, span(0, part.len()), message)
                        .help("for example `Snatch,cost=0,pitch=1,attack=4,go_again=0`"),
                );
                return None;
            }
            Some((key, value)) => {
                let (key_text, value_text) = (key.trim_end(), value.trim());
                let from = part.len() - value.trim_start().len();
                let node = Node {
                    value: match value_text.parse() {
                        Ok(number) => Value::Integer(number),
                        Err(_) => Value::Text(value_text.to_owned()),
                    },
                    span: span(from, value_text.len()),
                };
                if table.get(key_text).is_some() {
                    let message = format!("`{key_text}` is given twice");
                    problems.push(Problem::error(Code::Twice, span(0, key_text.len()), message));
                }
                if !value_text.is_empty() {
                    table.insert(key_text, span(0, key_text.len()), node);
                }
            }
        }
    }
    if name.is_empty() && table.get("name").is_none() {
        let message = "a card needs a name";
        problems.push(
            Problem::error(Code::MissingField, whole, message)
                .help("put it first, for example `Snatch,cost=0,pitch=1,attack=4,go_again=0`"),
        );
        return None;
    }
    card(&table, name, whole, sources, problems)
}

/// A change of what a turn starts with: `action-points=2` or `resources=1`.
pub fn setting(sources: &Sources, source: SourceId, hand: &mut Hand, problems: &mut Problems) {
    let text = &sources.get(source).text;
    let (key, value) = text.split_once('=').unwrap_or((text, ""));
    let span = Span { source, start: key.len() + 1, end: text.len() };
    let slot = match key.trim().to_lowercase().replace('_', "-").as_str() {
        "action-points" => &mut hand.action_points,
        "resources" => &mut hand.resources,
        other => {
            let message = format!("nothing of a hand is called `{}`", key.trim());
            let span = Span { source, start: 0, end: key.trim_end().len() };
            problems.push(
                Problem::error(Code::UnknownPath, span, message)
                    .one_of(other, ["action-points", "resources"]),
            );
            return;
        }
    };
    match value.trim().parse::<u32>() {
        Ok(number) if number <= MOST_NUMBER => *slot = number,
        _ => {
            let span = if value.trim().is_empty() { Span::all(source, text) } else { span };
            problems.push(
                Problem::error(Code::WrongType, span, "expected a whole number")
                    .help(format!("it may be 0 to {MOST_NUMBER}, for example `action-points=2`")),
            );
        }
    }
}
