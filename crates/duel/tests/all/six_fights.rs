//! The six fights that ship beside the wizard's, the arena's and the keeper's: small, against a plain
//! solver on the plain interpreter; whole, against what is known of them.
//!
//! `golden/six-fights.json` has both. A small fight is the file with words replaced, each of which
//! must be there. The plain solver is run for it here, so that the figure is the plain one's, and
//! the engine is held against it by its usual search and by another.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use crate::plain;

use outplay_duel::order::Order;
use outplay_duel::{Duel, Fight, Visitor};
use outplay_game::{Budget, Game, Objective, Proof};
use outplay_search::{Algorithm, Oracle, ZeroSumAlgorithm, solve, solve_zero_sum};
use plain::file::Goal;
use plain::solver::{Graph, cost_from_start};
use serde::Deserialize;

/// More states than this are too many for the plain truth.
const MOST: usize = 200_000;

#[derive(Deserialize)]
struct Golden {
    small: Vec<Small>,
    whole: Vec<Whole>,
}

/// A fight that is small enough for the plain solver.
#[derive(Deserialize)]
struct Small {
    game: String,
    /// What is replaced in its file, by what.
    replaced: Vec<(String, String)>,
    /// What it is worth, or the least that it costs; nothing where it cannot be won.
    value: Option<i64>,
    /// How many states the plain solver looks at.
    states: usize,
}

/// A fight as it ships, solved as it is by default.
#[derive(Deserialize)]
struct Whole {
    game: String,
    #[serde(default)]
    replaced: Vec<(String, String)>,
    value: Option<i64>,
    /// How many states the search expands: a speed gate without noise.
    expanded: u64,
}

fn golden() -> Golden {
    serde_json::from_str(include_str!("../../../../golden/six-fights.json")).unwrap()
}

fn text(game: &str, replaced: &[(String, String)]) -> String {
    let mut text = match game {
        "fencers" => include_str!("../../../../rules/fencers.toml"),
        "dragon" => include_str!("../../../../rules/dragon.toml"),
        "stairs" => include_str!("../../../../rules/stairs.toml"),
        "hedge" => include_str!("../../../../rules/hedge.toml"),
        "duelists" => include_str!("../../../../rules/duelists.toml"),
        "siege" => include_str!("../../../../rules/siege.toml"),
        other => panic!("no fight {other}"),
    }
    .to_owned();
    for (old, new) in replaced {
        assert!(text.contains(old), "{game} has no {old}");
        text = text.replace(old, new);
    }
    text
}

/// The value by the search that is used by default, or by the other; and the states expanded.
struct Solve {
    by_default: bool,
}

impl Visitor for Solve {
    type Output = (Option<i64>, u64);

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Self::Output {
        let start = duel.start();
        if matches!(fight.terms.objective, Objective::ZeroSum(_)) {
            let found = if self.by_default {
                Oracle::empty(duel).solve(duel, &start, &Budget::UNLIMITED).0
            } else {
                solve_zero_sum(duel, &start, ZeroSumAlgorithm::Retrograde, &Budget::UNLIMITED)
            };
            return (Some(found.value().unwrap()), found.stats.expanded);
        }
        let by = if self.by_default { Algorithm::default_for(duel) } else { Algorithm::Dijkstra };
        let found = solve(duel, &start, by, None, &Budget::UNLIMITED);
        assert_eq!(found.proof, Proof::Optimal);
        (found.cost.map(|cost| i64::try_from(cost).unwrap()), found.stats.expanded)
    }
}

/// The value by the plain solver, and how many states there are.
fn plainly(text: &str) -> (Option<i64>, usize) {
    let fight = plain::Fight::open(text);
    let graph = Graph::of(&fight, MOST).expect("too many states for the plain solver");
    let value = if matches!(fight.rules.goal, Goal::WinnerHp | Goal::Damage) {
        Some(graph.values()[graph.place_of(&fight.start())])
    } else {
        let cost = cost_from_start(&fight, &graph, &graph.least_costs());
        cost.map(|cost| i64::try_from(cost).unwrap())
    };
    (value, graph.states.len())
}

#[test]
fn small_ones_are_solved_as_the_plain_solver_solves_them() {
    for small in golden().small {
        let text = text(&small.game, &small.replaced);
        let name = format!("{} {:?}", small.game, small.replaced);
        assert_eq!(plainly(&text), (small.value, small.states), "{name}");
        let fight = plain::engine::open(&text).unwrap();
        for by_default in [true, false] {
            assert_eq!(fight.visit(Solve { by_default }).0, small.value, "{name}");
        }
    }
}

#[test]
fn whole_ones_have_their_known_values_and_take_as_many_states() {
    let mut wrong = Vec::new();
    for whole in golden().whole {
        let text = text(&whole.game, &whole.replaced);
        let found = plain::engine::open(&text).unwrap().visit(Solve { by_default: true });
        if found != (whole.value, whole.expanded) {
            wrong.push(format!("{} {:?}: {found:?}", whole.game, whole.replaced));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Everything in the fight and its modes is right, without a warning.
#[test]
fn nothing_is_wrong_with_them_in_any_mode() {
    use outplay_duel::{Options, RulesFile};
    use outplay_text::{Problems, Sources};
    for game in ["fencers", "dragon", "stairs", "hedge", "duelists", "siege"] {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let file = sources.add(game, text(game, &[]));
        let read = RulesFile::read(&sources, file, &mut problems);
        for mode in read.modes() {
            let options = Options { mode: Some(mode.clone()), ..Options::default() };
            assert!(read.fight(&sources, &options, &mut problems).is_some(), "{game} {mode}");
        }
        let problems = problems.into_sorted();
        assert!(problems.is_empty(), "{game}: {problems:#?}");
    }
}
