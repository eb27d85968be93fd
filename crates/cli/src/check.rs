//! `outplay check`.

use outplay::text::Severity;
use outplay::{Kind, Source, count, registry};
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
    let right = || -> Option<String> {
        if registry::kind(source) != Some(Kind::Fight) {
            return Some(String::new());
        }
        let table = source.open().ok()?;
        let spec = &table.fight()?.spec;
        Some(format!(
            ": {}, {}, {}",
            count(spec.fighters.len() as u64, "fighter"),
            count(spec.skills.len() as u64, "skill"),
            count(table.about().modes.len() as u64, "mode"),
        ))
    };
    match right().filter(|_| errors == 0) {
        Some(holds) => print(&format!("{} is right{holds}\n", args.file)),
        None => print(&format!("{} has {}\n", args.file, count(errors, "error"))),
    }
    Ok(done)
}
