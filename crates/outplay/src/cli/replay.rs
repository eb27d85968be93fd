//! `outplay replay`, and the turn-by-turn account that `solve` shows too.

use clap::CommandFactory;
use outplay::duel::order::OrderKind;
use outplay::duel::{Account, Names, Snapshot};
use outplay::{ReplayAnswer, ReplayTurn, amount, count, describe, number_name, replay, thousands};

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
            if answer.names.zero_sum && !answer.weighed && limits.max_states != Some(0) {
                remark("What each move gave away was not settled: more --max-states might.\n");
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
    let unit = if names.order.has_places() { "turn" } else { "round" };
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

/// Every turn as a row: what happened, and the numbers of both sides after it. `turns` may say
/// what moves gave away.
pub(super) fn account(account: &Account, names: &Names, turns: &[ReplayTurn]) -> String {
    let queued = names.order.has_places();
    let (number, who) = if queued { ("turn", "who") } else { ("round", "turn") };
    let mut header = vec![number.to_owned(), who.to_owned(), "what happens".to_owned()];
    for fighter in &names.fighters {
        for (_, slot) in &fighter.numbers {
            header.push(number_name(*slot, names));
        }
    }
    let running = !names.effects.is_empty() || !queued;
    let mut words = vec![1, 2];
    for (shown, column) in [(running, "running"), (queued, "queue")] {
        if shown {
            words.push(header.len());
            header.push(column.to_owned());
        }
    }
    let mut rows = Vec::new();
    let mut start = vec![String::new(), "start".to_owned(), String::new()];
    start.extend(numbers(&account.opening, names));
    rows.push(start);
    let mut round = 0;
    let last_turn = account.turns.last();
    for (index, turn) in account.turns.iter().enumerate() {
        let shown = if turn.round == round { String::new() } else { turn.round.to_string() };
        round = turn.round;
        let who = names.fighters[turn.player.index()].name.clone();
        let mut told = describe(turn, names);
        if turn.skill.is_none()
            && account.waits
            && last_turn.is_some_and(|last| std::ptr::eq(turn, last))
        {
            told.push("(to choose)".to_owned());
        }
        if let Some(ReplayTurn { regret: Some(regret @ 1..), best: Some(best), .. }) =
            turns.get(index)
        {
            told.push(format!("gave away {regret} ({best} was best)"));
        }
        let mut row = vec![shown, who, told.join("; ")];
        row.extend(numbers(&turn.after, names));
        rows.push(row);
    }
    let header: Vec<_> = header.iter().map(String::as_str).collect();
    let mut text = aligned(&header, &words, &rows);
    if queued {
        let [one, two] = names.fighters.each_ref().map(|fighter| fighter.name.as_str());
        let able = match names.order {
            OrderKind::RestrictedQueue => "; a small letter is not able to add",
            _ => "",
        };
        text += &format!("In the queue, the front first: A is {one}, B is {two}{able}.\n");
    }
    if account.untold > 0 {
        text += &format!("... and {} more turns.\n", thousands(account.untold as u64));
    }
    text
}

fn numbers(snapshot: &Snapshot, names: &Names) -> Vec<String> {
    let mut cells: Vec<_> = snapshot.numbers.iter().flatten().map(i32::to_string).collect();
    let queued = names.order.has_places();
    if !names.effects.is_empty() || !queued {
        let running = names.effects.iter().zip(&snapshot.timers).filter(|(_, turns)| **turns > 0);
        let running: Vec<_> =
            running.map(|((_, _, name), turns)| format!("{name} {turns}")).collect();
        cells.push(running.join(", "));
    }
    if queued {
        let places: String = snapshot.queue.iter().map(|place| place.letter()).collect();
        cells.push(if places.is_empty() { "(empty)".to_owned() } else { places });
    }
    cells
}
