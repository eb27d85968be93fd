//! What the games are asked, and what is written down of each answer.

use std::fmt::Debug;

use outplay_game::{Budget, Game, MinCost, Node, Player, Stop};
use outplay_search::{
    Algorithm, AlphaBeta, AndOr, AtMost, Costs, Course, Every, Mcts, MeanCosts, Nearest, Odds,
    Oracle, Retrograde, Stats, ZeroSumAlgorithm, all_lines, and_or, astar_comparing_from,
    can_force_counting, counts_for, distribution, explain, game_tree, solve_telling,
    solve_zero_sum, worst_case,
};

use crate::bazaar::{At, Bazaar};

/// What many answers come to: a digest of what they say, and what they took.
#[derive(Default)]
pub(crate) struct Row {
    digest: u64,
    pub(crate) stats: Stats,
}

impl Row {
    /// Something that was answered (FNV-1a of how it is written).
    pub(crate) fn says(&mut self, answer: &impl Debug) {
        for byte in format!("{answer:?}").bytes() {
            self.digest = (self.digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// What it took: bytes are added, too, so that no answer's are hidden by a larger one's.
    pub(crate) fn took(&mut self, stats: Stats) {
        let peak_bytes = self.stats.peak_bytes + stats.peak_bytes;
        self.stats.add(&stats);
        self.stats.peak_bytes = peak_bytes;
    }

    pub(crate) fn digest(&self) -> u64 {
        self.digest
    }
}

/// The first few states that the game comes to, breadth first.
fn some_states(game: &Bazaar, most: usize) -> Vec<At> {
    let (mut states, mut moves, mut next) = (vec![game.start()], Vec::new(), 0);
    while next < states.len() && states.len() < most {
        let state = states[next];
        next += 1;
        moves.clear();
        game.moves(&state, &mut moves);
        for &mv in &moves {
            let after = game.play(&state, mv);
            if !states.contains(&after) {
                states.push(after);
            }
        }
    }
    states
}

pub(crate) fn cheapest(
    game: &Bazaar,
    by: Algorithm,
    most: Option<u64>,
    budget: &Budget,
    row: &mut Row,
) {
    let mut told = Vec::new();
    let solution = solve_telling(game, &game.start(), by, most, budget, &mut |cost, line| {
        told.push((cost, line.to_vec()));
    });
    row.says(&(
        solution.cost,
        &solution.line,
        solution.proof,
        solution.lower,
        solution.stopped,
        told,
    ));
    row.took(solution.stats);
}

pub(crate) fn comparing(game: &Bazaar, from: u64, budget: &Budget, row: &mut Row) {
    let mut and_or = AndOr::new().comparing_from(from);
    row.says(&and_or.is_empty());
    for state in some_states(game, 5) {
        let solution = and_or.solve(game, &state, None, budget);
        row.says(&(solution.cost, solution.line, solution.proof, solution.lower, solution.stopped));
        row.took(solution.stats);
        row.says(&and_or.cost(game, &state, budget));
    }
    row.says(&and_or.is_empty());
    row.took(and_or.stats());
    let solution = if game.contested() {
        worst_case(game, &game.start(), false, Some(4), budget)
    } else {
        astar_comparing_from(from, game, &game.start(), None, budget)
    };
    row.says(&(solution.cost, solution.line, solution.proof, solution.lower, solution.stopped));
    row.took(solution.stats);
}

pub(crate) fn kept_costs(game: &Bazaar, budget: &Budget, row: &mut Row) {
    let mut costs = Costs::default();
    for state in some_states(game, 8).into_iter().rev() {
        row.says(&costs.cost(game, &state, budget));
        row.says(&(costs.spent(), costs.stats().expanded));
    }
    let best = costs.solve(game, &game.start(), budget);
    row.says(&(best.cost, &best.line));
    row.says(&explain(game, &game.start(), &best.line, &mut costs, budget));
    let all = all_lines(game, &game.start(), 20, &mut costs, budget);
    row.says(&(all.lines, all.complete, all.stopped, costs.spent()));
    row.took(costs.stats());
    // What is known takes of the bytes that there are for a search.
    let mut learned = Costs::default();
    let later = some_states(game, 6).pop().unwrap_or(game.start());
    row.says(&learned.learn_all(game, &later, 200, budget));
    row.took(Stats { peak_bytes: learned.bytes(), ..Stats::default() });
    row.says(&(learned.cost(game, &game.start(), budget), learned.spent()));
    row.took(Stats { peak_bytes: learned.bytes(), ..Stats::default() });
}

/// What a position's memory elsewhere counts for, and who can force a win.
pub(crate) fn fates(game: &Bazaar, budget: &Budget, row: &mut Row) {
    row.says(&some_states(game, 9).iter().map(counts_for::<Bazaar>).collect::<Vec<_>>());
    for player in Player::BOTH {
        let mut stats = Stats::default();
        row.says(&can_force_counting(game, &game.start(), player, &mut stats, budget));
        row.took(stats);
    }
}

fn every_of(every: Result<Every<Bazaar>, Stop>, row: &mut Row) {
    let every = match every {
        Ok(every) => every,
        Err(stop) => return row.says(&stop),
    };
    let places = every.len();
    row.says(&(places, every.is_empty()));
    row.says(&every.states().collect::<Vec<_>>());
    row.says(&(0..places).map(|place| every.value(place)).collect::<Vec<_>>());
    row.says(&every.way_to(places - 1));
    for stuck in [None, Some(None), Some(Some(-9))] {
        for player in Player::BOTH {
            for one in 0..3 {
                row.says(&every.need(stuck, |of, mv| of == player && mv == one));
            }
        }
    }
    let lines = every.lines(3, |player, mv| (player == Player::One || mv > 0).then_some(mv));
    if let Some(lines) = &lines {
        let parts = lines.with.iter().chain(&lines.uses).map(|sum| sum.part_of(lines.count));
        row.says(&parts.collect::<Vec<_>>());
    }
    row.says(&lines);
}

pub(crate) fn every(game: &Bazaar, by_cost: bool, budget: &Budget, row: &mut Row) {
    let from = some_states(game, 2);
    if by_cost {
        every_of(Every::by_cost(game, &from, budget), row);
    } else {
        every_of(Every::by_value(game, &from, budget), row);
    }
}

pub(crate) fn nearest(game: &Bazaar, budget: &Budget, row: &mut Row) {
    let mut nearest = Nearest::new();
    for state in some_states(game, 4).iter().rev() {
        row.says(&nearest.solve(game, state, budget));
        if game.node(state) != Node::End {
            row.says(&nearest.moves(game, state, budget));
            row.says(&nearest.gaps(game, state, budget));
        }
    }
    row.took(Stats { peak_bytes: nearest.bytes(), ..Stats::default() });
}

pub(crate) fn two_sides(game: &Bazaar, by: ZeroSumAlgorithm, budget: &Budget, row: &mut Row) {
    let solution = solve_zero_sum(game, &game.start(), by, budget);
    row.says(&(
        solution.lower,
        solution.upper,
        &solution.line,
        solution.returns_to,
        solution.stopped,
    ));
    row.took(solution.stats);
}

pub(crate) fn kept_values(game: &Bazaar, effort: u64, budget: &Budget, row: &mut Row) {
    let mut oracle = Oracle::empty(game).with_effort(effort);
    for state in some_states(game, 4).iter().rev() {
        let (solution, by) = oracle.solve(game, state, budget);
        row.says(&(solution.lower, solution.upper, solution.line, by, solution.stopped));
        row.says(&oracle.value(game, state, budget));
        row.says(&oracle.move_values(game, state, budget));
        row.says(&oracle.best_move(game, state, budget));
        row.says(&oracle.line(game, state, budget));
    }
    row.took(oracle.stats());
    row.says(&game_tree(game, &game.start(), 60, &mut oracle, budget));
    let mut forward = AlphaBeta::new().comparing_from(effort);
    let mut backward = Retrograde::new();
    for state in some_states(game, 4).iter().rev() {
        row.says(&forward.value(game, state, budget));
        row.says(&forward.bounds(game, state));
        let solution = forward.solve(game, state, budget);
        row.says(&(solution.lower, solution.upper, solution.line, solution.stopped));
        row.took(solution.stats);
        row.says(&backward.reach(game, state, budget));
        row.says(&(backward.value(state), backward.best_move(game, state)));
    }
    row.says(&(forward.is_empty(), backward.is_empty(), oracle.is_empty()));
    row.took(forward.stats());
    row.took(backward.stats());
}

fn odds_of(mut odds: Odds<Bazaar>, game: &Bazaar, budget: &Budget, row: &mut Row) {
    for state in some_states(game, 3).iter().rev() {
        let solution = odds.solve(game, state, budget);
        let value = solution.value;
        row.says(&(value, value.middle(), value.width(), value.rest(), value.contains(0.5)));
        row.says(&(solution.line, solution.stopped));
        row.took(solution.stats);
        row.says(&odds.moves(game, state).map(Iterator::collect::<Vec<_>>));
        row.says(&odds.best_moves(game, state));
    }
    row.says(&(
        odds.is_consistent(),
        odds.can_go_on_for_ever(),
        odds.is_decided(game),
        odds.places(),
    ));
}

pub(crate) fn odds(game: &Bazaar, budget: &Budget, row: &mut Row) {
    for odds in [Odds::of_winning(), Odds::of_losing(), Odds::of_goal(), Odds::of_payoff()] {
        odds_of(odds.within(1e-6), game, budget, row);
    }
    match Odds::of_both(game, &game.start(), 1e-7, budget) {
        Ok(both) => {
            row.says(&both.chances);
            row.took(both.stats);
        }
        Err(stop) => row.says(&stop),
    }
    let limited = AtMost::new(game, 6);
    let solution = Odds::of_goal().solve(&limited, &limited.start(), budget);
    row.says(&(solution.value, solution.line, solution.stopped));
    row.took(solution.stats);
}

pub(crate) fn mean_costs(game: &Bazaar, budget: &Budget, row: &mut Row) {
    let mut costs = MeanCosts::new().within(1e-6);
    for state in some_states(game, 3).iter().rev() {
        let solution = costs.solve(game, state, budget);
        row.says(&(solution.cost, solution.line, solution.stopped));
        row.took(solution.stats);
        row.says(&costs.moves(game, state));
        row.says(&costs.best_moves(game, state));
    }
}

pub(crate) fn courses(game: &Bazaar, budget: &Budget, row: &mut Row) {
    let strategy = |state: &At, moves: &[usize], out: &mut Vec<u64>| {
        out.extend(
            moves.iter().map(|&mv| 1 + (mv as u64 * 5 + u64::from(state[1].unsigned_abs())) % 4),
        );
        Ok(())
    };
    let price = |state: &At, mv: usize| game.cost(state, mv);
    let course = Course::follow(game, &game.start(), strategy, price, 300, budget);
    let mut course = match course {
        Ok(Some(course)) => course,
        Ok(None) => return row.says(&"too many"),
        Err(stop) => return row.says(&stop),
    };
    for again in 0..2 {
        row.says(&(course.states(), course.for_ever(), course.missing()));
        row.says(&course.ending(|state| game.is_goal(state)));
        row.says(&course.ending(|state| !game.is_goal(state)));
        row.says(&course.ends().collect::<Vec<_>>());
        for visit in course.visits() {
            row.says(&(visit.place, visit.state, visit.visits, visit.moves().collect::<Vec<_>>()));
        }
        row.says(&course.lines(&(0..course.states()).step_by(7).collect::<Vec<_>>()));
        if again == 0 {
            let weigh = |place: usize, _: &At, weights: &mut [u64]| {
                weights.iter_mut().take(1).for_each(|weight| *weight += place as u64 % 3);
            };
            row.says(&course.reweigh(weigh, budget));
        }
    }
}

pub(crate) fn distributions(game: &Bazaar, budget: &Budget, row: &mut Row) {
    let all = |state: &At, out: &mut Vec<(usize, u64)>| {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        out.extend(moves.into_iter().map(|mv| (mv, 1 + mv as u64)));
    };
    let ended = |state: &At| state[0];
    let ends = distribution(game, &game.start(), all, ended, 1e-6, 60, budget);
    row.says(&ends.map(|ends| (ends.ends, ends.lengths, ends.missing)));
}

pub(crate) fn estimates(game: &Bazaar, seed: u64, budget: &Budget, row: &mut Row) {
    let searches = [Mcts::of_winning(), Mcts::of_payoff(), Mcts::of_least_cost()];
    for search in searches {
        let search = search.rolling().playouts(150).longest(20);
        let solution = search.solve(game, &game.start(), seed, budget);
        row.says(&(search.most_playouts(), &solution.best, &solution.moves, solution.estimate));
        row.says(&(solution.line, solution.playouts, solution.stopped));
        row.took(solution.stats);
    }
}

/// The cheapest win in a large game, by the search that takes more care there.
pub(crate) fn cheapest_of_large(game: &Bazaar, budget: &Budget, row: &mut Row) {
    let solution = and_or(game, &game.start(), None, budget);
    row.says(&(solution.cost, solution.line, solution.proof, solution.lower, solution.stopped));
    row.took(solution.stats);
}

/// What a large game is worth.
pub(crate) fn value_of_large(game: &Bazaar, budget: &Budget, row: &mut Row) {
    let mut search = AlphaBeta::new();
    row.says(&search.value(game, &game.start(), budget));
    row.took(search.stats());
}
