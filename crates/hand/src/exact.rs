//! The best turn, proved: branch and bound over two balances.
//!
//! With an action point to start with, pitching first is never worse, and what gives action points
//! goes first; so uses are feasible exactly when the played cards cost no more resources than
//! there are and the pitched ones give, and take no more action points than there are. The goal
//! is one number, `damage * M - cards used` with M above the size of the hand.
//!
//! At fixed [`crate::prices`] each use of a card has a worth of its own, and a *loss* against the
//! card's best use. Whatever is feasible then falls short of the sum of all best uses by exactly
//! its losses plus the price of what is left over. So the search only follows uses whose losses
//! fit in the gap between that sum and the best turn so far; for most cards of a large hand a
//! single use does, and they are settled beforehand. It branches in hand order, played before
//! pitched before kept, and takes only what is strictly better, so that the first turn found at a
//! value is the one that the last tie-break wants. Where many cards are open, it remembers the
//! balances from which a gap could not be met (compared whole, never by hash alone).

use outplay_game::{Budget, Stop};
use rustc_hash::FxHashMap;

use crate::few::{FEW, few};
use crate::prices::{Item, Prices, prices};
use crate::{Found, Hand, Plan, Use};

/// The best turn, ties as the rules say.
///
/// ```
/// use outplay_hand::{Card, Hand, Use, exact};
/// let hand = Hand::new(vec![Card::new("A", 0, 1, 4, 1), Card::new("B", 1, 3, 4, 0)]);
/// assert_eq!(exact(&hand).uses, [Use::Played, Use::Kept]);
/// ```
pub fn exact(hand: &Hand) -> Plan {
    exact_within(hand, &Budget::UNLIMITED).plan
}

/// The best turn, as far as the budget goes. A hand of few cards costs less than a look at it.
pub fn exact_within(hand: &Hand, budget: &Budget) -> Found {
    if hand.action_points == 0 || hand.cards.is_empty() {
        return Found { plan: Plan::nothing(hand), at_most: 0, states: 0, stopped: None };
    }
    if hand.cards.len() <= FEW {
        let (plan, states) = few(hand);
        return Found { at_most: plan.damage, plan, states, stopped: None };
    }
    many(hand, budget)
}

/// The search for hands of any size.
pub(crate) fn many(hand: &Hand, budget: &Budget) -> Found {
    let items: Vec<Item> = hand.cards.iter().map(Item::of).collect();
    let prices = prices(hand, &items);
    let mut search = Search::new(hand, &items, &prices);
    let stopped = search.run(&prices, budget).err();
    let states = search.states;
    let found = std::mem::take(&mut search.best);
    let uses = if search.found { found } else { pay_for(hand, &items, &prices) };
    let at_most = search.most_damage();
    let plan = Plan::of_uses(hand, uses);
    let at_most = stopped.map_or(plan.damage, |_| at_most.max(plan.damage));
    Found { plan, at_most, states, stopped }
}

/// The first turn that came with the prices, with as few others as possible pitched for it.
fn pay_for(hand: &Hand, items: &[Item], prices: &Prices) -> Vec<Use> {
    let mut uses = vec![Use::Kept; items.len()];
    let mut short = -i64::from(hand.resources);
    for place in prices.first_turn(hand, items) {
        uses[place] = Use::Played;
        short += items[place].cost;
    }
    let mut others: Vec<usize> = (0..items.len()).filter(|&at| uses[at] == Use::Kept).collect();
    others.sort_by_key(|&at| -items[at].pitch);
    for at in others {
        if short > 0 {
            uses[at] = Use::Pitched;
            short -= items[at].pitch;
        }
    }
    uses
}

/// Hands up to this size are searched in one go; larger ones with a gap that grows.
const ONE_GO: usize = 24;
/// With more open cards than this, balances that failed are remembered.
const REMEMBER_ABOVE: usize = 14;

/// A way to use a card that is still open.
#[derive(Clone, Copy)]
struct Way {
    r#use: Use,
    loss: i64,
    resources: i64,
    actions: i64,
}

/// A card with more than one use left, and what it and all later ones can do to the balances.
struct Open {
    place: usize,
    ways: [Way; 3],
    count: usize,
    most: (i64, i64),
    least: (i64, i64),
}

