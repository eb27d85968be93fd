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

use crate::{Card, Hand};

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
    #[inline]
    pub(crate) fn of(card: &Card) -> Self {
        let actions = card.action_balance();
        let attack = card.attack.map_or(-1, i64::from);
        let useless = attack == 0 && actions <= 0;
        Self {
            attack: if useless { -1 } else { attack },
            cost: i64::from(card.cost),
            pitch: card.pitch.map_or(0, i64::from),
            actions,
        }
    }

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

/// Prices in damage, and a turn to begin with.
#[derive(Clone, Debug)]
pub(crate) struct Prices {
    /// Of a resource.
    pub(crate) resource: f64,
    /// Of an action point.
    pub(crate) action: f64,
    /// Damage that can certainly be dealt: that of [`Prices::first_turn`].
    pub(crate) damage: i64,
    /// Resources, if every card were pitched.
    capacity: i64,
    /// What is worth playing at these prices, the most damage per resource first.
    order: Vec<Ranked>,
}

/// A place with its damage per resource as the upper half of a number, so that sorting is cheap:
/// the bits of floats that are not negative are in their order.
type Ranked = u64;

fn place_of(ranked: Ranked) -> usize {
    usize::try_from(ranked & u64::from(u32::MAX)).expect("a place in a hand")
}

/// How often the price of an action point is halved in on.
const ROUNDS: u32 = 8;

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
        let rounds = if items.len() > 32 { 3 * ROUNDS } else { ROUNDS };
        for _ in 0..rounds {
            price = f64::midpoint(low, high);
            fill = Fill::at(price, hand, items, capacity, &mut order);
            if fill.actions < 0.0 {
                low = price;
            } else {
                high = price;
            }
        }
    }
    let mut prices = Prices { resource: fill.resource, action: price, damage: 0, capacity, order };
    let (damage, actions) = prices.fitting(hand, items, |_| {});
    prices.damage = damage;
    if actions < 0 {
        let played = prices.first_turn(hand, items);
        prices.damage = played.iter().map(|&place| items[place].attack).sum();
    }
    prices
}

/// The relaxed problem at a price of action points.
struct Fill {
    resource: f64,
    actions: f64,
}

impl Fill {
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // prices are guesses
    fn at(price: f64, hand: &Hand, items: &[Item], capacity: i64, order: &mut Vec<Ranked>) -> Self {
        order.clear();
        for (place, item) in (0_u32..).zip(items) {
            if item.playable() {
                let value = item.attack as f64 + price * item.actions as f64;
                if value > 0.0 {
                    let density = (value / item.weight() as f64) as f32;
                    order.push(u64::from(density.to_bits()) << 32 | u64::from(place));
                }
            }
        }
        order.sort_unstable_by(|a, b| b.cmp(a));
        let mut left = capacity;
        let mut actions = i64::from(hand.action_points);
        for &ranked in order.iter() {
            let item = &items[place_of(ranked)];
            if item.weight() > left {
                let value = item.attack as f64 + price * item.actions as f64;
                let density = value / item.weight() as f64;
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

impl Prices {
    /// Plays what fits, in order, as if action points did not matter: the damage, and what is left
    /// of them.
    fn fitting(&self, hand: &Hand, items: &[Item], mut play: impl FnMut(usize)) -> (i64, i64) {
        let (mut left, mut actions) = (self.capacity, i64::from(hand.action_points));
        let mut damage = 0;
        for &ranked in &self.order {
            let place = place_of(ranked);
            let item = &items[place];
            if item.weight() <= left {
                left -= item.weight();
                actions += item.actions;
                damage += item.attack;
                play(place);
            }
        }
        (damage, actions)
    }

    /// What fits, less what takes action points that are not there.
    pub(crate) fn first_turn(&self, hand: &Hand, items: &[Item]) -> Vec<usize> {
        let mut played = Vec::with_capacity(self.order.len());
        let (_, mut actions) = self.fitting(hand, items, |place| played.push(place));
        played.sort_unstable_by_key(|&place| {
            let item = &items[place];
            (item.actions < 0, -item.attack)
        });
        while actions < 0 {
            let place = played.pop().expect("without plays no action point is short");
            debug_assert!(items[place].actions < 0, "the others take no action points");
            actions -= items[place].actions;
        }
        played
    }
}
