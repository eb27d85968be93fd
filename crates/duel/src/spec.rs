//! A rules file as it was typed, with its places: what the tree says, read into named parts.
//!
//! Reading never fails: a part of the wrong shape was reported when the tree was checked, and is
//! left out here, so that the checks which follow can report their own problems in the same run.

use outplay_text::{Decimal, Entry, Node, Span, Table, Value};

use crate::format::MOST;
use crate::formula::Whose;
use crate::order::OrderKind;
use crate::rules::Pass;

/// A word with its place.
#[derive(Clone, Debug)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A number as written: in digits, or as a formula.
#[derive(Clone, Debug)]
pub enum Amount {
    /// In digits.
    Fixed(i32),
    /// A formula, as it stands in the file; most often the name of a number that the user has.
    Named(String),
}

impl Amount {
    /// The formula, where it is one.
    pub fn formula(&self) -> Option<&str> {
        match self {
            Self::Fixed(_) => None,
            Self::Named(text) => Some(text),
        }
    }
}

/// How likely something is, as written.
#[derive(Clone, Debug)]
pub enum Chance {
    /// A number from 0 to 1.
    Exact(Decimal),
    /// The name of such a number, or so many cases of so many.
    Named(String),
}

/// A hit that is now and then harder.
#[derive(Clone, Debug)]
pub struct Critical {
    /// How often.
    pub chance: Chance,
    /// How many times as hard.
    pub times: i32,
    /// Where the chance stands.
    pub span: Span,
}

/// A named number that is changed, paid or held.
#[derive(Clone, Debug)]
pub struct Part {
    /// Whose it is, as the user sees it.
    pub of: Whose,
    /// The name.
    pub number: Word,
    /// By how much.
    pub amount: Amount,
    /// Where the amount stands.
    pub span: Span,
}

/// A fighter.
#[derive(Clone, Debug)]
pub struct Fighter {
    /// The name of the table.
    pub id: Word,
    /// What to call them.
    pub name: String,
    /// A short name.
    pub key: Option<(char, Span)>,
    /// In a sentence.
    pub about: Option<String>,
    /// Life.
    pub hp: i32,
    /// Armor.
    pub armor: i32,
    /// The other numbers, in the order of the file.
    pub numbers: Vec<(Word, i32)>,
    /// Numbers with a fraction, which only chances read.
    pub decimals: Vec<(Word, Decimal)>,
    /// How far numbers go, hp and armor included, where that is said.
    pub ranges: Vec<(String, Range)>,
    /// The skills that they have.
    pub skills: Vec<Word>,
    /// How many skills they may use in a turn.
    pub actions: Option<Actions>,
    /// For each type of hit, how many per cent are taken off.
    pub resists: Vec<Part>,
}

/// How far a number goes.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The most that it may be, and where that stands.
    pub most: Option<(i32, Span)>,
    /// Does it go back to its start at each turn of the fighter's own?
    pub resets: bool,
}

/// How many skills a side may use in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actions {
    /// So many at most.
    UpTo(u32),
    /// Until it ends the turn.
    Any,
}

