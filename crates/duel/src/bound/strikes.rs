//! What the enemy's turns do, at their weakest.

use outplay_game::Player;

use super::amounts::{added, gain, harm, least, own, started};
use super::hits;
use crate::amount::Reading;
use crate::range::Ranges;
use crate::rules::{Change, Hit, Rules};

pub(super) struct Strikes {
    /// The least harm of a turn.
    pub(super) weakest: i64,
    /// The most that less damage or more armor can take off a strike.
    reducible: i64,
    /// The most strikes of a turn.
    most: i64,
    /// Does armor matter to any strike?
    blockable: bool,
    pub(super) self_harm: i64,
}

impl Strikes {
    pub(super) fn new(rules: &Rules, always_able: bool) -> Self {
        let [me, enemy] = &rules.fighters;
        let mut weakest: Option<i64> = None;
        let (mut reducible, mut blockable, mut self_harm, mut most) = (0, false, 0, 0);
        for skill in &enemy.skills {
            let ticks = |value: &dyn Fn(&[Change]) -> i64| {
                started(rules, skill)
                    .map_or(0, |(effect, _, turns)| value(&effect.each_turn) * i64::from(turns))
            };
            let hit = skill.hit().map_or(0, |hit| {
                let armor = if hit.pierces { 0 } else { own(rules, &me.armor, |by| by.max(0)) };
                blockable |= !hit.pierces;
                let done = (full(rules, hit) - armor).max(least(rules));
                reducible = reducible.max(match rules.least_damage {
                    Some(least) => done - i64::from(least),
                    None => i64::MAX,
                });
                let strikes = hits::strikes(Ranges::of(rules), hit);
                most = most.max(strikes.1);
                (done * strikes.0).min(done * strikes.1)
            });
            let good = gain(skill.changes(), me.hp) + ticks(&|changes| gain(changes, me.hp));
            let harm = hit + harm(skill.changes(), me.hp) - good;
            weakest = Some(weakest.map_or(harm, |weakest| weakest.min(harm)));
            let paid = i64::from(skill.takes(enemy.hp));
            self_harm = self_harm.max(
                paid + self::harm(skill.changes(), enemy.hp)
                    + ticks(&|changes| self::harm(changes, enemy.hp)),
            );
        }
        let mut weakest = weakest.unwrap_or(0);
        if !always_able {
            weakest = weakest.min(0);
        }
        // The enemy's upkeep may do either side harm or good; what it does to player 1 counts only
        // as good.
        weakest -= gain(&enemy.upkeep, me.hp);
        self_harm += harm(&enemy.upkeep, enemy.hp) + harm(&me.upkeep, enemy.hp);
        Self { weakest, reducible, most, blockable, self_harm }
    }

    /// What an effect of player 1 takes off the strikes of a turn, at most.
    pub(super) fn saved_by(&self, rules: &Rules, effect: usize) -> i64 {
        if rules.effects[effect].caster != Player::One {
            return 0;
        }
        let [me, enemy] = &rules.fighters;
        let held = |reading: &Reading| -> i64 {
            reading.held.iter().filter(|held| held.effect == effect).map(added).sum()
        };
        let armor = if self.blockable { held(&me.armor).max(0) } else { 0 };
        // A formula is at its least from the beginning.
        let weaker = enemy
            .skills
            .iter()
            .filter_map(|skill| Some((-held(&skill.hit()?.amount.steady()?)).max(0)))
            .max();
        self.most * (armor + weaker.unwrap_or(0)).min(self.reducible).max(0)
    }
}

/// The least that a strike of the enemy is, armor apart. What player 1's effects take off one that is
/// no formula is not taken off yet.
fn full(rules: &Rules, hit: &Hit) -> i64 {
    match hit.amount.steady() {
        Some(reading) => own(rules, &reading, |by| by.min(0)),
        None => Ranges::of(rules).amount(&hit.amount).0,
    }
}
