//! Whole matches: by hand, stopped, both ways.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use outplay_game::sketch::Sketch;
use outplay_game::{Budget, MinCost, Player, Stop};
use outplay_lab::{
    Chooser, Greedy, MatchReport, MatchSetup, Minimax, Playout, Random, Style, StylePair,
    play_match, playout,
};
use outplay_search::ZeroSumAlgorithm;
use serde_json::json;

fn sketch(text: &str) -> Sketch {
    text.parse().expect("a sketch")
}

fn perfect<'b>(game: &Sketch, budget: Budget<'b>) -> Box<dyn Style<Sketch> + 'b> {
    Box::new(Minimax::new(game, None, budget))
}

fn both_random(_: &Sketch) -> StylePair<'_, Sketch> {
    Player::BOTH.map(|player| Box::new(Random::new(player)) as _)
}

fn both_perfect(game: &Sketch) -> StylePair<'_, Sketch> {
    [perfect(game, Budget::UNLIMITED), perfect(game, Budget::UNLIMITED)]
}

#[test]
fn one_game_stands_for_all_where_nobody_is_random() {
    let game = sketch("a: 0 b?, 0 c\nb?: 0 d, 0 e\nc = 1\nd = 5\ne = 3");
    let setup = MatchSetup { games: 1000, seed: 9, ..MatchSetup::default() };
    let report = play_match(&game, &0, &setup, both_perfect);
    assert!(report.one_for_all);
    assert_eq!((report.games, report.p1_wins, report.ties), (1000, 1000, 0));
    assert_eq!((report.mean_margin, report.margin_within), (Some(3.0), Some(0.0)));
    assert_eq!(report.mean_length, Some(2.0));
    let longest = report.longest.unwrap();
    assert_eq!((longest.seed, longest.moves), (9, vec![0, 1]));
}

#[test]
fn the_whole_report_of_a_fixed_seed_is_as_it_was() {
    // One coin flip of player 1 and one of player 2: 4, 0, -2 or a third flip for 1 or 6.
    let game = sketch(
        "a: 0 b?, 0 c?\nb?: 0 v, 0 w\nc?: 0 x, 0 d\nd: 0 y, 0 z
         v = 4\nw = 0\nx = -2\ny = 1\nz = 6",
    );
    let setup = MatchSetup { games: 1000, seed: 7, ..MatchSetup::default() };
    let report = play_match(&game, &0, &setup, both_random);
    // Another program, written from the descriptions alone, agrees (to 14 digits of the interval).
    let closest = json!({
        "seed": 8, "moves": [1, 1, 0], "actions": 3, "margin": 1, "winner": 1, "cut": false,
    });
    let expected = json!({
        "seed": 7,
        "asked": 1000,
        "games": 1000,
        "one_for_all": false,
        "p1_wins": 481,
        "p2_wins": 263,
        "ties": 256,
        "cut": 0,
        "mean_length": 2.25,
        "mean_margin": 1.358,
        "margin_within": 0.176_747_752_873_256_48,
        "shortest": {
            "seed": 7, "moves": [0, 1], "actions": 2, "margin": 0, "winner": null, "cut": false,
        },
        "longest": closest,
        "closest": closest,
        "sums": { "actions": 2250, "margins": 1358, "squares": 9968 },
    });
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json, expected);
    // How often each number came up is for whoever is here, and goes nowhere else.
    let spread = report.spread.clone().unwrap();
    assert_eq!(spread.lengths, [(2, 750), (3, 250)].into());
    assert_eq!(spread.margins.values().sum::<u64>(), 1000);
    assert_eq!(spread.margins[&-2], 263);
    let read = serde_json::from_value::<MatchReport<Playout<usize>>>(json).unwrap();
    assert_eq!(read, MatchReport { spread: None, ..report });
}

#[test]
fn a_stopped_match_is_the_report_of_a_smaller_one() {
    let game = sketch("a: 0 a, 0 b?\nb?: 0 a, 0 c\nc = 2");
    let setup = MatchSetup { games: 1000, seed: 100, ..MatchSetup::default() };
    let styles = |_| -> StylePair<_> {
        let one = StoppedAt { seed: 100 + 300, inner: Random::new(Player::One) };
        [Box::new(one), Box::new(Random::new(Player::Two))]
    };
    let stopped = play_match(&game, &0, &setup, styles);
    assert_eq!((stopped.games, stopped.asked), (300, 1000));
    assert_eq!(stopped.stopped, Some(Stop::States));
    let smaller = MatchSetup { games: 300, ..setup };
    let mut smaller = play_match(&game, &0, &smaller, both_random);
    (smaller.asked, smaller.stopped) = (1000, Some(Stop::States));
    assert_eq!(stopped, smaller);
}

/// Random, until the game of this seed stops it.
struct StoppedAt {
    seed: u64,
    inner: Random,
}

impl Style<Sketch> for StoppedAt {
    fn name(&self) -> std::borrow::Cow<'_, str> {
        "stopped".into()
    }
    fn begin(&mut self, from: &usize, seed: u64) {
        Style::<Sketch>::begin(&mut self.inner, from, seed);
        if seed == self.seed {
            self.seed = u64::MAX;
        }
    }
    fn choose(&mut self, game: &Sketch, state: &usize, moves: &[usize]) -> Result<usize, Stop> {
        if self.seed == u64::MAX {
            return Err(Stop::States);
        }
        self.inner.choose(game, state, moves)
    }
}

