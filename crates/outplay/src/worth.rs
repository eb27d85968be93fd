//! What a fight is worth, in the few fields that a table of thousands of fights has for each.

use std::fmt;

use outplay_game::{Proof, Stop};
use serde::{Deserialize, Serialize};

use crate::{Answer, Decimal, Goal, KnownOutcome};

/// A number of an answer: whole where the game counts, with a fraction where it weighs.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Number {
    /// Mana, hp, damage.
    Whole(i64),
    /// A chance, or what something is on average.
    Real(f64),
}

impl Number {
    /// As a number to draw or to compare with.
    #[expect(clippy::cast_precision_loss, reason = "what is drawn is far below 2^52")]
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Whole(number) => number as f64,
            Self::Real(number) => number,
        }
    }

    /// A whole number, whatever its size: one beyond all that is counted is as near as a number can be.
    fn of(whole: i128) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "it is too large to be kept whole")]
        i64::try_from(whole).map_or(Self::Real(whole as f64), Self::Whole)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Real(number) => number.fmt(f),
        }
    }
}

/// What one fight is worth under best play, and how sure that is.
///
/// ```
/// use outplay::{Budget, Number, Question, Worth};
/// let wizard = outplay::open("wizard").unwrap();
/// let answer = wizard.solver().solve(&Question::default(), &Budget::default()).unwrap();
/// let worth = Worth::of(&answer);
/// assert_eq!((worth.value, worth.winner), (Some(Number::Whole(953)), Some(1)));
/// assert!(worth.is_settled());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worth {
    /// What it is worth: the least price of a win, the hp left, the chance. None where there is no win to
    /// have a price, or where nothing is known.
    pub value: Option<Number>,
    /// 1, 2 or nobody: who wins for sure when both do their best.
    pub winner: Option<u8>,
    /// `optimal`, `interval`, or `bound` where a limit stopped it.
    pub proof: Proof,
    /// It is proved to be no less, where it is not settled or dice fall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower: Option<Number>,
    /// It is proved to be no more, where it is not settled or dice fall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper: Option<Number>,
    /// Where the price of a sure win was asked for and none is sure: the best chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// Where the price of a win was asked for: is it known that nobody wins, as in a fight that never ends?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nobody: bool,
    /// What stopped it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// The line, as a replay takes it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub moves: String,
}

impl Worth {
    /// What an answer comes to.
    pub fn of(answer: &Answer) -> Self {
        let (mut lower, mut upper) = answer.bounds();
        let settled = answer.proof() == Proof::Optimal;
        if settled {
            (lower, upper) = (None, None);
        }
        let (mut value, mut chance) = (answer.value().map(Number::of), None);
        let (mut lower, mut upper) = (lower.map(Number::of), upper.map(Number::of));
        if let Answer::Chance(answer) = answer {
            value = answer.value.map(Number::Real);
            (lower, upper) = (answer.lower.map(Number::Real), answer.upper.map(Number::Real));
            chance = answer.best_chance.map(|chance| chance.value);
        }
        Self {
            value,
            winner: answer.winner().map(outplay_game::Player::number),
            proof: answer.proof(),
            lower,
            upper,
            chance,
            nobody: matches!(answer, Answer::Cost(_)) && answer.outcome().draw == Some(true),
            stopped: answer.stopped(),
            moves: answer.moves().to_owned(),
        }
    }

    /// Of a fight that was not begun.
    pub(crate) fn unknown(stop: Stop) -> Self {
        Self {
            value: None,
            winner: None,
            proof: Proof::Bound,
            lower: None,
            upper: None,
            chance: None,
            nobody: false,
            stopped: Some(stop),
            moves: String::new(),
        }
    }

    /// Is it known, whatever the limits?
    pub fn is_settled(&self) -> bool {
        self.stopped.is_none() && self.proof != Proof::Bound
    }

    /// Is another fight worth the same? None where that is not known: where one is not settled, or where both
    /// are known only within bounds that meet.
    pub fn is_same(&self, other: &Self) -> Option<bool> {
        if !self.is_settled() || !other.is_settled() {
            return None;
        }
        if self.proof == Proof::Optimal && other.proof == Proof::Optimal {
            return Some((self.value, self.winner) == (other.value, other.winner));
        }
        // No price, and the best chance of a win instead: then it is that which is compared.
        let bounds = |worth: &Self| {
            let worth_of = |bound: Option<Number>| bound.or(worth.value).map(Number::to_f64);
            (worth_of(worth.lower), worth_of(worth.upper))
        };
        match (bounds(self), bounds(other)) {
            ((Some(low), Some(high)), (Some(other_low), Some(other_high))) => {
                if high < other_low || other_high < low {
                    Some(false)
                } else {
                    (low >= high && other_low >= other_high).then_some(true)
                }
            }
            ((None, _) | (_, None), (None, _) | (_, None)) => match (self.chance, other.chance) {
                (Some(one), Some(two)) if (one - two).abs() > 1e-6 => Some(false),
                _ => None,
            },
            _ => Some(false),
        }
    }

    /// Is it known that there is no win at any price?
    pub fn is_no_win(&self) -> bool {
        self.is_settled() && self.value.is_none()
    }

    /// What is known of how it comes out, where it is played for this.
    pub fn outcome(&self, goal: Option<&Goal>) -> KnownOutcome {
        let decimal = |number: Option<Number>| match number? {
            Number::Whole(whole) => Some(Decimal::from(i128::from(whole))),
            Number::Real(real) => Decimal::of(real),
        };
        let sure = |yes: bool, no: bool| (yes || no).then_some(yes);
        let (lower, upper) = match (self.lower, self.upper) {
            (None, None) if self.is_settled() => (self.value, self.value),
            bounds => bounds,
        };
        let (low, high) = (lower.map(Number::to_f64), upper.map(Number::to_f64));
        let price = matches!(goal, Some(Goal::Least(_)));
        let rolled =
            self.proof == Proof::Interval || matches!(lower.or(upper), Some(Number::Real(_)));
        let (win, draw, valued) = match (goal, price, rolled) {
            (None, ..) => (None, None, Some(true)),
            (_, true, false) => {
                let valued = if self.value.is_some() {
                    Some(true)
                } else {
                    self.is_settled().then_some(false)
                };
                (valued, sure(self.nobody, self.winner.is_some()), valued)
            }
            (_, true, true) => {
                // A price is that of a sure win.
                let win = match self.chance {
                    Some(chance) => sure(chance >= 1.0, chance <= 0.0),
                    None => self.value.map(|_| true),
                };
                let known = self.value.is_some() || self.is_settled();
                (win, None, known.then_some(self.value.is_some()))
            }
            (Some(Goal::Most(what)), false, _) if what == "win" => {
                let win = low.zip(high).and_then(|(low, high)| sure(low >= 1.0, high <= 0.0));
                (win, None, Some(true))
            }
            (_, false, _) => {
                let (low, high) = (low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY));
                let win = if rolled { None } else { sure(low > 0.0, high <= 0.0) };
                let draw = if rolled {
                    None
                } else {
                    sure(low == 0.0 && high == 0.0, low > 0.0 || high < 0.0)
                };
                (win, draw, Some(true))
            }
        };
        KnownOutcome {
            win,
            draw,
            valued,
            lower: decimal(lower),
            upper: decimal(upper),
            contest: goal.is_some(),
        }
    }
}
