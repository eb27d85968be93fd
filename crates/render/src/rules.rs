//! The rules of a game in words and tables.

use outplay::duel::order::OrderKind;
use outplay::duel::spec::{Actions, Fighter, Skill, TreeNode};
use outplay::duel::{Fight, NORMAL, phrases};
use outplay::game::Player;
use outplay::{About, Objective, Table};

use crate::table::{aligned_indented, indented};

/// Who meets whom, in which order, for what, and what else holds for both: a sentence a line.
pub fn setting(fight: &Fight) -> String {
    let (spec, names) = (&fight.spec, &fight.names);
    let [one, two] = &names.fighters;
    let first = if spec.second_begins { Player::Two } else { Player::One };
    let begins = match (spec.coin, fight.terms.order) {
        (true, _) => "a coin decides who begins".to_owned(),
        (false, OrderKind::Speed) => "the fastest begins".to_owned(),
        _ => {
            let name = &names.fighters[first.index()].name;
            format!("{name} {}", names.verb(first, "begin"))
        }
    };
    let order = match fight.terms.order {
        OrderKind::Alternate => "in turns",
        OrderKind::Queue => "in a queue",
        OrderKind::RestrictedQueue => "in a restricted queue",
        OrderKind::Speed => "by speed",
    };
    let stuck = match (spec.stuck_skips, fight.terms.order.has_places()) {
        (false, _) => "loses",
        (true, false) => "is passed over",
        (true, true) => "is dropped from the front of the queue",
    };
    let goal = goal_of_a_fight(fight);
    let mut text = format!(
        "{} (player 1) against {} (player 2), {order}; {begins}.\n\
         {goal} Who can use no skill {stuck}.\n",
        one.name, two.name
    );
    if let Some(rounds) = spec.rounds {
        let counts = fight.terms.order.counts();
        text += &format!("It is over after {rounds} {counts}s.\n");
    }
    match spec.actions {
        Actions::UpTo(1) => {}
        Actions::UpTo(most) => text += &format!("A side uses up to {most} skills a turn.\n"),
        Actions::Any => text += "A side uses as many skills a turn as it likes.\n",
    }
    if let Some(least) = spec.least_damage {
        text += &format!("A hit does at least {least}, whatever the armor.\n");
    }
    if let Some(soak) = &spec.soak {
        text += &format!("Hits take {} before hp.\n", soak.text);
    }
    text
}

fn goal_of_a_fight(fight: &Fight) -> String {
    let (objective, names) = (&fight.terms.objective, &fight.names);
    let [one, two] = &names.fighters;
    if objective.is_zero_sum() && objective.unit() == "damage" {
        format!("{} wants {} to lose as many hp as possible.", one.name, two.name)
    } else if objective.is_zero_sum() {
        "The winner gets the hp they have left, and the loser loses as much.".to_owned()
    } else if *objective == Objective::Win {
        format!("{} {} the best chance to win.", one.name, names.verb(Player::One, "want"))
    } else {
        format!("{} {} to win with {objective}.", one.name, names.verb(Player::One, "want"))
    }
}

/// What one side gains the other loses.
const ZERO_SUM: &str = "What one side gains the other loses.";

/// What a game of two sides is played for, in a sentence.
pub fn goal(table: &Table) -> String {
    table.fight().map_or(ZERO_SUM.to_owned(), goal_of_a_fight)
}

/// What happens at the start of turns, a sentence for each.
pub fn upkeeps(fight: &Fight) -> Vec<String> {
    let told = fight.spec.upkeep.iter().map(|upkeep| {
        let (fighter, changes) = (&upkeep.fighter.text, phrases::changes(&upkeep.changes));
        format!("At the start of each turn of {fighter}: {changes}.")
    });
    told.collect()
}

