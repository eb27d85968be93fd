//! `outplay sweep`: one exact answer for each combination of values.

use std::path::Path;

use outplay::{Axis, Kind, Source, Sweep as Question, SweepAnswer, registry};
use outplay_render::Voice;
use outplay_render::draw::sweep_svg;
use outplay_render::parquet::parquet;
use outplay_render::sweep as render;

use super::args::{Sweep, TableFormat};
use super::job::job;
use super::progress::Progress;
use super::{Done, Wrong, files, hand, print, source};

pub(super) fn run(args: &Sweep, source: Source) -> Result<Done, Wrong> {
    let source = if registry::kind(&source) == Some(Kind::Hand) {
        hand::given(source, &args.game, &args.cards)?
    } else {
        hand::refuse_cards(&args.cards)?;
        source::with_options(source, &args.game)?
    };
    let limits = source::allowed(&args.job.limits).kept();
    let budget = limits.start();
    let axes = args.vary.iter();
    let axes = axes.map(|vary| Axis::read_within(&source::option("vary", vary), &budget));
    let question = Question {
        after: args.after.as_deref().map(|after| source::option("after", after)),
        seed: args.seed,
        ..Question::over(axes.collect::<Result<Vec<_>, _>>()?)
    };
    let write = args.out.as_deref().map(writer).transpose()?;
    if let Some(path) = args.out.as_deref() {
        files::has_a_place(path)?;
    }
    let bar = Progress::cells(source.cells_of(&question)?);
    let swept = job(&args.job, &limits, &source, &|cells| bar.at(cells), |how| {
        source.sweep(&question, how)
    });
    drop(bar);
    let answer = swept?;
    match (write, args.out.as_deref()) {
        (Some(write), Some(path)) => {
            files::write_bytes(path, &write(&answer)?)?;
            print(&format!("{}: {}", path.display(), render::summary(&answer, Voice::Terminal)));
        }
        _ => match args.format {
            TableFormat::Json => print(&render::json_text(&answer)),
            TableFormat::Csv => print(&render::csv(&answer)),
            TableFormat::Text => print(&render::text(&answer)),
        },
    }
    Ok(if answer.stopped.is_some() { Done::Stopped } else { Done::Well })
}

/// Makes the bytes of a file.
type Write = fn(&SweepAnswer) -> Result<Vec<u8>, Wrong>;

/// What kind of file that is, by its ending.
fn writer(path: &Path) -> Result<Write, Wrong> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    Ok(match ending.as_deref() {
        Some("csv") => |answer| Ok(render::csv(answer).into_bytes()),
        Some("json") => |answer| Ok(render::json_text(answer).into_bytes()),
        Some("svg") => |answer| Ok(sweep_svg(answer).into_bytes()),
        Some("parquet") => |answer| {
            parquet(answer)
                .map_err(|error| Wrong::Plain(format!("no Parquet file could be made: {error}")))
        },
        _ => return Err(files::unknown_ending(path, &["csv", "json", "parquet", "svg"])),
    })
}
