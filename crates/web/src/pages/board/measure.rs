//! What a position is worth to player 1, as one number that can be drawn: the whole price of the win
//! (what was spent and what it still takes), points, or a chance.

use outplay::game::Player;
use outplay::{About, Hint, Objective, amount};
use outplay_render::chance::{self, per_cent};

use crate::here::{Best, Here};
use crate::words::hint_unit;

/// What a position is worth to player 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Worth {
    /// That is not settled.
    Open,
    /// Nothing: there is no win.
    NoWin,
    /// So much.
    Is(f64),
}

impl Worth {
    fn of(value: Option<f64>) -> Self {
        value.map_or(Self::NoWin, Self::Is)
    }

    /// Is it known?
    pub(crate) fn is_settled(self) -> bool {
        self != Self::Open
    }
}

/// What the values of a game are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// What a win costs in all; less is better, and there may be none.
    Price(String),
    /// What player 1 gets and player 2 loses.
    Points(String),
    /// How likely player 1 is to win.
    Chance,
}

impl Measure {
    /// What the values of this game are.
    pub(crate) fn of(about: &About) -> Self {
        match &about.objective {
            Objective::LeastCost(unit) => Self::Price(unit.clone()),
            Objective::Win => Self::Chance,
            other => Self::Points(other.unit().to_owned()),
        }
    }

    /// A value in words.
    pub(crate) fn say(&self, worth: Worth, about: &About) -> String {
        let value = match worth {
            Worth::Open => return "not settled".to_owned(),
            Worth::NoWin if about.rolls => return "no sure win".to_owned(),
            Worth::NoWin => return "no win".to_owned(),
            Worth::Is(value) => value,
        };
        match self {
            Self::Chance => per_cent(value),
            Self::Price(unit) | Self::Points(unit) if value.fract() != 0.0 => {
                chance::worth(value, unit)
            }
            Self::Price(unit) => amount(size(value), unit),
            Self::Points(unit) => {
                let sign = match value {
                    value if value > 0.0 => "+",
                    value if value < 0.0 => "−",
                    _ => "",
                };
                format!("{sign}{}", amount(size(value), unit))
            }
        }
    }

    /// Whom a value favours.
    pub(crate) fn goes_to(&self, worth: Worth) -> Option<Player> {
        let lead = match (self, worth) {
            (_, Worth::Open) => 0.0,
            (_, Worth::NoWin) => -1.0,
            (Self::Price(_), Worth::Is(_)) => 1.0,
            (Self::Points(_), Worth::Is(points)) => points,
            (Self::Chance, Worth::Is(chance)) => chance - 0.5,
        };
        match lead {
            lead if lead > 0.0 => Some(Player::One),
            lead if lead < 0.0 => Some(Player::Two),
            _ => None,
        }
    }

    /// The value of a position whose moves are known, after so much was spent.
    pub(crate) fn before(
        &self,
        hints: &[Hint],
        player: Player,
        spent: u64,
        about: &About,
    ) -> Worth {
        let Some(best) = hints.iter().find(|hint| hint.best) else { return Worth::Open };
        Worth::of(match (self, best.mean, best.value) {
            (Self::Price(_), Some(_), _) if hint_unit(best, about) == "chance" => None,
            (Self::Price(_), Some((mean, _)), _) => Some(float(spent) + mean),
            (Self::Price(_), None, value) => value.map(|value| float(spent) + signed(value)),
            (_, Some((mean, _)), _) => Some(mean),
            (_, None, value) if player == Player::One => value.map(signed),
            (_, None, value) => value.map(|value| -signed(value)),
        })
    }

    /// What a position is worth: by its end, or by the best play from it.
    pub(crate) fn here(&self, here: &Here, best: Option<&Best>) -> Worth {
        let replay = here.replay();
        let Some(best) = best else {
            let won = replay.won_by() == Some(Player::One);
            return Worth::of(match self {
                Self::Price(_) => won.then(|| float(replay.spent)),
                Self::Points(_) => Some(replay.value.map_or(0.0, signed)),
                Self::Chance => Some(if won { 1.0 } else { 0.0 }),
            });
        };
        self.with_best_play(best, replay.spent)
    }

    /// What best play comes to after so much was spent.
    pub(crate) fn with_best_play(&self, best: &Best, spent: u64) -> Worth {
        let stopped = best.chance().is_some_and(|answer| answer.stopped.is_some());
        if stopped || !best.is_proved() {
            return Worth::Open;
        }
        let spent = if matches!(self, Self::Price(_)) { float(spent) } else { 0.0 };
        Worth::of(best.whole_value().map(|value| spent + value))
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number")]
fn size(value: f64) -> u64 {
    value.abs() as u64
}

#[expect(clippy::cast_precision_loss, reason = "a place on a drawing")]
fn float(number: u64) -> f64 {
    number as f64
}

#[expect(clippy::cast_precision_loss, reason = "a place on a drawing")]
fn signed(number: i64) -> f64 {
    number as f64
}
