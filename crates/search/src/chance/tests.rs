//! Intervals against exact fractions, on random games that were written as strings.

use std::sync::atomic::{AtomicU64, Ordering};

use outplay_game::sketch::Sketch;
use outplay_game::{Budget, Chance, Game, Node, Player, Stop, Versus, ZeroSum, laws};
use proptest::prelude::*;

use super::exact::{Exact, Fraction};
use super::{AtMost, MeanCosts, Odds, distribution};

/// Random games of up to six states with rolls, loops, forced states, choices of both sides and
/// payoffs.
fn sketches(contested: bool) -> impl Strategy<Value = String> {
    let kinds = if contested { 0_u8..5 } else { 0_u8..3 };
    let node = (kinds, -3_i64..6, prop::collection::vec((1_u64..4, 0_u64..4, 0_usize..8), 0..4));
    prop::collection::vec(node, 1..7).prop_map(move |nodes| {
        let suffix = |index: usize| match nodes.get(index) {
            Some((0, _, moves)) if moves.len() == 1 => "!",
            Some((1 | 2, ..)) => "~",
            Some((3 | 4, ..)) if contested => "?",
            _ => "",
        };
        let name = |index: usize| match index % (nodes.len() + 1) {
            0 => "win".to_owned(),
            state => format!("s{state}{}", suffix(state - 1)),
        };
        let mut text = String::new();
        for (index, (kind, payoff, moves)) in nodes.iter().enumerate() {
            if moves.is_empty() && *kind > 0 {
                text += &format!("{} = {payoff}\n", name(index + 1));
                continue;
            }
            let moves: Vec<_> = moves
                .iter()
                .map(|(weight, cost, to)| match suffix(index) {
                    "~" => format!("{weight}x{cost} {}", name(*to)),
                    _ => format!("{cost} {}", name(*to)),
                })
                .collect();
            text += &format!("{}: {}\n", name(index + 1), moves.join(", "));
        }
        text
    })
}

/// Larger ones, which only answer for themselves: the bounds meet, and stay where they are when they are
/// looked at once more.
fn large_sketches() -> impl Strategy<Value = String> {
    let node = (0_u8..5, prop::collection::vec((1_u64..9, 0_usize..60), 1..5));
    prop::collection::vec(node, 10..50).prop_map(|nodes| {
        let name = |index: usize| match nodes.get(index % (nodes.len() + 2)) {
            Some((0 | 1, _)) => format!("s{index}~"),
            Some((2, _)) => format!("s{index}?"),
            Some(_) => format!("s{index}"),
            None if index.is_multiple_of(2) => "win".to_owned(),
            None => "lost".to_owned(),
        };
        let mut text = String::new();
        for (index, (kind, moves)) in nodes.iter().enumerate() {
            let weight =
                |weight: &u64| if *kind < 2 { format!("{weight}x") } else { String::new() };
            let moves: Vec<_> = moves
                .iter()
                .map(|(times, to)| {
                    format!("{}{} {}", weight(times), to % 3, name(to % (nodes.len() + 2)))
                })
                .collect();
            text += &format!("{}: {}\n", name(index), moves.join(", "));
        }
        text + "lost:"
    })
}

