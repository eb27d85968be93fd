//! `outplay show`.

use outplay::Loaded;
use outplay::duel::NORMAL;
use outplay::duel::order::OrderKind;
use outplay::duel::written::{Amount, Fighter, Part, Skill, TreeNode};
use serde_json::json;

use super::args::Show;
use super::table::{aligned, indented};
use super::{Done, Wrong, fight, print, print_modes, wants_json};

pub(super) fn run(asked: &Show) -> Result<Done, Wrong> {
    let request = fight::request(&asked.fight, None)?;
    let mut shown = Vec::new();
    for request in fight::each_mode(&request) {
        shown.push(request.load()?);
    }
    if wants_json(asked.format) {
        let facts: Vec<_> = shown.iter().map(|loaded| facts(&request.game, loaded)).collect();
        print_modes(&request.game, &facts);
    } else {
        let texts: Vec<_> = shown.iter().map(text).collect();
        print(&texts.join("\n"));
    }
    Ok(Done::Well)
}

fn text(loaded: &Loaded) -> String {
    let written = &loaded.fight.written;
    let names = &loaded.fight.names;
    let mut text = format!("{}\n", names.title);
    if let Some(about) = &written.about {
        text += &format!("{about}\n");
    }
    text += &format!("\n{}", setting(loaded));
    text += "\nFighters\n";
    let fighters: Vec<_> = written
        .fighters
        .iter()
        .map(|fighter| {
            let mut numbers = vec![format!("hp {}", fighter.hp)];
            if fighter.armor > 0 {
                numbers.push(format!("armor {}", fighter.armor));
            }
            let own = fighter.numbers.iter();
            numbers.extend(own.map(|(word, number)| format!("{} {number}", word.text)));
            let skills: Vec<_> = fighter.skills.iter().map(|word| word.text.as_str()).collect();
            vec![fighter.name.clone(), called(fighter), numbers.join(", "), skills.join(", ")]
        })
        .collect();
    text += &indented(&aligned(
        &["name", "in the file", "numbers", "skills"],
        &[0, 1, 2, 3],
        &fighters,
    ));
    text += "\nSkills\n";
    let mut skills: Vec<_> = written.skills.iter().map(|skill| skill_row(loaded, skill)).collect();
    let mut header = vec!["key", "name", "in the file", "cost", "at once", "lasts", "effect"];
    if written.skills.iter().all(|skill| skill.lasts.is_none()) {
        header.truncate(LASTS);
        for row in &mut skills {
            row.truncate(LASTS);
        }
    }
    text += &indented(&aligned(&header, &[0, 1, 2, 3, 4, 6], &skills));
    for (heading, tree) in trees(loaded) {
        text += &format!("\n{heading}\n{}", indented(&tree));
    }
    for upkeep in upkeeps(loaded) {
        text += &format!("\n{upkeep}\n");
    }
    text += "\nModes\n";
    let modes: Vec<_> = loaded
        .modes
        .iter()
        .map(|(mode, about)| {
            let plain = if mode == NORMAL { "The rules as they stand." } else { "" };
            vec![mode.clone(), about.clone().unwrap_or_else(|| plain.to_owned())]
        })
        .collect();
    text + &indented(&aligned(&["name", "what"], &[0, 1], &modes))
}

