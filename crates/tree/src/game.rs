//! A tree that can be played: positions by number, moves by their place.

use outplay_game::{Game, Player, Turn, Versus, ZeroSum};

/// A game that was written out; see the [crate](crate).
#[derive(Clone, Debug)]
pub struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) acyclic: bool,
}

/// A position.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its name: that of the way there (`C.E`), or its own.
    pub name: String,
    /// Who has to do what.
    pub turn: Turn,
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
    pub fn node(&self, state: u32) -> &Node {
        &self.nodes[state as usize]
    }

    /// What a move is called.
    ///
    /// # Panics
    /// When the position has no such move.
    pub fn move_name(&self, state: u32, mv: u32) -> &str {
        &self.node(state).moves[mv as usize].0
    }

    /// The move of that name, in any case if only one fits.
    pub fn find_move(&self, state: u32, name: &str) -> Option<u32> {
        let place = |fits: &dyn Fn(&str) -> bool| {
            let mut found = self.node(state).moves.iter().enumerate();
            let mut found = found.by_ref().filter(|(_, (name, _))| fits(name));
            let first = found.next().map(|(place, _)| place);
            first.filter(|_| found.next().is_none())
        };
        place(&|other| other == name)
            .or_else(|| place(&|other| other.to_lowercase() == name.to_lowercase()))
            .and_then(|place| u32::try_from(place).ok())
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

    fn turn(&self, state: &u32) -> Turn {
        self.node(*state).turn
    }

    fn moves(&self, state: &u32, out: &mut Vec<u32>) {
        out.extend((0..).take(self.node(*state).moves.len()));
    }

    fn play(&self, state: &u32, mv: u32) -> u32 {
        self.node(*state).moves[mv as usize].1
    }
}

impl Versus for Tree {
    fn winner(&self, state: &u32) -> Option<Player> {
        let node = self.node(*state);
        match (node.turn, node.payoff.signum()) {
            (Turn::Over, 1) => Some(Player::One),
            (Turn::Over, -1) => Some(Player::Two),
            _ => None,
        }
    }
}

impl ZeroSum for Tree {
    fn payoff(&self, state: &u32) -> i64 {
        self.node(*state).payoff
    }

    fn is_acyclic(&self) -> bool {
        self.acyclic
    }
}
