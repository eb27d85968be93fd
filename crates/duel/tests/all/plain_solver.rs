//! Random small files, solved by every search of the engine and by plain solvers on the plain
//! interpreter: the same values, bounds that contain them wherever play leads, and under limits
//! nothing that is not so.
//!
//! `PROPTEST_CASES=100000 cargo test --release -p outplay-duel plain_solver` tries more.

use crate::plain;

use std::cell::Cell;

use outplay_duel::order::Order;
use outplay_duel::{Battle, Duel, Fight as EngineFight, Move, Visitor};
use outplay_game::{Budget, MinCost, Player, Proof, ZeroSum};
use outplay_search::{
    Algorithm, AndOr, Oracle, ZeroSumAlgorithm, astar_comparing_from, move_values, retrograde,
    solve, solve_zero_sum,
};
use plain::file::Goal;
use plain::generate::{Seed, all_files, old_files};
use plain::solver::{Graph, begun, cost_from_start, first_choice};
use plain::{Fight, Phase, State, engine};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// More states than this are too many for the plain truth.
const MOST: usize = 3000;

/// More than any search of so many states keeps; those that follow every line may need more.
const LIMIT: u64 = 20_000;

/// Moves after which no more bounds are looked at.
const DEPTH: usize = 12;

struct Check<'a> {
    fight: &'a Fight,
    graph: &'a Graph<'a>,
    picks: &'a [u16],
}

impl Visitor for Check<'_> {
    type Output = Result<(), TestCaseError>;

    fn visit<const W: usize, O: Order>(
        self,
        duel: &Duel<W, O>,
        theirs: &EngineFight,
    ) -> Self::Output {
        if matches!(self.fight.rules.goal, Goal::WinnerHp | Goal::Damage) {
            let values = self.graph.values();
            let truth = values[self.graph.place_of(&self.fight.start())];
            for duel in [duel, &duel.without_spent_places(), &duel.without_unreached_places()] {
                zero_sum(duel, truth)?;
            }
            self.move_values(duel, &values)?;
            return self.along(theirs, |keys, state, _| {
                let there = duel.account_to(&theirs.names, keys).1;
                let value = values[self.graph.place_of(state)];
                let (least, most) = (duel.value_at_least(&there), duel.value_at_most(&there));
                prop_assert!((least..=most).contains(&value), "{keys}: {least}..{most}, {value}");
                Ok(())
            });
        }
        let costs = self.graph.least_costs();
        let truth = cost_from_start(self.fight, self.graph, &costs);
        least_cost(duel, truth)?;
        self.along(theirs, |keys, state, spent| {
            let (account, there) = duel.account_to(&theirs.names, keys);
            let total = costs[self.graph.place_of(state)].map(|more| spent + more);
            let bound = duel.at_least(&there).map(|more| account.spent + more);
            let right = match (bound, total) {
                (_, None) => true,
                (None, Some(_)) => false,
                (Some(bound), Some(total)) => bound <= total,
            };
            prop_assert!(right, "{keys}: at least {bound:?}, but {total:?}");
            Ok(())
        })
    }
}

