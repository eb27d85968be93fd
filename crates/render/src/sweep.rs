//! What a game is worth over its numbers, as text, CSV and JSON.

use outplay::{Axis, Number, Proof, Stop, SweepAnswer, Tried, Worth, amount, count, thousands};
use serde_json::{Map, Value, json};

use crate::Voice;
use crate::table::{Listing, csv_row, decimal, duration};

/// More rows than this are not told as text; files have them all.
const MOST_ROWS: usize = 200;

/// More maps than this are not told as text.
const MOST_MAPS: usize = 12;

/// A number as people read it.
pub fn number(number: Number) -> String {
    match number {
        Number::Whole(whole) if whole < 0 => format!("-{}", thousands(whole.unsigned_abs())),
        Number::Whole(whole) => thousands(whole.unsigned_abs()),
        Number::Real(real) => decimal(real, 4),
    }
}

/// What a fight is worth, in a few words: `953`, `no win`, `at least 800`.
pub fn worth(worth: &Worth) -> String {
    match (worth.value, worth.is_settled()) {
        (Some(value), true) => number(value),
        (None, true) => match worth.chance {
            Some(chance) => format!("no sure win (chance {})", decimal(chance, 4)),
            None => "no win".to_owned(),
        },
        (_, false) => match (worth.lower, worth.upper) {
            (Some(lower), Some(upper)) => format!("{} to {}", number(lower), number(upper)),
            (Some(lower), None) => format!("at least {}", number(lower)),
            (None, Some(upper)) => format!("at most {}", number(upper)),
            (None, None) => "not settled".to_owned(),
        },
    }
}

/// What came of one of many fights, in a few words.
pub fn tried(tried: &Tried) -> String {
    match tried {
        Tried::Worth(of) => worth(of),
        Tried::Impossible { .. } => "-".to_owned(),
    }
}

/// Does player 1 win, as far as that is a yes or a no: a price is paid, hp are left, a win is likelier
/// than not? None where it is not settled.
pub fn is_won(answer: &SweepAnswer, cell: &Tried) -> Option<bool> {
    let worth = cell.worth().filter(|worth| worth.is_settled())?;
    if is_price(answer) || answer.goal.is_none() {
        return Some(worth.value.is_some());
    }
    let value = worth.value?.to_f64();
    Some(if answer.unit == "chance" { value >= 0.5 } else { value > 0.0 })
}

/// Is the value the price of a win, so that less is better and there may be none?
pub fn is_price(answer: &SweepAnswer) -> bool {
    matches!(answer.goal, Some(outplay::Goal::Least(_)))
}

/// The least and the greatest value, where there are any.
pub fn range(answer: &SweepAnswer) -> Option<(f64, f64)> {
    let values = answer.worths().filter(|worth| worth.is_settled()).filter_map(|worth| worth.value);
    values.map(Number::to_f64).fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((low, high)) => Some((low.min(value), high.max(value))),
    })
}

/// Where a value lies between the least and the greatest, in so many steps.
pub fn step(value: f64, (low, high): (f64, f64), steps: usize) -> usize {
    if high <= low {
        return 0;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a small number of steps"
    )]
    let step = ((value - low) / (high - low) * steps as f64) as usize;
    step.min(steps - 1)
}

/// The answer as people read it.
pub fn text(answer: &SweepAnswer) -> String {
    let numbers: Vec<usize> =
        (0..answer.axes.len()).filter(|&axis| answer.axes[axis].values.len() > 1).collect();
    let mut text = heading(answer);
    text += "\n";
    text += &match numbers[..] {
        [] | [_] => rows(answer),
        [.., _, _] => maps(answer),
    };
    text + "\n" + &summary(answer, Voice::Terminal)
}

/// What is asked: the values of these over those.
pub(crate) fn heading(answer: &SweepAnswer) -> String {
    let over: Vec<_> = answer.axes.iter().map(|axis| axis.name.as_str()).collect();
    let what = if is_price(answer) {
        format!("the least {} with which player 1 wins", answer.unit)
    } else if answer.unit == "chance" {
        "the chance that player 1 wins".to_owned()
    } else {
        format!("{}, as player 1 counts it", answer.unit)
    };
    format!("{}: {what}, over {}\n", answer.title, over.join(", "))
}

