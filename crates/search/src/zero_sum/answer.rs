//! What a search for two sides answers, as plain data.

use outplay_game::{Game, Node, Stop, ZeroSum};

use crate::Stats;
use crate::pick::Pick;

/// The best play of both sides, as far as it is proved.
///
/// The value to player 1 lies between `lower` and `upper`; it is proved when the two are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZeroSumSolution<M> {
    /// Player 1 can get at least this.
    pub lower: i64,
    /// Player 2 can hold player 1 to this.
    pub upper: i64,
    /// The moves of both, first to last: at each choice the first best one in move order. Where the
    /// search was stopped, the beginning of a line that looked best.
    pub line: Vec<M>,
    /// The line comes back to the state after so many of its moves, and goes on like that for ever;
    /// after all of them where it goes on without coming back.
    pub returns_to: Option<usize>,
    /// What stopped the search before it had value and line, where something did.
    pub stopped: Option<Stop>,
    /// What it took.
    pub stats: Stats,
}

/// What a search of a game answers.
pub(super) type Solved<G> = ZeroSumSolution<<G as Game>::Move>;

impl<M> ZeroSumSolution<M> {
    /// The value to player 1, where it is proved.
    pub fn value(&self) -> Option<i64> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// A proved value.
    pub(super) fn proved(value: i64, line: Vec<M>, stats: Stats) -> Self {
        let (lower, upper) = (value, value);
        Self { lower, upper, line, returns_to: None, stopped: None, stats }
    }

    /// What is known of `from` when a search stops that follows whole lines: the game's own bounds,
    /// and the best of the moves that were finished, with its line.
    pub(super) fn stopped<G: ZeroSum<Move = M>>(
        game: &G,
        from: &G::State,
        best: Option<(i64, Vec<M>)>,
        stop: Stop,
        stats: Stats,
    ) -> Self {
        let (mut lower, mut upper) = bounds(game, from);
        let mut line = Vec::new();
        if let Some((value, so_far)) = best {
            match Pick::of(game.node(from)) {
                Ok(Some(Pick::Smallest)) => upper = upper.min(value),
                Ok(Some(Pick::Largest)) => lower = lower.max(value),
                Ok(None) | Err(_) => {}
            }
            line = so_far;
        }
        Self { lower, upper, line, returns_to: None, stopped: Some(stop), stats }
    }
}

/// What the game itself knows of a state's value: all of it, where it is over.
pub(super) fn bounds<G: ZeroSum>(game: &G, state: &G::State) -> (i64, i64) {
    match game.node(state) {
        Node::End => {
            let payoff = game.payoff(state);
            (payoff, payoff)
        }
        Node::Max | Node::Min | Node::Mean | Node::Single => game.value_bounds(state),
    }
}
