//! The answer to "what is the best play?", whatever the game: what all answers have in common, and
//! the detail of each kind. As JSON it is what programs read, and can be read back.

use std::time::Instant;

use outplay_game::{Player, Proof, Stop};
use outplay_search::Stats;
use serde::{Deserialize, Serialize};

use crate::{By, ChanceAnswer, CombatAnswer, CostAnswer, HandAnswer, VersusAnswer};

/// The answer to "what is the best play?".
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// Of a fight with dice, or of teams. It has fields that no other answer has, and is read first.
    Chance(Box<ChanceAnswer>),
    /// Of a game in which player 1 wants to win at the least cost.
    Cost(Box<CostAnswer>),
    /// Of a game in which one's gain is the other's loss.
    Versus(Box<VersusAnswer>),
    /// Of a hand.
    Hand(Box<HandAnswer>),
    /// Of two decks.
    Combat(Box<CombatAnswer>),
}

/// What something took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Took {
    /// States expanded.
    pub states: u64,
    /// States generated.
    pub generated: u64,
    /// Bytes of the tables at their largest.
    pub peak_bytes: u64,
    /// Time.
    pub seconds: f64,
}

impl Took {
    pub(crate) fn new(stats: &Stats, begin: Instant) -> Self {
        let &Stats { expanded, generated, peak_bytes, .. } = stats;
        Self { states: expanded, generated, peak_bytes, seconds: begin.elapsed().as_secs_f64() }
    }
}

/// The same field of every kind.
macro_rules! common {
    ($self:ident, $answer:ident => $field:expr) => {
        match $self {
            Self::Chance($answer) => $field,
            Self::Cost($answer) => $field,
            Self::Versus($answer) => $field,
            Self::Hand($answer) => $field,
            Self::Combat($answer) => $field,
        }
    };
}

impl Answer {
    /// The game.
    pub fn game(&self) -> &str {
        common!(self, answer => &answer.game)
    }

    /// Its mode, where it has any.
    pub fn mode(&self) -> Option<&str> {
        match self {
            Self::Chance(answer) => Some(&answer.setting.mode),
            Self::Cost(answer) => Some(&answer.mode),
            Self::Versus(answer) => answer.setting.as_ref().map(|setting| setting.mode.as_str()),
            Self::Hand(_) => None,
            Self::Combat(answer) => Some(&answer.mode),
        }
    }

    /// What it is worth: what a win costs, what it is worth to player 1, the damage, the score. None
    /// where there is no win, where it is not known, or where it is no whole number.
    pub fn value(&self) -> Option<i128> {
        match self {
            Self::Chance(_) => None,
            Self::Cost(answer) => answer.value.map(i128::from),
            Self::Versus(answer) => answer.value.map(i128::from),
            Self::Hand(answer) => Some(i128::from(answer.value)),
            Self::Combat(answer) => answer.value.and_then(|value| i128::try_from(value).ok()),
        }
    }

    /// What the value is proved to be at least and at most, where it is not settled.
    pub fn bounds(&self) -> (Option<i128>, Option<i128>) {
        match self {
            Self::Cost(answer) => match answer.interval {
                Some(known) => (Some(i128::from(known.lower)), known.upper.map(i128::from)),
                None => (None, None),
            },
            Self::Versus(answer) => (answer.lower.map(i128::from), answer.upper.map(i128::from)),
            Self::Hand(answer) => (answer.lower.map(i128::from), answer.upper.map(i128::from)),
            Self::Combat(_) | Self::Chance(_) => (None, None),
        }
    }

    /// Who wins when everybody does their best, where somebody does.
    pub fn winner(&self) -> Option<Player> {
        let winner = common!(self, answer => answer.winner)?;
        Player::BOTH.get(usize::from(winner).checked_sub(1)?).copied()
    }

    /// The line, as a replay takes it.
    pub fn moves(&self) -> &str {
        common!(self, answer => &answer.moves)
    }

    /// The line to be shown, as a replay takes it: the nearest one where there is no win.
    pub fn shown_moves(&self) -> &str {
        let nearest = match self {
            Self::Cost(answer) => answer.nearest.as_ref(),
            Self::Chance(_) | Self::Versus(_) | Self::Hand(_) | Self::Combat(_) => None,
        };
        nearest.map_or(self.moves(), |nearest| &nearest.moves)
    }

    /// The line as names.
    pub fn line(&self) -> &[String] {
        common!(self, answer => &answer.line[..])
    }

    /// How sure it is.
    pub fn proof(&self) -> Proof {
        common!(self, answer => answer.proof)
    }

    /// What stopped it, where something did.
    pub fn stopped(&self) -> Option<Stop> {
        common!(self, answer => answer.stopped)
    }

    /// How it was found.
    pub fn by(&self) -> By {
        common!(self, answer => answer.by)
    }

    /// States expanded for all that was asked.
    pub fn states(&self) -> u64 {
        common!(self, answer => answer.states)
    }

    /// Time for all that was asked.
    pub fn seconds(&self) -> f64 {
        common!(self, answer => answer.seconds)
    }

    /// With what the search for the value took, and nothing else: what searches are compared by.
    pub(crate) fn of_search_alone(mut self) -> Self {
        match &mut self {
            Self::Cost(answer) => {
                let Took { states, generated, peak_bytes, seconds } = answer.search;
                (answer.states, answer.generated) = (states, generated);
                (answer.peak_bytes, answer.seconds) = (peak_bytes, seconds);
            }
            Self::Versus(answer) => {
                let Took { states, generated, peak_bytes, seconds } = answer.search;
                (answer.states, answer.generated) = (states, generated);
                (answer.peak_bytes, answer.seconds) = (peak_bytes, seconds);
            }
            Self::Chance(_) | Self::Hand(_) | Self::Combat(_) => {}
        }
        self
    }

    /// Is it all that was asked for: proved where it could be, and nothing cut short?
    pub fn is_whole(&self) -> bool {
        let cut_short = match self {
            Self::Cost(answer) => answer.cut_short,
            Self::Versus(answer) => answer.cut_short,
            Self::Chance(_) | Self::Hand(_) | Self::Combat(_) => false,
        };
        !cut_short && self.stopped().is_none() && self.proof() != Proof::Bound
    }
}
