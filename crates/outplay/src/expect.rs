//! What somebody expects of an answer, and whether it is so: a designer's tests of a fight.
//!
//! An answer that a limit stopped still decides what its proven bounds decide; else it stays open. A
//! fight that cannot be won has no value, so nothing that is said of its value holds.

use std::fmt;
use std::str::FromStr;

use crate::KnownOutcome;
use crate::decimal::Decimal;

/// What is expected of an answer.
///
/// ```
/// use outplay::{Expectation, Judgement, Question, Source, Budget};
/// let table = Source::game("wizard").open().unwrap();
/// let answer = table.solver().solve(&Question::default(), &Budget::default()).unwrap();
/// let expected: Expectation = "value<=900".parse().unwrap();
/// assert_eq!(expected.judge(&answer.outcome()), Judgement::Missed);
/// assert_eq!(answer.outcome().to_string(), "player 1 wins, and the value is 953");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// Player 1 wins.
    Win,
    /// Player 1 does not win.
    NoWin,
    /// Nobody wins.
    Draw,
    /// The value is less, equal, more, or one of two of these.
    Value(Relation, Decimal),
    /// The value is one of these numbers, both ends included.
    Within(Decimal, Decimal),
}

/// How a value stands to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<=`
    AtMost,
    /// `<`
    Below,
    /// `>=`
    AtLeast,
    /// `>`
    Above,
    /// `=`
    Equal,
    /// `!=`
    Unequal,
}

impl Relation {
    /// The longer signs first.
    const SIGNS: [(&'static str, Self); 7] = [
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("!=", Self::Unequal),
        ("==", Self::Equal),
        ("=", Self::Equal),
        ("<", Self::Below),
        (">", Self::Above),
    ];

    fn sign(self) -> &'static str {
        Self::SIGNS.iter().rfind(|(_, relation)| *relation == self).map_or("", |(sign, _)| sign)
    }
}

/// A text that says nothing that could be expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotExpected(String);

impl fmt::Display for NotExpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: expect win, no-win, draw, or something of the value, as in value<=900, value>-3.5, \
             value!=0 or \"value in 0.45..0.55\"",
            self.0
        )
    }
}

impl std::error::Error for NotExpected {}

impl FromStr for Expectation {
    type Err = NotExpected;

    fn from_str(text: &str) -> Result<Self, NotExpected> {
        let wrong = |what: String| NotExpected(what);
        let number = |text: &str| {
            let text = text.trim();
            text.parse().map_err(|_| wrong(format!("`{text}` is no number")))
        };
        let text = text.trim();
        match text {
            "win" => return Ok(Self::Win),
            "no-win" => return Ok(Self::NoWin),
            "draw" => return Ok(Self::Draw),
            _ => {}
        }
        let unknown = || wrong(format!("`{text}` is nothing to expect"));
        let of_value = text.strip_prefix("value").ok_or_else(unknown)?.trim_start();
        if let Some(range) = of_value.strip_prefix("in ") {
            let (from, to) = range
                .split_once("..")
                .ok_or_else(|| wrong(format!("`{}` is no range A..B", range.trim())))?;
            let (from, to) = (number(from)?, number(to)?);
            if from > to {
                return Err(wrong(format!("no number is in {from}..{to}")));
            }
            return Ok(Self::Within(from, to));
        }
        let signs = Relation::SIGNS.iter();
        let found = signs.filter_map(|(sign, how)| Some((*how, of_value.strip_prefix(sign)?)));
        let (relation, than) = found.into_iter().next().ok_or_else(unknown)?;
        Ok(Self::Value(relation, number(than)?))
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win => f.write_str("win"),
            Self::NoWin => f.write_str("no-win"),
            Self::Draw => f.write_str("draw"),
            Self::Value(relation, number) => write!(f, "value{}{number}", relation.sign()),
            Self::Within(from, to) => write!(f, "value in {from}..{to}"),
        }
    }
}

/// Is it as expected?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is.
    Met,
    /// It is not.
    Missed,
    /// What is known does not decide it.
    Open,
}

impl From<Option<bool>> for Judgement {
    fn from(holds: Option<bool>) -> Self {
        match holds {
            Some(true) => Self::Met,
            Some(false) => Self::Missed,
            None => Self::Open,
        }
    }
}

impl Expectation {
    /// Can it be asked of a game without an opponent?
    pub fn needs_a_contest(&self) -> bool {
        matches!(self, Self::Win | Self::NoWin | Self::Draw)
    }

    /// Is what is known as expected?
    pub fn judge(&self, known: &KnownOutcome) -> Judgement {
        match self {
            Self::Win => known.win.into(),
            Self::NoWin => known.win.map(|win| !win).into(),
            Self::Draw => known.draw.into(),
            Self::Value(..) | Self::Within(..) => {
                let holds = self.holds(known.lower, known.upper);
                match (known.valued, holds) {
                    (Some(false), _) => Judgement::Missed,
                    // There may be no value at all.
                    (None, Some(true)) => Judgement::Open,
                    (_, holds) => holds.into(),
                }
            }
        }
    }

    /// Does it hold of every value from `lower` to `upper`, or of none?
    fn holds(&self, lower: Option<Decimal>, upper: Option<Decimal>) -> Option<bool> {
        let at_least = |number: Decimal| lower.is_some_and(|lower| lower >= number);
        let at_most = |number: Decimal| upper.is_some_and(|upper| upper <= number);
        let above = |number: Decimal| lower.is_some_and(|lower| lower > number);
        let below = |number: Decimal| upper.is_some_and(|upper| upper < number);
        let decide = |all: bool, none: bool| (all || none).then_some(all);
        match *self {
            Self::Value(Relation::AtMost, number) => decide(at_most(number), above(number)),
            Self::Value(Relation::Below, number) => decide(below(number), at_least(number)),
            Self::Value(Relation::AtLeast, number) => decide(at_least(number), below(number)),
            Self::Value(Relation::Above, number) => decide(above(number), at_most(number)),
            Self::Value(Relation::Equal, number) => {
                Self::Within(number, number).holds(lower, upper)
            }
            Self::Value(Relation::Unequal, number) => {
                Self::Within(number, number).holds(lower, upper).map(|same| !same)
            }
            Self::Within(from, to) => {
                decide(at_least(from) && at_most(to), below(from) || above(to))
            }
            Self::Win | Self::NoWin | Self::Draw => None,
        }
    }
}
