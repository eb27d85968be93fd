//! `outplay tune`: the smallest change that gives what is wanted.

use outplay::{Axis, Source, TuneProof, Tuning};
use outplay_render::{json, tune as render};

use super::args::{Format, Tune};
use super::job::job_of_fights;
use super::matches::one_mode;
use super::{Done, Wrong, print, print_json, source};

pub(super) fn run(args: &Tune, source: Source) -> Result<Done, Wrong> {
    one_mode(args.game.mode.as_deref(), "tuning")?;
    let source = source::with_options(source, &args.game)?;
    let budget = source::allowed(&args.job.limits).kept().start();
    let changes = args.change.iter();
    let changes =
        changes.map(|change| Axis::read_within(&source::option("change", change), &budget));
    let tuning = Tuning { wants: args.want.clone(), changes: changes.collect::<Result<_, _>>()? };
    let answer = job_of_fights(&args.job, &source, |how| source.tune(&tuning, how))?;
    if args.format == Format::Json {
        print_json(&json::value(&answer));
    } else {
        print(&render::text(&answer));
    }
    Ok(match (&answer.found, answer.proof) {
        (_, TuneProof::Open) => Done::Stopped,
        (Some(_), _) => Done::Well,
        (None, _) => Done::Unexpected,
    })
}
