//! What the winner of a fight can have left at most: a bound that is derived from the rules.
//!
//! Where every skill of a fighter takes from one pool that never fills again, the pool says how
//! much harm they can still do in all, and how much life they can still gain (a knapsack, tabulated
//! once per fight for every amount of the pool). Who cannot do enough harm cannot win. Who wins has
//! at most the hp that they have and can gain; and, since a drain only moves hp from one to the
//! other, at most the hp of both and what both can heal. Tests check it on random rosters.
//!
//! Where effects run, or hits depend on the state, it knows nothing.

use outplay_game::Player;

use crate::order::Order;
use crate::rules::{Rules, Skill, Slot};
use crate::state::State;

/// A bound on what the winner has left.
#[derive(Clone, Debug)]
pub(crate) struct Worth(Option<[Side; 2]>);

#[derive(Clone, Debug)]
struct Side {
    hp: Slot,
    /// The pool that every skill takes from, where there is a skill.
    pool: Option<Slot>,
    /// By what is in the pool.
    reach: Vec<Reach>,
}

/// The most that can still be done, in all.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    harm: i64,
    /// Life gained, drained or healed.
    gain: i64,
    /// Life gained out of nothing.
    heal: i64,
}

/// Larger pools are not tabulated.
const MOST_ROWS: usize = 100_000;

impl Worth {
    pub(crate) fn new<const W: usize, O: Order>(rules: &Rules, start: &State<W, O>) -> Self {
        let quiet = rules.effects.is_empty()
            && rules.fighters.iter().all(|fighter| fighter.upkeep.is_empty());
        if !quiet {
            return Self(None);
        }
        let [one, two] = Player::BOTH.map(|player| Side::new(rules, player, start));
        Self(one.zip(two).map(|(one, two)| [one, two]))
    }

    /// More than this the player cannot be left with as the winner; 0 where they cannot win.
    #[inline]
    pub(crate) fn most<const W: usize, O: Order>(
        &self,
        state: &State<W, O>,
        player: Player,
    ) -> i64 {
        let Some(sides) = &self.0 else { return i64::MAX };
        let (me, enemy) = (&sides[player.index()], &sides[player.other().index()]);
        let (my_hp, enemy_hp) = (i64::from(state.number(me.hp)), i64::from(state.number(enemy.hp)));
        let (mine, theirs) = (me.reach(state), enemy.reach(state));
        if mine.harm < enemy_hp {
            return 0;
        }
        my_hp + mine.gain.min(enemy_hp + mine.heal + theirs.heal)
    }
}

impl Side {
    fn new<const W: usize, O: Order>(
        rules: &Rules,
        player: Player,
        start: &State<W, O>,
    ) -> Option<Self> {
        let fighter = rules.fighter(player);
        let price = |skill: &Skill, pool: Slot| {
            let paid = skill.cost.iter().filter(|&&(slot, _)| slot == pool).map(|&(_, by)| by);
            usize::try_from(paid.sum::<i32>()).unwrap_or(0)
        };
        let hp = fighter.hp;
        let Some(first) = fighter.skills.first() else {
            return Some(Self { hp, pool: None, reach: vec![Reach::default()] });
        };
        let taken_by_all = |pool: &Slot| fighter.skills.iter().all(|skill| price(skill, *pool) > 0);
        let pools = first.cost.iter().map(|&(slot, _)| slot);
        let pool = pools.filter(|&slot| !rules.grows(slot)).find(taken_by_all)?;
        let options: Option<Vec<(usize, Reach)>> = fighter
            .skills
            .iter()
            .map(|skill| Some((price(skill, pool), Reach::of(rules, player, skill)?)))
            .collect();
        let options = options?;
        let rows = usize::try_from(start.number(pool)).unwrap_or(0) + 1;
        if rows > MOST_ROWS {
            return None;
        }
        let mut reach = vec![Reach::default(); rows];
        for row in 0..rows {
            for &(price, does) in options.iter().filter(|(price, _)| *price <= row) {
                let then = does.and(reach[row - price]);
                reach[row] = reach[row].at_least(then);
            }
        }
        Some(Self { hp, pool: Some(pool), reach })
    }

    #[inline]
    fn reach<const W: usize, O: Order>(&self, state: &State<W, O>) -> Reach {
        let pool = self.pool.map_or(0, |pool| state.number(pool));
        usize::try_from(pool).ok().and_then(|row| self.reach.get(row)).copied().unwrap_or_default()
    }
}

impl Reach {
    /// The most that a skill does, whatever it picks; `None` where that depends on the state.
    fn of(rules: &Rules, player: Player, skill: &Skill) -> Option<Self> {
        let (me, enemy) = (rules.fighter(player), rules.fighter(player.other()));
        let mut most = Self::default();
        for form in skill.forms() {
            let mut does = Self::default();
            if let Some(hit) = &form.hit {
                let armor = if hit.pierces { 0 } else { enemy.armor.base };
                let fixed = hit.amount.slot.is_none() && hit.amount.held.is_empty();
                if !fixed || !enemy.armor.held.is_empty() {
                    return None;
                }
                let damage = (hit.amount.base - armor).max(rules.least_damage.unwrap_or(i32::MIN));
                if damage < 0 {
                    return None;
                }
                does.harm += i64::from(damage);
                if hit.drains {
                    does.gain += i64::from(damage);
                }
            }
            for change in &form.at_once {
                if change.slot == me.hp {
                    let healed = i64::from(change.by.max(0));
                    does.heal += healed;
                    does.gain += healed;
                } else if change.slot == enemy.hp {
                    if change.by > 0 {
                        return None;
                    }
                    does.harm -= i64::from(change.by);
                }
            }
            most = most.at_least(does);
        }
        Some(most)
    }

    fn and(self, other: Self) -> Self {
        Self {
            harm: self.harm + other.harm,
            gain: self.gain + other.gain,
            heal: self.heal + other.heal,
        }
    }

    fn at_least(self, other: Self) -> Self {
        Self {
            harm: self.harm.max(other.harm),
            gain: self.gain.max(other.gain),
            heal: self.heal.max(other.heal),
        }
    }
}
