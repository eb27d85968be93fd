//! What the format cannot check: names that point nowhere, keys that clash, and what is merely
//! suspicious.

use outplay_text::{Code, Problem, Problems};

use super::layout::{Fight, names_in, texts};
use super::names::{END, WIN};
use super::tables::SPEED;
use super::{check_chance, check_skills, trees};
use crate::hints;
use crate::order::OrderKind;
use crate::rules::Rules;
use crate::spec::{self, Part, Skill, Spec};

/// What stands beside the numbers in an answer.
const RESERVED: [&str; 2] = ["effects", "counters"];

/// How many skills one fighter may have: each needs a key of its own.
pub(super) const MOST_SKILLS: usize = 81;

/// Names that point nowhere, and things that nothing points to.
pub(super) fn references(spec: &Spec, problems: &mut Problems) {
    trees::references(spec, problems);
    check_chance::turns(spec, problems);
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
        for (word, _) in fighter.numbers.iter().filter(|(word, _)| RESERVED.contains(&&*word.text))
        {
            let message = format!("`{}` cannot be the name of a number", word.text);
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
        let is_started = || {
            let parts = spec.skills.iter().flat_map(Skill::all_parts);
            parts.flat_map(|part| &part.starts).any(|word| word.text == id.text)
        };
        let has = |fighter: &spec::Fighter| fighter.skills.iter().any(|s| s.text == id.text);
        if !spec.fighters.iter().any(has) && !in_a_tree() && !is_started() {
            let message = format!("no fighter has the skill `{}`", id.text);
            problems.push(Problem::warning(Code::Unused, id.span, message));
        }
        check_skills::check(spec, skill, problems);
    }
    resisted(spec, problems);
    soaked(spec, problems);
}

