//! Merits, the numbers that can only help their owner, against the plain truth: in random small
//! files of every word a position is made better for somebody, at the start and wherever play leads,
//! and by the plain solvers it is at least as good for them.
//!
//! `PROPTEST_CASES=20000 cargo test --release -p outplay-duel merits` tries more.

use crate::plain;

use std::cell::Cell;

use outplay_duel::order::Order;
use outplay_duel::{Duel, Fight as EngineFight, Visitor};
use outplay_game::Player;
use plain::file::Goal;
use plain::generate::{Seed, all_files, old_files};
use plain::solver::Graph;
use plain::{Fight, Phase, State, engine};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// More states than this are too many for the plain truth.
const MOST: usize = 250;

/// With those that are made better.
const MOST_IN_ALL: usize = 1500;

/// In so many positions of a file somebody is made better off.
const POSITIONS: usize = 24;

/// The names of both players' merits.
struct Named;

impl Visitor for Named {
    type Output = [Vec<String>; 2];

    fn visit<const W: usize, O: Order>(
        self,
        duel: &Duel<W, O>,
        fight: &EngineFight,
    ) -> Self::Output {
        Player::BOTH.map(|player| {
            let numbers = fight.names.fighters[player.index()].numbers.iter();
            let own = numbers.filter(|(_, slot)| duel.merits_of(player).contains(slot));
            own.map(|(name, _)| name.clone()).collect()
        })
    }
}

/// Two positions, the second of which is better for a side by its merits alone.
struct Pair {
    side: usize,
    worse: State,
    better: State,
    /// Turns of player 1 that have begun in either already.
    begun: [u64; 2],
}

/// Draws, one after the other, again and again.
struct Draws<'d> {
    draws: &'d [u16],
    at: usize,
}

impl Draws<'_> {
    fn below(&mut self, many: usize) -> usize {
        self.at += 1;
        let draw = usize::from(self.draws[self.at % self.draws.len()]) + self.at / self.draws.len();
        draw % many.max(1)
    }
}

/// The same position with more of some of a side's merits, and less of some of the other's.
fn improved(
    fight: &Fight,
    merits: &[Vec<String>; 2],
    state: &State,
    side: usize,
    draws: &mut Draws,
) -> State {
    let mut better = state.clone();
    for owner in [0, 1] {
        for name in &merits[owner] {
            let by = [0, 0, 1, 1, 2, 3, 7][draws.below(7)];
            let number = better.numbers[owner].get_mut(name).expect("a number has a name");
            let most = fight.rules.fighters[owner].numbers[name].max.unwrap_or(plain::LIMIT);
            // Nobody is dead before they are hit.
            let least = i64::from(name == "hp").min(*number);
            *number =
                if owner == side { (*number + by).min(most) } else { (*number - by).max(least) };
        }
    }
    better
}

/// Better and worse positions of a fight: before its first turn, and where somebody acts.
fn pairs(fight: &Fight, merits: &[Vec<String>; 2], graph: &Graph, draws: &mut Draws) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let opening = State::opening(&fight.rules);
    if opening.numbers.iter().all(|numbers| numbers["hp"] > 0) {
        for side in [0, 1, 0, 1] {
            let better = improved(fight, merits, &opening, side, draws);
            let [(worse, before), (better, after)] =
                [opening.clone(), better].map(|state| fight.start_from(state));
            pairs.push(Pair { side, worse, better, begun: [before, after] });
        }
    }
    let acting = |state: &&State| state.phase == Phase::Acting;
    let places: Vec<_> = graph.states.iter().filter(acting).collect();
    for _ in 0..POSITIONS.min(places.len()) {
        let state = places[draws.below(places.len())];
        // Whoever acts can use at least as much after it, so it is still a position.
        let better = improved(fight, merits, state, state.turn, draws);
        pairs.push(Pair { side: state.turn, worse: state.clone(), better, begun: [0; 2] });
    }
    pairs.retain(|pair| pair.worse != pair.better);
    pairs
}

