//! The same fight without one skill of a player, in the same states: what a position is worth without it,
//! whether or not the skill was used before.

use outplay_game::{Game, MinCost, Node, Player, ZeroSum};

use crate::game::{Duel, Move};
use crate::order::Order;
use crate::rules::{Price, Rules, Stuck};
use crate::state::{State, Status};

/// A fight in which a player never uses one of their skills. Whoever could use nothing else is stuck, as
/// the rules say, also in a position that the fight with the skill has come to.
///
/// It has no bounds: those of the fight are not true of it.
#[derive(Clone, Debug)]
pub struct Without<const W: usize, O: Order> {
    duel: Duel<W, O>,
}

impl<const W: usize, O: Order> Duel<W, O> {
    /// The same fight without a skill of a player, by its place among theirs. `None` where it cannot be said
    /// what becomes of a player who is left with nothing to choose: where turns have several actions and whoever
    /// is stuck loses, since a position does not say whether its turn has just begun; and where rounds are
    /// counted, which pass meanwhile.
    pub fn without_skill(&self, player: Player, skill: usize) -> Option<Without<W, O>> {
        let loses = self.rules.stuck == Stuck::Lose && !self.rules.fighter(player).ends;
        if self.rules.actions.is_some() && loses || self.rules.price == Price::Rounds {
            return None;
        }
        let mut rules = Rules::clone(&self.rules);
        let fighter = &mut rules.fighters[player.index()];
        // More hp than there can be.
        fighter.skills[skill].enough = Some((fighter.hp, i32::MAX));
        // What was looked up beforehand with the skill among the others.
        fighter.enough = None;
        rules.swift = None;
        Some(Without { duel: self.under(rules) })
    }
}

impl<const W: usize, O: Order> Duel<W, O> {
    /// Does it matter only where a player chooses what they can use? From a queue whoever can use nothing is
    /// dropped, and what the start of their turn would have done is not done.
    pub fn matters_by_choice(&self, player: Player) -> bool {
        let fighter = self.rules.fighter(player);
        let dropped = O::PLACES && self.rules.stuck == Stuck::Skip;
        !dropped || fighter.calm && fighter.stunned.is_none()
    }

    /// Has a player lost for sure who is to choose and can use nothing?
    pub fn loses_when_stuck(&self, player: Player) -> bool {
        let always_fresh = self.rules.actions.is_none();
        self.rules.stuck == Stuck::Lose && !self.rules.fighter(player).ends && always_fresh
    }
}

impl<const W: usize, O: Order> Without<W, O> {
    /// Who would have to choose here, and has nothing to choose from.
    fn stuck(&self, state: &State<W, O>) -> Option<Player> {
        let Status::Chooses(player) = state.status() else { return None };
        let mut skills = self.duel.rules.fighter(player).skills.iter();
        let usable = skills.any(|skill| self.duel.can_use(state, player, skill));
        (!usable).then_some(player)
    }
}

impl<const W: usize, O: Order> Game for Without<W, O> {
    type State = State<W, O>;
    type Move = Move;

    fn start(&self) -> State<W, O> {
        self.duel.start()
    }

    fn node(&self, state: &State<W, O>) -> Node {
        if self.stuck(state).is_some() { Node::Single } else { self.duel.node(state) }
    }

    fn moves(&self, state: &State<W, O>, out: &mut Vec<Move>) {
        if self.stuck(state).is_some() {
            out.push(Move::GO_ON);
        } else {
            self.duel.moves(state, out);
        }
    }

    fn play(&self, state: &State<W, O>, mv: Move) -> State<W, O> {
        let Some(player) = self.stuck(state) else { return self.duel.play(state, mv) };
        let mut next = state.clone();
        self.duel.be_stuck(&mut next, player, &mut ());
        self.duel.run(&mut next, &mut ());
        next
    }

    fn extra_bytes(state: &State<W, O>) -> usize {
        Duel::<W, O>::extra_bytes(state)
    }
}

impl<const W: usize, O: Order> MinCost for Without<W, O> {
    fn cost(&self, state: &State<W, O>, mv: Move) -> u64 {
        if self.stuck(state).is_some() { 0 } else { self.duel.cost(state, mv) }
    }

    fn is_goal(&self, state: &State<W, O>) -> bool {
        self.duel.is_goal(state)
    }

    fn contested(&self) -> bool {
        self.duel.contested()
    }
}

impl<const W: usize, O: Order> ZeroSum for Without<W, O> {
    fn payoff(&self, state: &State<W, O>) -> i64 {
        self.duel.payoff(state)
    }
}
