//! `outplay replay`.

use clap::CommandFactory;
use outplay::{Allowed, Replay as Replayed, Source, Text, thousands};
use outplay_render::replay::{account, verdict};

use super::args::{Arguments, Replay};
use super::{Done, Wrong, expect, print, print_modes, remark, source, wants_json};

pub(super) fn run(args: &Replay, source: Source) -> Result<Done, Wrong> {
    let Some(moves) = &args.moves else {
        let missing = clap::error::ErrorKind::MissingRequiredArgument;
        let what = "replay needs the moves to play: --moves TEXT";
        Arguments::command().error(missing, what).exit();
    };
    if args.max_rounds.is_some() {
        let what = "--max-rounds means nothing here: a replay ends with its moves";
        return Err(Wrong::Plain(what.to_owned()));
    }
    let source = source::with_options(source, &args.game)?;
    source::remark_on_styles(&args.game)?;
    let after = Text::new("--after", args.after.as_deref().unwrap_or_default());
    let allowed =
        Allowed { states: args.max_states, memory: args.max_memory, ..Allowed::default() };
    let limits = allowed.replay();
    let mut answers = Vec::new();
    for table in source.open_each_mode()? {
        let mut solver = table.solver();
        let replay = match args.at_most {
            Some(most) => solver.replay_at_most(&after, moves, most)?,
            None => {
                source::limited(&limits, "states", |budget| solver.replay(&after, moves, budget))?
            }
        };
        let Replayed::Sides(replay) = replay else { unreachable!("a game of two sides") };
        answers.push((solver, replay));
    }
    let refused = answers.iter().any(|(_, replay)| replay.refused.is_some());
    if wants_json(args.format) {
        let answers: Vec<_> = answers.iter().map(|(_, replay)| replay).collect();
        print_modes(&source.game, &answers);
    } else {
        let several = answers.len() > 1;
        for (solver, replay) in &answers {
            if several {
                print(&format!("{}:\n", replay.mode));
            }
            let about = solver.table().about();
            print(&format!("{}\n{}", account(about, replay), verdict(about, replay)));
            if replay.unweighed > 0 {
                let which = match replay.unweighed {
                    1 => "the first move".to_owned(),
                    more => format!("the first {} moves", thousands(more as u64)),
                };
                remark(&format!(
                    "What {which} gave away is not settled: more --max-states might settle it.\n"
                ));
            }
        }
    }
    if refused {
        return Ok(Done::WrongInput);
    }
    let outcomes: Vec<_> =
        answers.iter().map(|(_, replay)| (replay.mode.clone(), replay.outcome())).collect();
    expect::judged(args.expect.as_ref(), &outcomes, Done::Well)
}
