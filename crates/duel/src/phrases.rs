//! What a skill does, in words: the one place that says it, for the tables of the rules and wherever
//! somebody chooses a move. A small function for each part of a skill; a new word of the language is a
//! new phrase here.

use crate::spec::{Amount, Part, Skill};

/// What a skill does, in a short sentence without what it costs: `3 damage, piercing; heals 2`, or
/// `each turn enemy hp -1 for 6 turns; armor +2 while it lasts`.
pub fn does(skill: &Skill) -> String {
    let mut phrases = at_once(skill);
    phrases.extend(lasting(skill));
    if phrases.is_empty() { "nothing".to_owned() } else { phrases.join("; ") }
}

/// What it costs: `53 mana`; nothing where it costs nothing.
pub fn cost(skill: &Skill) -> String {
    let part = |part: &Part| format!("{} {}", amount(&part.amount), part.number.text);
    skill.cost.iter().map(part).collect::<Vec<_>>().join(", ")
}

/// What it does at once, a phrase for each part.
pub fn at_once(skill: &Skill) -> Vec<String> {
    let parts = [picks(skill), damage(skill), heal(skill), changed(&skill.at_once), queue(skill)];
    parts.into_iter().flatten().collect()
}

/// What its effect does, a phrase for each part, without how long it lasts.
pub fn effect(skill: &Skill) -> Vec<String> {
    let each = changed(&skill.each_turn).map(|changes| format!("each turn {changes}"));
    let held = changed(&skill.held).map(|changes| format!("while it lasts {changes}"));
    each.into_iter().chain(held).collect()
}

/// What its effect does and for how long.
fn lasting(skill: &Skill) -> Vec<String> {
    let turns = skill.lasts.map_or(String::new(), |(turns, _)| {
        format!(" for {turns} turn{}", if turns == 1 { "" } else { "s" })
    });
    match (changed(&skill.each_turn), changed(&skill.held)) {
        (None, None) => Vec::new(),
        (Some(each), None) => vec![format!("each turn {each}{turns}")],
        (None, Some(held)) => vec![format!("{held}{turns}")],
        (Some(each), Some(held)) => {
            vec![format!("each turn {each}{turns}"), format!("{held} while it lasts")]
        }
    }
}

/// Changes of numbers: `hp +2, enemy mana -3`.
pub fn changes(parts: &[Part]) -> String {
    let part = |part: &Part| {
        let whose = if part.of_enemy { "enemy " } else { "" };
        let by = match &part.amount {
            Amount::Fixed(number) => format!("{number:+}"),
            Amount::Named(name) => format!("+{name}"),
        };
        format!("{whose}{} {by}", part.number.text)
    };
    parts.iter().map(part).collect::<Vec<_>>().join(", ")
}

fn changed(parts: &[Part]) -> Option<String> {
    (!parts.is_empty()).then(|| changes(parts))
}

fn picks(skill: &Skill) -> Option<String> {
    skill.picks.as_ref().map(|tree| format!("what {} picks", tree.text))
}

fn damage(skill: &Skill) -> Option<String> {
    let (damage, _) = skill.damage.as_ref()?;
    let pierces = if skill.pierces.is_some_and(|(pierces, _)| pierces) { ", piercing" } else { "" };
    let drains = if skill.drains.is_some_and(|(drains, _)| drains) { ", drained" } else { "" };
    Some(format!("{} damage{pierces}{drains}", amount(damage)))
}

fn heal(skill: &Skill) -> Option<String> {
    skill.heal.as_ref().map(|(heal, _)| format!("heals {}", amount(heal)))
}

fn queue(skill: &Skill) -> Option<String> {
    let steps: Vec<_> = skill.queue.iter().map(|step| step.text.as_str()).collect();
    (!steps.is_empty()).then(|| format!("queue {}", steps.join(", ")))
}

fn amount(amount: &Amount) -> String {
    match amount {
        Amount::Fixed(number) => number.to_string(),
        Amount::Named(name) => name.clone(),
    }
}
