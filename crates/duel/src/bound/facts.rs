//! What the rules allow at best: each skill reduced to a few numbers, always in player 1's favour.
//!
//! * A hit does the most that it ever can (the enemy's armor at its thinnest, all numbers in a formula
//!   at their best; only the enemy's hp are taken as they are).
//! * The enemy strikes as weakly as its own effects ever make it; what player 1's effects take off
//!   a strike counts as life that those effects give.
//! * Whatever an effect will give over its time counts as given at once, except that poison-like
//!   timers are kept exactly, where there are not too many (see `tables.rs`).
//! * What the enemy does to player 1's pools or to its own good is left out; what it does to its
//!   own harm or player 1's good counts in full, every round.
//!
//! An enemy who chooses may do worse than what they can always do: use one skill again and again that
//! costs nothing and is never kept from being used. Whatever a win costs at least against that, it
//! costs at least against them. So each such skill gives facts of its own, as if there were no other.
//!
//! Where the enemy might lose by being stuck there is no such bound, and `Facts::new` says so.

use outplay_game::Player;

use super::Moment;
use super::amounts::{gain, harm, least, started, sum};
use super::hits::Harm;
use super::strikes::Strikes;
use crate::amount::Reading;
use crate::merit::heals;
use crate::order::Order;
use crate::rules::{self, Change, Effect, Price, Rules, Slot, Stuck};
use crate::state::{Field, State};

pub(super) struct Facts {
    pub(super) attacks: Vec<Skill>,
    pub(super) supports: Vec<Skill>,
    pub(super) poisons: Vec<Poison>,
    pub(super) enemy_hp: Potential,
    pub(super) life: Potential,
    pub(super) pools: Vec<Potential>,
    /// What a round adds to each pool by itself.
    pub(super) round_gain: Vec<i64>,
    /// Life that a round costs at least; below 0 where the enemy's turn does player 1 good.
    pub(super) loss: i64,
    /// Harm that the enemy does to itself in a round, at most.
    pub(super) self_harm: i64,
    /// Player 1 may be passed over when stuck: rounds may go by for nothing.
    pub(super) free_rounds: bool,
    /// Is the enemy's hp in the relaxed fight exactly that of the real one?
    pub(super) exact: bool,
    /// The enemy's hp and the poison timers at the start, and the most hp that there may ever be.
    pub(super) start_hp: i64,
    top_hp: i64,
    pub(super) start_clock: Vec<u32>,
}

/// A skill of player 1.
pub(super) struct Skill {
    pub(super) price: i64,
    /// Harm done at once.
    pub(super) hit: Harm,
    /// The poison that it starts, by its place in `Facts::poisons`.
    pub(super) poison: Option<usize>,
    /// Life that it gives, its own price in hp taken off.
    pub(super) life: i64,
    /// What it takes from each pool, what it gives taken off.
    pub(super) drains: Vec<i64>,
    /// What it gives of each pool and is there for certain afterwards; 0 where something might take it
    /// away that is no price.
    pub(super) fills: Vec<i64>,
    /// What keeps it from being used again and again.
    pub(super) limits: Vec<Limit>,
}

/// What limits how often a skill can be used.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    /// Once used, it can be used again `period` rounds later, when the field has come down to 0: it
    /// does by so much in a round.
    Rests { field: Field, a_round: u32, period: u32 },
    /// The same, of an effect whose timer is kept exactly.
    Poisons { field: Field, period: u32 },
    /// So many uses are left.
    Uses(Field),
}

/// An effect that harms the enemy each turn and whose timer is kept exactly.
#[derive(Clone, Debug)]
pub(super) struct Poison {
    effect: usize,
    pub(super) timer: Field,
    pub(super) harm: i64,
    pub(super) lasts: u32,
}

/// A number with what running effects will still add to it (or take, for the enemy's hp).
#[derive(Clone, Debug)]
pub(super) struct Potential {
    slot: Slot,
    running: Vec<Running>,
}

#[derive(Clone, Debug)]
struct Running {
    timer: Field,
    each_turn: i64,
    /// For each of the enemy's turns that the effect still covers.
    each_strike: i64,
}

