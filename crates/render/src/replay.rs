//! A game of two sides told turn by turn, and how it ended.

use outplay::{About, Kind, SidesReplay, count, thousands};

use crate::sheet::Sheet;
use crate::table::aligned;

/// A game told turn by turn.
pub fn account(about: &About, replay: &SidesReplay) -> String {
    let sheet = Sheet::new(about, replay);
    let header: Vec<_> = sheet.columns.iter().map(|column| column.name.as_str()).collect();
    let is_word = |place: &usize| !sheet.columns[*place].is_number;
    let words: Vec<usize> = (0..header.len()).filter(is_word).collect();
    let rows: Vec<_> = sheet.rows.into_iter().map(|row| row.cells).collect();
    let mut text = aligned(&header, &words, &rows);
    if let Some(legend) = sheet.legend {
        text += &format!("{legend}\n");
    }
    if replay.untold > 0 {
        text += &format!("... and {} more turns.\n", thousands(replay.untold as u64));
    }
    text
}

/// What the winner has left, where that counts.
pub(crate) fn leaves(about: &About, value: i64) -> String {
    match about.kind {
        Kind::Fight => format!(" with {} hp left", value.abs()),
        _ => String::new(),
    }
}

/// Is it fought for what player 2 loses?
pub fn counts_damage(about: &About) -> bool {
    about.kind == Kind::Fight && about.objective.is_zero_sum() && about.unit() == "damage"
}

/// How it ended, in a sentence or two.
pub fn verdict(about: &About, answer: &SidesReplay) -> String {
    let what = if about.kind == Kind::Fight { "fight" } else { "game" };
    let zero_sum = about.objective.is_zero_sum();
    let name = |winner: u8| &about.sides[usize::from(winner) - 1].name;
    let spent = outplay::amount(answer.spent, &answer.unit);
    let unit = about.counts();
    let rounds = count(u64::from(answer.rounds), unit);
    let left = match answer.unused {
        0 => String::new(),
        1 => " 1 move is left over.".to_owned(),
        more => format!(" {more} moves are left over."),
    };
    if let Some(refused) = &answer.refused {
        let spent = if zero_sum { String::new() } else { format!(" Spent so far: {spent}.") };
        return format!(
            "Move {} is refused in {unit} {}: {}.{spent}{left}\n",
            refused.r#move, refused.round, refused.reason
        );
    }
    if zero_sum && answer.value.is_none() && !answer.endless && answer.untold == 0 {
        return format!("The moves end here; the {what} does not.\n");
    }
    if let Some(value) = answer.value.filter(|_| counts_damage(about)) {
        let [one, two] = about.names();
        return format!("{two} has lost {value} hp to {one} after {rounds}.{left}\n");
    }
    if let Some(value) = answer.value {
        return match answer.winner {
            Some(winner) => {
                let left_over = leaves(about, value);
                format!("{} wins{left_over} after {rounds}.{left}\n", name(winner))
            }
            None => format!("Nobody wins after {rounds}.{left}\n"),
        };
    }
    match answer.winner {
        Some(winner) => {
            format!("{} wins. Spent: {spent} in {rounds}.{left}\n", name(winner))
        }
        None if answer.over => format!("Nobody wins. Spent: {spent} in {rounds}.{left}\n"),
        None if answer.endless => "It goes on like this for ever, and nobody wins.\n".to_owned(),
        None if answer.untold > 0 && zero_sum => format!("No end in sight after {rounds}.\n"),
        None if answer.untold > 0 => format!("No end in sight after {rounds}. Spent: {spent}.\n"),
        None => format!("The moves end here; the {what} does not. Spent: {spent} in {rounds}.\n"),
    }
}
