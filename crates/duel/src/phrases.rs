//! What a skill does, in words: the one place that says it, for the tables of the rules and wherever
//! somebody chooses a move. A small function for each part of a skill; a new word of the language is a
//! new phrase here.

use outplay_text::Span;

use crate::formula::Whose;
use crate::spec::{Amount, Chance, Part, Skill, Word};

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

/// What it does at once and when it can be used, a phrase for each part.
pub fn at_once(skill: &Skill) -> Vec<String> {
    let first = [on(skill), aim(skill), accuracy(skill), picks(skill)];
    let mut phrases: Vec<_> = first.into_iter().flatten().collect();
    phrases.extend(part(skill));
    phrases.extend(skill.also.iter().map(within));
    phrases.extend(skill.miss.as_deref().map(|miss| format!("a miss: {}", within(miss))));
    phrases.extend([queue(skill), limits(skill)].into_iter().flatten());
    phrases
}

/// A part that is not all of the skill: whom it is aimed at, when and how likely it happens.
fn within(inner: &Skill) -> String {
    let when = inner.when.as_ref().map(|when| format!("if {}", when.text));
    let chance = inner.chance.as_ref().map(|(chance, _)| likely(chance));
    let lead: Vec<_> = [when, chance, aim(inner)].into_iter().flatten().collect();
    let mut done = part(inner).join(", ");
    if let Some(otherwise) = inner.otherwise.as_deref() {
        let instead = format!("otherwise {}", within(otherwise));
        done = if done.is_empty() { instead } else { format!("{done}; {instead}") };
    }
    if lead.is_empty() { done } else { format!("{}: {done}", lead.join(", ")) }
}

/// Whom it is aimed at, where that is not one enemy.
fn aim(part: &Skill) -> Option<String> {
    let several = part.up_to.map(|(most, _)| match most {
        2 => "one or two".to_owned(),
        most => format!("one to {most}"),
    });
    let target = part.target.as_ref().map_or("enemy", |word| word.text.as_str());
    let (one, many) = match target {
        "any-enemy" => ("an enemy, fallen or not", "enemies, fallen or not"),
        "enemies" => ("all enemies", "all enemies"),
        "random-enemy" => ("a random enemy", "a random enemy"),
        "ally" => ("an ally or oneself", "of one's own side"),
        "other-ally" => ("another ally", "other allies"),
        "allies" => ("the whole side", "the whole side"),
        "fallen-ally" => ("a fallen ally", "fallen allies"),
        "self" => ("oneself", "oneself"),
        _ => ("an enemy", "enemies"),
    };
    match several {
        Some(several) => Some(format!("at {several} {many}")),
        None if part.target.is_some() && target != "enemy" => Some(format!("at {one}")),
        None => None,
    }
}

fn accuracy(skill: &Skill) -> Option<String> {
    skill.accuracy.as_ref().map(|(chance, _)| format!("accuracy {}", likely(chance)))
}

/// How likely something is: `63 %`, `11 + strength in 20`.
pub fn likely(chance: &Chance) -> String {
    match chance {
        Chance::Exact(decimal) => {
            let (over, under) = (decimal.numerator(), decimal.denominator());
            percent(over.unsigned_abs(), under)
        }
        Chance::Named(text) => text.clone(),
    }
}

/// A fraction of a power of ten in per cent.
fn percent(over: u64, under: u64) -> String {
    let hundredfold = u128::from(over) * 100;
    let (whole, rest) = (hundredfold / u128::from(under), hundredfold % u128::from(under));
    if rest == 0 {
        return format!("{whole} %");
    }
    let places = under.ilog10() as usize;
    let digits = format!("{rest:0places$}");
    format!("{whole}.{} %", digits.trim_end_matches('0'))
}

/// What one part does.
fn part(part: &Skill) -> Vec<String> {
    let several = |lead: &str, list: &[Word]| {
        let names: Vec<_> = list.iter().map(|word| word.text.as_str()).collect();
        (!names.is_empty()).then(|| format!("{lead} {}", names.join(", ")))
    };
    let turns = |lead: &str, count: Option<(u32, Span)>| {
        let (turns, _) = count?;
        Some(format!("{lead} {turns} turn{}", if turns == 1 { "" } else { "s" }))
    };
    let parts = [
        damage(part),
        said(part.kills, "kills"),
        part.heal.as_ref().map(|(heal, _)| format!("heals {}", amount(heal))),
        changed(&part.at_once),
        several("ends effects of", &part.cleanses),
        several("starts", &part.starts),
        turns("stuns for", part.stuns),
        turns("steals", part.steals),
        said(part.again, "acts again"),
    ];
    parts.into_iter().flatten().collect()
}

/// What its effect does, a phrase for each part, without how long it lasts.
pub fn effect(skill: &Skill) -> Vec<String> {
    let each = changed(&skill.each_turn).map(|changes| format!("each turn {changes}"));
    let held = changed(&skill.held).map(|changes| format!("while it lasts {changes}"));
    each.into_iter().chain(held).chain(again(skill)).collect()
}

