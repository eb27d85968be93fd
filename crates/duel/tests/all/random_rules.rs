//! Random small rules files: the laws hold, all searches agree, the bound never exceeds the truth,
//! and every solution replays to its value.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fmt::Write;

use outplay_duel::order::Order;
use outplay_duel::{Duel, Fight, Options, RulesFile, Visitor};
use outplay_game::{Budget, Game, Player, Proof, laws};
use outplay_search::{Algorithm, solve};
use outplay_text::{Problems, Severity, Sources};
use proptest::prelude::*;

#[derive(Clone, Debug)]
struct Skill {
    cost: Vec<(&'static str, i32)>,
    damage: Option<&'static str>,
    strikes: Option<&'static str>,
    pierces: bool,
    heal: i32,
    at_once: Vec<(&'static str, i32)>,
    effect: Option<Effect>,
    /// A cooldown or how many uses, and of how much.
    limit: Option<(&'static str, u32)>,
}

#[derive(Clone, Debug)]
struct Effect {
    lasts: u32,
    each_turn: Vec<(&'static str, i32)>,
    held: Vec<(&'static str, i32)>,
}

const NUMBERS: [&str; 6] = ["hp", "mana", "rage", "enemy.hp", "enemy.mana", "enemy.rage"];

fn changes(most: usize) -> impl Strategy<Value = Vec<(&'static str, i32)>> {
    prop::collection::vec((prop::sample::select(&NUMBERS[..]), -3..4), 0..most).prop_map(unique)
}

fn unique(parts: Vec<(&'static str, i32)>) -> Vec<(&'static str, i32)> {
    let mut kept: Vec<(&'static str, i32)> = Vec::new();
    for part in parts {
        if !kept.iter().any(|(name, _)| *name == part.0) {
            kept.push(part);
        }
    }
    kept
}

fn effects() -> impl Strategy<Value = Effect> {
    let held = prop::sample::select(&["armor", "might", "enemy.armor", "enemy.might"][..]);
    (1_u32..7, changes(3), prop::collection::vec((held, -2..4), 0..2)).prop_map(
        |(lasts, mut each_turn, held)| {
            if each_turn.is_empty() && held.is_empty() {
                each_turn.push(("enemy.hp", -1));
            }
            Effect { lasts, each_turn, held }
        },
    )
}

fn skills() -> impl Strategy<Value = Skill> {
    let pool = prop::sample::select(&["mana", "mana", "mana", "rage", "hp"][..]);
    let cost = prop::collection::vec((pool, 0..5), 0..2);
    (
        cost,
        prop::option::of(damage()),
        (any::<bool>(), prop_oneof![4 => Just(None), 1 => strikes().prop_map(Some)]),
        prop_oneof![3 => Just(0), 1 => 1..3],
        prop_oneof![3 => Just(Vec::new()), 1 => changes(2)],
        prop::option::of(effects()),
        prop_oneof![5 => Just(None), 1 => limits().prop_map(Some)],
    )
        .prop_map(|(cost, damage, (pierces, strikes), heal, at_once, effect, limit)| Skill {
            cost: unique(cost),
            damage,
            strikes,
            pierces,
            heal,
            at_once,
            effect,
            limit,
        })
}

/// Digits, a number that only effects change, and formulas of numbers that do change.
fn damage() -> impl Strategy<Value = &'static str> {
    let plain = prop::sample::select(&["0", "1", "2", "3", "4", "'might'"][..]);
    let formulas = [
        "'enemy.hp / 2'",
        "'5 - enemy.hp / 2'",
        "'enemy.might + rage'",
        "'min(hp, 4) - rage'",
        "'enemy.hp * rage / 3'",
        "'3 - 6 / enemy.hp'",
    ];
    prop_oneof![4 => plain, 1 => prop::sample::select(formulas.to_vec())]
}

fn strikes() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&["0", "2", "3", "'rage'", "'3 - enemy.rage'", "'enemy.hp / 3'"][..])
}

fn limits() -> impl Strategy<Value = (&'static str, u32)> {
    (prop::sample::select(&["cooldown", "uses"][..]), 1_u32..4)
}

#[derive(Clone, Debug)]
struct Rules {
    skills: [Vec<Skill>; 2],
    numbers: [[i32; 5]; 2],
    upkeep: [Vec<(&'static str, i32)>; 2],
    least: Option<i32>,
    skip: bool,
    second_begins: bool,
    goal: &'static str,
    start: [Vec<(usize, u32)>; 2],
    /// The most rage that there may be.
    most_rage: Option<i32>,
}

/// Rules in which player 2 has at most `most` skills.
fn rules(most: usize) -> impl Strategy<Value = Rules> {
    let number = || [1..12, 0..14, 0..6, 0..3, 0..4];
    let upkeep = || prop_oneof![3 => Just(Vec::new()), 1 => changes(2)];
    let running = || prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec((0_usize..4, 1_u32..7), 0..2)];
    (
        (prop::collection::vec(skills(), 0..5), prop::collection::vec(skills(), 0..=most)),
        (number(), number()),
        (upkeep(), upkeep()),
        prop::option::of(0..2),
        any::<bool>(),
        prop_oneof![3 => Just(false), 1 => Just(true)],
        prop::sample::select(&["mana", "mana", "actions"][..]),
        (running(), running(), prop_oneof![4 => Just(None), 1 => (5..9).prop_map(Some)]),
    )
        .prop_map(|(skills, numbers, upkeep, least, skip, second_begins, goal, start)| Rules {
            skills: skills.into(),
            numbers: numbers.into(),
            upkeep: upkeep.into(),
            least,
            skip,
            second_begins,
            goal,
            start: [start.0, start.1],
            most_rage: start.2,
        })
}

fn table(parts: &[(&'static str, i32)]) -> String {
    let parts: Vec<_> = parts.iter().map(|(name, by)| format!("{name} = {by}")).collect();
    format!("{{ {} }}", parts.join(", "))
}

/// The rules as somebody would write them.
fn spec(rules: &Rules) -> String {
    let mut text = String::from("format = 1\ngame = \"duel\"\n");
    let stuck = if rules.skip { "skip" } else { "lose" };
    let first = if rules.second_begins { "p2" } else { "p1" };
    writeln!(text, "turns = {{ stuck = \"{stuck}\", first = \"{first}\" }}").unwrap();
    writeln!(text, "goal.least = \"{}\"", rules.goal).unwrap();
    if let Some(least) = rules.least {
        writeln!(text, "damage.least = {least}").unwrap();
    }
    for (side, who) in ["hero", "villain"].iter().enumerate() {
        let upkeep = &rules.upkeep[side];
        if !upkeep.is_empty() {
            writeln!(text, "upkeep.{who} = {}", table(upkeep)).unwrap();
        }
    }
    for side in [0, 1] {
        for (skill, turns) in &rules.start[side] {
            if rules.skills[side].get(*skill).is_some_and(|skill| skill.effect.is_some())
                && !text.contains(&format!("start.p{}.s{side}{skill}", side + 1))
            {
                writeln!(text, "start.p{}.s{side}{skill} = {turns}", side + 1).unwrap();
            }
        }
    }
    // Whatever is or is not touched, the goal's pool must be one.
    writeln!(text, "skills.focus = {{ cost = {{ mana = 6 }}, at-once = {{ mana = 1 }} }}").unwrap();
    for (side, who) in ["hero", "villain"].iter().enumerate() {
        let [hp, mana, rage, armor, might] = rules.numbers[side];
        let mut names: Vec<_> =
            (0..rules.skills[side].len()).map(|index| format!("\"s{side}{index}\"")).collect();
        if side == 0 {
            names.push("\"focus\"".to_owned());
        }
        writeln!(text, "[fighters.{who}]\nhp = {hp}\nmana = {mana}").unwrap();
        match rules.most_rage {
            None => writeln!(text, "rage = {rage}").unwrap(),
            Some(most) => writeln!(text, "rage = {{ start = {rage}, max = {most} }}").unwrap(),
        }
        writeln!(text, "armor = {armor}\nmight = {might}\nskills = [{}]", names.join(", "))
            .unwrap();
        for (index, skill) in rules.skills[side].iter().enumerate() {
            writeln!(text, "[skills.s{side}{index}]\ncost = {}", table(&skill.cost)).unwrap();
            if let Some(damage) = skill.damage {
                writeln!(text, "damage = {damage}\npierces = {}", skill.pierces).unwrap();
                if let Some(strikes) = skill.strikes {
                    writeln!(text, "strikes = {strikes}").unwrap();
                }
            }
            writeln!(text, "heal = {}\nat-once = {}", skill.heal, table(&skill.at_once)).unwrap();
            if let Some((limit, by)) = skill.limit {
                writeln!(text, "{limit} = {by}").unwrap();
            }
            if let Some(effect) = &skill.effect {
                writeln!(text, "lasts = {}", effect.lasts).unwrap();
                writeln!(text, "each-turn = {}", table(&effect.each_turn)).unwrap();
                writeln!(text, "while = {}", table(&effect.held)).unwrap();
            }
        }
    }
    text
}

/// More states than this are too many for the plain truth.
const MOST: usize = 4000;

struct Check;

impl Visitor for Check {
    type Output = Result<bool, TestCaseError>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Self::Output {
        laws::check(duel, MOST).map_err(|law| TestCaseError::fail(law.to_string()))?;
        match laws::check_bound(duel, MOST) {
            Ok(_) => {}
            Err(violation) if violation.law.contains("limit") => return Ok(false),
            Err(violation) => return Err(TestCaseError::fail(violation.to_string())),
        }
        let start = duel.start();
        let truth = solve(duel, &start, Algorithm::Dijkstra, None, &Budget::UNLIMITED);
        for by in Algorithm::ALL {
            let budget = Budget { states: 20_000, ..Budget::UNLIMITED };
            let solution = solve(duel, &start, by, None, &budget);
            if by != Algorithm::Brute || solution.proof == Proof::Optimal {
                prop_assert_eq!(solution.cost, truth.cost, "{}", by);
                prop_assert_eq!(solution.proof, Proof::Optimal);
            }
            if solution.cost.is_some() {
                let (keys, _) = duel.spell(&fight.names, &solution.line);
                let account = duel.account(&fight.names, &keys);
                prop_assert_eq!(&account.refused, &None);
                prop_assert_eq!(account.winner, Some(Player::One));
                prop_assert_eq!(Some(account.spent), truth.cost, "{} {}", by, keys);
            }
        }
        Ok(true)
    }
}

fn check(rules: &Rules) -> Result<bool, TestCaseError> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let text = spec(rules);
    let file = sources.add("random.toml", &text);
    let read = RulesFile::read(&sources, file, &mut problems);
    let fight = read.fight(&sources, &Options::default(), &mut problems);
    let errors: Vec<_> =
        problems.into_sorted().into_iter().filter(|p| p.severity == Severity::Error).collect();
    prop_assert!(errors.is_empty(), "{text}\n{errors:#?}");
    let fight = fight.expect("without errors there is a fight");
    fight.visit(Check).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))
}

fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases.unwrap_or(2000))
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn random_fights_against_one_skill(rules in rules(1)) {
        check(&rules)?;
    }

    #[test]
    fn random_fights_against_an_opponent_who_chooses(rules in rules(3)) {
        check(&rules)?;
    }
}
