//! What a game is worth to player 1, for two sides.

use outplay_game::{Game, Node, ZeroSum};
use outplay_search::{
    Every, Oracle, ZeroSumAlgorithm, ZeroSumSolution, game_tree, move_values, solve_zero_sum,
};

use super::plain::Plain;
use super::{ALL, LIMITS, passed, within};

/// Nodes of the tree that is drawn.
const NODES: usize = 60;

pub(super) fn hold(plain: &Plain) {
    #[expect(clippy::cast_possible_truncation, reason = "payoffs have few digits")]
    let truths: Vec<i64> = plain.values().into_iter().map(|value| value as i64).collect();
    for by in ZeroSumAlgorithm::ALL {
        for states in LIMITS {
            let found = solve_zero_sum(plain.game, &0, by, &within(states));
            sound(plain, &truths, &found, &format!("{by} in {states}"));
            let sure = match by {
                ZeroSumAlgorithm::Alphabeta | ZeroSumAlgorithm::Retrograde => true,
                ZeroSumAlgorithm::Memo => plain.game.is_acyclic(),
                // They follow every line.
                ZeroSumAlgorithm::Iterative | ZeroSumAlgorithm::Recursive => false,
            };
            assert!(found.stopped.is_none() || states < ALL || !sure, "{by}: {found:?}\n{plain:?}");
        }
    }
    for effort in [1, 8, 100_000] {
        let mut oracle = Oracle::empty(plain.game).with_effort(effort);
        let (found, by) = oracle.solve(plain.game, &0, &within(ALL));
        let what = format!("{by} by effort {effort}");
        assert_eq!(found.stopped, None, "{what}: {found:?}\n{plain:?}");
        sound(plain, &truths, &found, &what);
        // Whatever it was asked before.
        for state in plain.states() {
            priced(plain, &truths, state, oracle.move_values(plain.game, &state, &within(ALL)));
        }
    }
    priced(plain, &truths, 0, move_values(plain.game, &0, &within(ALL)));
    everywhere(plain, &truths);
}

/// What is said holds the truth, is settled where nothing stopped it, and then the line comes to it.
fn sound(plain: &Plain, truths: &[i64], found: &ZeroSumSolution<usize>, what: &str) {
    let truth = truths[0];
    let told = || format!("{what}: {found:?}, but {truth}\n{plain:?}");
    assert!((found.lower..=found.upper).contains(&truth), "{}", told());
    let states = passed(plain, &found.line);
    if found.stopped.is_some() {
        return;
    }
    assert_eq!(found.value(), Some(truth), "{}", told());
    assert!(states.iter().all(|&state| truths[state] == truth), "{}", told());
    let last = states[found.line.len()];
    match found.returns_to {
        None => assert_eq!(plain.node(last), Node::End, "{}", told()),
        Some(after) => assert!(truth == 0 && states[..found.line.len()][after] == last, "{}", told()),
    }
    if plain.game.is_acyclic() {
        let first_best = |&state: &usize| {
            plain.ways(state).iter().find(|way| truths[way.next] == truth).map(|way| way.mv)
        };
        let first: Vec<_> = states.iter().filter_map(first_best).collect();
        assert_eq!(found.line, first, "not the first in move order: {}", told());
    }
}

fn priced(
    plain: &Plain,
    truths: &[i64],
    state: usize,
    told: Result<Vec<(usize, i64)>, outplay_game::Stop>,
) {
    let each = plain.ways(state).iter().map(|way| (way.mv, truths[way.next])).collect();
    assert_eq!(told, Ok(each), "moves of state {state}\n{plain:?}");
}

/// The values of all positions at once, and those of a tree that is drawn.
fn everywhere(plain: &Plain, truths: &[i64]) {
    let every = Every::by_value(plain.game, &[0], &within(ALL)).expect("there are few states");
    for (place, &state) in every.states().enumerate() {
        assert_eq!(every.value(place), Some(truths[state]), "state {state}\n{plain:?}");
        let line = every.way_to(place);
        assert_eq!(passed(plain, &line)[line.len()], state, "{line:?}\n{plain:?}");
    }
    let mut oracle = Oracle::empty(plain.game);
    let tree = game_tree(plain.game, &plain.game.start(), NODES, &mut oracle, &within(ALL));
    for node in tree.unwrap_or_else(|stop| panic!("{stop:?}\n{plain:?}")).nodes {
        assert_eq!(node.value, truths[node.state], "{node:?}\n{plain:?}");
    }
}
