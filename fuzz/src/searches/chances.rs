//! With dice or without: how likely somebody wins, what player 1 gets on average, and what a sure win costs.
//! The truth is known from below and from above, of tiny games exactly.

use outplay_game::sketch::Sketch;
use outplay_game::{Chance, Game, MinCost, Node, Player, Stop, Versus, ZeroSum};
use outplay_search::{Interval, Line, MeanCosts, Odds, OddsSolution, USUAL_WIDTH};

use super::plain::Plain;
use super::{ALL, LIMITS, TINY, passed, plays, within};
use crate::exact::{Exact, Fraction};

/// How far numbers may be off that were rounded, for each of their units.
pub(super) const NEARLY: f64 = 1e-9;
/// Exact fractions are of small numbers, and try every pair of strategies.
const SMALL_NUMBER: i64 = 5;
const MOST_STRATEGIES: usize = 12;

/// A question about a game with dice, and what it takes an end to be worth.
struct Asked {
    what: &'static str,
    odds: fn() -> Odds<Sketch>,
    worth: fn(&Sketch, &usize) -> i64,
}

const ASKED: [Asked; 4] = [
    Asked { what: "winning", odds: Odds::of_winning, worth: |game, end| won(game, end, Player::One) },
    Asked { what: "losing", odds: Odds::of_losing, worth: |game, end| -won(game, end, Player::Two) },
    Asked { what: "the goal", odds: Odds::of_goal, worth: |game, end| game.is_goal(end).into() },
    Asked { what: "payoff", odds: Odds::of_payoff, worth: Sketch::payoff },
];

fn won(game: &Sketch, end: &usize, player: Player) -> i64 {
    (game.winner(end) == Some(player)).into()
}

pub(super) fn hold(plain: &Plain) {
    for (number, asked) in ASKED.iter().enumerate() {
        // Exact fractions are slow: each game has them for one of the questions.
        let chosen = plain.text.len() % ASKED.len() == number && is_small(plain);
        let truths = chosen.then(|| Exact::new(plain.game, plain.count(), asked.worth).values());
        odds(plain, asked, truths.as_deref());
    }
    costs(plain);
    plays::hold(plain);
}

/// Can it be solved in exact fractions?
fn is_small(plain: &Plain) -> bool {
    let mut weights = Vec::new();
    let mut strategies = 1_usize;
    let mut small = plain.count() <= TINY;
    for state in plain.states() {
        let ways = plain.ways(state);
        if plain.node(state).chooser().is_some() {
            strategies = strategies.saturating_mul(ways.len());
        }
        plain.game.weights(&state, &mut weights);
        let payoff = plain.game.payoff(&state).unsigned_abs();
        let costs = ways.iter().map(|way| plain.game.cost(&state, way.mv));
        let most = weights.drain(..).chain(costs).chain([payoff]).max().unwrap_or(0);
        small &= most <= SMALL_NUMBER.unsigned_abs() && ways.len() < 5;
    }
    small && strategies <= MOST_STRATEGIES
}

fn odds(plain: &Plain, asked: &Asked, truths: Option<&[Fraction]>) {
    #[expect(clippy::cast_precision_loss, reason = "payoffs have few digits")]
    let bounds = plain.means(|end| (asked.worth)(plain.game, &end) as f64);
    for states in LIMITS {
        let mut odds = (asked.odds)();
        let found = odds.solve(plain.game, &0, &within(states));
        let told = || format!("{} in {states}: {found:?}\n{plain:?}", asked.what);
        assert!(meets(found.value, &bounds, 0), "{bounds:?} for {}", told());
        assert!(states < ALL || is_excused(found.stopped), "{}", told());
        if found.stopped.is_none() {
            assert!(found.value.width() <= USUAL_WIDTH && odds.is_consistent(), "{}", told());
            settled(plain, &odds, &found, told);
            for state in plain.states() {
                let Some(value) = odds.interval(plain.game, &state) else { continue };
                let exact = truths.is_none_or(|truths| is_in(truths[state], value));
                let right = exact && meets(value, &bounds, state);
                assert!(right, "state {state}: {value:?}, but {bounds:?} and {truths:?} for {}", told());
            }
            for (mv, value) in odds.moves(plain.game, &0).into_iter().flatten() {
                let alone = (asked.odds)().solve(plain.game, &plain.game.play(&0, mv), &within(ALL));
                assert!(overlap(value, alone.value), "move {mv}: {value:?}, {alone:?} for {}", told());
            }
        }
    }
}

