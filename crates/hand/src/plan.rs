//! A plan for a turn: what becomes of each card, and a line that does it.

use crate::{Hand, Move};

/// What becomes of a card. The order is that of the last tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Use {
    /// It is played.
    Played,
    /// It is pitched.
    Pitched,
    /// It stays in the hand.
    Kept,
}

/// A turn, planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The damage that it deals.
    pub damage: u64,
    /// What becomes of each card, in hand order.
    pub uses: Vec<Use>,
    /// A line that does so, legal step by step.
    pub line: Vec<Move>,
}

impl Plan {
    /// A turn in which nothing is done.
    pub(crate) fn nothing(hand: &Hand) -> Self {
        Self { damage: 0, uses: vec![Use::Kept; hand.cards.len()], line: Vec::new() }
    }

    /// How many cards it uses.
    pub fn used(&self) -> usize {
        self.uses.iter().filter(|&&become_of| become_of != Use::Kept).count()
    }

    /// The line for these uses: what gives action points or keeps them comes first, and a card is
    /// pitched only when a play is short of resources. The uses must be feasible. A pitch that no play
    /// needs, which a search that was stopped may have come to, is left out.
    pub(crate) fn of_uses(hand: &Hand, mut uses: Vec<Use>) -> Self {
        let count = uses.iter().filter(|&&become_of| become_of != Use::Kept).count();
        let mut line = Vec::with_capacity(count);
        let mut damage = 0;
        let mut resources = u64::from(hand.resources);
        let mut next_pitch = 0;
        for costs_actions in [false, true] {
            for (place, card) in (0_u32..).zip(&hand.cards) {
                if uses[place as usize] != Use::Played
                    || (card.action_balance() < 0) != costs_actions
                {
                    continue;
                }
                while resources < u64::from(card.cost) {
                    let found = uses[next_pitch..].iter().position(|&of| of == Use::Pitched);
                    next_pitch += found.expect("the pitched cards pay for the played ones");
                    resources += u64::from(hand.cards[next_pitch].pitch.unwrap_or(0));
                    line.push(Move::Pitch(u32::try_from(next_pitch).expect("a place in a hand")));
                    next_pitch += 1;
                }
                resources -= u64::from(card.cost);
                damage += u64::from(card.attack.unwrap_or(0));
                line.push(Move::Play(place));
            }
        }
        for unneeded in uses[next_pitch..].iter_mut().filter(|of| **of == Use::Pitched) {
            *unneeded = Use::Kept;
        }
        Self { damage, uses, line }
    }
}

impl Hand {
    /// A line in words: `pitch B, play A`.
    pub fn spell(&self, line: &[Move]) -> String {
        line.iter().map(|&mv| self.spell_move(mv)).collect::<Vec<_>>().join(", ")
    }

    /// A move in words: `pitch B`.
    pub fn spell_move(&self, mv: Move) -> String {
        match mv {
            Move::Play(place) => format!("play {}", self.cards[place as usize].name),
            Move::Pitch(place) => format!("pitch {}", self.cards[place as usize].name),
            Move::End => "end".to_owned(),
        }
    }
}
