//! Prices: what a resource and an action point are worth in this hand.
//!
//! The exact search pays for every play and is paid for every pitch at fixed prices; *any* prices
//! of 0 or more give a bound that holds, good ones a tight one. Good ones come from the relaxed
//! problem in which the last card may be played in part: sorted by damage per resource, the card
//! at which the resources run out sets the price of a resource; where the cards before it use more
//! action points than there are, the price of those is raised until they do not. The same sorting
//! gives a first turn that can be played, so that the search starts with something in hand.
//!
//! Floating point is used to *choose* prices only. What is proved with them is whole numbers.

use crate::Hand;

/// A card as the search sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    /// Its attack; below 0 it is never worth playing.
    pub(crate) attack: i64,
    /// Resources to play it.
    pub(crate) cost: i64,
    /// Resources from pitching it; 0: never worth pitching.
    pub(crate) pitch: i64,
    /// Action points that playing it gives, less those that it costs.
    pub(crate) actions: i64,
}

impl Item {
    /// Playing it instead of pitching it takes so many resources.
    #[inline]
    fn weight(&self) -> i64 {
        self.cost + self.pitch
    }

    /// Is it ever worth playing? Without attack it must at least give action points.
    #[inline]
    pub(crate) fn playable(&self) -> bool {
        self.attack >= 0
    }
}

/// The items of a hand.
pub(crate) fn items(hand: &Hand) -> Vec<Item> {
    hand.cards
        .iter()
        .map(|card| {
            let actions = card.action_balance();
            let attack = card.attack.map_or(-1, i64::from);
            let useless = attack == 0 && actions <= 0;
            Item {
                attack: if useless { -1 } else { attack },
                cost: i64::from(card.cost),
                pitch: card.pitch.map_or(0, i64::from),
                actions,
            }
        })
        .collect()
}

/// Prices in damage, and a turn to begin with.
#[derive(Clone, Debug)]
pub(crate) struct Prices {
    /// Of a resource.
    pub(crate) resource: f64,
    /// Of an action point.
    pub(crate) action: f64,
    /// Damage that can certainly be dealt.
    pub(crate) damage: i64,
    /// The places that are played for it.
    pub(crate) played: Vec<u32>,
}

/// How often the price of an action point is halved in on.
const ROUNDS: u32 = 12;

/// Good prices for this hand.
pub(crate) fn prices(hand: &Hand, items: &[Item]) -> Prices {
    let capacity = i64::from(hand.resources) + items.iter().map(|item| item.pitch).sum::<i64>();
    let mut order = Vec::with_capacity(items.len());
    let mut price = 0.0;
    let mut fill = Fill::at(price, hand, items, capacity, &mut order);
    if fill.actions < 0.0 {
        let most = items.iter().map(|item| item.attack).max().unwrap_or(0).max(1);
        #[expect(clippy::cast_precision_loss, reason = "an attack is at most MOST_NUMBER")]
        let (mut low, mut high) = (0.0, most as f64);
        let rounds = if items.len() > 32 { 2 * ROUNDS } else { ROUNDS };
        for _ in 0..rounds {
            price = (low + high) / 2.0;
            fill = Fill::at(price, hand, items, capacity, &mut order);
            if fill.actions < 0.0 {
                low = price;
            } else {
                high = price;
            }
        }
    }
    let (damage, played) = first_turn(hand, items, capacity, &order);
    Prices { resource: fill.resource, action: price, damage, played }
}

/// The relaxed problem at a price of action points.
struct Fill {
    resource: f64,
    actions: f64,
}

impl Fill {
    #[expect(clippy::cast_precision_loss, reason = "sums of at most MOST_CARDS small numbers")]
    fn at(
        price: f64,
        hand: &Hand,
        items: &[Item],
        capacity: i64,
        order: &mut Vec<(f64, u32)>,
    ) -> Self {
        order.clear();
        for (place, item) in (0_u32..).zip(items) {
            if item.playable() {
                let value = item.attack as f64 + price * item.actions as f64;
                if value > 0.0 {
                    order.push((value / item.weight() as f64, place));
                }
            }
        }
        order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut left = capacity;
        let mut actions = i64::from(hand.action_points);
        for &(density, place) in order.iter() {
            let item = &items[place as usize];
            if item.weight() > left {
                let part = left as f64 / item.weight() as f64;
                let actions = actions as f64 + part * item.actions as f64;
                return Self { resource: density, actions };
            }
            left -= item.weight();
            actions += item.actions;
        }
        Self { resource: 0.0, actions: actions as f64 }
    }
}

/// Plays what fits, in that order; then gives up what takes action points that are not there.
fn first_turn(
    hand: &Hand,
    items: &[Item],
    capacity: i64,
    order: &[(f64, u32)],
) -> (i64, Vec<u32>) {
    let (mut left, mut actions, mut damage) = (capacity, i64::from(hand.action_points), 0);
    let mut played = Vec::with_capacity(order.len());
    for &(_, place) in order {
        let item = &items[place as usize];
        if item.weight() <= left {
            left -= item.weight();
            actions += item.actions;
            damage += item.attack;
            played.push(place);
        }
    }
    if actions < 0 {
        played.sort_unstable_by_key(|&place| {
            let item = &items[place as usize];
            (item.actions < 0, -item.attack)
        });
        while actions < 0 {
            let place = played.pop().expect("without plays no action point is short");
            let item = &items[place as usize];
            debug_assert!(item.actions < 0, "the others do not take action points");
            actions -= item.actions;
            damage -= item.attack;
        }
    }
    (damage, played)
}
