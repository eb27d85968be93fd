//! Kinds of node as the searches see them: the largest of the moves' values, the smallest, or none.
//!
//! The one place that says what no search can weigh yet: a state where dice are rolled.

use outplay_game::{Node, Player, Stop};

/// Which of its moves' values to player 1 a state has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    /// The largest. Also that of the one move there is, where nobody chooses.
    Largest,
    /// The smallest.
    Smallest,
}

impl Pick {
    /// What a state does with the values of its moves; `None` where the game has ended.
    #[inline]
    pub(crate) fn of(node: Node) -> Result<Option<Self>, Stop> {
        match node {
            Node::Max | Node::Single => Ok(Some(Self::Largest)),
            Node::Min => Ok(Some(Self::Smallest)),
            Node::End => Ok(None),
            Node::Mean => Err(Stop::Chance),
        }
    }

    /// Does it go against what this player wants? (A single move does not matter.)
    #[inline]
    pub(crate) fn opposes(self, player: Player) -> bool {
        match (self, player) {
            (Self::Largest, Player::One) | (Self::Smallest, Player::Two) => false,
            (Self::Largest, Player::Two) | (Self::Smallest, Player::One) => true,
        }
    }

    /// Is `new` a better value than `old` for the one who picks?
    #[inline]
    pub(crate) fn prefers(self, new: i64, old: i64) -> bool {
        match self {
            Self::Largest => new > old,
            Self::Smallest => new < old,
        }
    }
}
