//! A rules file as it is written: what the words of its tables say, by name and in its order.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use super::formula::{Condition, Formula};

#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) fighters: [Fighter; 2],
    /// In the order of the file.
    pub(crate) skills: Vec<Skill>,
    pub(crate) trees: BTreeMap<String, Tree>,
    pub(crate) upkeep: [Vec<Change>; 2],
    pub(crate) order: Order,
    pub(crate) stuck_loses: bool,
    pub(crate) first: usize,
    pub(crate) least_damage: Option<i64>,
    pub(crate) soak: Option<String>,
    pub(crate) goal: Goal,
    pub(crate) rounds: Option<i64>,
    pub(crate) start: Table,
    /// Does anything ask for the round?
    pub(crate) reads_round: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Alternate,
    Queue,
    RestrictedQueue,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    LeastPool(String),
    LeastActions,
    LeastRounds,
    WinnerHp,
    Damage,
}

#[derive(Clone, Debug)]
pub(crate) struct Fighter {
    pub(crate) numbers: BTreeMap<String, Number>,
    pub(crate) skills: Vec<String>,
    /// `None`: any.
    pub(crate) actions: Option<i64>,
    pub(crate) resists: BTreeMap<String, Formula>,
    pub(crate) decimals: BTreeMap<String, (i128, i128)>,
}

/// How likely something is.
#[derive(Clone, Debug)]
pub(crate) enum Chance {
    /// So much of so much.
    Exact(i128, i128),
    /// A number of a fighter.
    Name(String),
    /// So many cases of so many.
    Cases(Formula, i128),
}

#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub(crate) start: i64,
    pub(crate) max: Option<i64>,
    pub(crate) resets: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) enemy: bool,
    /// Of whoever it is aimed at.
    pub(crate) target: bool,
    pub(crate) name: String,
    pub(crate) by: Formula,
}

#[derive(Clone, Debug)]
pub(crate) struct Skill {
    pub(crate) id: String,
    pub(crate) cost: Vec<(String, Formula)>,
    pub(crate) when: Option<Condition>,
    pub(crate) cooldown: Option<i64>,
    pub(crate) uses: Option<i64>,
    pub(crate) queue: Vec<String>,
    pub(crate) picks: Option<String>,
    pub(crate) on: Option<String>,
    /// Its own part, and those under `also`.
    pub(crate) parts: Vec<Part>,
    pub(crate) effect: Option<Effect>,
    // Dice and teams.
    pub(crate) target: Option<String>,
    pub(crate) up_to: i64,
    pub(crate) accuracy: Option<Chance>,
    pub(crate) miss: Option<Part>,
    pub(crate) recharge: Option<Chance>,
}

#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Only under `also`: the skill's own says when it can be used.
    pub(crate) when: Option<Condition>,
    pub(crate) damage: Option<Formula>,
    pub(crate) strikes: Formula,
    pub(crate) pierces: bool,
    pub(crate) drains: bool,
    pub(crate) kind: Option<String>,
    pub(crate) kills: bool,
    pub(crate) heal: Option<Formula>,
    pub(crate) at_once: Vec<Change>,
    pub(crate) cleanses: Vec<String>,
    pub(crate) starts: Vec<String>,
    pub(crate) stuns: i64,
    pub(crate) steals: i64,
    pub(crate) again: bool,
    // Dice and teams.
    pub(crate) target: Option<String>,
    pub(crate) chance: Option<Chance>,
    pub(crate) otherwise: Option<Box<Part>>,
    pub(crate) critical: Option<(Chance, i64)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Effect {
    pub(crate) lasts: Option<i64>,
    pub(crate) until: Option<Condition>,
    pub(crate) each_turn: Vec<Change>,
    pub(crate) held: Vec<Change>,
    pub(crate) refreshes: bool,
    pub(crate) stacks: Option<i64>,
}

#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) skill: String,
    pub(crate) priority: i64,
    pub(crate) when: Option<Condition>,
    pub(crate) then: Vec<Tree>,
}

