//! Price, life and pools minimised apart, for every number of supports.
//!
//! * Player 1's skills are *attacks* (they harm the enemy) or *supports* (everything else). Of the
//!   attacks the tables know, for every enemy hp, every state of the poison-like timers and up to
//!   `w` rounds that go to supports, the least price, the least loss of life and the least drain on
//!   each pool with which the enemy can be killed.
//! * Then for each `w`: the life that the rounds must cost has to be covered by supports that give
//!   life, the pools by supports that refill them, and what that takes is added. The bound is the
//!   least over `w`. What any number of supports leaves to be covered says with how many to begin.

use super::Moment;
use super::facts::{self, Facts, Potential};
use super::grid::{Grid, Steps};
use super::tables::{self, BIG, Tables};
use crate::order::Order;
use crate::state::State;

/// The bound, and what it needs to know of a fight.
#[derive(Clone, Debug)]
pub(super) struct Apart {
    life: Potential,
    pools: Vec<Pool>,
    tables: Tables,
    /// Life that a round costs when nothing is done about it.
    loss: i64,
    /// The strike that the enemy's death spares, where the tables do not know it.
    spared: i64,
    /// Player 1 is passed over when stuck: rounds may go by for nothing.
    free_rounds: bool,
    /// Life says nothing: rounds are free, or an attack may gain more than a round costs.
    undying: bool,
    /// Nothing can ever harm the enemy.
    harmless: bool,
    mix: Mix,
}

#[derive(Clone, Debug)]
struct Pool {
    potential: Potential,
    refill: Option<Class>,
    /// What a support that does not refill the pool takes from it, at least.
    drain: i64,
    /// What a round adds to it by itself.
    round_gain: i64,
    /// An attack may refill it, as often as one likes.
    endless: bool,
}

/// What the supports can do.
#[derive(Clone, Debug)]
struct Mix {
    any: bool,
    /// The price of the cheapest.
    price: i64,
    life: Option<Class>,
    /// Does every support give either life or a refill of one pool, but never both?
    disjoint: bool,
}

/// The supports that give life, or that refill a pool.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// The most that one of them gives.
    gain: i64,
    /// What the cheapest of them costs more than the cheapest support.
    extra: i64,
}

/// More numbers of supports than this are not looked at.
const MOST_TRIED: i64 = 2048;

impl Apart {
    pub(super) fn new(facts: &Facts, grid: &Grid, steps: &[Steps], share: usize) -> Self {
        let cheapest = facts.supports.iter().map(|support| support.price).min();
        let price = cheapest.unwrap_or(0);
        let class = |gain: &dyn Fn(&facts::Skill) -> i64| {
            let givers = || facts.supports.iter().filter(|support| gain(support) > 0);
            Some(Class {
                gain: givers().map(gain).max()?,
                extra: givers().map(|support| support.price - price).min()?,
            })
        };
        let life = class(&|support| support.life);
        let tables = Tables::new(facts, grid, steps, share);
        let gains = |gain: &dyn Fn(&facts::Skill) -> i64| {
            !grid.exact && facts.attacks.iter().any(|attack| gain(attack) > 0)
        };
        let pools: Vec<Pool> = facts
            .pools
            .iter()
            .enumerate()
            .map(|(index, potential)| Pool {
                endless: gains(&|attack| -attack.drains[index]),
                potential: potential.clone(),
                round_gain: facts.round_gain[index],
                refill: class(&|support| -support.drains[index]),
                drain: facts
                    .supports
                    .iter()
                    .map(|support| support.drains[index])
                    .filter(|&drain| drain >= 0)
                    .min()
                    .unwrap_or(0),
            })
            .collect();
        let gives = |support: &facts::Skill| {
            let refills = support.drains.iter().filter(|&&drain| drain < 0).count();
            usize::from(support.life > 0) + refills
        };
        Self {
            mix: Mix {
                any: cheapest.is_some(),
                price,
                life,
                disjoint: facts.supports.iter().all(|support| gives(support) <= 1),
            },
            undying: facts.free_rounds || gains(&|attack| attack.life - facts.loss),
            spared: if grid.exact { 0 } else { facts.loss.max(0) },
            tables,
            harmless: facts.attacks.is_empty() && facts.self_harm == 0,
            life: facts.life.clone(),
            loss: facts.loss,
            free_rounds: facts.free_rounds,
            pools,
        }
    }

