//! Lines of moves, as people write them, in games that ship.

use std::cell::RefCell;
use std::collections::HashMap;

use outplay::{Source, Table};

use crate::opened::replayed;
use crate::{SMALL, game_and_text};

thread_local! {
    static TABLES: RefCell<HashMap<&'static str, Table>> = RefCell::default();
}

/// A game that ships, opened once.
pub(crate) fn table(game: &'static str) -> Table {
    let open = || Source::game(game).open().expect("a game that ships opens");
    TABLES.with_borrow_mut(|tables| tables.entry(game).or_insert_with(open).clone())
}

/// Tries one input: a game, and a line. Taken apart and put together again, it is the same line.
pub fn try_one(data: &[u8]) {
    let Some((game, text)) = game_and_text(data, 300) else { return };
    let table = table(game);
    let about = table.about();
    let parts = about.split(text);
    let joined = about.join(&parts);
    assert_eq!(about.split(&joined), parts, "{text:?} is {joined:?}");
    let [replay, again] = [text, &joined].map(|line| replayed(&table, line, &SMALL));
    assert_eq!(replay, again, "{text:?} is {joined:?}");
}
