//! Skills and effects that are switched off from outside: `poison=off`.
//!
//! `poison=off` takes the skill from every fighter, `mage.poison=off` from one, and `poison.effect=off`
//! leaves the skill and takes away what it does while it lasts. `=on` leaves everything as the file has
//! it, so that a table of fights can have both.

use outplay_text::set::Change;
use outplay_text::{Code, Node, Problem, Span, Table, Value};

/// The word after the dot for what a skill does while it lasts.
const EFFECT: &str = "effect";

/// What a file says of an effect, and of nothing else.
const EFFECT_FIELDS: [&str; 6] = ["lasts", "until", "refreshes", "stacks", "each-turn", "while"];

/// What is switched.
enum Switched<'a> {
    /// A skill of everyone, or of one.
    Skill { of: Option<&'a str>, skill: &'a str },
    /// What a skill does while it lasts.
    Effect { skill: &'a str },
}

/// Does what a change says where it switches something; says whether it was for this at all.
pub(crate) fn apply(root: &mut Table, change: &Change) -> Option<Result<(), Problem>> {
    let off = match change.value.as_text() {
        Some("off") => true,
        Some("on") => false,
        _ => return None,
    };
    let Some(switched) = switched(root, &change.path) else {
        // A word that is no switch may still be somebody's name.
        return is_unknown(root, &change.path).then(|| Err(unknown(root, change)));
    };
    if !off {
        return Some(Ok(()));
    }
    Some(match switched {
        Switched::Skill { of, skill } => take_skill(root, of, skill, change),
        Switched::Effect { skill } => {
            take_effect(root, skill);
            Ok(())
        }
    })
}

/// The places of the names of skills that some change takes from everyone: that nobody has them need not
/// be said.
pub(crate) fn taken_by(root: &Table, change: &Change) -> Option<Span> {
    match switched(root, &change.path)? {
        Switched::Skill { skill, .. } if change.value.as_text() == Some("off") => {
            root.table("skills")?.entry(skill).map(|entry| entry.key_span)
        }
        _ => None,
    }
}

fn switched<'a>(root: &Table, path: &'a str) -> Option<Switched<'a>> {
    let path = path.strip_prefix("skills.").or(path.strip_prefix("fighters.")).unwrap_or(path);
    let skills = root.table("skills")?;
    match path.split_once('.') {
        None => skills.table(path).map(|_| Switched::Skill { of: None, skill: path }),
        Some((skill, EFFECT)) if skills.table(skill).is_some() => Some(Switched::Effect { skill }),
        Some((fighter, skill)) => {
            let own = root.table("fighters")?.table(fighter)?;
            let has = names(own).any(|name| name == skill) && own.get(skill).is_none();
            has.then_some(Switched::Skill { of: Some(fighter), skill })
        }
    }
}

/// The skills of a fighter.
fn names(fighter: &Table) -> impl Iterator<Item = &str> {
    let list = match fighter.get("skills").map(|node| &node.value) {
        Some(Value::List(list)) => list.as_slice(),
        _ => &[],
    };
    list.iter().filter_map(Node::as_text)
}

fn take_skill(
    root: &mut Table,
    of: Option<&str>,
    skill: &str,
    change: &Change,
) -> Result<(), Problem> {
    let everyone: Vec<String> =
        root.table("fighters").into_iter().flat_map(Table::keys).map(str::to_owned).collect();
    for who in everyone.iter().filter(|who| of.is_none_or(|of| of == who.as_str())) {
        let Some(Node { value: Value::Table(fighters), .. }) = root.get_mut("fighters") else {
            break;
        };
        let Some(Node { value: Value::Table(fighter), .. }) = fighters.get_mut(who) else {
            continue;
        };
        let Some(Node { value: Value::List(list), .. }) = fighter.get_mut("skills") else {
            continue;
        };
        let before = list.len();
        list.retain(|node| node.as_text() != Some(skill));
        if list.is_empty() && before > 0 {
            let message = format!("`{who}` would be left without a skill");
            let help = format!("`{skill}` is all that they can do");
            return Err(Problem::error(Code::Empty, change.path_span, message).help(help));
        }
    }
    Ok(())
}

fn take_effect(root: &mut Table, skill: &str) {
    if let Some(Node { value: Value::Table(skills), .. }) = root.get_mut("skills")
        && let Some(Node { value: Value::Table(skill), .. }) = skills.get_mut(skill)
    {
        for field in EFFECT_FIELDS {
            skill.remove(field);
        }
    }
}

/// Does the first word of a path mean nothing in these rules?
fn is_unknown(root: &Table, path: &str) -> bool {
    let first = path.split('.').next().unwrap_or(path);
    let named = |table: &str| root.table(table).is_some_and(|table| table.get(first).is_some());
    !path.contains('.') && root.get(first).is_none() && !named("fighters") && !named("skills")
}

/// Nothing is called so: what was probably meant.
fn unknown(root: &Table, change: &Change) -> Problem {
    let message = format!("no skill is called `{}`", change.path);
    let known = root.table("skills").into_iter().flat_map(Table::keys);
    Problem::error(Code::UnknownSkill, change.path_span, message).one_of(&change.path, known)
}
