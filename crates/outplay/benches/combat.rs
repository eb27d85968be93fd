//! Combat on fixed deals: answers asserted, times printed. `cargo bench --bench combat`.
//!
//! The six recursive deals of 50 cards are golden/combat-50.json. "fast public program" is what one
//! that compares checksums only took on the machine on which these deals were chosen; the reference
//! is ours, in lists and sets, in the same run. Each time is the least of many runs.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]
#![expect(clippy::cast_precision_loss, reason = "rounds are counted in millions")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use outplay::Budget;
use outplay::combat::{Deal, Mode, Outcome, reference, solve};
use serde_json::Value;

/// Microseconds of a fast public program for the six deals.
const PUBLIC: [f64; 6] = [12.0, 823.0, 160.0, 37.0, 43.0, 374.0];

/// Rounds and scores of the first deals of 20,000 cards from seed 1, as a program of a few lines of
/// Python also finds them.
const LARGE: [(u64, u128); 3] = [
    (49_022_884, 2_008_298_640_422),
    (4_005_106, 1_996_472_109_228),
    (33_509_868, 2_000_623_744_803),
];

fn main() {
    recursive();
    plain();
}

/// The least time of a piece of work, tried for half a second.
fn least<T>(mut work: impl FnMut() -> T) -> (T, f64) {
    let begin = Instant::now();
    let mut best = f64::INFINITY;
    loop {
        let start = Instant::now();
        let answer = black_box(work());
        best = best.min(start.elapsed().as_secs_f64());
        if begin.elapsed() > Duration::from_millis(500) {
            return (answer, best);
        }
    }
}

fn play(deal: &Deal, mode: Mode) -> Outcome {
    solve(black_box(deal), mode, &Budget::UNLIMITED).expect("nobody stops it")
}

fn recursive() {
    let known: Vec<Value> =
        serde_json::from_str(include_str!("../../../golden/combat-50.json")).expect("golden JSON");
    println!("Recursive combat, 50 cards");
    println!("deal    rounds       time   ns/round   reference    ratio   public us    ratio");
    let (mut product, mut slowest) = (1.0, f64::INFINITY);
    for ((number, entry), public) in (1..).zip(&known).zip(PUBLIC) {
        let deck = |player: &str| -> Vec<u32> {
            serde_json::from_value(entry[player].clone()).expect("a list of cards")
        };
        let deal = Deal::new([deck("player1"), deck("player2")]).expect("a golden deal");
        let (answer, seconds) = least(|| play(&deal, Mode::Recursive));
        let winner = answer.winner.map(|winner| u64::from(winner.number()));
        assert_eq!(winner, entry["recursive_winner"].as_u64());
        assert_eq!(answer.score(), entry["recursive_score"].as_u64().map(u128::from));
        let start = Instant::now();
        let (slow, _) = reference::solve(&deal, Mode::Recursive);
        let reference = start.elapsed().as_secs_f64();
        assert_eq!((slow.ends, slow.decks), (answer.ends, answer.decks));
        let ratio = public * 1e-6 / seconds;
        product *= ratio;
        slowest = ratio.min(slowest);
        println!(
            "{number:>4} {:>9} {:>7.1} us {:>10.1} {:>8.1} ms {:>8.0} {public:>11.0} {ratio:>8.1}",
            answer.played,
            seconds * 1e6,
            seconds * 1e9 / answer.played as f64,
            reference * 1e3,
            reference / seconds,
        );
    }
    let mean = f64::powf(product, 1.0 / 6.0);
    println!(
        "To the public program: {mean:.1} times as fast (geometric mean), at least {slowest:.1}\n"
    );
}

fn plain() {
    println!("Plain combat, 10,000 cards a side");
    println!("deal      rounds        time   million rounds/s");
    for (number, (rounds, score)) in (1..).zip(LARGE) {
        let deal = Deal::random(20_000, 1, number);
        let (answer, seconds) = least(|| play(&deal, Mode::Plain));
        assert_eq!((answer.rounds, answer.score()), (rounds, Some(score)));
        println!(
            "{number:>4} {:>11} {:>8.1} ms {:>18.0}",
            answer.played,
            seconds * 1e3,
            answer.played as f64 / seconds * 1e-6,
        );
    }
}
