//! All searches for two sides against a plain reference, on random games written as strings.

use outplay_game::sketch::Sketch;
use outplay_game::{Budget, Game, Node, PACE, Stop, ZeroSum};
use proptest::prelude::*;

use super::recursive::DEEPEST;
use super::*;

/// Random games of up to nine states: choices of either side (often several times running), forced
/// states, ends of any worth; states return only with `cyclic`.
pub(crate) fn sketches(cyclic: bool) -> impl Strategy<Value = String> {
    let node = (0_u8..4, prop::collection::vec(0_usize..100, 1..4), -6_i64..7);
    prop::collection::vec(node, 1..10).prop_map(move |nodes| {
        let count = nodes.len();
        let name = |index: usize| match nodes.get(index) {
            Some((0 | 1, moves, _)) if moves.len() == 1 && index + 1 < count => {
                format!("s{index}!")
            }
            Some((1, ..)) if index + 1 < count => format!("s{index}?"),
            _ => format!("s{index}"),
        };
        let mut text = String::new();
        for (index, (kind, moves, payoff)) in nodes.iter().enumerate() {
            let is_end = *kind == 3 && index > 0 || index + 1 == count;
            if is_end {
                text += &format!("{} = {payoff}\n", name(index));
                continue;
            }
            let target = |number: &usize| {
                if cyclic { number % count } else { index + 1 + number % (count - index - 1) }
            };
            let moves: Vec<_> =
                moves.iter().map(|number| format!("0 {}", name(target(number)))).collect();
            text += &format!("{}: {}\n", name(index), moves.join(", "));
        }
        text
    })
}

/// The value of every state by looking one move further ahead until nothing changes, what is not
/// finished being worth 0.
fn truth(game: &Sketch) -> Vec<i64> {
    let (mut moves, mut seen) = (Vec::new(), vec![0]);
    let mut next = 0;
    while let Some(&state) = seen.get(next) {
        next += 1;
        moves.clear();
        game.moves(&state, &mut moves);
        for &mv in &moves {
            let after = game.play(&state, mv);
            if !seen.contains(&after) {
                seen.push(after);
            }
        }
    }
    let mut values = vec![0; seen.iter().max().unwrap() + 1];
    loop {
        let before = values.clone();
        for &state in &seen {
            moves.clear();
            game.moves(&state, &mut moves);
            let after = moves.iter().map(|&mv| before[game.play(&state, mv)]);
            values[state] = match game.node(&state) {
                Node::End => game.payoff(&state),
                Node::Min => after.min().unwrap(),
                Node::Max | Node::Single => after.max().unwrap(),
                Node::Mean => unreachable!("these games have no chance"),
            };
        }
        if values == before {
            return values;
        }
    }
}

/// A sketch with bounds around the truth and guesses of one's own.
struct Bounded {
    sketch: Sketch,
    truth: Vec<i64>,
    slack: [i64; 5],
}

