//! Who acts: the two players and the kinds of turn.

use std::fmt;

/// One of the two sides of a game.
///
/// A player is who they are, never "the one who did not just move": a game may let one side move
/// three times running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Player 1: the one whose goal a cost search pursues.
    One,
    /// Player 2.
    Two,
}

impl Player {
    /// Both players, in order.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// The opponent.
    ///
    /// ```
    /// # use outplay_game::Player;
    /// assert_eq!(Player::One.other(), Player::Two);
    /// ```
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// 0 for player 1, 1 for player 2: the place in an array of both.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 1 or 2, as people say it.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.number())
    }
}

/// What a state waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This player picks one of the moves.
    Choose(Player),
    /// Nobody picks: there is exactly one move, and it happens.
    Forced,
    /// The game has ended; there are no moves.
    Over,
}