impl Check<'_> {
    /// Plays random moves with both, and looks at every position: the keys that lead there, the
    /// plain state, and what was spent.
    fn along(
        &self,
        theirs: &EngineFight,
        mut look: impl FnMut(&str, &State, u64) -> Result<(), TestCaseError>,
    ) -> Result<(), TestCaseError> {
        let mut battle = theirs.battle();
        let first = first_choice(self.fight);
        let already = begun(self.fight, &first);
        let Some((mut state, mut spent)) = self.settled(first, already) else { return Ok(()) };
        for pick in self.picks.iter().take(DEPTH) {
            look(&battle.moves_made(), &state, spent)?;
            let choices = self.fight.choices(&state);
            if choices.is_empty() {
                break;
            }
            let id = &choices[usize::from(*pick) % choices.len()].0;
            prop_assert!(made(&mut battle, id), "{id}");
            let played = self.fight.play(&state, id);
            match self.settled(played.state, spent + played.spent) {
                Some(next) => (state, spent) = next,
                None => break,
            }
        }
        Ok(())
    }

    /// Plays what nobody is asked for; `None` where that never ends.
    fn settled(&self, mut state: State, mut spent: u64) -> Option<(State, u64)> {
        for _ in 0..=MOST {
            if state.phase == Phase::ForEver {
                return None;
            }
            if state.phase != Phase::Acting || self.fight.rules.is_asked(state.turn) {
                return Some((state, spent));
            }
            let played = self.fight.play(&state, &self.fight.choices(&state)[0].0);
            (state, spent) = (played.state, spent + played.spent);
        }
        None
    }

    /// What each first move is worth.
    fn move_values<const W: usize, O: Order>(
        &self,
        duel: &Duel<W, O>,
        values: &[i64],
    ) -> Result<(), TestCaseError> {
        let start = self.fight.start();
        if start.phase != Phase::Acting || !self.fight.rules.is_asked(start.turn) {
            return Ok(());
        }
        let found = move_values(duel, &outplay_game::Game::start(duel), &Budget::UNLIMITED);
        let mut found: Vec<_> = found.into_iter().flatten().map(|(_, value)| value).collect();
        let ids = self.fight.choices(&start).into_iter();
        let after = ids.map(|(id, _)| self.fight.play(&start, &id).state);
        let mut truth: Vec<_> = after.map(|state| values[self.graph.place_of(&state)]).collect();
        found.sort_unstable();
        truth.sort_unstable();
        prop_assert_eq!(found, truth, "the values of the first moves");
        Ok(())
    }
}

fn made(battle: &mut Battle, id: &str) -> bool {
    battle.play(id).is_ok()
}

fn zero_sum<const W: usize, O: Order>(duel: &Duel<W, O>, truth: i64) -> Result<(), TestCaseError> {
    use ZeroSumAlgorithm::{Alphabeta, Memo, Retrograde};
    let start = outplay_game::Game::start(duel);
    for by in ZeroSumAlgorithm::ALL {
        for states in [1, 7, 60, LIMIT] {
            let budget = Budget { states, ..Budget::UNLIMITED };
            let found = solve_zero_sum(duel, &start, by, &budget);
            let within = (found.lower..=found.upper).contains(&truth);
            prop_assert!(within, "{by} in {states}: {found:?}, but {truth}");
            let sure = matches!(by, Alphabeta | Retrograde) || duel.is_acyclic() && by == Memo;
            if states == LIMIT && sure {
                prop_assert_eq!(found.value(), Some(truth), "{}", by);
            }
        }
    }
    let end = |line: &[Move]| {
        line.iter().fold(start.clone(), |state, &mv| outplay_game::Game::play(duel, &state, mv))
    };
    // All searches of the portfolio, comparing states from the beginning, and narrowed fights.
    for effort in [1, 8, 64, 100_000] {
        let mut oracle = Oracle::empty(duel).with_effort(effort);
        let (found, by) = oracle.solve(duel, &start, &Budget::UNLIMITED);
        prop_assert_eq!((found.value(), found.stopped), (Some(truth), None), "{} {}", by, effort);
        if found.returns_to.is_none() {
            prop_assert_eq!(duel.payoff(&end(&found.line)), truth, "{} {}", by, effort);
        } else {
            prop_assert_eq!(truth, 0);
        }
    }
    for width in [1, 2, 5] {
        let narrowed = Player::BOTH.map(|player| outplay_game::Game::narrowed(duel, width, player));
        let [Some(good), Some(bad)] = narrowed else { continue };
        let worth = |duel: &Duel<W, O>| {
            retrograde(duel, &start, &Budget { states: LIMIT, ..Budget::UNLIMITED })
        };
        let (good, bad) = (worth(&good), worth(&bad));
        prop_assert!(good.upper >= truth, "width {width}: {good:?}, but {truth}");
        prop_assert!(bad.lower <= truth, "width {width}: {bad:?}, but {truth}");
    }
    Ok(())
}

