//! What every search answers and what that takes, on many random games, is what it was: states expanded,
//! generated, lines found and bytes. A speed gate without noise, and any change of an answer, of a line, of
//! a bound that a limit left or of what was counted is seen.
//!
//! To write the figures anew, after a change that was meant:
//! `UPDATE_GOLDEN=1 cargo test -p outplay-search --test counts`.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod bazaar;
mod questions;

use std::fmt::Write;

use outplay_game::{Budget, laws};
use outplay_search::{Algorithm, ZeroSumAlgorithm};

use bazaar::{Bazaar, Kind};
use questions::Row;

/// Some small ones go in circles, some end after a few turns.
const SMALL: Kind =
    Kind { contested: false, dice: false, turns: None, most: 3, places: 7, price: 1 };
/// In these there is something to save for.
const MIDDLE: Kind = Kind { most: 14, places: 10, price: 2, ..SMALL };
const BRIEF: Kind = Kind { turns: Some(6), ..SMALL };
/// In these a search has to take care.
const LARGE: Kind = Kind { most: 150, places: 10, price: 20, ..SMALL };
/// So many games of a kind.
const GAMES: u64 = 30;

/// Bytes are those of one machine's tables.
const SAYS_BYTES: bool = cfg!(all(target_os = "linux", target_arch = "x86_64"));

fn budgets() -> [(&'static str, Budget<'static>); 4] {
    let whole = Budget { states: 10_000, ..Budget::UNLIMITED };
    [
        ("whole", whole),
        ("few-states", Budget { states: 25, ..whole }),
        ("few-bytes", Budget { bytes: 20_000, ..whole }),
        ("some-bytes", Budget { bytes: 60_000, ..whole }),
    ]
}

struct Table(String);

impl Table {
    /// A line for each budget of what these games come to.
    fn ask(
        &mut self,
        name: &str,
        kinds: &[Kind],
        question: impl Fn(&Bazaar, u64, &Budget, &mut Row),
    ) {
        for (limit, budget) in budgets() {
            if limit.ends_with("bytes") && !SAYS_BYTES {
                continue;
            }
            let mut row = Row::default();
            for (kind, seed) in
                kinds.iter().flat_map(|kind| (0..GAMES).map(move |seed| (kind, seed)))
            {
                question(&Bazaar::draw(*kind, seed), seed, &budget, &mut row);
            }
            self.line(&format!("{name} {limit}"), &row);
        }
    }

    fn line(&mut self, name: &str, row: &Row) {
        let stats = row.stats;
        let bytes = if SAYS_BYTES { stats.peak_bytes } else { 0 };
        let (expanded, generated, found) = (stats.expanded, stats.generated, stats.found);
        writeln!(self.0, "{name} {:016x} {expanded} {generated} {found} {bytes}", row.digest())
            .unwrap();
    }
}

fn contested(kind: Kind) -> Kind {
    Kind { contested: true, ..kind }
}

fn dice(kind: Kind) -> Kind {
    Kind { dice: true, ..kind }
}