/// A skill; also a part of one under `also`, which has no name or cost of its own.
#[derive(Clone, Debug)]
pub struct Skill {
    /// Where it is written: the name of a skill, the table of a part.
    pub span: Span,
    /// The name of the table.
    pub id: Word,
    /// What to call it.
    pub name: String,
    /// The letter that stands for it.
    pub key: Option<(char, Span)>,
    /// In a sentence.
    pub about: Option<String>,
    /// What sets it off, where it is no move.
    pub on: Option<Word>,
    /// What must hold for it to be used, or for the part to happen.
    pub when: Option<Word>,
    /// What it costs.
    pub cost: Vec<Part>,
    /// Whom it is aimed at.
    pub target: Option<Word>,
    /// At how many different ones at most.
    pub up_to: Option<(u32, Span)>,
    /// How likely it is to hit, for each whom it is aimed at.
    pub accuracy: Option<(Chance, Span)>,
    /// What it does where it misses.
    pub miss: Option<Box<Skill>>,
    /// How likely the part is to happen.
    pub chance: Option<(Chance, Span)>,
    /// What happens where it does not.
    pub otherwise: Option<Box<Skill>>,
    /// Whether its hits are now and then harder.
    pub critical: Option<Critical>,
    /// How likely it is, once used, to be ready again at the start of each of the user's turns.
    pub recharge: Option<(Chance, Span)>,
    /// For how many of the user's turns it cannot be used again.
    pub cooldown: Option<(u32, Span)>,
    /// How often it can be used.
    pub uses: Option<(u32, Span)>,
    /// The hit.
    pub damage: Option<(Amount, Span)>,
    /// How often it hits.
    pub strikes: Option<(Amount, Span)>,
    /// The type of the hit.
    pub r#type: Option<Word>,
    /// Does the hit ignore armor?
    pub pierces: Option<(bool, Span)>,
    /// Does the user gain the hp that the target lost?
    pub drains: Option<(bool, Span)>,
    /// Does the enemy's hp become 0?
    pub kills: Option<(bool, Span)>,
    /// Healing at once.
    pub heal: Option<(Amount, Span)>,
    /// Other changes at once.
    pub at_once: Vec<Part>,
    /// Which effects end.
    pub cleanses: Vec<Word>,
    /// For how many turns the effect lasts.
    pub lasts: Option<(u16, Span)>,
    /// When the effect ends.
    pub until: Option<Word>,
    /// Does the effect start anew where it runs?
    pub refreshes: Option<(bool, Span)>,
    /// How often the effect can be stacked.
    pub stacks: Option<(u32, Span)>,
    /// What the effect changes each turn.
    pub each_turn: Vec<Part>,
    /// What is different while it lasts.
    pub held: Vec<Part>,
    /// Skills whose effects start.
    pub starts: Vec<Word>,
    /// How many turns the enemy misses.
    pub stuns: Option<(u32, Span)>,
    /// How many turns of the enemy are the user's.
    pub steals: Option<(u32, Span)>,
    /// Does the user act again?
    pub again: Option<(bool, Span)>,
    /// What it adds to the queue.
    pub queue: Vec<Word>,
    /// The decision tree that says which skill is used instead.
    pub picks: Option<Word>,
    /// What else it does.
    pub also: Vec<Skill>,
}

impl Skill {
    /// Is it an effect, which runs for some time?
    pub fn runs(&self) -> bool {
        self.lasts.is_some() || self.until.is_some()
    }

    /// Every formula and every condition in it.
    pub fn formulas(&self) -> Vec<&str> {
        let mut all = Vec::new();
        for part in self.all_parts() {
            all.extend(part.own_formulas());
        }
        all
    }

    /// The same of this part alone.
    pub(crate) fn own_formulas(&self) -> Vec<&str> {
        let chances = [&self.accuracy, &self.chance, &self.recharge].into_iter().flatten();
        let chances = chances.map(|(chance, _)| chance);
        let chances = chances.chain(self.critical.iter().map(|critical| &critical.chance));
        let mut all: Vec<&str> = chances.filter_map(Chance::formula).collect();
        let changes = [&self.cost, &self.at_once, &self.each_turn, &self.held];
        all.extend(changes.into_iter().flatten().filter_map(|part| part.amount.formula()));
        let amounts = [&self.damage, &self.strikes, &self.heal].into_iter().flatten();
        all.extend(amounts.filter_map(|(amount, _)| amount.formula()));
        all.extend([&self.when, &self.until].into_iter().flatten().map(|w| w.text.as_str()));
        all
    }