fn least_cost<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    truth: Option<u64>,
) -> Result<(), TestCaseError> {
    let start = outplay_game::Game::start(duel);
    for by in Algorithm::ALL {
        for states in [1, 7, 60, LIMIT] {
            let budget = Budget { states, ..Budget::UNLIMITED };
            let found = solve(duel, &start, by, None, &budget);
            let known = (found.cost, found.lower, found.proof);
            let sound = found.lower <= truth.unwrap_or(u64::MAX)
                && found.cost.is_none_or(|cost| truth.is_some_and(|truth| truth <= cost));
            prop_assert!(sound, "{by} in {states}: {known:?}, but {truth:?}");
            let sure = states == LIMIT && by != Algorithm::Brute;
            if sure || found.proof == Proof::Optimal {
                prop_assert_eq!(found.cost, truth, "{} in {}: {:?}", by, states, known);
            }
        }
        let near =
            truth.map_or(vec![0, 5], |truth| vec![truth.saturating_sub(1), truth, truth + 1]);
        for most in near {
            let budget = Budget { states: LIMIT, ..Budget::UNLIMITED };
            let found = solve(duel, &start, by, Some(most), &budget);
            if found.proof == Proof::Optimal {
                let expected = truth.filter(|&truth| truth <= most);
                prop_assert_eq!(found.cost, expected, "{} at most {}", by, most);
            }
            prop_assert!(found.lower <= truth.unwrap_or(u64::MAX), "{} at most {}", by, most);
        }
    }
    // Comparing states from the beginning.
    let compared = if duel.contested() {
        AndOr::new().comparing_from(0).solve(duel, &start, None, &Budget::UNLIMITED)
    } else {
        astar_comparing_from(1, duel, &start, None, &Budget::UNLIMITED)
    };
    prop_assert_eq!((compared.cost, compared.proof), (truth, Proof::Optimal));
    for width in [1, 2, 5] {
        let narrowed = Player::BOTH.map(|player| outplay_game::Game::narrowed(duel, width, player));
        let [Some(good), Some(bad)] = narrowed else { continue };
        let [good, bad] = [good, bad].map(|duel| {
            let budget = Budget { states: LIMIT, ..Budget::UNLIMITED };
            solve(&duel, &start, Algorithm::Dijkstra, None, &budget)
        });
        let right = good.lower <= truth.unwrap_or(u64::MAX)
            && bad.cost.is_none_or(|cost| truth.is_some_and(|truth| truth <= cost));
        prop_assert!(right, "width {width}: {good:?} and {bad:?}, but {truth:?}");
    }
    Ok(())
}

/// Checks a file; was it small enough?
pub(crate) fn check(seed: &Seed, picks: &[u16], with_engine: bool) -> Result<bool, TestCaseError> {
    let text = seed.text();
    let fight = Fight::open(&text);
    let Some(graph) = Graph::of(&fight, MOST) else { return Ok(false) };
    let told = |why: String| TestCaseError::fail(format!("{why}\n{text}"));
    if with_engine {
        let theirs = engine::open(&text).map_err(told)?;
        let check = Check { fight: &fight, graph: &graph, picks };
        theirs.visit(check).map_err(|error| told(error.to_string()))?;
    } else {
        graph.values();
        graph.least_costs();
    }
    Ok(true)
}

/// Checks random files, of which at least half must be small enough.
fn check_many(files: &impl Strategy<Value = Seed>, cases: u32, with_engine: bool) {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let config = ProptestConfig::with_cases(asked.unwrap_or(cases));
    let config = ProptestConfig { failure_persistence: None, max_shrink_iters: 5000, ..config };
    let (solved, all) = (Cell::new(0_u32), Cell::new(0_u32));
    let picks = prop::collection::vec(any::<u16>(), DEPTH);
    let checked = TestRunner::new(config).run(&(files, picks), |(seed, picks)| {
        let small = check(&seed, &picks, with_engine)?;
        solved.set(solved.get() + u32::from(small));
        all.set(all.get() + 1);
        Ok(())
    });
    if let Err(failure) = checked {
        panic!("{failure}");
    }
    let (solved, all) = (solved.get(), all.get());
    assert!(solved * 2 >= all, "only {solved} of {all} files were small enough");
}

#[test]
fn files_of_the_old_words_are_solved_alike() {
    check_many(&old_files(true), 400, true);
}

#[test]
fn files_of_all_words_are_solved_alike() {
    check_many(&all_files(true), 400, engine::KNOWS_ALL_WORDS);
}