/// What was looked at.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    files: usize,
    small: usize,
    with_merits: usize,
    merits: usize,
    pairs: usize,
    /// Where the better position is really better.
    telling: usize,
}

impl Tally {
    fn and(self, other: Self) -> Self {
        Self {
            files: self.files + other.files,
            small: self.small + other.small,
            with_merits: self.with_merits + other.with_merits,
            merits: self.merits + other.merits,
            pairs: self.pairs + other.pairs,
            telling: self.telling + other.telling,
        }
    }
}

fn check(seed: &Seed, draws: &[u16]) -> Result<Tally, TestCaseError> {
    let text = seed.text();
    let mut tally = Tally { files: 1, ..Tally::default() };
    let told = |why: String| TestCaseError::fail(format!("{why}\n{text}"));
    let merits = engine::open(&text).map_err(told)?.visit(Named);
    tally.merits = merits.iter().map(Vec::len).sum();
    tally.with_merits = usize::from(tally.merits > 0);
    if tally.merits == 0 {
        return Ok(tally);
    }
    let fight = Fight::open(&text);
    let Some(graph) = Graph::of(&fight, MOST) else { return Ok(tally) };
    let pairs = pairs(&fight, &merits, &graph, &mut Draws { draws, at: 0 });
    let all = pairs.iter().flat_map(|pair| [pair.worse.clone(), pair.better.clone()]);
    let Some(graph) = graph.with(all, MOST_IN_ALL) else { return Ok(tally) };
    tally.small = 1;
    let zero_sum = matches!(fight.rules.goal, Goal::WinnerHp | Goal::Damage);
    let (values, costs) = (graph.values(), graph.least_costs());
    for pair in pairs {
        let [worse, better] = [&pair.worse, &pair.better].map(|state| graph.place_of(state));
        // What each is worth to player 1, as far as that can be compared.
        let [before, after] = if zero_sum {
            [values[worse], values[better]]
        } else {
            let counts = fight.rules.goal == Goal::LeastRounds;
            [(worse, pair.begun[0]), (better, pair.begun[1])].map(|(place, begun)| {
                let cost = costs[place].map(|cost| cost + if counts { begun } else { 0 });
                cost.map_or(i64::MIN, |cost| -i64::try_from(cost).expect("a small cost"))
            })
        };
        let right = if pair.side == 0 { before <= after } else { before >= after };
        tally.pairs += 1;
        tally.telling += usize::from(before != after);
        prop_assert!(
            right,
            "{merits:?}: player {} is no better off with {after} than with {before}\n{:#?}\n{:#?}\n{text}",
            pair.side + 1,
            pair.worse,
            pair.better
        );
    }
    Ok(tally)
}

fn check_many(files: &impl Strategy<Value = Seed>, cases: u32) -> Tally {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let config = ProptestConfig::with_cases(asked.unwrap_or(cases));
    let config = ProptestConfig { failure_persistence: None, max_shrink_iters: 3000, ..config };
    let tally = Cell::new(Tally::default());
    let draws = prop::collection::vec(any::<u16>(), 50..100);
    let checked = TestRunner::new(config).run(&(files, draws), |(seed, draws)| {
        tally.set(tally.get().and(check(&seed, &draws)?));
        Ok(())
    });
    if let Err(failure) = checked {
        panic!("{failure}");
    }
    tally.get()
}

/// The test must not come to look at nothing.
fn assert_told(tally: Tally) {
    let Tally { files, small, with_merits, pairs, telling, .. } = tally;
    assert!(with_merits * 5 > files, "{tally:?}");
    assert!(small * 3 > with_merits, "{tally:?}");
    assert!(telling * 50 > pairs && telling > 0, "{tally:?}");
}

#[test]
fn more_of_a_merit_is_never_worse_with_the_old_words() {
    assert_told(check_many(&old_files(true), 300));
}

#[test]
fn more_of_a_merit_is_never_worse_with_all_words() {
    assert_told(check_many(&all_files(true), 300));
}