/// Where the search stands at an open card.
#[derive(Clone, Copy)]
struct Frame {
    next: usize,
    loss: i64,
    resources: i64,
    actions: i64,
}

struct Search<'a> {
    hand: &'a Hand,
    items: &'a [Item],
    /// One unit of the goal, so that prices can be fractions of it.
    unit: i64,
    /// M times the unit: one point of damage.
    damage: i64,
    resource_price: i64,
    action_price: i64,
    /// No feasible uses are worth more than this, in parts of a unit.
    at_most: i64,
    /// The best uses so far, once any were found.
    best: Vec<Use>,
    found: bool,
    states: u64,
}

impl<'a> Search<'a> {
    fn new(hand: &'a Hand, items: &'a [Item], prices: &Prices) -> Self {
        let base = i64::try_from(items.len() + 1).expect("a hand has at most MOST_CARDS cards");
        let mut attack = 1;
        let mut amounts = base + i64::from(hand.resources) + i64::from(hand.action_points);
        for item in items {
            attack = attack.max(item.attack);
            amounts += item.cost + item.pitch + item.actions.abs();
        }
        // No product of a price and an amount, and no sum of them, may leave the number's range.
        let bits = |number: i64| 64 - number.leading_zeros();
        let shift = 58_u32.saturating_sub(bits(attack * base) + bits(amounts)).min(12);
        let unit = 1_i64 << shift;
        let damage = base * unit;
        #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation)]
        let whole = |price: f64| {
            let most = attack * damage;
            ((price * damage as f64) as i64).clamp(0, most)
        };
        let mut search = Self {
            hand,
            items,
            unit,
            damage,
            resource_price: whole(prices.resource),
            action_price: whole(prices.action),
            at_most: 0,
            best: Vec::new(),
            found: false,
            states: 0,
        };
        if search.resource_price == 0 {
            search.resource_price = search.price_of_plenty();
        }
        search.at_most = search.resource_price * i64::from(hand.resources)
            + search.action_price * i64::from(hand.action_points);
        for item in items {
            let [play, pitch] = search.worths(item);
            search.at_most += play.unwrap_or(0).max(pitch.unwrap_or(0)).max(0);
        }
        search
    }

    /// Where everything can be played, a resource is still worth a part of the card pitched for it.
    fn price_of_plenty(&self) -> i64 {
        let played = self.items.iter().filter(|item| item.playable());
        let short = played.map(|item| item.cost).sum::<i64>() - i64::from(self.hand.resources);
        if short <= 0 {
            return 0;
        }
        let most = self.items.iter().filter(|item| !item.playable()).map(|item| item.pitch).max();
        self.unit / most.unwrap_or(0).max(1)
    }

    /// What playing and pitching a card are worth at the prices; keeping it is worth 0.
    #[inline]
    fn worths(&self, item: &Item) -> [Option<i64>; 2] {
        let play = item.playable().then(|| {
            item.attack * self.damage - self.unit - self.resource_price * item.cost
                + self.action_price * item.actions
        });
        let pitch = (item.pitch > 0).then(|| self.resource_price * item.pitch - self.unit);
        [play, pitch]
    }

    /// The most damage that is still thinkable.
    fn most_damage(&self) -> u64 {
        let worth = self.at_most.div_euclid(self.unit);
        let base = self.damage / self.unit;
        u64::try_from((worth + base - 1).div_euclid(base)).unwrap_or(0)
    }

    /// Finds the best uses.
    fn run(&mut self, prices: &Prices, budget: &Budget) -> Result<(), Stop> {
        // The first turn uses at most all cards.
        let least = prices.damage * self.damage - (self.damage - self.unit);
        let sum = self.at_most;
        let widest = sum - least;
        let mut gap = if self.items.len() <= ONE_GO { widest } else { self.damage / 8 };
        loop {
            gap = gap.min(widest);
            self.within(gap, budget)?;
            if self.found {
                return Ok(());
            }
            debug_assert!(gap < widest, "the first turn is within the widest gap");
            self.at_most = sum - gap - 1;
            gap = gap.saturating_mul(4);
        }
    }