#[test]
fn interruption_and_deadlines_end_a_match_before_the_next_game() {
    let game = sketch("a: 0 win, 0 b\nb:");
    let flag = AtomicBool::new(false);
    let over = AtomicU64::new(0);
    let tell = |done: u64| {
        over.fetch_max(done, Ordering::Relaxed);
        flag.store(done >= 10, Ordering::Relaxed);
    };
    let budget = Budget { interrupt: Some(&flag), on_progress: Some(&tell), ..Budget::UNLIMITED };
    let setup = MatchSetup { games: 1_000_000, budget, ..MatchSetup::default() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let report = pool.install(|| play_match(&game, &0, &setup, both_random));
    assert_eq!((report.stopped, over.into_inner()), (Some(Stop::Interrupted), 10));
    assert!(report.games <= 10);
    let budget = Budget::UNLIMITED.seconds(0.0);
    for styles in [both_random, both_perfect] {
        let setup = MatchSetup { games: 5, budget, ..MatchSetup::default() };
        let report = play_match(&game, &0, &setup, styles);
        assert_eq!((report.stopped, report.games, report.mean_margin), (Some(Stop::Time), 0, None));
    }
}

#[test]
fn a_choice_that_is_too_hard_stops_a_search_and_a_full_table_does_not() {
    let game = sketch("a: 0 b?, 0 c?\nb?: 0 d, 0 e\nc?: 0 d, 0 e\nd = 1\ne = 2");
    for (states, stopped) in [(1, Some(Stop::States)), (3, None)] {
        let budget = Budget { states, ..Budget::UNLIMITED };
        let setup = MatchSetup { games: 50, ..MatchSetup::default() };
        let report = play_match(&game, &0, &setup, |game| {
            [Box::new(Random::new(Player::One)), perfect(game, budget)]
        });
        assert_eq!(report.stopped, stopped, "{states}");
        assert_eq!(report.games, if stopped.is_some() { 0 } else { 50 });
    }
}

#[test]
fn a_won_game_is_won_and_not_circled_in() {
    // Going round keeps the win within reach, and comes first in move order.
    let game = sketch("a: 0 b?, 0 c\nb?: 0 a\nc = 4");
    assert!(!outplay_game::ZeroSum::is_acyclic(&game));
    let report = play_match(&game, &0, &MatchSetup::default(), both_perfect);
    assert_eq!((report.p1_wins, report.cut, report.mean_margin), (1, 0, Some(4.0)));
}

#[test]
fn perfect_play_starts_from_anywhere() {
    let game = sketch("a: 0 b\nb: 0 a, 0 c\nc = 1\nd: 0 e, 0 f, 0 d\ne = 2\nf = 7");
    let mut one = Minimax::new(&game, None, Budget::UNLIMITED);
    for (from, margin) in [(0, 1), (3, 7), (1, 1), (3, 7)] {
        let mut two = Random::new(Player::Two);
        let played =
            playout(&game, &from, [&mut one, &mut two], 0, 50, &Budget::UNLIMITED).unwrap();
        assert_eq!(played.margin, margin, "from {from}");
    }
    // Asked in the middle of a game that it did not see begin.
    let mut late = Minimax::new(&game, None, Budget::UNLIMITED);
    assert_eq!(late.choose(&game, &3, &[0, 1, 2]), Ok(1));
    assert_eq!(late.choose(&game, &1, &[0, 1]), Ok(1));
}

#[test]
fn choices_do_not_depend_on_what_was_played_before() {
    // Whichever was solved first, nobody goes to a neighbour that is no nearer to the end.
    let game = sketch("x: 0 y, 0 e\ny: 0 x, 0 e\ne = 4\nz: 0 y, 0 e");
    for starts in [[0, 3], [3, 0]] {
        let mut one = Minimax::new(&game, None, Budget::UNLIMITED);
        for from in starts {
            one.begin(&from, 0);
            for state in [3, 0, 1] {
                assert_eq!(one.choose(&game, &state, &[0, 1]), Ok(1));
            }
        }
    }
}

#[test]
fn greedy_takes_the_most_now_and_a_closure_can_play() {
    let game = sketch("a: 5 b?, 9 c?\nb? : 0 x\nc?: 0 y, 0 x\nx = 1\ny = -8");
    let setup = MatchSetup { games: 3, ..MatchSetup::default() };
    let report = play_match(&game, &0, &setup, |_| {
        let score = |game: &Sketch, state: &usize, mv: usize| -> i64 {
            i64::try_from(game.cost(state, mv)).unwrap()
        };
        let first = Chooser::new("first", |_: &Sketch, _: &usize, moves: &[usize]| Ok(moves[0]));
        [Box::new(Greedy::new(score)), Box::new(first.deterministic())]
    });
    assert!(report.one_for_all);
    assert_eq!((report.p2_wins, report.mean_margin), (3, Some(-8.0)));
}

#[test]
fn every_search_says_its_name() {
    let game = sketch("a: 0 a, 0 win");
    let name = |by| -> String {
        Style::<Sketch>::name(&Minimax::new(&game, by, Budget::UNLIMITED)).into_owned()
    };
    assert_eq!(name(None), "minimax");
    assert_eq!(name(Some(ZeroSumAlgorithm::Recursive)), "minimax-recursive");
    assert_eq!(name(Some(ZeroSumAlgorithm::Iterative)), "minimax-iterative");
}
