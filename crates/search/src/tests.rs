//! All searches against the reference, on random games that were written as strings.

use std::sync::atomic::{AtomicU32, Ordering};

use outplay_game::sketch::Sketch;
use outplay_game::{Budget, Game, MinCost, Node, Player, Proof, Stop};
use proptest::prelude::*;

use crate::reference::brute;
use crate::{
    Algorithm, Costs, Solution, all_lines, astar, can_force, dfs, explain, solve, worst_case,
};

/// Random games of up to six states, loops, dead ends and forced states among them; with
/// `contested`, player 2 chooses in some.
pub(crate) fn sketches(contested: bool) -> impl Strategy<Value = String> {
    let kinds = if contested { 3_u8 } else { 2 };
    let node = (0..kinds, prop::collection::vec((0_u64..6, 0_usize..7), 0..4));
    prop::collection::vec(node, 1..7).prop_map(|nodes| {
        let suffix = |index: usize| match nodes.get(index) {
            Some((0, moves)) if moves.len() == 1 => "!",
            Some((2, _)) => "?",
            _ => "",
        };
        let name = |index: usize| match index % (nodes.len() + 1) {
            0 => "win".to_owned(),
            state => format!("s{state}{}", suffix(state - 1)),
        };
        let mut text = String::new();
        for (index, (_, moves)) in nodes.iter().enumerate() {
            let moves: Vec<_> =
                moves.iter().map(|(cost, to)| format!("{cost} {}", name(*to))).collect();
            text += &format!("{}: {}\n", name(index + 1), moves.join(", "));
        }
        text
    })
}

/// The truth by brute force, unless the game is too much for it (a loop that costs something and
/// leads nowhere goes on for ever without memory).
fn truth(game: &Sketch) -> Result<Option<u64>, Stop> {
    let budget = Budget { states: 5000, ..Budget::UNLIMITED };
    let solution = brute(game, &0, None, &budget);
    solution.stopped.map_or(Ok(solution.cost), Err)
}

/// A sketch with a bound: any part of the truth, so that it never exceeds it but may fall too fast.
struct Guided {
    sketch: Sketch,
    bounds: Vec<Option<u64>>,
}

impl Guided {
    fn new(sketch: Sketch, quarters: &[u64]) -> Self {
        let states = quarters.len();
        let bounds = (0..states).map(|state| {
            let truth = worst_case(&sketch, &state, false, None, &Budget::UNLIMITED).cost;
            truth.map(|truth| truth * quarters[state] / 4)
        });
        Self { bounds: bounds.collect(), sketch }
    }
}

