//! The game `RPGLite` against the published figures (a probabilistic model checker's, good to about 3e-7).

mod dice;

use std::collections::BTreeMap;

use dice::rpglite::{BETA, Fight, pairs};
use outplay_game::{Budget, Game, laws};
use outplay_search::Odds;

#[test]
fn best_counters_hold_pairs_to_the_published_figures() {
    let golden = include_str!("../../../golden/rpglite-beta.json");
    let golden: BTreeMap<String, (String, f64)> = serde_json::from_str(golden).unwrap();
    assert_eq!(golden.len(), 28);
    for pair in pairs() {
        let (counter, published) = &golden[&pair];
        let fight = Fight::new(&BETA, &pair, counter);
        let mut odds = Odds::of_winning();
        let solution = odds.solve(&fight, &fight.start(), &Budget::UNLIMITED);
        assert_eq!(solution.stopped, None, "{pair} {counter}: {:?}", solution.value);
        assert!(odds.is_consistent());
        let value = solution.value.middle();
        assert!((value - published).abs() < 1e-6, "{pair} {counter}: {value} {published}");
    }
}

#[test]
fn the_fight_is_lawful() {
    for (one, two) in [("KA", "WR"), ("HM", "BG"), ("RM", "AW")] {
        laws::check_chance(&Fight::new(&BETA, one, two), 20_000).unwrap();
    }
}
