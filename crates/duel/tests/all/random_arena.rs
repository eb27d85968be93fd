//! Random small rosters with queues, drains, trees, effects and upkeep, in every turn order: the
//! laws hold, the bounds contain the value, all searches for two sides agree, dropping spent places
//! changes no value, and the line of a search replays to its value.
//!
//! `PROPTEST_CASES=100000 cargo test --release -p outplay-duel random_arena` tries more.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::cell::Cell;
use std::fmt::Write;

use outplay_duel::order::Order;
use outplay_duel::{Duel, Fight, Names, Options, RulesFile, Visitor};
use outplay_game::{Budget, Game, Node, Player, Stop, ZeroSum, laws};
use outplay_search::{ZeroSumAlgorithm, move_values, solve_zero_sum};
use outplay_text::{Problems, Severity, Sources};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

type Parts = Vec<(&'static str, i32)>;

#[derive(Clone, Debug)]
struct Skill {
    cost: Parts,
    damage: Option<i32>,
    pierces: bool,
    drains: bool,
    heal: i32,
    at_once: Parts,
    queue: Vec<&'static str>,
    effect: Option<(u32, Parts, Parts)>,
    /// A cooldown or how many uses, and of how much.
    limit: Option<(&'static str, u32)>,
}

#[derive(Clone, Debug)]
struct Fighter {
    /// Hp, sp, mp, armor.
    numbers: [i32; 4],
    skills: Vec<Skill>,
    upkeep: Parts,
    /// What a skill that picks costs, and its nodes.
    tree: Option<(i32, Vec<TreeNode>)>,
}

/// A node of a tree: the skill, and where it hangs; both among those there are.
#[derive(Clone, Debug)]
struct TreeNode {
    skill: usize,
    below: usize,
    when: String,
}

#[derive(Clone, Debug)]
struct Rules {
    fighters: [Fighter; 2],
    order: &'static str,
    stuck: &'static str,
    first: &'static str,
    least: Option<i32>,
    /// The most hp that there may be.
    most_hp: Option<i32>,
    /// The queue that it starts with, where it is not the usual one.
    queue: Option<String>,
}

fn unique(parts: Parts) -> Parts {
    let mut kept = Parts::new();
    for part in parts {
        if !kept.iter().any(|(name, _)| *name == part.0) {
            kept.push(part);
        }
    }
    kept
}

fn rarely<S: Strategy>(odds: u32, value: S::Value, other: S) -> impl Strategy<Value = S::Value>
where
    S::Value: Clone,
{
    prop_oneof![odds => Just(value), 1 => other]
}

fn changes(most: usize) -> impl Strategy<Value = Parts> {
    let names = ["hp", "sp", "mp", "enemy.hp", "enemy.sp", "enemy.mp"];
    prop::collection::vec((prop::sample::select(names.to_vec()), -3..4), 1..=most).prop_map(unique)
}

/// Skills; `plain` ones are like those of the arena, so that all that is derived from such rules
/// is tried often.
fn skills(plain: bool) -> impl Strategy<Value = Skill> {
    let odds = if plain { 1000 } else { 4 };
    let pools = if plain { vec!["sp"] } else { vec!["sp", "sp", "sp", "mp", "hp"] };
    let least = usize::from(plain);
    let cost = prop::collection::vec((prop::sample::select(pools), 1..6), least..3);
    let held = ["armor", "enemy.armor"].to_vec();
    let held = prop::collection::vec((prop::sample::select(held), -2..4), 0..2);
    let effect = (1_u32..5, changes(2), held);
    let steps = ["self", "self", "self", "enemy", "reset"].to_vec();
    let limit = (prop::sample::select(vec!["cooldown", "uses"]), 1_u32..4);
    (
        rarely(odds * 2, None, Just(Some(Parts::new()))),
        cost,
        prop_oneof![5 => (1..7).prop_map(Some), 1 => Just(None)],
        (rarely(3, false, Just(true)), rarely(2, false, Just(true))),
        rarely(4, 0, 1..3),
        rarely(odds, Parts::new(), changes(2)),
        prop::collection::vec(prop::sample::select(steps), 0..4),
        (rarely(odds, None, effect.prop_map(Some)), rarely(odds * 2, None, limit.prop_map(Some))),
    )
        .prop_map(|(free, cost, damage, (pierces, drains), heal, at_once, queue, rest)| {
            let (effect, limit) = rest;
            Skill {
                cost: free.unwrap_or_else(|| unique(cost)),
                damage,
                pierces,
                drains,
                heal,
                at_once,
                queue,
                effect,
                limit,
            }
        })
}

fn conditions() -> impl Strategy<Value = String> {
    let number = || prop::sample::select(vec!["hp", "sp", "mp", "armor"]);
    let side = || prop::sample::select(vec!["self", "enemy"]);
    let sign = prop::sample::select(vec!["<", "<=", ">", ">=", "=", "!="]);
    let digits = (0..9).prop_map(|digits: i32| digits.to_string());
    let other = (side(), number()).prop_map(|(side, number)| format!("{side}.{number}"));
    let one = (side(), number(), sign, prop_oneof![digits, other])
        .prop_map(|(side, number, sign, other)| format!("{side}.{number} {sign} {other}"));
    one.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| format!("not ({inner})")),
            (inner.clone(), inner.clone()).prop_map(|(one, two)| format!("({one}) and ({two})")),
            (inner.clone(), inner).prop_map(|(one, two)| format!("{one} or {two}")),
        ]
    })
}

