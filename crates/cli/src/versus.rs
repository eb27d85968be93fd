//! `solve` and `compare` for games of two sides: fights for the winner's hp, and game trees.
//!
//! Text, JSON and CSV of the same answers. A value is shown as proved only where it is; otherwise
//! the bounds and the most promising line, and exit status 3.

use std::path::Path;
use std::time::Instant;

use outplay::search::ZeroSumAlgorithm;
use outplay::{
    Choice, Picture, Proof, Request, Stopped, VersusAnswer, VersusComparison, VersusOptions,
    compare_versus, count, draw_versus, solve_versus, thousands,
};

use super::args::{By, Compare, Limits, Solve, TableFormat};
use super::replay::account;
use super::{Done, Wrong, draw, fight, print, print_json, print_modes, remark, wants_json};
use outplay_render as tell;
use outplay_render::table::{aligned, csv_row, duration};

/// More positions than this are not drawn.
pub(super) const MOST_DRAWN: usize = 400;

/// The best play of both sides of a fight.
pub(super) fn solve(request: &Request, asked: &Solve) -> Result<Done, Wrong> {
    let given = [("--at-most", asked.at_most.is_some()), ("--all", asked.all)];
    if let Some((name, _)) = given.iter().find(|(_, given)| *given) {
        let message =
            format!("{name}: this is for fights with a price; here the winner's hp counts");
        return Err(Wrong::Plain(message));
    }
    let by = algorithm(asked.by)?;
    let requests = request.each_mode();
    let (mut answers, mut undrawn) = (Vec::new(), false);
    for request in &requests {
        let loaded = request.load()?;
        draw::problems(&loaded.sources, &loaded.warnings);
        let begin = Instant::now();
        let answer = fight::limited(&asked.limits, |limits| {
            solve_versus(request, &VersusOptions { by, explain: asked.explain, limits })
        })?;
        if let Some(path) = &asked.draw {
            let path = Path::new(path);
            let kind = picture(path)?;
            // The time is that of the whole command.
            let left = |most: f64| (most - begin.elapsed().as_secs_f64()).max(0.0);
            let limits = Limits { max_seconds: asked.limits.max_seconds.map(left), ..asked.limits };
            let drawn =
                fight::limited(&limits, |limits| draw_versus(request, &kind, MOST_DRAWN, limits))?;
            match drawn {
                Ok(picture) => write(path, &picture)?,
                Err(stop) => {
                    remark(&format!("A limit stopped the drawing: {}.\n", stop.name()));
                    undrawn = true;
                }
            }
        }
        answers.push(answer);
    }
    if wants_json(asked.format) {
        print_modes(&request.game, &answers);
    } else {
        let several = answers.len() > 1;
        let mode = |answer: &VersusAnswer| {
            let setting = answer.setting.as_ref().filter(|_| several);
            setting.map_or(String::new(), |setting| format!("{}:\n", setting.mode))
        };
        let texts: Vec<_> =
            answers.iter().map(|answer| mode(answer) + &fight_text(answer)).collect();
        print(&texts.join("\n"));
    }
    let stopped = |answer: &VersusAnswer| answer.proof != Proof::Optimal || answer.cut_short;
    Ok(if undrawn || answers.iter().any(stopped) { Done::Stopped } else { Done::Well })
}

/// All searches for two sides, side by side.
pub(super) fn compare(request: &Request, asked: &Compare) -> Result<Done, Wrong> {
    let mut comparisons = Vec::new();
    for request in request.each_mode() {
        comparisons.push(compare_versus(&request.game, |by| {
            fight::limited(&asked.limits, |limits| {
                let options = VersusOptions { by: Some(by), explain: false, limits };
                solve_versus(&request, &options)
            })
        })?);
    }
    Ok(compared(&comparisons, asked.format))
}

/// Shows comparisons, and says how they went.
pub(super) fn compared(comparisons: &[VersusComparison], format: TableFormat) -> Done {
    match format {
        TableFormat::Json => match comparisons {
            [only] => print_json(only),
            several => print_modes(&several[0].game, several),
        },
        TableFormat::Csv => print(&csv(comparisons)),
        TableFormat::Text => {
            let texts: Vec<_> = comparisons.iter().map(comparison_text).collect();
            print(&texts.join("\n"));
        }
    }
    let unproved = |answer: &VersusAnswer| {
        answer.proof != Proof::Optimal && !matches!(answer.stopped, Some(Stopped::Cycle))
    };
    if comparisons.iter().any(|comparison| !comparison.agree) {
        Done::WrongInput
    } else if comparisons.iter().any(|comparison| comparison.answers.iter().any(unproved)) {
        Done::Stopped
    } else {
        Done::Well
    }
}

