//! A style of one's own against the solver: attack while it hurts, and save the rest.
//!
//! Run it with `cargo run -p outplay --example own_style`; its test is part of the test suite. (To
//! play millions of games, a style is `outplay::lab::Style`, compiled for the game.)

use outplay::game::Player;
use outplay::{Failure, Position, Sitting, Source, StyleName};

/// The cheapest of the moves that can be made.
fn thrifty(position: &Position) -> Option<&str> {
    let usable = position.options.iter().filter(|option| option.refused.is_none());
    let price = |cost: &[(i32, String)]| cost.iter().map(|(by, _)| by).sum::<i32>();
    usable.min_by_key(|option| price(&option.cost)).map(|option| option.key.as_str())
}

/// Plays a game: thrifty against perfect play. The moves, and who won.
fn play(source: &Source) -> Result<(String, Option<Player>), Failure> {
    let styles = [StyleName::Manual, StyleName::Minimax];
    let mut sitting = Sitting::new(&source.open()?, styles, None)?;
    loop {
        let position = sitting.position()?;
        let chosen = match position.chooses {
            None => return Ok((sitting.moves(), position.replay.won_by())),
            Some(Player::One) => thrifty(&position).map(str::to_owned),
            Some(Player::Two) => sitting.choose(None)?.map(|chosen| chosen.key),
        };
        let Some(key) = chosen else { return Ok((sitting.moves(), None)) };
        sitting.play(&key, true).expect("a move that was offered can be made");
    }
}

#[expect(clippy::print_stdout, reason = "an example is a program")]
fn main() -> Result<(), Failure> {
    let (moves, winner) = play(&Source::game("arena").sides("rogue", "mage"))?;
    let winner = winner.map_or("nobody".to_owned(), |winner| winner.to_string());
    println!("{moves}: {winner} wins");
    Ok(())
}

#[test]
fn thrift_is_no_match_for_perfect_play() {
    let source = Source::game("arena").sides("mage", "vampire");
    let (moves, winner) = play(&source).unwrap();
    assert_eq!(winner, Some(Player::Two), "{moves}");
}
