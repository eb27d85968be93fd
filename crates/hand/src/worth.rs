//! What things are worth: each card, one more resource, one more action point.

use outplay_game::{Budget, Stop};
use rayon::prelude::*;

use crate::{Found, Hand, exact_within};

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
///
/// # Panics
/// Never: without limits nothing stops it.
pub fn worth(hand: &Hand, damage: u64) -> Worth {
    worth_within(hand, damage, &Budget::UNLIMITED).expect("nothing stops it")
}

/// The same, each of the turns within the budget.
///
/// # Errors
/// When one of them is stopped.
pub fn worth_within(hand: &Hand, damage: u64, budget: &Budget) -> Result<Worth, Stop> {
    let budget = budget.quiet();
    let best = |hand: &Hand| {
        let Found { plan, stopped, .. } = exact_within(hand, &budget);
        stopped.map_or(Ok(plan.damage), Err)
    };
    let cards = (0..hand.cards.len()).into_par_iter().map(|place| {
        let mut without = hand.clone();
        without.cards.remove(place);
        Ok(damage - best(&without)?)
    });
    let more = |resources, action_points| {
        let mut more = hand.clone();
        more.resources += resources;
        more.action_points += action_points;
        Ok(best(&more)? - damage)
    };
    let cards = cards.collect::<Result<_, Stop>>()?;
    Ok(Worth { cards, resource: more(1, 0)?, action_point: more(0, 1)? })
}
