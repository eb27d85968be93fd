//! Every order of every use: the plain reference, about 2^n * n! lines.
//!
//! Walks all lines of the [`Game`], compares the turn so far at every step with the best one by
//! the rules' own words (damage, then fewest cards, then hand order), and remembers nothing else.

use outplay_game::Game;

use crate::{Hand, Move, Plan, State, Use, Watch};

/// More cards than this are not tried by brute force: 11 take an hour, and each further one about
/// 25 times as long.
pub const MOST_FOR_BRUTE: usize = 10;

/// How many states pass between two looks at the watch.
const PACE: u64 = 1 << 14;

/// The best turn, by trying every line.
///
/// ```
/// use outplay_hand::{Card, Hand, brute};
/// let hand = Hand::new(vec![Card::new("A", 2, 1, 6, 0), Card::new("B", 3, 2, 4, 0)]);
/// assert_eq!(brute(&hand).damage, 6);
/// ```
pub fn brute(hand: &Hand) -> Plan {
    brute_watched(hand, &mut |_| true).0
}

/// The best turn, the states expanded, and whether the watch let it finish.
pub fn brute_watched(hand: &Hand, watch: Watch) -> (Plan, u64, bool) {
    let best = Best { damage: 0, used: 0, uses: vec![Use::Kept; hand.cards.len()] };
    let mut search = Search { hand, best, states: 0, watch };
    let finished = search.walk(&hand.start(), 0, 0).is_some();
    (Plan::of_uses(hand, search.best.uses), search.states, finished)
}

struct Best {
    damage: u64,
    used: usize,
    uses: Vec<Use>,
}

struct Search<'a> {
    hand: &'a Hand,
    best: Best,
    states: u64,
    watch: Watch<'a>,
}

impl Search<'_> {
    fn walk(&mut self, state: &State, damage: u64, used: usize) -> Option<()> {
        self.states += 1;
        if self.states.is_multiple_of(PACE) && !(self.watch)(self.states) {
            return None;
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
        Some(())
    }
}
