//! What fuzzing tries: each module is one target, and its `try_one` what is done with one input.
//!
//! It is not only that nothing breaks down. Whatever can be opened is solved and played; what is answered
//! reads back from its JSON as it was, a line comes to what it is said to come to, and where there is a plain
//! way to the same answer both ways are gone. An input that finds a fault becomes a regression test by
//! hand, beside the code that had it.
//!
//! `scripts/fuzz.sh` runs them all; `cargo test` in here tries the inputs that all begin with (`seeds/`).

mod cells;
pub mod changes;
pub mod decks;
pub mod fights;
pub mod formulas;
pub mod hands;
pub mod lists;
pub mod moves;
mod opened;
pub mod requests;
pub mod rules;
pub mod searches;
pub mod seeds;
pub mod stores;
pub mod teams;

// The plain interpreters are those of the tests.
#[allow(dead_code)]
#[path = "../../crates/search/src/chance/exact.rs"]
mod exact;
#[allow(dead_code, unused_imports)]
#[path = "../../crates/duel/tests/all/lockstep.rs"]
mod lockstep;
#[allow(dead_code, unused_imports)]
#[path = "../../crates/duel/tests/all/plain/mod.rs"]
mod plain;
#[allow(dead_code, unused_imports)]
#[path = "../../crates/duel/tests/all/plain_solver.rs"]
mod plain_solver;
#[allow(dead_code, unused_imports)]
#[path = "../../crates/duel/tests/all/teams/mod.rs"]
mod plain_teams;

use outplay::registry::{Entry, GAMES};
use outplay::{Budget, Kind};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// What is done with one input.
pub type Try = fn(&[u8]);

/// Every target, by its name.
pub const TARGETS: [(&str, Try); 12] = [
    ("rules", rules::try_one),
    ("changes", changes::try_one),
    ("formulas", formulas::try_one),
    ("moves", moves::try_one),
    ("hands", hands::try_one),
    ("lists", lists::try_one),
    ("decks", decks::try_one),
    ("requests", requests::try_one),
    ("stores", stores::try_one),
    ("fights", fights::try_one),
    ("teams", teams::try_one),
    ("searches", searches::try_one),
];

/// What one question may take: inputs should take milliseconds.
const SMALL: Budget<'static> =
    Budget { states: 400, bytes: 64 << 20, answer: 1 << 20, ..Budget::UNLIMITED };

/// The games that ship and are played move by move.
fn games() -> impl Iterator<Item = &'static Entry> + Clone {
    GAMES.iter().filter(|entry| matches!(entry.kind, Kind::Fight | Kind::Sides))
}

/// The game that the first byte stands for, and the rest of the input as a text.
fn game_and_text(data: &[u8], most: usize) -> Option<(&'static str, &str)> {
    let (&first, rest) = data.split_first()?;
    let game = games().nth(usize::from(first) % games().count())?;
    Some((game.name, text(rest, most)?))
}

/// An input as a text, where it is one that is not too long.
fn text(data: &[u8], most: usize) -> Option<&str> {
    std::str::from_utf8(data).ok().filter(|text| text.len() <= most)
}

/// Draws what generators of the tests ask for from the input, and what is missing at its end from a hash of it.
fn drawing(data: &[u8]) -> TestRunner {
    const TAIL: usize = 1 << 16;
    let mut seed = data.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    let mut bytes = data.to_vec();
    while bytes.len() < data.len() + TAIL {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        bytes.extend_from_slice(&seed.to_le_bytes());
    }
    let rng = TestRng::from_seed(RngAlgorithm::PassThrough, &bytes);
    TestRunner::new_with_rng(Config::default(), rng)
}