/// The decision trees: a heading and a drawing for each.
pub fn trees(fight: &Fight) -> Vec<(String, String)> {
    let drawn = fight.spec.trees.iter().map(|(id, root)| {
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

/// What a skill does, in words.
pub struct SkillInWords {
    /// Its letter in a line of moves.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What the file calls it.
    pub id: String,
    /// What it costs.
    pub cost: String,
    /// What it does at once.
    pub at_once: String,
    /// How long its effect lasts.
    pub lasts: String,
    /// What its effect does.
    pub effect: String,
}

/// What a skill does, in words.
pub fn skill(fight: &Fight, skill: &Skill) -> SkillInWords {
    let keys = fight.names.fighters.iter().flat_map(|fighter| &fighter.skills);
    let key = keys.into_iter().find(|named| named.id == skill.id.text).map(|named| named.key);
    let key = skill.key.map(|(key, _)| key).or(key);
    SkillInWords {
        key: key.map(String::from).unwrap_or_default(),
        name: skill.name.clone(),
        id: skill.id.text.clone(),
        cost: phrases::cost(skill),
        at_once: phrases::at_once(skill).join("; "),
        lasts: phrases::lasts(skill),
        effect: phrases::effect(skill).join("; "),
    }
}

/// The rules of a game, for people.
pub fn text(table: &Table) -> String {
    match table.fight() {
        Some(fight) => of_a_fight(table.about(), fight),
        None => of_two_sides(table.about()),
    }
}

/// A game without fighters: what it says of itself.
fn of_two_sides(about: &About) -> String {
    let [one, two] = about.names();
    let said = about.about.as_ref().map_or(String::new(), |about| format!("{about}\n"));
    format!("{}\n{said}\n{one} against {two}, in turns. {ZERO_SUM}\n", about.title)
}

fn of_a_fight(about: &About, fight: &Fight) -> String {
    let spec = &fight.spec;
    let mut text = format!("{}\n", about.title);
    if let Some(about) = &spec.about {
        text += &format!("{about}\n");
    }
    text += &format!("\n{}", setting(fight));
    text += "\nFighters\n";
    let fighters: Vec<_> = spec
        .fighters
        .iter()
        .map(|fighter| {
            let numbers = numbers(fighter);
            let skills: Vec<_> = fighter.skills.iter().map(|word| word.text.as_str()).collect();
            vec![fighter.name.clone(), called(fighter), numbers.join(", "), skills.join(", ")]
        })
        .collect();
    text +=
        &aligned_indented(&["name", "in the file", "numbers", "skills"], &[0, 1, 2, 3], &fighters);
    text += "\nSkills\n";
    let mut skills: Vec<_> = spec
        .skills
        .iter()
        .map(|typed| {
            let told = skill(fight, typed);
            vec![told.key, told.name, told.id, told.cost, told.at_once, told.lasts, told.effect]
        })
        .collect();
    let mut header = vec!["key", "name", "in the file", "cost", "at once", "lasts", "effect"];
    if !spec.skills.iter().any(Skill::runs) {
        header.truncate(LASTS);
        for row in &mut skills {
            row.truncate(LASTS);
        }
    }
    text += &aligned_indented(&header, &[0, 1, 2, 3, 4, 6], &skills);
    for (heading, tree) in trees(fight) {
        text += &format!("\n{heading}\n{}", indented(&tree));
    }
    for upkeep in upkeeps(fight) {
        text += &format!("\n{upkeep}\n");
    }
    text += "\nModes\n";
    let modes: Vec<_> = about
        .modes
        .iter()
        .map(|mode| {
            let plain = if mode.name == NORMAL { "The rules as they stand." } else { "" };
            vec![mode.name.clone(), mode.about.clone().unwrap_or_else(|| plain.to_owned())]
        })
        .collect();
    text + &aligned_indented(&["name", "what"], &[0, 1], &modes)
}

/// The numbers of a fighter and how far they go, what they resist and how often they act.
pub fn numbers(fighter: &Fighter) -> Vec<String> {
    let told = |name: &str, start: i32| {
        let range = fighter.ranges.iter().find(|(other, _)| other == name);
        let most = range.and_then(|(_, range)| range.most).map(|(most, _)| format!(" of {most}"));
        let resets = range.is_some_and(|(_, range)| range.resets);
        let resets = if resets { " each turn" } else { "" };
        format!("{name} {start}{}{resets}", most.unwrap_or_default())
    };
    let mut numbers = vec![told("hp", fighter.hp)];
    if fighter.armor > 0 {
        numbers.push(told("armor", fighter.armor));
    }
    numbers.extend(fighter.numbers.iter().map(|(word, number)| told(&word.text, *number)));
    let decimals = fighter.decimals.iter();
    numbers.extend(decimals.map(|(word, decimal)| format!("{} {decimal}", word.text)));
    numbers.extend(fighter.resists.iter().map(|part| {
        format!("resists {} by {} %", part.number.text, phrases::amount(&part.amount))
    }));
    match fighter.actions {
        None => {}
        Some(Actions::UpTo(1)) => numbers.push("1 skill a turn".to_owned()),
        Some(Actions::UpTo(most)) => numbers.push(format!("up to {most} skills a turn")),
        Some(Actions::Any) => numbers.push("any number of skills a turn".to_owned()),
    }
    numbers
}

/// The column that says how long an effect lasts.
const LASTS: usize = 5;

/// What a fighter goes by on the command line.
fn called(fighter: &Fighter) -> String {
    match fighter.key {
        Some((key, _)) => format!("{} ({key})", fighter.id.text),
        None => fighter.id.text.clone(),
    }
}