/// A row for each fight.
fn rows(answer: &SweepAnswer) -> String {
    let mut text = listing(answer, MOST_ROWS).text();
    if answer.cells.len() > MOST_ROWS {
        let more = thousands((answer.cells.len() - MOST_ROWS) as u64);
        text += &format!("... and {more} more; --out FILE.csv has them all\n");
    }
    text
}

/// A row for each of the first so many fights.
pub(crate) fn listing(answer: &SweepAnswer, most: usize) -> Listing {
    let names = answer.axes.iter().map(|axis| axis.name.clone());
    let more = [answer.unit.clone(), String::new(), "line".to_owned()];
    let base = answer.base_cell();
    let row = |(number, cell): (usize, &Tried)| {
        let mut row: Vec<String> = answer.values(number).into_iter().map(str::to_owned).collect();
        let line = cell.worth().map_or("", |worth| &worth.moves);
        let short: String = line.chars().take(40).collect();
        let cut = if short.len() < line.len() { "..." } else { "" };
        row.push(tried(cell));
        row.push(if base == Some(number) { "as written" } else { "" }.to_owned());
        row.push(format!("{short}{cut}"));
        row
    };
    let words = |axis: &Axis| axis.values.iter().any(|value| value.parse::<f64>().is_err());
    let last = answer.axes.len();
    let mut left: Vec<usize> = (0..last).filter(|&axis| words(&answer.axes[axis])).collect();
    left.extend([last + 1, last + 2]);
    Listing {
        header: names.chain(more).collect(),
        left,
        rows: answer.cells.iter().enumerate().take(most).map(row).collect(),
    }
}

/// A map of characters for each combination of all but the last two.
fn maps(answer: &SweepAnswer) -> String {
    let range = range(answer).unwrap_or_default();
    let mut text = String::new();
    let all = panels(answer);
    for panel in all.iter().take(MOST_MAPS) {
        if !panel.title.is_empty() {
            text += &format!("{}:\n", panel.title);
        }
        text += &map(answer, panel, range);
        text += "\n";
    }
    if all.len() > MOST_MAPS {
        let more = thousands((all.len() - MOST_MAPS) as u64);
        text += &format!("... and {more} more maps; --out FILE.csv or FILE.svg has them\n\n");
    }
    let place = |step: f64| number_like(answer, range.0 + (range.1 - range.0) * step);
    if range.1 > range.0 {
        text += &format!(
            "0 is {} {} and a little more, 9 up to {}",
            place(0.0),
            answer.unit,
            place(1.0)
        );
    } else {
        text += &format!("0 is {} {}", place(0.0), answer.unit);
    }
    let has = |what: fn(&Tried) -> bool| answer.cells.iter().any(what);
    if has(|cell| cell.worth().is_some_and(Worth::is_no_win)) {
        text += "; # no win";
    }
    if has(|cell| cell.worth().is_some_and(|worth| !worth.is_settled())) {
        text += "; ? not settled";
    }
    if has(|cell| cell.worth().is_none()) {
        text += "; - no such fight";
    }
    if answer.base_cell().is_some() {
        text += "; < the rules as written";
    }
    text + "\n"
}

/// A value of the scale, rounded as its unit is.
fn number_like(answer: &SweepAnswer, value: f64) -> String {
    if answer.unit == "chance" { decimal(value, 3) } else { decimal(value, 0) }
}

/// A map of two dimensions: which cells it shows.
pub struct Panel {
    /// The values of all other dimensions.
    pub title: String,
    /// The dimension across, and the one down.
    pub axes: [usize; 2],
    /// The cells, row by row.
    pub cells: Vec<Vec<usize>>,
}

/// A map for each combination of all but two dimensions: of the last two that vary, the longer is down.
pub fn panels(answer: &SweepAnswer) -> Vec<Panel> {
    let length = |axis: usize| answer.axes[axis].values.len();
    let varying: Vec<usize> = (0..answer.axes.len()).filter(|&axis| length(axis) > 1).collect();
    let [.., one, two] = varying[..] else { return Vec::new() };
    let (across, down) = if length(one) > length(two) { (two, one) } else { (one, two) };
    let stride = |axis: usize| (axis + 1..answer.axes.len()).map(length).product::<usize>();
    let others: Vec<usize> =
        (0..answer.axes.len()).filter(|axis| ![one, two].contains(axis)).collect();
    let count: usize = others.iter().map(|&axis| length(axis)).product();
    let panel = |mut number: usize| {
        let (mut start, mut title) = (0, Vec::new());
        for &axis in others.iter().rev() {
            let place = number % length(axis);
            number /= length(axis);
            start += place * stride(axis);
            if length(axis) > 1 {
                title.push(format!(
                    "{} {}",
                    answer.axes[axis].name, answer.axes[axis].values[place]
                ));
            }
        }
        title.reverse();
        let cell = |row: usize, column: usize| start + row * stride(down) + column * stride(across);
        let row = |row: usize| (0..length(across)).map(|column| cell(row, column)).collect();
        Panel {
            title: title.join(", "),
            axes: [across, down],
            cells: (0..length(down)).map(row).collect(),
        }
    };
    (0..count).map(panel).collect()
}

