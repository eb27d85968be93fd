//! What can be done, in all: harm, life gained, life lost by one's own doing.

use outplay_game::Player;

use crate::amount::Reading;
use crate::rules::{Change, Hit, Rules, Skill};

/// The most that can still be done, in all, or the least that a skill does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    pub(super) harm: i64,
    /// Life gained, drained or healed.
    pub(super) gain: i64,
    /// Life gained out of nothing.
    pub(super) heal: i64,
    /// Life lost by one's own doing.
    pub(super) own: i64,
    /// Life given to the enemy.
    pub(super) gift: i64,
    /// Skills used.
    pub(super) turns: i64,
}

impl Reach {
    pub(super) const NOTHING: Self = Self { harm: 0, gain: 0, heal: 0, own: 0, gift: 0, turns: 0 };

    /// As much as can be done without end. No number of a fight is greater.
    pub(super) const ENDLESS: i64 = 1 << 40;

    /// The most that one use of a skill does in this form, with all that the effect will do that it
    /// starts.
    pub(super) fn most_of(rules: &Rules, player: Player, skill: &Skill, form: &Skill) -> Self {
        let ticks = form.effect().map_or(Self::NOTHING, |index| {
            let effect = &rules.effects[index];
            debug_assert_eq!(effect.caster, player, "a plain skill starts its own effect");
            Self::of_changes(rules, player, &effect.each_turn).times(i64::from(effect.lasts))
        });
        let paid = i64::from(skill.takes(rules.fighter(player).hp).max(0));
        let used = Self { own: paid, turns: 1, ..Self::NOTHING };
        let hit = form.hit().map_or(Self::NOTHING, |hit| Self::of_hit(rules, player, hit).1);
        used.and(hit).and(Self::of_changes(rules, player, form.changes())).and(ticks)
    }

    /// The least and the most that a hit does.
    pub(super) fn of_hit(rules: &Rules, player: Player, hit: &Hit) -> (Self, Self) {
        let (least_armor, most_armor) =
            if hit.pierces { (0, 0) } else { range(&rules.fighter(player.other()).armor) };
        let full = hit.amount.steady().expect("a hit of limited rules is steady");
        let (least, most) = range(&full);
        let at_least = rules.least_damage.map_or(i64::MIN, i64::from);
        let damage = |full: i64, armor: i64| {
            let damage = (full - armor).max(at_least);
            Self {
                harm: damage.max(0),
                gain: if hit.drains { damage.max(0) } else { 0 },
                gift: (-damage).max(0),
                ..Self::NOTHING
            }
        };
        let (least, most) = (damage(least, most_armor), damage(most, least_armor));
        // A hit that gives the enemy life gives the most where it harms the least.
        (least, Self { gift: least.gift, ..most })
    }

    /// What changes of numbers do.
    pub(super) fn of_changes(rules: &Rules, player: Player, changes: &[Change]) -> Self {
        let (me, enemy) = (rules.fighter(player), rules.fighter(player.other()));
        let mut does = Self::NOTHING;
        for change in changes {
            let by = change.by.fixed().map_or(0, i64::from);
            if change.slot == me.hp {
                does.heal += by.max(0);
                does.gain += by.max(0);
                does.own += (-by).max(0);
            } else if change.slot == enemy.hp {
                does.harm += (-by).max(0);
                does.gift += by.max(0);
            }
        }
        does
    }

    #[inline]
    fn zip(self, other: Self, join: impl Fn(i64, i64) -> i64) -> Self {
        Self {
            harm: join(self.harm, other.harm),
            gain: join(self.gain, other.gain),
            heal: join(self.heal, other.heal),
            own: join(self.own, other.own),
            gift: join(self.gift, other.gift),
            turns: join(self.turns, other.turns),
        }
    }

    /// Both, one after the other.
    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        self.zip(other, |one, two| (one + two).min(Self::ENDLESS))
    }

    /// Whichever is more, of each.
    #[inline]
    pub(super) fn at_least(self, other: Self) -> Self {
        self.zip(other, i64::max)
    }

    /// So often the same.
    #[inline]
    pub(super) fn times(self, often: i64) -> Self {
        self.zip(Self::NOTHING, |each, _| each.saturating_mul(often).min(Self::ENDLESS))
    }
}

/// The least and the most that a number can be, whichever effects run.
fn range(reading: &Reading) -> (i64, i64) {
    let base = i64::from(reading.base);
    if reading.held.is_empty() {
        return (base, base);
    }
    let added = || reading.held.iter().map(|held| held.by.fixed().map_or(0, i64::from));
    let least = base + added().map(|by| by.min(0)).sum::<i64>();
    let most = base + added().map(|by| by.max(0)).sum::<i64>();
    (least.max(0), most.max(0))
}
