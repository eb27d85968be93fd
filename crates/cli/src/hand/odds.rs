//! `outplay solve hand --deck FILE`: the exact distribution of the best turn.

use outplay::hand::Deck;
use outplay::{By, deck_odds};
use outplay_render::{draw, hand};

use super::super::args::Solve;
use super::super::progress::Progress;
use super::super::{Done, Wrong, expect, files, print, print_json, source, wants_json};
use super::refuse;

/// Cards drawn unless told otherwise.
const DRAWN: u32 = 4;

/// What the options may not be where a deck is given.
pub(super) fn refuse_one_hand(args: &Solve, by: By) -> Result<(), Wrong> {
    refuse(&[("--by", by != By::Exact)], "every hand of a deck is played exactly")?;
    refuse(&[("--explain", args.explain)], "this is for one hand, without --deck")?;
    let named = [("--hand", args.cards.hand.is_some())];
    refuse(&named, "the hands come from --deck; what is there in every turn goes in --card")
}

pub(super) fn odds(args: &Solve, deck: &Deck) -> Result<Done, Wrong> {
    let drawn = match args.draw.as_deref().map(str::parse) {
        None => DRAWN,
        Some(Ok(drawn)) => drawn,
        Some(Err(_)) => {
            let message = "--draw takes a number of cards here, for example --draw 4";
            return Err(Wrong::Plain(message.to_owned()));
        }
    };
    let hands = deck.different_hands(drawn.min(deck.size()));
    let bar = Progress::hands(u64::try_from(hands).unwrap_or(u64::MAX));
    let limits = source::allowed(&args.limits).kept();
    let answer =
        source::within(&limits, &|hands| bar.at(hands), |budget| deck_odds(deck, drawn, budget));
    drop(bar);
    let answer = answer?;
    if let Some(path) = &args.plot {
        files::write(path, &draw::histogram(&answer))?;
    }
    if wants_json(args.format) {
        print_json(&answer);
    } else {
        print(&hand::odds(&answer));
    }
    let done = if answer.stopped.is_some() { Done::Stopped } else { Done::Well };
    expect::judged(args.expect.as_ref(), &[(String::new(), answer.outcome())], done)
}
