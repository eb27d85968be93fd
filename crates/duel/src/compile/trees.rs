//! Decision trees: their own rules, and their conditions with every name resolved.

use std::ops::Range;

use outplay_text::{Code, Problem, Problems, Span};

use super::layout::{Fight, find_skill};
use crate::condition::{self, Number};
use crate::rules::{self, Amount, Tree, TreeNode};
use crate::spec::{self, Spec, Word};

/// How many nodes a tree may have.
const MOST_NODES: usize = 128;

/// What is wrong with the trees of a file, whoever uses them.
pub(super) fn references(spec: &Spec, problems: &mut Problems) {
    for skill in &spec.skills {
        picking(spec, skill, problems);
    }
    for (id, root) in &spec.trees {
        let nodes = root.all();
        if nodes.len() > MOST_NODES {
            let message = format!("{} nodes are too many for one tree", nodes.len());
            problems.push(
                Problem::error(Code::TooMany, id.span, message)
                    .help(format!("at most {MOST_NODES}")),
            );
            continue;
        }
        for (index, node) in nodes.iter().enumerate() {
            let skill = find_skill(spec, &node.skill);
            if skill.is_none() {
                let message = format!("no skill is called `{}`", node.skill.text);
                let skills = spec.skills.iter().map(|skill| skill.id.text.as_str());
                problems.push(
                    Problem::error(Code::UnknownSkill, node.skill.span, message)
                        .one_of(&node.skill.text, skills),
                );
            }
            if skill.is_some_and(|skill| skill.picks.is_some())
                && spec
                    .skills
                    .iter()
                    .any(|skill| skill.picks.as_ref().is_some_and(|picks| picks.text == id.text))
            {
                let message = format!("`{}` picks a skill itself", node.skill.text);
                problems.push(
                    Problem::error(Code::Unusable, node.skill.span, message)
                        .help("a tree that a skill picks by uses skills that act themselves"),
                );
            }
            let (priority, span) = node.priority;
            if nodes[..index].iter().any(|other| other.priority.0 == priority) {
                let message = format!("the priority {priority} is already taken in this tree");
                problems.push(
                    Problem::error(Code::Twice, span, message)
                        .help("each node needs a priority of its own"),
                );
            }
            match &node.when {
                Some(word) => {
                    if let Err(wrong) = condition::parse(&word.text) {
                        problems.push(
                            Problem::error(
                                Code::BadCondition,
                                within(word, wrong.at),
                                wrong.message,
                            )
                            .help(wrong.help),
                        );
                    } else if node.then.is_empty() {
                        problems.push(
                            Problem::warning(
                                Code::NoEffect,
                                word.span,
                                "this condition decides nothing",
                            )
                            .help("a node without `then` is always a candidate"),
                        );
                    }
                }
                None if !node.then.is_empty() => problems.push(
                    Problem::warning(
                        Code::NoEffect,
                        node.skill.span,
                        "this node is never a candidate",
                    )
                    .help("say with `when = \"...\"` when to go on to `then`"),
                ),
                None => {}
            }
        }
    }
}

/// What is wrong with a skill that picks another by a tree.
fn picking(spec: &Spec, skill: &spec::Skill, problems: &mut Problems) {
    let known = || spec.trees.iter().map(|(id, _)| id.text.as_str());
    let Some(word) = &skill.picks else { return };
    if !known().any(|tree| tree == word.text) {
        problems.push(
            Problem::error(
                Code::UnknownTree,
                word.span,
                format!("no decision tree is called `{}`", word.text),
            )
            .one_of(&word.text, known()),
        );
    }
    let own = [
        ("damage", skill.damage.is_some()),
        ("drains", skill.drains.is_some()),
        ("pierces", skill.pierces.is_some()),
        ("heal", skill.heal.is_some()),
        ("at-once", !skill.at_once.is_empty()),
        ("lasts", skill.lasts.is_some()),
        ("queue", !skill.queue.is_empty()),
    ];
    for (name, _) in own.into_iter().filter(|(_, given)| *given) {
        let message = format!("`{}` picks a skill and does nothing itself", skill.id.text);
        problems.push(
            Problem::error(Code::Contradiction, word.span, message)
                .help(format!("leave out `{name}`, or `picks`; a cost is fine")),
        );
    }
}

/// The tree as one side uses it; `None` where a name means nothing to it, which is said.
pub(super) fn tree(
    fight: &Fight,
    side: usize,
    root: &spec::TreeNode,
    problems: &mut Problems,
) -> Option<Tree> {
    let all = root.all();
    let mut nodes = Vec::new();
    let mut right = all.len() <= MOST_NODES;
    // Each node stands before those below it, so they take the next free places in turn.
    for (place, node) in all.iter().enumerate() {
        let parsed = node.when.as_ref().map(|word| (word, condition::parse(&word.text)));
        let when = match parsed {
            None => None,
            Some((_, Err(_))) => {
                right = false;
                None
            }
            Some((word, Ok(condition))) => {
                let resolved =
                    condition.translate(&mut |number| resolve(fight, side, word, number, problems));
                right &= resolved.is_some();
                resolved
            }
        };
        let mut then = Vec::new();
        let mut next = place + 1;
        for below in &node.then {
            then.push(next);
            next += below.all().len();
        }
        nodes.push(TreeNode { priority: node.priority.0, when, then });
    }
    right.then_some(Tree { nodes })
}

/// What a number of a condition is: a number that changes, a fixed one, or the turns left of an
/// effect.
fn resolve(
    fight: &Fight,
    side: usize,
    word: &Word,
    number: &Number,
    problems: &mut Problems,
) -> Option<rules::Number> {
    let fixed = |base| Amount { base, slot: None, held: Vec::new() };
    let (enemy, name, at) = match number {
        Number::Digits(digits) => return Some(rules::Number::Amount(fixed(*digits))),
        Number::Of { enemy, name, at } => (*enemy, name, at),
    };
    let whose = if enemy { 1 - side } else { side };
    if let Some(slot) = fight.slot(whose, name) {
        return Some(rules::Number::Amount(Amount { slot: Some(slot), ..fixed(0) }));
    }
    if let Some(base) = fight.fixed_number(whose, name) {
        return Some(rules::Number::Amount(fight.amount_of(whose, name, base)));
    }
    let mut effects = fight.effects.iter().filter(|(caster, _, _)| *caster == whose);
    if let Some((_, _, timer)) = effects.find(|(_, skill, _)| skill.id.text == *name) {
        return Some(rules::Number::Timer(*timer));
    }
    let who = fight.sides[whose];
    let mut known: Vec<&str> = who.numbers.iter().map(|(word, _)| word.text.as_str()).collect();
    known.extend(["hp", "armor"]);
    let effects = fight.effects.iter().filter(|(caster, _, _)| *caster == whose);
    known.extend(effects.map(|(_, skill, _)| skill.id.text.as_str()));
    let message = format!("`{}` has no number or effect called `{name}`", who.id.text);
    problems.push(
        Problem::error(Code::UnknownNumber, within(word, at.clone()), message).one_of(name, known),
    );
    None
}

/// The place of a part of a word. A word in quotes begins one further on; where it was written with
/// escapes, its parts have no places of their own.
pub(super) fn within(word: &Word, at: Range<usize>) -> Span {
    let quotes = (word.span.end - word.span.start).checked_sub(word.text.len());
    let offset = match quotes {
        Some(0) => 0,
        Some(2) => 1,
        _ => return word.span,
    };
    let start = word.span.start + offset;
    Span { start: start + at.start, end: start + at.end, ..word.span }
}