fn counts() -> String {
    let mut table = Table(String::from(
        "# What searches answer (a digest) and what that takes: a gate without noise.\n\
         # To write it anew: UPDATE_GOLDEN=1 cargo test -p outplay-search --test counts\n\
         # question, limit, digest, states expanded, generated, lines found, bytes\n",
    ));
    let sides = [SMALL, contested(SMALL), BRIEF, contested(BRIEF), MIDDLE, contested(MIDDLE)];
    let rolling = [SMALL, BRIEF, contested(SMALL), contested(BRIEF), contested(MIDDLE)].map(dice);
    let all = [sides.as_slice(), &rolling].concat();
    for by in Algorithm::ALL {
        table.ask(by.name(), &all, |game, _, budget, row| {
            questions::cheapest(game, by, None, budget, row);
        });
        table.ask(&format!("{by}-at-most"), &sides, |game, seed, budget, row| {
            questions::cheapest(game, by, Some(seed % 9), budget, row);
        });
    }
    for from in [0, 4, u64::MAX] {
        table.ask(&format!("comparing-from-{from}"), &sides, |game, _, budget, row| {
            questions::comparing(game, from, budget, row);
        });
    }
    table.ask("costs", &all, |game, _, budget, row| questions::kept_costs(game, budget, row));
    table.ask("fates", &all, |game, _, budget, row| questions::fates(game, budget, row));
    for by_cost in [true, false] {
        let name = if by_cost { "every-by-cost" } else { "every-by-value" };
        table.ask(name, &all, |game, _, budget, row| questions::every(game, by_cost, budget, row));
    }
    table.ask("nearest", &sides, |game, _, budget, row| questions::nearest(game, budget, row));
    for by in ZeroSumAlgorithm::ALL {
        table.ask(by.name(), &all, |game, _, budget, row| {
            questions::two_sides(game, by, budget, row);
        });
    }
    for effort in [1, 3, 30] {
        table.ask(&format!("oracle-{effort}"), &sides, |game, _, budget, row| {
            questions::kept_values(game, effort, budget, row);
        });
    }
    table.ask("odds", &rolling, |game, _, budget, row| questions::odds(game, budget, row));
    table.ask("mean-costs", &rolling, |game, _, budget, row| {
        questions::mean_costs(game, budget, row);
    });
    table.ask("course", &rolling, |game, _, budget, row| questions::courses(game, budget, row));
    table.ask("distribution", &rolling, |game, _, budget, row| {
        questions::distributions(game, budget, row);
    });
    table.ask("estimate", &rolling, questions::estimates);
    for seed in [10, 16, 22, 26] {
        for turns in [None, Some(40)] {
            let game = Bazaar::draw(Kind { turns, ..contested(LARGE) }, seed);
            let budget = Budget { states: 150_000, ..Budget::UNLIMITED };
            let (mut cost, mut value) = (Row::default(), Row::default());
            questions::cheapest_of_large(&game, &budget, &mut cost);
            questions::value_of_large(&game, &budget, &mut value);
            let turns = turns.map_or("for-ever".to_owned(), |turns| format!("{turns}-turns"));
            table.line(&format!("large-cost {seed}-{turns}"), &cost);
            table.line(&format!("large-value {seed}-{turns}"), &value);
        }
    }
    table.0
}

#[test]
fn answers_and_what_they_take_are_the_golden_ones() {
    let found = counts();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden/search-counts.txt");
        std::fs::write(path, found).unwrap();
        return;
    }
    let golden = include_str!("../../../../golden/search-counts.txt").lines();
    let golden = golden.filter(|line| SAYS_BYTES || !line.contains("-bytes "));
    let without_bytes = |line: &str| match line.rsplit_once(' ') {
        Some((rest, _)) if !SAYS_BYTES => rest.to_owned(),
        _ => line.to_owned(),
    };
    let golden: Vec<_> = golden.map(without_bytes).collect();
    let found: Vec<_> = found.lines().map(without_bytes).collect();
    let differ: Vec<_> =
        golden.iter().zip(&found).filter(|(golden, found)| golden != found).collect();
    assert!(differ.is_empty(), "golden, then found: update golden/search-counts.txt? {differ:#?}");
    assert_eq!(golden.len(), found.len());
}

#[test]
fn the_games_keep_the_laws() {
    for kind in [SMALL, contested(SMALL), BRIEF, contested(BRIEF)] {
        for seed in 0..GAMES {
            let game = Bazaar::draw(kind, seed);
            laws::check(&game, 2000).unwrap();
            laws::check_bound(&game, 2000).unwrap();
            laws::check_zero_sum(&game, 2000).unwrap();
            laws::check_chance(&Bazaar::draw(dice(kind), seed), 2000).unwrap();
        }
    }
}