fn states(text: &str) -> usize {
    text.lines().count() + 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as the traits have it")]
fn win(game: &Sketch, state: &usize) -> i64 {
    i64::from(game.winner(state) == Some(Player::One))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as the traits have it")]
fn lost(game: &Sketch, state: &usize) -> i64 {
    -i64::from(game.winner(state) == Some(Player::Two))
}

fn check(
    text: &str,
    mut odds: Odds<Sketch>,
    worth: fn(&Sketch, &usize) -> i64,
) -> Result<(), TestCaseError> {
    let game: Sketch = text.parse().unwrap();
    let truth = Exact::new(&game, states(text), worth).values();
    let solution = odds.solve(&game, &0, &Budget::UNLIMITED);
    prop_assert_eq!(solution.stopped, None, "{:?} {:?}", solution.value, truth[0]);
    prop_assert!(odds.is_consistent());
    for (state, &truth) in truth.iter().enumerate() {
        let Some(value) = odds.interval(&game, &state) else { continue };
        prop_assert!(truth.at_least(value.lower), "{state}: {truth:?} {value:?}");
        prop_assert!(truth.at_most(value.upper), "{state}: {truth:?} {value:?}");
        prop_assert!(value.width() <= 1e-9, "{state}: {truth:?} {value:?}");
    }
    Ok(())
}

fn check_costs(text: &str) -> Result<(), TestCaseError> {
    let game: Sketch = text.parse().unwrap();
    let exact = Exact::new(&game, states(text), win);
    let truth = exact.costs();
    let mut costs = MeanCosts::new();
    let solution = costs.solve(&game, &0, &Budget::UNLIMITED);
    prop_assert_eq!(solution.stopped, None, "{:?} {:?}", solution.cost, truth[0]);
    prop_assert_eq!(solution.cost.is_some(), truth[0].is_some(), "{:?}", truth[0]);
    let mut picked = vec![0; states(text)];
    for (state, pick) in picked.iter_mut().enumerate() {
        let best = costs.best_moves(&game, &state);
        *pick = best.first().copied().unwrap_or(0);
        let chooses = game.node(&state).chooser().is_some();
        prop_assert_eq!(!best.is_empty(), chooses && costs.cost(&game, &state).is_some());
    }
    let attained = exact.costs_of(vec![picked.clone()]);
    for (state, &truth) in truth.iter().enumerate() {
        let Some(cost) = costs.cost(&game, &state) else { continue };
        let truth = truth.unwrap();
        prop_assert!(truth.at_least(cost.lower), "{state}: {truth:?} {cost:?}");
        prop_assert!(truth.at_most(cost.upper), "{state}: {truth:?} {cost:?}");
        prop_assert!(cost.width() <= 1e-9, "{state}: {truth:?} {cost:?}");
        prop_assert_eq!(attained[state], Some(truth), "{} {:?}", state, picked);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_chance_of_winning_is_the_exact_one(text in sketches(true)) {
        check(&text, Odds::of_winning(), win)?;
    }

    #[test]
    fn the_chance_of_player_two_is_the_exact_one(text in sketches(true)) {
        check(&text, Odds::of_losing(), lost)?;
        let game: Sketch = text.parse().unwrap();
        let truth = Exact::new(&game, states(&text), lost).values()[0];
        let [one, two] = Odds::of_both(&game, &0, 1e-9, &Budget::UNLIMITED).unwrap().chances;
        prop_assert!(truth.at_least(-two.upper) && truth.at_most(-two.lower), "{two:?} {truth:?}");
        prop_assert!(one.width() <= 1e-9 && two.width() <= 1e-9);
        prop_assert_eq!(one, Odds::of_winning().solve(&game, &0, &Budget::UNLIMITED).value);
    }

    #[test]
    fn what_is_decided_leaves_nothing_over(text in sketches(true)) {
        let game: Sketch = text.parse().unwrap();
        let mut odds = Odds::of_winning();
        odds.reach(&game, &0, &Budget::UNLIMITED).unwrap();
        if odds.is_decided(&game) {
            prop_assert!(!odds.can_go_on_for_ever());
            let won = Exact::new(&game, states(&text), win).values();
            let lost = Exact::new(&game, states(&text), lost).values();
            prop_assert_eq!(won[0] - lost[0], Fraction::ONE);
        }
    }

    #[test]
    fn the_mean_payoff_is_the_exact_one(text in sketches(true)) {
        check(&text, Odds::of_payoff(), ZeroSum::payoff)?;
    }

    #[test]
    fn random_sketches_are_lawful(text in sketches(true)) {
        let game: Sketch = text.parse().unwrap();
        laws::check_chance(&game, 100).unwrap();
    }

    #[test]
    fn best_moves_attain_the_value(text in sketches(true)) {
        let game: Sketch = text.parse().unwrap();
        let mut odds = Odds::of_payoff();
        odds.solve(&game, &0, &Budget::UNLIMITED);
        let truth = Exact::new(&game, states(&text), ZeroSum::payoff).values();
        // A game in which both have only the first of their best moves left is worth as much.
        let tamed = Exact::new(&game, states(&text), ZeroSum::payoff);
        let mut picked = vec![0; states(&text)];
        for (state, pick) in picked.iter_mut().enumerate() {
            let best = odds.best_moves(&game, &state);
            *pick = best.first().copied().unwrap_or(0);
            let chooses = game.node(&state).chooser().is_some();
            let solved = odds.interval(&game, &state).is_some();
            prop_assert_eq!(!best.is_empty(), chooses && solved, "{}", state);
        }
        for (state, mean) in tamed.means(&picked, &picked).into_iter().enumerate() {
            let Some(value) = odds.interval(&game, &state) else { continue };
            prop_assert!((value.lower..=value.upper).contains(&value.middle()));
            prop_assert_eq!(mean, truth[state], "{} {:?}", state, picked);
        }
    }

    #[test]
    fn the_mean_cost_of_a_sure_win_is_the_exact_one(text in sketches(false)) {
        check_costs(&text)?;
    }

    #[test]
    fn the_mean_cost_against_an_opponent_is_the_exact_one(text in sketches(true)) {
        check_costs(&text)?;
    }

    #[test]
    fn the_mean_of_a_distribution_is_the_value(text in sketches(true)) {
        let game: Sketch = text.parse().unwrap();
        let mut odds = Odds::of_winning();
        let value = odds.solve(&game, &0, &Budget::UNLIMITED).value;
        let best = |state: &usize, out: &mut Vec<(usize, u64)>| {
            out.extend(odds.best_moves(&game, state).first().map(|&mv| (mv, 1)));
        };
        let class = |state: &usize| win(&game, state);
        let spread = distribution(&game, &0, best, class, 1e-12, 200, &Budget::UNLIMITED).unwrap();
        let won = spread.ends.iter().find(|&&(class, _)| class == 1).map_or(0.0, |&(_, p)| p);
        prop_assert!(won <= value.upper + 1e-15, "{won} {value:?}");
        prop_assert!(won + spread.missing >= value.lower - 1e-15, "{won} {value:?} {spread:?}");
        let lengths: f64 = spread.lengths.iter().map(|&(_, p)| p).sum();
        let ends: f64 = spread.ends.iter().map(|&(_, p)| p).sum();
        prop_assert!((lengths - ends).abs() < 1e-12);
        prop_assert!((ends + spread.missing - 1.0).abs() < 1e-12);
    }

    #[test]
    fn more_to_spend_is_never_worse(text in sketches(true)) {
        let game: Sketch = text.parse().unwrap();
        let all = Odds::of_goal().solve(&game, &0, &Budget::UNLIMITED).value;
        let mut before = 0.0;
        for most in 0..8 {
            let game = AtMost::new(&game, most);
            let mut odds = Odds::of_goal();
            let solution = odds.solve(&game, &game.start(), &Budget::UNLIMITED);
            prop_assert_eq!(solution.stopped, None);
            prop_assert!(solution.value.upper >= before && solution.value.lower <= all.upper);
            before = solution.value.lower;
        }
    }

    #[test]
    fn a_limit_leaves_bounds_that_hold(text in sketches(true), most in 0_u64..6) {
        let game: Sketch = text.parse().unwrap();
        let truth = Exact::new(&game, states(&text), win).values()[0];
        let mut odds = Odds::of_winning();
        let budget = Budget { states: most, ..Budget::UNLIMITED };
        let first = odds.solve(&game, &0, &budget);
        prop_assert!(truth.at_least(first.value.lower) && truth.at_most(first.value.upper));
        let second = odds.solve(&game, &0, &Budget::UNLIMITED);
        prop_assert_eq!(second.stopped, None);
        prop_assert!(truth.at_least(second.value.lower) && truth.at_most(second.value.upper));
        let fresh = Odds::of_winning().solve(&game, &0, &Budget::UNLIMITED);
        prop_assert_eq!(second.value, fresh.value);
        prop_assert_eq!(second.line, fresh.line);
    }

    #[test]
    fn a_line_replays(text in sketches(true)) {
        let game: Sketch = text.parse().unwrap();
        let line = Odds::of_winning().solve(&game, &0, &Budget::UNLIMITED).line;
        let mut state = game.start();
        let mut met = vec![state];
        for mv in line.moves {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            prop_assert!(moves.contains(&mv));
            state = game.play(&state, mv);
            met.push(state);
        }
        match line.returns_to {
            None => prop_assert_eq!(game.node(&state), Node::End),
            Some(earlier) => prop_assert_eq!(state, met[earlier]),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_bounds_of_larger_games_meet(text in large_sketches()) {
        let game: Sketch = text.parse().unwrap();
        for mut odds in [Odds::of_winning(), Odds::of_payoff()] {
            let solution = odds.solve(&game, &0, &Budget::UNLIMITED);
            prop_assert_eq!(solution.stopped, None, "{:?}", solution.value);
            prop_assert!(odds.is_consistent());
        }
        let solution = MeanCosts::new().solve(&game, &0, &Budget::UNLIMITED);
        prop_assert_eq!(solution.stopped, None, "{:?}", solution.cost);
    }
}

fn solved(text: &str) -> (f64, f64) {
    let game: Sketch = text.parse().unwrap();
    let solution = Odds::of_winning().solve(&game, &0, &Budget::UNLIMITED);
    assert_eq!(solution.stopped, None, "{text}: {:?}", solution.value);
    (solution.value.lower, solution.value.upper)
}

#[test]
fn what_is_certain_is_exact() {
    assert_eq!(solved("a: 0 b~\nb~: 1x0 win, 99x0 a"), (1.0, 1.0));
    assert_eq!(solved("a: 0 b~, 0 a\nb~: 1x0 win, 2x0 c~\nc~: 1x0 a, 6x0 win"), (1.0, 1.0));
    assert_eq!(solved("a: 0 b?\nb?: 0 a, 0 win"), (0.0, 0.0));
    assert_eq!(solved("a~: 1x0 a~"), (0.0, 0.0));
    assert_eq!(solved("a!: 0 a!"), (0.0, 0.0));
}

#[test]
fn a_passing_loop_does_not_hide_the_way_out() {
    // Both can pass; player 1's way out is an even chance, player 2's is none.
    let text = "a: 0 b?, 0 c~\nb?: 0 a, 0 win\nc~: 1x0 win, 1x0 d\nd:";
    assert_eq!(solved(text), (0.5, 0.5));
    let game: Sketch = text.parse().unwrap();
    let mut odds = Odds::of_winning();
    let line = odds.solve(&game, &0, &Budget::UNLIMITED).line;
    assert_eq!(
        (odds.best_moves(&game, &0), line.moves, line.probability),
        (vec![1], vec![1, 0], 0.5)
    );
}

#[test]
fn a_slow_circle_closes() {
    // A hit in a million tries; both may pass, too, and gain nothing by it.
    let tries = "1x0 {}, 999999x0";
    for passing in ["", ", 0 b?"] {
        let text = format!(
            "a: 0 a1~{passing}\na1~: {} b?\nb?: 0 b1~{}\nb1~: {} a\nlost:",
            tries.replace("{}", "win"),
            passing.replace("b?", "a"),
            tries.replace("{}", "lost"),
        );
        let game: Sketch = text.parse().unwrap();
        let mut odds = Odds::of_winning();
        let budget = Budget::UNLIMITED.seconds(10.0);
        let solution = odds.solve(&game, &0, &budget);
        assert_eq!(solution.stopped, None, "{text}: {:?}", solution.value);
        let value = 1_000_000.0 / 1_999_999.0;
        assert!((solution.value.middle() - value).abs() < 1e-9, "{text} {:?}", solution.value);
    }
}

#[test]
fn a_distribution_tells_lengths_and_ends() {
    let game: Sketch = "a: 0 b~\nb~: 1x0 a, 1x0 c~\nc~: 3x0 win, 1x0 lost\nlost:".parse().unwrap();
    let first = |_: &usize, out: &mut Vec<(usize, u64)>| out.push((0, 1));
    let spread =
        distribution(&game, &0, first, |&state| state, 1e-3, 1000, &Budget::UNLIMITED).unwrap();
    assert_eq!(spread.lengths[..3], [(1, 0.5), (2, 0.25), (3, 0.125)]);
    assert!(spread.missing < 1e-3 && spread.lengths.len() == 10, "{spread:?}");
    assert_eq!(spread.ends.len(), 2);
    assert!((spread.ends[0].1 - 0.25).abs() < 1e-3, "{spread:?}");
}

#[test]
fn the_chance_within_a_budget_counts_what_is_spent() {
    // An even chance for 2, again and again.
    let game: Sketch = "a: 2 b~\nb~: 1x0 win, 1x0 a".parse().unwrap();
    for (most, chance) in [(0, 0.0), (1, 0.0), (2, 0.5), (5, 0.75), (6, 0.875)] {
        let game = AtMost::new(&game, most);
        laws::check_chance(&game, 1000).unwrap();
        let value = Odds::of_goal().solve(&game, &game.start(), &Budget::UNLIMITED).value;
        assert_eq!((value.lower, value.upper), (chance, chance));
    }
}

/// A long way on which every step may fail, in large states.
struct Corridor(u64);

impl Game for Corridor {
    type State = [u64; 8];
    type Move = u64;
    fn start(&self) -> [u64; 8] {
        [0; 8]
    }
    fn node(&self, state: &[u64; 8]) -> Node {
        match (state[0] >= self.0, state[1]) {
            (true, _) => Node::End,
            (false, 0) => Node::Max,
            (false, _) => Node::Mean,
        }
    }
    fn moves(&self, state: &[u64; 8], out: &mut Vec<u64>) {
        match self.node(state) {
            Node::Max => out.extend([2, 3]),
            Node::Mean => out.extend([0, 1]),
            Node::Min | Node::Single | Node::End => {}
        }
    }
    fn play(&self, state: &[u64; 8], mv: u64) -> [u64; 8] {
        let mut next = *state;
        (next[0], next[1]) =
            if mv < 2 { (state[0] + mv * state[1], 0) } else { (state[0], mv - 1) };
        next
    }
}

impl Chance for Corridor {
    fn weights(&self, state: &[u64; 8], out: &mut Vec<u64>) {
        out.extend([1, 4 - state[1]]);
    }
}

impl Versus for Corridor {
    fn winner(&self, state: &[u64; 8]) -> Option<Player> {
        (state[0] >= self.0).then_some(Player::One)
    }
}

#[test]
fn limits_are_kept_and_what_was_reached_is_not_reached_again() {
    let game = Corridor(100_000);
    let little = Budget { bytes: 1 << 23, ..Budget::UNLIMITED };
    let mut odds = Odds::of_winning();
    let solution = odds.solve(&game, &game.start(), &little);
    assert_eq!(solution.stopped, Some(Stop::Memory));
    assert!(solution.stats.peak_bytes <= (1 << 23) + (1 << 16), "{:?}", solution.stats);
    assert_eq!((solution.value.lower, solution.value.upper), (0.0, 1.0));
    let first = solution.stats.expanded;
    let solution = odds.solve(&game, &game.start(), &Budget::UNLIMITED);
    assert_eq!((solution.stopped, solution.value.lower), (None, 1.0));
    assert_eq!(first + solution.stats.expanded, 100_000);
    assert_eq!(odds.solve(&game, &game.start(), &Budget::UNLIMITED).stats.expanded, 0);
    let none = Budget::UNLIMITED.seconds(0.0);
    let solution = Odds::of_winning().solve(&game, &game.start(), &none);
    assert_eq!(solution.stopped, Some(Stop::Time));
    let few = Budget { states: 10, ..Budget::UNLIMITED };
    let solution = Odds::of_winning().solve(&game, &game.start(), &few);
    assert_eq!(solution.stopped, Some(Stop::States));
}

#[test]
fn rolls_that_go_round_are_weighed_wherever_one_asks() {
    // Both roll until one of them has hit; nobody chooses.
    let text = "a: 0 b!\nb!: 0 c~\nc~: 1x0 win, 5x0 d!\nd!: 0 e~\ne~: 1x0 lost, 5x0 b!\nlost:";
    let game: Sketch = text.parse().unwrap();
    let (mut odds, mut costs) = (Odds::of_winning(), MeanCosts::new());
    odds.solve(&game, &0, &Budget::UNLIMITED);
    assert_eq!(costs.solve(&game, &0, &Budget::UNLIMITED).cost, None);
    for (state, truth) in [(0, 6.0), (1, 6.0), (2, 6.0), (3, 5.0), (4, 5.0), (5, 0.0), (6, 11.0)] {
        let value = odds.interval(&game, &state).unwrap();
        assert!((value.middle() - truth / 11.0).abs() < 1e-12, "{state} {value:?}");
    }
}

#[test]
fn weights_too_fine_are_refused() {
    let text = "a: 0 b~\nb~: 4611686018427387904x0 win, 1x0 a";
    let game: Sketch = text.parse().unwrap();
    let solution = Odds::of_winning().solve(&game, &0, &Budget::UNLIMITED);
    assert_eq!(solution.stopped, Some(Stop::Weights));
    assert_eq!((solution.value.lower, solution.value.upper), (0.0, 1.0));
}

#[test]
fn rolls_whose_product_is_too_fine_are_followed_one_by_one() {
    let fine = "1000000007x0 win, 1000000009x0";
    let text =
        format!("a: 0 b~\nb~: {fine} c~\nc~: {fine} d~\nd~: {fine} e~\ne~: {fine} lost\nlost:");
    let (lower, upper) = solved(&text);
    assert!(upper - lower < 1e-15 && (lower - 0.9375).abs() < 1e-8, "{lower} {upper}");
}

#[test]
fn fractions_compare_with_floats_exactly() {
    let third = Fraction::ONE / Fraction::whole(3);
    assert!(third.at_most((1.0_f64 / 3.0).next_up()) && third.at_least(1.0 / 3.0));
    assert!(!third.at_most(1.0 / 3.0));
}

#[test]
fn one_place_of_very_many_rolls_is_left_when_the_time_is_up() {
    let rolls: Vec<_> = (0..500).map(|roll| format!("0 r{roll}~")).collect();
    let mut text = format!("a: {}\n", rolls.join(", "));
    for roll in 0..500 {
        text += &format!("r{roll}~: 1x0 win, {}x0 lost\n", roll + 1);
    }
    let game: Sketch = (text + "lost:").parse().unwrap();
    let asked = AtomicU64::new(0);
    let turn = || (asked.fetch_add(1, Ordering::Relaxed) >= 5).then_some(Stop::Time);
    let budget = Budget { turn: Some(&turn), ..Budget::UNLIMITED };
    let solution = Odds::of_winning().solve(&game, &0, &budget);
    assert_eq!(solution.stopped, Some(Stop::Time));
    assert!(solution.stats.generated < 20, "{:?}", solution.stats);
    let solution = MeanCosts::new().solve(&game, &0, &budget);
    assert_eq!((solution.stopped, solution.stats.generated), (Some(Stop::Time), 0));
}
