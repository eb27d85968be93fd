//! The cheapest win for player 1, as plain data.
//!
//! A value is only given as optimal when the search proved it; a limit leaves the best line so far
//! and the interval in which the value lies. An opponent who chooses makes a game *contested*: the
//! line is then the worst case.

use outplay_game::{Proof, Stop};
use serde::{Deserialize, Serialize};

use crate::{By, Goal, Missing, NearestLine, Took};

/// The answer to "what is the cheapest win?".
#[derive(Clone, Debug, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field that programs read")]
pub struct CostAnswer {
    /// The game.
    pub game: String,
    /// Its mode.
    pub mode: String,
    /// What the value counts, for example "mana".
    pub unit: String,
    /// What it is played for: `{"least": "mana"}`, `{"most": "winner-hp"}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// The least with which player 1 wins; none where no win exists.
    pub value: Option<u64>,
    /// 1, 2 or nobody: who wins when both do their best.
    pub winner: Option<u8>,
    /// The line as a replay takes it.
    pub moves: String,
    /// The line as names.
    pub line: Vec<String>,
    /// `optimal` or `bound`.
    pub proof: Proof,
    /// With `bound`, and for a budget that is too small: what is known.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// The budget that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u64>,
    /// What stopped the search: `states`, `time` or `interrupted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// Where it was stopped: the numbers that can grow without end, as in `pupil.stamina`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grows: Vec<String>,
    /// Where it was stopped: what would help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// Does player 2 have choices? Then the value holds against their worst replies.
    pub contested: bool,
    /// The search.
    pub by: By,
    /// States expanded for all that was asked: the value, the line, the other moves, the explanation.
    pub states: u64,
    /// States generated, for all of it.
    pub generated: u64,
    /// Ever better lines found on the way.
    pub found: u64,
    /// With a depth-first search: these lines, in the order in which they were found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub improved: Option<Vec<Improved>>,
    /// Bytes of the tables at their largest.
    pub peak_bytes: u64,
    /// Time for all that was asked.
    pub seconds: f64,
    /// What the search for the value took alone.
    #[serde(skip)]
    pub search: Took,
    /// Every optimal line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<OptimalLines>,
    /// What every move was worth at every choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explain: Option<Vec<Explained>>,
    /// Did a limit stop the explanation, or the search for every optimal line?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
    /// Where there is no win: the line that comes nearest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<NearestLine>,
    /// Where it is proved that there is no win: with which numbers there would be one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<Missing>>,
    /// Is it over before anybody does anything?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
    /// Is it proved that neither side can force a win, so that it goes on for ever?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub never_ends: bool,
}

/// Where the value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interval {
    /// Nothing below this wins.
    pub lower: u64,
    /// What the best line so far costs, if there is one.
    pub upper: Option<u64>,
}

/// A line that was better than all before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Improved {
    /// What it costs.
    pub cost: u64,
    /// The line as a replay takes it.
    pub moves: String,
}

/// Every optimal line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptimalLines {
    /// The lines, in move order.
    pub lines: Vec<String>,
    /// Are these all?
    pub complete: bool,
    /// Did a limit stop the search for more?
    pub stopped: bool,
}

/// A choice of the line, with what else could have been chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    /// The round.
    pub round: u32,
    /// Who chose: 1 or 2.
    pub side: u8,
    /// The moves.
    pub moves: Vec<Priced>,
}

/// A move that could have been chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Priced {
    /// As it stands in a line of moves.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Was it chosen?
    pub chosen: bool,
    /// The least that the rest of the fight costs with it; none where it throws the win away.
    pub value: Option<u64>,
    /// What choosing it would cost.
    pub regret: Option<u64>,
}
