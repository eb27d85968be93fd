//! The exact search for hands as people hold them: a few cards, in a fraction of a microsecond.
//!
//! The same prices and losses as in [`crate::exact`], but a card is only played or not: for the
//! damage alone every card that is not played may be pitched. Which of them really are, and which
//! of two turns of the same damage is to be preferred, is worked out when all plays are settled,
//! which happens a few times in a search. With at most 2^[`FEW`] ways to play nothing needs to be
//! remembered, and nobody needs to be asked whether to go on; everything fits on the stack.

use crate::prices::{Item, prices};
use crate::{Hand, Move, Plan, Use};

/// Hands up to this size are searched here.
pub(crate) const FEW: usize = 12;

/// Prices are whole numbers of such parts of a point of damage.
const UNIT: i64 = 1 << 12;

const NO_ITEM: Item = Item { attack: -1, cost: 0, pitch: 0, actions: 0 };

/// The best turn with a few cards and an action point to begin with, and the states expanded.
pub(crate) fn few(hand: &Hand) -> (Plan, u64) {
    let count = hand.cards.len();
    let mut items = [NO_ITEM; FEW];
    for (item, card) in items.iter_mut().zip(&hand.cards) {
        *item = Item::of(card);
    }
    let items = &items[..count];
    let prices = prices(hand, items);
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation)]
    let whole = |price: f64| (price.min(1e6) * UNIT as f64) as i64;
    let (resource_price, action_price) = (whole(prices.resource), whole(prices.action));
    let mut start = Balance {
        resources: i64::from(hand.resources),
        actions: i64::from(hand.action_points),
        loss: 0,
        played: 0,
    };
    // What each card loses when it is played, and gains if that is below 0.
    let mut losses = [0; FEW];
    let mut sum = resource_price * start.resources + action_price * start.actions;
    for (loss, item) in losses.iter_mut().zip(items) {
        let rest = resource_price * item.pitch;
        let play = if item.playable() {
            item.attack * UNIT - resource_price * item.cost + action_price * item.actions
        } else {
            rest - NEVER
        };
        sum += play.max(rest);
        *loss = rest - play;
    }
    let gap = sum - prices.damage * UNIT;
    let mut open = [Open::default(); FEW];
    let (mut opened, mut most, mut least) = (0, (0, 0), (0, 0));
    for (place, (&loss, item)) in losses.iter().zip(items).enumerate() {
        let play = Way {
            resources: -item.cost,
            actions: item.actions,
            loss: loss.max(0),
            played: 1 << place,
        };
        let rest = Way { resources: item.pitch, actions: 0, loss: (-loss).max(0), played: 0 };
        let (good, bad) = if loss < 0 { (play, rest) } else { (rest, play) };
        if loss.abs() > gap {
            start = start.after(&good);
            continue;
        }
        open[opened] = Open { good, bad, most, least };
        opened += 1;
        most = (most.0 + item.pitch, most.1 + item.actions.max(0));
        least = (least.0 - item.cost, least.1 + item.actions.min(0));
    }
    let mut dive = Dive {
        items,
        resources: i64::from(hand.resources),
        resource_price,
        action_price,
        open: &open[..opened],
        gap,
        best: Best { used: u32::MAX, played: 0, pitches: 0 },
        by_pitch: [0; FEW],
        states: 0,
    };
    dive.from(opened, start);
    let Best { played, pitches, .. } = dive.best;
    (plan(hand, played, dive.pitched(played, pitches)), dive.states)
}

/// More than any gap.
const NEVER: i64 = 1 << 50;

/// What is left, what was lost, and which places are played.
#[derive(Clone, Copy)]
struct Balance {
    resources: i64,
    actions: i64,
    loss: i64,
    played: u32,
}

/// A way to use a card, as a change of the [`Balance`].
#[derive(Clone, Copy, Default)]
struct Way {
    resources: i64,
    actions: i64,
    loss: i64,
    played: u32,
}

impl Balance {
    #[inline]
    fn after(self, way: &Way) -> Self {
        Self {
            resources: self.resources + way.resources,
            actions: self.actions + way.actions,
            loss: self.loss + way.loss,
            played: self.played | way.played,
        }
    }
}

/// A card that may be played or not: the way without loss, the other, and the most and the least
/// that the cards still to come can do to both balances.
#[derive(Clone, Copy, Default)]
struct Open {
    good: Way,
    bad: Way,
    most: (i64, i64),
    least: (i64, i64),
}

/// The best plays so far, as a set of places, with how many cards the turn uses and pitches.
#[derive(Clone, Copy)]
struct Best {
    used: u32,
    played: u32,
    pitches: u32,
}

struct Dive<'a> {
    items: &'a [Item],
    resources: i64,
    resource_price: i64,
    action_price: i64,
    open: &'a [Open],
    gap: i64,
    best: Best,
    /// The places by pitch, the largest first; all 0 until somebody asks.
    by_pitch: [u8; FEW],
    states: u64,
}

