//! `outplay check`: the problems are the answer, and stand where answers stand.

use outplay::text::{Code, Severity};
use outplay::{Source, count};
use outplay_render::json;
use serde_json::json;

use super::args::Check;
use super::{Done, Wrong, colourful, print, print_json, problems, wants_json};

pub(super) fn run(args: &Check, source: &Source) -> Result<Done, Wrong> {
    let found = source.check();
    let errors = found.problems.iter().filter(|problem| problem.severity == Severity::Error);
    let (unlisted, errors): (Vec<_>, Vec<_>) =
        errors.partition(|problem| problem.code == Code::MoreProblems);
    let errors = errors.len() as u64;
    // A file by its path, be it that its ending was left out.
    let name = source.file.as_ref().map_or(&args.file, |file| &file.name);
    let done = if errors > 0 { Done::WrongInput } else { Done::Well };
    if wants_json(args.format) {
        let problems = json::problems(&found);
        print_json(&json!({ "file": name, "right": errors == 0, "problems": problems }));
        return Ok(done);
    }
    print(&problems::drawn(&found.sources, &found.problems, colourful(&std::io::stdout())));
    if errors > 0 {
        let more = if unlisted.is_empty() { "" } else { "more than " };
        print(&format!("{name} has {more}{}\n", count(errors, "error")));
    } else {
        let holds = source.open()?.holds();
        let holds: Vec<_> = holds.iter().map(|(many, what)| count(*many as u64, what)).collect();
        let holds =
            if holds.is_empty() { String::new() } else { format!(": {}", holds.join(", ")) };
        print(&format!("{name} is right{holds}\n"));
    }
    Ok(done)
}
