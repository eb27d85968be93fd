//! `outplay tune`: the smallest change that gives what is wanted.

use outplay::{Axis, Source, TuneProof, Tuning};
use outplay_render::{json, tune as render};

use super::args::{Format, Tune};
use super::matches::one_mode;
use super::sweep::job;
use super::{Done, Wrong, print, print_json, source};

pub(super) fn run(args: &Tune, source: Source) -> Result<Done, Wrong> {
    one_mode(args.game.mode.as_deref(), "tuning")?;
    let source = source::with_options(source, &args.game)?;
    let changes = args.change.iter().map(|change| Axis::read(&source::option("change", change)));
    let tuning = Tuning { wants: args.want.clone(), changes: changes.collect::<Result<_, _>>()? };
    let answer = job(&args.job, &source, None, |how| source.tune(&tuning, how))?;
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
