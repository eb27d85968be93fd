//! `outplay report`: everything a designer asks, on one page.

use std::ffi::OsStr;
use std::path::PathBuf;

use outplay::{ReportOptions, Source};
use outplay_render::report as render;

use super::args::{Report, ReportFormat};
use super::job::job_of_fights;
use super::matches::one_mode;
use super::{Done, Wrong, files, print, print_json, source};

/// A report takes no longer than this, unless somebody says so.
const MOST_SECONDS: f64 = 120.0;

pub(super) fn run(args: &Report, source: Source) -> Result<Done, Wrong> {
    one_mode(args.game.mode.as_deref(), "report")?;
    let source = source::with_options(source, &args.game)?;
    let table = source::open(&source)?;
    let options = ReportOptions { games: args.games, seed: args.seed };
    let mut how = args.job.clone();
    how.limits.max_seconds.get_or_insert(MOST_SECONDS);
    let out = match (&args.out, args.format) {
        (Some(path), _) => Some(path.clone()),
        (None, ReportFormat::Html) => Some(PathBuf::from(format!("{}-report.html", source.game))),
        (None, ReportFormat::Json) => None,
    };
    let ending = out.as_deref().and_then(|path| path.extension()).map(OsStr::to_string_lossy);
    let as_page = match (&out, ending.as_deref()) {
        (None, _) | (_, Some("json")) => false,
        (Some(_), Some("html" | "htm")) => true,
        (Some(path), _) => return Err(files::unknown_ending(path, &["html", "json"])),
    };
    if let Some(path) = &out {
        files::has_a_place(path)?;
    }
    let report = job_of_fights(&how, &source, |how| source.report(&options, how))?;
    match &out {
        Some(path) => {
            let page = || render::html(&report, &table).into_bytes();
            let bytes = if as_page { page() } else { files::json(&render::data(&report)) };
            files::write_bytes(path, &bytes)?;
            print(&render::summary(&report, &path.display().to_string()));
        }
        None => print_json(&render::data(&report)),
    }
    Ok(if report.stopped.is_some() { Done::Stopped } else { Done::Well })
}
