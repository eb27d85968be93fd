//! What is known of how a game comes out, in the same few words for every kind of game: what is expected
//! of an answer is compared with it.

use std::fmt;

use outplay_game::Proof;

use crate::decimal::Decimal;
use crate::{
    Answer, ChanceAnswer, CombatReplay, CostAnswer, DeckAnswer, Goal, HandReplay, Replay,
    SidesReplay,
};

/// What is known of how a game comes out; nothing where it is not settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownOutcome {
    /// Does player 1 win?
    pub win: Option<bool>,
    /// Does nobody win?
    pub draw: Option<bool>,
    /// Is there a value?
    pub valued: Option<bool>,
    /// It is no less, where there is one.
    pub lower: Option<Decimal>,
    /// It is no more, where there is one.
    pub upper: Option<Decimal>,
    /// Is there anybody to win against?
    pub contest: bool,
}

impl KnownOutcome {
    /// A value to player 1 of which bounds are known.
    fn between(lower: Option<i128>, upper: Option<i128>) -> Self {
        let sure = |yes: bool, no: bool| (yes || no).then_some(yes);
        let (low, high) = (lower.unwrap_or(i128::MIN), upper.unwrap_or(i128::MAX));
        Self {
            win: sure(low > 0, high <= 0),
            draw: sure(low == 0 && high == 0, low > 0 || high < 0),
            valued: Some(true),
            lower: lower.map(Decimal::from),
            upper: upper.map(Decimal::from),
            contest: true,
        }
    }

    /// Somebody has won, or nobody, and it is worth that.
    fn ended(winner: Option<u8>, draw: bool, value: Option<i128>) -> Self {
        let value_known = value.map(Decimal::from);
        Self {
            win: Some(winner == Some(1)),
            draw: Some(draw),
            valued: Some(value.is_some()),
            lower: value_known,
            upper: value_known,
            contest: true,
        }
    }

    fn of_chance(answer: &ChanceAnswer) -> Self {
        let sure = |yes: bool, no: bool| (yes || no).then_some(yes);
        let chance = match (&answer.goal, answer.best_chance) {
            (Some(Goal::Least(_)), Some(chance)) => Some((chance.lower, chance.upper)),
            // A price is that of a sure win.
            (Some(Goal::Least(_)), None) => answer.value.map(|_| (1.0, 1.0)),
            _ if answer.unit == "chance" => answer.lower.zip(answer.upper),
            _ => None,
        };
        Self {
            win: chance.and_then(|(lower, upper)| sure(lower >= 1.0, upper <= 0.0)),
            draw: None,
            valued: match (answer.value, answer.stopped) {
                (None, Some(_)) => None,
                (value, _) => Some(value.is_some()),
            },
            lower: answer.lower.and_then(Decimal::of),
            upper: answer.upper.and_then(Decimal::of),
            contest: true,
        }
    }

    fn of_cost(answer: &CostAnswer) -> Self {
        let proved = answer.proof == Proof::Optimal;
        let exact = answer.value.filter(|_| proved);
        let (lower, upper) = match answer.interval {
            Some(interval) => (Some(interval.lower), interval.upper),
            None => (exact, exact),
        };
        let nobody = answer.winner.is_none() && (answer.never_ends || answer.over);
        Self {
            win: if answer.value.is_some() { Some(true) } else { proved.then_some(false) },
            draw: if nobody { Some(true) } else { answer.winner.map(|_| false) },
            valued: if answer.value.is_some() { Some(true) } else { proved.then_some(false) },
            lower: lower.map(|lower| i128::from(lower).into()),
            upper: upper.map(|upper| i128::from(upper).into()),
            contest: true,
        }
    }
}

impl Answer {
    /// What is known of how it comes out.
    pub fn outcome(&self) -> KnownOutcome {
        let (lower, upper) = match (self.bounds(), self.value()) {
            ((None, None), value) => (value, value),
            (bounds, _) => bounds,
        };
        match self {
            Self::Chance(answer) => KnownOutcome::of_chance(answer),
            Self::Cost(answer) => KnownOutcome::of_cost(answer),
            Self::Versus(_) => KnownOutcome::between(lower, upper),
            Self::Hand(answer) => {
                // What a guess deals can be dealt, and perhaps more.
                let upper = if answer.proof == Proof::None { None } else { upper };
                KnownOutcome {
                    win: None,
                    draw: None,
                    contest: false,
                    ..KnownOutcome::between(lower, upper)
                }
            }
            Self::Combat(answer) if answer.proof == Proof::Optimal => {
                KnownOutcome::ended(answer.winner, answer.winner.is_none(), self.value())
            }
            Self::Combat(_) => KnownOutcome { contest: true, ..KnownOutcome::default() },
        }
    }
}

impl DeckAnswer {
    /// What is known of the damage on average.
    pub fn outcome(&self) -> KnownOutcome {
        let value = Decimal::of(self.value).filter(|_| self.stopped.is_none());
        KnownOutcome {
            valued: value.map(|_| true),
            lower: value,
            upper: value,
            ..KnownOutcome::default()
        }
    }
}

impl Replay {
    /// How it came out. Moves that do not end it win nothing.
    pub fn outcome(&self) -> KnownOutcome {
        match self {
            Self::Sides(replay) => replay.outcome(),
            Self::Hand(replay) => replay.outcome(),
            Self::Combat(replay) => replay.outcome(),
        }
    }
}

impl SidesReplay {
    /// How it came out: what a win cost, or what the end is worth to player 1.
    pub fn outcome(&self) -> KnownOutcome {
        let spent = (self.winner == Some(1)).then(|| i128::from(self.spent));
        let value = self.value.map(i128::from).or(spent);
        let draw = self.winner.is_none() && (self.over || self.endless);
        KnownOutcome::ended(self.winner, draw, value)
    }
}

impl HandReplay {
    /// What it dealt.
    pub fn outcome(&self) -> KnownOutcome {
        let dealt = Some(i128::from(self.damage));
        KnownOutcome {
            win: None,
            draw: None,
            contest: false,
            ..KnownOutcome::between(dealt, dealt)
        }
    }
}

impl CombatReplay {
    /// How it came out, where it was told to the end.
    pub fn outcome(&self) -> KnownOutcome {
        if self.ends.is_none() {
            return KnownOutcome { contest: true, ..KnownOutcome::default() };
        }
        let score = self.score.and_then(|score| i128::try_from(score).ok());
        KnownOutcome::ended(self.winner, self.winner.is_none(), score)
    }
}

/// What came, in a sentence without its end.
impl fmt::Display for KnownOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = match (self.win, self.draw) {
            (Some(true), _) => "player 1 wins",
            (_, Some(true)) => "nobody wins",
            (Some(false), _) => "player 1 does not win",
            _ => "",
        };
        let value = match (self.valued, self.lower, self.upper) {
            (Some(false), _, _) => String::new(),
            (_, Some(lower), Some(upper)) if lower == upper => format!("the value is {lower}"),
            (_, Some(lower), Some(upper)) => format!("the value is {lower} to {upper}"),
            (_, Some(lower), None) => format!("the value is {lower} or more"),
            (_, None, Some(upper)) => format!("the value is {upper} or less"),
            (_, None, None) if who.is_empty() => "nothing is settled".to_owned(),
            (_, None, None) => String::new(),
        };
        let and = if who.is_empty() || value.is_empty() { "" } else { ", and " };
        write!(f, "{who}{and}{value}")
    }
}
