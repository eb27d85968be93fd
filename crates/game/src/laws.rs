//! The laws that every game obeys, as one conformance suite.
//!
//! [`check`] walks the states of a game breadth first and verifies what the searches rely on;
//! [`check_bound`] and [`check_zero_sum`] enumerate the whole game, compute the true costs or values
//! with plain repeated relaxation (the slowest honest way), and compare the bounds with them;
//! [`check_chance`] looks at the weights of rolls. All are meant for tests: they cost time and memory in proportion to the states that they visit.

use std::fmt::Debug;
use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::{Chance, Game, MOST_WEIGHT, MinCost, Node, ZeroSum};

/// A law that a game breaks, with the state where it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The law, as a sentence.
    pub law: &'static str,
    /// Where it was broken.
    pub at: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a game breaks the law that {}, at {}", self.law, self.at)
    }
}

impl std::error::Error for Violation {}

fn demand(holds: bool, law: &'static str, at: &dyn Debug) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation { law, at: format!("{at:?}") }) }
}

/// Costs and values are compared as whole numbers, which the mean of a roll is not.
fn chance(at: &dyn Debug) -> Violation {
    Violation { law: "a game whose values are compared has no chance", at: format!("{at:?}") }
}

/// Checks the laws of [`Game`] on up to `limit` states, and returns how many were visited.
///
/// # Errors
/// The first law that is broken, and where.
///
/// ```
/// let game: outplay_game::sketch::Sketch = "a: 1 win, 2 a".parse().unwrap();
/// assert_eq!(outplay_game::laws::check(&game, 1000), Ok(2));
/// ```
pub fn check<G: Game>(game: &G, limit: usize) -> Result<usize, Violation> {
    let graph = Graph::walk(game, limit)?;
    Ok(graph.states.len())
}

/// Checks the laws of [`Chance`] on up to `limit` states, and returns how many were visited.
///
/// # Errors
/// The first law that is broken, and where.
///
/// ```
/// let game: outplay_game::sketch::Sketch = "a~: 3x0 win, 1x2 a~".parse().unwrap();
/// assert_eq!(outplay_game::laws::check_chance(&game, 1000), Ok(2));
/// ```
pub fn check_chance<G: Chance>(game: &G, limit: usize) -> Result<usize, Violation> {
    let graph = Graph::walk(game, limit)?;
    let (mut moves, mut weights, mut again) = (Vec::new(), Vec::new(), Vec::new());
    for state in graph.states.iter().filter(|state| game.node(state) == Node::Mean) {
        moves.clear();
        game.moves(state, &mut moves);
        weights.clear();
        game.weights(state, &mut weights);
        again.clear();
        game.weights(&state.clone(), &mut again);
        demand(weights == again, "equal states roll with the same weights", state)?;
        demand(weights.len() == moves.len(), "each result of a roll has a weight", state)?;
        demand(!weights.contains(&0), "a result of a roll can happen", &(state, &weights))?;
        let sum = weights.iter().try_fold(0_u64, |sum, &weight| sum.checked_add(weight));
        let law = "weights of a roll sum to no more than exact arithmetic bears";
        demand(sum.is_some_and(|sum| sum <= MOST_WEIGHT), law, &(state, &weights))?;
        let one_by_one = moves.iter().map(|&mv| game.play(state, mv));
        let one_by_one: Vec<_> = weights.iter().copied().zip(one_by_one).collect();
        let mut results = Vec::new();
        game.results(state, &mut results);
        demand(results == one_by_one, "results are the moves with their weights", state)?;
    }
    for state in graph.states.iter().filter(|state| game.node(state) != Node::Mean) {
        moves.clear();
        game.moves(state, &mut moves);
        for &mv in &moves {
            let next = game.play(state, mv);
            let (mut results, mut outcomes) = (Vec::new(), Vec::new());
            match game.node(&next) {
                Node::Mean => game.results(&next, &mut results),
                Node::Max | Node::Min | Node::Single | Node::End => results.push((1, next)),
            }
            game.outcomes(state, mv, &mut outcomes);
            let law = "outcomes are the results of the roll that a move leads to";
            demand(outcomes == results, law, &(state, mv))?;
        }
    }
    Ok(graph.states.len())
}

