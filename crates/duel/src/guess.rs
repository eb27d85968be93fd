//! How far player 1 seems to be ahead, in hp: what has not been spent yet counts too.
//!
//! A guess proves nothing. Searches look at promising moves first, and with the hp of both alone a
//! breath taken, a wound that bleeds or strength gained would look like a turn lost. So every number
//! counts with what it can do, reckoned once per fight in its opening: a pool that fills again with
//! the harm that one of it pays for, a number that hits or armor are reckoned from with what one more of it
//! changes in a few turns, and an effect with what it does in each of its turns.

use outplay_game::Player;

use crate::order::Order;
use crate::rules::{Change, Rules, Skill, Slot};
use crate::state::{Field, State};

/// What numbers and running effects are guessed to be worth.
#[derive(Clone, Debug)]
pub(crate) struct Guess {
    numbers: Vec<(Slot, i64)>,
    effects: Vec<(Field, i64)>,
}

/// Parts of a hp in which worth is counted.
const PARTS: i64 = 16;
/// How much of what a pool can pay for counts: to spend it takes turns as well.
const OF_POOLS: i64 = 10;
/// Turns in which a number that hits are reckoned from makes a difference.
const TURNS: i64 = 4;
/// No skill is taken to do more than this, so that nothing overflows.
const MOST: i64 = 1 << 20;

impl Guess {
    pub(crate) fn new<const W: usize, O: Order>(rules: &Rules, opening: &State<W, O>) -> Self {
        let hp = Player::BOTH.map(|player| rules.fighter(player).hp);
        let first = hp[0].min(hp[1]);
        let base = lead(rules, opening);
        let numbers = (first..rules.words).filter(|slot| !hp.contains(slot)).filter_map(|slot| {
            let paid = |player| pays(rules, player, slot, opening);
            let mut more = opening.clone();
            more.change(slot, 1, i32::MAX);
            let worth = (paid(Player::One) - paid(Player::Two)) * OF_POOLS / PARTS
                + (lead(rules, &more) - base) * TURNS * PARTS;
            (worth != 0).then_some((slot, worth))
        });
        let effects = rules.effects.iter().filter(|effect| effect.counts).filter_map(|effect| {
            let each = harm_of(rules, effect.caster, &effect.each_turn, opening) * PARTS;
            let worth = if effect.caster == Player::One { each } else { -each };
            (worth != 0).then_some((effect.timer, worth))
        });
        Self { numbers: numbers.collect(), effects: effects.collect() }
    }

    /// How far player 1 is ahead in what is not hp, in hp.
    #[inline]
    pub(crate) fn of<const W: usize, O: Order>(&self, state: &State<W, O>) -> i64 {
        let numbers =
            self.numbers.iter().map(|&(slot, worth)| i64::from(state.number(slot)) * worth);
        let effects =
            self.effects.iter().map(|&(timer, worth)| i64::from(state.bits(timer)) * worth);
        (numbers.sum::<i64>() + effects.sum::<i64>()) / PARTS
    }
}

/// How much more player 1 can do in a turn than player 2.
fn lead<const W: usize, O: Order>(rules: &Rules, state: &State<W, O>) -> i64 {
    let most = |player| {
        let forms = rules.fighter(player).skills.iter().flat_map(Skill::forms);
        forms.map(|form| does(rules, player, form, state)).max().unwrap_or(0)
    };
    most(Player::One) - most(Player::Two)
}

/// The most that one of a number pays for, in parts of a hp, where it can be had again: what is
/// only ever spent is spent on something.
fn pays<const W: usize, O: Order>(
    rules: &Rules,
    player: Player,
    slot: Slot,
    state: &State<W, O>,
) -> i64 {
    if !rules.grows(slot) {
        return 0;
    }
    let rates = rules.fighter(player).skills.iter().filter_map(|skill| {
        let paid = skill.cost.iter().filter(|(paid, _)| *paid == slot);
        let paid: i64 = paid.map(|(_, amount)| i64::from(amount.read(state))).sum();
        let forms = skill.forms().iter().map(|form| does(rules, player, form, state));
        (paid > 0).then(|| forms.max().unwrap_or(0) * PARTS / paid)
    });
    rates.max().unwrap_or(0).max(0)
}

/// What a skill takes from the enemy, or gives to its user, in hp.
fn does<const W: usize, O: Order>(
    rules: &Rules,
    player: Player,
    skill: &Skill,
    state: &State<W, O>,
) -> i64 {
    let parts = skill.parts.iter().map(|part| {
        let hit = part.hit.as_ref().map_or(0, |hit| {
            let armor =
                if hit.pierces { 0 } else { rules.fighter(player.other()).armor.read(state) };
            let least = rules.least_damage.unwrap_or(0);
            let once = hit.amount.read(state).saturating_sub(armor).max(least);
            let drains = if hit.drains { 2 } else { 1 };
            let strikes = i64::from(hit.strikes.read(state).max(0));
            (i64::from(once) * strikes).clamp(-MOST, MOST) * drains
        });
        let effects = part.starts.iter().map(|&index| {
            let effect = &rules.effects[index];
            harm_of(rules, player, &effect.each_turn, state) * i64::from(effect.lasts.min(1000))
        });
        hit + harm_of(rules, player, &part.changes, state) + effects.sum::<i64>()
    });
    parts.sum::<i64>().clamp(-MOST, MOST)
}

/// What changes take from the enemy, or give to their own side, in hp.
fn harm_of<const W: usize, O: Order>(
    rules: &Rules,
    player: Player,
    changes: &[Change],
    state: &State<W, O>,
) -> i64 {
    let (own, enemy) = (rules.fighter(player).hp, rules.fighter(player.other()).hp);
    let worth = changes.iter().map(|change| {
        let by = i64::from(change.by.read(state));
        if change.slot == own {
            by
        } else if change.slot == enemy {
            -by
        } else {
            0
        }
    });
    worth.sum::<i64>().clamp(-MOST, MOST)
}