impl Potential {
    #[inline]
    pub(super) fn of<const W: usize, O: Order>(&self, state: &State<W, O>, when: Moment) -> i64 {
        let mut total = i64::from(state.number(self.slot));
        for running in &self.running {
            // Of the turns ahead the enemy's come first, and an effect no longer holds in the turn
            // that ends it; between them, the enemy's turn under way is covered as well.
            let turns = state.bits(running.timer);
            let strikes = if when == Moment::Own { turns / 2 } else { turns.div_ceil(2) };
            total += i64::from(turns) * running.each_turn;
            total += i64::from(strikes) * running.each_strike;
        }
        total
    }
}

/// The most timers, and the most combinations of them, that are kept exactly.
const MOST_CLOCKS: usize = 4096;

/// More of the enemy's skills than this are not looked at one by one.
const MOST_HABITS: usize = 4;

/// Can the skill be used in every turn?
fn is_always_able(skill: &rules::Skill) -> bool {
    skill.alone.is_none()
        && skill.limits.is_none()
        && skill.cost.iter().all(|(_, by)| by.fixed() == Some(0))
}

impl Facts {
    /// The facts of a fight against each of the enemy's skills that they can always use, or, where
    /// there is none, against all of them.
    pub(super) fn all<const W: usize, O: Order>(rules: &Rules, start: &State<W, O>) -> Vec<Self> {
        let skills = &rules.fighters[1].skills;
        // Whatever the enemy may do instead has been done before.
        let hp = rules.fighters[1].hp;
        let most = if heals(rules, Player::Two) { rules.most[hp] } else { 0 };
        let top_hp = i64::from(most.max(start.number(hp)));
        let habits = skills.iter().filter(|skill| is_always_able(skill)).take(MOST_HABITS);
        let against = |skill: &rules::Skill| {
            let mut rules = rules.clone();
            rules.fighters[1].skills = vec![skill.clone()];
            Self::new(&rules, start, top_hp)
        };
        let habits: Vec<Self> = match skills.len() {
            0 | 1 => Vec::new(),
            _ => habits.filter_map(against).collect(),
        };
        if habits.is_empty() {
            Self::new(rules, start, top_hp).into_iter().collect()
        } else {
            habits
        }
    }

    fn new<const W: usize, O: Order>(
        rules: &Rules,
        start: &State<W, O>,
        top_hp: i64,
    ) -> Option<Self> {
        let [me, enemy] = &rules.fighters;
        let enemy_is_always_able = enemy.skills.iter().any(is_always_able);
        if rules.stuck == Stuck::Lose && !enemy_is_always_able {
            return None;
        }
        let free_rounds = rules.stuck == Stuck::Skip && !me.skills.iter().any(is_always_able);
        let strikes = Strikes::new(rules, enemy_is_always_able);
        let poisons = poisons(rules);
        let instant_poison = |index: usize| !poisons.iter().any(|poison| poison.effect == index);
        let pool_slots: Vec<Slot> = {
            let mut slots: Vec<Slot> = me
                .skills
                .iter()
                .flat_map(|skill| skill.cost.iter().map(|(slot, _)| *slot))
                .collect();
            slots.retain(|&slot| slot != me.hp);
            slots.sort_unstable();
            slots.dedup();
            slots
        };
        let pools = pool_slots
            .iter()
            .map(|&slot| Potential {
                slot,
                running: running(rules, |effect, _| (gain(&effect.each_turn, slot), 0)),
            })
            .collect();
        let life = Potential {
            slot: me.hp,
            running: running(rules, |effect, index| {
                (gain(&effect.each_turn, me.hp), strikes.saved_by(rules, index))
            }),
        };
        let enemy_hp = Potential {
            slot: enemy.hp,
            running: running(rules, |effect, index| {
                let exact = effect.caster == Player::One && !instant_poison(index);
                (if exact { 0 } else { -harm(&effect.each_turn, enemy.hp) }, 0)
            }),
        };
        let mut facts = Self {
            attacks: Vec::new(),
            supports: Vec::new(),
            enemy_hp,
            life,
            pools,
            loss: strikes.weakest - sum(&me.upkeep, me.hp),
            self_harm: strikes.self_harm,
            free_rounds,
            exact: !free_rounds && is_exact(rules, &poisons),
            start_hp: i64::from(start.number(enemy.hp)),
            top_hp,
            round_gain: pool_slots
                .iter()
                .map(|&slot| sum(&me.upkeep, slot).max(0) + gift(rules, slot))
                .collect(),
            start_clock: poisons.iter().map(|poison| start.bits(poison.timer)).collect(),
            poisons,
        };
        if facts.free_rounds && facts.round_gain.iter().any(|&gain| gain > 0) {
            // Waiting refills for nothing: pools say nothing then.
            facts.pools.clear();
        }
        for skill in &me.skills {
            let relaxed = facts.relax(rules, &strikes, &pool_slots, skill);
            if relaxed.hit.at(facts.start_hp) > 0 || relaxed.poison.is_some() {
                facts.attacks.push(relaxed);
            } else {
                facts.supports.push(relaxed);
            }
        }
        Some(facts)
    }

