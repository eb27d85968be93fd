//! How a game of combat ends, as plain data.

use outplay_game::{Player, Stop};

/// Which rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The higher card wins, always.
    Plain,
    /// A round may be decided by a smaller game; a position that returns ends its game.
    Recursive,
}

impl Mode {
    /// Both, the plain one first.
    pub const BOTH: [Self; 2] = [Self::Plain, Self::Recursive];

    /// `plain` or `recursive`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Recursive => "recursive",
        }
    }
}

/// Positions that come again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cycle {
    /// The round, counted from 1, before which the position stands that is the first to return.
    pub start: u64,
    /// After how many rounds it returns.
    pub length: u64,
}

/// Why a game ends, if it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ends {
    /// The winner holds all the cards.
    AllCards,
    /// A position came back, which wins for player 1.
    Repetition(Cycle),
    /// It does not: positions come back for ever.
    Never(Cycle),
}

/// What came of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who wins; nobody where it never ends.
    pub winner: Option<Player>,
    /// Why it ends.
    pub ends: Ends,
    /// Rounds of the game itself, sub-games apart; where it never ends, until the first return.
    pub rounds: u64,
    /// Both decks at the end, or at the first return; top first.
    pub decks: [Vec<u32>; 2],
    /// Rounds that were played to find this out, in all games.
    pub played: u64,
    /// Sub-games that a proved shortcut decided without playing them.
    pub skipped: u64,
}

impl Outcome {
    /// The winner's score.
    pub fn score(&self) -> Option<u128> {
        self.winner.map(|winner| score(&self.decks[winner.index()]))
    }
}

/// The bottom card times 1, the next times 2, and so on.
///
/// ```
/// assert_eq!(outplay_combat::score(&[3, 2, 10, 6, 8, 5, 9, 4, 7, 1]), 306);
/// ```
pub fn score(deck: &[u32]) -> u128 {
    deck.iter().rev().zip(1..).map(|(&card, weight)| u128::from(card) * weight).sum()
}

/// What a whole play by the rules contains, every sub-game included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games played, the first included.
    pub games: u64,
    /// Rounds of all of them.
    pub rounds: u64,
    /// How deep the deepest sub-game lies: 0 where there are none.
    pub deepest: u64,
    /// Games that ended because a position came back.
    pub repetitions: u64,
}

/// A game that was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// What stopped it.
    pub stopped: Stop,
    /// Rounds played until then, in all games.
    pub played: u64,
}
