//! What a state waits for.

use crate::Player;

/// The kind of a state, as a search sees it: how its value comes from those of its moves.
///
/// Every search, the reference and the laws match this exhaustively, so that a new kind is a
/// compile error in each of them and never a silent maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Player 1 picks the move that is best for them.
    Max,
    /// Player 2 picks the one that is worst for player 1.
    Min,
    /// A roll of the dice picks: the value is the mean by the weights that [`crate::Chance`] gives.
    /// A search that does not weigh dice stops with [`crate::Stop::Chance`].
    Mean,
    /// Nobody picks: there is exactly one move, and it happens.
    Single,
    /// The game has ended; there are no moves.
    End,
}

impl Node {
    /// Where this player picks.
    pub const fn of(player: Player) -> Self {
        match player {
            Player::One => Self::Max,
            Player::Two => Self::Min,
        }
    }

    /// Who picks, where a player does.
    ///
    /// ```
    /// # use outplay_game::{Node, Player};
    /// assert_eq!(Node::Min.chooser(), Some(Player::Two));
    /// assert_eq!(Node::Single.chooser(), None);
    /// ```
    pub const fn chooser(self) -> Option<Player> {
        match self {
            Self::Max => Some(Player::One),
            Self::Min => Some(Player::Two),
            Self::Mean | Self::Single | Self::End => None,
        }
    }
}
