//! `outplay replay`, and the turn-by-turn account that `solve` shows too.

use clap::CommandFactory;
use outplay::duel::{Account, Names};
use outplay::{ReplayAnswer, ReplayTurn, Sheet, amount, count, replay, thousands};

use super::args::{Arguments, Limits, Replay};
use super::table::aligned;
use super::{Done, Wrong, fight, print, print_modes, remark, wants_json};

/// How many states to look at to weigh the moves, unless told.
const MOST_STATES: u64 = 1_000_000;

pub(super) fn run(asked: &Replay) -> Result<Done, Wrong> {
    let Some(moves) = &asked.moves else {
        let missing = clap::error::ErrorKind::MissingRequiredArgument;
        let what = "replay needs the moves to play: --moves TEXT";
        Arguments::command().error(missing, what).exit();
    };
    if asked.max_rounds.is_some() {
        let what = "--max-rounds means nothing here: a replay ends with its moves";
        return Err(Wrong::Plain(what.to_owned()));
    }
    let request = fight::request(&asked.fight, asked.after.as_deref())?;
    fight::remark_on_styles(&asked.fight)?;
    let mut answers = Vec::new();
    let limits =
        Limits { max_states: Some(asked.max_states.unwrap_or(MOST_STATES)), max_seconds: None };
    for request in fight::each_mode(&request) {
        answers.push(fight::limited(&limits, |limits| replay(&request, moves, limits))?);
    }
    let refused = answers.iter().any(|answer| answer.refused.is_some());
    if wants_json(asked.format) {
        print_modes(&request.game, &answers);
    } else {
        let several = answers.len() > 1;
        for answer in &answers {
            if several {
                print(&format!("{}:\n", answer.mode));
            }
            let told = account(&answer.account, &answer.names, &answer.turns);
            print(&format!("{told}\n{}", verdict(answer)));
            if answer.unweighed > 0 {
                let which = match answer.unweighed {
                    1 => "the first move".to_owned(),
                    more => format!("the first {more} moves"),
                };
                remark(&format!(
                    "What {which} gave away is not settled: more --max-states might settle it.\n"
                ));
            }
        }
    }
    Ok(if refused { Done::WrongInput } else { Done::Well })
}

/// How it ended, in a sentence or two.
pub(crate) fn verdict(answer: &ReplayAnswer) -> String {
    let names = &answer.names;
    let spent = amount(answer.spent, &answer.unit);
    let rounds = count(u64::from(answer.rounds), "round");
    let left = match answer.unused {
        0 => String::new(),
        1 => " 1 move is left over.".to_owned(),
        more => format!(" {more} moves are left over."),
    };
    let unit = names.order.counts();
    if let Some(refused) = &answer.refused {
        let spent = if names.zero_sum { String::new() } else { format!(" Spent so far: {spent}.") };
        return format!(
            "Move {} is refused in {unit} {}: {}.{spent}{left}\n",
            refused.r#move, refused.round, refused.reason
        );
    }
    if names.zero_sum && answer.value.is_none() && !answer.endless && answer.untold == 0 {
        return "The moves end here; the fight does not.\n".to_owned();
    }
    if let Some(value) = answer.value {
        let turns = count(u64::from(answer.rounds), unit);
        return match answer.winner {
            Some(winner) => {
                let winner = &names.fighters[usize::from(winner) - 1].name;
                format!("{winner} wins with {} hp left after {turns}.{left}\n", value.abs())
            }
            None => format!("Nobody wins after {turns}.{left}\n"),
        };
    }
    match answer.winner {
        Some(winner) => {
            let winner = &names.fighters[usize::from(winner) - 1].name;
            format!("{winner} wins. Spent: {spent} in {rounds}.{left}\n")
        }
        None if answer.over => format!("Nobody wins. Spent: {spent} in {rounds}.{left}\n"),
        None if answer.endless => "It goes on like this for ever, and nobody wins.\n".to_owned(),
        None if answer.untold > 0 => format!("No end in sight after {rounds}. Spent: {spent}.\n"),
        None => format!("The moves end here; the fight does not. Spent: {spent} in {rounds}.\n"),
    }
}

/// A fight told turn by turn; `turns` may say what moves gave away.
pub(super) fn account(account: &Account, names: &Names, turns: &[ReplayTurn]) -> String {
    let sheet = Sheet::new(account, names, turns);
    let header: Vec<_> = sheet.columns.iter().map(|column| column.name.as_str()).collect();
    let is_word = |place: &usize| !sheet.columns[*place].is_number;
    let words: Vec<usize> = (0..header.len()).filter(is_word).collect();
    let rows: Vec<_> = sheet.rows.into_iter().map(|row| row.cells).collect();
    let mut text = aligned(&header, &words, &rows);
    if let Some(legend) = sheet.legend {
        text += &format!("{legend}\n");
    }
    if account.untold > 0 {
        text += &format!("... and {} more turns.\n", thousands(account.untold as u64));
    }
    text
}
