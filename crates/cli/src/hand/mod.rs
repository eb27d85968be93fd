//! The hand on the command line: `solve hand`, `replay hand`, `compare hand`, `deal hand` and
//! `show hand`. Options that make no sense for a hand are refused, as are those of a hand for a
//! fight.

mod compare;
mod deal;
mod odds;
mod show;
mod solve;

use std::path::Path;

use outplay::{HandRequest, LoadedHand};

use super::args::{Cards, Command, Compare, Fight, Limits, Replay, Solve};
use super::{Done, Wrong, files};
use outplay_render::hand::NAME;

use compare::compare;
use deal::deal;
use show::show;
use solve::{replay, solve};

/// A card list has the texts of thousands of cards.
const MOST_BYTES_OF_LIST: u64 = 1 << 26;

/// Does what was asked, if it was asked about a hand.
pub(super) fn run(command: &Command) -> Option<Result<Done, Wrong>> {
    let about = |game: &str| game == NAME;
    match command {
        Command::Show(asked) if about(&asked.fight.game) => Some(show(asked)),
        Command::Solve(asked) if about(&asked.fight.game) => Some(solve(asked)),
        Command::Replay(asked) if about(&asked.fight.game) => Some(replay(asked)),
        Command::Compare(asked) if about(&asked.fight.game) => Some(compare(asked)),
        Command::Deal(asked) if about(&asked.game) => Some(deal(asked)),
        Command::Check(asked) if about(&asked.file) => Some(Err(Wrong::Plain(
            "a hand has no rules file to check: its rules are part of the program (outplay show hand)"
                .to_owned(),
        ))),
        _ => None,
    }
}

/// Refuses the options of a hand where the command is about something else.
pub(super) fn refuse_elsewhere(command: &Command) -> Result<(), Wrong> {
    match command {
        Command::Solve(asked) => none_in_solve(asked),
        Command::Replay(asked) => none_in_replay(asked),
        Command::Compare(asked) => none_in_compare(asked),
        Command::Deal(asked) => refuse(&[("--config", asked.config.is_some())], FOR_HANDS),
        _ => Ok(()),
    }
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

fn none_in_solve(asked: &Solve) -> Result<(), Wrong> {
    let more = [("--deck", asked.deck.is_some()), ("--plot", asked.plot.is_some())];
    refuse(&[&of_cards(&asked.cards)[..], &more[..]].concat(), FOR_HANDS)
}

fn none_in_replay(asked: &Replay) -> Result<(), Wrong> {
    refuse(&of_cards(&asked.cards), FOR_HANDS)
}

fn none_in_compare(asked: &Compare) -> Result<(), Wrong> {
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

/// Refuses cards where there is no hand.
pub(super) fn refuse_cards(cards: &Cards) -> Result<(), Wrong> {
    refuse(&of_cards(cards), FOR_HANDS)
}

/// The hand to play; nothing where none was given and one is to be dealt.
pub(super) fn to_play(
    fight: &Fight,
    cards: &Cards,
    after: bool,
) -> Result<Option<LoadedHand>, Wrong> {
    refuse_fight(fight, &[("--after", after)])?;
    let given = fight.input.is_some() || of_cards(cards).iter().any(|(_, given)| *given);
    if !given && fight.set.is_empty() {
        return Ok(None);
    }
    Ok(Some(request(fight, cards, None)?.load()?))
}

/// The limits; a search that keeps no states has no limit of them unless one was asked for.
fn limits(limits: &Limits, keeps_states: bool) -> Limits {
    let without = if keeps_states { None } else { Some(u64::MAX) };
    Limits { max_states: limits.max_states.or(without), max_seconds: limits.max_seconds }
}

/// Writes a drawing where it was asked for.
fn write_plot(path: &Path, svg: &str) -> Result<(), Wrong> {
    std::fs::write(path, svg)
        .map_err(|error| Wrong::Plain(format!("{} cannot be written: {error}", path.display())))
}