    /// The same as one fighter has it: with their own numbers in place of the names, those that nothing
    /// changes in play and those with a fraction.
    #[must_use]
    pub fn with_numbers(&self, constants: &[(String, i32)], decimals: &[(Word, Decimal)]) -> Self {
        let number = |amount: &mut Amount| {
            let Amount::Named(name) = amount else { return };
            let known = constants.iter().find(|(other, _)| other == name);
            if let Some((_, number)) = known {
                *amount = Amount::Fixed(*number);
            }
        };
        let chance = |chance: &mut Chance| {
            let Chance::Named(name) = chance else { return };
            let known = decimals.iter().find(|(other, _)| other.text == *name);
            if let Some((_, decimal)) = known {
                *chance = Chance::Exact(*decimal);
            }
        };
        let inner = |part: &Self| part.with_numbers(constants, decimals);
        let boxed = |part: &Option<Box<Self>>| part.as_deref().map(|part| Box::new(inner(part)));
        let mut skill = Self {
            also: self.also.iter().map(inner).collect(),
            miss: boxed(&self.miss),
            otherwise: boxed(&self.otherwise),
            ..self.clone()
        };
        let amounts = [&mut skill.damage, &mut skill.strikes, &mut skill.heal];
        amounts.into_iter().flatten().for_each(|(amount, _)| number(amount));
        for parts in [&mut skill.cost, &mut skill.at_once, &mut skill.each_turn, &mut skill.held] {
            for part in parts {
                number(&mut part.amount);
            }
        }
        let chances = [&mut skill.accuracy, &mut skill.chance, &mut skill.recharge];
        chances.into_iter().flatten().for_each(|(it, _)| chance(it));
        if let Some(critical) = &mut skill.critical {
            chance(&mut critical.chance);
        }
        skill
    }

    /// It and its other parts.
    pub fn parts(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.also)
    }

    /// Everything that it may do, as the dice fall.
    pub fn all_parts(&self) -> Vec<&Self> {
        let mut all = vec![self];
        let inside = self.also.iter();
        let inside = inside.chain(self.miss.as_deref()).chain(self.otherwise.as_deref());
        all.extend(inside.flat_map(Self::all_parts));
        all
    }
}

impl Chance {
    /// The formula in it, where there is one: without how many cases there are.
    pub fn formula(&self) -> Option<&str> {
        match self {
            Self::Exact(_) => None,
            Self::Named(text) => Some(text.rsplit_once(" in ").map_or(text, |(cases, _)| cases)),
        }
    }
}

/// A decision tree, or a part of one.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// The skill to use.
    pub skill: Word,
    /// The candidate with the lowest number is taken.
    pub priority: (i32, Span),
    /// What must hold to go on.
    pub when: Option<Word>,
    /// Where to go on.
    pub then: Vec<TreeNode>,
}

impl TreeNode {
    /// The node and all below it, each before those below.
    pub fn all(&self) -> Vec<&Self> {
        let mut nodes = Vec::new();
        self.collect(&mut nodes);
        nodes
    }

    fn collect<'t>(&'t self, nodes: &mut Vec<&'t Self>) {
        nodes.push(self);
        self.then.iter().for_each(|node| node.collect(nodes));
    }
}

/// Changes at the start of a fighter's turns.
#[derive(Clone, Debug)]
pub struct Upkeep {
    /// Whose.
    pub fighter: Word,
    /// What.
    pub changes: Vec<Part>,
}

/// A rules file.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of its own in the file")]
pub struct Spec {
    /// What the fight is called.
    pub title: Option<String>,
    /// In a sentence.
    pub about: Option<String>,
    /// The fighters that the two players have, where the file says so.
    pub sides: [Vec<Word>; 2],
    /// How many fighters a side has where it is not said who they are.
    pub size: usize,
    /// Where that is written.
    pub size_at: Option<Span>,
    /// May the same fighter stand on a side more than once?
    pub twice: bool,
    /// Does a coin decide who begins?
    pub coin: bool,
    /// Who begins, as it is written.
    pub first: Option<Word>,
    /// When a side may pass its turn.
    pub pass: Pass,
    /// Does player 2 begin?
    pub second_begins: bool,
    /// Is a side that can use no skill passed over? Else it loses.
    pub stuck_skips: bool,
    /// Whose turn comes next.
    pub order: OrderKind,
    /// What to win with the least of.
    pub least: Option<Word>,
    /// What to win with the most of.
    pub most: Option<Word>,
    /// After how many rounds the fight is over.
    pub rounds: Option<i32>,
    /// How many skills a side may use in a turn.
    pub actions: Actions,
    /// The least damage of a hit.
    pub least_damage: Option<i32>,
    /// May anybody be healed above the hp that they start with?
    pub overheal: bool,
    /// The number that hits take before hp.
    pub soak: Option<Word>,
    /// Everyone in the file.
    pub fighters: Vec<Fighter>,
    /// Every skill in the file.
    pub skills: Vec<Skill>,
    /// Every decision tree in the file.
    pub trees: Vec<(Word, TreeNode)>,
    /// What happens at the start of turns.
    pub upkeep: Vec<Upkeep>,
    /// Numbers and running effects of the two sides at the start; what is counted of a skill has
    /// a dot in its name, as in `uses.potion`.
    pub start: [Vec<(Word, i32)>; 2],
    /// Who stands in the queue at the start.
    pub queue: Option<Word>,
}

