//! What the format cannot check: names that point nowhere, keys that clash, and what is merely
//! suspicious.

use outplay_text::{Code, Problem, Problems, Span};

use super::layout::Fight;
use super::trees;
use crate::condition::{self, Condition, Number};
use crate::rules::{Rules, Skill};
use crate::spec::{self, Part, Spec};

/// Where the running effects stand beside the numbers in an answer.
const RESERVED: &str = "effects";

/// How many skills one fighter may have: each needs a key of its own.
pub(super) const MOST_SKILLS: usize = 82;

/// Names that point nowhere, and things that nothing points to.
pub(super) fn references(spec: &Spec, problems: &mut Problems) {
    trees::references(spec, problems);
    goal(spec, problems);
    let fighters = || spec.fighters.iter().map(|fighter| fighter.id.text.as_str());
    for fighter in &spec.fighters {
        for (index, word) in fighter.skills.iter().enumerate() {
            if !spec.skills.iter().any(|skill| skill.id.text == word.text) {
                problems.push(
                    Problem::error(
                        Code::UnknownSkill,
                        word.span,
                        format!("no skill is called `{}`", word.text),
                    )
                    .one_of(&word.text, spec.skills.iter().map(|s| s.id.text.as_str())),
                );
            } else if fighter.skills[..index].iter().any(|other| other.text == word.text) {
                let message = format!("`{}` is listed twice", word.text);
                problems.push(Problem::error(Code::Twice, word.span, message));
            }
        }
        if fighter.skills.len() > MOST_SKILLS {
            let message = format!("{} skills are too many for one fighter", fighter.skills.len());
            problems.push(
                Problem::error(Code::TooMany, fighter.id.span, message)
                    .help(format!("at most {MOST_SKILLS}")),
            );
        }
        for (word, _) in fighter.numbers.iter().filter(|(word, _)| RESERVED == word.text) {
            let message = format!("`{RESERVED}` cannot be the name of a number");
            problems.push(
                Problem::error(Code::ReservedName, word.span, message).help("choose another name"),
            );
        }
        keys(spec, fighter, problems);
    }
    short_names(spec, problems);
    for upkeep in &spec.upkeep {
        let word = &upkeep.fighter;
        if !fighters().any(|fighter| fighter == word.text) {
            problems.push(
                Problem::error(
                    Code::UnknownFighter,
                    word.span,
                    format!("no fighter is called `{}`", word.text),
                )
                .one_of(&word.text, fighters()),
            );
        }
    }
    for skill in &spec.skills {
        let id = &skill.id;
        let in_a_tree = || {
            let nodes = spec.trees.iter().flat_map(|(_, root)| root.all());
            nodes.into_iter().any(|node| node.skill.text == id.text)
        };
        let has = |fighter: &spec::Fighter| fighter.skills.iter().any(|s| s.text == id.text);
        if !spec.fighters.iter().any(has) && !in_a_tree() {
            let message = format!("no fighter has the skill `{}`", id.text);
            problems.push(Problem::warning(Code::Unused, id.span, message));
        }
        for (flag, does) in [(&skill.pierces, "pierce"), (&skill.drains, "be drained")] {
            if let (Some((_, span)), None) = (flag, &skill.damage) {
                let message = format!("there is no damage that could {does}");
                problems.push(
                    Problem::warning(Code::NoEffect, *span, message).help("add `damage = ...`"),
                );
            }
        }
        let effect = skill.each_turn.iter().chain(&skill.held).next();
        match (skill.lasts, effect) {
            (None, Some(part)) => problems.push(
                Problem::error(
                    Code::MissingField,
                    part.number.span,
                    "how long this effect lasts is missing",
                )
                .help("add `lasts = ...` to the skill: a number of turns"),
            ),
            (Some((_, span)), None) => problems.push(
                Problem::error(Code::NoEffect, span, "this effect does nothing while it lasts")
                    .help("add `each-turn = { ... }` or `while = { ... }`"),
            ),
            (Some((1, span)), Some(_)) if skill.each_turn.is_empty() => problems.push(
                Problem::warning(
                    Code::NoEffect,
                    span,
                    "this effect is over before it holds in any turn",
                )
                .help("an effect no longer holds in the turn that ends it: say `lasts = 2`"),
            ),
            _ => {}
        }
    }
}

/// A short name means one fighter.
fn short_names(spec: &Spec, problems: &mut Problems) {
    for (index, fighter) in spec.fighters.iter().enumerate() {
        let Some((key, span)) = fighter.key else { continue };
        let mut others = spec.fighters.iter().enumerate().filter(|(other, _)| *other != index);
        let taken = others.find(|(other, there)| {
            there.id.text == key.to_string()
                || *other < index && there.key.is_some_and(|(other, _)| other == key)
        });
        if let Some((_, other)) = taken {
            let message = format!("the short name `{key}` already means `{}`", other.id.text);
            let help = format!("give `{}` another letter, or none", fighter.id.text);
            problems.push(Problem::error(Code::Twice, span, message).help(help));
        }
    }
}