/// Who meets whom, in which order, for what, and what else holds for both: a sentence a line.
pub(crate) fn setting(loaded: &Loaded) -> String {
    let (written, names) = (&loaded.fight.written, &loaded.fight.names);
    let [one, two] = &names.fighters;
    let first = if written.second_begins { two } else { one };
    let order = match names.order {
        OrderKind::Alternate => "in turns",
        OrderKind::Queue => "in a queue",
        OrderKind::RestrictedQueue => "in a restricted queue",
    };
    let stuck = match (written.stuck_skips, names.order.has_places()) {
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
    if let Some(least) = written.least_damage {
        text += &format!("A hit does at least {least}, whatever the armor.\n");
    }
    text
}

/// What happens at the start of turns, a sentence for each.
pub(crate) fn upkeeps(loaded: &Loaded) -> Vec<String> {
    let told = loaded.fight.written.upkeep.iter().map(|upkeep| {
        let (fighter, changes) = (&upkeep.fighter.text, parts(&upkeep.changes));
        format!("At the start of each turn of {fighter}: {changes}.")
    });
    told.collect()
}

/// The decision trees: a heading and a drawing for each.
pub(crate) fn trees(loaded: &Loaded) -> Vec<(String, String)> {
    let drawn = loaded.fight.written.trees.iter().map(|(id, root)| {
        let what = "the candidate with the lowest number is taken";
        (format!("Decision tree {} ({what})", id.text), drawn(root, "", ""))
    });
    drawn.collect()
}

/// What a fighter goes by on the command line.
fn called(fighter: &Fighter) -> String {
    match fighter.key {
        Some((key, _)) => format!("{} ({key})", fighter.id.text),
        None => fighter.id.text.clone(),
    }
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

/// The column that says how long an effect lasts.
const LASTS: usize = 5;

/// A skill as a row: key, name, name in the file, cost, at once, lasts, effect.
pub(crate) fn skill_row(loaded: &Loaded, skill: &Skill) -> Vec<String> {
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
        at_once.push(format!("{} damage{pierces}{drains}", amount(damage)));
    }
    if let Some((heal, _)) = &skill.heal {
        at_once.push(format!("heals {}", amount(heal)));
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
        .map(|part| format!("{} {}", amount(&part.amount), part.number.text))
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

fn parts(parts: &[Part]) -> String {
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

fn amount(amount: &Amount) -> String {
    match amount {
        Amount::Fixed(number) => number.to_string(),
        Amount::Named(name) => name.clone(),
    }
}

fn tree(node: &TreeNode) -> serde_json::Value {
    json!({
        "use": node.skill.text, "priority": node.priority.0,
        "when": node.when.as_ref().map(|when| &when.text),
        "then": node.then.iter().map(tree).collect::<Vec<_>>(),
    })
}

/// A fight for programs.
pub(crate) fn facts(game: &str, loaded: &Loaded) -> serde_json::Value {
    let written = &loaded.fight.written;
    let names = &loaded.fight.names;
    let fighters = written.fighters.iter().map(|fighter| {
        let mut numbers = serde_json::Map::new();
        numbers.insert("hp".to_owned(), json!(fighter.hp));
        numbers.insert("armor".to_owned(), json!(fighter.armor));
        for (word, number) in &fighter.numbers {
            numbers.insert(word.text.clone(), json!(number));
        }
        let skills: Vec<_> = fighter.skills.iter().map(|word| &word.text).collect();
        json!({
            "id": fighter.id.text, "key": fighter.key.map(|(key, _)| key), "name": fighter.name, "numbers": numbers,
            "skills": skills,
        })
    });
    let skills = written.skills.iter().map(|skill| {
        let row = skill_row(loaded, skill);
        json!({
            "id": skill.id.text, "name": skill.name, "key": row[0], "about": skill.about,
            "cost": row[3], "at_once": row[4], "lasts": skill.lasts.map(|(lasts, _)| lasts),
            "effect": row[6],
        })
    });
    json!({
        "game": game,
        "title": names.title,
        "about": written.about,
        "sides": names.fighters.each_ref().map(|fighter| &fighter.id),
        "mode": loaded.mode,
        "turns": {
            "order": names.order.name(),
            "first": if written.second_begins { 2 } else { 1 },
            "stuck": if written.stuck_skips { "skip" } else { "lose" },
        },
        "goal": if names.zero_sum { json!({ "most": "winner-hp" }) } else { json!({ "least": names.price }) },
        "least_damage": written.least_damage,
        "upkeep": written.upkeep.iter()
            .map(|upkeep| json!({ "fighter": upkeep.fighter.text, "changes": parts(&upkeep.changes) }))
            .collect::<Vec<_>>(),
        "trees": written.trees.iter()
            .map(|(id, root)| (id.text.clone(), tree(root)))
            .collect::<serde_json::Map<_, _>>(),
        "fighters": fighters.collect::<Vec<_>>(),
        "skills": skills.collect::<Vec<_>>(),
        "modes": loaded.modes.iter()
            .map(|(mode, about)| json!({ "name": mode, "about": about }))
            .collect::<Vec<_>>(),
    })
}
