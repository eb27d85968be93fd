//! Decision trees: their own rules, and their conditions with every name resolved.

use outplay_text::{Code, Problem, Problems};

use super::amounts::within;
use super::layout::{Fight, View, find_skill};
use crate::condition;
use crate::rules::{Tree, TreeNode};
use crate::spec::{self, Spec};

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
            if skill.is_some_and(|skill| skill.on.is_some()) {
                let message = format!("`{}` happens by itself", node.skill.text);
                problems.push(
                    Problem::error(Code::Unusable, node.skill.span, message)
                        .help("a tree uses skills that can be chosen, without `on`"),
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
        ("strikes", skill.strikes.is_some()),
        ("type", skill.r#type.is_some()),
        ("drains", skill.drains.is_some()),
        ("pierces", skill.pierces.is_some()),
        ("kills", skill.kills.is_some()),
        ("heal", skill.heal.is_some()),
        ("at-once", !skill.at_once.is_empty()),
        ("cleanses", !skill.cleanses.is_empty()),
        ("lasts", skill.lasts.is_some()),
        ("until", skill.until.is_some()),
        ("starts", !skill.starts.is_empty()),
        ("stuns", skill.stuns.is_some()),
        ("steals", skill.steals.is_some()),
        ("again", skill.again.is_some()),
        ("queue", !skill.queue.is_empty()),
        ("also", !skill.also.is_empty()),
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
    view: View,
    root: &spec::TreeNode,
    problems: &mut Problems,
) -> Option<Tree> {
    let all = root.all();
    let mut nodes = Vec::new();
    let mut right = all.len() <= MOST_NODES;
    // Each node stands before those below it, so they take the next free places in turn.
    for (place, node) in all.iter().enumerate() {
        let when = node.when.as_ref().map(|word| fight.condition(view, word, problems));
        right &= !matches!(when, Some(None));
        let when = when.flatten();
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