impl Spec {
    /// Reads a tree that has been checked against the format.
    pub fn read(root: &Table) -> Self {
        let empty = Table::default();
        let section = |name: &str| root.table(name).unwrap_or(&empty);
        let turns = section("turns");
        Self {
            title: text(root, "title"),
            about: text(root, "about"),
            sides: ["p1", "p2"].map(|side| words(section("sides"), side)),
            size: section("sides")
                .get("size")
                .and_then(number)
                .map_or(1, |size| usize::try_from(size).unwrap_or(1).max(1)),
            size_at: section("sides").get("size").map(|node| node.span),
            twice: flag(section("sides"), "twice").is_some_and(|(twice, _)| twice),
            first: turns.get("first").and_then(word),
            coin: text(turns, "first").is_some_and(|first| first == "coin"),
            pass: match text(turns, "pass").as_deref() {
                Some("always") => Pass::Always,
                Some("stunned") => Pass::Stunned,
                _ => Pass::Never,
            },
            second_begins: text(turns, "first").is_some_and(|first| first == "p2"),
            stuck_skips: text(turns, "stuck").is_some_and(|stuck| stuck == "skip"),
            order: OrderKind::ALL
                .into_iter()
                .find(|kind| text(turns, "order").is_some_and(|order| order == kind.name()))
                .unwrap_or(OrderKind::Alternate),
            least: section("goal").get("least").and_then(word),
            most: section("goal").get("most").and_then(word),
            rounds: section("goal").get("rounds").and_then(number),
            actions: actions(turns).unwrap_or(Actions::UpTo(1)),
            least_damage: section("damage").get("least").and_then(number),
            overheal: flag(section("damage"), "overheal").is_none_or(|(over, _)| over),
            soak: section("damage").get("soak").and_then(word),
            fighters: tables(section("fighters")).map(|(id, table)| fighter(id, table)).collect(),
            skills: tables(section("skills"))
                .map(|(id, table)| skill(id.clone(), id.span, table))
                .collect(),
            trees: tables(section("trees"))
                .filter_map(|(id, table)| Some((id, tree(table)?)))
                .collect(),
            upkeep: tables(section("upkeep"))
                .map(|(fighter, table)| Upkeep { fighter, changes: parts(table, Whose::Own) })
                .collect(),
            start: ["p1", "p2"]
                .map(|side| section("start").table(side).map(position).unwrap_or_default()),
            queue: section("start").get("queue").and_then(word),
        }
    }
}

impl Spec {
    /// A fighter by name or by short name.
    pub fn fighter(&self, name: &str) -> Option<&Fighter> {
        let by_id = self.fighters.iter().find(|fighter| fighter.id.text == name);
        let is_short = |key: char| name.strip_prefix(key) == Some("");
        by_id.or_else(|| {
            self.fighters.iter().find(|fighter| fighter.key.is_some_and(|(key, _)| is_short(key)))
        })
    }
}

/// A letter, and where it stands.
fn letter(table: &Table, name: &str) -> Option<(char, Span)> {
    let node = table.get(name)?;
    Some((node.as_text()?.chars().next()?, node.span))
}

fn fighter(id: Word, table: &Table) -> Fighter {
    let known = ["name", "key", "about", "hp", "armor", "skills", "actions", "resists"];
    let ranges = table.iter().filter_map(|entry| Some((entry.key.clone(), range(&entry.node)?)));
    Fighter {
        name: text(table, "name").unwrap_or_else(|| title_case(&id.text)),
        key: letter(table, "key"),
        about: text(table, "about"),
        hp: table.get("hp").and_then(start).unwrap_or(1),
        armor: table.get("armor").and_then(start).unwrap_or(0),
        numbers: numbers(table, &known),
        decimals: table
            .iter()
            .filter_map(|Entry { key, key_span, node }| match node.value {
                Value::Decimal(decimal) => {
                    Some((Word { text: key.clone(), span: *key_span }, decimal))
                }
                _ => None,
            })
            .collect(),
        ranges: ranges.filter(|(name, _)| name != "resists").collect(),
        skills: list(table, "skills").iter().filter_map(word).collect(),
        actions: actions(table),
        resists: table.table("resists").map(|inner| parts(inner, Whose::Enemy)).unwrap_or_default(),
        id,
    }
}