    /// Hp of the enemy that are worth a look of their own: where hits depend on them, several.
    pub(super) fn hps(&self) -> Vec<i64> {
        let depends = self.attacks.iter().any(|attack| matches!(attack.hit, Harm::OfHp(_)));
        let shares = if depends { &[16, 14, 12, 10, 8, 4][..] } else { &[16] };
        shares.iter().map(|share| (self.start_hp * share / 16).max(1)).collect()
    }

    /// A skill of player 1, at its best.
    fn relax(
        &self,
        rules: &Rules,
        strikes: &Strikes,
        pool_slots: &[Slot],
        skill: &rules::Skill,
    ) -> Skill {
        let [me, enemy] = &rules.fighters;
        let effect = started(rules, skill);
        let over_time = |value: &dyn Fn(&Effect) -> i64| {
            effect.map_or(0, |(effect, _, turns)| value(effect) * i64::from(turns))
        };
        let hit = skill
            .hit()
            .map_or(Harm::NONE, |hit| Harm::of_hit(rules, (self.start_hp, self.top_hp), hit));
        let poison =
            effect.and_then(|(_, index, _)| self.poisons.iter().position(|p| p.effect == index));
        let instant = match poison {
            Some(_) => 0,
            None => over_time(&|effect| harm(&effect.each_turn, enemy.hp)),
        };
        let saved = effect
            .map_or(0, |(_, index, turns)| i64::from(turns / 2) * strikes.saved_by(rules, index));
        let paid = |slot| i64::from(skill.takes(slot));
        let pools = &pool_slots[..self.pools.len()];
        let ticks = |slot| over_time(&|effect| gain(&effect.each_turn, slot));
        let fills = |&slot: &Slot| {
            let given = gain(skill.changes(), slot) + ticks(slot);
            if is_sapped(rules, slot) { 0 } else { given.min(i64::from(rules.most[slot])) }
        };
        Skill {
            price: match rules.price {
                Price::Pool(pool) => paid(pool),
                Price::Actions | Price::Rounds => 1,
            },
            hit: hit.and(harm(skill.changes(), enemy.hp) + instant),
            poison,
            life: gain(skill.changes(), me.hp)
                + over_time(&|effect| gain(&effect.each_turn, me.hp))
                + saved
                - paid(me.hp),
            drains: pools
                .iter()
                .zip(&self.round_gain)
                .map(|(&slot, &round_gain)| {
                    paid(slot) - gain(skill.changes(), slot) - ticks(slot) - round_gain
                })
                .collect(),
            fills: pools.iter().map(fills).collect(),
            limits: limits(rules, skill, poison.is_some()),
        }
    }
}

/// What keeps a skill from being used again and again.
fn limits(rules: &Rules, skill: &rules::Skill, is_kept: bool) -> Vec<Limit> {
    let mut all = Vec::new();
    if let Some((effect, _, lasts)) = started(rules, skill) {
        let (field, period) = (effect.timer, lasts.div_ceil(2));
        all.push(if is_kept {
            Limit::Poisons { field, period }
        } else {
            Limit::Rests { field, a_round: 2, period }
        });
    }
    if let Some(limits) = skill.limits.as_deref() {
        if let Some((field, period)) = limits.cooldown {
            all.push(Limit::Rests { field, a_round: 1, period });
        }
        all.extend(limits.uses.map(Limit::Uses));
    }
    let at_once = |limit: &Limit| {
        matches!(limit, Limit::Rests { period: 0 | 1, .. } | Limit::Poisons { period: 0 | 1, .. })
    };
    all.retain(|limit| !at_once(limit));
    all
}