/// Types that fighters resist but no hit has.
fn resisted(spec: &Spec, problems: &mut Problems) {
    let parts = || spec.skills.iter().flat_map(Skill::all_parts);
    let types = || parts().filter_map(|part| Some(part.r#type.as_ref()?.text.as_str()));
    for part in spec.fighters.iter().flat_map(|fighter| &fighter.resists) {
        let word = &part.number;
        if !types().any(|known| known == word.text) {
            let message = format!("no hit is of the type `{}`", word.text);
            let mut known: Vec<_> = types().collect();
            known.sort_unstable();
            known.dedup();
            problems
                .push(Problem::warning(Code::Unused, word.span, message).one_of(&word.text, known));
        }
    }
}

/// What soaks hits is a number of somebody.
fn soaked(spec: &Spec, problems: &mut Problems) {
    let Some(word) = &spec.soak else { return };
    let numbers = || spec.fighters.iter().flat_map(|fighter| &fighter.numbers);
    if ["hp", "armor"].contains(&word.text.as_str()) {
        let message = format!("`{}` cannot soak hits", word.text);
        problems.push(
            Problem::error(Code::Unusable, word.span, message)
                .help("a number of its own does: `block = { start = 0, resets = true }`"),
        );
    } else if !numbers().any(|(number, _)| number.text == word.text) {
        let message = format!("no fighter has a number `{}`", word.text);
        let known = numbers().map(|(number, _)| number.text.as_str());
        problems.push(match outplay_text::nearest(&word.text, known) {
            Some(near) => Problem::error(Code::UnknownNumber, word.span, message)
                .help(format!("did you mean `{near}`?")),
            None => Problem::error(Code::UnknownNumber, word.span, message)
                .help(format!("add `{} = 0` to a fighter", word.text)),
        });
    }
}

/// What may be held while an effect lasts: any number but hp and those that skills are paid with.
pub(super) fn held(fight: &Fight, problems: &mut Problems) {
    for running in &fight.effects {
        for part in &running.skill.held {
            let whose = running.view.of(part.of);
            let name = part.number.text.as_str();
            let paid = fight.skills[whose].iter().flat_map(|skill| &skill.cost);
            let paid = paid.into_iter().any(|cost| cost.number.text == name);
            if name == "hp" || paid {
                let message = if name == "hp" {
                    "`hp` cannot be held".to_owned()
                } else {
                    format!("skills are paid with `{name}`, so it cannot be held")
                };
                problems.push(
                    Problem::error(Code::ChangingNumber, part.number.span, message)
                        .help("use `each-turn = { ... }` or `at-once = { ... }`"),
                );
            } else if !fight.has_number(whose, name) {
                fight.unknown_number(whose, part, problems);
            }
            fight.fixed_amount(running.view, &part.amount, part.span, problems);
        }
    }
}

/// Nothing starts above its maximum.
pub(super) fn ranges(fight: &Fight, problems: &mut Problems) {
    for fighter in &fight.members {
        for (name, range) in &fighter.ranges {
            let own = fighter.numbers.iter().find(|(word, _)| word.text == *name);
            let start = match name.as_str() {
                "hp" => fighter.hp,
                "armor" => fighter.armor,
                _ => own.map_or(0, |(_, start)| *start),
            };
            if let Some((most, span)) = range.most.filter(|(most, _)| start > *most) {
                let message = format!("`{name}` starts at {start}, above its maximum of {most}");
                problems.push(Problem::error(Code::OutOfRange, span, message));
            }
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
    let skills = rules.fighters.iter().flat_map(|fighter| &fighter.skills);
    let forms = skills.flat_map(crate::rules::Skill::forms);
    if rules.terms.order.has_places() && forms.into_iter().all(|form| form.queue.is_empty()) {
        let who = &fight.members[0].id;
        let message = "no skill of these two adds anyone to the queue: each acts once";
        problems.push(
            Problem::warning(Code::NoEffect, who.span, message)
                .help("add `queue = [\"self\"]` to the skills, or let the sides take turns"),
        );
    }
}

/// A fight has one goal.
fn goal(spec: &Spec, problems: &mut Problems) {
    // With a win as the goal, `least` says what a budget counts.
    let most = spec.most.as_ref().filter(|most| most.text != WIN);
    if let (Some(_), Some(most)) = (&spec.least, most) {
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
        let several = fighter.actions.unwrap_or(spec.actions) != spec::Actions::UpTo(1);
        if several && key == END.2 {
            let message = format!("the key `{key}` ends the turn");
            problems
                .push(Problem::error(Code::ReservedName, span, message).help("choose another key"));
        }
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
    let nodes = spec.trees.iter().flat_map(|(_, root)| root.all());
    let formulas: Vec<&str> = nodes
        .filter_map(|node| Some(node.when.as_ref()?.text.as_str()))
        .chain(spec.skills.iter().flat_map(Skill::formulas))
        .chain(spec.upkeep.iter().flat_map(|upkeep| texts(&upkeep.changes)))
        .chain(spec.fighters.iter().flat_map(|fighter| texts(&fighter.resists)))
        .collect();
    let read: Vec<_> = formulas.into_iter().flat_map(names_in).map(|name| name.name).collect();
    let used = |name: &str| {
        let in_parts = |parts: &[Part]| parts.iter().any(|part| part.number.text == name);
        spec.upkeep.iter().any(|upkeep| in_parts(&upkeep.changes))
            || [&spec.least, &spec.soak].into_iter().flatten().any(|word| word.text == name)
            || read.iter().any(|other| other == name)
            || name == SPEED && spec.order == OrderKind::Speed
            || spec.skills.iter().flat_map(Skill::all_parts).any(|part| {
                [&part.cost, &part.at_once, &part.each_turn, &part.held]
                    .into_iter()
                    .any(|parts| in_parts(parts))
            })
    };
    for fighter in &spec.fighters {
        let decimals = fighter.decimals.iter().map(|(word, _)| word);
        let all = fighter.numbers.iter().map(|(word, _)| word).chain(decimals);
        for word in all.filter(|word| !used(&word.text)) {
            let message = format!("nothing uses the number `{}`", word.text);
            let known = ["armor", "name", "skills", "about", "key"];
            let problem = Problem::warning(Code::Unused, word.span, message);
            let hint = hints::of_idle_number(&word.text);
            problems.push(match (hint, outplay_text::nearest(&word.text, known)) {
                (Some(hint), _) => problem.help(hint),
                (None, Some(near)) => problem.help(format!("did you mean `{near}`?")),
                (None, None) => problem,
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
    if rules.teams.is_some() {
        return;
    }
    for side in [0, 1] {
        let armor = &rules.fighters[1 - side].armor;
        for (skill, compiled) in fight.skills[side].iter().zip(&rules.fighters[side].skills) {
            if let (Some((_, span)), Some(hit)) = (&skill.damage, compiled.hit())
                && !hit.pierces
                && let Some(amount) = hit.amount.steady()
                && armor.slot.is_none()
                && amount.base < armor.base
            {
                let enemy = &fight.members[1 - side].id.text;
                let message = format!(
                    "this hit of {} heals `{enemy}`, whose armor is {}",
                    amount.base, armor.base
                );
                problems.push(
                    Problem::warning(Code::HealingHit, *span, message)
                        .help("set `least = 0` under `[damage]`"),
                );
            }
        }
    }
}
