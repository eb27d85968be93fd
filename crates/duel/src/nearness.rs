//! How near player 1 comes to a win that cannot be had: the enemy's hp whenever somebody acts, and at
//! the end.

use outplay_game::{Nearness, Passage, Player};

use crate::event::{Event, Witness};
use crate::game::{Duel, Move};
use crate::order::Order;
use crate::state::{State, Status};

impl<const W: usize, O: Order> Nearness for Duel<W, O> {
    fn gap(&self, state: &State<W, O>) -> Option<i64> {
        match state.status() {
            Status::Chooses(_) | Status::Over(_) => Some(self.enemy_hp(state)),
            Status::Before(_) => None,
        }
    }

    fn play_measuring(&self, state: &State<W, O>, mv: Move) -> (State<W, O>, Passage) {
        let mut witness = Measure {
            hp: self.rules.fighter(Player::Two).hp,
            first: (!O::PLACES).then_some(self.rules.first),
            least: None,
            rounds: 0,
        };
        let mut next = state.clone();
        if let (Status::Chooses(player), Some(skill)) = (state.status(), mv.skill()) {
            // What is there before the move is not passed on its way.
            self.act(&mut next, player, skill, &mut witness);
            witness.least = None;
        }
        self.run(&mut next, &mut witness);
        let gap = [witness.least, self.gap(&next)].into_iter().flatten().min();
        (next, Passage { gap, rounds: witness.rounds })
    }

    /// All that player 1 has left.
    fn strength(&self, state: &State<W, O>) -> i64 {
        let one = self.rules.fighter(Player::One);
        let paid = one.skills.iter().flat_map(|skill| skill.cost.iter().map(|(slot, _)| *slot));
        let mut own: Vec<_> = paid.chain([one.hp]).collect();
        own.sort_unstable();
        own.dedup();
        own.into_iter().map(|slot| i64::from(state.number(slot))).sum()
    }
}

impl<const W: usize, O: Order> Duel<W, O> {
    fn enemy_hp(&self, state: &State<W, O>) -> i64 {
        i64::from(state.number(self.rules.fighter(Player::Two).hp))
    }

    /// Where a win may lack something: the word of player 1's hp, of each pool that they pay with, and
    /// of player 2's hp.
    pub fn decisive(&self) -> (Vec<usize>, usize) {
        let one = self.rules.fighter(Player::One);
        let mut own = vec![one.hp];
        for (slot, _) in one.skills.iter().flat_map(|skill| &skill.cost) {
            if !own.contains(slot) {
                own.push(*slot);
            }
        }
        (own, self.rules.fighter(Player::Two).hp)
    }

    /// The most that a number may be.
    pub fn most(&self, slot: usize) -> i32 {
        self.rules.most[slot]
    }

    /// The same fight with another number to begin with, which is at least 1.
    #[must_use]
    pub fn starting_with(&self, slot: usize, number: i32) -> Self {
        let mut opening = self.opening().clone();
        opening.change(slot, number - opening.number(slot), self.most(slot));
        self.starting_at(opening)
    }
}

/// Notes the least hp of player 2 when somebody acts, and the rounds.
struct Measure {
    hp: usize,
    /// Who begins a round; `None` in a queue, where each turn is one.
    first: Option<Player>,
    least: Option<i64>,
    rounds: u32,
}

impl<const W: usize, O: Order> Witness<W, O> for Measure {
    fn see(&mut self, event: Event, state: &State<W, O>) {
        match event {
            Event::Turn(player) if self.first.is_none_or(|first| first == player) => {
                self.rounds += 1;
            }
            Event::Uses { .. } => {
                let hp = i64::from(state.number(self.hp));
                self.least = Some(self.least.map_or(hp, |least| least.min(hp)));
            }
            _ => {}
        }
    }
}
