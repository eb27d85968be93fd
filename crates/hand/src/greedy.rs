//! The guess: strongest card first, pitching what it needs.
//!
//! Takes the unused card with the highest attack (ties: lower cost, then lower pitch, then hand
//! order); if it cannot be paid, pitches other unused cards, best first (higher pitch, then lower
//! attack, then lower cost, then hand order), until it can; plays it if it now can be paid, else
//! pitches it; and so on while there are action points and cards. A card that cannot be played is
//! only ever pitched, one that cannot be pitched is only played. Not optimal.

use std::cmp::Reverse;

use crate::{Hand, Move, Plan, Use};

/// A turn that is legal and often good, found without search.
///
/// ```
/// use outplay_hand::{Card, Hand, exact, greedy};
/// // Pitching both small cards for the big one leaves 5 damage on the table.
/// let cards = [("A", 3, 1, 7, 0), ("B", 0, 2, 6, 1), ("C", 0, 1, 6, 0)];
/// let hand = Hand::new(cards.map(|(n, c, p, a, g)| Card::new(n, c, p, a, g)).to_vec());
/// assert_eq!((greedy(&hand).damage, exact(&hand).damage), (7, 12));
/// ```
pub fn greedy(hand: &Hand) -> Plan {
    let cards = &hand.cards;
    let mut plan = Plan::nothing(hand);
    let places = || (0_u32..).zip(cards).map(|(place, _)| place);
    let mut by_attack: Vec<u32> = places().collect();
    by_attack.sort_unstable_by_key(|&place| {
        let card = &cards[place as usize];
        (Reverse(card.attack), card.cost, card.pitch, place)
    });
    let mut by_pitch: Vec<u32> = places().collect();
    by_pitch.sort_unstable_by_key(|&place| {
        let card = &cards[place as usize];
        (Reverse(card.pitch), card.attack, card.cost, place)
    });
    let mut resources = u64::from(hand.resources);
    let mut action_points = u64::from(hand.action_points);
    let mut next_pitch = 0;
    for &place in &by_attack {
        let card = &cards[place as usize];
        let Some(attack) = card.attack else { break };
        if action_points == 0 {
            break;
        }
        if plan.uses[place as usize] != Use::Kept {
            continue;
        }
        let cost = u64::from(card.cost);
        while resources < cost && next_pitch < by_pitch.len() {
            let other = by_pitch[next_pitch];
            next_pitch += 1;
            let Some(pitch) = cards[other as usize].pitch else { break };
            if other != place && plan.uses[other as usize] == Use::Kept {
                plan.uses[other as usize] = Use::Pitched;
                plan.line.push(Move::Pitch(other));
                resources += u64::from(pitch);
            }
        }
        if resources >= cost {
            plan.uses[place as usize] = Use::Played;
            plan.line.push(Move::Play(place));
            plan.damage += u64::from(attack);
            resources -= cost;
            action_points = action_points + u64::from(card.go_again) - u64::from(card.action);
        } else if let Some(pitch) = card.pitch {
            plan.uses[place as usize] = Use::Pitched;
            plan.line.push(Move::Pitch(place));
            resources += u64::from(pitch);
        }
    }
    plan
}
