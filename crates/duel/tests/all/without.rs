//! Skills that are left out: what is said of every position against solving each of them without the skill,
//! and a skill that is switched off in the file against one that is never used.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use crate::plain::generate::{Seed, all_files, old_files};

use std::cell::Cell;

use outplay_duel::order::{Order, OrderKind};
use outplay_duel::{Duel, Fight, Move, Options, RulesFile, Visitor};
use outplay_game::{Budget, Game, MinCost, Node, Objective, Player, Stop, ZeroSum};
use outplay_search::{Every, Need};
use outplay_text::{Problems, Severity, Sources};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

const WIZARD: &str = include_str!("../../../../rules/wizard.toml");

/// More positions than this are too many for the plain truth.
const FEW: Budget = Budget { states: 3000, ..Budget::UNLIMITED };

fn open(text: &str, set: &[&str]) -> Result<Fight, String> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let file = sources.add("fight.toml", text);
    let set = set.iter().map(|text| sources.add("--set", *text)).collect();
    let rules = RulesFile::read(&sources, file, &mut problems);
    let fight = rules.fight(&sources, &Options { set, ..Options::default() }, &mut problems);
    let problems = problems.into_sorted();
    let told = problems.iter().map(|problem| {
        let place = problem.span.map_or("", |span| sources.text(span));
        format!("{place}: {} / {}", problem.message, problem.help.as_deref().unwrap_or(""))
    });
    let told: Vec<String> = told.collect();
    assert_eq!(fight.is_none(), problems.iter().any(|p| p.severity == Severity::Error));
    fight.ok_or_else(|| told.join("\n"))
}

/// What every position is worth to whoever the fight is about.
fn every<G: MinCost + ZeroSum>(
    game: &G,
    from: &[G::State],
    objective: &Objective,
) -> Result<Every<G>, Stop> {
    if matches!(objective, Objective::ZeroSum(_) | Objective::Win) {
        Every::by_value(game, from, &FEW)
    } else {
        Every::by_cost(game, from, &FEW)
    }
}

/// The value at the start.
struct Value;

impl Visitor for Value {
    type Output = Option<Option<i64>>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Self::Output {
        Some(every(duel, &[duel.start()], &fight.terms.objective).ok()?.value(0))
    }
}

/// Looks at every skill; how many of them it can say something about.
struct Check<'a>(&'a str);

impl Visitor for Check<'_> {
    type Output = Result<[u32; 2], TestCaseError>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Self::Output {
        let (objective, mut said) = (&fight.terms.objective, [0; 2]);
        let Ok(all) = every(duel, &[duel.start()], objective) else { return Ok(said) };
        let states: Vec<_> = all.states().cloned().collect();
        let counts = !matches!(objective, Objective::ZeroSum(_) | Objective::Win);
        for player in Player::BOTH {
            let who = &fight.names.fighters[player.index()];
            let own = fight.spec.fighter(&who.id).unwrap();
            for (skill, names) in who.skills.iter().enumerate() {
                // To end a turn is no skill, and whoever has one skill only must keep it.
                let is_skill = |id: &str| own.skills.iter().any(|word| word.text == id);
                let usable = who.skills.iter().filter(|names| is_skill(&names.id)).count();
                let Some(without) = duel.without_skill(player, skill) else { continue };
                if !is_skill(&names.id) || usable < 2 {
                    continue;
                }
                let Ok(truth) = every(&without, &states, objective) else { continue };
                let worst = [None, Some(0)][player.index()];
                let stuck = (counts && duel.loses_when_stuck(player)).then_some(worst);
                let is_one = |of: Player, mv: Move| of == player && mv.skill() == Some(skill);
                let same = |place: usize| truth.value(place) == all.value(place);
                let id = &names.id;
                let by_choice = duel.matters_by_choice(player);
                let need = if by_choice { all.need(stuck, is_one) } else { Need::Unclear };
                match need {
                    Need::Nowhere => {
                        let changed = (0..states.len()).find(|&place| !same(place));
                        prop_assert_eq!(changed, None, "{:?} {}", player, id);
                        said[0] += 1;
                    }
                    Need::Here(place) => {
                        prop_assert!(!same(place), "{player:?} {id} at {place}");
                        said[1] += 1;
                    }
                    Need::Unclear => {}
                }
                let other = &fight.names.fighters[player.other().index()];
                // Switched off in the file it is the same fight, where it begins with a choice. From a queue
                // whoever can do nothing is dropped before that.
                let by_turns = fight.terms.order == OrderKind::Alternate;
                let stuck = without.node(&duel.start()) == Node::Single;
                let off = format!("{}.{id}=off", who.id);
                // A skill that is not used can be used as often as ever, one that is off cannot: not the same
                // for whatever reads that.
                let counted = self.0.contains(&format!("uses.{id}"));
                if who.id != other.id
                    && by_turns
                    && !stuck
                    && !counted
                    && let Ok(edited) = open(self.0, &[&off])
                    && let Some(value) = edited.visit(Value)
                {
                    prop_assert_eq!(value, truth.value(0), "{}", off);
                }
            }
        }
        Ok(said)
    }
}

