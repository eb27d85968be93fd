//! `outplay show hand`.

use super::super::args::Show;
use super::super::{Done, Wrong, print, print_json, wants_json};
use super::{refuse, refuse_fight};
use outplay_render::hand::{facts, rules};

pub(in super::super) fn show(asked: &Show) -> Result<Done, Wrong> {
    refuse_fight(&asked.fight, &[])?;
    let given = [("--input", asked.fight.input.is_some()), ("--set", !asked.fight.set.is_empty())];
    refuse(&given, "`show hand` explains the rules; `solve hand` takes a hand")?;
    if wants_json(asked.format) {
        print_json(&facts());
        return Ok(Done::Well);
    }
    print(&rules());
    Ok(Done::Well)
}
