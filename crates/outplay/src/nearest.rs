//! Where there is no win: how near player 1 comes, and what is missing, as plain data.

use outplay_game::{Proof, Stop};
use serde::{Deserialize, Serialize};

/// The line that comes nearest to a win.
///
/// Of two lines the one comes nearer on which player 2 has less hp at some time, be it when somebody
/// acts or at the end; where that is the same, the one on which the fight lasts longer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NearestLine {
    /// The line as a replay takes it: to the end, or to where player 2 has least where there need be
    /// no end.
    pub moves: String,
    /// The line as names.
    pub line: Vec<String>,
    /// The least hp that player 2 is brought to.
    pub enemy_hp: i64,
    /// How many rounds there are; none where player 1 lives as long as they like.
    pub life: Option<u64>,
    /// `optimal`, or `bound` where a limit stopped the search: then there may be a nearer line.
    pub proof: Proof,
    /// What stopped the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// States expanded.
    pub states: u64,
    /// What every move would have left at every choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explain: Option<Vec<NearChoice>>,
}

/// A choice of the nearest line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NearChoice {
    /// The round.
    pub round: u32,
    /// Who chose: 1 or 2.
    pub side: u8,
    /// The moves.
    pub moves: Vec<NearMove>,
}

/// A move that could have been chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NearMove {
    /// As it stands in a line of moves.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Was it chosen?
    pub chosen: bool,
    /// The least hp that player 2 is brought to with it, when both do their best.
    pub enemy_hp: i64,
}

/// How near a move comes where no move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nearness {
    /// The least hp that player 2 is brought to from there on.
    pub enemy_hp: i64,
    /// How many more rounds begin; none where player 1 lives as long as they like.
    pub life: Option<u64>,
}

/// A number with which the fight would be won, all others being as they are.
///
/// One after the other is tried, since more is not always better: of player 1's own the next ones up,
/// of player 2's hp the next ones down. The first that wins is given; or how far none does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// The number: `hp`, or a pool that skills are paid with.
    pub number: String,
    /// Whose: 1 or 2.
    pub side: u8,
    /// What it is.
    pub now: i64,
    /// The least above it that wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i64>,
    /// The most below it that wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i64>,
    /// None up to this wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none_up_to: Option<i64>,
    /// None down to this wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none_down_to: Option<i64>,
    /// What kept it from being tried further.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

impl Missing {
    /// What would win, where that was found.
    pub fn wins(&self) -> Option<i64> {
        self.at_least.or(self.at_most)
    }

    /// How far none wins, where that is the answer.
    pub fn none_to(&self) -> Option<i64> {
        self.none_up_to.or(self.none_down_to)
    }
}
