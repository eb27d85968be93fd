//! A turn replayed, as plain data.

use outplay_hand::{Hand, State, Use};
use serde::{Deserialize, Serialize};

/// What came of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandReplay {
    /// `hand`.
    pub game: String,
    /// Nobody: there is no opponent.
    pub winner: Option<u8>,
    /// Is the turn over?
    pub over: bool,
    /// Damage dealt.
    pub damage: u64,
    /// Resources spent.
    pub spent: u64,
    /// What all plays of the line would cost, legal or not.
    pub listed_cost: u64,
    /// A turn is one round.
    pub rounds: u32,
    /// The move that could not be made.
    pub refused: Option<HandRefused>,
    /// Every move, with the state after it.
    pub turns: Vec<HandStep>,
}

/// A move that could not be made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandRefused {
    /// A turn is one round.
    pub round: u32,
    /// Which of the moves, counted from 1.
    pub r#move: usize,
    /// As it was written.
    pub text: String,
    /// Why not.
    pub reason: String,
}

/// A move and the state after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandStep {
    /// The move.
    pub r#move: String,
    /// All damage so far.
    pub damage: u64,
    /// Action points left.
    pub action_points: u64,
    /// Resources left.
    pub resources: u64,
}

/// Plays a line such as `pitch B, play A`, and tells what came of it.
pub fn replay_hand(hand: &Hand, moves: &str) -> HandReplay {
    let replay = hand.replay(moves);
    HandReplay {
        game: "hand".to_owned(),
        winner: None,
        over: replay.end.is_over(),
        damage: replay.damage,
        spent: replay.spent,
        listed_cost: replay.listed_cost,
        rounds: 1,
        refused: replay.refused.clone().map(|refused| HandRefused {
            round: 1,
            r#move: refused.number,
            text: refused.text,
            reason: refused.reason,
        }),
        turns: replay
            .steps
            .iter()
            .map(|step| HandStep {
                r#move: hand.spell_move(step.mv),
                damage: step.damage,
                action_points: step.after.action_points,
                resources: step.after.resources,
            })
            .collect(),
    }
}

/// What is left of a turn as a hand of its own: the cards that are still held, with the action
/// points and resources of the moment. A turn that is over leaves no cards.
///
/// ```
/// use outplay::hand::{Card, Hand};
/// let hand = Hand::new(vec![Card::new("A", 2, 1, 6, 0), Card::new("B", 3, 2, 4, 0)]);
/// let rest = outplay::rest_of_hand(&hand, &hand.replay("pitch B").end);
/// assert_eq!((rest.cards.len(), rest.action_points, rest.resources), (1, 1, 2));
/// let over = outplay::rest_of_hand(&hand, &hand.replay("pitch B, play A").end);
/// assert!(over.cards.is_empty());
/// ```
pub fn rest_of_hand(hand: &Hand, state: &State) -> Hand {
    let held = hand.cards.iter().zip(&state.uses).filter(|(_, of)| **of == Use::Kept);
    let held = held.map(|(card, _)| card.clone()).filter(|_| !state.is_over());
    let number = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    Hand {
        cards: held.collect(),
        action_points: number(state.action_points),
        resources: number(state.resources),
    }
}