impl Rules {
    pub(crate) fn read(text: &str) -> Self {
        let root: Table = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let empty = Table::new();
        let at = |name: &str| root.get(name).and_then(Value::as_table).unwrap_or(&empty);
        let (turns, damage, goal) = (at("turns"), at("damage"), at("goal"));
        let ids: Vec<&String> = at("fighters").keys().collect();
        let sides = ["p1", "p2"].map(|side| at("sides").get(side).and_then(Value::as_str));
        let sides = [sides[0].unwrap_or(ids[0]), sides[1].unwrap_or_else(|| ids[1])];
        let fighter = |id: &str| fighter(table(&at("fighters")[id]), turns.get("actions"));
        let upkeep = |id: &str| at("upkeep").get(id).map_or(Vec::new(), changes);
        let order = match word(turns, "order").as_deref() {
            Some("queue") => Order::Queue,
            Some("restricted-queue") => Order::RestrictedQueue,
            _ => Order::Alternate,
        };
        let goals = match (word(goal, "least").as_deref(), word(goal, "most").as_deref()) {
            (_, Some("damage")) => Goal::Damage,
            (_, Some(_)) => Goal::WinnerHp,
            (Some("rounds"), _) => Goal::LeastRounds,
            (None | Some("actions"), _) => Goal::LeastActions,
            (Some(pool), _) => Goal::LeastPool(pool.to_owned()),
        };
        let rounds = whole(goal, "rounds");
        let asks = |text: &str| {
            let inside = |letter: char| letter.is_alphanumeric() || "_-.".contains(letter);
            text.split(|letter| !inside(letter)).any(|name| name == "round")
        };
        Self {
            fighters: sides.map(fighter),
            skills: at("skills").iter().map(|(id, skill)| self::skill(id, table(skill))).collect(),
            trees: at("trees").iter().map(|(id, node)| (id.clone(), tree(table(node)))).collect(),
            upkeep: sides.map(upkeep),
            order,
            stuck_loses: word(turns, "stuck").as_deref() != Some("skip"),
            first: usize::from(word(turns, "first").as_deref() == Some("p2")),
            least_damage: whole(damage, "least"),
            soak: word(damage, "soak"),
            goal: goals,
            rounds,
            start: at("start").clone(),
            reads_round: rounds.is_some() || asks(text),
        }
    }

    pub(crate) fn skill(&self, id: &str) -> &Skill {
        let found = self.skills.iter().find(|skill| skill.id == id);
        found.unwrap_or_else(|| panic!("no skill {id}"))
    }

    /// What a side can choose from: its skills that are no reactions.
    pub(crate) fn own_moves(&self, side: usize) -> Vec<&Skill> {
        let all = self.fighters[side].skills.iter().map(|id| self.skill(id));
        all.filter(|skill| skill.on.is_none()).collect()
    }

    /// Has it more than one action, and so End turn?
    pub(crate) fn may_end(&self, side: usize) -> bool {
        self.fighters[side].actions.is_none_or(|actions| actions > 1)
    }

    /// Is it asked, or does it act by itself?
    pub(crate) fn is_asked(&self, side: usize) -> bool {
        self.may_end(side) || self.own_moves(side).len() > 1
    }

    pub(crate) fn names(&self) -> BTreeSet<&String> {
        self.fighters.iter().flat_map(|fighter| fighter.numbers.keys()).collect()
    }
}

pub(crate) fn table(value: &Value) -> &Table {
    value.as_table().unwrap_or_else(|| panic!("no table: {value:?}"))
}

pub(crate) fn word(table: &Table, name: &str) -> Option<String> {
    table.get(name).and_then(Value::as_str).map(str::to_owned)
}

pub(crate) fn words(table: &Table, name: &str) -> Vec<String> {
    let list = table.get(name).and_then(Value::as_array);
    let words = list.into_iter().flatten().filter_map(Value::as_str);
    words.map(str::to_owned).collect()
}

pub(crate) fn whole(table: &Table, name: &str) -> Option<i64> {
    table.get(name).and_then(Value::as_integer)
}

pub(crate) fn is_set(table: &Table, name: &str) -> bool {
    table.get(name).and_then(Value::as_bool).unwrap_or(false)
}

fn amount(value: &Value) -> Formula {
    match value {
        Value::Integer(number) => Formula::Number(*number),
        Value::String(text) => Formula::parse(text),
        _ => panic!("no amount: {value:?}"),
    }
}

fn condition(table: &Table, name: &str) -> Option<Condition> {
    word(table, name).map(|text| Condition::parse(&text))
}

/// `enemy.hp = -1` is a table `enemy` with `hp` in it.
pub(crate) fn changes(value: &Value) -> Vec<Change> {
    let mut all = Vec::new();
    for (name, value) in table(value) {
        match value {
            Value::Table(inner) => {
                let (enemy, target) = (name == "enemy", name == "target");
                assert!(enemy || target || name == "self", "neither side: {name}");
                let inner = inner.iter().map(|(name, by)| (name.clone(), amount(by)));
                all.extend(inner.map(|(name, by)| Change { enemy, target, name, by }));
            }
            _ => {
                let (name, by) = (name.clone(), amount(value));
                all.push(Change { enemy: false, target: false, name, by });
            }
        }
    }
    all
}

