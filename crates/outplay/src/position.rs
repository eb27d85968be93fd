//! A position of a game as somebody at it sees it: what has happened, what can be done, what it is
//! worth.

use outplay_game::Player;
use serde::{Deserialize, Serialize};

use crate::{Nearness, Scene, SidesReplay, Weighed};

/// A position, and the way there.
#[derive(Clone, Debug)]
pub struct Position {
    /// What happened so far; the last turn has begun where somebody chooses.
    pub replay: SidesReplay,
    /// The position as it stands.
    pub now: Scene,
    /// Who is to choose; nobody where it is over, or goes on for ever by itself.
    pub chooses: Option<Player>,
    /// What they can and cannot do, in move order.
    pub options: Vec<MoveOption>,
    /// The moves that were chosen: by whom, and what they are called.
    pub made: Vec<(Player, String)>,
    /// Where the dice are about to fall: how they may, as it stands in a line, and how likely each is
    /// (its weight among all).
    pub rolls: Vec<(String, u64)>,
}

/// Something that whoever chooses might do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveOption {
    /// As it stands in a line of moves.
    pub key: String,
    /// What it is called.
    pub name: String,
    /// In a sentence.
    pub about: Option<String>,
    /// What it does, in a short sentence; nothing where its name says it all.
    pub does: String,
    /// What it costs: how much of which number.
    pub cost: Vec<(i32, String)>,
    /// The hp that it takes from the enemy at once, where it can be used.
    pub harm: Option<i32>,
    /// Why it cannot be used now.
    pub refused: Option<String>,
}

/// What a move is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hint {
    /// As it stands in a line of moves.
    pub key: String,
    /// What it is called.
    pub name: String,
    /// The value to whoever chooses: of the winner's hp, or of what a win costs (then none where
    /// the win is thrown away).
    pub value: Option<i64>,
    /// What is lost against the best move, where both win.
    pub regret: Option<u64>,
    /// Is no other move better?
    pub best: bool,
    /// How near it comes, where no move wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near: Option<Nearness>,
    /// Where dice fall: what it is worth to player 1 on average, and what whoever chooses gives away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<(f64, f64)>,
    /// What that is counted in: the goal's unit, or "chance" where no win is sure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

impl From<Weighed> for Hint {
    fn from(option: Weighed) -> Self {
        Self {
            key: option.key,
            name: option.name,
            value: Some(option.value),
            regret: Some(option.regret.unsigned_abs()),
            best: option.regret == 0,
            near: None,
            mean: None,
            unit: None,
        }
    }
}

impl Hint {
    /// Is it a move to be recommended? Whoever cannot win has none, unless it is known what comes
    /// nearest; player 2 is content where player 1 cannot.
    pub fn is_good(&self, player: Player) -> bool {
        self.best
            && (player == Player::Two
                || self.value.is_some()
                || self.near.is_some()
                || self.mean.is_some())
    }
}
