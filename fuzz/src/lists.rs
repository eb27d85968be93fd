//! Card lists, decks and hands by name.

use outplay::{Question, Source, Text};

use crate::opened::{try_answer, well_placed};
use crate::{SMALL, text};

/// What stands between the parts of an input.
pub(crate) const BETWEEN: &str = "\n==\n";

/// Tries one input: a card list, a deck, a hand by name.
pub fn try_one(data: &[u8]) {
    let Some(text) = text(data, 4000) else { return };
    let mut parts = text.split(BETWEEN);
    let mut part =
        |name| parts.next().filter(|part| !part.is_empty()).map(|part| Text::new(name, part));
    let mut source = Source::game("hand");
    source.options.card_list = part("cards.tsv");
    source.options.deck = part("deck.txt");
    source.options.hand = part("hand");
    match source.open() {
        Ok(table) => match table.solver().solve(&Question::default(), &SMALL) {
            Ok(answer) => try_answer(&table, &answer),
            Err(failure) => well_placed(&failure),
        },
        Err(failure) => well_placed(&failure),
    }
}