    /// A price below which no win can be had from a state whose row of the grid is known, or `None`
    /// where none can be had at all. Where it is no more than what is `known` already, that is given.
    #[inline]
    pub(super) fn at_least<const W: usize, O: Order>(
        &self,
        state: &State<W, O>,
        when: Moment,
        place: usize,
        known: u64,
    ) -> Option<u64> {
        let between = when == Moment::Between;
        let life = self.life.of(state, when) - if between { self.loss } else { 0 };
        let row = self.tables.row(place);
        let free = i64::from(row.price[self.tables.free()]);
        if free >= i64::from(BIG) {
            return if self.harmless { None } else { Some(known.max(free.unsigned_abs())) };
        }
        let pool = |pool: &Pool| {
            pool.potential.of(state, when) + if between { pool.round_gain } else { 0 }
        };
        if !self.mix.any {
            let price = self.with(0, row, life, &pool).ok()?;
            return Some(known.max(price.unsigned_abs()));
        }
        let (mut best, known) = (i64::MAX, i64::try_from(known).unwrap_or(i64::MAX));
        let mut supports = self.fewest(row, life, &pool);
        let most = supports + MOST_TRIED;
        while free + supports * self.mix.price < best && best > known {
            // What is not looked at costs at least this.
            if supports == most {
                best = best.min(free + supports * self.mix.price);
                break;
            }
            match self.with(supports, row, life, &pool) {
                Ok(price) => best = best.min(price),
                Err(Lack::ForEver) if best == i64::MAX => return None,
                Err(_) => {}
            }
            supports += 1;
        }
        Some(best.max(known).unsigned_abs())
    }

    /// With fewer supports than this there is no win: what the last lane lacks, in which nothing is
    /// ever more than in the others, would take more of them.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "rounded down by more than is lost")]
    #[expect(clippy::cast_possible_truncation, reason = "what is too much for an i64 stays so")]
    fn fewest(&self, row: tables::Row<'_>, life: i64, potential: &impl Fn(&Pool) -> i64) -> i64 {
        let lane = self.tables.free();
        // So many supports are needed: a share, and a share of each that there is.
        let (mut needed, mut of_each) = (0.0, 0.0);
        let mut fewest = 0.0_f64;
        let mut need = |lack: i64, class: Option<Class>, drain: i64, growth: i64| {
            let Some(class) = class.filter(|_| lack > 0) else { return };
            let given = (class.gain + drain) as f64;
            let (share, more) = (lack as f64 / given, growth as f64 / given);
            if self.mix.disjoint {
                needed += share;
                of_each += more;
            } else if more < 1.0 {
                fewest = fewest.max(share / (1.0 - more));
            }
        };
        if !self.undying {
            let lack = i64::from(row.loss[lane]) - self.spared - life + 1;
            need(lack, self.mix.life, 0, self.loss);
        }
        for (index, pool) in self.pools.iter().enumerate().filter(|(_, pool)| !pool.endless) {
            let lack = i64::from(row.drain(index, lane)) - potential(pool);
            need(lack, pool.refill, pool.drain, pool.drain);
        }
        if of_each < 1.0 {
            fewest = fewest.max(needed / (1.0 - of_each));
        }
        (fewest * (1.0 - 1e-9)) as i64
    }

    /// The least price with so many supports, or why that cannot work.
    #[inline]
    fn with(
        &self,
        supports: i64,
        row: tables::Row<'_>,
        life: i64,
        potential: &impl Fn(&Pool) -> i64,
    ) -> Result<i64, Lack> {
        let free = self.tables.free();
        let lane = if self.free_rounds {
            free
        } else {
            usize::try_from(supports).map_or(free, |supports| supports.min(free))
        };
        let price = i64::from(row.price[lane]);
        if price >= i64::from(BIG) {
            return Err(Lack::Now);
        }
        let (mut needed, mut extra) = (0, 0);
        // `drain` is what each support that does not help takes, and `growth` by how much the lack
        // grows with each support that does.
        let mut need = |lack: i64, class: Option<Class>, drain: i64, growth: i64| {
            if lack <= 0 {
                return Ok(());
            }
            // Past the last lane only the count changes: what more supports do not mend now, they
            // never will.
            let never = lane == free && class.map_or(0, |class| class.gain) <= growth;
            let lack_of = if never { Lack::ForEver } else { Lack::Now };
            let Some(class) = class else { return Err(lack_of) };
            let count = div_ceil(lack, class.gain + drain);
            if count > supports {
                return Err(lack_of);
            }
            if self.mix.disjoint {
                needed += count;
                extra += count * class.extra;
            } else {
                needed = needed.max(count);
                extra = extra.max(count * class.extra);
            }
            if needed > supports { Err(Lack::Now) } else { Ok(()) }
        };
        if !self.undying {
            let rounds = i64::from(row.loss[lane]) + supports * self.loss;
            need(rounds - self.spared - life + 1, self.mix.life, 0, self.loss)?;
        }
        for (index, pool) in self.pools.iter().enumerate().filter(|(_, pool)| !pool.endless) {
            let drained = i64::from(row.drain(index, lane)) + supports * pool.drain;
            need(drained - potential(pool), pool.refill, pool.drain, 0)?;
        }
        Ok(price + supports * self.mix.price + extra)
    }
}

/// Why some number of supports is not enough.
enum Lack {
    /// More of them might be.
    Now,
    /// No number of them will ever be.
    ForEver,
}

/// `lack / gain`, rounded up; both above 0.
#[inline]
fn div_ceil(lack: i64, gain: i64) -> i64 {
    (lack + gain - 1) / gain
}
