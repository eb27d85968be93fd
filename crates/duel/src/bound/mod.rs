//! How little a win can cost from here: a bound that is derived from the rules.
//!
//! The fight is relaxed until it can be tabulated (`facts.rs` says how each rule is relaxed,
//! `tables.rs` fills the tables once per fight), and what was relaxed away is put back as a count:
//!
//! * Player 1's skills are *attacks* (they harm the enemy) or *supports* (everything else). Of the
//!   attacks the tables know, for every enemy hp, every state of the poison-like timers and up to
//!   `w` rounds that go to supports, the least price, the least loss of life and the least drain on
//!   each pool with which the enemy can be killed.
//! * Then for each `w`: the life that the rounds must cost has to be covered by supports that give
//!   life, the pools by supports that refill them, and what that takes is added. The bound is the
//!   least over `w`.
//!
//! Pools and life are looked at as *potentials*: what there is plus all that running effects will
//! still give. Each of these is at most what a real line of play needs, so the bound never exceeds
//! the truth; and each changes with a move by exactly what the tables charge for it, so the bound
//! falls by no more than the move costs. Tests check both on random rules.
//!
//! In the middle of a round, where player 2 chooses, the bound is that of the choice which follows,
//! whatever they do; there it may fall faster, which the search allows for.

mod facts;
mod tables;

use crate::order::Order;
use crate::rules::Rules;
use crate::state::State;
use facts::{Facts, Potential};
use tables::{BIG, FREE, Tables};

/// A bound on the price of a win, for states in which somebody chooses.
#[derive(Clone, Debug)]
pub(crate) struct Bound(Option<Relaxed>);

#[derive(Clone, Debug)]
struct Relaxed {
    enemy_hp: Potential,
    life: Potential,
    pools: Vec<Pool>,
    tables: Tables,
    /// Life that a round costs when nothing is done about it.
    loss: i64,
    /// Harm that the enemy does to itself in a round, at most.
    self_harm: i64,
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

/// When in a round somebody chooses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Player 1, in their own turn.
    Own,
    /// Player 2, in theirs: the enemy has yet to strike, and effects to tick once more, before
    /// player 1 chooses again.
    Between,
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

/// More supports than this are not told apart.
const MOST_SUPPORTS: i64 = 64;

impl Bound {
    /// The bound that knows nothing.
    pub(crate) fn none() -> Self {
        Self(None)
    }

    /// Tabulates the relaxed fight from a position on.
    pub(crate) fn new<const W: usize, O: Order>(rules: &Rules, start: &State<W, O>) -> Self {
        Self(Facts::new(rules, start).map(Relaxed::new))
    }

    /// A price below which no win can be had, or `None` where none can be had at all.
    #[inline]
    pub(crate) fn at_least<const W: usize, O: Order>(
        &self,
        state: &State<W, O>,
        when: Moment,
    ) -> Option<u64> {
        match &self.0 {
            None => Some(0),
            Some(relaxed) => relaxed.at_least(state, when),
        }
    }
}

impl Relaxed {
    fn new(facts: Facts) -> Self {
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
        let tables = Tables::new(&facts);
        let gains = |gain: &dyn Fn(&facts::Skill) -> i64| {
            !tables.exact && facts.attacks.iter().any(|attack| gain(attack) > 0)
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
            spared: if tables.exact { 0 } else { facts.loss.max(0) },
            tables,
            harmless: facts.attacks.is_empty() && facts.self_harm == 0,
            enemy_hp: facts.enemy_hp,
            life: facts.life,
            loss: facts.loss,
            self_harm: facts.self_harm,
            free_rounds: facts.free_rounds,
            pools,
        }
    }

    fn at_least<const W: usize, O: Order>(&self, state: &State<W, O>, when: Moment) -> Option<u64> {
        let between = when == Moment::Between;
        let (enemy_hp, life) = (self.enemy_hp.of(state, when), self.life.of(state, when));
        let (enemy_hp, life) = if between {
            (enemy_hp - self.self_harm - self.tables.tick(state), life - self.loss)
        } else {
            (enemy_hp, life)
        };
        if enemy_hp <= 0 {
            return Some(0);
        }
        let Some(row) = self.tables.row(enemy_hp, state, u32::from(between)) else {
            return Some(0);
        };
        let free = i64::from(row.price[FREE]);
        if free >= i64::from(BIG) {
            return if self.harmless { None } else { Some(free.unsigned_abs()) };
        }
        let pool = |pool: &Pool| {
            pool.potential.of(state, when) + if between { pool.round_gain } else { 0 }
        };
        let mut best = i64::MAX;
        let most = if self.mix.any { MOST_SUPPORTS } else { 0 };
        let mut supports = 0;
        while supports <= most && free + supports * self.mix.price < best {
            match self.with(supports, row, life, &pool) {
                Ok(price) => best = best.min(price),
                Err(Lack::ForEver) if best == i64::MAX => return None,
                Err(_) => {}
            }
            supports += 1;
        }
        if best < i64::MAX {
            Some(best.unsigned_abs())
        } else if self.mix.any {
            Some((free + supports * self.mix.price).unsigned_abs())
        } else {
            None
        }
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
        let lane = if self.free_rounds {
            FREE
        } else {
            usize::try_from(supports).map_or(FREE, |supports| supports.min(FREE))
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
            let never = lane == FREE && class.map_or(0, |class| class.gain) <= growth;
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
            let drained = i64::from(row.drain(index)[lane]) + supports * pool.drain;
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
