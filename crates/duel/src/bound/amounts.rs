//! What plain rules say of single amounts: the most and the least of a hit, what changes add to a
//! number and take from it.

use outplay_game::Player;

use crate::amount::{Held, Reading};
use crate::rules::{self, Change, Effect, Rules, Slot};

/// The least that a hit does; without a rule, anything.
pub(super) fn least(rules: &Rules) -> i64 {
    rules.least_damage.map_or(i64::MIN, i64::from)
}

/// The effect that a skill starts, its place and for how many turns.
pub(super) fn started<'r>(
    rules: &'r Rules,
    skill: &rules::Skill,
) -> Option<(&'r Effect, usize, u32)> {
    let index = skill.effect()?;
    let effect = &rules.effects[index];
    Some((effect, index, effect.lasts))
}

/// By how much a change of plain rules changes a number.
pub(super) fn by(change: &Change) -> i64 {
    i64::from(change.by.fixed().expect("in plain rules all changes are fixed"))
}

/// All changes of a number.
pub(super) fn sum(changes: &[Change], slot: Slot) -> i64 {
    changes.iter().filter(|change| change.slot == slot).map(by).sum()
}

/// What changes add to a number.
pub(super) fn gain(changes: &[Change], slot: Slot) -> i64 {
    changes.iter().filter(|change| change.slot == slot).map(|change| by(change).max(0)).sum()
}

/// What changes take from a number.
pub(super) fn harm(changes: &[Change], slot: Slot) -> i64 {
    changes.iter().filter(|change| change.slot == slot).map(|change| (-by(change)).max(0)).sum()
}

/// What an effect of plain rules adds to a number while it runs.
pub(super) fn added(held: &Held) -> i64 {
    i64::from(held.by.fixed().expect("in plain rules effects add fixed amounts"))
}

/// The least that a number can be.
pub(super) fn lowest(reading: &Reading) -> i64 {
    let held = reading.held.iter().map(|held| added(held).min(0));
    (i64::from(reading.base) + held.sum::<i64>()).max(0)
}

/// A number with what the enemy's own effects may add to it: `kept` says which. What player 1's
/// effects do to a strike counts as life that they give.
pub(super) fn own(rules: &Rules, reading: &Reading, kept: impl Fn(i64) -> i64) -> i64 {
    let held = reading.held.iter().filter(|held| rules.effects[held.effect].caster == Player::Two);
    i64::from(reading.base) + held.map(|held| kept(added(held))).sum::<i64>()
}
