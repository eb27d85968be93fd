//! `outplay solve`, whatever the game is played for.

use std::path::Path;
use std::time::Instant;

use outplay::{
    Answer, Budget, By, Drawing, Failure, KnownOutcome, Objective, Proof, Question, Replay,
    SidesReplay, Solver, Source, Text, amount,
};
use outplay_render::{answer, draw};

use super::args::Solve;
use super::{Done, Wrong, expect, files, print, print_modes, remark, source, wants_json};

/// More optimal lines than this are not listed.
const MOST_LINES: usize = 1000;

/// More positions than this are not drawn.
const MOST_DRAWN: usize = 400;

pub(super) fn run(args: &Solve, source: Source) -> Result<Done, Wrong> {
    let source = source::with_options(source, &args.game)?;
    source::remark_on_styles(&args.game)?;
    refuse_playouts(args)?;
    let json = wants_json(args.format);
    let picture = args.draw.as_deref().map(Path::new);
    let begun = Instant::now();
    let modes = source.each_mode();
    if modes.len() > 1 {
        // Whatever is wrong is said before anything; then one is opened after the other, since what is made of
        // the rules may be large.
        modes.iter().try_for_each(|mode| mode.open().map(drop))?;
    }
    let (mut answers, mut undrawn) = (Vec::new(), false);
    for mode in &modes {
        let table = source::open(mode)?;
        let mut solver = table.solver();
        refuse_other_goals(args, &solver)?;
        // All modes share the time.
        let limits = source::allowed(&args.limits).search(args.by);
        let limits = limits.shared(begun.elapsed(), modes.len() - answers.len());
        let answer = source::limited(&limits, "states", |budget| {
            let answer = solve(args, &mut solver, json, budget)?;
            if let Some(path) = picture {
                undrawn |= !drawn(&mut solver, args, path, budget)?;
            }
            Ok::<_, Wrong>(answer)
        })?;
        if !json {
            if modes.len() > 1 {
                let mode = answer.mode().unwrap_or_default();
                print(&format!("{}{mode}:\n", if answers.is_empty() { "" } else { "\n" }));
            }
            print(&text(&mut solver, args, &answer));
        }
        answers.push(answer);
    }
    if json {
        print_modes(&source.game, &answers);
    }
    let outcomes: Vec<_> = answers.iter().map(outcome).collect();
    // An estimate is all that was asked for.
    let open = |answer: &Answer| answer.proof() == Proof::Bound;
    let stopped = |answer: &Answer| open(answer) || !answer.is_whole();
    let done = if answers.iter().any(stopped) { Done::Stopped } else { Done::Well };
    let done = expect::judged(args.expect.as_ref(), &outcomes, done)?;
    Ok(if undrawn && matches!(done, Done::Well) { Done::Stopped } else { done })
}

/// How an answer comes out, and the mode that it is of.
fn outcome(answer: &Answer) -> (String, KnownOutcome) {
    (answer.mode().unwrap_or_default().to_owned(), answer.outcome())
}

/// What only playouts make sense of.
fn refuse_playouts(args: &Solve) -> Result<(), Wrong> {
    let given = [("--seed", args.seed.is_some()), ("--playouts", args.playouts.is_some())];
    match given.iter().find(|(_, given)| *given && args.by != Some(By::Mcts)) {
        Some((name, _)) => Err(Wrong::Plain(format!("{name}: this goes with --by mcts"))),
        None => Ok(()),
    }
}

/// What only a price, or only two sides, make sense of.
fn refuse_other_goals(args: &Solve, solver: &Solver) -> Result<(), Wrong> {
    match solver.table().about().objective {
        Objective::LeastCost(_) if args.draw.is_some() => {
            let message = "--draw: this is for games of two sides, and for hands from a deck";
            Err(Wrong::Plain(message.to_owned()))
        }
        Objective::Win if args.all || args.draw.is_some() => {
            let message = "--all, --draw: where a chance counts there is a likeliest line, not all";
            Err(Wrong::Plain(message.to_owned()))
        }
        Objective::ZeroSum(_) => {
            let given = [("--at-most", args.at_most.is_some()), ("--all", args.all)];
            match given.iter().find(|(_, given)| *given) {
                Some((name, _)) => Err(Wrong::Plain(format!(
                    "{name}: this is for fights with a price; here the winner's hp counts"
                ))),
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

fn solve(
    args: &Solve,
    solver: &mut Solver,
    json: bool,
    budget: &Budget,
) -> Result<Answer, Failure> {
    let unit = solver.table().about().unit().to_owned();
    let tell = |cost: u64, moves: &str| print(&format!("found {}: {moves}\n", amount(cost, &unit)));
    let question = Question {
        after: args.after.as_deref().map(|after| source::option("after", after)),
        by: args.by,
        at_most: args.at_most,
        all: args.all.then_some(MOST_LINES),
        explain: args.explain,
        seed: args.seed,
        playouts: args.playouts,
        nearest: true,
        on_better: if json { None } else { Some(&tell) },
    };
    solver.solve(&question, budget)
}

/// The answer, with its line told turn by turn.
fn text(solver: &mut Solver, args: &Solve, answer: &Answer) -> String {
    let replay = told(solver, args.after.as_deref().unwrap_or_default(), answer.shown_moves());
    answer::text(solver.table(), answer, replay.as_ref())
}

/// Moves told turn by turn, without what they gave away.
fn told(solver: &mut Solver, after: &str, moves: &str) -> Option<SidesReplay> {
    let nothing = Budget { states: 0, ..Budget::UNLIMITED };
    match solver.replay(&Text::new("--after", after), moves, &nothing) {
        Ok(Replay::Sides(replay)) => Some(*replay),
        _ => None,
    }
}

/// Draws the top of the tree into a file; false where a limit stopped it.
fn drawn(solver: &mut Solver, args: &Solve, path: &Path, budget: &Budget) -> Result<bool, Wrong> {
    let write: fn(&Drawing) -> String = match path.extension().and_then(|end| end.to_str()) {
        Some("svg") => draw::svg,
        Some("dot") => draw::dot,
        _ => return Err(Wrong::Plain("--draw writes FILE.svg or FILE.dot".to_owned())),
    };
    let after = args.after.as_deref().map(|after| source::option("after", after));
    match solver.drawing(after.as_ref(), MOST_DRAWN, budget) {
        Ok(drawing) => files::write(path, &write(&drawing)).map(|()| true),
        Err(Failure { stopped: Some(stop), .. }) => {
            let (why, file) = (stop.name(), path.display());
            remark(&format!("A limit stopped the drawing: {why}. {file} is not written.\n"));
            Ok(false)
        }
        Err(failure) => Err(failure.into()),
    }
}
