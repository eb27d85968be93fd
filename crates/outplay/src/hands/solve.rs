//! The best turn of a hand, as plain data.

use std::time::Instant;

use outplay_game::{Budget, Proof, Stop};
use outplay_hand::{
    Card, Hand, MOST_FOR_BRUTE, Plan, Use, brute_within, exact_within, greedy, worth,
};
use outplay_lab::find_threads;
use outplay_text::{Code, Problem};
use serde::{Deserialize, Serialize};

use crate::table::wrong_search;
use crate::{By, Failure};

/// The answer to "what is the best turn?".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandAnswer {
    /// `hand`.
    pub game: String,
    /// The damage of the turn.
    pub value: u64,
    /// What the value counts.
    pub unit: String,
    /// Nobody: there is no opponent.
    pub winner: Option<u8>,
    /// The line as `replay --moves` takes it.
    pub moves: String,
    /// The line, move by move.
    pub line: Vec<String>,
    /// `optimal`, `bound` (with `lower` and `upper`) or `none`.
    pub proof: Proof,
    /// With `bound`: this much can be dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower: Option<u64>,
    /// With `bound`: no more than this can be dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper: Option<u64>,
    /// What stopped the search: `states`, `time` or `interrupted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// The way.
    pub by: By,
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explain: Option<HandWorth>,
}

/// What becomes of a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CardUse {
    /// Its name.
    pub name: String,
    /// `played`, `pitched` or `kept`.
    pub r#use: String,
}

/// What things are worth, in damage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandWorth {
    /// Each card, in hand order.
    pub cards: Vec<CardWorth>,
    /// What one more resource at the start would add.
    pub one_more_resource: u64,
    /// What one more action point at the start would add.
    pub one_more_action_point: u64,
}

/// What a card is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CardWorth {
    /// Its name.
    pub name: String,
    /// What the best turn loses without it.
    pub worth: u64,
}

/// The word for a use.
fn word(of: Use) -> String {
    let word = match of {
        Use::Played => "played",
        Use::Pitched => "pitched",
        Use::Kept => "kept",
    };
    word.to_owned()
}

/// The best turn of a hand.
///
/// # Errors
/// When the hand is too large for the way asked for, or the way is for other games.
///
/// ```
/// use outplay::hand::{Card, Hand};
/// use outplay::{Budget, By, solve_hand};
/// let hand = Hand::new(vec![Card::new("A", 2, 1, 6, 0), Card::new("B", 3, 2, 4, 0)]);
/// let answer = solve_hand(&hand, By::Exact, false, &Budget::default()).unwrap();
/// assert_eq!((answer.value, answer.moves.as_str()), (6, "pitch B, play A"));
/// ```
pub fn solve_hand(
    hand: &Hand,
    by: By,
    explain: bool,
    budget: &Budget,
) -> Result<HandAnswer, Failure> {
    let count = hand.cards.len();
    if by == By::Brute && count > MOST_FOR_BRUTE {
        let message = format!(
            "{count} cards are too many for brute force: there are about 2^{count} * {count}! lines to try"
        );
        let problem = Problem::error(Code::TooMany, None, message);
        return Err(Failure::plain(problem.help(format!(
            "the exact search gives the same answer, proved, at once; brute force takes up to {MOST_FOR_BRUTE} cards"
        ))));
    }
    let begin = Instant::now();
    let (plan, states, upper, stopped) = match by {
        By::Greedy => {
            let plan = greedy(hand);
            let moves = plan.line.len() as u64;
            (plan, moves, None, None)
        }
        By::Brute => {
            let found = brute_within(hand, budget);
            let all = hand.cards.iter().map(|card| u64::from(card.attack.unwrap_or(0))).sum();
            let upper = if found.stopped.is_none() { found.plan.damage } else { all };
            (found.plan, found.states, Some(upper), found.stopped)
        }
        By::Exact => {
            let found = exact_within(hand, budget);
            (found.plan, found.states, Some(found.at_most), found.stopped)
        }
        _ => return Err(wrong_search(by, &By::OF_A_HAND, "the best turn is found")),
    };
    let proof = match (upper, stopped) {
        (None, _) => Proof::None,
        (Some(_), None) => Proof::Optimal,
        (Some(_), Some(_)) => Proof::Bound,
    };
    let Plan { damage, uses, line } = plan;
    let explain = (explain && proof == Proof::Optimal).then(|| explained(hand, damage));
    let seconds = begin.elapsed().as_secs_f64();
    let bound = upper.filter(|_| proof == Proof::Bound);
    let word = |(card, of): (&Card, Use)| CardUse { name: card.name.clone(), r#use: word(of) };
    Ok(HandAnswer {
        game: "hand".to_owned(),
        value: damage,
        unit: "damage".to_owned(),
        winner: None,
        moves: hand.spell(&line),
        line: line.iter().map(|&mv| hand.spell_move(mv)).collect(),
        proof,
        lower: bound.map(|_| damage),
        upper: bound,
        stopped,
        by,
        states,
        seconds,
        action_points: hand.action_points,
        resources: hand.resources,
        cards: hand.cards.iter().zip(uses).map(word).collect(),
        explain,
    })
}

fn explained(hand: &Hand, damage: u64) -> HandWorth {
    find_threads();
    let worth = worth(hand, damage);
    let cards = hand.cards.iter().zip(worth.cards);
    HandWorth {
        cards: cards.map(|(card, worth)| CardWorth { name: card.name.clone(), worth }).collect(),
        one_more_resource: worth.resource,
        one_more_action_point: worth.action_point,
    }
}
