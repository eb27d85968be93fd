//! What the format cannot check of a skill: words that need others beside them, words that exclude
//! each other, and names that point nowhere.

use outplay_text::{Code, Problem, Problems, Span};

use super::check_chance;
use super::layout::names_in;
use crate::spec::{Skill, Spec, Word};

/// What is wrong with a skill, whoever has it.
pub(super) fn check(spec: &Spec, skill: &Skill, problems: &mut Problems) {
    for part in skill.all_parts() {
        needs_damage(part, problems);
        names(spec, part, problems);
    }
    check_chance::check(skill, problems);
    effect(spec, skill, problems);
    if let Some(on) = &skill.on {
        reaction(skill, on, problems);
    }
}

/// Words about a hit, without one.
fn needs_damage(part: &Skill, problems: &mut Problems) {
    let words = [
        ("pierces", part.pierces.map(|(_, span)| span), "there is no damage that could pierce"),
        ("drains", part.drains.map(|(_, span)| span), "there is no damage that could be drained"),
        ("strikes", part.strikes.as_ref().map(|(_, span)| *span), "there is no damage to repeat"),
        ("type", part.r#type.as_ref().map(|word| word.span), "there is no damage of this type"),
    ];
    for (word, span, message) in words {
        if let (Some(span), None) = (span, &part.damage) {
            let help = format!("`{word}` needs a hit: add `damage = ...`");
            problems.push(Problem::warning(Code::NoEffect, span, message).help(help));
        }
    }
}

/// Skills that a part names.
fn names(spec: &Spec, part: &Skill, problems: &mut Problems) {
    let ids = || spec.skills.iter().map(|skill| skill.id.text.as_str());
    let find = |word: &Word| spec.skills.iter().find(|skill| skill.id.text == word.text);
    let unknown = |word: &Word| {
        let message = format!("no skill is called `{}`", word.text);
        Problem::error(Code::UnknownSkill, word.span, message)
    };
    let no_effect = |word: &Word| {
        let message = format!("`{}` has no effect that runs", word.text);
        Problem::error(Code::Unusable, word.span, message)
            .help("an effect has `lasts = ...` or `until = ...`")
    };
    for word in &part.starts {
        match find(word) {
            None => problems.push(unknown(word).one_of(&word.text, ids())),
            Some(skill) if !skill.runs() => problems.push(no_effect(word)),
            Some(_) => {}
        }
    }
    for word in part.cleanses.iter().filter(|word| !["self", "enemy"].contains(&&*word.text)) {
        match find(word) {
            None => {
                problems.push(unknown(word).one_of(&word.text, ids().chain(["self", "enemy"])));
            }
            Some(skill) if !skill.runs() => problems.push(no_effect(word)),
            Some(_) => {}
        }
    }
}

/// The effect of a skill is whole.
fn effect(spec: &Spec, skill: &Skill, problems: &mut Problems) {
    let does = skill.each_turn.iter().chain(&skill.held).next();
    if !skill.runs() {
        let words = [
            does.map(|part| ("how long this effect lasts is missing", part.number.span)),
            skill.stacks.map(|(_, span)| ("there is no effect that could be stacked", span)),
            skill.refreshes.map(|(_, span)| ("there is no effect to refresh", span)),
        ];
        for (message, span) in words.into_iter().flatten() {
            problems.push(
                Problem::error(Code::MissingField, span, message).help(
                    "add `lasts = ...`, a number of turns, or `until = \"...\"`, a condition",
                ),
            );
        }
        return;
    }
    if let (Some((_, stacks)), Some((true, _))) = (skill.stacks, skill.refreshes) {
        problems.push(
            Problem::error(Code::Contradiction, stacks, "what stacks is refreshed as well")
                .help("leave out `refreshes`"),
        );
    }
    let span = skill.lasts.map(|(_, span)| span).or(skill.until.as_ref().map(|word| word.span));
    match (skill.lasts, does) {
        // It is there to be asked for.
        (_, None) if is_read(spec, skill) => {}
        (_, None) => problems.extend(span.map(|span| {
            Problem::error(Code::NoEffect, span, "this effect does nothing while it lasts")
                .help("add `each-turn = { ... }` or `while = { ... }`, or ask for it in a `when`")
        })),
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

/// Does a formula ask whether the effect of a skill runs?
fn is_read(spec: &Spec, skill: &Skill) -> bool {
    let nodes = spec.trees.iter().flat_map(|(_, root)| root.all());
    let conditions = nodes.filter_map(|node| Some(node.when.as_ref()?.text.as_str()));
    let mut names = conditions.chain(spec.skills.iter().flat_map(Skill::formulas));
    let id = &skill.id.text;
    names.any(|text| {
        let names = names_in(text);
        names.iter().any(|name| name.name == *id || name.name == format!("stacks.{id}"))
    })
}

/// What happens by itself is not chosen, not paid for, and does not change whose turn it is.
fn reaction(skill: &Skill, on: &Word, problems: &mut Problems) {
    let part = |word: fn(&Skill) -> Option<Span>| skill.all_parts().into_iter().find_map(word);
    let words = [
        ("key", skill.key.map(|(_, span)| span)),
        ("cost", skill.cost.first().map(|part| part.number.span)),
        ("queue", skill.queue.first().map(|word| word.span)),
        ("picks", skill.picks.as_ref().map(|word| word.span)),
        ("again", part(|part| part.again.map(|(_, span)| span))),
        ("steals", part(|part| part.steals.map(|(_, span)| span))),
    ];
    for (word, span) in words {
        if let Some(span) = span {
            let message = format!("what happens by itself has no `{word}`");
            let help = format!("leave out `{word}`, or `on = \"{}\"`", on.text);
            problems.push(Problem::error(Code::Contradiction, span, message).help(help));
        }
    }
}