impl Dive<'_> {
    /// All that can follow while the first `left` open cards are to be settled.
    fn from(&mut self, left: usize, balance: Balance) {
        self.states += 1;
        let Some(card) = left.checked_sub(1).and_then(|last| self.open.get(last)) else {
            return self.settle(balance);
        };
        for way in [&card.good, &card.bad] {
            let next = balance.after(way);
            let over = self.resource_price * (next.resources + card.least.0).max(0)
                + self.action_price * (next.actions + card.least.1).max(0);
            let feasible = next.resources + card.most.0 >= 0 && next.actions + card.most.1 >= 0;
            if feasible && next.loss + over <= self.gap {
                self.from(left - 1, next);
            }
        }
    }

    /// Takes in plays that deal at least as much as the best ones.
    fn settle(&mut self, balance: Balance) {
        let Balance { resources, actions, loss, played } = balance;
        if resources < 0 || actions < 0 {
            return;
        }
        let loss = loss + self.resource_price * resources + self.action_price * actions;
        let pitches = self.pitches(played);
        let used = played.count_ones() + pitches;
        let Best { used: fewest, played: before, pitches: pitches_before } = self.best;
        let better = loss < self.gap
            || used < fewest
            || (used == fewest
                && earlier(
                    (played, self.pitched(played, pitches)),
                    (before, self.pitched(before, pitches_before)),
                ));
        if better {
            self.best = Best { used, played, pitches };
            self.gap = loss;
        }
    }

    /// What the plays cost beyond the resources at the start.
    fn short(&self, played: u32) -> i64 {
        let mut short = -self.resources;
        let mut left = played;
        while left != 0 {
            short += self.items[left.trailing_zeros() as usize].cost;
            left &= left - 1;
        }
        short
    }

    /// How many cards must be pitched at least for these plays.
    fn pitches(&mut self, played: u32) -> u32 {
        let mut short = self.short(played);
        if short <= 0 {
            return 0;
        }
        if self.by_pitch[0] == self.by_pitch[1] {
            self.rank_pitches();
        }
        let mut count = 0;
        for &place in &self.by_pitch[..self.items.len()] {
            if played >> place & 1 == 0 {
                short -= self.items[usize::from(place)].pitch;
                count += 1;
                if short <= 0 {
                    break;
                }
            }
        }
        count
    }

    /// Sorts the places by pitch, the largest first.
    fn rank_pitches(&mut self) {
        for place in 0..self.items.len() {
            let mut at = place;
            while at > 0
                && self.items[usize::from(self.by_pitch[at - 1])].pitch < self.items[place].pitch
            {
                self.by_pitch[at] = self.by_pitch[at - 1];
                at -= 1;
            }
            #[expect(clippy::cast_possible_truncation, reason = "a place is below FEW")]
            let place = place as u8;
            self.by_pitch[at] = place;
        }
    }

    /// So few pitches for these plays, as early in the hand as possible, as a set of places.
    fn pitched(&self, played: u32, pitches: u32) -> u32 {
        let (mut short, mut left) = (self.short(played), pitches);
        let (mut chosen, mut place) = (0, 0);
        while left > 0 && place < self.items.len() {
            if played >> place & 1 == 0 && self.covers(played, place, left, short) {
                chosen |= 1 << place;
                left -= 1;
                short -= self.items[place].pitch;
            }
            place += 1;
        }
        chosen
    }

    /// With this card among them, can so many pitches from here on cover what is short?
    fn covers(&self, played: u32, place: usize, pitches: u32, short: i64) -> bool {
        let mut short = short - self.items[place].pitch;
        let mut left = pitches - 1;
        if left == 0 {
            return short <= 0;
        }
        for &other in &self.by_pitch[..self.items.len()] {
            if usize::from(other) > place && played >> other & 1 == 0 {
                short -= self.items[usize::from(other)].pitch;
                left -= 1;
                if left == 0 {
                    break;
                }
            }
        }
        short <= 0
    }
}

/// Of two turns as sets of places played and pitched: is the first to be preferred, in hand order
/// played before pitched before kept?
fn earlier(one: (u32, u32), other: (u32, u32)) -> bool {
    let differ = (one.0 ^ other.0) | (one.1 ^ other.1);
    if differ == 0 {
        return false;
    }
    let first = differ & differ.wrapping_neg();
    one.0 & first != 0 || (one.1 & first != 0 && other.0 & first == 0)
}

/// The plan with these places played and pitched: as [`Plan::of_uses`], without a look at each card.
fn plan(hand: &Hand, played: u32, pitched: u32) -> Plan {
    let mut gives = 0_u32;
    for (place, card) in hand.cards.iter().enumerate() {
        gives |= u32::from(card.action_balance() >= 0) << place;
    }
    let uses = (0..hand.cards.len()).map(|place| {
        let of = 2 - 2 * (played >> place & 1) - (pitched >> place & 1);
        [Use::Played, Use::Pitched, Use::Kept][of as usize]
    });
    let mut plan = Plan { damage: 0, uses: uses.collect(), line: Vec::with_capacity(FEW) };
    let mut resources = u64::from(hand.resources);
    let mut to_pitch = pitched;
    for mut to_play in [played & gives, played & !gives] {
        while to_play != 0 {
            let place = to_play.trailing_zeros();
            to_play &= to_play - 1;
            let card = &hand.cards[place as usize];
            while resources < u64::from(card.cost) && to_pitch != 0 {
                let other = to_pitch.trailing_zeros();
                to_pitch &= to_pitch - 1;
                resources += u64::from(hand.cards[other as usize].pitch.unwrap_or(0));
                plan.line.push(Move::Pitch(other));
            }
            debug_assert!(
                resources >= u64::from(card.cost),
                "the pitched cards pay for the played"
            );
            resources -= u64::from(card.cost);
            plan.damage += u64::from(card.attack.unwrap_or(0));
            plan.line.push(Move::Play(place));
        }
    }
    plan
}
