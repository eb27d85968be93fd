//! `outplay replay`, and the turn-by-turn account that `solve` shows too.

use clap::CommandFactory;
use outplay::duel::{Account, Names};
use outplay::{ReplayTurn, Sheet, replay, thousands};

use super::args::{Arguments, Limits, Replay};
use super::{Done, Wrong, fight, print, print_modes, remark, wants_json};
use outplay_render::fight::verdict;
use outplay_render::table::aligned;

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
    for request in request.each_mode() {
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
                    more => format!("the first {} moves", thousands(more as u64)),
                };
                remark(&format!(
                    "What {which} gave away is not settled: more --max-states might settle it.\n"
                ));
            }
        }
    }
    Ok(if refused { Done::WrongInput } else { Done::Well })
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
