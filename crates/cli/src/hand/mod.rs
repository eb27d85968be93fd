//! The hand on the command line: `solve hand`, `replay hand`, `compare hand`, `deal hand` and
//! `show hand`. Options that make no sense for a hand are refused, as are those of a hand for a
//! game.

mod compare;
mod deal;
mod odds;
mod show;
mod solve;

use std::path::Path;

use outplay::{Source, Table};

use super::args::{Cards, Command, Compare, Game, Replay, Solve};
use super::{Done, Wrong, files, source};

use compare::compare;
use deal::deal;
use show::show;
use solve::{replay, solve};

/// A card list has the texts of thousands of cards.
const MOST_BYTES_OF_LIST: u64 = 1 << 26;

/// Does what was asked about a hand.
pub(super) fn run(command: &Command, source: Source) -> Result<Done, Wrong> {
    let plain = |message: &str| Err(Wrong::Plain(message.to_owned()));
    match command {
        Command::Show(args) => show(args),
        Command::Solve(args) => solve(args, source),
        Command::Replay(args) => replay(args, source),
        Command::Compare(args) => compare(args),
        Command::Deal(args) => deal(args),
        Command::Play(args) => super::play::hand(args, source),
        Command::Check(_) => plain(
            "a hand has no rules file to check: its rules are part of the program (outplay show hand)",
        ),
        Command::Report(_) => plain("a hand has nobody to fight: a report is about a fight"),
        Command::Tune(_) => plain("a hand is played as it is dealt: tuning is for fights"),
        Command::Match(_) => plain("a hand has no opponent: a match is for fights and combat"),
        _ => plain("hand has no fighters: a tournament is for fights"),
    }
}

/// Refuses the options of a hand where the command is about something else.
pub(super) fn refuse_elsewhere(command: &Command) -> Result<(), Wrong> {
    match command {
        Command::Solve(args) => none_in_solve(args),
        Command::Replay(args) => none_in_replay(args),
        Command::Compare(args) => none_in_compare(args),
        Command::Deal(args) => refuse(&[("--config", args.config.is_some())], FOR_HANDS),
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

/// Options of a game.
fn refuse_fight(game: &Game, more: &[(&str, bool)]) -> Result<(), Wrong> {
    let mut given = vec![
        ("--mode", game.mode.is_some()),
        ("--p1", game.p1.is_some()),
        ("--p2", game.p2.is_some()),
        ("--order", game.order.is_some()),
        ("--goal", game.goal.is_some()),
    ];
    given.extend(more);
    refuse(&given, "a hand has no such thing; see `outplay show hand` for what it has")
}

const FOR_HANDS: &str = "this is for `hand` only";

fn none_in_solve(args: &Solve) -> Result<(), Wrong> {
    let more = [("--deck", args.deck.is_some()), ("--plot", args.plot.is_some())];
    refuse(&[&of_cards(&args.cards)[..], &more[..]].concat(), FOR_HANDS)
}

fn none_in_replay(args: &Replay) -> Result<(), Wrong> {
    refuse(&of_cards(&args.cards), FOR_HANDS)
}

fn none_in_compare(args: &Compare) -> Result<(), Wrong> {
    let given = [
        ("--sizes", args.sizes.is_some()),
        ("--repeat", args.repeat.is_some()),
        ("--seed", args.seed.is_some()),
        ("--config", args.config.is_some()),
        ("--plot", args.plot.is_some()),
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

/// The source with the cards that the arguments give.
fn with_cards(
    mut source: Source,
    game: &Game,
    cards: &Cards,
    deck: Option<&Path>,
) -> Result<Source, Wrong> {
    let list = |path: &Path| {
        let text = files::text_up_to(path, MOST_BYTES_OF_LIST)?;
        Ok::<_, Wrong>(outplay::Text::new(files::name(path), text))
    };
    let options = &mut source.options;
    options.input = game.input.as_deref().map(files::named).transpose()?;
    options.cards = cards.card.iter().map(|card| source::option("card", card)).collect();
    options.hand = cards.hand.as_deref().map(|names| source::option("hand", names));
    options.card_list = cards.card_list.as_deref().map(list).transpose()?;
    options.deck = deck.map(files::named).transpose()?;
    options.set = game.set.iter().map(|set| source::option("set", set)).collect();
    Ok(source)
}

/// The source with the hand that the arguments give, if they give one.
pub(super) fn given(source: Source, game: &Game, cards: &Cards) -> Result<Source, Wrong> {
    refuse_fight(game, &[])?;
    with_cards(source, game, cards, None)
}

/// Refuses cards where there is no hand.
pub(super) fn refuse_cards(cards: &Cards) -> Result<(), Wrong> {
    refuse(&of_cards(cards), FOR_HANDS)
}

/// The hand to play; nothing where none was given and one is to be dealt.
pub(super) fn to_play(
    source: Source,
    game: &Game,
    cards: &Cards,
    after: bool,
) -> Result<Option<Table>, Wrong> {
    refuse_fight(game, &[("--after", after)])?;
    let given = game.input.is_some() || of_cards(cards).iter().any(|(_, given)| *given);
    if !given && game.set.is_empty() {
        return Ok(None);
    }
    Ok(Some(source::open(&with_cards(source, game, cards, None)?)?))
}
