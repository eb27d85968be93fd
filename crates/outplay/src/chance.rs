//! The best play where dice fall, as plain data: what it is worth on average or how likely a win is,
//! between two bounds that are both proved.

use outplay_game::{Proof, Stop};
use outplay_search as search;
use serde::{Deserialize, Serialize};

use crate::{By, Goal, Sample, Setting};

/// The answer to "what is the best play?" where dice fall, or where teams fight.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ChanceAnswer {
    /// The game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// Who meets whom, and how.
    #[serde(flatten)]
    pub setting: Setting,
    /// What it is played for: `{"most": "win"}`, `{"least": "mana"}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// What the value counts: "chance", "hp", "mana".
    pub unit: String,
    /// The budget that was asked for, and what it is counted in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u64>,
    /// What a price is counted in, where there is a budget.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<String>,
    /// The value to player 1 when both do their best, as well as it is known: the middle between the
    /// bounds. None where the goal is the price of a sure win and there is none.
    pub value: Option<f64>,
    /// It is proved to be no less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower: Option<f64>,
    /// It is proved to be no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper: Option<f64>,
    /// An estimate from playouts, where one was asked for.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
    /// Where the goal is the price of a sure win: the best chance of any win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_chance: Option<Mean>,
    /// Who chooses first: 1 or 2; nobody where the dice fall first.
    pub current: Option<u8>,
    /// 1 or 2 where a win of theirs is certain.
    pub winner: Option<u8>,
    /// All best first moves.
    pub best: Vec<String>,
    /// What each first move is worth; each result of a roll where the dice fall first.
    pub options: Vec<ChanceOption>,
    /// Where a coin decides who starts: what it is worth either way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<ChanceStart>,
    /// The likeliest line under best play, rolls included, as a replay takes it.
    pub moves: String,
    /// The line as names.
    pub line: Vec<String>,
    /// How likely the dice are to fall as in the line.
    pub probability: f64,
    /// Does the line come back to itself, so that it goes on for ever?
    pub for_ever: bool,
    /// How likely each length and each end is when both play their best, where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distribution: Option<ChanceSpread>,
    /// What every move was worth at every choice of the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explain: Option<Vec<ChanceChoice>>,
    /// `interval`, or `bound` where something stopped it.
    pub proof: Proof,
    /// What stopped the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// Where it was stopped: what would help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// The search.
    pub by: By,
    /// States expanded.
    pub states: u64,
    /// States generated.
    pub generated: u64,
    /// Bytes of the tables at their largest.
    pub peak_bytes: u64,
    /// Time for all that was asked.
    pub seconds: f64,
}

/// A number that is proved to lie between two others.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    /// The middle.
    pub value: f64,
    /// It is no less.
    pub lower: f64,
    /// It is no more.
    pub upper: f64,
}

impl From<search::Interval> for Mean {
    fn from(interval: search::Interval) -> Self {
        Self { value: interval.middle(), lower: interval.lower, upper: interval.upper }
    }
}

/// A move, or a result of a roll, and what it is worth to player 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChanceOption {
    /// As it stands in a line of moves.
    pub key: String,
    /// What it is called.
    pub name: String,
    /// What it is worth to player 1 if both play their best after it; none where no win is sure any
    /// more.
    #[serde(flatten)]
    pub value: Option<Mean>,
    /// What whoever chooses gives away by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regret: Option<f64>,
    /// How likely it is, where it is a result of a roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likely: Option<f64>,
    /// Is no other move better?
    pub best: bool,
    /// Was it made in the line that is explained?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
}

/// The answer for one who starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChanceStart {
    /// Who starts: 1 or 2.
    pub first: u8,
    /// What it is worth to player 1.
    #[serde(flatten)]
    pub value: Mean,
    /// The best first moves.
    pub best: Vec<String>,
    /// What each first move is worth.
    pub options: Vec<ChanceOption>,
}

/// A choice of a line, with what else could have been chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChanceChoice {
    /// The moves and rolls before it.
    pub after: String,
    /// Who chose: 1 or 2.
    pub side: u8,
    /// The moves.
    pub moves: Vec<ChanceOption>,
}

/// How a fight goes when both play their best, the first move among equals: how likely each end is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChanceSpread {
    /// Numbers of actions of either side, with how likely each is.
    pub actions: Vec<(u64, f64)>,
    /// The hp that either side has left, and how likely that is.
    pub hp: Vec<([i64; 2], f64)>,
    /// Who is left standing, by letters or names, and how likely that is.
    pub standing: Vec<(String, f64)>,
    /// Every figure may be too small by this at most.
    pub missing: f64,
}