/// Its line is one, and whoever chooses has a best move.
fn settled(plain: &Plain, odds: &Odds<Sketch>, found: &OddsSolution<usize>, told: impl Fn() -> String) {
    assert!(is_line(plain, &found.line), "{}", told());
    for state in plain.states().filter(|state| odds.interval(plain.game, state).is_some()) {
        let chooses = plain.node(state).chooser().is_some();
        assert_eq!(chooses, !odds.best_moves(plain.game, &state).is_empty(), "{state} of {}", told());
    }
}

/// It ends, or comes back to where it says.
fn is_line(plain: &Plain, line: &Line<usize>) -> bool {
    let states = passed(plain, &line.moves);
    let last = states[line.moves.len()];
    match line.returns_to {
        None => plain.node(last) == Node::End,
        Some(earlier) => states[..line.moves.len()].get(earlier) == Some(&last),
    }
}

/// Where more states are no help.
fn is_excused(stopped: Option<Stop>) -> bool {
    matches!(stopped, None | Some(Stop::Weights | Stop::Width))
}

/// Is there room for the truth, as far as it is known?
fn meets(value: Interval, [least, most]: &[Vec<f64>; 2], state: usize) -> bool {
    overlap(value, Interval { lower: least[state], upper: most[state] })
}

pub(super) fn overlap(one: Interval, other: Interval) -> bool {
    let slack = NEARLY * (1.0 + one.lower.abs().max(one.upper.abs()));
    one.lower <= one.upper && one.lower <= other.upper + slack && other.lower <= one.upper + slack
}

fn is_in(truth: Fraction, value: Interval) -> bool {
    truth.at_least(value.lower) && truth.at_most(value.upper)
}

fn costs(plain: &Plain) {
    let least = plain.mean_costs_at_least();
    let goal = Odds::of_goal().solve(plain.game, &0, &within(ALL)).value;
    let truths = is_small(plain).then(|| {
        let never = |_: &Sketch, _: &usize| 0;
        Exact::new(plain.game, plain.count(), never).costs()
    });
    for states in LIMITS {
        let mut costs = MeanCosts::new();
        let found = costs.solve(plain.game, &0, &within(states));
        let told = || format!("{found:?} in {states}, at least {}\n{plain:?}", least[0]);
        assert!(states < ALL || is_excused(found.stopped), "{}", told());
        if found.stopped.is_some() {
            continue;
        }
        // It is sure where the chance is 1.
        let sure = found.cost.is_some();
        assert!(if sure { goal.upper >= 1.0 - NEARLY } else { goal.lower < 1.0 }, "{goal:?}: {}", told());
        assert!(!sure || found.line.returns_to.is_none() && is_line(plain, &found.line), "{}", told());
        for state in plain.states() {
            let Some(cost) = costs.cost(plain.game, &state) else { continue };
            let exact = truths.as_ref().map(|truths| truths[state]);
            // Where one may turn round for nothing it is no more than a bound: that of turning round for ever.
            let right = overlap(cost, Interval { lower: least[state], upper: f64::INFINITY })
                && exact.is_none_or(|truth| truth.is_some_and(|truth| is_in(truth, cost)));
            assert!(right, "state {state}: {cost:?}, but {exact:?}, {}", told());
        }
        let exact = truths.as_ref().is_none_or(|truths| sure == truths[0].is_some());
        assert!(exact, "{truths:?}: {}", told());
        for (mv, cost) in costs.moves(plain.game, &0) {
            let alone = MeanCosts::new().solve(plain.game, &plain.game.play(&0, mv), &within(ALL));
            #[expect(clippy::cast_precision_loss, reason = "costs have few digits")]
            let price = plain.game.cost(&0, mv) as f64;
            let alone = alone.cost.map(|Interval { lower, upper }| Interval {
                lower: lower + price,
                upper: upper + price,
            });
            let same = cost.zip(alone).is_none_or(|(cost, alone)| overlap(cost, alone));
            assert!(same, "move {mv}: {cost:?}, but {alone:?}, {}", told());
        }
    }
}
