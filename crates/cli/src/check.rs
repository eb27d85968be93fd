//! `outplay check`.

use outplay::text::Severity;
use outplay::{Source, count};
use outplay_render::json;
use serde_json::json;

use super::args::Check;
use super::{Done, Wrong, print, print_json, problems, wants_json};

pub(super) fn run(args: &Check, source: &Source) -> Result<Done, Wrong> {
    let found = source.check();
    let errors = found.problems.iter().filter(|problem| problem.severity == Severity::Error);
    let errors = errors.count() as u64;
    let done = if errors > 0 { Done::WrongInput } else { Done::Well };
    if wants_json(args.format) {
        let problems = json::problems(&found);
        print_json(&json!({ "file": args.file, "right": errors == 0, "problems": problems }));
        return Ok(done);
    }
    problems::draw(&found.sources, &found.problems);
    if errors > 0 {
        print(&format!("{} has {}\n", args.file, count(errors, "error")));
    } else {
        let holds = source.open()?.holds();
        let holds: Vec<_> = holds.iter().map(|(many, what)| count(*many as u64, what)).collect();
        let holds =
            if holds.is_empty() { String::new() } else { format!(": {}", holds.join(", ")) };
        print(&format!("{} is right{holds}\n", args.file));
    }
    Ok(done)
}
