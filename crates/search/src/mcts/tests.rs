use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use outplay_game::sketch::Sketch;
use outplay_game::{Budget, Game, PACE, Stop};
use proptest::prelude::*;

use super::{Mcts, MctsSolution};
use crate::{Odds, Oracle};

fn sketch(text: &str) -> Sketch {
    text.parse().unwrap()
}

fn solve(search: &Mcts<Sketch>, text: &str) -> MctsSolution<usize> {
    search.solve(&sketch(text), &0, 1, &Budget::default())
}

/// Player 2 answers the tempting move with the one reply that loses for player 1.
const TRAP: &str = "a: 0 trap?, 0 safe\ntrap?: 0 nine, 0 nine, 0 nine, 0 lost\nsafe = 1\nnine = 9\n\
                    lost = -9";

#[test]
fn replies_are_found_and_the_estimate_comes_near_the_value() {
    let found = solve(&Mcts::of_payoff().playouts(2000), TRAP);
    assert_eq!((found.best, found.playouts, found.stopped), (Some(1), 2000, None));
    assert_eq!(found.moves.iter().map(|tried| tried.visits).sum::<u64>(), 2000);
    // All playouts through the safe move are alike, and still the interval has some width.
    let estimate = found.estimate.unwrap();
    assert_eq!((estimate.mean, found.moves[1].mean), (1.0, Some(1.0)));
    assert!(estimate.low > 0.5 && estimate.low < 1.0 && estimate.high > 1.0, "{estimate:?}");
    assert_eq!(found.line, [1]);
}

#[test]
fn each_side_plays_for_itself() {
    // Max among two, then Min among two: 3 at best.
    let text = "a: 0 b?, 0 c?\nb?: 0 three, 0 five\nc?: 0 nine, 0 two\n\
                two = 2\nthree = 3\nfive = 5\nnine = 9";
    let found = solve(&Mcts::of_payoff().playouts(3000), text);
    assert_eq!((found.best, &found.line[..]), (Some(0), &[0, 0][..]));
    let mean = found.estimate.unwrap().mean;
    assert!((3.0..3.3).contains(&mean), "{mean}");
    // From the other side.
    let found = Mcts::of_payoff().solve(&sketch(text), &2, 1, &Budget::default());
    assert_eq!((found.best, found.line), (Some(1), vec![1]));
}

#[test]
fn dice_are_weighed_forced_moves_happen_and_ends_are_exact() {
    let text = "a: 0 die~, 0 b!\nb!: 0 coin~\ndie~: 5x0 win, 4x0 lost\ncoin~: 1x0 win, 1x0 c?\n\
                c?: 0 lost, 0 win\nlost:";
    let found = solve(&Mcts::of_winning().rolling().playouts(5000), text);
    assert_eq!(found.best, Some(0));
    let estimate = found.estimate.unwrap();
    assert!(estimate.low < 5.0 / 9.0 && 5.0 / 9.0 < estimate.high, "{estimate:?}");
    // Where nobody chooses, all playouts count, and there is no best move.
    let game = sketch(text);
    let search = Mcts::of_winning().rolling().playouts(5000);
    let rolled = search.solve(&game, &2, 3, &Budget::default());
    assert_eq!((rolled.best, rolled.moves.len()), (None, 2));
    let estimate = rolled.estimate.unwrap();
    assert!(estimate.low < 5.0 / 9.0 && 5.0 / 9.0 < estimate.high, "{estimate:?}");
    assert!(estimate.high - estimate.low < 0.03);
    let over = search.solve(&game, &5, 3, &Budget::default());
    assert_eq!((over.best, over.playouts, over.moves.len()), (None, 0, 0));
    let estimate = over.estimate.unwrap();
    assert_eq!((estimate.mean, estimate.low, estimate.high), (0.0, 0.0, 0.0));
}

