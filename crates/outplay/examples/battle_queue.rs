//! A battle queue stepped through by hand: legal moves, play, undo, a number changed, a place added
//! and taken away, until it is over.
//!
//! Run it with `cargo run -p outplay --example battle_queue`; its test is part of the test suite.

use outplay::duel::Battle;
use outplay::{Failure, Source};

fn battle() -> Result<Battle, Failure> {
    Source::game("arena").sides("vampire", "rogue").open()?.battle()
}

fn queue(battle: &Battle) -> String {
    battle.queue().iter().map(|place| place.letter()).collect()
}

#[expect(clippy::print_stdout, reason = "an example is a program")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut battle = battle()?;
    while let Some(player) = battle.current() {
        // Whoever is next does what hurts most.
        let moves = battle.moves();
        let Some(hardest) = moves.iter().max_by_key(|legal| legal.harm) else { break };
        let happened = battle.play(&hardest.id)?;
        println!("{player}: {} [{}]", happened.join("; "), queue(&battle));
    }
    match battle.winner() {
        Some(winner) => println!("{winner} wins."),
        None => println!("Nobody wins."),
    }
    Ok(())
}

#[cfg(test)]
use outplay::game::Player;

#[test]
fn a_battle_is_played_changed_and_taken_back() {
    let mut battle = battle().unwrap();
    let before = queue(&battle);
    assert_eq!((before.as_str(), battle.current()), ("AB", Some(Player::One)));
    battle.play("S").unwrap();
    assert_eq!(queue(&battle), "BAAB");
    assert!(battle.undo() && queue(&battle) == before);

    battle.enqueue(Player::Two).unwrap();
    assert_eq!(queue(&battle), "ABB");
    let taken = battle.dequeue().unwrap().unwrap();
    assert_eq!((taken.player, battle.current()), (Player::One, Some(Player::Two)));

    assert!(battle.play("no such move").is_err());
    battle.set(Player::One, "hp", 0).unwrap();
    assert_eq!((battle.is_over(), battle.winner()), (true, Some(Player::Two)));
    assert!(battle.undo() && !battle.is_over());
}
