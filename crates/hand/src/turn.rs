//! The turn as a game: play a card, pitch a card, or end it.
//!
//! The turn is over when no action point is left or nothing more is done. Damage is no part of the
//! state: what is left to do does not depend on it.

use outplay_game::{Game, Node};

use crate::{Hand, Use};

/// What can be done with a card of the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Play the card at this place of the hand.
    Play(u32),
    /// Pitch the card at this place of the hand.
    Pitch(u32),
    /// Do nothing more.
    End,
}

/// How far a turn is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// What became of each card.
    pub uses: Vec<Use>,
    /// Action points left.
    pub action_points: u64,
    /// Resources left.
    pub resources: u64,
    /// Has the player said that nothing more is done?
    pub ended: bool,
}

impl State {
    /// Is nothing more possible?
    pub fn is_over(&self) -> bool {
        self.ended || self.action_points == 0
    }
}

impl Hand {
    /// The damage of a move.
    pub fn damage(&self, mv: Move) -> u64 {
        match mv {
            Move::Play(place) => u64::from(self.cards[place as usize].attack.unwrap_or(0)),
            Move::Pitch(_) | Move::End => 0,
        }
    }

    /// Can the card be played now, as far as the means go?
    #[inline]
    pub(crate) fn can_pay(&self, state: &State, place: usize) -> bool {
        let card = &self.cards[place];
        state.resources >= u64::from(card.cost) && state.action_points >= u64::from(card.action)
    }
}

impl Game for Hand {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        State {
            uses: vec![Use::Kept; self.cards.len()],
            action_points: u64::from(self.action_points),
            resources: u64::from(self.resources),
            ended: false,
        }
    }

    fn node(&self, state: &State) -> Node {
        if state.is_over() { Node::End } else { Node::Max }
    }

    /// In hand order, playing a card before pitching it; ending the turn comes last.
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if state.is_over() {
            return;
        }
        for (place, card) in self.cards.iter().enumerate() {
            if state.uses[place] == Use::Kept {
                let number = u32::try_from(place).expect("a hand has at most MOST_CARDS cards");
                if card.attack.is_some() && self.can_pay(state, place) {
                    out.push(Move::Play(number));
                }
                if card.pitch.is_some() {
                    out.push(Move::Pitch(number));
                }
            }
        }
        out.push(Move::End);
    }

    fn play(&self, state: &State, mv: Move) -> State {
        let mut next = state.clone();
        match mv {
            Move::Play(place) => {
                let card = &self.cards[place as usize];
                debug_assert!(self.can_pay(state, place as usize), "a legal move can be paid");
                next.uses[place as usize] = Use::Played;
                next.resources -= u64::from(card.cost);
                next.action_points += u64::from(card.go_again);
                next.action_points -= u64::from(card.action);
            }
            Move::Pitch(place) => {
                next.uses[place as usize] = Use::Pitched;
                next.resources += u64::from(self.cards[place as usize].pitch.unwrap_or(0));
            }
            Move::End => next.ended = true,
        }
        next
    }
}
