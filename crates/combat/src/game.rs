//! Combat as a [`Game`]: nobody chooses, every turn is forced.

use outplay_game::{Game, Node, Player, Versus};

use crate::{Deal, Mode, Position};

/// A deal and the rules that it is played by.
///
/// ```
/// use outplay_combat::{Combat, Deal, Mode};
/// let deal = Deal::new([vec![9, 2, 6, 3, 1], vec![5, 8, 4, 7, 10]]).unwrap();
/// let combat = Combat { deal, mode: Mode::Plain };
/// // 29 rounds, the last step that says who won, and the start.
/// assert_eq!(outplay_game::laws::check(&combat, 1000), Ok(31));
/// ```
#[derive(Clone, Debug)]
pub struct Combat {
    /// The decks.
    pub deal: Deal,
    /// The rules.
    pub mode: Mode,
}

/// The one move there ever is: both draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw;

impl Game for Combat {
    type State = Position;
    type Move = Draw;

    fn start(&self) -> Position {
        Position::new(&self.deal, self.mode)
    }

    fn node(&self, state: &Position) -> Node {
        if state.winner().is_some() { Node::End } else { Node::Single }
    }

    fn moves(&self, state: &Position, out: &mut Vec<Draw>) {
        out.extend(state.winner().is_none().then_some(Draw));
    }

    fn play(&self, state: &Position, Draw: Draw) -> Position {
        let mut next = state.clone();
        next.advance();
        next
    }
}

impl Versus for Combat {
    fn winner(&self, state: &Position) -> Option<Player> {
        state.winner()
    }
}
