//! The ranges that random cards are dealt from, and hands written as YAML.

use outplay_text::{Code, Node, Problem, Problems, SourceId, Sources, Value};

use super::fields::number;
use super::yaml;
use crate::{Hand, MOST_NUMBER, Range, Ranges};

/// Reads `cost: {min: 0, max: 8}` and so on; what is not there stays as it is by default.
pub fn ranges(sources: &Sources, source: SourceId, problems: &mut Problems) -> Ranges {
    let mut ranges = Ranges::default();
    let Some(root) = yaml::parse(sources, source, problems) else { return ranges };
    let Some(table) = root.as_table() else {
        problems.push(
            Problem::error(Code::WrongType, root.span, "expected ranges")
                .help("for example `cost: {min: 0, max: 8}`"),
        );
        return ranges;
    };
    for entry in table.iter() {
        let known = ["cost", "pitch_value", "pitch", "attack", "go_again"];
        let slot = match entry.key.as_str() {
            "cost" => &mut ranges.cost,
            "pitch_value" | "pitch" => &mut ranges.pitch,
            "attack" => &mut ranges.attack,
            "go_again" => &mut ranges.go_again,
            key => {
                let message = format!("`{key}` is unknown here");
                problems.push(
                    Problem::error(Code::UnknownField, entry.key_span, message).one_of(key, known),
                );
                continue;
            }
        };
        if let Some(read) = range(&entry.node, *slot, sources, problems) {
            *slot = read;
        }
    }
    ranges
}

fn range(node: &Node, before: Range, sources: &Sources, problems: &mut Problems) -> Option<Range> {
    let Value::Table(table) = &node.value else {
        let only = number(node, sources, MOST_NUMBER, problems)?;
        return Some(Range { min: only, max: only });
    };
    let mut range = before;
    for entry in table.iter() {
        let slot = match entry.key.as_str() {
            "min" => &mut range.min,
            "max" => &mut range.max,
            key => {
                let message = format!("`{key}` is unknown here");
                problems.push(
                    Problem::error(Code::UnknownField, entry.key_span, message)
                        .one_of(key, ["min", "max"]),
                );
                continue;
            }
        };
        *slot = number(&entry.node, sources, MOST_NUMBER, problems)?;
    }
    if range.min > range.max {
        let Range { min, max } = range;
        let message = format!("the least, {min}, is above the most, {max}");
        problems.push(
            Problem::error(Code::Contradiction, node.span, message)
                .help("`min` may not be above `max`"),
        );
        return None;
    }
    Some(range)
}

/// A hand as a file that [`super::hand_file`] reads.
pub fn write_yaml(hand: &Hand) -> String {
    let mut text = String::from("cards:\n");
    if hand.cards.is_empty() {
        text = String::from("cards: []\n");
    }
    for card in &hand.cards {
        // JSON's notation of words is YAML's.
        let name = serde_json::Value::from(card.name.as_str());
        let plain = card.name.chars().all(char::is_alphanumeric)
            && card.name.starts_with(char::is_alphabetic);
        let name = if plain { card.name.clone() } else { name.to_string() };
        text += &format!("  - {{name: {name}, cost: {}", card.cost);
        if let Some(pitch) = card.pitch {
            text += &format!(", pitch_value: {pitch}");
        }
        if let Some(attack) = card.attack {
            text += &format!(", attack: {attack}");
        }
        text += &format!(", go_again: {}", card.go_again);
        if card.action != 1 {
            text += &format!(", action: {}", card.action);
        }
        text += "}\n";
    }
    text
}
