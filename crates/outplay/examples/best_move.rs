//! From a rules file to the best move.
//!
//! Run it with `cargo run -p outplay --example best_move rules/arena.toml`; without a file it takes the
//! wizard that ships. Its test is part of the test suite.

use outplay::{Budget, Failure, Source};

fn best_move(source: &Source) -> Result<Option<String>, Failure> {
    let table = source.open()?;
    let answer = table.solver().best_line("", &Budget::default())?;
    Ok(answer.line().first().cloned())
}

#[expect(clippy::print_stdout, reason = "an example is a program")]
fn main() -> Result<(), Failure> {
    let source = match std::env::args().nth(1) {
        Some(path) => Source::read(path)?,
        None => Source::game("wizard"),
    };
    match best_move(&source)? {
        Some(name) => println!("Begin with {name}."),
        None => println!("There is nothing to begin with."),
    }
    Ok(())
}

#[test]
fn the_best_move_of_a_file_is_found() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules/wizard.toml");
    let easy = Source::read(file).unwrap().set("boss.hp=21").set("boss.attack=1");
    assert_eq!(best_move(&easy).unwrap().as_deref(), Some("Poison"));
    assert!(best_move(&Source::read(file).unwrap().set("bos.hp=3")).is_err());
}
