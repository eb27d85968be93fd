//! `outplay deal hand`.

use outplay::deal_ranges;
use outplay::hand::{MOST_CARDS, read};

use outplay_render::json;

use super::super::args::Deal;
use super::super::{Done, Wrong, files, print, print_json, wants_json};

pub(in super::super) fn deal(args: &Deal) -> Result<Done, Wrong> {
    if args.number.is_some() {
        return Err(Wrong::Plain(
            "--number is for combat; another --seed deals another hand".to_owned(),
        ));
    }
    let Some(cards) = args.cards else {
        let message = "how many cards? give --cards, for example --cards 9";
        return Err(Wrong::Plain(message.to_owned()));
    };
    let cards = cards as usize;
    if cards > MOST_CARDS {
        let message = format!("{cards} cards are more than a hand may have ({MOST_CARDS})");
        return Err(Wrong::Plain(message));
    }
    let config = args.config.as_deref().map(files::named).transpose()?;
    let hand = deal_ranges(config.as_ref())?.deal(cards, args.seed);
    if wants_json(args.format) {
        print_json(&json::dealt_hand(&hand));
    } else {
        print(&read::write_yaml(&hand));
    }
    Ok(Done::Well)
}