fn map(answer: &SweepAnswer, panel: &Panel, range: (f64, f64)) -> String {
    let [across, down] = panel.axes.map(|axis| &answer.axes[axis]);
    let base = answer.base_cell();
    let gutter = down.values.iter().map(|value| value.chars().count()).max().unwrap_or(0);
    let mut text =
        format!("{:>gutter$} down, {} across: {}\n", down.name, across.name, ends(across));
    for (row, value) in panel.cells.iter().zip(&down.values) {
        text += &format!("{value:>gutter$} ");
        for &number in row {
            let sign = match &answer.cells[number] {
                Tried::Impossible { .. } => '-',
                Tried::Worth(worth) if !worth.is_settled() => '?',
                Tried::Worth(Worth { value: None, .. }) => '#',
                Tried::Worth(Worth { value: Some(value), .. }) => {
                    let step = step(value.to_f64(), range, 10);
                    char::from_digit(u32::try_from(step).unwrap_or(9), 10).unwrap_or('9')
                }
            };
            text.push(if base == Some(number) { '<' } else { ' ' });
            text.push(sign);
        }
        text.push('\n');
    }
    text
}

/// The first and the last value.
fn ends(axis: &Axis) -> String {
    match &axis.values[..] {
        [first, .., last] if axis.values.len() > 6 => format!("{first} to {last}"),
        all => all.join(", "),
    }
}

/// How many were solved, and how they came out.
pub fn summary(answer: &SweepAnswer, voice: Voice) -> String {
    let cells = answer.cells.len() as u64;
    let settled = answer.worths().filter(|worth| worth.is_settled()).count() as u64;
    let won = answer.cells.iter().filter(|cell| is_won(answer, cell) == Some(true)).count() as u64;
    let impossible = answer.cells.iter().filter(|cell| cell.worth().is_none()).count() as u64;
    let mut text = if settled + impossible == cells {
        format!("{} solved exactly", count(cells - impossible, "fight"))
    } else {
        format!("{} of {} solved exactly", thousands(settled), count(cells - impossible, "fight"))
    };
    if answer.goal.is_some() {
        let word = if answer.unit == "chance" { "more likely won than not" } else { "won" };
        text += &format!(", {} of them {word}", thousands(won));
    }
    if impossible > 0 {
        text += &format!("; {} cannot be", count(impossible, "fight"));
    }
    if answer.ran.kept > 0 {
        text += &format!("; {} were kept in the store", thousands(answer.ran.kept));
    }
    text += &format!("; {}, {}.\n", count(answer.states, "state"), duration(answer.seconds));
    if let Some(stop) = answer.stopped {
        let why = match (stop, voice) {
            (Stop::Time, Voice::Terminal) => {
                "stopped by --max-seconds or --cell-seconds".to_owned()
            }
            (stop, voice) => voice.stopped(Some(stop)),
        };
        text += &format!("Not all are settled: {why}.\n");
    }
    text
}

/// The columns of a table of all fights, besides what varies.
pub(crate) const COLUMNS: [&str; 9] =
    ["value", "winner", "proof", "lower", "upper", "chance", "stopped", "impossible", "moves"];

/// Every fight as a row of CSV.
pub fn csv(answer: &SweepAnswer) -> String {
    let names = answer.axes.iter().map(|axis| axis.name.as_str());
    let header: Vec<&str> = names.chain(COLUMNS).collect();
    let mut text = csv_row(&header);
    for (number, cell) in answer.cells.iter().enumerate() {
        let fields = fields(cell).map(|field| match field {
            Value::Null => String::new(),
            Value::String(word) => word,
            other => other.to_string(),
        });
        let mut row = answer.values(number);
        row.extend(fields.iter().map(String::as_str));
        text += &csv_row(&row);
    }
    text
}

