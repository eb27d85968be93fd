//! A game in which no more than so much may be spent: asked for its goal, it gives the best chance within
//! a budget.

use outplay_game::{Chance, Game, MinCost, Node};

/// The same game with a budget: who spends more has lost.
pub struct AtMost<'a, G> {
    game: &'a G,
    most: u64,
}

impl<'a, G: MinCost> AtMost<'a, G> {
    /// With so much to spend.
    pub fn new(game: &'a G, most: u64) -> Self {
        Self { game, most }
    }

    /// A state of the game with all of the budget left.
    pub fn at(&self, state: &G::State) -> (G::State, Option<u64>) {
        (state.clone(), Some(self.most))
    }
}

impl<G: MinCost> Game for AtMost<'_, G> {
    /// The state, and what is left; none where more was spent than there was.
    type State = (G::State, Option<u64>);
    type Move = G::Move;

    fn start(&self) -> Self::State {
        self.at(&self.game.start())
    }

    fn node(&self, (state, left): &Self::State) -> Node {
        left.map_or(Node::End, |_| self.game.node(state))
    }

    fn moves(&self, (state, left): &Self::State, out: &mut Vec<G::Move>) {
        if left.is_some() {
            self.game.moves(state, out);
        }
    }

    fn play(&self, (state, left): &Self::State, mv: G::Move) -> Self::State {
        let cost = self.game.cost(state, mv);
        match left.and_then(|left| left.checked_sub(cost)) {
            Some(left) => (self.game.play(state, mv), Some(left)),
            // It does not matter where one is without money: all these are one state.
            None => (self.game.start(), None),
        }
    }

    fn extra_bytes((state, _): &Self::State) -> usize {
        G::extra_bytes(state)
    }
}

impl<G: MinCost + Chance> Chance for AtMost<'_, G> {
    fn weights(&self, (state, _): &Self::State, out: &mut Vec<u64>) {
        self.game.weights(state, out);
    }
}

impl<G: MinCost> MinCost for AtMost<'_, G> {
    fn cost(&self, (state, _): &Self::State, mv: G::Move) -> u64 {
        self.game.cost(state, mv)
    }

    fn is_goal(&self, (state, left): &Self::State) -> bool {
        left.is_some() && self.game.is_goal(state)
    }

    fn contested(&self) -> bool {
        self.game.contested()
    }
}
