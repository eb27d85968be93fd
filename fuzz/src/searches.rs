//! Small games written as strings. All that the searches prove of a game, with whatever limits, must hold at
//! once; and the searches for the least cost give what brute force gives.

use outplay_game::sketch::Sketch;
use outplay_game::{Budget, Game, MinCost, Proof, laws};
use outplay_search::{
    Algorithm, AndOr, MeanCosts, Odds, Oracle, ZeroSumAlgorithm, astar_comparing_from, solve,
    solve_zero_sum,
};

use crate::text;

/// Longer numbers do not sum up.
const MOST_DIGITS: usize = 6;
/// States that a search may keep.
const LIMITS: [u64; 5] = [0, 1, 3, 9, 3000];
/// Intervals of games with dice are rounded.
const NEARLY: f64 = 1e-6;

/// Tries one input: a sketch.
pub fn try_one(data: &[u8]) {
    let Some(text) = text(data, 500) else { return };
    if text.split(|letter: char| !letter.is_ascii_digit()).any(|digits| digits.len() > MOST_DIGITS)
    {
        return;
    }
    let Ok(game) = text.parse::<Sketch>() else { return };
    if laws::check_chance(&game, 1000).is_err() {
        return;
    }
    if !text.contains('~') {
        costs(&game, text);
        values(&game, text);
    }
    chances(&game, text);
}

fn within(states: u64) -> Budget<'static> {
    Budget { states, ..Budget::UNLIMITED }
}

/// The cheapest win.
fn costs(game: &Sketch, text: &str) {
    let truth = solve(game, &0, Algorithm::Brute, None, &within(3000));
    // What a win costs at least and at most, as far as anybody knows.
    let (mut lower, mut upper) = (truth.lower, truth.cost.unwrap_or(u64::MAX));
    for (by, states) in Algorithm::ALL.into_iter().flat_map(|by| LIMITS.map(|states| (by, states)))
    {
        let found = solve(game, &0, by, None, &within(states));
        (lower, upper) = (lower.max(found.lower), upper.min(found.cost.unwrap_or(u64::MAX)));
        assert!(lower <= upper, "{by} in {states}: {found:?}, but {truth:?}\n{text}");
        if let Some(cost) = found.cost {
            assert_eq!(
                replayed(game, &found.line),
                Some(cost),
                "{by} in {states}: {found:?}\n{text}"
            );
        }
        if found.stopped.is_none() {
            assert_eq!(found.proof, Proof::Optimal, "{by} in {states}\n{text}");
            assert!(
                truth.stopped.is_some() || found.cost == truth.cost,
                "{by}: {found:?}, but {truth:?}\n{text}"
            );
        }
    }
    let compared = if game.contested() {
        AndOr::new().comparing_from(0).solve(game, &0, None, &within(3000))
    } else {
        astar_comparing_from(1, game, &0, None, &within(3000))
    };
    let (lower, upper) = (lower.max(compared.lower), upper.min(compared.cost.unwrap_or(u64::MAX)));
    assert!(lower <= upper, "comparing: {compared:?}, but {truth:?}\n{text}");
}

/// What a line costs when it is played, if it ends at the goal.
fn replayed(game: &Sketch, line: &[usize]) -> Option<u64> {
    let (mut state, mut cost) = (game.start(), 0);
    for &mv in line {
        cost += game.cost(&state, mv);
        state = game.play(&state, mv);
    }
    game.is_goal(&state).then_some(cost)
}

/// What it is worth to player 1.
fn values(game: &Sketch, text: &str) {
    let (mut lower, mut upper) = (i64::MIN, i64::MAX);
    let mut hold = |least: i64, most: i64, what: &str| {
        (lower, upper) = (lower.max(least), upper.min(most));
        assert!(lower <= upper, "{what}: {least} to {most}, but {lower} to {upper}\n{text}");
    };
    for by in ZeroSumAlgorithm::ALL {
        for states in LIMITS {
            let found = solve_zero_sum(game, &0, by, &within(states));
            hold(found.lower, found.upper, &format!("{by} in {states}"));
        }
    }
    for effort in [1, 8, 100_000] {
        let mut oracle = Oracle::empty(game).with_effort(effort);
        let (found, by) = oracle.solve(game, &0, &within(3000));
        hold(found.lower, found.upper, &format!("{by} by effort {effort}"));
    }
    // Dice that never fall.
    let mean = Odds::of_payoff().solve(game, &0, &within(3000)).value;
    #[expect(clippy::cast_possible_truncation, reason = "payoffs have few digits")]
    hold((mean.lower - NEARLY).ceil() as i64, (mean.upper + NEARLY).floor() as i64, "odds");
}

/// How likely player 1 is to win, and what a sure win costs on average.
fn chances(game: &Sketch, text: &str) {
    let (mut lower, mut upper, mut least, mut most) = (0.0_f64, 1.0_f64, 0.0_f64, f64::INFINITY);
    for states in LIMITS {
        let odds = Odds::of_winning().solve(game, &0, &within(states)).value;
        (lower, upper) = (lower.max(odds.lower), upper.min(odds.upper));
        assert!(lower <= upper + NEARLY, "{odds:?} in {states}\n{text}");
        if let Some(cost) = MeanCosts::new().solve(game, &0, &within(states)).cost {
            (least, most) = (least.max(cost.lower), most.min(cost.upper));
            assert!(least <= most + NEARLY * most, "{cost:?} in {states}\n{text}");
        }
    }
}
