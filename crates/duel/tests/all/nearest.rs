//! Fights that player 1 cannot win: how near they come, for how long they live, and which numbers
//! would win it, against the plain interpreter on random small files.
//!
//! `PROPTEST_CASES=100000 cargo test --release -p outplay-duel nearest` tries more.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use crate::plain;

use std::cell::Cell;

use outplay_duel::order::Order;
use outplay_duel::{Duel, Fight as EngineFight, Visitor};
use outplay_game::{Budget, Game, Nearness, Node};
use outplay_search::{Algorithm, Nearest, solve};
use plain::file::Goal;
use plain::generate::{Seed, all_files};
use plain::solver::{Graph, first_choice};
use plain::{Fight, Phase, engine};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// More states than this are too many for the plain truth.
const MOST: usize = 1500;
/// More states than this are too many for how long player 1 lives.
const MOST_FOR_LIFE: usize = 150;
/// Nobody lives as long as this, unless they like to.
const LONG: i64 = 400;

struct Check<'a> {
    fight: &'a Fight,
    graph: &'a Graph<'a>,
    text: &'a str,
}

impl Visitor for Check<'_> {
    type Output = Result<(), TestCaseError>;

    fn visit<const W: usize, O: Order>(
        self,
        duel: &Duel<W, O>,
        theirs: &EngineFight,
    ) -> Self::Output {
        self.missing(duel, theirs)?;
        let first = first_choice(self.fight);
        if first.phase == Phase::ForEver || duel.node(&duel.start()) == Node::Single {
            return Ok(());
        }
        let place = self.graph.place_of(&first);
        let nearest = self.graph.nearest();
        for duel in [duel, &duel.without_unreached_places()] {
            let start = duel.start();
            let found = Nearest::new().solve(duel, &start, &Budget::UNLIMITED);
            prop_assert_eq!((found.gap, found.stopped), (nearest[place], None));
            if self.graph.states.len() <= MOST_FOR_LIFE {
                let life = self.graph.life(place, &nearest, LONG);
                let rounds = found.rounds.and_then(|rounds| i64::try_from(rounds).ok());
                prop_assert_eq!(rounds, life, "rounds that player 1 lives");
            }
            let (least, rounds, over) = followed(duel, &found.line);
            prop_assert_eq!(least, found.gap, "the line {:?}", found.line);
            prop_assert!(found.rounds.is_none_or(|life| over && life == rounds), "{found:?}");
            for states in [1, 7, 60] {
                let budget = Budget { states, ..Budget::UNLIMITED };
                let some = Nearest::new().solve(duel, &start, &budget);
                prop_assert!(some.gap >= found.gap, "{some:?} within {states}");
                prop_assert!(some.stopped.is_some() || some.gap == found.gap, "{some:?}");
                if !outplay_game::MinCost::contested(duel) {
                    prop_assert_eq!(followed(duel, &some.line).0, some.gap, "{:?}", some);
                }
            }
        }
        if first.phase != Phase::Acting {
            return Ok(());
        }
        let near = Nearest::new().moves(duel, &duel.start(), &Budget::UNLIMITED).unwrap();
        let mut near: Vec<_> = near.into_iter().map(|near| near.gap).collect();
        let after = self.fight.choices(&first).into_iter();
        let after = after.map(|(id, _)| self.fight.play(&first, &id).state);
        let mut truth: Vec<_> = after.map(|state| nearest[self.graph.place_of(&state)]).collect();
        near.sort_unstable();
        truth.sort_unstable();
        prop_assert_eq!(near, truth, "how near the first moves come");
        Ok(())
    }
}

impl Check<'_> {
    /// Other numbers to begin with win exactly where a file that says so does.
    fn missing<const W: usize, O: Order>(
        &self,
        duel: &Duel<W, O>,
        theirs: &EngineFight,
    ) -> Result<(), TestCaseError> {
        let (own, enemy) = duel.decisive();
        let name = |side: usize, slot: usize| {
            let mut numbers = theirs.names.fighters[side].numbers.iter();
            numbers.find(|(_, other)| *other == slot).map(|(name, _)| name.clone())
        };
        let mut tried: Vec<_> = own.into_iter().map(|slot| (0, slot, 1)).collect();
        tried.push((1, enemy, -1));
        for (side, slot, step) in tried {
            let start = duel.opening().number(slot);
            for number in [start + step, start + 2 * step, start + 5 * step] {
                if number < 1 || number > duel.most(slot) {
                    continue;
                }
                let name = name(side, slot).unwrap();
                let fight = edited(self.text, side, &name, number);
                let Some(graph) = Graph::of(&fight, MOST) else { continue };
                let truth = graph.least_costs()[graph.place_of(&fight.start())].is_some();
                let other = duel.starting_with(slot, number);
                let won = solve(&other, &other.start(), Algorithm::Astar, None, &Budget::UNLIMITED);
                prop_assert_eq!(won.cost.is_some(), truth, "{} {}", name, number);
            }
        }
        Ok(())
    }
}

/// A file with another number to begin with.
fn edited(text: &str, side: usize, name: &str, number: i32) -> Fight {
    let mut fight = Fight::open(text);
    let table = || toml::Value::Table(toml::Table::new());
    let player = fight.rules.start.entry(format!("p{}", side + 1)).or_insert_with(table);
    player.as_table_mut().unwrap().insert(name.to_owned(), i64::from(number).into());
    fight
}

/// The least gap on a line, the rounds that begin, and whether it ends.
fn followed<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    line: &[outplay_duel::Move],
) -> (i64, u64, bool) {
    let mut state = duel.start();
    let (mut least, mut rounds) = (duel.gap(&state).unwrap_or(i64::MAX), 0);
    for &mv in line {
        let (next, passed) = duel.play_measuring(&state, mv);
        assert_eq!(next, duel.play(&state, mv));
        least = passed.gap.map_or(least, |gap| least.min(gap));
        rounds += u64::from(passed.rounds);
        state = next;
    }
    (least, rounds, duel.node(&state) == Node::End)
}

/// Checks a file; was it small enough, for a price, and lost?
fn check(seed: &Seed) -> Result<bool, TestCaseError> {
    let text = seed.text();
    let fight = Fight::open(&text);
    if matches!(fight.rules.goal, Goal::WinnerHp | Goal::Damage) {
        return Ok(false);
    }
    let Some(graph) = Graph::of(&fight, MOST) else { return Ok(false) };
    if graph.least_costs()[graph.place_of(&fight.start())].is_some() {
        return Ok(false);
    }
    let told = |why: String| TestCaseError::fail(format!("{why}\n{text}"));
    let theirs = engine::open(&text).map_err(told)?;
    let check = Check { fight: &fight, graph: &graph, text: &text };
    theirs.visit(check).map_err(|error| told(error.to_string()))?;
    Ok(true)
}

#[test]
fn lost_fights_come_as_near_as_the_plain_rules_say() {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let config = ProptestConfig::with_cases(asked.unwrap_or(300));
    let config = ProptestConfig { failure_persistence: None, max_shrink_iters: 2000, ..config };
    let (lost, all) = (Cell::new(0_u32), Cell::new(0_u32));
    let checked = TestRunner::new(config).run(&all_files(true), |seed| {
        lost.set(lost.get() + u32::from(check(&seed)?));
        all.set(all.get() + 1);
        Ok(())
    });
    if let Err(failure) = checked {
        panic!("{failure}");
    }
    let (lost, all) = (lost.get(), all.get());
    assert!(lost * 10 >= all, "only {lost} of {all} files were lost");
}