fn fighters(plain: bool) -> impl Strategy<Value = Fighter> {
    let node = (0_usize..8, 0_usize..8, conditions()).prop_map(|(skill, below, when)| TreeNode {
        skill,
        below,
        when,
    });
    let tree = (1..6, prop::collection::vec(node, 1..5)).prop_map(Some);
    let upkeep = rarely(if plain { 1000 } else { 5 }, Parts::new(), changes(2));
    (
        [1..16, 0..16, 0..7, 0..3],
        prop::collection::vec(skills(plain), 1..4),
        upkeep,
        rarely(2, None, tree),
    )
        .prop_map(|(numbers, skills, upkeep, tree)| Fighter { numbers, skills, upkeep, tree })
}

fn rules(plain: bool) -> impl Strategy<Value = Rules> {
    let orders = ["alternate", "queue", "queue", "restricted-queue", "restricted-queue"];
    (
        (fighters(plain), fighters(plain)),
        prop::sample::select(orders.to_vec()),
        rarely(3, "skip", Just("lose")),
        rarely(3, "p1", Just("p2")),
        rarely(2, Some(0), Just(None)),
        rarely(if plain { 1000 } else { 5 }, None, (15..18).prop_map(Some)),
        prop::option::of("[AaBb]{1,7}"),
    )
        .prop_map(|(fighters, order, stuck, first, least, most_hp, queue)| Rules {
            fighters: fighters.into(),
            order,
            stuck,
            first,
            least,
            most_hp,
            queue: queue.filter(|_| order != "alternate"),
        })
}

fn table(parts: &Parts) -> String {
    let parts: Vec<_> = parts.iter().map(|(name, by)| format!("{name} = {by}")).collect();
    format!("{{ {} }}", parts.join(", "))
}

