//! `outplay show hand`.

use super::super::args::Show;
use super::super::{Done, Wrong, print, print_json, wants_json};
use super::{refuse, refuse_fight};
use outplay_render::hand::{facts, rules};

pub(in super::super) fn show(args: &Show) -> Result<Done, Wrong> {
    refuse_fight(&args.game, &[])?;
    let given = [("--input", args.game.input.is_some()), ("--set", !args.game.set.is_empty())];
    refuse(&given, "`show hand` explains the rules; `solve hand` takes a hand")?;
    if wants_json(args.format) {
        print_json(&facts());
        return Ok(Done::Well);
    }
    print(&rules());
    Ok(Done::Well)
}