#[test]
fn a_goal_comes_first_and_then_what_it_costs() {
    // The cheap way is a gamble; of the sure ones the second costs less.
    let text = "a: 1 gamble~, 90 sure, 70 sure\ngamble~: 0 win, 0 lost\nsure: 0 win, 5 win\nlost:";
    let found = solve(&Mcts::of_least_cost().rolling(), text);
    assert_eq!((found.best, &found.line[..]), (Some(2), &[2, 0][..]));
    assert_eq!(found.estimate.unwrap().mean.to_bits(), 1.0_f64.to_bits());
    // Player 2 would rather that it is not reached, and then that it costs much.
    let text = "a?: 1 b?, 9 b?\nb?: 7 win, 3 win, 0 lost\nlost:";
    assert_eq!(solve(&Mcts::of_least_cost(), text).line[1], 2);
    let found = Mcts::of_least_cost().solve(
        &sketch(&text.replace(", 0 lost", "")),
        &1,
        1,
        &Budget::default(),
    );
    assert_eq!(found.best, Some(0));
}

#[test]
fn for_ever_is_no_win_and_worth_nothing() {
    let text = "a: 0 a, 0 lost\nlost = -5";
    let found = solve(&Mcts::of_payoff().longest(5), text);
    assert_eq!((found.best, found.stopped), (Some(0), None));
    assert!(found.estimate.unwrap().mean > -1.0, "{found:?}");
    let found = solve(&Mcts::of_winning().longest(20), "a: 0 b!\nb!: 0 a");
    let estimate = found.estimate.unwrap();
    assert!(estimate.mean == 0.0 && estimate.high < 0.01, "{estimate:?}");
    // Of one move at the least.
    let found = solve(&Mcts::of_winning().longest(0), "a: 0 win");
    assert_eq!(found.moves[0].mean, Some(1.0));
}

#[test]
fn dice_that_are_not_asked_for_stop_it() {
    let text = "a: 0 b~, 0 lost\nb~: 0 win, 0 lost\nlost:";
    let found = solve(&Mcts::of_winning(), text);
    assert_eq!(found.stopped, Some(Stop::Chance));
    let heavy = format!("a: 0 b~\nb~: {}x0 win, {}x0 win", u64::MAX, u64::MAX);
    let found = solve(&Mcts::of_winning().rolling(), &heavy);
    assert_eq!((found.stopped, found.best, found.estimate), (Some(Stop::Weights), None, None));
}

#[test]
fn a_seed_means_the_same_answer() {
    let text = "a: 0 b?, 0 c~, 0 a\nb?: 0 a, 0 lost, 0 c~\nc~: 3x0 win, 2x0 b?, 1x0 a\nlost = -3";
    let game = sketch(text);
    let search = || Mcts::of_payoff().rolling().playouts(500);
    let found = |seed| search().solve(&game, &0, seed, &Budget::default());
    assert_eq!(found(1), found(1));
    assert_ne!(found(1), found(2));
    // On every machine.
    let visits: Vec<_> = found(1).moves.iter().map(|tried| tried.visits).collect();
    assert_eq!(
        (visits, found(1).estimate.unwrap().mean.to_bits()),
        (vec![5, 81, 414], 4_567_716_091_630_693_351)
    );
}

