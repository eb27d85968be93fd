//! Who acts: the two players.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One of the two sides of a game.
///
/// A player is who they are, never "the one who did not just move": a game may let one side move
/// three times running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
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

/// As programs read it: 1 or 2.
impl From<Player> for u8 {
    fn from(player: Player) -> Self {
        player.number()
    }
}

/// There are players 1 and 2, and nobody of this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchPlayer(pub u8);

impl fmt::Display for NoSuchPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a player is 1 or 2, not {}", self.0)
    }
}

impl std::error::Error for NoSuchPlayer {}

impl TryFrom<u8> for Player {
    type Error = NoSuchPlayer;

    fn try_from(number: u8) -> Result<Self, NoSuchPlayer> {
        Self::BOTH.into_iter().find(|player| player.number() == number).ok_or(NoSuchPlayer(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Node;

    #[test]
    fn programs_read_and_write_a_player_as_a_number() {
        assert_eq!(serde_json::to_string(&Player::BOTH).unwrap(), "[1,2]");
        assert_eq!(
            serde_json::from_str::<[Player; 2]>("[2,1]").unwrap(),
            [Player::Two, Player::One]
        );
        let error = serde_json::from_str::<Player>("3").unwrap_err();
        assert!(error.to_string().starts_with("a player is 1 or 2, not 3"), "{error}");
    }

    #[test]
    fn a_player_is_one_of_two() {
        let [one, two] = Player::BOTH;
        assert_eq!((one, two), (Player::One, Player::Two));
        assert_eq!((one.other(), two.other()), (two, one));
        assert_eq!([one, two].map(Player::index), [0, 1]);
        assert_eq!([one, two].map(Player::number), [1, 2]);
        assert_eq!([one, two].map(u8::from), [1, 2]);
        assert_eq!([one, two].map(|player| player.to_string()), ["player 1", "player 2"]);
        assert_eq!(
            [0, 1, 2, 3].map(|number| Player::try_from(number).ok()),
            [None, Some(one), Some(two), None]
        );
        assert_eq!(NoSuchPlayer(7).to_string(), "a player is 1 or 2, not 7");
        assert_eq!([one, two].map(Node::of), [Node::Max, Node::Min]);
        let choosers =
            [Node::Max, Node::Min, Node::Mean, Node::Single, Node::End].map(Node::chooser);
        assert_eq!(choosers, [Some(one), Some(two), None, None, None]);
    }
}