impl Game for Bounded {
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

impl ZeroSum for Bounded {
    fn payoff(&self, state: &usize) -> i64 {
        self.sketch.payoff(state)
    }
    fn value_at_least(&self, state: &usize) -> i64 {
        self.truth[*state] - self.slack[state % 5]
    }
    fn value_at_most(&self, state: &usize) -> i64 {
        self.truth[*state] + self.slack[(state + 2) % 5]
    }
    fn value_guess(&self, state: &usize) -> i64 {
        self.slack[(state + 1) % 5] * 3 - 7
    }
    fn is_acyclic(&self) -> bool {
        self.sketch.is_acyclic()
    }
}

/// The end of the line, if it ends; every move of it must keep the value.
fn follow<G: ZeroSum<State = usize, Move = usize>>(
    game: &G,
    truth: &[i64],
    line: &[usize],
) -> Result<usize, TestCaseError> {
    let mut state = game.start();
    for &mv in line {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        prop_assert!(moves.contains(&mv));
        let next = game.play(&state, mv);
        prop_assert_eq!(truth[next], truth[state], "a move of the line gives something away");
        state = next;
    }
    Ok(state)
}

fn tree_of(game: &Sketch, max_nodes: usize) -> GameTree<usize, usize> {
    let mut oracle = Oracle::empty(game);
    game_tree(game, &0, max_nodes, &mut oracle, &Budget::UNLIMITED).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn where_no_state_returns_all_searches_agree(text in sketches(false)) {
        let game: Sketch = text.parse().unwrap();
        prop_assert!(game.is_acyclic());
        outplay_game::laws::check_zero_sum(&game, 100).unwrap();
        let truth = truth(&game);
        let first = solve_zero_sum(&game, &0, ZeroSumAlgorithm::Recursive, &Budget::UNLIMITED).line;
        for by in ZeroSumAlgorithm::ALL {
            let solution = solve_zero_sum(&game, &0, by, &Budget::UNLIMITED);
            prop_assert_eq!(solution.value(), Some(truth[0]), "{}", by);
            prop_assert_eq!((solution.stopped, solution.returns_to), (None, None));
            prop_assert_eq!(&solution.line, &first, "{}: not the first line in move order", by);
            let end = follow(&game, &truth, &solution.line)?;
            prop_assert_eq!(game.node(&end), Node::End);
        }
    }

    #[test]
    fn bounds_and_guesses_change_no_answer(
        text in sketches(false),
        slack in prop::array::uniform5(0_i64..5),
    ) {
        let sketch: Sketch = text.parse().unwrap();
        let truth = truth(&sketch);
        let game = Bounded { truth: truth.clone(), sketch, slack };
        outplay_game::laws::check_zero_sum(&game, 100).unwrap();
        let plain = recursive(&game, &0, &Budget::UNLIMITED);
        for by in [ZeroSumAlgorithm::Alphabeta, ZeroSumAlgorithm::Retrograde] {
            let solution = solve_zero_sum(&game, &0, by, &Budget::UNLIMITED);
            prop_assert_eq!(solution.value(), Some(truth[0]));
            prop_assert_eq!(&solution.line, &plain.line);
        }
    }

    #[test]
    fn the_best_move_is_the_first_of_the_line(text in sketches(false), cyclic in sketches(true)) {
        let game: Sketch = text.parse().unwrap();
        let line = memo(&game, &0, &Budget::UNLIMITED).line;
        let best = AlphaBeta::new().best_move(&game, &0, &Budget::UNLIMITED).unwrap();
        prop_assert_eq!(best, (truth(&game)[0], line.first().copied()));
        let game: Sketch = cyclic.parse().unwrap();
        let mut solved = Retrograde::new();
        solved.reach(&game, &0, &Budget::UNLIMITED).unwrap();
        prop_assert_eq!(solved.best_move(&game, &0), solved.line(&game, &0).0.first().copied());
    }

    #[test]
    fn a_line_without_patience_is_still_a_best_line(text in sketches(false), most in 0_u64..4) {
        let game: Sketch = text.parse().unwrap();
        let truth = truth(&game);
        let mut search = AlphaBeta::new();
        search.tie_break = most;
        let solution = search.solve(&game, &0, &Budget::UNLIMITED);
        prop_assert_eq!((solution.value(), solution.stopped), (Some(truth[0]), None));
        let end = follow(&game, &truth, &solution.line)?;
        prop_assert_eq!(game.node(&end), Node::End);
        let first = memo(&game, &0, &Budget::UNLIMITED).line;
        prop_assert_eq!(solution.line.first(), first.first());
    }

    #[test]
    fn going_on_for_ever_is_a_draw(text in sketches(true)) {
        let game: Sketch = text.parse().unwrap();
        outplay_game::laws::check_zero_sum(&game, 100).unwrap();
        let truth = truth(&game);
        for search in [retrograde, alphabeta] {
            let solution = search(&game, &0, &Budget::UNLIMITED);
            prop_assert_eq!(solution.value(), Some(truth[0]));
            prop_assert_eq!(solution.stopped, None);
            let end = follow(&game, &truth, &solution.line)?;
            match solution.returns_to {
                None => prop_assert_eq!(game.node(&end), Node::End),
                Some(after) => {
                    prop_assert_eq!(follow(&game, &truth, &solution.line[..after])?, end);
                    prop_assert!(after < solution.line.len());
                    prop_assert_eq!(truth[0], 0);
                }
            }
        }
        for by in ZeroSumAlgorithm::ALL {
            let solution = solve_zero_sum(&game, &0, by, &Budget::UNLIMITED);
            match solution.stopped {
                None => prop_assert_eq!(solution.value(), Some(truth[0]), "{}", by),
                Some(stop) => prop_assert_eq!(stop, Stop::Cycle, "{}", by),
            }
            prop_assert!(solution.lower <= truth[0] && truth[0] <= solution.upper, "{}", by);
        }
    }

    #[test]
    fn a_search_that_is_stopped_says_only_what_is_true(
        text in sketches(true),
        slack in prop::array::uniform5(0_i64..9),
        most in 0_u64..8,
    ) {
        let sketch: Sketch = text.parse().unwrap();
        let truth = truth(&sketch);
        let game = Bounded { truth: truth.clone(), sketch, slack };
        for by in ZeroSumAlgorithm::ALL {
            let budget = Budget { states: most, ..Budget::UNLIMITED };
            let solution = solve_zero_sum(&game, &0, by, &budget);
            prop_assert!(solution.lower <= truth[0] && truth[0] <= solution.upper, "{}", by);
            if solution.stopped.is_none() {
                prop_assert_eq!(solution.value(), Some(truth[0]), "{}", by);
            }
            let mut state = 0;
            for mv in solution.line {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                prop_assert!(moves.contains(&mv), "{}", by);
                state = game.play(&state, mv);
            }
        }
    }

    #[test]
    fn every_move_is_priced(text in sketches(true)) {
        let game: Sketch = text.parse().unwrap();
        let truth = truth(&game);
        let mut moves = Vec::new();
        game.moves(&0, &mut moves);
        let expected: Vec<_> = moves.iter().map(|&mv| (mv, truth[game.play(&0, mv)])).collect();
        prop_assert_eq!(move_values(&game, &0, &Budget::UNLIMITED), Ok(expected));
    }

    #[test]
    fn one_table_answers_for_every_state_in_any_order(text in sketches(true), skip in 0_usize..9) {
        let game: Sketch = text.parse().unwrap();
        let truth = truth(&game);
        let mut search = AlphaBeta::new();
        let mut order: Vec<usize> = (0..truth.len()).collect();
        order.rotate_left(skip % truth.len());
        for state in order {
            if game.node(&state) == Node::End || truth[state] == 0 {
                continue; // 0 may mean that it was never reached
            }
            prop_assert_eq!(search.value(&game, &state, &Budget::UNLIMITED), Ok(truth[state]));
        }
    }

    #[test]
    fn an_oracle_answers_like_a_new_search_whatever_it_was_asked_before(
        text in sketches(true),
        order in prop::collection::vec((0_usize..9, 0_u8..4), 1..12),
        states in prop_oneof![Just(u64::MAX), 1_u64..10],
        effort in 1_u64..9,
    ) {
        let game: Sketch = text.parse().unwrap();
        let count = text.lines().count();
        let budget = Budget { states, ..Budget::UNLIMITED };
        let new = || Oracle::empty(&game).with_effort(effort);
        let mut oracle = new();
        for (state, question) in order {
            let state = state % count;
            let (cold, _) = new().solve(&game, &state, &budget);
            let true_value = retrograde(&game, &state, &Budget::UNLIMITED).value().unwrap();
            match question {
                0 => {
                    let (warm, _) = oracle.solve(&game, &state, &budget);
                    prop_assert!(warm.lower <= true_value && true_value <= warm.upper);
                    if cold.stopped.is_none() {
                        prop_assert_eq!(warm.stopped, None);
                    }
                    if warm.stopped.is_none() {
                        prop_assert_eq!(warm.value(), Some(true_value));
                        let (all, _) = new().solve(&game, &state, &Budget::UNLIMITED);
                        // A limit may leave the line to another search.
                        if states == u64::MAX {
                            prop_assert_eq!((warm.line, warm.returns_to), (all.line, all.returns_to));
                        }
                    }
                }
                1 => match oracle.value(&game, &state, &budget) {
                    Ok(value) => prop_assert_eq!(value, true_value),
                    Err(stop) => prop_assert_eq!(Some(stop), cold.stopped),
                },
                2 => {
                    let best = oracle.best_move(&game, &state, &budget);
                    if let Ok(Some(mv)) = best {
                        let next = retrograde(&game, &game.play(&state, mv), &Budget::UNLIMITED);
                        prop_assert_eq!(next.value(), Some(true_value));
                        let cold = new().best_move(&game, &state, &Budget::UNLIMITED);
                        prop_assert!(states < u64::MAX || best == cold);
                    }
                }
                _ => {
                    let values = oracle.move_values(&game, &state, &budget);
                    if let Ok(values) = values {
                        let all = move_values(&game, &state, &Budget::UNLIMITED);
                        prop_assert_eq!(Ok(values), all);
                    }
                }
            }
        }
    }

    #[test]
    fn what_was_left_unfinished_is_in_nobodys_way(
        text in sketches(true),
        order in prop::collection::vec((0_usize..9, 0_u64..10), 1..12),
    ) {
        let game: Sketch = text.parse().unwrap();
        let count = text.lines().count();
        let mut solved = Retrograde::new();
        let mut known = Vec::new();
        for (state, states) in order {
            let (state, budget) = (state % count, Budget { states, ..Budget::UNLIMITED });
            let cold = retrograde(&game, &state, &Budget::UNLIMITED);
            if solved.reach(&game, &state, &budget).is_ok() {
                known.push((state, cold.value(), (cold.line, cold.returns_to)));
            }
            for (state, value, line) in &known {
                prop_assert_eq!(solved.value(state), *value);
                prop_assert_eq!(&solved.line(&game, state), line);
            }
        }
        for state in 0..count {
            solved.reach(&game, &state, &Budget::UNLIMITED).unwrap();
            let cold = retrograde(&game, &state, &Budget::UNLIMITED);
            prop_assert_eq!(solved.value(&state), cold.value());
        }
    }

    #[test]
    fn the_top_of_any_tree_shows_true_values(text in sketches(true), most in 1_usize..40) {
        let game: Sketch = text.parse().unwrap();
        let truth = truth(&game);
        let tree = tree_of(&game, most);
        prop_assert!(tree.nodes.len() <= most);
        prop_assert_eq!(tree.complete, !tree.nodes.iter().any(|node| node.more));
        for (index, node) in tree.nodes.iter().enumerate() {
            prop_assert_eq!(node.value, truth[node.state]);
            prop_assert!(node.from.is_none_or(|(parent, _)| parent < index));
            let is_leaf = node.more || node.returns || node.node == Node::End;
            prop_assert_eq!(node.children.is_empty(), is_leaf);
        }
    }

    #[test]
    fn what_is_cut_off_changes_no_value(text in sketches(false)) {
        let game: Sketch = text.parse().unwrap();
        let truth = truth(&game);
        let tree = tree_of(&game, 500);
        for node in &tree.nodes {
            prop_assert_eq!(node.value, truth[node.state]);
            prop_assert!(!(node.cut_off && node.on_best_line));
        }
        // The value of what is left, the rest being absent.
        let mut left: Vec<Option<i64>> = vec![None; tree.nodes.len()];
        for (index, node) in tree.nodes.iter().enumerate().rev() {
            let seen = node.children.iter().filter_map(|&child| left[child]);
            let value = match node.node {
                Node::Min => seen.min(),
                Node::Max | Node::Single => seen.max(),
                Node::Mean | Node::End => None,
            };
            left[index] = (!node.cut_off).then(|| value.unwrap_or(node.value));
        }
        prop_assert_eq!(left[0], Some(truth[0]));
    }
}

/// A line of so many forced steps, then 7. In one that is winding nobody sees that no state
/// returns.
struct Corridor {
    steps: u32,
    winding: bool,
}

impl Corridor {
    fn straight(steps: u32) -> Self {
        Self { steps, winding: false }
    }
}

impl Game for Corridor {
    /// Large on purpose: a state must not weigh on the machine's stack.
    type State = [u32; 64];
    type Move = ();
    fn start(&self) -> [u32; 64] {
        [0; 64]
    }
    fn node(&self, state: &[u32; 64]) -> Node {
        if state[0] == self.steps { Node::End } else { Node::Min }
    }
    fn moves(&self, state: &[u32; 64], out: &mut Vec<()>) {
        out.extend((state[0] < self.steps).then_some(()));
    }
    fn play(&self, state: &[u32; 64], (): ()) -> [u32; 64] {
        let mut next = *state;
        next[0] += 1;
        next
    }
    /// Every state counts as a hundred more.
    fn extra_bytes(_: &[u32; 64]) -> usize {
        6400
    }
}

impl ZeroSum for Corridor {
    fn payoff(&self, _: &[u32; 64]) -> i64 {
        7
    }
    fn is_acyclic(&self) -> bool {
        !self.winding
    }
}

#[test]
fn long_lines_overflow_no_stack() {
    let long = Corridor::straight(100_000);
    for by in ZeroSumAlgorithm::ALL {
        let solution = solve_zero_sum(&long, &long.start(), by, &Budget::UNLIMITED);
        if by == ZeroSumAlgorithm::Recursive {
            assert_eq!((solution.stopped, solution.value()), (Some(Stop::Depth), None));
        } else {
            assert_eq!((solution.value(), solution.line.len()), (Some(7), 100_000), "{by}");
        }
    }
    let longest = Corridor::straight(u32::try_from(DEEPEST).unwrap());
    assert_eq!(recursive(&longest, &longest.start(), &Budget::UNLIMITED).value(), Some(7));
}

#[test]
fn a_search_that_cannot_know_that_no_state_returns_follows_long_lines_too() {
    let winding = Corridor { steps: 100_000, winding: true };
    let solution = iterative(&winding, &winding.start(), &Budget::UNLIMITED);
    assert_eq!((solution.value(), solution.line.len()), (Some(7), 100_000));
}

#[test]
fn states_that_take_memory_elsewhere_count_for_more() {
    use ZeroSumAlgorithm::{Alphabeta, Iterative, Memo, Retrograde};
    let long = Corridor::straight(100_000);
    for by in [Alphabeta, Iterative, Memo, Retrograde] {
        let budget = Budget { states: 5000, ..Budget::UNLIMITED };
        let solution = solve_zero_sum(&long, &long.start(), by, &budget);
        assert_eq!(solution.stopped, Some(Stop::States), "{by}");
        assert!((40..60).contains(&solution.stats.expanded), "{by}: {:?}", solution.stats);
    }
}

#[test]
fn the_deepest_recursion_fits_a_small_thread() {
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let worker = small.spawn(|| {
        let long = Corridor::straight(100_000);
        recursive(&long, &long.start(), &Budget::UNLIMITED).stopped
    });
    assert_eq!(worker.unwrap().join().unwrap(), Some(Stop::Depth));
}

#[test]
fn an_interrupted_search_ends_at_once_with_what_the_game_knows() {
    let sketch: Sketch = "a: 0 b?, 0 c\nb?: 0 c, 0 d\nc = 1\nd = 3".parse().unwrap();
    let game = Bounded { truth: truth(&sketch), sketch, slack: [2, 3, 4, 5, 6] };
    let flag = std::sync::atomic::AtomicBool::new(true);
    for by in ZeroSumAlgorithm::ALL {
        let budget = Budget { interrupt: Some(&flag), ..Budget::UNLIMITED };
        let solution = solve_zero_sum(&game, &0, by, &budget);
        assert_eq!(solution.stopped, Some(Stop::Interrupted), "{by}");
        assert_eq!((solution.lower, solution.upper, solution.stats.expanded), (-1, 5, 0), "{by}");
    }
}

#[test]
fn a_side_may_move_twice_running() {
    let game: Sketch = "a?: 0 b?, 0 c\nb?: 0 d, 0 e\nc = 1\nd = 3\ne = -2".parse().unwrap();
    for by in ZeroSumAlgorithm::ALL {
        assert_eq!(solve_zero_sum(&game, &0, by, &Budget::UNLIMITED).value(), Some(-2), "{by}");
    }
}

#[test]
fn a_stopped_search_keeps_the_best_that_was_finished() {
    let game: Sketch = "a: 0 b, 0 c\nb = 4\nc: 0 d\nd: 0 e\ne = 9".parse().unwrap();
    for by in [ZeroSumAlgorithm::Recursive, ZeroSumAlgorithm::Iterative, ZeroSumAlgorithm::Memo] {
        let budget = Budget { states: 2, ..Budget::UNLIMITED };
        let solution = solve_zero_sum(&game, &0, by, &budget);
        assert_eq!((solution.lower, solution.upper), (4, i64::MAX), "{by}");
        assert_eq!((solution.line, solution.stopped), (vec![0], Some(Stop::States)), "{by}");
    }
}

#[test]
fn a_line_that_comes_back_is_drawn_once() {
    let game: Sketch = "a: 0 b?, 0 c\nb?: 0 a, 0 d\nc = -1\nd = 5".parse().unwrap();
    let tree = tree_of(&game, 100);
    assert_eq!(tree.nodes.len(), 5);
    assert!(tree.complete && tree.nodes[3].returns && tree.nodes[3].children.is_empty());
    let top = tree_of(&game, 4);
    assert!(!top.complete && top.nodes[1].more && top.nodes[1].value == 0);
}

#[test]
fn no_search_weighs_chance() {
    let games =
        ["a~: 0 b, 0 c\nb = 1\nc = 3", "a: 0 b?, 0 d\nb?: 0 c~\nc~: 0 d, 0 e\nd = 1\ne = 9"];
    let cyclic = "a: 0 b~\nb~: 0 a, 0 c\nc = 4";
    for text in games.into_iter().chain([cyclic]) {
        let game: Sketch = text.parse().unwrap();
        let budget = Budget::UNLIMITED;
        for by in ZeroSumAlgorithm::ALL {
            let solution = solve_zero_sum(&game, &0, by, &budget);
            assert_eq!((solution.stopped, solution.value()), (Some(Stop::Chance), None), "{by}");
        }
        let mut oracle = Oracle::empty(&game);
        assert_eq!(oracle.value(&game, &0, &budget), Err(Stop::Chance));
        assert_eq!(oracle.line(&game, &0, &budget), Err(Stop::Chance));
        assert_eq!(game_tree(&game, &0, 9, &mut oracle, &budget), Err(Stop::Chance));
        assert_eq!(AlphaBeta::new().best_move(&game, &0, &budget), Err(Stop::Chance));
    }
}

#[test]
fn a_search_takes_no_more_memory_than_it_may() {
    let long = Corridor { steps: 20_000, winding: true };
    let budget = Budget { bytes: 1 << 22, ..Budget::UNLIMITED };
    for by in ZeroSumAlgorithm::ALL {
        let solution = solve_zero_sum(&long, &long.start(), by, &budget);
        // The recursive one gives up first.
        let stop = if by == ZeroSumAlgorithm::Recursive { Stop::Depth } else { Stop::Memory };
        assert_eq!(solution.stopped, Some(stop), "{by}");
        // Memory that states take elsewhere is looked at now and then.
        assert!(solution.stats.peak_bytes < 1 << 24, "{by}: {:?}", solution.stats);
    }
}

#[test]
fn chance_elsewhere_is_in_nobodys_way() {
    let game: Sketch = "a: 0 b~, 0 c\nb~: 0 a\nc: 0 c, 0 d\nd = 2".parse().unwrap();
    let mut oracle = Oracle::empty(&game);
    assert_eq!(oracle.value(&game, &0, &Budget::UNLIMITED), Err(Stop::Chance));
    assert_eq!(oracle.value(&game, &2, &Budget::UNLIMITED), Ok(2));
    assert_eq!(oracle.value(&game, &0, &Budget::UNLIMITED), Err(Stop::Chance));
}

#[test]
fn what_a_stopped_analysis_has_reached_is_not_reached_again() {
    let long = Corridor { steps: 20_000, winding: true };
    let mut solved = Retrograde::new();
    let flag = std::sync::atomic::AtomicBool::new(false);
    let tell = |done| flag.store(done > 0, std::sync::atomic::Ordering::Relaxed);
    let stopped = Budget { interrupt: Some(&flag), on_progress: Some(&tell), ..Budget::UNLIMITED };
    let first = solved.solve(&long, &long.start(), &stopped);
    assert_eq!((first.stopped, first.stats.expanded), (Some(Stop::Interrupted), PACE));
    let second = solved.solve(&long, &long.start(), &Budget::UNLIMITED);
    assert_eq!((second.value(), second.stats.expanded), (Some(7), 20_000 - PACE));
    let third = solved.solve(&long, &long.start(), &Budget::UNLIMITED);
    assert_eq!((third.value(), third.stats.expanded), (Some(7), 0));
    assert!(solved.bytes() > 0);
}
