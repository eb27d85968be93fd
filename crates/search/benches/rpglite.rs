//! All 28 pairs of `RPGLite` against all 28, one by one, and the published best counters:
//! `cargo bench -p outplay-search --bench rpglite`.

#![expect(clippy::print_stdout, reason = "a bench reports")]

#[path = "../tests/dice/mod.rs"]
mod dice;

use std::collections::BTreeMap;
use std::time::Instant;

use dice::rpglite::{BETA, Fight, pairs};
use outplay_game::{Budget, Game};
use outplay_search::Odds;

fn main() {
    let golden = include_str!("../../../golden/rpglite-beta.json");
    let golden: BTreeMap<String, (String, f64)> =
        serde_json::from_str(golden).expect("the golden file is JSON");
    let pairs = pairs();
    let began = Instant::now();
    let (mut places, mut slowest) = (0, (0.0, String::new()));
    let mut widest = 0.0_f64;
    for one in &pairs {
        let mut worst: Option<(f64, &String)> = None;
        for two in &pairs {
            let fight = Fight::new(&BETA, one, two);
            let begun = Instant::now();
            let mut odds = Odds::of_winning();
            let solution = odds.solve(&fight, &fight.start(), &Budget::UNLIMITED);
            let seconds = begun.elapsed().as_secs_f64();
            assert_eq!(solution.stopped, None, "{one} {two}: {:?}", solution.value);
            places += odds.places();
            widest = widest.max(solution.value.width());
            if seconds > slowest.0 {
                slowest = (seconds, format!("{one} against {two}, {} places", odds.places()));
            }
            let value = solution.value.middle();
            if worst.is_none_or(|(least, _)| value < least) {
                worst = Some((value, two));
            }
        }
        let (value, counter) = worst.expect("there are pairs");
        let (published, figure) = &golden[one];
        assert_eq!(counter, published, "{one}");
        assert!((value - figure).abs() < 1e-6, "{one}: {value} {figure}");
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("784 fights: {seconds:.2} s, {places} places, widest interval {widest:.1e}");
    println!("the slowest: {:.3} s, {}", slowest.0, slowest.1);
}
