//! Every order of every use: the plain reference, about 2^n * n! lines.
//!
//! Walks all lines of the [`Game`], compares the turn so far at every step with the best one by
//! the rules' own words (damage, then fewest cards, then hand order), and remembers nothing else.

use outplay_game::{Budget, Game, Stop};

use crate::{Found, Hand, Move, Plan, State, Use};

/// More cards than this are not tried by brute force: 11 take an hour, and each further one about
/// 25 times as long.
pub const MOST_FOR_BRUTE: usize = 10;

/// The best turn, by trying every line.
///
/// ```
/// use outplay_hand::{Card, Hand, brute};
/// let hand = Hand::new(vec![Card::new("A", 2, 1, 6, 0), Card::new("B", 3, 2, 4, 0)]);
/// assert_eq!(brute(&hand).damage, 6);
/// ```
pub fn brute(hand: &Hand) -> Plan {
    brute_within(hand, &Budget::UNLIMITED).plan
}

/// The best turn by trying every line, as far as the budget goes.
pub fn brute_within(hand: &Hand, budget: &Budget) -> Found {
    let best = Best { damage: 0, used: 0, uses: vec![Use::Kept; hand.cards.len()] };
    let mut search = Search { hand, best, states: 0, budget };
    let stopped = search.walk(&hand.start(), 0, 0).err();
    let plan = Plan::of_uses(hand, search.best.uses);
    let all = || hand.cards.iter().map(|card| u64::from(card.attack.unwrap_or(0))).sum();
    let at_most = stopped.map_or(plan.damage, |_| all());
    Found { plan, at_most, states: search.states, stopped }
}

struct Best {
    damage: u64,
    used: usize,
    uses: Vec<Use>,
}

struct Search<'a, 'b> {
    hand: &'a Hand,
    best: Best,
    states: u64,
    budget: &'a Budget<'b>,
}

impl Search<'_, '_> {
    fn walk(&mut self, state: &State, damage: u64, used: usize) -> Result<(), Stop> {
        self.states += 1;
        // It keeps nothing but the line that it is on.
        if let Some(stop) = self.budget.stop(self.states, 0, self.states) {
            return Err(stop);
        }
        let Best { damage: most, used: fewest, uses } = &self.best;
        let better = damage > *most
            || (damage == *most && (used < *fewest || (used == *fewest && state.uses < *uses)));
        if better {
            self.best = Best { damage, used, uses: state.uses.clone() };
        }
        let mut moves = Vec::new();
        self.hand.moves(state, &mut moves);
        for mv in moves {
            // Ending the turn leads to what was just compared.
            if mv != Move::End {
                let next = self.hand.play(state, mv);
                self.walk(&next, damage + self.hand.damage(mv), used + 1)?;
            }
        }
        Ok(())
    }
}
