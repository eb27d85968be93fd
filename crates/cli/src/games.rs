//! `outplay games`.

use outplay::registry;
use outplay_render::{games, json};

use super::args::Games;
use super::{Done, Wrong, print, print_json, wants_json};

pub(super) fn run(args: &Games) -> Result<Done, Wrong> {
    let listed = registry::games()?;
    if wants_json(args.format) {
        print_json(&listed.iter().map(json::game).collect::<Vec<_>>());
    } else {
        print(&games::text(&listed));
    }
    Ok(Done::Well)
}