/// Checks the laws of [`MinCost`] on the whole game, and returns how many states it has.
///
/// # Errors
/// The first law that is broken, and where; also when the game has more than `limit` states.
pub fn check_bound<G: MinCost>(game: &G, limit: usize) -> Result<usize, Violation> {
    let graph = Graph::walk(game, limit)?;
    demand(graph.complete, "it has at most `limit` states", &limit)?;
    let truth = true_costs(game, &graph)?;
    for (index, state) in graph.states.iter().enumerate() {
        if game.is_goal(state) {
            demand(game.node(state) == Node::End, "only a finished game is a goal", state)?;
        }
        if game.node(state) == Node::Min && !game.contested() {
            let law = "player 2 has a choice only in a contested game";
            demand(graph.edges[index].len() < 2, law, state)?;
        }
        let bound = game.at_least(state);
        let admissible = match (bound, truth[index]) {
            (_, None) => true,
            (Some(bound), Some(truth)) => bound <= truth,
            (None, Some(_)) => false,
        };
        demand(admissible, "a bound never exceeds the truth", &(state, bound, truth[index]))?;
        for &(mv, next) in &graph.edges[index] {
            // A bound may know nothing of a state in which nobody chooses, and less of one in
            // which player 2 does: the worst-case search does not rely on it.
            if game.contested() || game.node(&graph.states[next]) == Node::Single {
                continue;
            }
            let consistent = match (bound, game.at_least(&graph.states[next])) {
                (_, None) => true,
                (Some(here), Some(there)) => here <= game.cost(state, mv) + there,
                (None, Some(_)) => false,
            };
            let law = "a bound falls by no more than a move costs";
            demand(consistent, law, &(state, bound, mv, &graph.states[next]))?;
        }
    }
    Ok(graph.states.len())
}

/// The least cost to the goal against the worst replies, for every state, by relaxing every state
/// until nothing changes. `None`: the goal cannot be forced.
fn true_costs<G: MinCost>(game: &G, graph: &Graph<G>) -> Result<Vec<Option<u64>>, Violation> {
    let mut costs: Vec<Option<u64>> =
        graph.states.iter().map(|state| game.is_goal(state).then_some(0)).collect();
    loop {
        let mut changed = false;
        for (index, state) in graph.states.iter().enumerate().rev() {
            if graph.edges[index].is_empty() {
                continue;
            }
            let through = graph.edges[index]
                .iter()
                .map(|&(mv, next)| costs[next].map(|cost| cost + game.cost(state, mv)));
            let value = match game.node(state) {
                Node::Min => through
                    .collect::<Option<Vec<_>>>()
                    .map(|all| all.into_iter().max().expect("a state that is not over has a move")),
                Node::Max | Node::Single => through.flatten().min(),
                Node::Mean => return Err(chance(state)),
                Node::End => continue,
            };
            if value != costs[index] {
                costs[index] = value;
                changed = true;
            }
        }
        if !changed {
            return Ok(costs);
        }
    }
}

/// Checks the laws of [`ZeroSum`] on the whole game, and returns how many states it has.
///
/// # Errors
/// The first law that is broken, and where; also when the game has more than `limit` states.
///
/// ```
/// let game: outplay_game::sketch::Sketch = "a: 0 b?, 0 a\nb?: 0 a, 0 c\nc = -3".parse().unwrap();
/// assert_eq!(outplay_game::laws::check_zero_sum(&game, 1000), Ok(3));
/// ```
pub fn check_zero_sum<G: ZeroSum>(game: &G, limit: usize) -> Result<usize, Violation> {
    let graph = Graph::walk(game, limit)?;
    demand(graph.complete, "it has at most `limit` states", &limit)?;
    let truth = true_values(game, &graph)?;
    for (index, state) in graph.states.iter().enumerate() {
        let (least, most) = (game.value_at_least(state), game.value_at_most(state));
        let law = "the bounds of a value contain it";
        demand((least..=most).contains(&truth[index]), law, &(state, least, truth[index], most))?;
    }
    if game.is_acyclic() {
        // States without moves to others that are left go, until none is left.
        let mut gone = vec![false; graph.states.len()];
        let mut left = graph.states.len();
        loop {
            for (index, edges) in graph.edges.iter().enumerate().rev() {
                gone[index] = edges.iter().all(|&(_, next)| gone[next]);
            }
            let now = gone.iter().filter(|&&gone| !gone).count();
            if now == left || now == 0 {
                left = now;
                break;
            }
            left = now;
        }
        let round = gone.iter().position(|&gone| !gone).map(|index| &graph.states[index]);
        demand(left == 0, "in an acyclic game no state returns", &round)?;
    }
    Ok(graph.states.len())
}

