//! A fight in words: what its rules are, how it ended, what was found.

use outplay::duel::order::OrderKind;
use outplay::duel::spec::{Amount, Part, Skill, TreeNode};
use outplay::{Loaded, Proof, ReplayAnswer, SolveAnswer, count};

/// Who meets whom, in which order, for what, and what else holds for both: a sentence a line.
pub fn setting(loaded: &Loaded) -> String {
    let (spec, names) = (&loaded.fight.spec, &loaded.fight.names);
    let [one, two] = &names.fighters;
    let first = if spec.second_begins { two } else { one };
    let order = match names.order {
        OrderKind::Alternate => "in turns",
        OrderKind::Queue => "in a queue",
        OrderKind::RestrictedQueue => "in a restricted queue",
    };
    let stuck = match (spec.stuck_skips, names.order.has_places()) {
        (false, _) => "loses",
        (true, false) => "is passed over",
        (true, true) => "is dropped from the front of the queue",
    };
    let goal = if names.zero_sum {
        "The winner gets the hp they have left, and the loser loses as much.".to_owned()
    } else {
        format!("{} wants to win with the least {}.", one.name, names.price)
    };
    let mut text = format!(
        "{} (player 1) against {} (player 2), {order}; {} begins.\n\
         {goal} Who can use no skill {stuck}.\n",
        one.name, two.name, first.name
    );
    if let Some(least) = spec.least_damage {
        text += &format!("A hit does at least {least}, whatever the armor.\n");
    }
    text
}

/// What happens at the start of turns, a sentence for each.
pub fn upkeeps(loaded: &Loaded) -> Vec<String> {
    let told = loaded.fight.spec.upkeep.iter().map(|upkeep| {
        let (fighter, changes) = (&upkeep.fighter.text, parts(&upkeep.changes));
        format!("At the start of each turn of {fighter}: {changes}.")
    });
    told.collect()
}

/// The decision trees: a heading and a drawing for each.
pub fn trees(loaded: &Loaded) -> Vec<(String, String)> {
    let drawn = loaded.fight.spec.trees.iter().map(|(id, root)| {
        let what = "the candidate with the lowest number is taken";
        (format!("Decision tree {} ({what})", id.text), drawn(root, "", ""))
    });
    drawn.collect()
}

