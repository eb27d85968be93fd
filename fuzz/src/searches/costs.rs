//! What a win costs.

use outplay_game::{Game, MinCost, Player, Proof};
use outplay_search::{
    Algorithm, AndOr, Costs, Every, Solution, Sum, all_lines, astar_comparing_from, can_force,
    explain, solve,
};

use super::plain::Plain;
use super::{ALL, LIMITS, TINY, passed, within};

/// More lines than this are not listed.
const MOST_LINES: usize = 50;

pub(super) fn hold(plain: &Plain) {
    let truths: Vec<Option<u64>> = plain.costs().into_iter().map(whole).collect();
    for (by, states) in Algorithm::ALL.into_iter().flat_map(|by| LIMITS.map(|states| (by, states)))
    {
        let found = solve(plain.game, &0, by, None, &within(states));
        let what = format!("{by} in {states}");
        sound(plain, truths[0], &found, &what);
        // Brute force remembers nothing.
        assert!(
            found.proof == Proof::Optimal || states < ALL || by == Algorithm::Brute,
            "{what}: {found:?}\n{plain:?}"
        );
    }
    let compared = if plain.game.contested() {
        AndOr::new().comparing_from(0).solve(plain.game, &0, None, &within(ALL))
    } else {
        astar_comparing_from(1, plain.game, &0, None, &within(ALL))
    };
    sound(plain, truths[0], &compared, "comparing");
    assert_eq!(compared.proof, Proof::Optimal, "{compared:?}\n{plain:?}");
    for most in truths[0].map_or([0, 5], |truth| [truth.saturating_sub(1), truth]) {
        for by in Algorithm::ALL {
            let found = solve(plain.game, &0, by, Some(most), &within(ALL));
            let within = truths[0].filter(|&truth| truth <= most);
            let right = if found.proof == Proof::Optimal {
                found.cost == within
            } else {
                found.lower <= truths[0].unwrap_or(u64::MAX)
            };
            assert!(right, "{by}, at most {most}: {found:?}, but {truths:?}\n{plain:?}");
        }
    }
    kept(plain, &truths, &compared.line);
    lines(plain, &truths);
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it has few digits")]
fn whole(cost: f64) -> Option<u64> {
    (cost < f64::INFINITY).then_some(cost as u64)
}

/// Nothing is said that is not so, and the line costs what it is said to cost.
fn sound(plain: &Plain, truth: Option<u64>, found: &Solution<usize>, what: &str) {
    let right = found.lower <= truth.unwrap_or(u64::MAX)
        && found.cost.is_none_or(|cost| truth.is_some_and(|truth| truth <= cost))
        && (found.proof != Proof::Optimal || found.cost == truth)
        && (found.stopped.is_some() || found.proof == Proof::Optimal);
    assert!(right, "{what}: {found:?}, but {truth:?}\n{plain:?}");
    if found.cost.is_some() {
        assert_eq!(cost_of(plain, &found.line), found.cost, "{what}: {found:?}\n{plain:?}");
    }
}

/// What a line costs when it is played, if it ends at the goal.
fn cost_of(plain: &Plain, line: &[usize]) -> Option<u64> {
    let states = passed(plain, line);
    let cost = states.iter().zip(line).map(|(state, &mv)| plain.game.cost(state, mv)).sum();
    plain.game.is_goal(&states[line.len()]).then_some(cost)
}

/// What is kept of every state, told of every move, and who wins.
fn kept(plain: &Plain, truths: &[Option<u64>], line: &[usize]) {
    let mut costs = Costs::default();
    for state in plain.states().rev() {
        assert_eq!(costs.cost(plain.game, &state, &within(ALL)), Ok(truths[state]), "{plain:?}");
    }
    let through = |state: usize, mv: usize| {
        let rest = truths[plain.game.play(&state, mv)];
        rest.map(|rest| rest + plain.game.cost(&state, mv))
    };
    let decisions = explain(plain.game, &0, line, &mut Costs::default(), &within(ALL));
    let states = passed(plain, line);
    for decision in decisions.unwrap_or_else(|stop| panic!("{stop:?}\n{plain:?}")) {
        for option in decision.moves {
            let truth = through(states[decision.after], option.mv);
            assert_eq!(option.cost, truth, "{option:?} of {line:?}\n{plain:?}");
        }
    }
    let every = Every::by_cost(plain.game, &[0], &within(ALL)).expect("there are few states");
    for (place, &state) in every.states().enumerate() {
        let told = every.value(place).and_then(|cost| u64::try_from(cost).ok());
        assert_eq!(told, truths[state], "state {state}\n{plain:?}");
    }
    // Ends that are no goal may be wins, too.
    let wins = plain.ahead(
        |state| f64::from(u8::from(plain.winner(state) == Some(Player::One))),
        |_, after| after,
    );
    let forced = can_force(plain.game, &0, Player::One, &within(ALL));
    assert_eq!(forced, Ok(wins[0] > 0.5), "{plain:?}");
}

/// All cheapest lines: each is one, and there are as many as are counted.
fn lines(plain: &Plain, truths: &[Option<u64>]) {
    if plain.states().len() > TINY {
        return;
    }
    let all = all_lines(plain.game, &0, MOST_LINES, &mut Costs::default(), &within(ALL));
    for line in &all.lines {
        assert_eq!(cost_of(plain, line), truths[0], "{line:?}\n{plain:?}");
    }
    let every = Every::by_cost(plain.game, &[0], &within(ALL)).expect("there are few states");
    let count = every.lines(0, |_, _| None).map(|lines| lines.count);
    if let Some(Sum { exact: Some(count), .. }) = count.filter(|_| all.complete) {
        assert_eq!(all.lines.len() as u128, count, "{all:?}\n{plain:?}");
    }
}