/// The rules as somebody would write them.
fn spec(rules: &Rules) -> String {
    let mut text = String::from("format = 1\ngame = \"duel\"\ngoal.most = \"winner-hp\"\n");
    let Rules { order, stuck, first, .. } = rules;
    writeln!(text, "turns = {{ order = \"{order}\", stuck = \"{stuck}\", first = \"{first}\" }}")
        .unwrap();
    if let Some(least) = rules.least {
        writeln!(text, "damage.least = {least}").unwrap();
    }
    if let Some(queue) = &rules.queue {
        writeln!(text, "start.queue = \"{queue}\"").unwrap();
    }
    for (fighter, who) in rules.fighters.iter().zip(["a", "b"]) {
        if !fighter.upkeep.is_empty() {
            writeln!(text, "upkeep.{who} = {}", table(&fighter.upkeep)).unwrap();
        }
        if let Some((_, nodes)) = &fighter.tree {
            writeln!(text, "trees.{who}-tree = {}", tree(who, fighter, nodes, 0)).unwrap();
        }
    }
    for (fighter, who) in rules.fighters.iter().zip(["a", "b"]) {
        let [hp, sp, mp, armor] = fighter.numbers;
        let mut names: Vec<_> =
            (0..fighter.skills.len()).map(|index| format!("\"{who}{index}\"")).collect();
        if fighter.tree.is_some() {
            names.push(format!("\"{who}-picks\""));
        }
        let names = names.join(", ");
        let hp = match rules.most_hp {
            None => hp.to_string(),
            Some(most) => format!("{{ start = {hp}, max = {most} }}"),
        };
        writeln!(text, "[fighters.{who}]\nhp = {hp}\nsp = {sp}\nmp = {mp}\narmor = {armor}")
            .unwrap();
        writeln!(text, "skills = [{names}]").unwrap();
        for (index, skill) in fighter.skills.iter().enumerate() {
            writeln!(text, "[skills.{who}{index}]\ncost = {}", table(&skill.cost)).unwrap();
            if let Some(damage) = skill.damage {
                let Skill { pierces, drains, .. } = skill;
                writeln!(text, "damage = {damage}\npierces = {pierces}\ndrains = {drains}")
                    .unwrap();
            }
            writeln!(text, "heal = {}\nat-once = {}", skill.heal, table(&skill.at_once)).unwrap();
            if *order != "alternate" {
                writeln!(text, "queue = {:?}", skill.queue).unwrap();
            }
            if let Some((limit, by)) = skill.limit {
                writeln!(text, "{limit} = {by}").unwrap();
            }
            if let Some((lasts, each_turn, held)) = &skill.effect {
                let (each_turn, held) = (table(each_turn), table(&unique(held.clone())));
                writeln!(text, "lasts = {lasts}\neach-turn = {each_turn}\nwhile = {held}").unwrap();
            }
        }
        if let Some((cost, _)) = &fighter.tree {
            writeln!(text, "[skills.{who}-picks]\ncost = {{ sp = {cost} }}").unwrap();
            writeln!(text, "picks = \"{who}-tree\"").unwrap();
        }
    }
    text
}

/// A node and what hangs below it. Priorities run backwards, so that the root's is the last.
fn tree(who: &str, fighter: &Fighter, nodes: &[TreeNode], place: usize) -> String {
    let node = &nodes[place];
    let below = (place + 1..nodes.len()).filter(|&next| nodes[next].below % next == place);
    let below: Vec<_> = below.map(|next| tree(who, fighter, nodes, next)).collect();
    let skill = node.skill % fighter.skills.len();
    let mut text = format!("{{ use = \"{who}{skill}\", priority = {}", nodes.len() - place);
    if !below.is_empty() {
        write!(text, ", when = \"{}\", then = [{}]", node.when, below.join(", ")).unwrap();
    }
    text + " }"
}

/// How the laws say that there are more states than they may look at.
const TOO_MANY: &str = "it has at most `limit` states";

/// More states than this are too many for the plain truth.
const MOST: usize = 3000;

/// More than any search of so many states keeps; those that follow every line may need more.
const LIMIT: u64 = 20_000;

struct Check;

