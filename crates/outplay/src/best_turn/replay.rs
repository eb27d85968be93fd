//! A turn replayed, as plain data.

use outplay_hand::{Hand, Replay};
use serde::Serialize;

/// What came of a line.
#[derive(Clone, Debug, Serialize)]
pub struct HandReplay {
    /// `hand`.
    pub game: &'static str,
    /// Nobody: there is no opponent.
    pub winner: Option<u8>,
    /// Is the turn over?
    pub over: bool,
    /// Damage dealt.
    pub damage: u64,
    /// Resources spent.
    pub spent: u64,
    /// What all plays of the line would cost, legal or not.
    pub listed_cost: u64,
    /// A turn is one round.
    pub rounds: u32,
    /// The move that could not be made.
    pub refused: Option<HandRefused>,
    /// Every move, with the state after it.
    pub turns: Vec<HandStep>,
    /// What this was made from.
    #[serde(skip)]
    pub replay: Replay,
}

/// A move that could not be made.
#[derive(Clone, Debug, Serialize)]
pub struct HandRefused {
    /// A turn is one round.
    pub round: u32,
    /// Which of the moves, counted from 1.
    pub r#move: usize,
    /// As it was written.
    pub text: String,
    /// Why not.
    pub reason: String,
}

/// A move and the state after it.
#[derive(Clone, Debug, Serialize)]
pub struct HandStep {
    /// The move.
    pub r#move: String,
    /// All damage so far.
    pub damage: u64,
    /// Action points left.
    pub action_points: u64,
    /// Resources left.
    pub resources: u64,
}

/// Plays a line such as `pitch B, play A`, and tells what came of it.
pub fn replay_hand(hand: &Hand, moves: &str) -> HandReplay {
    let replay = hand.replay(moves);
    HandReplay {
        game: "hand",
        winner: None,
        over: replay.end.is_over(),
        damage: replay.damage,
        spent: replay.spent,
        listed_cost: replay.listed_cost,
        rounds: 1,
        refused: replay.refused.clone().map(|refused| HandRefused {
            round: 1,
            r#move: refused.number,
            text: refused.text,
            reason: refused.reason,
        }),
        turns: replay
            .steps
            .iter()
            .map(|step| HandStep {
                r#move: hand.spell_move(step.mv),
                damage: step.damage,
                action_points: step.after.action_points,
                resources: step.after.resources,
            })
            .collect(),
        replay,
    }
}
