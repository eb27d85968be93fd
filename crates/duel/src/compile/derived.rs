//! What follows from the tables: which numbers can grow, what limits a fighter's actions, and how
//! much of the language is used.
//!
//! Bounds and the dropping of places rest on these, so they must never promise too much.

use crate::amount::Amount;
use crate::rules::{Budget, Change, Extent, Fighter, Part, Price, Rolled, Rules, Skill, Slot};
use crate::state::CEILING;
use crate::swift::Swift;

/// Fills in what follows from everything else.
pub(super) fn complete(rules: &mut Rules) {
    price(rules);
    rules.rolls = rolls(rules);
    rules.turns_roll = rules.rolls && turns_roll(rules);
    rules.extent = if rules.rolls || rules.teams.is_some() { Extent::Whole } else { extent(rules) };
    rules.growing = growing(rules);
    let eventless = rules.effects.is_empty() && rules.round.is_none();
    for fighter in &mut rules.fighters {
        fighter.calm = eventless && fighter.quiet && fighter.upkeep.is_empty();
        for skill in &mut fighter.skills {
            skill.enough = enough(skill, fighter.hp);
        }
        fighter.enough = enough_for_any(fighter);
    }
    let budgets = rules.fighters.each_ref().map(|fighter| budget(rules, fighter));
    for (fighter, budget) in rules.fighters.iter_mut().zip(budgets) {
        fighter.budget = budget;
    }
    rules.swift = if rules.rolls || rules.teams.is_some() { None } else { Swift::new(rules) };
    let quiet = rules.everyone().all(|(_, fighter)| fighter.quiet);
    let calm = eventless && quiet && rules.everyone().all(|(_, it)| it.upkeep.is_empty());
    if let Some(teams) = &mut rules.teams {
        teams.others.iter_mut().for_each(|other| other.calm = false);
        (teams.quiet, teams.calm) = (quiet, calm);
    }
}

/// May dice fall from the start of a turn to the next choice? When in doubt, yes.
fn turns_roll(rules: &Rules) -> bool {
    let dice = |change: &Change| matches!(change.by, Amount::Rolled(_));
    let acts_alone = |fighter: &Fighter| rules.teams.is_none() && !fighter.moves;
    let rolls = |fighter: &Fighter| {
        acts_alone(fighter) || !fighter.quiet || fighter.upkeep.iter().any(dice)
    };
    rules.everyone().any(|(_, fighter)| rolls(fighter))
        || rules.effects.iter().flat_map(|effect| &effect.each_turn).any(dice)
}

/// Does anything depend on a roll?
fn rolls(rules: &Rules) -> bool {
    let everyone = || rules.everyone().map(|(_, fighter)| fighter);
    let dice = |change: &Change| matches!(change.by, Amount::Rolled(_));
    let skills = everyone().flat_map(|fighter| {
        let reactions = fighter.reactions.iter().map(|reaction| &reaction.skill);
        fighter.skills.iter().chain(reactions)
    });
    rules.coin
        || skills.into_iter().flat_map(Skill::all_parts).any(part_rolls)
        || everyone().any(|fighter| {
            fighter.upkeep.iter().any(dice)
                || fighter.recharges.iter().any(|(_, chance)| chance.is_open())
        })
        || rules.effects.iter().flat_map(|effect| &effect.each_turn).any(dice)
}

fn part_rolls(part: &Part) -> bool {
    let dice = |amount: &Amount| matches!(amount, Amount::Rolled(_));
    let hit = part.hit.as_ref().is_some_and(|hit| {
        let critical = hit.critical.as_deref();
        dice(&hit.amount)
            || dice(&hit.strikes)
            || critical.is_some_and(|(chance, _)| chance.is_open())
    });
    let roll = part.rare.as_deref().and_then(|rare| rare.roll.as_ref());
    hit || part.changes.iter().any(|change| dice(&change.by))
        || roll.is_some_and(|roll| match roll {
            Rolled::Chance { chance, then, otherwise, .. } => {
                chance.is_open() || then.iter().chain(otherwise).any(part_rolls)
            }
            Rolled::Target(_) => true,
        })
}

/// What each skill of player 1 counts, where that is the same throughout.
fn price(rules: &mut Rules) {
    let counted = rules.price;
    for skill in &mut rules.fighters[0].skills {
        skill.price = match counted {
            Price::Actions => Some(u64::from(!skill.ends)),
            Price::Rounds => None,
            Price::Pool(pool) => {
                let paid = skill.cost.iter().filter(|(slot, _)| *slot == pool);
                let paid = paid.map(|(_, amount)| u64::try_from(amount.fixed()?.max(0)).ok());
                paid.sum()
            }
        };
    }
}

