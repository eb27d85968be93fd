//! What a hit of player 1 does at the most, whatever the enemy's hp are.

use super::amounts::{least, lowest};
use crate::amount::{Amount, Number};
use crate::deeds::MOST_STRIKES;
use crate::formula::Formula;
use crate::range::{Range, Ranges};
use crate::rules::{Hit, Rules, Slot};

/// Harm to the enemy, done at once.
#[derive(Clone, Debug)]
pub(super) enum Harm {
    /// Always the same, at the most.
    Fixed(i64),
    /// For 1 hp of the enemy and more, as many as there are at the start. From that hp, or any above
    /// it, no less is left than the hp without this.
    OfHp(Vec<i64>),
}

/// For more hp than this only the most of all is known.
const MOST_HP: i64 = 1 << 14;

impl Harm {
    pub(super) const NONE: Self = Self::Fixed(0);

    /// A hit of player 1, at its best, of an enemy who has so many hp at the start and at the most.
    pub(super) fn of_hit(rules: &Rules, (start_hp, top): (i64, i64), hit: &Hit) -> Self {
        let hp = rules.fighters[1].hp;
        let reads_hp = reads(&hit.amount, hp) && matches!(hit.strikes, Amount::Fixed(1));
        if !reads_hp || start_hp > MOST_HP {
            return Self::Fixed(most(rules, hit, (0, top)));
        }
        // From above: the least that can be left of so many hp or more.
        let more = start_hp + 1;
        let mut left = if top > start_hp { more - most(rules, hit, (more, top)) } else { i64::MAX };
        let mut harm = Vec::new();
        for now in (1..=start_hp).rev() {
            left = left.min(now - most(rules, hit, (now, now)));
            harm.push(now - left);
        }
        harm.reverse();
        Self::OfHp(harm)
    }

    /// The same with more added. What depends on the enemy's hp and is an attack stays one.
    pub(super) fn and(self, more: i64) -> Self {
        match self {
            Self::Fixed(harm) => Self::Fixed(harm + more),
            Self::OfHp(harm) => {
                Self::OfHp(harm.into_iter().map(|harm| (harm + more).max(1)).collect())
            }
        }
    }

    /// Harm from so many hp of the enemy, or more.
    pub(super) fn at(&self, hp: i64) -> i64 {
        match self {
            Self::Fixed(harm) => *harm,
            Self::OfHp(harm) => {
                let last = harm.len() - 1;
                harm[usize::try_from(hp - 1).unwrap_or(0).min(last)]
            }
        }
    }
}

/// The most that a hit does to an enemy with so many hp.
fn most(rules: &Rules, hit: &Hit, hp: Range) -> i64 {
    let ranges = Ranges::with(rules, rules.fighters[1].hp, hp);
    let armor = if hit.pierces { 0 } else { lowest(&rules.fighters[1].armor) };
    let once = (ranges.amount(&hit.amount).1 - armor).max(least(rules)).max(0);
    once * strikes(ranges, hit).1
}

/// How often a hit strikes.
pub(super) fn strikes(ranges: Ranges<'_>, hit: &Hit) -> Range {
    let (fewest, most) = ranges.amount(&hit.strikes);
    let within = |strikes: i64| strikes.clamp(0, i64::from(MOST_STRIKES));
    (within(fewest), within(most))
}

/// Is the amount reckoned from this number?
fn reads(amount: &Amount, slot: Slot) -> bool {
    let Amount::Reckoned(formula) = amount else { return false };
    let of =
        |number: &&Number| matches!(number, Number::Read(reading) if reading.slot == Some(slot));
    Formula::numbers(formula).iter().any(of)
}
