//! What things are worth: each card, one more resource, one more action point.

use rayon::prelude::*;

use crate::{Hand, exact};

/// What a hand's parts are worth, in damage of the best turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// What the best turn loses without each card, in hand order.
    pub cards: Vec<u64>,
    /// What one more resource at the start would add.
    pub resource: u64,
    /// What one more action point at the start would add.
    pub action_point: u64,
}

/// Solves the hand again without each card, and with a little more; `damage` is its best turn's.
pub fn worth(hand: &Hand, damage: u64) -> Worth {
    let cards = (0..hand.cards.len()).into_par_iter().map(|place| {
        let mut without = hand.clone();
        without.cards.remove(place);
        damage - exact(&without).damage
    });
    let more = |resources, action_points| {
        let mut more = hand.clone();
        more.resources += resources;
        more.action_points += action_points;
        exact(&more).damage - damage
    };
    Worth { cards: cards.collect(), resource: more(1, 0), action_point: more(0, 1) }
}
