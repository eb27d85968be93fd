//! Every recipe of docs/what-you-can-write.md, put into a small fight: the engine finds nothing wrong
//! with it. And every link from docs/language.md to a recipe leads to one.

use std::collections::BTreeSet;

use outplay_duel::{Options, RulesFile};
use outplay_text::{Problems, Sources};
use toml::{Table, Value};

const PAGE: &str = include_str!("../../../../docs/what-you-can-write.md");
const LANGUAGE: &str = include_str!("../../../../docs/language.md");

/// What a recipe is put into.
const FIGHT: &str = r#"
format = 1
game = "duel"
fighters.hero = { hp = 30 }
fighters.foe = { hp = 30 }
skills.scratch = { damage = 1 }
"#;

/// The recipes with the headings that they stand under.
fn recipes() -> Vec<(String, String)> {
    let (mut heading, mut recipe) = (String::new(), None);
    let mut recipes = Vec::new();
    for line in PAGE.lines() {
        match (&mut recipe, line) {
            (None, "```toml") => recipe = Some(String::new()),
            (None, _) => {
                if let Some(title) = line.strip_prefix("### ") {
                    title.clone_into(&mut heading);
                }
            }
            (Some(_), "```") => recipes.push((heading.clone(), recipe.take().unwrap())),
            (Some(recipe), _) => *recipe += &format!("{line}\n"),
        }
    }
    recipes
}

/// Lays a table over another, key by key.
fn lay(over: Table, base: &mut Table) {
    for (key, new) in over {
        match (base.get_mut(&key), new) {
            (Some(Value::Table(old)), Value::Table(new)) => lay(new, old),
            (_, new) => drop(base.insert(key, new)),
        }
    }
}

fn table<'a>(base: &'a mut Table, name: &str) -> &'a mut Table {
    base.get_mut(name).and_then(Value::as_table_mut).unwrap()
}

/// The skills that are named by others, and so need no owner.
fn named(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                match (key.as_str(), value) {
                    ("starts" | "skills", Value::Array(list)) => {
                        names.extend(list.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    ("use", Value::String(name)) => drop(names.insert(name.clone())),
                    _ => named(value, names),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| named(value, names)),
        _ => {}
    }
}

/// A value as TOML, on one line.
fn written(value: &Value) -> String {
    let joined = |list: Vec<String>| list.join(", ");
    match value {
        Value::String(text) => format!("{text:?}"),
        Value::Array(list) => format!("[{}]", joined(list.iter().map(written).collect())),
        Value::Table(table) => {
            let pairs = table.iter().map(|(key, value)| format!("{key} = {}", written(value)));
            format!("{{ {} }}", joined(pairs.collect()))
        }
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(truth) => truth.to_string(),
        other @ Value::Datetime(_) => panic!("no recipe has {other:?}"),
    }
}

/// The fight with a recipe in it: the hero has every skill that is nobody else's.
fn fight(recipe: &str) -> String {
    let mut fight: Table = FIGHT.parse().unwrap();
    let recipe: Table = recipe.parse().unwrap_or_else(|error| panic!("{error}\n{recipe}"));
    lay(recipe.clone(), &mut fight);
    let mut others = BTreeSet::new();
    named(&Value::Table(recipe.clone()), &mut others);
    let skills = recipe.get("skills").and_then(Value::as_table).unwrap();
    let own = skills.keys().filter(|name| !others.contains(*name)).cloned();
    let own = own.chain(["scratch".to_owned()]).map(Value::String).collect();
    let fighters = table(&mut fight, "fighters");
    table(fighters, "hero").insert("skills".to_owned(), Value::Array(own));
    let foe = table(fighters, "foe");
    if !foe.contains_key("skills") {
        let scratch = Value::String("scratch".to_owned());
        foe.insert("skills".to_owned(), Value::Array(vec![scratch]));
    }
    fight.iter().map(|(key, value)| format!("{key} = {}\n", written(value))).collect()
}

#[test]
fn every_recipe_is_a_right_piece_of_a_fight() {
    let recipes = recipes();
    assert!(recipes.len() >= 45, "only {} recipes", recipes.len());
    let mut wrong = Vec::new();
    for (heading, recipe) in recipes {
        let text = fight(&recipe);
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let file = sources.add("recipe.toml", &text);
        let read = RulesFile::read(&sources, file, &mut problems);
        for mode in read.modes() {
            let options = Options { mode: Some(mode), ..Options::default() };
            read.fight(&sources, &options, &mut problems);
        }
        let found = problems.into_sorted().into_iter().map(|problem| problem.message);
        wrong.extend(found.map(|message| format!("{heading}: {message}\n{text}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a heading is called in a link.
fn anchor(heading: &str) -> String {
    let kept = |letter: &char| letter.is_alphanumeric() || " -".contains(*letter);
    heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
}

#[test]
fn every_link_to_a_recipe_leads_to_one() {
    let headings = PAGE.lines().filter(|line| line.starts_with('#'));
    let anchors: BTreeSet<_> =
        headings.map(|line| anchor(line.trim_start_matches('#').trim_start())).collect();
    let mut seen = 0;
    for (text, before) in [(LANGUAGE, "what-you-can-write.md#"), (PAGE, "](#")] {
        for link in text.split(before).skip(1) {
            let link = link.split(')').next().unwrap();
            assert!(anchors.contains(link), "{before}{link} leads nowhere");
            seen += 1;
        }
    }
    assert!(seen > 40, "only {seen} links");
}

/// Every recipe in its small fight, by its place among them.
pub(crate) fn fights() -> Vec<(String, String)> {
    let numbered = recipes().into_iter().enumerate();
    numbered
        .map(|(index, (heading, recipe))| (format!("{index} {heading}"), fight(&recipe)))
        .collect()
}
