//! The game `RPGLite` against the published figures (a probabilistic model checker's, good to about 3e-7).

mod dice;
#[path = "dice/given_away.rs"]
mod given_away;

use std::collections::BTreeMap;

use dice::rpglite::{BETA, Fight, Fighter, LETTERS, pairs};
use given_away::{given_away, positions};
use outplay_game::{Budget, Game, laws};
use outplay_search::{Mcts, Odds};
use serde::Deserialize;

/// A pair's best counter, and the chance that it leaves.
type Counters = BTreeMap<String, (String, f64)>;

fn check(name: &str, roster: &[Fighter; 8], published: &Counters) {
    assert_eq!(published.len(), 28, "{name}");
    for pair in pairs() {
        let (counter, figure) = &published[&pair];
        let fight = Fight::new(roster, &pair, counter);
        let mut odds = Odds::of_winning();
        let solution = odds.solve(&fight, &fight.start(), &Budget::UNLIMITED);
        assert_eq!(solution.stopped, None, "{name} {pair} {counter}: {:?}", solution.value);
        assert!(odds.is_consistent());
        let value = solution.value.middle();
        assert!((value - figure).abs() < 1e-6, "{name} {pair} {counter}: {value} {figure}");
    }
}

#[test]
fn best_counters_hold_pairs_to_the_published_figures() {
    let golden = include_str!("../../../golden/rpglite-beta.json");
    check("beta", &BETA, &serde_json::from_str(golden).unwrap());
}

#[derive(Deserialize)]
struct Configuration {
    fighters: BTreeMap<String, BTreeMap<String, f64>>,
    best_counter: Counters,
}

/// The eight fighters of a configuration.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "these are small")]
fn roster(configuration: &Configuration) -> [Fighter; 8] {
    let letters = LETTERS.as_bytes();
    std::array::from_fn(|index| {
        let initial = char::from(letters[index]).to_ascii_lowercase();
        let mut named = configuration.fighters.iter();
        let (_, numbers) =
            named.find(|(name, _)| name.starts_with(initial)).expect("all eight are there");
        let number = |name: &str| numbers.get(name).copied().unwrap_or(0.0);
        Fighter {
            letter: letters[index],
            hp: number("health") as u8,
            damage: number("damage") as u8,
            accuracy: (number("accuracy") * 100.0).round() as u8,
            special: ["execute", "heal", "miss", "rage_threshold"].map(number).iter().sum::<f64>()
                as u8,
            rage: number("rage_damage") as u8,
        }
    })
}

/// Where the published figures of more configurations are at hand.
#[test]
fn other_configurations_have_their_published_figures() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let Ok(text) =
        std::fs::read_to_string(format!("{folder}/../../../shared/vectors/rpglite.json"))
    else {
        return;
    };
    let all: BTreeMap<String, Configuration> = serde_json::from_str(&text).unwrap();
    for (name, configuration) in &all {
        check(name, &roster(configuration), &configuration.best_counter);
    }
}

#[test]
fn the_fight_is_lawful() {
    for (one, two) in [("KA", "WR"), ("HM", "BG"), ("RM", "AW")] {
        laws::check_chance(&Fight::new(&BETA, one, two), 20_000).unwrap();
    }
}

/// What Monte Carlo tree search gives away of the chance to win, on average and at the most, with so many
/// playouts for each of some positions.
fn given_away_with(playouts: u64) -> (f64, f64) {
    let (mut sum, mut most, mut count) = (0.0, 0.0_f64, 0.0);
    for (one, two) in [("KA", "WR"), ("HM", "BG"), ("RM", "AW"), ("KG", "HB")] {
        let fight = Fight::new(&BETA, one, two);
        let mut odds = Odds::of_winning();
        assert_eq!(odds.reach(&fight, &fight.start(), &Budget::UNLIMITED), Ok(()));
        let search = Mcts::of_winning().rolling().playouts(playouts);
        for (seed, state) in (1..).zip(positions(&fight, &odds, 15)) {
            let found = search.solve(&fight, &state, seed, &Budget::UNLIMITED);
            let away = given_away(&fight, &odds, &state, found.best.expect("there is a move"));
            (sum, most, count) = (sum + away, most.max(away), count + 1.0);
        }
    }
    (sum / count, most)
}

#[test]
fn tree_search_gives_little_away_and_less_with_more_playouts() {
    let few = given_away_with(100);
    let more = given_away_with(1000);
    let many = given_away_with(10_000);
    assert!(few.0 < 0.03 && more.0 < 0.012 && many.0 < 0.005, "{few:?} {more:?} {many:?}");
    assert!(few.1 < 0.16 && more.1 < 0.12 && many.1 < 0.12, "{few:?} {more:?} {many:?}");
}
