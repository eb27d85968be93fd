//! `outplay sweep`: one exact answer for each combination of values.

use std::path::Path;

use outplay::lab::{SqliteStore, Store};
use outplay::{
    Axis, Budget, Failure, Kind, Run, Source, Sweep as Question, SweepAnswer, registry, rules_text,
};
use outplay_render::draw::sweep_svg;
use outplay_render::parquet::parquet;
use outplay_render::sweep as render;

use super::args::{Job, Sweep, TableFormat};
use super::progress::Progress;
use super::{Done, Wrong, files, hand, print, print_json, source};

pub(super) fn run(args: &Sweep, source: Source) -> Result<Done, Wrong> {
    let source = if registry::kind(&source) == Some(Kind::Hand) {
        hand::given(source, &args.game, &args.cards)?
    } else {
        hand::refuse_cards(&args.cards)?;
        source::with_options(source, &args.game)?
    };
    let axes = args.vary.iter().map(|vary| Axis::read(&source::option("vary", vary)));
    let question = Question {
        after: args.after.as_deref().map(|after| source::option("after", after)),
        seed: args.seed,
        ..Question::over(axes.collect::<Result<Vec<_>, _>>()?)
    };
    let write = args.out.as_deref().map(writer).transpose()?;
    if let Some(path) = args.out.as_deref() {
        files::has_a_place(path)?;
    }
    let cells = source.cells_of(&question)?;
    let answer = job(&args.job, &source, Some(cells), |how| source.sweep(&question, how))?;
    match (write, args.out.as_deref()) {
        (Some(write), Some(path)) => {
            files::write_bytes(path, &write(&answer)?)?;
            print(&format!("{}: {}", path.display(), render::summary(&answer)));
        }
        _ => match args.format {
            TableFormat::Json => print_json(&render::json(&answer)),
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
        Some("json") => |answer| Ok(files::json(&render::json(answer))),
        Some("svg") => |answer| Ok(sweep_svg(answer).into_bytes()),
        Some("parquet") => |answer| {
            parquet(answer)
                .map_err(|error| Wrong::Plain(format!("no Parquet file could be made: {error}")))
        },
        _ => return Err(files::unknown_ending(path, &["csv", "json", "parquet", "svg"])),
    })
}

/// Runs a job of cells as the arguments say: with a store, within limits, with a bar that counts the cells.
pub(super) fn job<T>(
    args: &Job,
    source: &Source,
    cells: Option<u64>,
    work: impl FnOnce(&Run<'_>) -> Result<T, Failure>,
) -> Result<T, Wrong> {
    let store = match &args.store {
        Some(path) => {
            let opened = SqliteStore::open(path, &rules_text(source));
            Some(opened.map_err(|error| Wrong::Plain(error.to_string()))?)
        }
        None => None,
    };
    let store = store.as_ref().map(|store| store as &dyn Store);
    let bar = cells.map_or_else(Progress::new, Progress::cells);
    let tell = |done| match cells {
        Some(_) => bar.at(done),
        None => bar.tell_of(done, "fights"),
    };
    let done = source::within(&source::limits(&args.limits), &tell, |budget: &Budget| {
        work(&Run { store, budget: *budget, cell_seconds: args.cell_seconds })
    });
    drop(bar);
    Ok(done?)
}