/// The value of every state to player 1. Taking what is not finished for 0, one more look ahead at
/// every state moves positive values only up and negative ones only down, so that it settles at the
/// truth: what can be forced to an end, and 0 for going on for ever.
fn true_values<G: ZeroSum>(game: &G, graph: &Graph<G>) -> Result<Vec<i64>, Violation> {
    let payoff = |state| if game.node(state) == Node::End { game.payoff(state) } else { 0 };
    let mut values: Vec<i64> = graph.states.iter().map(payoff).collect();
    loop {
        let mut changed = false;
        for (index, state) in graph.states.iter().enumerate().rev() {
            let after = graph.edges[index].iter().map(|&(_, next)| values[next]);
            let value = match game.node(state) {
                Node::Min => after.min(),
                Node::Max | Node::Single => after.max(),
                Node::Mean => return Err(chance(state)),
                Node::End => continue,
            };
            if let Some(value) = value.filter(|&value| value != values[index]) {
                values[index] = value;
                changed = true;
            }
        }
        if !changed {
            return Ok(values);
        }
    }
}

/// The states reached from the start, with their moves.
struct Graph<G: Game> {
    states: Vec<G::State>,
    edges: Vec<Vec<(G::Move, usize)>>,
    complete: bool,
}

impl<G: Game> Graph<G> {
    /// Breadth first from the start, checking the laws of [`Game`] on the way.
    fn walk(game: &G, limit: usize) -> Result<Self, Violation> {
        let start = game.start();
        demand(game.start() == start, "it always starts the same way", &start)?;
        let mut places: FxHashMap<G::State, usize> = FxHashMap::default();
        places.insert(start.clone(), 0);
        let mut graph = Self { states: vec![start], edges: Vec::new(), complete: true };
        let (mut moves, mut again) = (Vec::new(), Vec::new());
        let mut next = 0;
        while next < graph.states.len() {
            let state = graph.states[next].clone();
            next += 1;
            moves.clear();
            game.moves(&state, &mut moves);
            again.clear();
            game.moves(&state.clone(), &mut again);
            demand(moves == again, "equal states offer the same moves", &state)?;
            let node = game.node(&state);
            let law = "equal states are of the same kind";
            demand(node == game.node(&state.clone()), law, &state)?;
            match node {
                Node::End => demand(moves.is_empty(), "a finished game has no moves", &state)?,
                Node::Single => demand(moves.len() == 1, "a forced turn has one move", &state)?,
                Node::Mean => demand(!moves.is_empty(), "a roll of the dice has a result", &state)?,
                Node::Max | Node::Min => {
                    demand(!moves.is_empty(), "a player who must choose has a move", &state)?;
                }
            }
            let mut edges = Vec::with_capacity(moves.len());
            for (index, &mv) in moves.iter().enumerate() {
                demand(!moves[..index].contains(&mv), "moves are distinct", &(&state, mv))?;
                let after = game.play(&state, mv);
                let same = game.play(&state, mv);
                demand(after == same, "play is deterministic", &(&state, mv))?;
                let hash = |state: &G::State| FxBuildHasher.hash_one(state);
                demand(hash(&after) == hash(&same), "equal states hash alike", &after)?;
                let place = match places.get(&after) {
                    Some(&place) => place,
                    None if graph.states.len() < limit => {
                        places.insert(after.clone(), graph.states.len());
                        graph.states.push(after);
                        graph.states.len() - 1
                    }
                    None => {
                        graph.complete = false;
                        continue;
                    }
                };
                edges.push((mv, place));
            }
            graph.edges.push(edges);
        }
        Ok(graph)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    /// A sketch with a bound of one's own, to see the laws catch a wrong one.
    struct Bounded(Sketch, [Option<u64>; 3]);

    impl Game for Bounded {
        type State = usize;
        type Move = usize;
        fn start(&self) -> usize {
            self.0.start()
        }
        fn node(&self, state: &usize) -> Node {
            self.0.node(state)
        }
        fn moves(&self, state: &usize, out: &mut Vec<usize>) {
            self.0.moves(state, out);
        }
        fn play(&self, state: &usize, mv: usize) -> usize {
            self.0.play(state, mv)
        }
    }

    impl MinCost for Bounded {
        fn cost(&self, state: &usize, mv: usize) -> u64 {
            self.0.cost(state, mv)
        }
        fn is_goal(&self, state: &usize) -> bool {
            self.0.is_goal(state)
        }
        fn contested(&self) -> bool {
            false
        }
        fn at_least(&self, state: &usize) -> Option<u64> {
            self.1[*state]
        }
    }

    fn law_broken_by(bounds: [Option<u64>; 3]) -> Option<&'static str> {
        let game = Bounded("a: 2 b\nb: 3 win".parse().unwrap(), bounds);
        check_bound(&game, 10).err().map(|violation| violation.law)
    }

    #[test]
    fn a_bound_that_is_exact_is_lawful() {
        assert_eq!(law_broken_by([Some(5), Some(3), Some(0)]), None);
    }