#[test]
fn limits_are_kept() {
    let text = "a: 0 a, 0 b?\nb?: 0 a, 0 win, 0 lost\nlost:";
    let search = || Mcts::of_winning().playouts(1_000_000);
    let within = |budget: &Budget| search().solve(&sketch(text), &0, 1, budget);
    // A choice among many.
    let moves: Vec<_> = (0..3000).map(|place| format!("0 p{place}")).collect();
    let places: String = (0..3000).map(|place| format!("\np{place}: 0 win, 0 lost")).collect();
    let wide = sketch(&format!("a: {}{places}\nlost:", moves.join(", ")));
    let found = search().solve(&wide, &0, 1, &Budget { states: 100, ..Budget::UNLIMITED });
    assert_eq!((found.stopped, found.playouts), (Some(Stop::States), 99));
    assert!(found.best.is_some());
    let bytes = 200_000;
    let found = search().solve(&wide, &0, 1, &Budget { bytes, ..Budget::UNLIMITED });
    assert_eq!(found.stopped, Some(Stop::Memory));
    assert!(found.stats.peak_bytes <= bytes && found.playouts > 100, "{found:?}");
    let found = within(&Budget::UNLIMITED.seconds(0.0));
    assert_eq!((found.stopped, found.playouts, found.best), (Some(Stop::Time), 0, None));
    assert_eq!(found.estimate, None);
    // Somebody ends it when it has told of its progress a few times: also in a playout without end.
    let (flag, told) = (AtomicBool::new(false), AtomicU64::new(0));
    let tell =
        |done: u64| flag.store(told.fetch_max(done, Ordering::Relaxed) > 0, Ordering::Relaxed);
    let budget = Budget { interrupt: Some(&flag), on_progress: Some(&tell), ..Budget::UNLIMITED };
    let endless = sketch("a!: 0 a!");
    let found = Mcts::of_winning().longest(u64::MAX).solve(&endless, &0, 1, &budget);
    assert_eq!((found.stopped, found.playouts), (Some(Stop::Interrupted), 0));
    assert!(found.stats.expanded <= 3 * PACE, "{found:?}");
}

/// Small trees of three levels with the values of their ends, dice on the second.
fn tree(payoffs: &[i64], weights: &[u64], dice: bool) -> Sketch {
    let mut text = "a: 0 b0, 0 b1, 0 b2\n".to_owned();
    let kind = |index: usize| if dice && index == 1 { "~" } else { "?" };
    text = text.replace("b0", &format!("b0{}", kind(0)));
    text = text.replace("b1", &format!("b1{}", kind(1))).replace("b2", &format!("b2{}", kind(2)));
    for index in 0..3 {
        let weight = |branch: usize| match kind(index) {
            "~" => format!("{}x", weights[branch]),
            _ => String::new(),
        };
        let parts: Vec<_> =
            (0..3).map(|branch| format!("{}0 e{index}{branch}", weight(branch))).collect();
        text += &format!("b{index}{}: {}\n", kind(index), parts.join(", "));
    }
    for (index, payoff) in payoffs.iter().enumerate() {
        text += &format!("e{}{} = {payoff}\n", index / 3, index % 3);
    }
    sketch(&text)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Given enough playouts it comes near the value, and its move gives little away.
    #[test]
    fn enough_playouts_come_near_the_value(
        payoffs in prop::collection::vec(-9_i64..10, 9),
        weights in prop::collection::vec(1_u64..6, 3),
        dice in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let game = tree(&payoffs, &weights, dice);
        let (value, after): (f64, Vec<f64>) = if dice {
            let mut odds = Odds::of_payoff();
            let value = odds.solve(&game, &0, &Budget::default()).value.middle();
            (value, odds.moves(&game, &0).unwrap().map(|(_, value)| value.middle()).collect())
        } else {
            let mut oracle = Oracle::empty(&game);
            let values = oracle.move_values(&game, &0, &Budget::default()).unwrap();
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let values: Vec<f64> = values.into_iter().map(|(_, value)| value as f64).collect();
            (values.iter().copied().fold(f64::NEG_INFINITY, f64::max), values)
        };
        let search = Mcts::of_payoff().rolling().playouts(20_000);
        let found = search.solve(&game, &game.start(), seed, &Budget::UNLIMITED);
        let estimate = found.estimate.unwrap();
        prop_assert!((estimate.mean - value).abs() < 0.5, "{value} {estimate:?}");
        prop_assert!(value - after[found.best.unwrap()] < 0.5, "{value} {after:?} {found:?}");
        prop_assert!(estimate.low <= estimate.mean && estimate.mean <= estimate.high);
    }
}
