//! The hand on the command line: `solve hand`, `replay hand`, `compare hand`, `deal hand` and
//! `show hand`. Options that make no sense for a hand are refused, as are those of a hand for a
//! fight.

mod compare;
mod deal;
mod odds;
mod show;
mod solve;

use std::path::Path;

use outplay::HandRequest;

use super::args::{Cards, Compare, Fight, Limits, Replay, Solve};
use super::{Wrong, files};

pub(super) use compare::compare;
pub(super) use deal::deal;
pub(super) use show::{ABOUT, TITLE, show};
pub(super) use solve::{replay, solve};

/// The name of the game.
const HAND: &str = "hand";

/// A card list has the texts of thousands of cards.
const MOST_BYTES_OF_LIST: u64 = 1 << 26;

/// Does this name mean the hand, and not a fight?
pub(super) fn is_meant(game: &str) -> bool {
    game == HAND
}

/// Refuses the options that were given and do not belong here.
fn refuse(given: &[(&str, bool)], why: &str) -> Result<(), Wrong> {
    let given: Vec<_> = given.iter().filter(|(_, given)| *given).map(|(name, _)| *name).collect();
    if given.is_empty() {
        Ok(())
    } else {
        Err(Wrong::Plain(format!("{}: {why}", given.join(", "))))
    }
}

/// Options of a fight.
fn refuse_fight(fight: &Fight, more: &[(&str, bool)]) -> Result<(), Wrong> {
    let mut given = vec![
        ("--mode", fight.mode.is_some()),
        ("--p1", fight.p1.is_some()),
        ("--p2", fight.p2.is_some()),
        ("--order", fight.order.is_some()),
    ];
    given.extend(more);
    refuse(&given, "a hand has no such thing; see `outplay show hand` for what it has")
}

const FOR_HANDS: &str = "this is for `hand` only";

/// Does a fight come with options of a hand?
pub(super) fn none_in_solve(asked: &Solve) -> Result<(), Wrong> {
    let more = [
        ("--deck", asked.deck.is_some()),
        ("--draw", asked.draw.is_some()),
        ("--plot", asked.plot.is_some()),
    ];
    refuse(&[&of_cards(&asked.cards)[..], &more[..]].concat(), FOR_HANDS)
}

/// Does a fight come with options of a hand?
pub(super) fn none_in_replay(asked: &Replay) -> Result<(), Wrong> {
    refuse(&of_cards(&asked.cards), FOR_HANDS)
}

/// Does a fight come with options of a hand?
pub(super) fn none_in_compare(asked: &Compare) -> Result<(), Wrong> {
    let given = [
        ("--sizes", asked.sizes.is_some()),
        ("--repeat", asked.repeat.is_some()),
        ("--seed", asked.seed.is_some()),
        ("--config", asked.config.is_some()),
        ("--plot", asked.plot.is_some()),
    ];
    refuse(&given, FOR_HANDS)
}

fn of_cards(cards: &Cards) -> [(&'static str, bool); 3] {
    [
        ("--card", !cards.card.is_empty()),
        ("--hand", cards.hand.is_some()),
        ("--card-list", cards.card_list.is_some()),
    ]
}

/// The request that the arguments describe.
fn request(fight: &Fight, cards: &Cards, deck: Option<&Path>) -> Result<HandRequest, Wrong> {
    let read = |path: &Path| Ok::<_, Wrong>((files::name(path), files::text(path)?));
    let list = |path: &Path| {
        Ok::<_, Wrong>((files::name(path), files::text_up_to(path, MOST_BYTES_OF_LIST)?))
    };
    Ok(HandRequest {
        input: fight.input.as_deref().map(read).transpose()?,
        cards: cards.card.clone(),
        names: cards.hand.clone(),
        card_list: cards.card_list.as_deref().map(list).transpose()?,
        deck: deck.map(read).transpose()?,
        set: fight.set.clone(),
    })
}

/// The limits; a search that keeps no states has no limit of them unless one was asked for.
fn limits(limits: &Limits, keeps_states: bool) -> Limits {
    let by_default = limits.max_states == 20_000_000;
    Limits {
        max_states: if by_default && !keeps_states { u64::MAX } else { limits.max_states },
        max_seconds: limits.max_seconds,
    }
}

/// A time with its unit.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.0} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.1} us", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// Writes a drawing where it was asked for.
fn write_plot(path: &Path, svg: &str) -> Result<(), Wrong> {
    std::fs::write(path, svg)
        .map_err(|error| Wrong::Plain(format!("{} cannot be written: {error}", path.display())))
}
