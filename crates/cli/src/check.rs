//! `outplay check`.

use outplay::count;
use serde_json::json;

use outplay_render::json;

use super::args::Check;
use super::{Done, Wrong, draw, files, print, print_json, wants_json};

pub(super) fn run(asked: &Check) -> Result<Done, Wrong> {
    let request = files::game(&asked.file)?;
    let found = request.check();
    let done = if found.has_errors() { Done::WrongInput } else { Done::Well };
    if wants_json(asked.format) {
        let problems = json::problems(&found);
        print_json(
            &json!({ "file": asked.file, "right": !found.has_errors(), "problems": problems }),
        );
        return Ok(done);
    }
    draw::problems(&found.sources, &found.problems);
    if let Ok(loaded) = request.load()
        && !found.has_errors()
    {
        let spec = &loaded.fight.spec;
        print(&format!(
            "{} is right: {}, {}, {}\n",
            asked.file,
            count(spec.fighters.len() as u64, "fighter"),
            count(spec.skills.len() as u64, "skill"),
            count(loaded.modes.len() as u64, "mode"),
        ));
    } else {
        let errors = found.problems.iter().filter(|p| p.severity == outplay::text::Severity::Error);
        print(&format!("{} has {}\n", asked.file, count(errors.count() as u64, "error")));
    }
    Ok(done)
}
