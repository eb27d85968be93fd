//! The inputs that fuzzing begins with: `known.rs` makes them from rules/, golden/ and the games that ship,
//! `written.rs` has those that no file holds; and the dictionary (`dictionary.rs`), which has the words of the language.

mod dictionary;
mod known;
mod written;

use std::fs;
use std::path::PathBuf;

pub use dictionary::dictionary;

/// Where a target lays its seeds, before it starts, if this is set: a folder for each, and the dictionary.
const FOLDER: &str = "OUTPLAY_FUZZ_SEEDS";

/// Lays the seeds of a target where somebody wants them.
pub fn lay(target: &str) {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let own = folder.join(target);
    fs::create_dir_all(&own).expect("a folder for seeds");
    for (number, seed) in of(target).into_iter().enumerate() {
        fs::write(own.join(format!("seed-{number:03}")), seed).expect("room for a seed");
    }
    fs::write(own.with_extension("dict"), dictionary()).expect("room for the dictionary");
}

/// The seeds of a target.
pub fn of(target: &str) -> Vec<Vec<u8>> {
    let texts: Vec<String> = match target {
        "rules" => known::files(),
        "changes" => return known::for_games(known::changes),
        "formulas" => known::quoted(),
        "moves" => return known::for_games(known::lines),
        "hands" => return [known::hands(), written::hands()].concat(),
        "lists" => written::lists(),
        "decks" => known::decks(),
        "requests" => written::requests(),
        "stores" => return known::stores(),
        "fights" | "teams" => return (0..24).map(known::noise).collect(),
        "searches" => written::SKETCHES.map(str::to_owned).to_vec(),
        other => panic!("no target is called {other}"),
    };
    texts.into_iter().map(String::into_bytes).collect()
}