pub(crate) fn fighter(table: &Table, usual: Option<&Value>) -> Fighter {
    let mut numbers = BTreeMap::new();
    let mut decimals = BTreeMap::new();
    numbers.insert("armor".to_owned(), Number { start: 0, max: None, resets: false });
    for (name, value) in table {
        if ["name", "about", "key", "skills", "actions", "resists"].contains(&name.as_str()) {
            continue;
        }
        if let Value::Float(number) = value {
            decimals.insert(name.clone(), decimal(*number));
            continue;
        }
        let number = match value {
            Value::Table(parts) => {
                let max = whole(parts, "max");
                let start = whole(parts, "start").or(max).expect("a start or a max");
                Number { start, max, resets: is_set(parts, "resets") }
            }
            _ => {
                let start = value.as_integer().expect("a number");
                Number { start, max: None, resets: false }
            }
        };
        numbers.insert(name.clone(), number);
    }
    let resists = table.get("resists").and_then(Value::as_table).into_iter().flatten();
    Fighter {
        numbers,
        skills: words(table, "skills"),
        actions: match table.get("actions").or(usual) {
            Some(Value::Integer(number)) => Some(*number),
            Some(_) => None,
            None => Some(1),
        },
        resists: resists.map(|(name, value)| (name.clone(), amount(value))).collect(),
        decimals,
    }
}

/// A number as it is written: 0.63 is 63/100.
fn decimal(number: f64) -> (i128, i128) {
    let text = number.to_string();
    let (whole, places) = text.split_once('.').unwrap_or((&text, ""));
    let digits = format!("{whole}{places}").parse().expect("digits");
    (digits, 10_i128.pow(u32::try_from(places.len()).expect("few places")))
}

fn chance(value: &Value) -> Chance {
    match value {
        Value::Integer(number) => Chance::Exact(i128::from(*number), 1),
        Value::Float(number) => {
            let (over, under) = decimal(*number);
            Chance::Exact(over, under)
        }
        Value::String(text) => match text.rsplit_once(" in ") {
            Some((cases, of)) => Chance::Cases(Formula::parse(cases), of.parse().expect("cases")),
            None => Chance::Name(text.clone()),
        },
        _ => panic!("no chance: {value:?}"),
    }
}

pub(crate) fn skill(id: &str, table: &Table) -> Skill {
    let list = |name: &str| table.get(name).map_or(Vec::new(), changes);
    let cost = list("cost").into_iter().map(|part| (part.name, part.by)).collect();
    let also = table.get("also").and_then(Value::as_array).into_iter().flatten();
    let also = also.map(inner_part);
    let (lasts, until) = (whole(table, "lasts"), condition(table, "until"));
    let effect = (lasts.is_some() || until.is_some()).then(|| Effect {
        lasts,
        until,
        each_turn: list("each-turn"),
        held: list("while"),
        refreshes: is_set(table, "refreshes"),
        stacks: whole(table, "stacks"),
    });
    Skill {
        id: id.to_owned(),
        cost,
        when: condition(table, "when"),
        cooldown: whole(table, "cooldown"),
        uses: whole(table, "uses"),
        queue: words(table, "queue"),
        picks: word(table, "picks"),
        on: word(table, "on"),
        parts: std::iter::once(part(table)).chain(also).collect(),
        effect,
        target: word(table, "target"),
        up_to: whole(table, "up-to").unwrap_or(1),
        accuracy: table.get("accuracy").map(chance),
        miss: table.get("miss").map(inner_part),
        recharge: table.get("recharge").map(chance),
    }
}

/// A part inside another.
fn inner_part(value: &Value) -> Part {
    let inner = table(value);
    Part { when: condition(inner, "when"), ..part(inner) }
}

fn part(table: &Table) -> Part {
    let critical = table.get("critical").map(|value| {
        let critical = self::table(value);
        (chance(&critical["chance"]), whole(critical, "times").unwrap_or(2))
    });
    Part {
        when: None,
        damage: table.get("damage").map(amount),
        strikes: table.get("strikes").map_or(Formula::Number(1), amount),
        pierces: is_set(table, "pierces"),
        drains: is_set(table, "drains"),
        kind: word(table, "type"),
        kills: is_set(table, "kills"),
        heal: table.get("heal").map(amount),
        at_once: table.get("at-once").map_or(Vec::new(), changes),
        cleanses: words(table, "cleanses"),
        starts: words(table, "starts"),
        stuns: whole(table, "stuns").unwrap_or(0),
        steals: whole(table, "steals").unwrap_or(0),
        again: is_set(table, "again"),
        target: word(table, "target"),
        chance: table.get("chance").map(chance),
        otherwise: table.get("otherwise").map(|value| Box::new(inner_part(value))),
        critical,
    }
}

fn tree(table: &Table) -> Tree {
    let then = table.get("then").and_then(Value::as_array).into_iter().flatten();
    Tree {
        skill: word(table, "use").expect("a skill"),
        priority: whole(table, "priority").expect("a priority"),
        when: condition(table, "when"),
        then: then.map(|node| tree(self::table(node))).collect(),
    }
}
