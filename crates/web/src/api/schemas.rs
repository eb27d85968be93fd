//! What is answered, as JSON Schemas: one file for each command, beside the types of `outplay` that they
//! tell of.
//!
//! Fields are only ever added, so no schema forbids what it does not name. A test holds the answers of
//! every game that ships against them, strictly: there a field that no schema names is a fault.

use std::sync::LazyLock;

use serde_json::{Map, Value};

/// The files; a schema stands in the first that needs it.
const FILES: [&str; 13] = [
    include_str!("schemas/errors.json"),
    include_str!("schemas/games.json"),
    include_str!("schemas/show.json"),
    include_str!("schemas/solve.json"),
    include_str!("schemas/replay.json"),
    include_str!("schemas/compare.json"),
    include_str!("schemas/deal.json"),
    include_str!("schemas/match.json"),
    include_str!("schemas/tournament.json"),
    include_str!("schemas/sweep.json"),
    include_str!("schemas/tune.json"),
    include_str!("schemas/report.json"),
    include_str!("schemas/stream.json"),
];

/// Every schema by its name.
pub(crate) static SCHEMAS: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    let mut all = Map::new();
    for file in FILES {
        all.extend(
            serde_json::from_str::<Map<_, _>>(file)
                .expect("the files are in the program, and tested"),
        );
    }
    all
});
