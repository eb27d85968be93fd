//! What can be done with what is left in pools that never fill again.

use outplay_game::Player;

use super::reach::Reach;
use crate::order::Order;
use crate::rules::{Rules, Slot};
use crate::state::State;

/// For all amounts of the pools, the most that can be done.
#[derive(Clone, Debug)]
pub(super) struct Stock {
    pools: Vec<Pool>,
    table: Vec<Reach>,
}

/// One of the dimensions of the table.
#[derive(Clone, Copy, Debug)]
struct Pool {
    slot: Slot,
    /// What is counted as one, the most of those, and how far apart they are in the table.
    unit: i32,
    most: usize,
    stride: usize,
}

/// Larger tables are made smaller: their pools are counted in coarser units. So many of these as a
/// pool has whole ones may be spent, and each skill takes as many as it has whole ones; no less can
/// be done then.
const MOST_ROWS: usize = 1 << 18;

impl Stock {
    /// `options` is what each skill does at the most.
    pub(super) fn new<const W: usize, O: Order>(
        rules: &Rules,
        player: Player,
        options: &[Reach],
        start: &State<W, O>,
    ) -> Self {
        let skills = &rules.fighter(player).skills;
        let mut pools: Vec<Pool> = Vec::new();
        for (slot, _) in skills.iter().flat_map(|skill| &skill.cost) {
            // What no skill takes in whole units is of no use.
            let unit = skills.iter().fold(0, |unit, skill| divisor(unit, skill.takes(*slot)));
            let known = pools.iter().any(|pool| pool.slot == *slot);
            if !rules.grows(*slot) && !known && unit > 0 {
                let most = usize::try_from(start.number(*slot) / unit).unwrap_or(0);
                pools.push(Pool { slot: *slot, unit, most, stride: 1 });
            }
        }
        let rows = |pools: &[Pool]| {
            pools.iter().fold(1_usize, |rows, pool| rows.saturating_mul(pool.most + 1))
        };
        while rows(&pools) > MOST_ROWS {
            let Some(largest) = pools.iter_mut().max_by_key(|pool| pool.most) else { break };
            largest.unit *= 2;
            largest.most /= 2;
        }
        let mut stride = 1;
        for pool in &mut pools {
            pool.stride = stride;
            stride *= pool.most + 1;
        }
        let price = |skill: &crate::rules::Skill| -> Vec<usize> {
            let units = pools.iter().map(|pool| skill.takes(pool.slot) / pool.unit);
            units.map(|units| usize::try_from(units).unwrap_or(0)).collect()
        };
        let (mut free, mut paid) = (Reach::NOTHING, Vec::new());
        for (skill, &does) in skills.iter().zip(options) {
            let price = price(skill);
            if price.iter().all(|&units| units == 0) {
                free = free.at_least(does.times(Reach::ENDLESS));
            } else {
                let back: usize = pools.iter().zip(&price).map(|(p, units)| p.stride * units).sum();
                paid.push((price, back, does));
            }
        }
        let mut stock = Self { pools, table: vec![free; stride] };
        let mut amounts = vec![0; stock.pools.len()];
        for row in 0..stride {
            let mut best = free;
            for (price, back, does) in &paid {
                if price.iter().zip(&amounts).all(|(price, there)| price <= there) {
                    best = best.at_least(does.and(stock.table[row - back]));
                }
            }
            stock.table[row] = best;
            for (amount, pool) in amounts.iter_mut().zip(&stock.pools) {
                *amount += 1;
                if *amount <= pool.most {
                    break;
                }
                *amount = 0;
            }
        }
        stock
    }

    /// The most that can be done with what there is.
    #[inline]
    pub(super) fn reach<const W: usize, O: Order>(&self, state: &State<W, O>) -> Reach {
        let place = |pool: &Pool| {
            let there = state.number(pool.slot);
            let units = if pool.unit == 1 { there } else { there / pool.unit };
            // A pool that never grows stays within the table, and nothing takes it below 0.
            usize::try_from(units).unwrap_or(0).min(pool.most) * pool.stride
        };
        match &self.pools[..] {
            // By far the commonest.
            [pool] => self.table[place(pool)],
            pools => self.table[pools.iter().map(place).sum::<usize>()],
        }
    }
}

/// The greatest common divisor.
fn divisor(mut one: i32, mut two: i32) -> i32 {
    while two != 0 {
        (one, two) = (two, one % two);
    }
    one.abs()
}
