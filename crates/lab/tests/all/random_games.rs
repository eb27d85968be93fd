//! Styles and matches on random games written as strings.

use std::convert::Infallible;

use outplay_game::sketch::Sketch;
use outplay_game::{Budget, Player, Stop};
use outplay_lab::{
    Cell, MatchReport, MatchSetup, Minimax, Playout, Random, Style, StylePair, Tournament,
    in_order, play_match, playout,
};
use outplay_search::{ZeroSumAlgorithm, solve_zero_sum};
use proptest::prelude::*;

/// Random games of up to twelve states: choices of either side (often several times running),
/// forced states, ends of any worth; states return only with `cyclic`.
fn sketches(cyclic: bool) -> impl Strategy<Value = String> {
    let node = (0_u8..4, prop::collection::vec(0_usize..100, 1..4), -6_i64..7);
    prop::collection::vec(node, 2..13).prop_map(move |nodes| {
        let count = nodes.len();
        let is_end = |index: usize| nodes[index].0 == 3 && index > 0 || index + 1 == count;
        let name = |index: usize| match &nodes[index] {
            _ if is_end(index) => format!("s{index}"),
            (0, moves, _) if moves.len() == 1 => format!("s{index}!"),
            (1, ..) => format!("s{index}?"),
            _ => format!("s{index}"),
        };
        let mut text = String::new();
        for (index, (_, moves, payoff)) in nodes.iter().enumerate() {
            if is_end(index) {
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

fn minimax(game: &Sketch, by: Option<ZeroSumAlgorithm>) -> Minimax<'static, Sketch> {
    Minimax::new(game, by, Budget::UNLIMITED)
}

fn value(game: &Sketch, by: ZeroSumAlgorithm) -> i64 {
    solve_zero_sum(game, &0, by, &Budget::UNLIMITED).value().expect("nothing stops it")
}

/// Random against random, or against perfect play as player 2.
fn styles(game: &Sketch, perfect: bool) -> StylePair<'_, Sketch> {
    let two: Box<dyn Style<Sketch>> =
        if perfect { Box::new(minimax(game, None)) } else { Box::new(Random::new(Player::Two)) };
    [Box::new(Random::new(Player::One)), two]
}

fn report(game: &Sketch, perfect: bool, setup: &MatchSetup) -> MatchReport<Playout<usize>> {
    play_match(game, &0, setup, |game| styles(game, perfect))
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        cases: 500,
        ..ProptestConfig::default()
    })]

    #[test]
    fn perfect_play_of_both_gets_the_solved_value(text in sketches(false)) {
        let game: Sketch = text.parse().unwrap();
        let solved = value(&game, ZeroSumAlgorithm::Memo);
        for one in ZeroSumAlgorithm::ALL {
            for two in ZeroSumAlgorithm::ALL {
                let styles: [&mut dyn Style<_>; 2] =
                    [&mut minimax(&game, Some(one)), &mut minimax(&game, Some(two))];
                let played = playout(&game, &0, styles, 1, 100, &Budget::UNLIMITED).unwrap();
                prop_assert_eq!((played.margin, played.cut), (solved, false), "{} {}", one, two);
            }
        }
    }

    #[test]
    fn every_search_chooses_the_same_moves(text in sketches(false)) {
        let game: Sketch = text.parse().unwrap();
        let line = |by| {
            let styles: [&mut dyn Style<_>; 2] = [&mut minimax(&game, Some(by)), &mut minimax(&game, Some(by))];
            playout(&game, &0, styles, 1, 100, &Budget::UNLIMITED).unwrap().moves
        };
        let expected = line(ZeroSumAlgorithm::Recursive);
        for by in ZeroSumAlgorithm::ALL {
            prop_assert_eq!(line(by), expected.clone(), "{}", by);
        }
    }

    #[test]
    fn a_game_that_may_go_on_for_ever_gets_its_value_too(text in sketches(true)) {
        let game: Sketch = text.parse().unwrap();
        let solved = value(&game, ZeroSumAlgorithm::Retrograde);
        let styles: [&mut dyn Style<_>; 2] = [&mut minimax(&game, None), &mut minimax(&game, None)];
        let played = playout(&game, &0, styles, 1, 100, &Budget::UNLIMITED).unwrap();
        prop_assert_eq!(played.margin, solved);
        prop_assert!(!played.cut || solved == 0);
    }

    #[test]
    fn nobody_does_better_against_perfect_play(text in sketches(true), seed: u64) {
        let game: Sketch = text.parse().unwrap();
        let solved = value(&game, ZeroSumAlgorithm::Retrograde);
        let mut perfect = minimax(&game, None);
        for seed in seed..seed.saturating_add(20) {
            let mut random = Random::new(Player::Two);
            let played = playout(&game, &0, [&mut perfect, &mut random], seed, 1000, &Budget::UNLIMITED).unwrap();
            prop_assert!(played.margin >= solved, "{:?}", played);
        }
    }

    #[test]
    fn any_number_of_threads_gives_the_same_report(
        text in sketches(true), seed: u64, games in 0_u64..600, perfect: bool,
    ) {
        let game: Sketch = text.parse().unwrap();
        let setup = MatchSetup { games, seed, max_moves: 30, ..MatchSetup::default() };
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            serde_json::to_string(&pool.install(|| report(&game, perfect, &setup))).unwrap()
        };
        let expected = on(1);
        prop_assert_eq!(on(2), expected.clone());
        prop_assert_eq!(on(7), expected);
    }

    #[test]
    fn a_reported_seed_replays_its_game(text in sketches(true), seed: u64, perfect: bool) {
        let game: Sketch = text.parse().unwrap();
        let setup = MatchSetup { games: 40, seed, max_moves: 30, ..MatchSetup::default() };
        let whole = report(&game, perfect, &setup);
        for notable in [whole.shortest, whole.longest, whole.closest] {
            let notable = notable.unwrap();
            let again = MatchSetup { games: 1, seed: notable.seed, ..setup };
            let again = report(&game, perfect, &again);
            prop_assert_eq!((again.games, again.shortest), (1, Some(notable)));
        }
    }

    #[test]
    fn a_match_is_its_games_one_by_one(text in sketches(true), seed: u64) {
        let game: Sketch = text.parse().unwrap();
        let setup = MatchSetup { games: 25, seed, max_moves: 30, ..MatchSetup::default() };
        let whole = report(&game, false, &setup);
        let (mut wins, mut margins, mut choices, mut cut) = ([0, 0], 0.0, 0.0, 0);
        for number in 0..25 {
            let mut pair = [Random::new(Player::One), Random::new(Player::Two)];
            let [one, two] = &mut pair;
            let seed = seed.wrapping_add(number);
            let played = playout(&game, &0, [one, two], seed, 30, &Budget::UNLIMITED).unwrap();
            if let Some(winner) = played.winner {
                wins[winner.index()] += 1;
            }
            margins += f64::from(i32::try_from(played.margin).unwrap());
            choices += f64::from(u32::try_from(played.actions).unwrap());
            cut += u64::from(played.cut);
        }
        prop_assert_eq!([whole.p1_wins, whole.p2_wins], wins);
        prop_assert_eq!((whole.cut, whole.ties), (cut, 25 - wins[0] - wins[1] - cut));
        prop_assert_eq!(whole.mean_margin, Some(margins / 25.0));
        prop_assert_eq!(whole.mean_length, Some(choices / 25.0));
    }

    #[test]
    fn a_small_table_changes_no_choice(
        text in sketches(false), seed: u64, states in 1_u64..12,
    ) {
        let game: Sketch = text.parse().unwrap();
        let mut roomy = minimax(&game, None);
        let budget = Budget { states, ..Budget::UNLIMITED };
        let mut tight = Minimax::new(&game, None, budget);
        for seed in seed..seed.saturating_add(10) {
            let mut random = Random::new(Player::Two);
            let expected = playout(&game, &0, [&mut roomy, &mut random], seed, 100, &Budget::UNLIMITED).unwrap();
            match playout(&game, &0, [&mut tight, &mut random], seed, 100, &Budget::UNLIMITED) {
                Ok(played) => prop_assert_eq!(played, expected),
                Err(stop) => prop_assert_eq!(stop, Stop::States),
            }
        }
    }

    #[test]
    fn a_matrix_is_the_same_on_any_number_of_threads(text in sketches(true), seed: u64) {
        let game: Sketch = text.parse().unwrap();
        let setup = MatchSetup { games: 10, seed, max_moves: 30, ..MatchSetup::default() };
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let cell = |pairing: u64| {
                let detail = report(&game, (pairing / 3 + pairing % 3) % 2 == 1, &setup);
                Ok::<_, Infallible>(Cell { value_to_p1: detail.mean_margin, impossible: None, detail })
            };
            let mut cells = Vec::new();
            let Ok(()) = pool.install(|| in_order(9, 9, None, &cell, &mut |cell| {
                cells.push(cell);
                Ok(())
            }));
            let names = (0..3).map(|index| index.to_string()).collect();
            serde_json::to_string(&Tournament::new(names, cells)).unwrap()
        };
        prop_assert_eq!(on(1), on(7));
    }
}
