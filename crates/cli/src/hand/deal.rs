//! `outplay deal hand`.

use outplay::deal_ranges;
use outplay::hand::{MOST_CARDS, read};

use outplay_render::json;

use super::super::args::Deal;
use super::super::{Done, Wrong, files, print, print_json, wants_json};

pub(in super::super) fn deal(asked: &Deal) -> Result<Done, Wrong> {
    if asked.number.is_some() {
        return Err(Wrong::Plain(
            "--number is for combat; another --seed deals another hand".to_owned(),
        ));
    }
    let Some(cards) = asked.cards else {
        let message = "how many cards? give --cards, for example --cards 9";
        return Err(Wrong::Plain(message.to_owned()));
    };
    let cards = cards as usize;
    if cards > MOST_CARDS {
        let message = format!("{cards} cards are more than a hand may have ({MOST_CARDS})");
        return Err(Wrong::Plain(message));
    }
    let config = match &asked.config {
        Some(path) => Some((files::name(path), files::text(path)?)),
        None => None,
    };
    let hand = deal_ranges(config)?.deal(cards, asked.seed);
    if wants_json(asked.format) {
        print_json(&json::dealt_hand(&hand));
    } else {
        print(&read::write_yaml(&hand));
    }
    Ok(Done::Well)
}