impl Game for Guided {
    type State = usize;
    type Move = usize;
    fn start(&self) -> usize {
        0
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

impl MinCost for Guided {
    fn cost(&self, state: &usize, mv: usize) -> u64 {
        self.sketch.cost(state, mv)
    }
    fn is_goal(&self, state: &usize) -> bool {
        self.sketch.is_goal(state)
    }
    fn contested(&self) -> bool {
        self.sketch.contested()
    }
    fn at_least(&self, state: &usize) -> Option<u64> {
        self.bounds[*state]
    }
}

#[test]
fn a_line_that_costs_what_a_stopped_search_leaves_at_least_is_proved() {
    // The win is found, and something else that cost as much is looked at first when it is stopped.
    let game: Sketch = "start: 5 other, 5 win\nother: 1 win".parse().unwrap();
    for by in [Algorithm::Astar, Algorithm::Dijkstra] {
        let budget = Budget { states: 3, ..Budget::UNLIMITED };
        let found = solve(&game, &0, by, None, &budget);
        assert_eq!((found.cost, found.lower, found.proof), (Some(5), 5, Proof::Optimal), "{by}");
        assert_eq!((found.stopped, found.stats.expanded), (None, 1), "{by}");
        // A line that may be beaten is not.
        let dearer: Sketch = "start: 4 other, 5 win\nother: 2 win".parse().unwrap();
        let found = solve(&dearer, &0, by, None, &budget);
        assert_eq!((found.cost, found.lower, found.proof), (Some(5), 4, Proof::Bound), "{by}");
    }
}

#[test]
fn a_way_that_costs_no_less_is_not_followed_again() {
    // Around in circles for nothing: whoever queues it again never ends, unless it is told to.
    let game: Sketch = "a: 0 b, 0 c\nb: 0 a, 0 c\nc: 0 b, 3 win, 3 a".parse().unwrap();
    for by in [Algorithm::Astar, Algorithm::Dijkstra] {
        let asked = AtomicU32::new(0);
        let turn = || (asked.fetch_add(1, Ordering::Relaxed) > 5).then_some(Stop::Interrupted);
        let budget = Budget { turn: Some(&turn), ..Budget::UNLIMITED };
        let found = solve(&game, &0, by, None, &budget);
        assert_eq!((found.cost, found.stopped, found.stats.expanded), (Some(3), None, 3), "{by}");
    }
}

/// What the line costs when it is played, if it ends at the goal.
fn replay(game: &Sketch, line: &[usize]) -> Option<u64> {
    let (mut state, mut cost) = (game.start(), 0);
    for &mv in line {
        cost += game.cost(&state, mv);
        state = game.play(&state, mv);
    }
    game.is_goal(&state).then_some(cost)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn all_searches_agree_with_brute_force(text in sketches(false)) {
        let game: Sketch = text.parse().unwrap();
        let Ok(truth) = truth(&game) else { return Ok(()) };
        for by in Algorithm::ALL {
            let solution = solve(&game, &0, by, None, &Budget::UNLIMITED);
            prop_assert_eq!(solution.cost, truth, "{}", by);
            prop_assert_eq!(solution.proof, Proof::Optimal);
            if solution.cost.is_some() {
                prop_assert_eq!(replay(&game, &solution.line), truth, "{}", by);
            }
        }
        for guided in [true, false] {
            let solution = worst_case(&game, &0, guided, None, &Budget::UNLIMITED);
            prop_assert_eq!(solution.cost, truth);
        }
    }

    #[test]
    fn the_worst_case_agrees_with_brute_force(text in sketches(true)) {
        let game: Sketch = text.parse().unwrap();
        let Ok(truth) = truth(&game) else { return Ok(()) };
        for by in Algorithm::ALL {
            let solution = solve(&game, &0, by, None, &Budget::UNLIMITED);
            prop_assert_eq!(solution.cost, truth, "{}", by);
            prop_assert_eq!(solution.proof, Proof::Optimal);
            if truth.is_some() {
                prop_assert_eq!(replay(&game, &solution.line), truth, "{}", by);
            }
        }
    }

    #[test]
    fn a_bound_that_falls_too_fast_costs_no_answer(
        text in sketches(true),
        quarters in prop::collection::vec(0_u64..5, 7),
    ) {
        let sketch: Sketch = text.parse().unwrap();
        let states = text.lines().count() + 1;
        let truth = worst_case(&sketch, &0, false, None, &Budget::UNLIMITED).cost;
        let game = Guided::new(sketch, &quarters[..states]);
        for by in [Algorithm::Astar, Algorithm::Dfs] {
            let solution = solve(&game, &0, by, None, &Budget::UNLIMITED);
            prop_assert_eq!(solution.cost, truth, "{}", by);
        }
    }

    #[test]
    fn a_cost_that_is_asked_for_is_kept(text in sketches(true), most in 0_u64..12) {
        let game: Sketch = text.parse().unwrap();
        let Ok(truth) = truth(&game) else { return Ok(()) };
        let within = truth.filter(|&cost| cost <= most);
        for by in Algorithm::ALL {
            let solution = solve(&game, &0, by, Some(most), &Budget::UNLIMITED);
            prop_assert_eq!(solution.cost, within, "{}", by);
            prop_assert_eq!(solution.lower, within.unwrap_or(solution.lower));
            prop_assert!(within.is_some() || solution.lower > most);
            prop_assert!(truth.is_none_or(|truth| solution.lower <= truth));
            prop_assert_eq!(solution.proof, Proof::Optimal);
        }
    }

    #[test]
    fn a_search_that_is_stopped_says_only_what_is_true(text in sketches(true), most in 0_u64..12) {
        let game: Sketch = text.parse().unwrap();
        let Ok(truth) = truth(&game) else { return Ok(()) };
        for by in Algorithm::ALL {
            let budget = Budget { states: most, ..Budget::UNLIMITED };
            let solution = solve(&game, &0, by, None, &budget);
            match solution.proof {
                Proof::Optimal => {
                    prop_assert_eq!(solution.cost, truth);
                    prop_assert_eq!(solution.lower, truth.unwrap_or(u64::MAX));
                }
                Proof::Interval | Proof::None => prop_assert!(false, "a search knows at least a bound"),
                Proof::Bound => {
                    let lower = solution.lower;
                    prop_assert_eq!(solution.stopped, Some(Stop::States));
                    prop_assert!(truth.is_none_or(|truth| lower <= truth));
                    if let Some(upper) = solution.cost {
                        prop_assert!(truth.is_some_and(|truth| truth <= upper));
                    }
                }
            }
        }
    }

    #[test]
    fn every_optimal_line_is_listed_once_and_is_optimal(text in sketches(false)) {
        let game: Sketch = text.parse().unwrap();
        let best = astar(&game, &0, None, &Budget::UNLIMITED);
        let all = all_lines(&game, &0, 200, &mut Costs::default(), &Budget::UNLIMITED);
        prop_assert_eq!(all.lines.is_empty(), best.cost.is_none());
        for (index, line) in all.lines.iter().enumerate() {
            prop_assert_eq!(replay(&game, line), best.cost);
            prop_assert!(!all.lines[..index].contains(line));
        }
        if all.complete {
            for by in [Algorithm::Dijkstra, Algorithm::Dfs] {
                let Solution { cost, line, .. } =
                    solve(&game, &0, by, None, &Budget::UNLIMITED);
                prop_assert!(cost.is_none() || all.lines.contains(&line));
            }
        }
    }

    #[test]
    fn explanations_price_every_move(text in sketches(true)) {
        let game: Sketch = text.parse().unwrap();
        let best = solve(&game, &0, Algorithm::Astar, None, &Budget::UNLIMITED);
        let decisions = explain(&game, &0, &best.line, &mut Costs::default(), &Budget::UNLIMITED).unwrap();
        let mut left = best.cost;
        let (mut state, mut played) = (0, 0);
        for decision in decisions {
            while played < decision.after {
                left = left.map(|left| left - game.cost(&state, best.line[played]));
                state = game.play(&state, best.line[played]);
                played += 1;
            }
            for option in decision.moves {
                if option.chosen {
                    prop_assert_eq!(option.cost, left);
                } else if decision.player == Player::One {
                    prop_assert!(option.cost.is_none() || option.cost >= left);
                } else {
                    prop_assert!(option.cost <= left && option.cost.is_some());
                }
            }
        }
    }

    #[test]
    fn what_is_kept_of_any_line_is_the_least_cost(text in sketches(true)) {
        let game: Sketch = text.parse().unwrap();
        for by in Algorithm::ALL {
            let budget = Budget { states: 5000, ..Budget::UNLIMITED };
            let solution = solve(&game, &0, by, None, &budget);
            let mut costs = Costs::default();
            costs.learn(&game, &0, &solution, &budget);
            let mut state = 0;
            for mv in [None].into_iter().chain(solution.line.iter().copied().map(Some)) {
                state = mv.map_or(state, |mv| game.play(&state, mv));
                if solution.stopped.is_some() {
                    continue;
                }
                let kept = costs.cost(&game, &state, &budget);
                // Where player 2 chooses, the one search that is kept finds it for itself.
                prop_assert!(game.contested() || costs.spent() == 0, "{}: it is known", by);
                let truth = brute(&game, &state, None, &budget);
                if truth.stopped.is_none() {
                    prop_assert_eq!(kept, Ok(truth.cost), "{}: state {}", by, state);
                }
            }
        }
    }

    #[test]
    fn a_keeper_of_costs_answers_like_a_search_in_any_order(
        text in sketches(true),
        order in prop::collection::vec(0_usize..7, 1..12),
        bytes in prop_oneof![Just(u64::MAX), 150_000_u64..200_000],
    ) {
        let game: Sketch = text.parse().unwrap();
        let states = text.lines().count() + 1;
        let budget = Budget { bytes, ..Budget::UNLIMITED };
        let mut costs = Costs::default();
        for state in order.into_iter().map(|state| state % states) {
            let cold = solve(&game, &state, Algorithm::Astar, None, &budget);
            prop_assert_eq!(costs.cost(&game, &state, &budget), Ok(cold.cost));
            let again = costs.spent();
            prop_assert_eq!(costs.cost(&game, &state, &budget), Ok(cold.cost));
            prop_assert_eq!(costs.spent(), again);
        }
    }

    #[test]
    fn an_explanation_is_the_same_whatever_is_known_before(text in sketches(true)) {
        let game: Sketch = text.parse().unwrap();
        let budget = Budget::UNLIMITED;
        let mut costs = Costs::default();
        let best = costs.solve(&game, &0, &budget);
        let cold = explain(&game, &0, &best.line, &mut Costs::default(), &budget);
        prop_assert_eq!(&cold, &explain(&game, &0, &best.line, &mut costs, &budget));
        let spent = costs.spent();
        prop_assert_eq!(&cold, &explain(&game, &0, &best.line, &mut costs, &budget));
        prop_assert_eq!(costs.spent(), spent, "nothing is searched twice");
    }

    #[test]
    fn exactly_one_of_win_loss_and_neither_is_true(text in sketches(true)) {
        let game: Sketch = text.parse().unwrap();
        let budget = &Budget::UNLIMITED;
        let one = can_force(&game, &0, Player::One, budget).unwrap();
        let two = can_force(&game, &0, Player::Two, budget).unwrap();
        prop_assert!(!(one && two));
        let value = solve(&game, &0, Algorithm::Astar, None, budget).cost;
        prop_assert_eq!(one, value.is_some());
        if game.node(&0) == Node::End {
            prop_assert!(two);
        }
    }
}

#[test]
fn a_goal_counts_when_it_is_taken_not_when_it_is_generated() {
    let game: Sketch = "a: 10 win, 1 b\nb: 1 win".parse().unwrap();
    for by in Algorithm::ALL {
        assert_eq!(solve(&game, &0, by, None, &Budget::UNLIMITED).cost, Some(2), "{by}");
    }
}

#[test]
fn an_interrupted_search_keeps_its_best_line() {
    let game: Sketch = "a: 5 win, 1 b\nb: 1 c\nc: 9 win".parse().unwrap();
    let flag = std::sync::atomic::AtomicBool::new(true);
    let budget = Budget { interrupt: Some(&flag), ..Budget::UNLIMITED };
    let solution = astar(&game, &0, None, &budget);
    assert_eq!(solution.stopped, Some(Stop::Interrupted));
    assert_eq!((solution.proof, solution.lower), (Proof::Bound, 0));
    let budget = Budget { states: 3, ..Budget::UNLIMITED };
    let solution = astar(&game, &0, None, &budget);
    assert_eq!((solution.cost, solution.proof, solution.lower), (Some(5), Proof::Bound, 1));
}

#[test]
fn a_contested_search_that_is_interrupted_keeps_what_it_has_found() {
    // Steps that cost nothing come first, more of them than pass between two looks.
    let mut text = "a: 9 win, 0 s0\n".to_owned();
    text.extend((0..600).map(|index| format!("s{index}: 0 s{}\n", index + 1)));
    let game: Sketch = (text + "s600: 1 win").parse().unwrap();
    let looks = AtomicU32::new(0);
    let turn = || (looks.fetch_add(1, Ordering::Relaxed) > 0).then_some(Stop::Interrupted);
    let budget = Budget { turn: Some(&turn), ..Budget::UNLIMITED };
    let solution = worst_case(&game, &0, false, None, &budget);
    assert_eq!(solution.stopped, Some(Stop::Interrupted));
    assert_eq!((solution.cost, solution.proof, solution.lower), (Some(9), Proof::Bound, 0));
    assert_eq!(worst_case(&game, &0, false, None, &Budget::UNLIMITED).cost, Some(1));
}

#[test]
fn depth_first_search_reports_every_better_line() {
    let game: Sketch = "a: 9 win, 3 b\nb: 4 win, 1 win".parse().unwrap();
    let mut costs = Vec::new();
    let mut on_better = |cost, line: &[usize]| costs.push((cost, line.to_vec()));
    let solution = dfs(&game, &0, None, &Budget::UNLIMITED, &mut on_better);
    assert_eq!((solution.cost, solution.stats.found), (Some(4), 3));
    assert_eq!(costs, [(9, vec![0]), (7, vec![1, 0]), (4, vec![1, 1])]);
}

#[test]
fn a_state_that_becomes_cheaper_is_followed_again() {
    let sketch: Sketch =
        "r: 0 a, 0 b, 12 win\na: 5 x?\nb: 3 x?\nx?: 0 y, 0 win\ny: 8 win".parse().unwrap();
    let bounds = [5, 5, 11, 0, 8, 0].map(Some).to_vec();
    let game = Guided { sketch, bounds };
    assert_eq!(solve(&game, &0, Algorithm::Astar, None, &Budget::UNLIMITED).cost, Some(11));
}

#[test]
fn free_loops_do_not_make_brute_force_slow() {
    // A line of 20,000 free steps; looking back along all of it at every step would take minutes.
    let mut text: String =
        (0..20_000).map(|index| format!("s{index}: 0 s{}\n", index + 1)).collect();
    text += "s20000: 1 win";
    let game: Sketch = text.parse().unwrap();
    assert_eq!(brute(&game, &0, None, &Budget::UNLIMITED).cost, Some(1));
}

#[test]
fn no_search_weighs_chance() {
    // Whatever the dice say matters, and a way round them is dearer.
    for text in [
        "a~: 0 win, 0 b\nb: 1 win",
        "a: 1 b~, 9 win\nb~: 0 win, 3 win",
        "a: 0 b?\nb?: 0 win, 0 c~\nc~: 0 win",
    ] {
        let game: Sketch = text.parse().unwrap();
        let budget = Budget::UNLIMITED;
        for by in Algorithm::ALL {
            let solution = solve(&game, &0, by, None, &budget);
            assert_eq!(
                (solution.stopped, solution.proof),
                (Some(Stop::Chance), Proof::Bound),
                "{by}"
            );
            assert!(solution.lower <= 1, "{by}: {text}");
        }
        for guided in [true, false] {
            let solution = worst_case(&game, &0, guided, None, &budget);
            assert_eq!(solution.stopped, Some(Stop::Chance));
        }
        for player in Player::BOTH {
            assert_eq!(can_force(&game, &0, player, &budget), Err(Stop::Chance));
        }
        let mut costs = Costs::default();
        assert_eq!(costs.cost(&game, &0, &budget), Err(Stop::Chance));
        assert_eq!(explain(&game, &0, &[0, 0], &mut costs, &budget), Err(Stop::Chance));
        let all = all_lines(&game, &0, 10, &mut costs, &budget);
        assert_eq!((all.stopped, all.complete), (Some(Stop::Chance), false));
    }
}

/// Counts up to a number, by one or by two, in large states.
struct Counting(u64);

impl Game for Counting {
    type State = [u64; 8];
    type Move = u64;
    fn start(&self) -> [u64; 8] {
        [0; 8]
    }
    fn node(&self, state: &[u64; 8]) -> Node {
        if state[0] >= self.0 { Node::End } else { Node::Max }
    }
    fn moves(&self, state: &[u64; 8], out: &mut Vec<u64>) {
        out.extend((1..=2).filter(|_| state[0] < self.0));
    }
    fn play(&self, state: &[u64; 8], mv: u64) -> [u64; 8] {
        let mut next = *state;
        next[0] += mv;
        next
    }
}

impl MinCost for Counting {
    fn cost(&self, _: &[u64; 8], mv: u64) -> u64 {
        mv
    }
    fn is_goal(&self, state: &[u64; 8]) -> bool {
        state[0] >= self.0
    }
    fn contested(&self) -> bool {
        false
    }
}

#[test]
fn a_search_takes_no_more_memory_than_it_may() {
    let game = Counting(200_000);
    let enough = Budget { bytes: 1 << 28, ..Budget::UNLIMITED };
    let little = Budget { bytes: 1 << 22, ..Budget::UNLIMITED };
    for by in [Algorithm::Astar, Algorithm::Dijkstra, Algorithm::Dfs] {
        let solution = solve(&game, &game.start(), by, None, &enough);
        assert_eq!((solution.cost, solution.stopped), (Some(200_000), None), "{by}");
        let solution = solve(&game, &game.start(), by, None, &little);
        assert_eq!(solution.stopped, Some(Stop::Memory), "{by}");
        assert!(solution.stats.peak_bytes <= 1 << 22, "{by}: {:?}", solution.stats);
    }
    let solution = worst_case(&game, &game.start(), true, None, &little);
    assert_eq!(solution.stopped, Some(Stop::Memory));
    // Its lists grow a little between two looks.
    assert!(solution.stats.peak_bytes <= (1 << 22) + (1 << 16), "{:?}", solution.stats);
}