/// `actions = 2`, or `"any"`.
fn actions(table: &Table) -> Option<Actions> {
    let node = table.get("actions")?;
    match &node.value {
        Value::Text(text) => (text == "any").then_some(Actions::Any),
        _ => u32::try_from(node.as_integer()?).ok().map(Actions::UpTo),
    }
}

/// Where a number starts: `4`, or `{ start = 4, max = 10 }`.
fn start(node: &Node) -> Option<i32> {
    match node.as_table() {
        Some(table) => table.get("start").or(table.get("max")).and_then(number),
        None => number(node),
    }
}

fn range(node: &Node) -> Option<Range> {
    let table = node.as_table()?;
    let most = table.get("max").and_then(|node| Some((number(node)?, node.span)));
    Some(Range { most, resets: flag(table, "resets").is_some_and(|(resets, _)| resets) })
}

/// Numbers of a position, those of skills by their full names.
fn position(table: &Table) -> Vec<(Word, i32)> {
    let mut all = Vec::new();
    for Entry { key, key_span, node } in table.iter() {
        let named = |text: String, span: Span| Word { text, span };
        match node.as_table() {
            None => all.extend(number(node).map(|n| (named(key.clone(), *key_span), n))),
            Some(inner) => all.extend(inner.iter().filter_map(|entry| {
                let name = format!("{key}.{}", entry.key);
                Some((named(name, entry.key_span), number(&entry.node)?))
            })),
        }
    }
    all
}

fn skill(id: Word, span: Span, table: &Table) -> Skill {
    let section = |name: &str| table.table(name).map(|inner| parts(inner, Whose::Own));
    let spanned = |name: &str| {
        let node = table.get(name)?;
        Some((amount(node)?, node.span))
    };
    let count = |name: &str| {
        let node = table.get(name)?;
        Some((u32::try_from(node.as_integer()?).ok()?, node.span))
    };
    let chance = |name: &str| {
        let node = table.get(name)?;
        Some((chance(node)?, node.span))
    };
    let inside = |node: &Node| Some(skill(id.clone(), node.span, node.as_table()?));
    let inner = |name: &str| table.get(name).and_then(inside).map(Box::new);
    Skill {
        target: table.get("target").and_then(word),
        up_to: count("up-to"),
        accuracy: chance("accuracy"),
        miss: inner("miss"),
        chance: chance("chance"),
        otherwise: inner("otherwise"),
        critical: table.table("critical").and_then(|critical| {
            let node = critical.get("chance")?;
            let times = critical.get("times").and_then(number).unwrap_or(2);
            Some(Critical { chance: self::chance(node)?, times, span: node.span })
        }),
        recharge: chance("recharge"),
        name: text(table, "name").unwrap_or_else(|| title_case(&id.text)),
        key: letter(table, "key"),
        about: text(table, "about"),
        on: table.get("on").and_then(word),
        when: table.get("when").and_then(word),
        cost: section("cost").unwrap_or_default(),
        cooldown: count("cooldown"),
        uses: count("uses"),
        damage: spanned("damage"),
        strikes: spanned("strikes"),
        r#type: table.get("type").and_then(word),
        pierces: flag(table, "pierces"),
        drains: flag(table, "drains"),
        kills: flag(table, "kills"),
        heal: spanned("heal"),
        at_once: section("at-once").unwrap_or_default(),
        cleanses: words(table, "cleanses"),
        lasts: table
            .get("lasts")
            .and_then(|node| Some((u16::try_from(node.as_integer()?).ok()?, node.span))),
        until: table.get("until").and_then(word),
        refreshes: flag(table, "refreshes"),
        stacks: count("stacks"),
        each_turn: section("each-turn").unwrap_or_default(),
        held: section("while").unwrap_or_default(),
        starts: words(table, "starts"),
        stuns: count("stuns"),
        steals: count("steals"),
        again: flag(table, "again"),
        queue: list(table, "queue").iter().filter_map(word).collect(),
        picks: table.get("picks").and_then(word),
        also: list(table, "also").iter().filter_map(inside).collect(),
        span,
        id,
    }
}

