//! `outplay show`.

use outplay::Source;
use outplay_render::{json, rules};

use super::args::Show;
use super::{Done, Wrong, print, print_modes, source, wants_json};

pub(super) fn run(args: &Show, source: Source) -> Result<Done, Wrong> {
    let source = source::with_options(source, &args.game)?;
    let tables = source.open_each_mode()?;
    if wants_json(args.format) {
        let rules: Vec<_> = tables.iter().map(json::rules).collect();
        print_modes(&source.game, &rules);
    } else {
        let texts: Vec<_> = tables.iter().map(rules::text).collect();
        print(&texts.join("\n"));
    }
    Ok(Done::Well)
}