    #[test]
    fn a_bound_above_the_truth_is_caught() {
        let law = Some("a bound never exceeds the truth");
        assert_eq!(law_broken_by([Some(6), Some(3), Some(0)]), law);
        assert_eq!(law_broken_by([None, Some(3), Some(0)]), law);
    }

    #[test]
    fn a_bound_that_falls_too_fast_is_caught() {
        let law = Some("a bound falls by no more than a move costs");
        assert_eq!(law_broken_by([Some(5), Some(0), Some(0)]), law);
    }

    #[test]
    fn a_choice_of_player_2_where_nothing_is_contested_is_caught() {
        let broken = |text: &str| {
            let game = Bounded(text.parse().unwrap(), [Some(0); 3]);
            check_bound(&game, 10).err().map(|violation| violation.law)
        };
        assert_eq!(broken("a: 2 b?\nb?: 3 win"), None);
        let law = Some("player 2 has a choice only in a contested game");
        assert_eq!(broken("a: 2 b?\nb?: 3 win, 1 a"), law);
    }

    /// A sketch with claims of one's own about its value.
    struct Claims {
        sketch: Sketch,
        bounds: (i64, i64),
        acyclic: bool,
    }

    impl Game for Claims {
        type State = usize;
        type Move = usize;
        fn start(&self) -> usize {
            self.sketch.start()
        }
        fn node(&self, state: &usize) -> Node {
            self.sketch.node(state)
        }
        fn moves(&self, state: &usize, out: &mut Vec<usize>) {
            self.sketch.moves(state, out);
        }
        fn play(&self, state: &usize, mv: usize) -> usize {
            self.sketch.play(state, mv)
        }
    }

    impl ZeroSum for Claims {
        fn payoff(&self, state: &usize) -> i64 {
            self.sketch.payoff(state)
        }
        fn value_at_least(&self, _: &usize) -> i64 {
            self.bounds.0
        }
        fn value_at_most(&self, _: &usize) -> i64 {
            self.bounds.1
        }
        fn is_acyclic(&self) -> bool {
            self.acyclic
        }
    }

    #[test]
    fn rolls_that_cannot_be_weighed_are_caught() {
        let broken = |text: &str| {
            let game: Sketch = text.parse().unwrap();
            check_chance(&game, 10).err().map(|violation| violation.law)
        };
        assert_eq!(broken("a~: 1x0 win, 0 a~, 7x3 win"), None);
        assert_eq!(broken("a~: 0x0 win, 1x0 a~"), Some("a result of a roll can happen"));
        let fine = Some("weights of a roll sum to no more than exact arithmetic bears");
        assert_eq!(broken("a~: 4611686018427387904x0 win, 1x0 a~"), fine);
        assert_eq!(broken("a~: 18446744073709551615x0 win, 1x0 a~"), fine);
    }

    #[test]
    fn false_claims_about_a_value_are_caught() {
        let broken = |text: &str, bounds, acyclic| {
            let claims = Claims { sketch: text.parse().unwrap(), bounds, acyclic };
            check_zero_sum(&claims, 10).err().map(|violation| violation.law)
        };
        let line = "a: 0 b, 0 c\nb = 5\nc = -2";
        assert_eq!(broken(line, (-2, 5), true), None);
        assert_eq!(broken(line, (-2, 4), true), Some("the bounds of a value contain it"));
        assert_eq!(broken(line, (-1, 5), true), Some("the bounds of a value contain it"));
        let round = "a: 0 b, 0 c\nb: 0 a\nc = -2";
        assert_eq!(broken(round, (-2, 0), false), None);
        assert_eq!(broken(round, (-2, -1), false), Some("the bounds of a value contain it"));
        assert_eq!(broken(round, (-2, 0), true), Some("in an acyclic game no state returns"));
        let claims = Claims { sketch: round.parse().unwrap(), bounds: (-2, 0), acyclic: true };
        assert_eq!(check_zero_sum(&claims, 10).unwrap_err().at, "Some(0)");
    }

    /// A game that breaks a law: each call says something else, or what it says cannot be.
    struct Liar {
        law: &'static str,
        calls: std::sync::atomic::AtomicU64,
    }

    impl Liar {
        /// Does it lie this time? Every second time, where this is the law that it breaks.
        fn lies(&self, law: &str) -> bool {
            self.law == law
                && self.calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 2 == 1
        }
    }

    /// Equal whatever the second number is.
    #[derive(Clone, Debug)]
    struct Loose(u8, u64);

    impl PartialEq for Loose {
        fn eq(&self, other: &Self) -> bool {
            self.0 == other.0
        }
    }

