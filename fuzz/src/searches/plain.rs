//! The plain truth: every state looks one move further ahead, again and again.

use std::fmt;

use outplay_game::sketch::Sketch;
use outplay_game::{Chance, Game, MinCost, Node, Versus, ZeroSum};

/// So many times it is looked further ahead where dice fall: they may never come to an end of it.
const MOST_LOOKS: usize = 300;

/// A game with all of its states, those included that cannot be reached.
pub(super) struct Plain<'a> {
    pub(super) game: &'a Sketch,
    pub(super) text: &'a str,
    nodes: Vec<Node>,
    ways: Vec<Vec<Way>>,
}

/// A move, or a result of a roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) from: usize,
    pub(super) mv: usize,
    pub(super) next: usize,
    pub(super) cost: f64,
    weight: f64,
}

#[expect(clippy::cast_precision_loss, reason = "numbers have few digits")]
impl<'a> Plain<'a> {
    pub(super) fn new(game: &'a Sketch, text: &'a str) -> Self {
        // One for each line, and the goal.
        let count = text.lines().filter(|line| !line.trim().is_empty()).count() + 1;
        let ways = |state: usize| {
            let (mut moves, mut weights) = (Vec::new(), Vec::new());
            game.moves(&state, &mut moves);
            game.weights(&state, &mut weights);
            let way = |(mv, weight)| Way {
                from: state,
                mv,
                next: game.play(&state, mv),
                cost: game.cost(&state, mv) as f64,
                weight: weight as f64,
            };
            moves.into_iter().zip(weights).map(way).collect()
        };
        Self {
            nodes: (0..count).map(|state| game.node(&state)).collect(),
            ways: (0..count).map(ways).collect(),
            game,
            text,
        }
    }

    /// How many states there are.
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn states(&self) -> std::ops::Range<usize> {
        0..self.count()
    }

    pub(super) fn node(&self, state: usize) -> Node {
        self.nodes[state]
    }

    pub(super) fn ways(&self, state: usize) -> &[Way] {
        &self.ways[state]
    }

    /// Is there a roll of which nothing can come?
    pub(super) fn rolls_nothing(&self) -> bool {
        let chance = |state| self.ways(state).iter().map(|way| way.weight).sum::<f64>();
        // Not a number, where all weights are 0.
        let something = |state| chance(state) > 0.0;
        self.states().any(|state| self.node(state) == Node::Mean && !something(state))
    }

    pub(super) fn has_dice(&self) -> bool {
        self.nodes.contains(&Node::Mean)
    }

    /// What every state is worth to player 1 if nothing is known beyond so many moves but what `begin` says
    /// of a state, and what `through` says of a move is what it makes of what comes after it.
    pub(super) fn ahead(
        &self,
        begin: impl Fn(usize) -> f64,
        through: impl Fn(&Way, f64) -> f64,
    ) -> Vec<f64> {
        let mut worth: Vec<f64> = self.states().map(begin).collect();
        for _ in 0..MOST_LOOKS.max(2 * worth.len()) {
            let look = |state: usize| {
                let ways = self.ways[state].iter();
                let each = ways.clone().map(|way| through(way, worth[way.next]));
                match self.nodes[state] {
                    Node::End => worth[state],
                    Node::Max | Node::Single => each.fold(f64::NEG_INFINITY, f64::max),
                    Node::Min => each.fold(f64::INFINITY, f64::min),
                    Node::Mean => {
                        let total: f64 = ways.clone().map(|way| way.weight).sum();
                        ways.zip(each).map(|(way, worth)| way.weight / total * worth).sum()
                    }
                }
            };
            let next = self.states().map(look).collect();
            if worth == next {
                break;
            }
            worth = next;
        }
        worth
    }

    /// What every state is worth where nobody rolls, and going on for ever is worth nothing.
    pub(super) fn values(&self) -> Vec<f64> {
        self.ahead(|state| if self.is_end(state) { self.payoff(state) } else { 0.0 }, |_, after| after)
    }

    /// What a win costs from every state where nobody rolls; infinity where there is none.
    pub(super) fn costs(&self) -> Vec<f64> {
        let begin = |state| if self.game.is_goal(&state) { 0.0 } else { f64::NEG_INFINITY };
        let worth = self.ahead(begin, |way, after| after - way.cost);
        worth.into_iter().map(|worth| 0.0 - worth).collect()
    }

    /// What a sure win costs on average, at least; infinity where there surely is none.
    pub(super) fn mean_costs_at_least(&self) -> Vec<f64> {
        let lost = |state| self.is_end(state) && !self.game.is_goal(&state);
        let begin = |state| if lost(state) { f64::NEG_INFINITY } else { 0.0 };
        let worth = self.ahead(begin, |way, after| after - way.cost);
        worth.into_iter().map(|worth| 0.0 - worth).collect()
    }

    /// What every state is worth on average at least, and at most, where `end` says what ends are worth and
    /// going on for ever is worth nothing.
    pub(super) fn means(&self, end: impl Fn(usize) -> f64) -> [Vec<f64>; 2] {
        let ends = || self.states().filter(|&state| self.is_end(state)).map(&end);
        let unknown = [ends().fold(0.0, f64::min), ends().fold(0.0, f64::max)];
        unknown.map(|unknown| {
            self.ahead(|state| if self.is_end(state) { end(state) } else { unknown }, |_, after| after)
        })
    }

    pub(super) fn payoff(&self, state: usize) -> f64 {
        self.game.payoff(&state) as f64
    }

    pub(super) fn winner(&self, state: usize) -> Option<outplay_game::Player> {
        self.game.winner(&state)
    }

    fn is_end(&self, state: usize) -> bool {
        self.nodes[state] == Node::End
    }
}

impl fmt::Debug for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}
