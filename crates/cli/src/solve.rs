//! `outplay solve`.

use outplay::search::Algorithm;
use outplay::{Proof, Request, SolveAnswer, SolveOptions, amount, count, solve, thousands};

use super::args::Solve;
use super::replay::account;
use super::{Done, Wrong, draw, fight, print, print_modes, versus, wants_json};
use outplay_render as tell;
use outplay_render::fight::headline;
use outplay_render::table::aligned;

/// More optimal lines than this are not listed.
const MOST_LINES: usize = 1000;

pub(super) fn run(asked: &Solve) -> Result<Done, Wrong> {
    let request = fight::request(&asked.fight, asked.after.as_deref())?;
    fight::remark_on_styles(&asked.fight)?;
    if fight::is_for_two(&request)? {
        return versus::solve(&request, asked);
    }
    if asked.draw.is_some() {
        let message = "--draw: this is for games of two sides, and for hands from a deck";
        return Err(Wrong::Plain(message.to_owned()));
    }
    let by = fight::algorithm(asked.by)?;
    let requests = request.each_mode();
    let json = wants_json(asked.format);
    let mut answers = Vec::new();
    for request in &requests {
        let answer = answer(request, asked, by, json)?;
        if !json {
            if requests.len() > 1 {
                print(&format!("{}{}:\n", if answers.is_empty() { "" } else { "\n" }, answer.mode));
            }
            print(&text(&answer));
        }
        answers.push(answer);
    }
    if json {
        print_modes(&request.game, &answers);
    }
    let stopped = answers.iter().any(|answer| answer.proof == Proof::Bound || answer.cut_short);
    Ok(if stopped { Done::Stopped } else { Done::Well })
}

fn answer(
    request: &Request,
    asked: &Solve,
    by: Algorithm,
    json: bool,
) -> Result<SolveAnswer, Wrong> {
    // Loaded for its warnings; that takes a fraction of a millisecond.
    let loaded = request.load()?;
    draw::problems(&loaded.sources, &loaded.warnings);
    let unit = loaded.fight.names.price;
    let tell = |cost: u64, moves: &str| print(&format!("found {}: {moves}\n", amount(cost, &unit)));
    Ok(fight::limited(&asked.limits, |limits| {
        let options = SolveOptions {
            by,
            at_most: asked.at_most,
            all: asked.all.then_some(MOST_LINES),
            explain: asked.explain,
            limits,
            on_better: if json { None } else { Some(&tell) },
        };
        solve(request, &options)
    })?)
}

fn text(answer: &SolveAnswer) -> String {
    let mut text = headline(answer);
    text += &proof(answer);
    if answer.value.is_some() || answer.account.over {
        text.push('\n');
        text += &account(&answer.account, &answer.names, &[]);
    }
    if let Some(all) = &answer.all {
        text += &match (all.complete, all.stopped) {
            (true, _) => format!("\nEvery optimal line: {}\n", all.lines.len()),
            (_, false) => {
                format!("\nThe first {} optimal lines; there are more.\n", all.lines.len())
            }
            (_, true) => "\nA limit stopped the search for every optimal line:\n".to_owned(),
        };
        for line in &all.lines {
            text += &format!("  {line}\n");
        }
    }
    text += &explained(answer);
    if answer.cut_short && answer.explain.is_none() && answer.all.is_none() {
        text += "\nA limit stopped the explanation.\n";
    }
    text
}

/// What is proved, and what it took.
fn proof(answer: &SolveAnswer) -> String {
    let took = format!("{}, {}", answer.by, count(answer.states, "state"));
    let unit = &answer.unit;
    let lines = match (answer.by, answer.found) {
        ("dfs", 1) => ", 1 line found".to_owned(),
        ("dfs", found) => format!(", {found} ever better lines found"),
        _ => String::new(),
    };
    match (answer.proof, answer.value) {
        (Proof::Optimal, Some(_)) if answer.contested => {
            format!("Proved: whatever {} does, no less will do ({took}{lines}).\n", second(answer))
        }
        (Proof::Optimal, Some(_)) => format!("Proved: no less will do ({took}{lines}).\n"),
        (Proof::Optimal, None) => format!("Proved ({took}{lines}).\n"),
        _ => {
            let why = answer.stopped.map_or("by hand", tell::why);
            let lower = thousands(answer.interval.map_or(0, |interval| interval.lower));
            format!(
                "Not proved: stopped {why}; nothing below {lower} {unit} wins ({took}{lines}).\n"
            )
        }
    }
}

fn second(answer: &SolveAnswer) -> &str {
    &answer.names.fighters[1].name
}

/// For every choice a row, for every skill a column: what it would cost more.
fn explained(answer: &SolveAnswer) -> String {
    let mut text = String::new();
    for side in [1_u8, 2] {
        let fighter = &answer.names.fighters[usize::from(side) - 1];
        let mut rows = Vec::new();
        for choice in answer.explain.iter().flatten().filter(|choice| choice.side == side) {
            let mut row = vec![choice.round.to_string()];
            let best = choice.moves.iter().find(|option| option.chosen).and_then(|o| o.value);
            row.push(best.map_or(String::new(), thousands));
            for skill in 0..fighter.skills.len() {
                let option = choice.moves.iter().find(|option| option.skill == skill);
                row.push(match option {
                    None => "-".to_owned(),
                    Some(option) if option.chosen => "*".to_owned(),
                    Some(option) => match (option.regret, option.value, best) {
                        (Some(regret), Some(value), Some(best)) if value < best => {
                            format!("-{}", thousands(regret))
                        }
                        (Some(regret), _, _) => format!("+{}", thousands(regret)),
                        (None, _, _) => "no win".to_owned(),
                    },
                });
            }
            rows.push(row);
        }
        if rows.is_empty() {
            continue;
        }
        let left = format!("{} to go", answer.unit);
        let mut header = vec!["round", &left];
        header.extend(fighter.skills.iter().map(|skill| skill.name.as_str()));
        text += &format!(
            "\nWhat each choice of {} would change (* chosen, - not possible):\n{}",
            fighter.name,
            aligned(&header, &[], &rows)
        );
    }
    text
}
