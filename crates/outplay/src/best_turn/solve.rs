//! The best turn of a hand, as plain data.

use std::time::Instant;

use outplay_hand::{
    Hand, MOST_FOR_BRUTE, Plan, Replay, Use, brute_watched, exact_watched, greedy, worth,
};
use outplay_text::Problem;
use serde::Serialize;

use crate::proof::Watch;
use crate::{Failure, Limits, Proof, Stopped};

/// A way to a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandBy {
    /// Every line.
    Brute,
    /// A guess.
    Greedy,
    /// Proved, by branch and bound.
    Exact,
}

impl HandBy {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brute => "brute",
            Self::Greedy => "greedy",
            Self::Exact => "exact",
        }
    }
}

/// The answer to "what is the best turn?".
#[derive(Clone, Debug, Serialize)]
pub struct HandAnswer {
    /// `hand`.
    pub game: &'static str,
    /// The damage of the turn.
    pub value: u64,
    /// What the value counts.
    pub unit: &'static str,
    /// Nobody: there is no opponent.
    pub winner: Option<u8>,
    /// The line as `replay --moves` takes it.
    pub moves: String,
    /// The line, move by move.
    pub line: Vec<String>,
    /// `optimal`, `bound` (with `lower` and `upper`) or `none`.
    pub proof: Proof,
    /// With `bound`: this much can be dealt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<u64>,
    /// With `bound`: no more than this can be dealt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<u64>,
    /// What stopped the search: `states`, `time` or `interrupted`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The way.
    pub by: &'static str,
    /// States expanded.
    pub states: u64,
    /// Time of the search.
    pub seconds: f64,
    /// Action points at the start.
    pub action_points: u32,
    /// Resources at the start.
    pub resources: u32,
    /// What becomes of each card.
    pub cards: Vec<CardUse>,
    /// What things are worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<HandWorth>,
    /// The hand.
    #[serde(skip)]
    pub hand: Hand,
    /// The line, told step by step.
    #[serde(skip)]
    pub replay: Replay,
}

/// What becomes of a card.
#[derive(Clone, Debug, Serialize)]
pub struct CardUse {
    /// Its name.
    pub name: String,
    /// `played`, `pitched` or `kept`.
    pub r#use: &'static str,
}

/// What things are worth, in damage.
#[derive(Clone, Debug, Serialize)]
pub struct HandWorth {
    /// Each card, in hand order.
    pub cards: Vec<CardWorth>,
    /// What one more resource at the start would add.
    pub one_more_resource: u64,
    /// What one more action point at the start would add.
    pub one_more_action_point: u64,
}

/// What a card is worth.
#[derive(Clone, Debug, Serialize)]
pub struct CardWorth {
    /// Its name.
    pub name: String,
    /// What the best turn loses without it.
    pub worth: u64,
}

/// The word for a use.
pub(super) fn word(of: Use) -> &'static str {
    match of {
        Use::Played => "played",
        Use::Pitched => "pitched",
        Use::Kept => "kept",
    }
}

/// The best turn of a hand.
///
/// # Errors
/// When the hand is too large for the way asked for.
///
/// ```
/// use outplay::hand::{Card, Hand};
/// use outplay::{HandBy, Limits, solve_hand};
/// let hand = Hand::new(vec![Card::new("A", 2, 1, 6, 0), Card::new("B", 3, 2, 4, 0)]);
/// let answer = solve_hand(&hand, HandBy::Exact, false, Limits::default()).unwrap();
/// assert_eq!((answer.value, answer.moves.as_str()), (6, "pitch B, play A"));
/// ```
pub fn solve_hand(
    hand: &Hand,
    by: HandBy,
    explain: bool,
    limits: Limits,
) -> Result<HandAnswer, Failure> {
    let count = hand.cards.len();
    if by == HandBy::Brute && count > MOST_FOR_BRUTE {
        let message = format!(
            "{count} cards are too many for brute force: there are about 2^{count} * {count}! lines to try"
        );
        return Err(Failure::plain(Problem::error(None, message).help(format!(
            "--by exact gives the same answer, proved, at once; brute force takes up to {MOST_FOR_BRUTE} cards"
        ))));
    }
    let watch = Watch::new(limits);
    let mut stopped = None;
    let mut go_on = |states: u64| {
        stopped = watch.look(states);
        stopped.is_none()
    };
    let begin = Instant::now();
    let (plan, states, upper) = match by {
        HandBy::Greedy => {
            let plan = greedy(hand);
            let moves = plan.line.len() as u64;
            (plan, moves, None)
        }
        HandBy::Brute => {
            let (plan, states, finished) = brute_watched(hand, &mut go_on);
            let all = hand.cards.iter().map(|card| u64::from(card.attack.unwrap_or(0))).sum();
            let upper = if finished { plan.damage } else { all };
            (plan, states, Some((upper, finished)))
        }
        HandBy::Exact => {
            let found = exact_watched(hand, &mut go_on);
            (found.plan, found.states, Some((found.at_most, found.proved)))
        }
    };
    let seconds = begin.elapsed().as_secs_f64();
    let proved = matches!(upper, Some((_, true)));
    let Plan { damage, uses, line } = plan;
    let moves = hand.spell(&line);
    let bound = upper.filter(|(_, finished)| !finished);
    Ok(HandAnswer {
        game: "hand",
        value: damage,
        unit: "damage",
        winner: None,
        line: line.iter().map(|&mv| hand.spell_move(mv)).collect(),
        proof: match (proved, by) {
            (true, _) => Proof::Optimal,
            (false, HandBy::Greedy) => Proof::None,
            (false, _) => Proof::Bound,
        },
        lower: bound.map(|_| damage),
        upper: bound.map(|(upper, _)| upper),
        stopped,
        by: by.name(),
        states,
        seconds,
        action_points: hand.action_points,
        resources: hand.resources,
        cards: hand
            .cards
            .iter()
            .zip(uses)
            .map(|(card, of)| CardUse { name: card.name.clone(), r#use: word(of) })
            .collect(),
        explain: (explain && proved).then(|| explained(hand, damage)),
        replay: hand.replay(&moves),
        moves,
        hand: hand.clone(),
    })
}

fn explained(hand: &Hand, damage: u64) -> HandWorth {
    let worth = worth(hand, damage);
    let cards = hand.cards.iter().zip(worth.cards);
    HandWorth {
        cards: cards.map(|(card, worth)| CardWorth { name: card.name.clone(), worth }).collect(),
        one_more_resource: worth.resource,
        one_more_action_point: worth.action_point,
    }
}
