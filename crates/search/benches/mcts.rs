//! How much winning chance Monte Carlo tree search gives away in `RPGLite`, and how fast it is:
//! `cargo bench -p outplay-search --bench mcts`.

#![expect(clippy::print_stdout, reason = "a bench reports")]

#[path = "../tests/dice/mod.rs"]
mod dice;
#[path = "../tests/dice/given_away.rs"]
mod given_away;

use std::time::Instant;

use dice::rpglite::{BETA, Fight, pairs};
use given_away::{given_away, positions};
use outplay_game::{Budget, Game};
use outplay_search::{Mcts, Odds};

fn main() {
    let pairs = pairs();
    let meetings: Vec<_> = pairs.iter().zip(pairs.iter().rev().skip(3)).take(14).collect();
    for playouts in [100, 1000, 10_000] {
        let (mut sum, mut worst, mut count, mut seconds) = (0.0, 0.0_f64, 0_u32, 0.0);
        for (one, two) in &meetings {
            let fight = Fight::new(&BETA, one, two);
            let mut odds = Odds::of_winning();
            let solution = odds.solve(&fight, &fight.start(), &Budget::UNLIMITED);
            assert_eq!(solution.stopped, None, "{one} {two}");
            let search = Mcts::of_winning().rolling().playouts(playouts);
            for (seed, state) in (1..).zip(positions(&fight, &odds, 20)) {
                let begun = Instant::now();
                let found = search.solve(&fight, &state, seed, &Budget::UNLIMITED);
                seconds += begun.elapsed().as_secs_f64();
                let away = given_away(&fight, &odds, &state, found.best.expect("a move"));
                (sum, worst, count) = (sum + away, worst.max(away), count + 1);
            }
        }
        let mean = sum / f64::from(count);
        #[expect(clippy::cast_precision_loss, reason = "few playouts")]
        let speed = playouts as f64 * f64::from(count) / seconds;
        println!(
            "{playouts} playouts in {count} positions: {mean:.5} given away on average, {worst:.4} at \
             the most; {speed:.0} playouts a second"
        );
    }
}