fn check_many(files: &impl Strategy<Value = Seed>, cases: u32) {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let config = ProptestConfig::with_cases(asked.unwrap_or(cases));
    let config = ProptestConfig { failure_persistence: None, ..config };
    let said = Cell::new([0, 0]);
    let checked = TestRunner::new(config).run(files, |seed| {
        let text = seed.text();
        let fight = open(&text, &[]).map_err(TestCaseError::fail)?;
        let told = |error: TestCaseError| TestCaseError::fail(format!("{error}\n{text}"));
        let [idle, needed] = fight.visit(Check(&text)).map_err(told)?;
        let [before, needed_before] = said.get();
        said.set([before + idle, needed_before + needed]);
        Ok(())
    });
    if let Err(failure) = checked {
        panic!("{failure}");
    }
    let [idle, needed] = said.get();
    // Of some hundreds in each case; how many exactly is chance.
    assert!(idle > cases / 20 && needed > cases / 20, "{idle} idle and {needed} needed");
}

#[test]
fn a_skill_that_nobody_needs_changes_nothing_in_old_words() {
    check_many(&old_files(true), 400);
}

#[test]
fn a_skill_that_nobody_needs_changes_nothing_in_all_words() {
    check_many(&all_files(true), 400);
}

#[test]
fn a_skill_is_switched_off_for_everyone_or_for_one() {
    let skills = |set: &[&str], who: usize| -> Vec<String> {
        let fight = open(WIZARD, set).unwrap();
        fight.names.fighters[who].skills.iter().map(|skill| skill.id.clone()).collect()
    };
    let four = ["magic-missile", "drain", "shield", "recharge"];
    for set in
        ["poison=off", "skills.poison=off", "wizard.poison=off", "fighters.wizard.poison=off"]
    {
        assert_eq!(skills(&[set], 0), four, "{set}");
    }
    assert_eq!(skills(&["poison=on"], 0).len(), 5);
    assert_eq!(
        skills(&["poison=off", "drain=off", "shield=off"], 0),
        ["magic-missile", "recharge"]
    );
    let strike = |set: &[&str]| open(WIZARD, set).unwrap_err();
    assert_eq!(
        strike(&["strike=off"]),
        "strike: `boss` would be left without a skill / `strike` is all that they can do"
    );
    assert_eq!(
        strike(&["posion=off"]),
        "posion: no skill is called `posion` / did you mean `poison`?"
    );
    // A skill that is there, and that this fighter does not have.
    assert!(strike(&["boss.poison=off"]).starts_with("boss.poison: nothing is called"));
}

#[test]
fn an_effect_is_switched_off_and_the_rest_of_its_skill_stays() {
    let fight = open(WIZARD, &["poison.effect=off", "poison.damage=3"]).unwrap();
    let poison = fight.spec.skills.iter().find(|skill| skill.id.text == "poison").unwrap();
    assert!(!poison.runs() && poison.each_turn.is_empty() && poison.damage.is_some());
    assert_eq!(fight.names.effects.len(), 2);
    assert_eq!(open(WIZARD, &["poison.effect=on"]).unwrap().names.effects.len(), 3);
}
