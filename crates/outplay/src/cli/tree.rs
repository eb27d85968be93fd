//! The commands for game trees: every rules file that says `game = "tree"`, and those that ship.

use std::path::Path;

use outplay::search::ZeroSumAlgorithm;
use outplay::written::{Problems, Sources, parse};
use outplay::{SHIPPED_TREES, TreeAnswer, TreeRequest, count, draw, solve_tree};
use serde_json::json;

use crate::json;

use super::args::{By, Check, Command, Compare, Fight, Solve, TableFormat};
use super::table::{aligned, duration};
use super::{Done, Wrong, fight, files, print, print_json, wants_json};

/// More positions than this are not drawn.
const MOST_DRAWN: usize = 400;

/// Does what was asked, if it was asked about a game tree.
pub(super) fn run(command: &Command) -> Option<Result<Done, Wrong>> {
    let game = match command {
        Command::Solve(asked) => &asked.fight.game,
        Command::Compare(asked) => &asked.fight.game,
        Command::Replay(asked) => &asked.fight.game,
        Command::Show(asked) => &asked.fight.game,
        Command::Check(asked) => &asked.file,
        _ => return None,
    };
    let request = find(game)?;
    Some(request.and_then(|request| {
        match command {
        Command::Solve(asked) => solve(request, asked),
        Command::Compare(asked) => compare(request, asked),
        Command::Check(asked) => check(&request, asked),
        _ => Err(Wrong::Plain(
            "a game tree is solved, compared and checked; to see it, solve it with --draw FILE.svg"
                .to_owned(),
        )),
    }
    }))
}

/// Refuses to draw what is neither a tree nor, from a deck, a hand.
pub(super) fn refuse_elsewhere(command: &Command) -> Result<(), Wrong> {
    match command {
        Command::Solve(asked) if asked.draw.is_some() => {
            let message = "--draw: this is for game trees, and for hands from a deck";
            Err(Wrong::Plain(message.to_owned()))
        }
        _ => Ok(()),
    }
}

/// The tree of that name or at that path; `None` where it is something else.
pub(super) fn find(game: &str) -> Option<Result<TreeRequest, Wrong>> {
    if SHIPPED_TREES.iter().any(|shipped| shipped.name == game) {
        return TreeRequest::shipped(game).map(Ok);
    }
    let path = Path::new(game);
    if !path.is_file() {
        return None;
    }
    // What cannot be read is said by whoever reads it next.
    let text = files::text(path).ok()?;
    let mut sources = Sources::default();
    let source = sources.add(game, &text);
    let root = parse(&sources, source, &mut Problems::default());
    if root.get("game")?.as_text()? != "tree" {
        return None;
    }
    let stem = path.file_stem().map_or(game.to_owned(), |stem| stem.display().to_string());
    Some(Ok(TreeRequest { game: stem, file: game.to_owned(), text, set: Vec::new() }))
}

fn prepared(
    mut request: TreeRequest,
    fight: &Fight,
    more: &[(&str, bool)],
) -> Result<TreeRequest, Wrong> {
    let mut given = vec![
        ("--mode", fight.mode.is_some()),
        ("--p1", fight.p1.is_some()),
        ("--p2", fight.p2.is_some()),
        ("--order", fight.order.is_some()),
        ("--input", fight.input.is_some()),
    ];
    given.extend(more);
    let given: Vec<_> = given.iter().filter(|(_, given)| *given).map(|(name, _)| *name).collect();
    if !given.is_empty() {
        return Err(Wrong::Plain(format!("{}: a game tree has no such thing", given.join(", "))));
    }
    request.set.clone_from(&fight.set);
    Ok(request)
}

fn solve(request: TreeRequest, asked: &Solve) -> Result<Done, Wrong> {
    let more = [
        ("--after", asked.after.is_some()),
        ("--at-most", asked.at_most.is_some()),
        ("--all", asked.all),
    ];
    let request = prepared(request, &asked.fight, &more)?;
    let by = match asked.by.map(By::of_a_tree) {
        None => None,
        Some(Some(by)) => Some(by),
        Some(None) => {
            return Err(Wrong::Plain(
                "this search is for other games; a tree is solved --by alphabeta, memo, iterative, \
                 recursive or retrograde"
                    .to_owned(),
            ));
        }
    };
    let answer = fight::limited(&asked.limits, |limits| solve_tree(&request, by, limits))?;
    if let Some(path) = &asked.draw {
        drawn(&request, Path::new(path), asked)?;
    }
    if wants_json(asked.format) {
        print_json(&answer);
    } else {
        print(&text(&answer));
    }
    Ok(if answer.proof == "optimal" { Done::Well } else { Done::Stopped })
}