fn comparison_text(comparison: &VersusComparison) -> String {
    let answers = &comparison.answers;
    let first = answers[0].seconds.max(1e-9);
    let rows: Vec<_> = answers
        .iter()
        .map(|answer| {
            let value = answer.value.map(|value| value.to_string());
            let stopped =
                format!("stopped: {}", answer.stopped.map_or("not proved", Stopped::name));
            vec![
                answer.by.to_owned(),
                value.unwrap_or(stopped),
                thousands(answer.states),
                thousands(answer.generated),
                // Times differ from run to run; the shape of the table does not.
                format!("{:>9}", duration(answer.seconds)),
                format!("{:>12}", format!("{:.1} x", answer.seconds / first)),
            ]
        })
        .collect();
    let finished = answers.iter().filter(|answer| answer.proof == Proof::Optimal).count();
    let verdict = match (comparison.agree, finished) {
        (false, _) => "THEY DISAGREE: please report this game, it is a fault of Outplay",
        (true, 0) => "none finished",
        (true, 1) => "one finished",
        (true, _) if finished == answers.len() => "all agree",
        (true, _) => "those that finished agree",
    };
    let header = ["search", "value", "states", "generated", "time", "to the first"];
    format!("{}\n\n{}\n{verdict}\n", heading(&answers[0]), aligned(&header, &[0], &rows))
}

fn csv(comparisons: &[VersusComparison]) -> String {
    let mut text = String::from("game,mode,by,value,proof,states,generated,seconds\n");
    for answer in comparisons.iter().flat_map(|comparison| &comparison.answers) {
        let value = answer.value.map(|value| value.to_string()).unwrap_or_default();
        let mode = answer.setting.as_ref().map_or("", |setting| setting.mode.as_str());
        text += &csv_row(&[
            &answer.game,
            mode,
            answer.by,
            &value,
            answer.proof.name(),
            &answer.states.to_string(),
            &answer.generated.to_string(),
            &answer.seconds.to_string(),
        ]);
    }
    text
}

/// The search that was asked for, if it is one for two sides.
pub(super) fn algorithm(by: Option<By>) -> Result<Option<ZeroSumAlgorithm>, Wrong> {
    let Some(by) = by else { return Ok(None) };
    by.of_two_sides().map(Some).ok_or_else(|| {
        let names: Vec<_> = ZeroSumAlgorithm::ALL.iter().map(|by| by.name()).collect();
        let message = format!(
            "this search is for other games; with two sides it is --by {}",
            names.join(", ").replace(", retrograde", " or retrograde")
        );
        Wrong::Plain(message)
    })
}

/// The kind of picture that a file name asks for.
pub(super) fn picture(path: &Path) -> Result<Picture, Wrong> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => Ok(Picture::Svg),
        Some("dot") => Ok(Picture::Dot),
        _ => Err(Wrong::Plain("--draw writes FILE.svg or FILE.dot".to_owned())),
    }
}

/// Writes a picture to a file.
pub(super) fn write(path: &Path, picture: &str) -> Result<(), Wrong> {
    std::fs::write(path, picture)
        .map_err(|error| Wrong::Plain(format!("{} cannot be written: {error}", path.display())))
}

/// What is played, in a line.
fn heading(answer: &VersusAnswer) -> String {
    match (&answer.names, &answer.setting) {
        (Some(names), Some(setting)) => {
            let [one, two] = &names.fighters;
            format!("{}: {} against {} ({})", answer.title, one.name, two.name, setting.order)
        }
        _ => answer.title.clone(),
    }
}

/// The answer about a fight.
fn fight_text(answer: &VersusAnswer) -> String {
    let Some(names) = &answer.names else { return text(answer) };
    let [one, two] = names.fighters.each_ref().map(|fighter| fighter.name.as_str());
    let moves = if answer.moves.is_empty() { String::new() } else { format!(": {}", answer.moves) };
    let mut text = match answer.value {
        Some(0) if answer.for_ever => format!("{one} and {two} go on for ever{moves}\n"),
        Some(0) => format!("{one} and {two} tie{moves}\n"),
        Some(value) => {
            let (winner, loser) = if value > 0 { (one, two) } else { (two, one) };
            format!("{winner} beats {loser} with {} hp left{moves}\n", value.abs())
        }
        None => format!("{}\n", unsettled(answer)),
    };
    text += &proof(answer);
    if let Some((told, names)) = &answer.told {
        text += &format!("\n{}", account(told, names, &[]));
    }
    text += &first_moves(answer, |side| names.fighters[usize::from(side) - 1].name.clone());
    text += &explained(answer);
    if answer.cut_short {
        text += "\nA limit cut short what comes after the value.\n";
    }
    text
}