/// A queue that nobody is ever added to only empties.
pub(super) fn warn_of_an_idle_queue(fight: &Fight, rules: &Rules, problems: &mut Problems) {
    let forms = rules.fighters.iter().flat_map(|fighter| &fighter.skills).flat_map(Skill::forms);
    if rules.terms.order.has_places() && forms.into_iter().all(|form| form.queue.is_empty()) {
        let who = &fight.sides[0].id;
        let message = "no skill of these two adds anyone to the queue: each acts once";
        problems.push(
            Problem::warning(Code::NoEffect, who.span, message)
                .help("add `queue = [\"self\"]` to the skills, or let the sides take turns"),
        );
    }
}

/// A fight has one goal.
fn goal(spec: &Spec, problems: &mut Problems) {
    if let (Some(_), Some(most)) = (&spec.least, &spec.most) {
        problems.push(
            Problem::error(
                Code::Contradiction,
                most.span,
                "a fight has one goal, and `least` is one already",
            )
            .help("leave out `least` or `most`"),
        );
    }
}

/// Keys of one fighter's skills must differ.
fn keys(spec: &Spec, fighter: &spec::Fighter, problems: &mut Problems) {
    let skills: Vec<_> = fighter
        .skills
        .iter()
        .filter_map(|word| spec.skills.iter().find(|skill| skill.id.text == word.text))
        .collect();
    for (index, skill) in skills.iter().enumerate() {
        let Some((key, span)) = skill.key else { continue };
        let same = |other: &&&spec::Skill| other.key.is_some_and(|(other, _)| other == key);
        let other =
            skills[..index].iter().filter(|other| other.id.text != skill.id.text).find(same);
        if let Some(other) = other {
            let message = format!("the key `{key}` is already that of `{}`", other.id.text);
            let who = &fighter.id.text;
            problems.push(
                Problem::error(Code::Twice, span, message)
                    .help(format!("`{who}` needs a key for each skill")),
            );
        }
    }
}

/// A number that nothing reads or changes is more likely a slip than a wish.
pub(super) fn warn_of_idle_numbers(spec: &Spec, problems: &mut Problems) {
    let skills = &spec.skills;
    let nodes = spec.trees.iter().flat_map(|(_, root)| root.all());
    let conditions: Vec<_> =
        nodes.filter_map(|node| condition::parse(&node.when.as_ref()?.text).ok()).collect();
    let used = |name: &str| {
        let in_parts = |parts: &[Part]| {
            parts.iter().any(|part| part.number.text == name || named(&part.amount, name))
        };
        let in_amount = |amount: &Option<(spec::Amount, Span)>| {
            amount.as_ref().is_some_and(|(amount, _)| named(amount, name))
        };
        spec.upkeep.iter().any(|upkeep| in_parts(&upkeep.changes))
            || spec.least.as_ref().is_some_and(|word| word.text == name)
            || conditions.iter().any(|condition| mentions(condition, name))
            || skills.iter().any(|skill| {
                [&skill.cost, &skill.at_once, &skill.each_turn, &skill.held]
                    .into_iter()
                    .any(|parts| in_parts(parts))
                    || in_amount(&skill.damage)
                    || in_amount(&skill.heal)
            })
    };
    for fighter in &spec.fighters {
        for (word, _) in fighter.numbers.iter().filter(|(word, _)| !used(&word.text)) {
            let message = format!("nothing uses the number `{}`", word.text);
            let known = ["armor", "name", "skills", "about", "key"];
            let problem = Problem::warning(Code::Unused, word.span, message);
            problems.push(match outplay_text::nearest(&word.text, known) {
                Some(near) => problem.help(format!("did you mean `{near}`?")),
                None => problem,
            });
        }
    }
}

/// Without a least damage, armor that is thicker than the hit makes it heal.
pub(super) fn warn_of_healing_hits(fight: &Fight, rules: &Rules, problems: &mut Problems) {
    // A hit whose number is unknown says nothing about its strength.
    if rules.least_damage.is_some() || problems.has_errors() {
        return;
    }
    for side in [0, 1] {
        let armor = rules.fighters[1 - side].armor.base;
        for (skill, compiled) in fight.skills[side].iter().zip(&rules.fighters[side].skills) {
            if let (Some((_, span)), Some(hit)) = (&skill.damage, &compiled.hit)
                && !hit.pierces
                && hit.amount.slot.is_none()
                && hit.amount.base < armor
            {
                let enemy = &fight.sides[1 - side].id.text;
                let message = format!(
                    "this hit of {} heals `{enemy}`, whose armor is {armor}",
                    hit.amount.base
                );
                problems.push(
                    Problem::warning(Code::HealingHit, *span, message)
                        .help("set `least = 0` under `[damage]`"),
                );
            }
        }
    }
}

fn mentions(condition: &Condition<Number>, name: &str) -> bool {
    match condition {
        Condition::Compare(left, _, right) => [left, right]
            .into_iter()
            .any(|number| matches!(number, Number::Of { name: other, .. } if other == name)),
        Condition::Not(inner) => mentions(inner, name),
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().any(|part| mentions(part, name))
        }
    }
}

fn named(amount: &spec::Amount, name: &str) -> bool {
    matches!(amount, spec::Amount::Named(other) if other == name)
}
