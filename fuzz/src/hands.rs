//! Hands of cards in any form; small ones are solved by brute force as well.

use outplay::{Answer, Contents, Question, Source, Text, hand};

use crate::opened::{try_answer, well_placed};
use crate::{SMALL, text};

/// Brute force tries every order of every use.
const MOST_FOR_BRUTE: usize = 5;

/// Tries one input: the form of the file, and its text.
pub fn try_one(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let Some(text) = text(rest, 3000) else { return };
    let mut source = Source::game("hand");
    match ["hand.yaml", "hand.json", "hand.csv"].get(usize::from(first) % 4) {
        Some(name) => source.options.input = Some(Text::new(*name, text)),
        None => {
            source.options.cards =
                text.lines().take(20).map(|line| Text::new("card", line)).collect()
        }
    }
    let table = match source.open() {
        Ok(table) => table,
        Err(failure) => return well_placed(&failure),
    };
    let question = Question { explain: first > 127, ..Question::default() };
    let answer = match table.solver().solve(&question, &SMALL) {
        Ok(answer) => answer,
        Err(failure) => return well_placed(&failure),
    };
    try_answer(&table, &answer);
    let (Answer::Hand(best), Contents::Hand(cards, _)) = (&answer, table.contents()) else {
        panic!("it is no hand")
    };
    let found = hand::exact_within(cards, &SMALL);
    assert_eq!((best.value, best.stopped), (found.plan.damage, found.stopped), "{cards:?}");
    if cards.cards.len() <= MOST_FOR_BRUTE {
        assert_eq!(found.plan, hand::brute(cards), "{cards:?}");
    }
}
