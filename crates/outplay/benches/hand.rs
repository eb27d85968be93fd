//! The hand: exact against greedy and brute force, large hands, and a whole deck.
//!
//! Asserts its answers and prints times with their ratios, which are the figures that matter: both
//! sides of a ratio are measured in turns in the same run, and the quickest round of each counts.

#![expect(clippy::print_stdout, reason = "a bench is a program that prints")]

use std::hint::black_box;
use std::time::Instant;

use outplay::Budget;
use outplay::hand::{Deck, Hand, Plan, Ranges, Stack, brute, exact, greedy};

/// Seconds for one hand in the quickest of some rounds, each way in turns.
#[expect(clippy::cast_precision_loss, reason = "a mean over a few hundred hands")]
fn race<const N: usize>(hands: &[Hand], rounds: usize, ways: [fn(&Hand) -> Plan; N]) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for _ in 0..rounds {
        for (way, best) in ways.iter().zip(&mut best) {
            let begin = Instant::now();
            for hand in hands {
                black_box(way(black_box(hand)));
            }
            *best = best.min(begin.elapsed().as_secs_f64() / hands.len() as f64);
        }
    }
    best
}

fn row(what: &str, seconds: f64, note: &str) {
    let time = match seconds {
        s if s < 1e-6 => format!("{:.0} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.1} us", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    };
    println!("{what:<44}{time:>10}  {note}");
}

fn deal(cards: usize, hands: u64) -> Vec<Hand> {
    (0..hands).map(|seed| Ranges::default().deal(cards, seed)).collect()
}

fn main() {
    let golden: serde_json::Value =
        serde_json::from_str(include_str!("../../../golden/hand.json")).expect("it is JSON");
    println!("{} known answers", golden.as_array().map_or(0, Vec::len));

    let nine = deal(9, 1000);
    let [guess, proof] = race(&nine, 60, [greedy, exact]);
    let total: u64 = nine.iter().map(|hand| exact(hand).damage).sum();
    assert_eq!(total, NINE_CARDS, "1,000 hands of nine cards");
    let few = &nine[..3];
    let begin = Instant::now();
    let reference: Vec<Plan> = few.iter().map(brute).collect();
    let force = begin.elapsed().as_secs_f64() / 3.0;
    assert_eq!(few.iter().map(exact).collect::<Vec<_>>(), reference);
    row("9 cards, greedy", guess, "");
    let ratio = proof / guess;
    row("9 cards, exact", proof, &format!("{ratio:.2} x greedy (at most 2 wanted)"));
    let ratio = force / proof;
    row("9 cards, brute force", force, &format!("{ratio:.0} x exact (at least 100,000 wanted)"));
    assert!(ratio >= 100_000.0, "brute force must be far slower");

    for (cards, hands, wanted) in [(30, 200, 1.0), (100, 50, 1.0), (1000, 20, 0.1)] {
        let dealt = deal(cards, hands);
        let [guess, proof] = race(&dealt, 3, [greedy, exact]);
        let slowest = dealt.iter().map(|hand| race(std::slice::from_ref(hand), 2, [exact])[0]);
        let slowest = slowest.fold(0.0, f64::max);
        let note = format!("{:.2} x greedy, slowest {:.2} ms", proof / guess, slowest * 1e3);
        row(&format!("{cards} cards, exact"), proof, &note);
        assert!(slowest < wanted, "{cards} cards took {slowest} s");
    }

    for draw in [4, 5] {
        let stacks = Ranges::default().deal(60, 1).cards.into_iter();
        let stacks = stacks.map(|card| Stack { card, copies: 1 }).collect();
        let deck = Deck { stacks, always: Hand::new(Vec::new()) };
        let begin = Instant::now();
        let odds = deck.odds(draw, &Budget::UNLIMITED);
        let seconds = begin.elapsed().as_secs_f64();
        let note = format!("{} hands, {:.3} damage in the mean", odds.draws, odds.mean());
        row(&format!("60 different cards, hands of {draw}"), seconds, &note);
        assert_eq!(odds.stopped, None);
    }
}

/// Damage of the best turns of the hands with seeds 0 to 999, summed.
const NINE_CARDS: u64 = 37_047;