/// Player 1's effects that harm the enemy each turn, as many as the tables can hold.
fn poisons(rules: &Rules) -> Vec<Poison> {
    let [me, enemy] = &rules.fighters;
    let mut poisons = Vec::new();
    let mut clocks = 1_usize;
    for (_, effect, lasts) in me.skills.iter().filter_map(|skill| started(rules, skill)) {
        let harm = harm(&rules.effects[effect].each_turn, enemy.hp);
        let more = clocks.saturating_mul(lasts as usize + 1);
        if harm > 0 && more <= MOST_CLOCKS {
            clocks = more;
            let timer = rules.effects[effect].timer;
            poisons.push(Poison { effect, timer, harm, lasts });
        }
    }
    poisons
}

/// Does every attack do to the enemy exactly what the tables say, and nothing else touch its hp?
fn is_exact(rules: &Rules, poisons: &[Poison]) -> bool {
    let [me, enemy] = &rules.fighters;
    let untouched = |changes: &[Change]| changes.iter().all(|change| change.slot != enemy.hp);
    let only_harmed = |changes: &[Change]| gain(changes, enemy.hp) == 0;
    let fixed = |reading: &Reading| reading.slot.is_none() && reading.held.is_empty();
    let attacks_are_fixed = me.skills.iter().all(|skill| {
        let hit_is_fixed = skill.hit().is_none_or(|hit| {
            let armor = if hit.pierces { 0 } else { enemy.armor.base };
            let damage = hit.amount.fixed().map(|by| i64::from(by - armor).max(least(rules)));
            damage.is_some_and(|damage| damage >= 0)
                && hit.strikes.fixed().is_some()
                && (hit.pierces || fixed(&enemy.armor))
        });
        hit_is_fixed && only_harmed(skill.changes())
    });
    let effects_are_kept = rules.effects.iter().enumerate().all(|(index, effect)| {
        let kept = poisons.iter().any(|poison| poison.effect == index);
        if kept { only_harmed(&effect.each_turn) } else { untouched(&effect.each_turn) }
    });
    let enemy_leaves_itself_alone =
        enemy.skills.iter().all(|skill| untouched(skill.changes()) && skill.takes(enemy.hp) == 0);
    attacks_are_fixed
        && effects_are_kept
        && enemy_leaves_itself_alone
        && untouched(&me.upkeep)
        && untouched(&enemy.upkeep)
}

/// The most that the enemy's turn adds to a pool of player 1.
fn gift(rules: &Rules, slot: Slot) -> i64 {
    let enemy = &rules.fighters[1];
    let by_skill = enemy.skills.iter().map(|skill| {
        let ticks = started(rules, skill)
            .map_or(0, |(effect, _, turns)| gain(&effect.each_turn, slot) * i64::from(turns));
        gain(skill.changes(), slot) + ticks
    });
    by_skill.max().unwrap_or(0) + gain(&enemy.upkeep, slot)
}

/// May anything but a price take from a number?
fn is_sapped(rules: &Rules, slot: Slot) -> bool {
    let fighters = || rules.fighters.iter();
    let at_once = fighters().flat_map(|fighter| &fighter.skills).map(rules::Skill::changes);
    let each_turn = rules.effects.iter().map(|effect| &effect.each_turn[..]);
    let upkeep = fighters().map(|fighter| &fighter.upkeep[..]);
    at_once.chain(each_turn).chain(upkeep).any(|changes| harm(changes, slot) > 0)
}

/// Effects that add to a number: for each, what it gives a turn and a strike.
fn running(rules: &Rules, worth: impl Fn(&Effect, usize) -> (i64, i64)) -> Vec<Running> {
    let mut all = Vec::new();
    for (index, effect) in rules.effects.iter().enumerate() {
        let (each_turn, each_strike) = worth(effect, index);
        if (each_turn, each_strike) != (0, 0) {
            all.push(Running { timer: effect.timer, each_turn, each_strike });
        }
    }
    all
}