fn drawn(request: &TreeRequest, path: &Path, asked: &Solve) -> Result<(), Wrong> {
    let (file, tree) = fight::limited(&asked.limits, |limits| request.drawn(MOST_DRAWN, limits))?;
    let title = file.title.clone().unwrap_or_else(|| request.game.clone());
    let name = |state: &u32, mv| file.tree.move_name(*state, mv).to_owned();
    let picture = match path.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => draw::svg(&tree, &title, name),
        Some("dot") => draw::dot(&tree, &title, name),
        _ => return Err(Wrong::Plain("--draw writes FILE.svg or FILE.dot".to_owned())),
    };
    std::fs::write(path, picture)
        .map_err(|error| Wrong::Plain(format!("{} cannot be written: {error}", path.display())))
}

fn text(answer: &TreeAnswer) -> String {
    let took = format!("{}, {}", answer.by, count(answer.states, "state"));
    let mut text = format!("{}\n", answer.title);
    text += &match answer.value {
        Some(value) => format!("Worth {value} to player 1: {}\n", answer.moves),
        None => "What it is worth is not settled.\n".to_owned(),
    };
    if answer.for_ever {
        text += "The line comes back to itself: it goes on for ever, a draw.\n";
    }
    text += &match (answer.value, answer.stopped) {
        (Some(_), _) => format!("Proved: neither side can do better ({took}).\n"),
        (None, Some("cycle")) => {
            format!(
                "Not proved: this game can come back to itself; use --by retrograde ({took}).\n"
            )
        }
        (None, why) => format!("Not proved: stopped by {} ({took}).\n", why.unwrap_or("a limit")),
    };
    let rows: Vec<_> = answer
        .move_values
        .iter()
        .map(|option| {
            let best = Some(option.value) == answer.value_to_current;
            let mark = if best { "best" } else { "" };
            vec![option.r#move.clone(), option.value.to_string(), mark.to_owned()]
        })
        .collect();
    if let Some(current) = answer.current
        && !rows.is_empty()
    {
        let header = ["move", &format!("worth to player {current}"), ""];
        text += &format!("\n{}", aligned(&header, &[0, 2], &rows));
    }
    text
}

fn compare(request: TreeRequest, asked: &Compare) -> Result<Done, Wrong> {
    let request = prepared(request, &asked.fight, &[("--after", asked.after.is_some())])?;
    let mut answers = Vec::new();
    for by in ZeroSumAlgorithm::ALL {
        answers
            .push(fight::limited(&asked.limits, |limits| solve_tree(&request, Some(by), limits))?);
    }
    let (compared, agree) = json::tree_comparison(&request.game, &answers);
    match asked.format {
        TableFormat::Json => {
            print_json(&compared);
        }
        _ => {
            let rows: Vec<_> = answers
                .iter()
                .map(|answer| {
                    let value = answer.value.map(|value| value.to_string());
                    let stopped = answer.stopped.unwrap_or("not proved").to_owned();
                    vec![
                        answer.by.to_owned(),
                        value.unwrap_or(stopped),
                        answer.states.to_string(),
                        answer.generated.to_string(),
                        format!("{:>9}", duration(answer.seconds)),
                    ]
                })
                .collect();
            let header = ["search", "value", "states", "generated", "time"];
            print(&match asked.format {
                TableFormat::Csv => {
                    let mut lines = vec![header.join(",")];
                    lines.extend(rows.iter().map(|row| row.join(",").replace(' ', "")));
                    lines.join("\n") + "\n"
                }
                _ => {
                    let verdict = if agree { "those that finished agree" } else { "THEY DISAGREE" };
                    format!(
                        "{}\n\n{}\n{verdict}\n",
                        answers[0].title,
                        aligned(&header, &[0], &rows)
                    )
                }
            });
        }
    }
    Ok(if agree { Done::Well } else { Done::WrongInput })
}

fn check(request: &TreeRequest, asked: &Check) -> Result<Done, Wrong> {
    let file = request.load()?;
    if wants_json(asked.format) {
        print_json(&json!({ "file": asked.file, "right": true, "problems": [] }));
    } else {
        let positions = count(file.tree.len() as u64, "position");
        print(&format!("{} is right: {positions}\n", asked.file));
    }
    Ok(Done::Well)
}