    /// Finds the best uses whose losses fit in the gap below `at_most` as it was at first.
    fn within(&mut self, gap: i64, budget: &Budget) -> Result<(), Stop> {
        let mut uses = vec![Use::Kept; self.items.len()];
        let mut open: Vec<Open> =
            Vec::with_capacity(if self.items.len() <= ONE_GO { self.items.len() } else { 0 });
        let mut root = Frame {
            next: 0,
            loss: 0,
            resources: i64::from(self.hand.resources),
            actions: i64::from(self.hand.action_points),
        };
        for (place, item) in self.items.iter().enumerate() {
            let [play, pitch] = self.worths(item);
            let top = play.unwrap_or(0).max(pitch.unwrap_or(0)).max(0);
            let kept = Way { r#use: Use::Kept, loss: top, resources: 0, actions: 0 };
            let (mut ways, mut count) = ([kept; 3], 0);
            let mut allow = |way: Way| {
                if way.loss <= gap {
                    ways[count] = way;
                    count += 1;
                }
            };
            if let Some(worth) = play {
                let (resources, actions) = (-item.cost, item.actions);
                allow(Way { r#use: Use::Played, loss: top - worth, resources, actions });
            }
            if let Some(worth) = pitch {
                let resources = item.pitch;
                allow(Way { r#use: Use::Pitched, loss: top - worth, resources, actions: 0 });
            }
            allow(kept);
            if count == 1 {
                uses[place] = ways[0].r#use;
                root.resources += ways[0].resources;
                root.actions += ways[0].actions;
            } else {
                open.push(Open { place, ways, count, most: (0, 0), least: (0, 0) });
            }
        }
        let (mut most, mut least) = ((0, 0), (0, 0));
        for card in open.iter_mut().rev() {
            let ways = &card.ways[..card.count];
            let (mut high, mut low) = ((i64::MIN, i64::MIN), (i64::MAX, i64::MAX));
            for way in ways {
                high = (high.0.max(way.resources), high.1.max(way.actions));
                low = (low.0.min(way.resources), low.1.min(way.actions));
            }
            most = (most.0 + high.0, most.1 + high.1);
            least = (least.0 + low.0, least.1 + low.1);
            card.most = most;
            card.least = least;
        }
        self.walk(&open, root, gap, uses, budget)
    }

    /// Depth first over the open cards.
    fn walk(
        &mut self,
        open: &[Open],
        root: Frame,
        mut gap: i64,
        mut uses: Vec<Use>,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let remember = open.len() > REMEMBER_ABOVE;
        let mut failed: FxHashMap<(usize, i64, i64), i64> = FxHashMap::default();
        let mut stack: Vec<Frame> = Vec::with_capacity(open.len() + 1);
        let Some(_) = self.loss_at_least(open, 0, &root).filter(|&loss| loss <= gap) else {
            return Ok(());
        };
        stack.push(root);
        while let Some(depth) = stack.len().checked_sub(1) {
            let frame = &mut stack[depth];
            let Some(card) = open.get(depth) else {
                // All is settled, and it fits: the best so far, and only better ones from here.
                let loss = frame.loss
                    + self.resource_price * frame.resources
                    + self.action_price * frame.actions;
                gap = loss - self.unit;
                self.best.clone_from(&uses);
                self.found = true;
                stack.pop();
                continue;
            };
            if frame.next == card.count {
                if remember {
                    let frame = *frame;
                    failed.insert(self.key(open, depth, &frame), gap - frame.loss);
                }
                stack.pop();
                continue;
            }
            let way = &card.ways[frame.next];
            frame.next += 1;
            let next = Frame {
                next: 0,
                loss: frame.loss + way.loss,
                resources: frame.resources + way.resources,
                actions: frame.actions + way.actions,
            };
            if self.loss_at_least(open, depth + 1, &next).is_none_or(|loss| loss > gap) {
                continue;
            }
            if remember && depth + 1 < open.len() {
                let known = failed.get(&self.key(open, depth + 1, &next));
                if known.is_some_and(|&gap_failed| gap_failed >= gap - next.loss) {
                    continue;
                }
            }
            uses[card.place] = way.r#use;
            self.states += 1;
            let kept = failed.capacity() * (size_of::<((usize, i64, i64), i64)>() + 1);
            if let Some(stop) = budget.stop(self.states, kept as u64, self.states) {
                return Err(stop);
            }
            stack.push(next);
        }
        Ok(())
    }

    /// The loss that all completions have at least; `None` where a balance must end below 0.
    #[inline]
    fn loss_at_least(&self, open: &[Open], depth: usize, frame: &Frame) -> Option<i64> {
        let (most, least) = match open.get(depth) {
            Some(card) => (card.most, card.least),
            None => ((0, 0), (0, 0)),
        };
        if frame.resources + most.0 < 0 || frame.actions + most.1 < 0 {
            return None;
        }
        let resources_over = (frame.resources + least.0).max(0);
        let actions_over = (frame.actions + least.1).max(0);
        Some(frame.loss + self.resource_price * resources_over + self.action_price * actions_over)
    }

    /// The balances as far as they matter: what is free of price and can never run out is alike.
    #[inline]
    fn key(&self, open: &[Open], depth: usize, frame: &Frame) -> (usize, i64, i64) {
        let least = open[depth].least;
        let cut = |price: i64, balance: i64, least: i64| {
            if price == 0 { balance.min(-least) } else { balance }
        };
        let resources = cut(self.resource_price, frame.resources, least.0);
        let actions = cut(self.action_price, frame.actions, least.1);
        (depth, resources, actions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::tied;
    use crate::{Ranges, brute};

    #[test]
    fn the_search_for_many_is_brute_force_on_few_ties_included() {
        for seed in 0..3000 {
            let hand = tied(usize::try_from(seed % 6).unwrap(), seed);
            if !hand.cards.is_empty() {
                assert_eq!(many(&hand, &Budget::UNLIMITED).plan, brute(&hand), "{hand:?}");
            }
        }
    }

    /// The most damage, and with how few cards: a plain table over both balances, card by card.
    fn plain(hand: &Hand) -> (u64, usize) {
        let mut reached = FxHashMap::default();
        reached.insert((i64::from(hand.resources), i64::from(hand.action_points)), (0, 0));
        for item in hand.cards.iter().map(Item::of) {
            let mut next = reached.clone();
            for (&(resources, actions), &(damage, kept_back)) in &reached {
                let mut reach = |balances, damage| {
                    let worth = (damage, kept_back - 1);
                    let known = next.entry(balances).or_insert(worth);
                    *known = worth.max(*known);
                };
                if item.playable() {
                    reach((resources - item.cost, actions + item.actions), damage + item.attack);
                }
                if item.pitch > 0 {
                    reach((resources + item.pitch, actions), damage);
                }
            }
            reached = next;
        }
        let ends =
            reached.iter().filter(|((resources, actions), _)| *resources >= 0 && *actions >= 0);
        let (damage, kept_back) = ends.map(|(_, worth)| *worth).max().unwrap();
        (u64::try_from(damage).unwrap(), usize::try_from(-kept_back).unwrap())
    }

    #[test]
    fn what_large_hands_remember_is_remembered_of_the_whole_balances() {
        for seed in 0..400 {
            let cards = 16 + usize::try_from(seed % 9).unwrap();
            let hand = tied(cards, seed);
            let plan = many(&hand, &Budget::UNLIMITED).plan;
            assert_eq!((plan.damage, plan.used()), plain(&hand), "{hand:?}");
        }
    }

    #[test]
    fn a_stopped_search_never_promises_too_little() {
        for seed in 0..1500 {
            let cards = 13 + usize::try_from(seed % 20).unwrap();
            let hand =
                if seed % 3 == 0 { Ranges::default().deal(cards, seed) } else { tied(cards, seed) };
            let best = many(&hand, &Budget::UNLIMITED).plan.damage;
            for states in [1, 4, 15, 60] {
                let found = many(&hand, &Budget { states, ..Budget::UNLIMITED });
                assert!(found.plan.damage <= best && best <= found.at_most, "{found:?}: {best}");
                assert_eq!(found.stopped.is_none(), found.states < states, "{found:?}");
            }
        }
    }

    #[test]
    fn the_searches_for_few_and_for_many_agree_on_every_card() {
        for seed in 0..3000 {
            let cards = 6 + usize::try_from(seed % 7).unwrap();
            for hand in [tied(cards, seed), Ranges::default().deal(cards, seed)] {
                let found = many(&hand, &Budget::UNLIMITED);
                assert_eq!(found.stopped, None);
                assert_eq!(found.plan, few(&hand).0, "{hand:?}");
            }
        }
    }
}
