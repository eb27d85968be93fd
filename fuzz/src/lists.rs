//! Card lists, decks and hands by name. What a deck's hands are worth adds up; where there are few, they are
//! drawn card by card and solved by brute force as well.

use std::collections::{BTreeMap, HashMap};

use outplay::hand::{Deck, Hand, brute, choose};
use outplay::{Contents, DeckAnswer, Proof, Question, Source, Text, deck_odds};

use crate::opened::{reads_back, try_answer, well_placed};
use crate::{SMALL, text};

/// What stands between the parts of an input.
pub(crate) const BETWEEN: &str = "\n==\n";

/// Hands of so many cards are drawn.
const DRAWN: [u32; 4] = [1, 2, 3, 12];
/// A deck of so many cards is drawn from card by card, and so many cards are played by brute force.
const MOST_ONE_BY_ONE: u32 = 10;
const MOST_FOR_BRUTE: usize = 5;
/// Shares and means are rounded.
const NEARLY: f64 = 1e-9;

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
    let table = match source.open() {
        Ok(table) => table,
        Err(failure) => return well_placed(&failure),
    };
    match table.solver().solve(&Question::default(), &SMALL) {
        Ok(answer) => try_answer(&table, &answer),
        Err(failure) => well_placed(&failure),
    }
    if let Contents::Hand(_, Some(deck)) = table.contents() {
        DRAWN.into_iter().for_each(|draw| drawn(deck, draw));
    }
}

/// All hands of so many cards.
fn drawn(deck: &Deck, draw: u32) {
    let answer = match deck_odds(deck, draw, &SMALL) {
        Ok(answer) => answer,
        Err(failure) => {
            assert!(draw > deck.size(), "{failure}");
            return well_placed(&failure);
        }
    };
    reads_back(&answer);
    adds_up(deck, &answer);
    let few = draw as usize + deck.always.cards.len() <= MOST_FOR_BRUTE;
    if answer.stopped.is_none() && few && deck.size() <= MOST_ONE_BY_ONE {
        let told: Vec<_> = answer.distribution.iter().map(|row| (row.damage, row.hands)).collect();
        let truth = one_by_one(deck, draw);
        let told: BTreeMap<_, _> = told.into_iter().filter(|&(_, hands)| hands > 0).collect();
        assert_eq!(told, truth, "{draw} of {deck:?}");
    }
}

/// How many hands there are of each damage, by drawing every card by itself.
fn one_by_one(deck: &Deck, draw: u32) -> BTreeMap<usize, u128> {
    let stacks = deck.stacks.iter().enumerate();
    let copies = stacks.flat_map(|(at, stack)| std::iter::repeat_n(at, stack.copies as usize));
    let cards: Vec<usize> = copies.collect();
    let (mut known, mut all) = (HashMap::new(), BTreeMap::new());
    for set in (0_u32..1 << cards.len()).filter(|set| set.count_ones() == draw) {
        let places = (0..cards.len()).filter(|at| set >> at & 1 == 1);
        let hand: Vec<usize> = places.map(|at| cards[at]).collect();
        let damage = *known.entry(hand).or_insert_with_key(|hand| played(deck, hand));
        *all.entry(damage).or_default() += 1;
    }
    all
}

/// The damage of a hand by brute force.
fn played(deck: &Deck, stacks: &[usize]) -> usize {
    let drawn = stacks.iter().map(|&stack| deck.stacks[stack].card.clone());
    let cards = drawn.chain(deck.always.cards.clone()).collect();
    let damage = brute(&Hand { cards, ..deck.always.clone() }).damage;
    usize::try_from(damage).expect("a few cards deal little")
}

/// Counts are of all hands, chances sum to 1, and means lie between the worst and the best.
fn adds_up(deck: &Deck, answer: &DeckAnswer) {
    let told = || format!("{answer:?} of {deck:?}");
    let rows = &answer.distribution;
    let hands: u128 = rows.iter().map(|row| row.hands).sum();
    assert_eq!(hands, answer.hands, "{}", told());
    let all = hands == choose(deck.size(), answer.draw)
        && u128::from(answer.states) == answer.different_hands;
    assert_eq!(all, answer.proof == Proof::Optimal, "{}", told());
    assert_eq!(all, answer.stopped.is_none(), "{}", told());
    let sum: f64 = rows.iter().map(|row| row.probability).sum();
    let (Some(best), Some(worst)) = (&answer.best, &answer.worst) else {
        panic!("there is no hand: {}", told())
    };
    let ends = [rows.first(), rows.last()].map(|row| row.map_or(0, |row| row.damage as u64));
    assert_eq!(ends, [worst.damage, best.damage], "{}", told());
    #[expect(clippy::cast_precision_loss, reason = "damage is small")]
    let between = |mean: f64| {
        worst.damage as f64 - NEARLY <= mean && mean <= best.damage as f64 * (1.0 + NEARLY)
    };
    let right = (sum - 1.0).abs() < NEARLY
        && between(answer.value)
        && rows.windows(2).all(|two| two[1].or_more <= two[0].or_more)
        && answer.cards.iter().all(|card| {
            let possible = |share: f64| (0.0..=1.0 + NEARLY).contains(&share);
            possible(card.share)
                && possible(card.in_hand)
                && (card.in_hand == 0.0 || between(card.with))
                && card.without.is_none_or(between)
        });
    assert!(right, "{}", told());
}
