//! A decision tree that plays for a side.

use outplay_game::{Game, Player};

use crate::game::{Duel, Move};
use crate::order::Order;
use crate::rules::Tree;
use crate::state::State;

/// A decision tree of the rules file, as a way to play one side of a fight.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) player: Player,
    pub(crate) tree: Tree,
    /// For each node the skill that it uses, by its place among the fighter's; none where the
    /// fighter does not have it.
    pub(crate) skills: Vec<Option<usize>>,
}

impl Plan {
    /// The move that the tree picks: that of the first candidate which can be used now, or, where
    /// none can, the first move that there is.
    ///
    /// # Panics
    /// Where it is not the plan's player who chooses.
    pub fn choose<const W: usize, O: Order>(&self, duel: &Duel<W, O>, state: &State<W, O>) -> Move {
        assert_eq!(duel.current(state), self.player, "a plan is for one side");
        let mut moves = Vec::new();
        duel.moves(state, &mut moves);
        let candidates = self.tree.candidates(state);
        let wanted = candidates.into_iter().filter_map(|node| self.skills[node]).map(Move::of);
        let usable = wanted.into_iter().find(|mv| moves.contains(mv));
        usable.unwrap_or(moves[0])
    }
}
