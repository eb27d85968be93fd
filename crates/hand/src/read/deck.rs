//! Deck lists: one `3x Name (color)` a line; `#` begins a remark.

use outplay_text::{Code, Problem, Problems, SourceId, Sources, Span};

use super::list::{CardList, copies};
use crate::Stack;

/// No deck has more cards.
const MOST_IN_DECK: u32 = 1000;

/// Reads a deck list; a card on several lines is one stack.
pub fn deck(
    sources: &Sources,
    source: SourceId,
    list: &CardList,
    problems: &mut Problems,
) -> Vec<Stack> {
    let text = &sources.get(source).text;
    let mut stacks: Vec<Stack> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let (number, from) = copies(line);
        let span = Span { source, start: start + from, end: start + line.len() };
        let Some(number) = number.filter(|number| (1..=MOST_IN_DECK).contains(number)) else {
            let message = format!("expected 1 to {MOST_IN_DECK} copies of a card");
            problems.push(Problem::error(Code::OutOfRange, Span { start, ..span }, message));
            continue;
        };
        let Some(card) = list.find(&line[from..], span, problems) else { continue };
        match stacks.iter_mut().find(|stack| stack.card == card) {
            Some(stack) => stack.copies += number,
            None => stacks.push(Stack { card, copies: number }),
        }
    }
    let size: u32 = stacks.iter().map(|stack| stack.copies).sum();
    if size > MOST_IN_DECK {
        let message = format!("{size} cards are more than a deck may have");
        problems.push(
            Problem::error(Code::TooMany, None, message)
                .help(format!("it may have {MOST_IN_DECK}")),
        );
    }
    stacks
}
