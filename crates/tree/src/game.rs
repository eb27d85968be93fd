//! A tree that can be played: positions by number, moves by their place.

use outplay_game::{Described, Game, Node, Player, Versus, ZeroSum};

/// A game that was written out; see the [crate](crate).
#[derive(Clone, Debug)]
pub struct Tree {
    pub(crate) nodes: Vec<Position>,
    pub(crate) acyclic: bool,
}

/// A position.
#[derive(Clone, Debug)]
pub struct Position {
    /// Its name: that of the way there (`C.E`), or its own.
    pub name: String,
    /// Who chooses, or that the game is over.
    pub node: Node,
    /// What it is worth to player 1, where the game is over.
    pub payoff: i64,
    /// The moves: their names and the positions that they lead to.
    pub moves: Vec<(String, u32)>,
}

impl Tree {
    /// A position, by its number.
    ///
    /// # Panics
    /// When there is none of that number.
    pub fn position(&self, state: u32) -> &Position {
        &self.nodes[state as usize]
    }

    /// What a move is called.
    ///
    /// # Panics
    /// When the position has no such move.
    pub fn move_name(&self, state: u32, mv: u32) -> &str {
        &self.position(state).moves[mv as usize].0
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is there none? Never: a tree has a start.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

impl Game for Tree {
    /// The number of a position.
    type State = u32;
    /// The place among the position's moves.
    type Move = u32;

    fn start(&self) -> u32 {
        0
    }

    fn node(&self, state: &u32) -> Node {
        self.position(*state).node
    }

    fn moves(&self, state: &u32, out: &mut Vec<u32>) {
        out.extend((0..).take(self.position(*state).moves.len()));
    }

    fn play(&self, state: &u32, mv: u32) -> u32 {
        self.position(*state).moves[mv as usize].1
    }
}

impl Versus for Tree {
    fn winner(&self, state: &u32) -> Option<Player> {
        let position = self.position(*state);
        match position.node {
            Node::End if position.payoff > 0 => Some(Player::One),
            Node::End if position.payoff < 0 => Some(Player::Two),
            Node::End | Node::Max | Node::Min | Node::Mean | Node::Single => None,
        }
    }
}

impl ZeroSum for Tree {
    fn payoff(&self, state: &u32) -> i64 {
        self.position(*state).payoff
    }

    fn is_acyclic(&self) -> bool {
        self.acyclic
    }
}

impl Described for Tree {
    fn move_name(&self, state: &u32, mv: u32) -> String {
        Self::move_name(self, *state, mv).to_owned()
    }

    fn holds(&self) -> Vec<(usize, &'static str)> {
        vec![(self.len(), "position")]
    }

    /// Where it is: the name of the position.
    fn facts(&self, state: &u32) -> Vec<(String, String)> {
        vec![("position".to_owned(), self.position(*state).name.clone())]
    }
}
