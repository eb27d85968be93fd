//! From texts to a hand, a deck or ranges.

use outplay_hand::read::{
    CardList, card_argument, deck, hand_by_names, hand_file, ranges, setting,
};
use outplay_hand::{Deck, Hand, Ranges};
use outplay_text::{Code, Problem, Problems, Sources};

use crate::{Failure, Options, Text};

/// Reads the hand, and the deck where there is one. The cards of the hand are then there in every
/// turn.
pub(super) fn read(options: &Options) -> Result<(Hand, Option<Deck>, Sources, Problems), Failure> {
    let given = options.input.is_some() || !options.cards.is_empty() || options.hand.is_some();
    if !given && options.deck.is_none() {
        let problem = Problem::error(Code::NoCards, None, "there is no hand to play");
        return Err(Failure::plain(problem));
    }
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let mut hand = Hand::new(Vec::new());
    if let Some(Text { name, text }) = &options.input {
        let source = sources.add(name, text);
        let file = hand_file(&sources, source, &mut problems);
        hand.cards = file.cards;
        hand.action_points = file.action_points.unwrap_or(hand.action_points);
        hand.resources = file.resources.unwrap_or(hand.resources);
    }
    let list = options.card_list.as_ref().map(|Text { name, text }| {
        let source = sources.add(name, text);
        CardList::read(&sources, source, &mut problems)
    });
    if let (Some(by_name), None) = (options.hand.as_ref().or(options.deck.as_ref()), &list) {
        let message = format!("{} takes cards by name, and there is no list of them", by_name.name);
        problems.push(Problem::error(Code::NoCardList, None, message));
    }
    // A list that could not be read would make every name unknown.
    let list = list.filter(|_| !problems.has_errors());
    if let (Some(Text { name, text }), Some(list)) = (&options.hand, &list) {
        let source = sources.add(name, text);
        hand.cards.extend(hand_by_names(&sources, source, list, &mut problems));
    }
    let mut stacks = None;
    if let (Some(Text { name, text }), Some(list)) = (&options.deck, &list) {
        let source = sources.add(name, text);
        stacks = Some(deck(&sources, source, list, &mut problems));
    }
    for Text { name, text } in &options.cards {
        let source = sources.add(name, text);
        hand.cards.extend(card_argument(&sources, source, &mut problems));
    }
    for Text { name, text } in &options.set {
        let source = sources.add(name, text);
        setting(&sources, source, &mut hand, &mut problems);
    }
    if problems.has_errors() {
        return Err(Failure::new(sources, problems));
    }
    let hand = hand.with_distinct_names();
    let deck = stacks.map(|stacks| Deck { stacks, always: hand.clone() });
    Ok((hand, deck, sources, problems))
}

/// Reads the ranges that cards are dealt from.
///
/// # Errors
/// Everything that is wrong with them.
pub fn deal_ranges(config: Option<&Text>) -> Result<Ranges, Failure> {
    let Some(Text { name, text }) = config else { return Ok(Ranges::default()) };
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let source = sources.add(name, text);
    let ranges = ranges(&sources, source, &mut problems);
    if problems.has_errors() {
        return Err(Failure::new(sources, problems));
    }
    Ok(ranges)
}