    impl Eq for Loose {}

    impl std::hash::Hash for Loose {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            self.1.hash(state);
        }
    }

    impl Game for Liar {
        type State = Loose;
        type Move = u8;
        fn start(&self) -> Loose {
            Loose(u8::from(self.lies("it always starts the same way")), 0)
        }
        fn node(&self, state: &Loose) -> Node {
            match (self.law, state.0) {
                ("equal states are of the same kind", _) if self.lies(self.law) => Node::Min,
                ("a roll of the dice has a result", 2) => Node::Mean,
                ("a player who must choose has a move", 2) => Node::Min,
                ("a forced turn has one move", 0) => Node::Single,
                ("a finished game has no moves", 1) | (_, 2..) => Node::End,
                _ => Node::Max,
            }
        }
        fn moves(&self, state: &Loose, out: &mut Vec<u8>) {
            if state.0 < 2 {
                out.extend([1, 2 - state.0]);
                if state.0 == 0 && self.law != "moves are distinct" {
                    out[1] = 2;
                }
                if state.0 == 1 {
                    out.truncate(1);
                }
            }
            if self.law == "moves are distinct" {
                out.extend(out.first().copied());
            }
            if self.lies("equal states offer the same moves") {
                out.reverse();
                out.push(9);
            }
        }
        fn play(&self, state: &Loose, mv: u8) -> Loose {
            let more = u8::from(self.lies("play is deterministic"));
            Loose(state.0 + mv + more, u64::from(self.lies("equal states hash alike")))
        }
    }

    #[test]
    fn whoever_breaks_a_law_is_told_which() {
        let laws = [
            "it always starts the same way",
            "equal states offer the same moves",
            "equal states are of the same kind",
            "a finished game has no moves",
            "a forced turn has one move",
            "a roll of the dice has a result",
            "a player who must choose has a move",
            "moves are distinct",
            "play is deterministic",
            "equal states hash alike",
        ];
        for law in laws {
            let liar = Liar { law, calls: std::sync::atomic::AtomicU64::new(0) };
            assert_eq!(check(&liar, 100).map_err(|violation| violation.law), Err(law));
        }
        let honest = Liar { law: "none", calls: std::sync::atomic::AtomicU64::new(0) };
        assert_eq!(check(&honest, 100), Ok(3));
        let violation = Violation { law: "a is b", at: "here".to_owned() };
        assert_eq!(violation.to_string(), "a game breaks the law that a is b, at here");
    }

    #[test]
    fn as_many_states_are_visited_as_were_asked_for() {
        let game: Sketch = "a: 0 b\nb: 0 c, 0 a\nc: 0 win".parse().unwrap();
        assert_eq!(
            [1, 2, 3, 4, 9].map(|limit| check(&game, limit)),
            [Ok(1), Ok(2), Ok(3), Ok(4), Ok(4)]
        );
        for checked in [check_bound(&game, 3), check_zero_sum(&game, 3)] {
            assert_eq!(checked.unwrap_err().law, "it has at most `limit` states");
        }
        assert_eq!((check_bound(&game, 4), check_zero_sum(&game, 4)), (Ok(4), Ok(4)));
        assert_eq!(check_chance(&game, 2), Ok(2));
    }

    #[test]
    fn true_costs_and_values_are_those_on_paper() {
        let text = "s: 0 a, 0 e, 0 f, 0 b?, 0 c\na: 5 b?, 1 c, 9 win\nb?: 1 win, 2 d!\nc: 0 c, 0 win\nd!: 3 win\ne: 0 e\nf = 4";
        let all: Sketch = text.parse().unwrap();
        let graph = Graph::walk(&all, 99).unwrap();
        let named = |costs: Vec<Option<u64>>| {
            let mut by_state: Vec<_> = graph.states.iter().copied().zip(costs).collect();
            by_state.sort_unstable();
            by_state.into_iter().map(|(_, cost)| cost).collect::<Vec<_>>()
        };
        // s, a, b?, c, d!, e, f, win: player 2 turns to d, which costs 2 + 3.
        let costs = [Some(0), Some(1), Some(5), Some(0), Some(3), None, None, Some(0)];
        assert_eq!(named(true_costs(&all, &graph).unwrap()), costs);
        let mut values: Vec<_> =
            graph.states.iter().copied().zip(true_values(&all, &graph).unwrap()).collect();
        values.sort_unstable();
        let values: Vec<i64> = values.into_iter().map(|(_, value)| value).collect();
        assert_eq!(values, [4, 1, 1, 1, 1, 0, 4, 1]);
    }
}
