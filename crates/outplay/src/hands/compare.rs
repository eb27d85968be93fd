//! Brute force, the guess and the proof side by side, by hand size.

use std::ops::RangeInclusive;
use std::time::Instant;

use outplay_game::{Budget, Stop};
use outplay_hand::{Hand, Plan, Ranges, brute_within, exact, greedy};
use serde::{Deserialize, Serialize};

/// Larger hands are not compared with brute force: the next size takes the better part of a minute
/// for each.
const MOST_FOR_BRUTE: usize = 9;

/// What to compare.
#[derive(Clone, Debug)]
pub struct CompareHands {
    /// Hand sizes.
    pub sizes: RangeInclusive<usize>,
    /// Hands of each size.
    pub repeat: u64,
    /// The seed of the first hand; the others follow it.
    pub seed: u64,
    /// What the cards look like.
    pub ranges: Ranges,
}

/// The three ways by hand size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandComparison {
    /// `hand`.
    pub game: String,
    /// The seed of the first hand.
    pub seed: u64,
    /// Hands of each size.
    pub repeat: u64,
    /// Do brute force and the exact search agree wherever both ran?
    pub agree: bool,
    /// What stopped it: `time` or `interrupted`.
    pub stopped: Option<Stop>,
    /// A row for each size.
    pub rows: Vec<SizeRow>,
}

/// A hand size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SizeRow {
    /// Cards in hand.
    pub cards: usize,
    /// Mean seconds of brute force, where it ran.
    pub brute_seconds: Option<f64>,
    /// Mean seconds of the guess.
    pub greedy_seconds: f64,
    /// Mean seconds of the proof.
    pub exact_seconds: f64,
    /// Mean damage of the best turn.
    pub damage: f64,
    /// How many hands the guess falls short in.
    pub greedy_short: u64,
    /// By how much it falls short in the mean over all hands.
    pub short_by_mean: f64,
    /// By how much it falls short at most.
    pub short_by_most: u64,
}

/// Deals hands of every size and plays them in all three ways.
#[expect(clippy::cast_precision_loss, reason = "means are shown with a few digits")]
pub fn compare_hands(question: &CompareHands, budget: &Budget) -> HandComparison {
    let mut comparison = HandComparison {
        game: "hand".to_owned(),
        seed: question.seed,
        repeat: question.repeat,
        agree: true,
        stopped: None,
        rows: Vec::new(),
    };
    let repeat = question.repeat.max(1) as f64;
    for cards in question.sizes.clone() {
        let mut row = SizeRow {
            cards,
            brute_seconds: (cards <= MOST_FOR_BRUTE).then_some(0.0),
            greedy_seconds: 0.0,
            exact_seconds: 0.0,
            damage: 0.0,
            greedy_short: 0,
            short_by_mean: 0.0,
            short_by_most: 0,
        };
        for number in 0..question.repeat {
            let hand = question.ranges.deal(cards, question.seed.wrapping_add(number));
            let (guess, guess_seconds) = timed(&hand, greedy);
            let (best, best_seconds) = timed(&hand, exact);
            row.greedy_seconds += guess_seconds / repeat;
            row.exact_seconds += best_seconds / repeat;
            row.damage += best.damage as f64 / repeat;
            let short = best.damage.saturating_sub(guess.damage);
            row.greedy_short += u64::from(short > 0);
            row.short_by_mean += short as f64 / repeat;
            row.short_by_most = row.short_by_most.max(short);
            if let Some(seconds) = &mut row.brute_seconds {
                let begin = Instant::now();
                let found = brute_within(&hand, budget);
                *seconds += begin.elapsed().as_secs_f64() / repeat;
                comparison.agree &= found.stopped.is_some() || found.plan == best;
                comparison.stopped = comparison.stopped.or(found.stopped);
            }
            comparison.stopped = comparison.stopped.or_else(|| budget.ended());
            if comparison.stopped.is_some() {
                return comparison;
            }
        }
        comparison.rows.push(row);
    }
    comparison
}

/// The plan, and the mean time over enough runs for the clock to tell.
fn timed(hand: &Hand, way: impl Fn(&Hand) -> Plan) -> (Plan, f64) {
    let plan = way(hand);
    let (begin, mut runs) = (Instant::now(), 0_u32);
    loop {
        std::hint::black_box(way(std::hint::black_box(hand)));
        runs += 1;
        let took = begin.elapsed();
        if took.as_micros() >= 200 {
            return (plan, took.as_secs_f64() / f64::from(runs));
        }
    }
}