/// The words of the state that hold numbers which something can raise, as bits.
fn growing(rules: &Rules) -> u32 {
    let mut growing = 0;
    let mut raise = |slot: Slot| growing |= 1 << slot;
    let rises = |change: &&Change| change.by.fixed().is_none_or(|by| by > 0);
    for fighter in &rules.fighters {
        // Hits may drain, and heal where armor is too thick.
        raise(fighter.hp);
        let reactions = fighter.reactions.iter().map(|reaction| &reaction.skill);
        let parts = fighter.skills.iter().chain(reactions).flat_map(Skill::all_parts);
        let at_once = parts.flat_map(|part| &part.changes);
        let each_turn = rules.effects.iter().flat_map(|effect| &effect.each_turn);
        let changes = fighter.upkeep.iter().chain(at_once).chain(each_turn);
        changes.filter(rises).for_each(|change| raise(change.slot));
        fighter.resets.iter().for_each(|&(slot, _)| raise(slot));
    }
    rules.round.into_iter().for_each(raise);
    growing
}

/// What it takes to use a skill that nothing but one fixed cost keeps anybody from. A tree without
/// limits always picks something.
fn enough(skill: &Skill, hp: Slot) -> Option<(Slot, i32)> {
    let free = |skill: &Skill| skill.alone.is_none() && skill.limits.is_none();
    let picks = skill.picks.iter().flat_map(|picks| &picks.skills);
    match &skill.cost[..] {
        [(slot, amount)] if free(skill) && picks.into_iter().all(free) => {
            let amount = amount.fixed()?.max(0);
            Some((*slot, amount + i32::from(*slot == hp && amount > 0)))
        }
        _ => None,
    }
}

/// What it takes to use any skill of a fighter, where all take from one number; to end a turn is none.
fn enough_for_any(fighter: &Fighter) -> Option<(Slot, i32)> {
    let mut skills = fighter.skills.iter().filter(|skill| !skill.ends).map(|skill| skill.enough);
    let first = skills.next()??;
    skills.try_fold(first, |(slot, least), skill| {
        skill.filter(|(other, _)| *other == slot).map(|(_, amount)| (slot, least.min(amount)))
    })
}

/// What limits the actions of a fighter. A cost that grows, or an effect that must be over first,
/// may keep a fighter from acting for a while, and a turn may pass without its share being taken.
fn budget(rules: &Rules, fighter: &Fighter) -> Option<Budget> {
    let mut skills = fighter.skills.iter();
    let steady = |skill: &Skill| {
        skill.alone.is_none() && skill.cost.iter().all(|(slot, _)| !rules.grows(*slot))
    };
    let pool = fighter
        .pool(|slot| rules.grows(slot))
        .filter(|_| rules.extent == Extent::Plain && skills.all(steady))?;
    let least = fighter.skills.iter().map(|skill| skill.takes(pool)).min()?;
    Some(Budget { pool, least })
}

/// How much of the language the rules use.
fn extent(rules: &Rules) -> Extent {
    let skills = || rules.fighters.iter().flat_map(|fighter| &fighter.skills);
    let forms = || skills().flat_map(|skill| std::iter::once(skill).chain(skill.forms()));
    let fixed = |changes: &[Change]| changes.iter().all(|change| change.by.fixed().is_some());
    let plain_part =
        |part: &Part| fixed(&part.changes) && part.starts.len() <= 1 && part.rare.is_none();
    let plain_skill = |skill: &Skill| {
        skill.parts.len() <= 1
            && skill.cost.iter().all(|(_, amount)| amount.fixed().is_some())
            && skill.parts.iter().all(plain_part)
            && skill.parts.iter().flat_map(|part| &part.starts).all(|&e| skill.alone == Some(e))
    };
    let hits = || forms().flat_map(|form| &form.parts).filter_map(|part| part.hit.as_ref());
    let typed = hits().any(|hit| hit.r#type.is_some());
    let reckoned =
        hits().any(|hit| hit.amount.steady().is_none() || !matches!(hit.strikes, Amount::Fixed(1)));
    let plain_fighter = |fighter: &Fighter| {
        fighter.armor.is_steady()
            && fighter.soak.is_none()
            && (!typed || fighter.resists.is_empty())
            && fighter.reactions.is_empty()
            && fighter.resets.is_empty()
            && fixed(&fighter.upkeep)
            && fighter.actions == 1
            && fighter.stunned.is_none()
    };
    let effects = rules.effects.iter().all(|effect| {
        effect.until.is_none()
            && effect.counts
            && effect.stacks.is_none()
            && fixed(&effect.each_turn)
    });
    let plain = effects && rules.fighters.iter().all(plain_fighter) && forms().all(plain_skill);
    let limited = rules.rounds.is_some()
        || rules.round.is_some()
        || rules.most.iter().any(|&most| most < CEILING)
        || forms().any(|form| form.limits.is_some());
    match (plain, reckoned, limited) {
        (false, ..) => Extent::Whole,
        (true, true, _) => Extent::Reckoned,
        (true, false, true) => Extent::Limited,
        (true, false, false) => Extent::Plain,
    }
}