/// How long its effect lasts: `6`, `until hp > 10`, or both.
pub fn lasts(skill: &Skill) -> String {
    let turns = skill.lasts.map(|(turns, _)| turns.to_string());
    let until = skill.until.as_ref().map(|word| match word.text.as_str() {
        "never" => "for ever".to_owned(),
        until => format!("until {until}"),
    });
    turns.into_iter().chain(until).collect::<Vec<_>>().join(", ")
}

/// What becomes of an effect that is used again while it runs.
fn again(skill: &Skill) -> Option<String> {
    let stacks = skill.stacks.map(|(most, _)| format!("stacks up to {most}"));
    stacks.or(said(skill.refreshes, "refreshes"))
}

/// What its effect does and for how long.
fn lasting(skill: &Skill) -> Vec<String> {
    let turns = skill.lasts.map_or(String::new(), |(turns, _)| {
        format!(" for {turns} turn{}", if turns == 1 { "" } else { "s" })
    });
    let until = skill.until.as_ref().map_or(String::new(), |word| match word.text.as_str() {
        "never" => " for ever".to_owned(),
        until => format!(" until {until}"),
    });
    let time = turns + &until;
    let mut phrases = match (changed(&skill.each_turn), changed(&skill.held)) {
        (None, None) if skill.runs() => vec![format!("runs{time}")],
        (None, None) => Vec::new(),
        (Some(each), None) => vec![format!("each turn {each}{time}")],
        (None, Some(held)) => vec![format!("{held}{time}")],
        (Some(each), Some(held)) => {
            vec![format!("each turn {each}{time}"), format!("{held} while it lasts")]
        }
    };
    phrases.extend(again(skill));
    phrases
}

/// Changes of numbers: `hp +2, enemy mana -3`.
pub fn changes(parts: &[Part]) -> String {
    let part = |part: &Part| {
        let whose = match part.of {
            Whose::Own => "",
            Whose::Enemy => "enemy ",
            Whose::Target => "target ",
        };
        let by = match &part.amount {
            Amount::Fixed(number) => format!("{number:+}"),
            Amount::Named(formula) if formula.starts_with('-') => formula.clone(),
            Amount::Named(formula) => format!("+{formula}"),
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

/// What sets it off.
fn on(skill: &Skill) -> Option<String> {
    let when = match skill.on.as_ref()?.text.as_str() {
        "hits" => "after a hit",
        "hurt" => "when hurt",
        "dies" => "on dying",
        "turn-starts" => "as a turn starts",
        _ => "as a turn ends",
    };
    Some(format!("by itself {when}"))
}

/// When it can be used, and how often.
fn limits(skill: &Skill) -> Option<String> {
    let mut limits = Vec::new();
    limits.extend(skill.when.as_ref().map(|when| format!("only if {}", when.text)));
    limits.extend(skill.cooldown.map(|(turns, _)| match turns {
        0 => "once a turn".to_owned(),
        1 => "then a turn's rest".to_owned(),
        turns => format!("then {turns} turns' rest"),
    }));
    limits.extend(
        skill
            .recharge
            .as_ref()
            .map(|(chance, _)| format!("then ready again at {} a turn", likely(chance))),
    );
    limits.extend(skill.uses.map(|(uses, _)| match uses {
        1 => "once".to_owned(),
        uses => format!("{uses} times"),
    }));
    (!limits.is_empty()).then(|| limits.join(", "))
}

fn damage(skill: &Skill) -> Option<String> {
    let (damage, _) = skill.damage.as_ref()?;
    let strikes = skill.strikes.as_ref().map(|(strikes, _)| format!("{} x ", amount(strikes)));
    let kind = skill.r#type.as_ref().map(|word| format!(" {}", word.text));
    let pierces = if skill.pierces.is_some_and(|(pierces, _)| pierces) { ", piercing" } else { "" };
    let drains = if skill.drains.is_some_and(|(drains, _)| drains) { ", drained" } else { "" };
    let (strikes, kind) = (strikes.unwrap_or_default(), kind.unwrap_or_default());
    let critical = skill.critical.as_ref().map(|critical| {
        format!(", {} times as much at {}", critical.times, likely(&critical.chance))
    });
    let critical = critical.unwrap_or_default();
    Some(format!("{strikes}{}{kind} damage{critical}{pierces}{drains}", amount(damage)))
}

/// A word for a flag that is set.
fn said(flag: Option<(bool, Span)>, word: &str) -> Option<String> {
    flag.filter(|(flag, _)| *flag).map(|_| word.to_owned())
}

fn queue(skill: &Skill) -> Option<String> {
    let steps: Vec<_> = skill.queue.iter().map(|step| step.text.as_str()).collect();
    (!steps.is_empty()).then(|| format!("queue {}", steps.join(", ")))
}

/// How much, as it is written.
pub fn amount(amount: &Amount) -> String {
    match amount {
        Amount::Fixed(number) => number.to_string(),
        Amount::Named(name) => name.clone(),
    }
}