/// The answer about a game without fighters.
pub(super) fn text(answer: &VersusAnswer) -> String {
    let mut text = format!("{}\n", answer.title);
    text += &match answer.value {
        Some(value) => format!("Worth {value} to player 1: {}\n", answer.moves),
        None => format!("{}\n", unsettled(answer)),
    };
    if answer.for_ever {
        text += "The line comes back to itself: it goes on for ever, a draw.\n";
    }
    text += &proof(answer);
    text + &first_moves(answer, |side| format!("player {side}"))
}

fn unsettled(answer: &VersusAnswer) -> String {
    let known = match (answer.lower, answer.upper) {
        (None, None) => "What it is worth is not settled.".to_owned(),
        (Some(lower), None) => format!("Worth at least {lower} to player 1."),
        (None, Some(upper)) => format!("Worth at most {upper} to player 1."),
        (Some(lower), Some(upper)) => format!("Worth {lower} to {upper} to player 1."),
    };
    if answer.moves.is_empty() {
        known
    } else {
        format!("{known} The most promising line so far: {}", answer.moves)
    }
}

fn proof(answer: &VersusAnswer) -> String {
    let took = format!("{}, {}", answer.by, count(answer.states, "state"));
    match (answer.value, answer.stopped) {
        (Some(_), _) => format!("Proved: neither side can do better ({took}).\n"),
        (None, Some(Stopped::Cycle)) => {
            format!(
                "Not proved: this game can come back to itself; use --by retrograde ({took}).\n"
            )
        }
        (None, Some(Stopped::Depth)) => {
            format!(
                "Not proved: a line grew too long for recursion; use --by iterative ({took}).\n"
            )
        }
        (None, why) => {
            let why = why.map_or("by hand", tell::why);
            format!("Not proved: stopped {why} ({took}).\n")
        }
    }
}

/// What each first move is worth; with an explanation that says more.
fn first_moves(answer: &VersusAnswer, who: impl Fn(u8) -> String) -> String {
    let has_lines = |choice: &&Choice| choice.moves.iter().any(|option| option.line.is_some());
    let lines = answer.explain.iter().flatten().find(has_lines);
    let rows: Vec<_> = answer
        .move_values
        .iter()
        .enumerate()
        .map(|(index, option)| {
            let best = Some(option.value) == answer.value_to_current;
            let mark = if best { "best" } else { "" };
            let mut row = vec![option.r#move.clone(), option.value.to_string(), mark.to_owned()];
            let line = lines.and_then(|choice| choice.moves.get(index)?.line.clone());
            row.extend(line);
            row
        })
        .collect();
    let Some(current) = answer.current.filter(|_| !rows.is_empty()) else { return String::new() };
    let worth = format!("worth to {}", who(current));
    let mut header = vec!["move", &worth, ""];
    if lines.is_some() {
        header.push("and so on");
    }
    format!("\n{}", aligned(&header, &[0, 2, 3], &rows))
}

/// For every choice a row, for every skill a column: what it would have given away.
fn explained(answer: &VersusAnswer) -> String {
    let (Some(choices), Some((_, names))) = (&answer.explain, &answer.told) else {
        return String::new();
    };
    let mut text = String::new();
    for (side, fighter) in [1, 2].into_iter().zip(&names.fighters) {
        let own = choices.iter().filter(|choice| choice.side == side);
        let rows: Vec<_> = own
            .map(|choice| {
                let best = choice.moves.iter().map(|option| option.value).max().unwrap_or(0);
                let mut row = vec![choice.round.to_string(), best.to_string()];
                for skill in 0..fighter.skills.len() {
                    let option = choice.moves.iter().find(|option| option.skill == skill);
                    row.push(match option {
                        None => "-".to_owned(),
                        Some(option) if option.chosen => "*".to_owned(),
                        Some(option) => format!("-{}", option.regret).replace("-0", "0"),
                    });
                }
                row
            })
            .collect();
        if rows.is_empty() {
            continue;
        }
        let mut header = vec!["turn", "worth"];
        header.extend(fighter.skills.iter().map(|skill| skill.name.as_str()));
        text += &format!(
            "\nWhat each choice of {} would give away (* chosen, - not possible):\n{}",
            fighter.name,
            aligned(&header, &[], &rows)
        );
    }
    text
}
