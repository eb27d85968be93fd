//! From texts to a hand or a deck.

use outplay_hand::read::{
    CardList, card_argument, deck, hand_by_names, hand_file, ranges, setting,
};
use outplay_hand::{Deck, Hand, Ranges, Stack};
use outplay_text::{Problem, Problems, Sources};

use crate::Failure;

/// A text and what to call it.
type Text = (String, String);

/// A question about a hand or a deck: where its cards come from, and what the turn starts with.
#[derive(Clone, Debug, Default)]
pub struct HandRequest {
    /// A file of cards: YAML, JSON or CSV.
    pub input: Option<Text>,
    /// Cards, each as `Snatch,cost=0,pitch=1,attack=4,go_again=0`.
    pub cards: Vec<String>,
    /// Cards by name from the card list: `Snatch (red); ...`.
    pub names: Option<String>,
    /// The card list.
    pub card_list: Option<Text>,
    /// A deck list.
    pub deck: Option<Text>,
    /// `action-points=2`, `resources=1`.
    pub set: Vec<String>,
}

/// A hand, ready to be played.
#[derive(Clone, Debug)]
pub struct LoadedHand {
    /// The hand.
    pub hand: Hand,
    /// The texts, for the warnings.
    pub sources: Sources,
    /// What is suspicious.
    pub warnings: Vec<Problem>,
}

/// A deck, ready to be drawn from.
#[derive(Clone, Debug)]
pub struct LoadedDeck {
    /// The deck.
    pub deck: Deck,
    /// The texts, for the warnings.
    pub sources: Sources,
    /// What is suspicious.
    pub warnings: Vec<Problem>,
}

impl HandRequest {
    /// Reads the hand.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load(&self) -> Result<LoadedHand, Failure> {
        let Read { hand, sources, problems, .. } = self.read();
        if self.input.is_none() && self.cards.is_empty() && self.names.is_none() {
            let message = "there is no hand to play";
            return Err(Failure::plain(Problem::error(None, message).help(
                "give it with --input FILE, --card \"Name,cost=0,pitch=1,attack=4\" or --hand \"Name (color); ...\"; \
                 `outplay deal hand --cards 5 --seed 1` makes one up",
            )));
        }
        if problems.has_errors() {
            return Err(Failure { sources, problems: problems.into_sorted() });
        }
        Ok(LoadedHand { hand, sources, warnings: problems.into_sorted() })
    }

    /// Reads the deck; the cards of the hand, if any, are there in every turn.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load_deck(&self) -> Result<LoadedDeck, Failure> {
        let Read { hand, stacks, sources, problems } = self.read();
        if problems.has_errors() {
            return Err(Failure { sources, problems: problems.into_sorted() });
        }
        let deck = Deck { stacks, always: hand };
        Ok(LoadedDeck { deck, sources, warnings: problems.into_sorted() })
    }

    fn read(&self) -> Read {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let mut hand = Hand::new(Vec::new());
        if let Some((name, text)) = &self.input {
            let source = sources.add(name, text);
            let file = hand_file(&sources, source, &mut problems);
            hand.cards = file.cards;
            hand.action_points = file.action_points.unwrap_or(hand.action_points);
            hand.resources = file.resources.unwrap_or(hand.resources);
        }
        let list = self.card_list.as_ref().map(|(name, text)| {
            let source = sources.add(name, text);
            CardList::read(&sources, source, &mut problems)
        });
        let mut stacks = Vec::new();
        if (self.names.is_some() || self.deck.is_some()) && list.is_none() {
            let what = if self.names.is_some() { "--hand" } else { "--deck" };
            let message = format!("{what} takes cards by name, and there is no list of them");
            let help = "give the list with --card-list FILE (tab-separated: Name, Color, Pitch, Cost, Power, Card Keywords)";
            problems.push(Problem::error(None, message).help(help));
        }
        // A list that could not be read would make every name unknown.
        let list = list.filter(|_| !problems.has_errors());
        if let (Some(names), Some(list)) = (&self.names, &list) {
            let source = sources.add("--hand", names);
            hand.cards.extend(hand_by_names(&sources, source, list, &mut problems));
        }
        if let (Some((name, text)), Some(list)) = (&self.deck, &list) {
            let source = sources.add(name, text);
            stacks = deck(&sources, source, list, &mut problems);
        }
        for text in &self.cards {
            let source = sources.add("--card", text);
            hand.cards.extend(card_argument(&sources, source, &mut problems));
        }
        for text in &self.set {
            let source = sources.add("--set", text);
            setting(&sources, source, &mut hand, &mut problems);
        }
        Read { hand: hand.with_distinct_names(), stacks, sources, problems }
    }
}

struct Read {
    hand: Hand,
    stacks: Vec<Stack>,
    sources: Sources,
    problems: Problems,
}

/// Reads the ranges that cards are dealt from.
///
/// # Errors
/// Everything that is wrong with them.
pub fn deal_ranges(config: Option<(String, String)>) -> Result<Ranges, Failure> {
    let Some((name, text)) = config else { return Ok(Ranges::default()) };
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let source = sources.add(name, text);
    let ranges = ranges(&sources, source, &mut problems);
    if problems.has_errors() {
        return Err(Failure { sources, problems: problems.into_sorted() });
    }
    Ok(ranges)
}