/// A decision tree as a tree: priority, skill, and when to go on.
fn drawn(node: &TreeNode, branch: &str, below: &str) -> String {
    let when = node.when.as_ref().map_or(String::new(), |when| format!(", {}", when.text));
    let mut text = format!("{branch}{} {}{when}\n", node.priority.0, node.skill.text);
    for (index, next) in node.then.iter().enumerate() {
        let (branch, under) =
            if index + 1 == node.then.len() { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        text += &drawn(next, &format!("{below}{branch}"), &format!("{below}{under}"));
    }
    text
}

/// A skill as a row: key, name, name in the file, cost, at once, lasts, effect.
pub fn skill_row(loaded: &Loaded, skill: &Skill) -> Vec<String> {
    let keys = loaded.fight.names.fighters.iter().flat_map(|fighter| &fighter.skills);
    let key = keys.into_iter().find(|named| named.id == skill.id.text).map(|named| named.key);
    let key = skill.key.map(|(key, _)| key).or(key);
    let mut at_once = Vec::new();
    if let Some(tree) = &skill.picks {
        at_once.push(format!("what {} picks", tree.text));
    }
    if let Some((damage, _)) = &skill.damage {
        let pierces =
            if skill.pierces.is_some_and(|(pierces, _)| pierces) { ", piercing" } else { "" };
        let drains = if skill.drains.is_some_and(|(drains, _)| drains) { ", drained" } else { "" };
        at_once.push(format!("{} damage{pierces}{drains}", spec(damage)));
    }
    if let Some((heal, _)) = &skill.heal {
        at_once.push(format!("heals {}", spec(heal)));
    }
    if !skill.at_once.is_empty() {
        at_once.push(parts(&skill.at_once));
    }
    if !skill.queue.is_empty() {
        let steps: Vec<_> = skill.queue.iter().map(|step| step.text.as_str()).collect();
        at_once.push(format!("queue {}", steps.join(", ")));
    }
    let mut effect = Vec::new();
    if !skill.each_turn.is_empty() {
        effect.push(format!("each turn {}", parts(&skill.each_turn)));
    }
    if !skill.held.is_empty() {
        effect.push(format!("while it lasts {}", parts(&skill.held)));
    }
    let cost: Vec<_> = skill
        .cost
        .iter()
        .map(|part| format!("{} {}", spec(&part.amount), part.number.text))
        .collect();
    vec![
        key.map(String::from).unwrap_or_default(),
        skill.name.clone(),
        skill.id.text.clone(),
        cost.join(", "),
        at_once.join("; "),
        skill.lasts.map(|(lasts, _)| lasts.to_string()).unwrap_or_default(),
        effect.join("; "),
    ]
}

/// Changes of numbers, in words.
pub fn parts(parts: &[Part]) -> String {
    let parts: Vec<_> = parts
        .iter()
        .map(|part| {
            let whose = if part.of_enemy { "enemy " } else { "" };
            let by = match &part.amount {
                Amount::Fixed(number) => format!("{number:+}"),
                Amount::Named(name) => format!("+{name}"),
            };
            format!("{whose}{} {by}", part.number.text)
        })
        .collect();
    parts.join(", ")
}

fn spec(amount: &Amount) -> String {
    match amount {
        Amount::Fixed(number) => number.to_string(),
        Amount::Named(name) => name.clone(),
    }
}

/// How it ended, in a sentence or two.
pub fn verdict(answer: &ReplayAnswer) -> String {
    let names = &answer.names;
    let spent = outplay::amount(answer.spent, &answer.unit);
    let unit = names.order.counts();
    let rounds = count(u64::from(answer.rounds), unit);
    let left = match answer.unused {
        0 => String::new(),
        1 => " 1 move is left over.".to_owned(),
        more => format!(" {more} moves are left over."),
    };
    if let Some(refused) = &answer.refused {
        let spent = if names.zero_sum { String::new() } else { format!(" Spent so far: {spent}.") };
        return format!(
            "Move {} is refused in {unit} {}: {}.{spent}{left}\n",
            refused.r#move, refused.round, refused.reason
        );
    }
    if names.zero_sum && answer.value.is_none() && !answer.endless && answer.untold == 0 {
        return "The moves end here; the fight does not.\n".to_owned();
    }
    if let Some(value) = answer.value {
        return match answer.winner {
            Some(winner) => {
                let winner = &names.fighters[usize::from(winner) - 1].name;
                format!("{winner} wins with {} hp left after {rounds}.{left}\n", value.abs())
            }
            None => format!("Nobody wins after {rounds}.{left}\n"),
        };
    }
    match answer.winner {
        Some(winner) => {
            let winner = &names.fighters[usize::from(winner) - 1].name;
            format!("{winner} wins. Spent: {spent} in {rounds}.{left}\n")
        }
        None if answer.over => format!("Nobody wins. Spent: {spent} in {rounds}.{left}\n"),
        None if answer.endless => "It goes on like this for ever, and nobody wins.\n".to_owned(),
        None if answer.untold > 0 && names.zero_sum => format!("No end in sight after {rounds}.\n"),
        None if answer.untold > 0 => format!("No end in sight after {rounds}. Spent: {spent}.\n"),
        None => format!("The moves end here; the fight does not. Spent: {spent} in {rounds}.\n"),
    }
}

/// The answer in a sentence.
pub fn headline(answer: &SolveAnswer) -> String {
    let [one, two] = &answer.names.fighters;
    let unit = &answer.unit;
    match (answer.value, answer.proof, answer.at_most) {
        (Some(value), _, _) => {
            let listed =
                if answer.moves.is_empty() { String::new() } else { format!(": {}", answer.moves) };
            let value = outplay::amount(value, unit);
            format!("{} beats {} with {value}{listed}\n", one.name, two.name)
        }
        (None, Proof::Bound, _) => {
            format!("No win of {} over {} was found so far.\n", one.name, two.name)
        }
        (None, _, Some(most)) => {
            format!("{} cannot beat {} with {}.\n", one.name, two.name, outplay::amount(most, unit))
        }
        (None, _, None) => {
            let end = match answer.winner {
                Some(_) => format!(": {} wins", two.name),
                None if answer.account.over => ": nobody wins".to_owned(),
                None if answer.never_ends && answer.names.order.has_places() => {
                    ": neither side can force a win".to_owned()
                }
                None if answer.never_ends => ": the fight goes on for ever".to_owned(),
                None => " (who does win was not settled)".to_owned(),
            };
            format!("{} cannot beat {}{end}.\n", one.name, two.name)
        }
    }
}