/// `0.63`, or `"accuracy"`, or `"7 in 20"`.
fn chance(node: &Node) -> Option<Chance> {
    match &node.value {
        Value::Text(text) => Some(Chance::Named(text.clone())),
        _ => node.as_decimal().map(Chance::Exact),
    }
}

/// A word, or several.
fn words(table: &Table, key: &str) -> Vec<Word> {
    match table.get(key) {
        Some(node @ Node { value: Value::Text(_), .. }) => word(node).into_iter().collect(),
        _ => list(table, key).iter().filter_map(word).collect(),
    }
}

/// A part of a tree; without a skill or a priority it is none, and that has been said.
fn tree(table: &Table) -> Option<TreeNode> {
    let priority = table.get("priority")?;
    Some(TreeNode {
        skill: word(table.get("use")?)?,
        priority: (number(priority)?, priority.span),
        when: table.get("when").and_then(word),
        then: list(table, "then").iter().filter_map(|node| tree(node.as_table()?)).collect(),
    })
}

/// `{ mana = 5, enemy.hp = -3 }`.
fn parts(table: &Table, of: Whose) -> Vec<Part> {
    let mut all = Vec::new();
    for Entry { key, key_span, node } in table.iter() {
        match node.as_table() {
            Some(inner) if key == "enemy" && of == Whose::Own => {
                all.extend(parts(inner, Whose::Enemy));
            }
            Some(inner) if key == "target" && of == Whose::Own => {
                all.extend(parts(inner, Whose::Target));
            }
            _ => all.extend(amount(node).map(|amount| Part {
                of,
                number: Word { text: key.clone(), span: *key_span },
                amount,
                span: node.span,
            })),
        }
    }
    all
}

fn tables(table: &Table) -> impl Iterator<Item = (Word, &Table)> {
    table.iter().filter_map(|Entry { key, key_span, node }| {
        Some((Word { text: key.clone(), span: *key_span }, node.as_table()?))
    })
}

fn numbers(table: &Table, except: &[&str]) -> Vec<(Word, i32)> {
    table
        .iter()
        .filter(|entry| !except.contains(&entry.key.as_str()))
        .filter_map(|Entry { key, key_span, node }| {
            Some((Word { text: key.clone(), span: *key_span }, start(node)?))
        })
        .collect()
}

fn text(table: &Table, key: &str) -> Option<String> {
    table.get(key)?.as_text().map(str::to_owned)
}

fn list<'t>(table: &'t Table, key: &str) -> &'t [Node] {
    match table.get(key).map(|node| &node.value) {
        Some(Value::List(nodes)) => nodes,
        _ => &[],
    }
}

fn flag(table: &Table, key: &str) -> Option<(bool, Span)> {
    let node = table.get(key)?;
    match node.value {
        Value::Flag(flag) => Some((flag, node.span)),
        _ => None,
    }
}

fn word(node: &Node) -> Option<Word> {
    Some(Word { text: node.as_text()?.to_owned(), span: node.span })
}

/// A number; one out of range was reported, and still counts as one that is there.
fn number(node: &Node) -> Option<i32> {
    i32::try_from(node.as_integer()?.clamp(-MOST, MOST)).ok()
}

fn amount(node: &Node) -> Option<Amount> {
    match &node.value {
        Value::Integer(number) => i32::try_from(*number).ok().map(Amount::Fixed),
        Value::Text(name) => Some(Amount::Named(name.clone())),
        _ => None,
    }
}

/// `magic-missile` as people say it: Magic Missile.
fn title_case(id: &str) -> String {
    let words = id.split(['-', '_']).filter(|word| !word.is_empty()).map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string());
        first.unwrap_or_default() + letters.as_str()
    });
    words.collect::<Vec<_>>().join(" ")
}
