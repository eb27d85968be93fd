//! What a deck's hands are worth, as plain data.

use std::time::Instant;

use outplay_game::{Budget, Proof, Stop};
use outplay_hand::{Deck, Hand, exact};
use outplay_lab::find_threads;
use outplay_text::{Code, Problem};
use serde::{Deserialize, Serialize};

use crate::{By, Failure};

/// No more cards are drawn: their weights would outgrow the numbers.
const MOST_DRAWN: u32 = 12;

/// The exact distribution of the best turn over every hand of a deck.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeckAnswer {
    /// `hand`.
    pub game: String,
    /// The mean damage of the best turn.
    pub value: f64,
    /// What the value counts.
    pub unit: String,
    /// Nobody: there is no opponent.
    pub winner: Option<u8>,
    /// The line of the best hand.
    pub moves: String,
    /// The line of the best hand, move by move.
    pub line: Vec<String>,
    /// `optimal`: every hand was played; `none`: a limit stopped it.
    pub proof: Proof,
    /// What stopped it: `states`, `time` or `interrupted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// `exact`.
    pub by: By,
    /// Different hands played.
    pub states: u64,
    /// Time that it took.
    pub seconds: f64,
    /// Cards in the deck.
    pub deck: u32,
    /// Cards drawn.
    pub draw: u32,
    /// Hands, as often as they can be drawn.
    pub hands: u128,
    /// Different hands.
    pub different_hands: u128,
    /// How often each damage comes up.
    pub distribution: Vec<DamageRow>,
    /// A best hand.
    pub best: Option<DrawnHand>,
    /// A worst hand.
    pub worst: Option<DrawnHand>,
    /// What each card does, those that deal the most first.
    pub cards: Vec<DeckCardRow>,
}

/// How often a damage comes up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DamageRow {
    /// The damage.
    pub damage: usize,
    /// How many hands.
    pub hands: u128,
    /// How likely exactly this is.
    pub probability: f64,
    /// How likely this or more is.
    pub or_more: f64,
}

/// A hand of the deck.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawnHand {
    /// The damage of its best turn.
    pub damage: u64,
    /// Its cards.
    pub cards: Vec<String>,
    /// Its best turn.
    pub moves: String,
}

/// What a card does in the best turns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeckCardRow {
    /// Its name.
    pub name: String,
    /// How many of it.
    pub copies: u32,
    /// The part of all damage that its copies deal.
    pub share: f64,
    /// How likely it is in hand.
    pub in_hand: f64,
    /// The mean damage of hands with it.
    pub with: f64,
    /// The mean damage of hands without it; none where every hand has it.
    pub without: Option<f64>,
}

/// Plays every hand of so many cards.
///
/// # Errors
/// When so many cannot be drawn.
#[expect(clippy::cast_precision_loss, reason = "shares and means are shown with a few digits")]
pub fn deck_odds(deck: &Deck, draw: u32, budget: &Budget) -> Result<DeckAnswer, Failure> {
    let size = deck.size();
    if draw == 0 || draw > size.min(MOST_DRAWN) {
        let message = format!("{draw} cards cannot be drawn from a deck of {size}");
        let help = format!("1 to {} can", size.min(MOST_DRAWN));
        return Err(Failure::plain(Problem::error(Code::OutOfRange, None, message).help(help)));
    }
    let begin = Instant::now();
    find_threads();
    let odds = deck.odds(draw, budget);
    let seconds = begin.elapsed().as_secs_f64();
    let total = (odds.draws as f64).max(1.0);
    let mean = odds.mean();
    let mut left = odds.draws;
    let rows = odds.by_damage.iter().enumerate().map(|(damage, &hands)| {
        let row = DamageRow {
            damage,
            hands,
            probability: hands as f64 / total,
            or_more: left as f64 / total,
        };
        left -= hands;
        row
    });
    let least = odds.by_damage.iter().position(|&hands| hands > 0).unwrap_or(0);
    let distribution = rows.collect::<Vec<_>>().split_off(least);
    let summed: f64 = mean * total;
    let mut cards: Vec<_> = deck
        .stacks
        .iter()
        .zip(&odds.carries)
        .map(|(stack, carries)| {
            let others = odds.draws - carries.draws;
            DeckCardRow {
                name: stack.card.name.clone(),
                copies: stack.copies,
                share: carries.own as f64 / summed.max(1.0),
                in_hand: carries.draws as f64 / total,
                with: carries.damage as f64 / (carries.draws as f64).max(1.0),
                without: (others > 0).then(|| (summed - carries.damage as f64) / others as f64),
            }
        })
        .collect();
    cards.sort_by(|a, b| b.share.total_cmp(&a.share));
    let named = |found: &Option<(u64, Vec<usize>)>| {
        found.as_ref().map(|(damage, stacks)| drawn(deck, *damage, stacks))
    };
    let (best, worst) = (named(&odds.best), named(&odds.worst));
    let (moves, line) =
        best.as_ref().map(|(best, line)| (best.moves.clone(), line.clone())).unwrap_or_default();
    Ok(DeckAnswer {
        game: "hand".to_owned(),
        value: mean,
        unit: "damage".to_owned(),
        winner: None,
        moves,
        line,
        proof: if odds.stopped.is_none() { Proof::Optimal } else { Proof::None },
        stopped: odds.stopped,
        by: By::Exact,
        states: odds.hands,
        seconds,
        deck: size,
        draw,
        hands: odds.draws,
        different_hands: deck.different_hands(draw),
        distribution,
        best: best.map(|(hand, _)| hand),
        worst: worst.map(|(hand, _)| hand),
        cards,
    })
}

/// A hand of stacks with its names and its line.
fn drawn(deck: &Deck, damage: u64, stacks: &[usize]) -> (DrawnHand, Vec<String>) {
    let drawn = stacks.iter().map(|&stack| deck.stacks[stack].card.clone());
    let cards = drawn.chain(deck.always.cards.iter().cloned()).collect();
    let hand = Hand { cards, ..deck.always.clone() }.with_distinct_names();
    let plan = exact(&hand);
    let line = plan.line.iter().map(|&mv| hand.spell_move(mv)).collect();
    let cards = hand.cards.iter().take(stacks.len()).map(|card| card.name.clone()).collect();
    (DrawnHand { damage, cards, moves: hand.spell(&plan.line) }, line)
}