impl Visitor for Check {
    /// Was it small enough to be solved?
    type Output = Result<bool, TestCaseError>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Self::Output {
        let quick = duel.without_unreached_places();
        let all = [duel, &duel.without_spent_places(), &quick];
        for duel in all {
            let lawful = laws::check(duel, MOST).and_then(|_| laws::check_zero_sum(duel, MOST));
            match lawful {
                Ok(_) => {}
                Err(violation) if violation.law == TOO_MANY => return Ok(false),
                Err(violation) => return Err(TestCaseError::fail(violation.to_string())),
            }
        }
        let budget = Budget::UNLIMITED;
        let retrograde = ZeroSumAlgorithm::Retrograde;
        let truth = solve_zero_sum(duel, &duel.start(), retrograde, &budget).value().unwrap();
        for duel in all {
            agrees(duel, &fight.names, truth)?;
        }
        prop_assert_eq!(duel.is_acyclic(), quick.is_acyclic());
        let values =
            |duel: &Duel<W, O>| move_values(duel, &duel.start(), &Budget::UNLIMITED).unwrap();
        prop_assert_eq!(values(duel), values(&quick));
        Ok(true)
    }
}

/// Every search finds the value, or at least nothing else, and its line replays to it.
fn agrees<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    names: &Names,
    truth: i64,
) -> Result<(), TestCaseError> {
    use ZeroSumAlgorithm::{Alphabeta, Memo, Retrograde};
    for by in ZeroSumAlgorithm::ALL {
        let budget = Budget { states: LIMIT, ..Budget::UNLIMITED };
        let found = solve_zero_sum(duel, &duel.start(), by, &budget);
        prop_assert!((found.lower..=found.upper).contains(&truth), "{} {:?} {}", by, found, truth);
        let sure = by == Retrograde || duel.is_acyclic() && matches!(by, Alphabeta | Memo);
        prop_assert!(found.stopped.is_none() || !sure, "{} {:?}", by, found);
        prop_assert!(found.stopped != Some(Stop::Cycle) || !duel.is_acyclic(), "{}", by);
        if found.stopped.is_some() {
            continue;
        }
        prop_assert_eq!(found.value(), Some(truth), "{}", by);
        let end = found.line.iter().fold(duel.start(), |state, &mv| duel.play(&state, mv));
        let (keys, _) = duel.spell(names, &found.line);
        let account = duel.account(names, &keys);
        prop_assert_eq!((&account.refused, account.unused), (&None, 0), "{} {}", by, keys);
        if found.returns_to.is_some() {
            prop_assert_eq!(truth, 0);
            continue;
        }
        prop_assert_eq!(duel.node(&end), Node::End, "{} {}", by, keys);
        prop_assert_eq!(duel.payoff(&end), truth, "{} {}", by, keys);
        prop_assert!(account.over, "{} {}", by, keys);
        let last = account.turns.last().map_or(&account.opening, |turn| &turn.after);
        let hp = |player: Player| i64::from(last.numbers[player.index()][0]);
        let told = match account.winner {
            Some(Player::One) => hp(Player::One),
            Some(Player::Two) => -hp(Player::Two),
            None => 0,
        };
        prop_assert_eq!(told, truth, "{} {}", by, keys);
    }
    Ok(())
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
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases.unwrap_or(600)) }
}

/// Checks random rosters; at least so many in a hundred must be small enough to be solved.
fn check_many(like_the_arena: bool, least: u32) {
    let (solved, all) = (Cell::new(0_u32), Cell::new(0_u32));
    let checked = TestRunner::new(config()).run(&rules(like_the_arena), |rules| {
        let small = check(&rules)?;
        solved.set(solved.get() + u32::from(small));
        all.set(all.get() + 1);
        Ok(())
    });
    if let Err(failure) = checked {
        panic!("{failure}");
    }
    let (solved, all) = (solved.get(), all.get());
    assert!(solved * 100 >= all * least, "only {solved} of {all} rosters were solved");
}

#[test]
fn random_rosters_like_the_arenas() {
    check_many(true, 80);
}

#[test]
fn random_rosters_of_every_kind() {
    check_many(false, 80);
}