/// The fields of a fight, in the order of [`COLUMNS`].
pub(crate) fn fields(cell: &Tried) -> [Value; 9] {
    let Tried::Worth(worth) = cell else {
        let mut fields = [const { Value::Null }; 9];
        if let Tried::Impossible { impossible } = cell {
            fields[7] = impossible.as_str().into();
        }
        return fields;
    };
    [
        json!(worth.value),
        json!(worth.winner),
        json!(worth.proof),
        json!(worth.lower),
        json!(worth.upper),
        json!(worth.chance),
        json!(worth.stopped),
        Value::Null,
        if worth.moves.is_empty() { Value::Null } else { worth.moves.as_str().into() },
    ]
}

/// The answer for programs: what varies, and every fight with its values by their names. Nothing in it was
/// measured, so that the same question always gives the same text.
pub fn json(answer: &SweepAnswer) -> Value {
    let mut told = heading_json(answer);
    told["fights"] = (0..answer.cells.len()).map(|number| fight_json(answer, number)).collect();
    told
}

/// The same as text, a fight on a line: ten million of them are never held as values.
pub fn json_text(answer: &SweepAnswer) -> String {
    let mut text = serde_json::to_string_pretty(&heading_json(answer)).unwrap_or_default();
    // The heading without its end.
    text.truncate(text.trim_end_matches('}').trim_end().len());
    text += ",\n  \"fights\": [";
    for number in 0..answer.cells.len() {
        text += if number == 0 { "\n    " } else { ",\n    " };
        text += &fight_json(answer, number).to_string();
    }
    text + "\n  ]\n}\n"
}

/// What a sweep is about.
fn heading_json(answer: &SweepAnswer) -> Value {
    let axes = answer.axes.iter().zip(&answer.base).map(|(axis, base)| {
        let mut told = json!(axis);
        told["base"] = base.map_or(Value::Null, |base| told["values"][base].clone());
        told
    });
    let axes: Vec<Value> = axes.collect();
    let open = answer.worths().filter(|worth| !worth.is_settled()).count();
    let mut told = json!({
        "game": answer.game, "title": answer.title, "mode": answer.mode, "unit": answer.unit,
        "goal": answer.goal, "axes": axes, "cells": answer.cells.len(), "open": open,
    });
    if let Some(stop) = answer.stopped {
        told["stopped"] = json!(stop);
    }
    told
}

/// One fight: its values by their names, and what is known of it.
fn fight_json(answer: &SweepAnswer, number: usize) -> Value {
    let values = answer.values(number).into_iter().zip(&answer.axes);
    let mut fight: Map<String, Value> =
        values.map(|(value, axis)| (axis.name.clone(), outplay::axis_value(value))).collect();
    let named = COLUMNS.into_iter().zip(fields(&answer.cells[number]));
    // What may be empty is left out where it is; the value and the winner are always there.
    let told = named.filter(|(name, field)| !field.is_null() || ["value", "winner"].contains(name));
    fight.extend(told.map(|(name, field)| (name.to_owned(), field)));
    Value::Object(fight)
}

/// A price of a fight with its unit, as titles have it.
pub fn worth_with_unit(answer: &SweepAnswer, cell: &Tried) -> String {
    match cell {
        Tried::Worth(Worth {
            value: Some(Number::Whole(whole @ 0..)),
            proof: Proof::Optimal,
            ..
        }) => amount(whole.unsigned_abs(), &answer.unit),
        cell => tried(cell),
    }
}

#[cfg(test)]
mod tests {
    use outplay::{Budget, Run, Source, Sweep};

    use super::*;

    #[test]
    fn the_text_of_a_sweep_is_its_value() {
        let axes = [Axis::range("boss.hp", 70, 72), Axis::words("mode", ["normal", "hard"])];
        for states in [3, 1_000_000] {
            let budget = Budget { states, ..Budget::default() };
            let sweep = Sweep::over(axes.clone());
            let answer = Source::game("wizard").sweep(&sweep, &Run::within(&budget)).unwrap();
            let read: Value = serde_json::from_str(&json_text(&answer)).unwrap();
            assert_eq!(read, json(&answer));
            assert_eq!(csv(&answer).lines().count(), 7);
        }
    }
}
