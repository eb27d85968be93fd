//! A turn order of one's own: each side acts twice running. The table under it answers every question,
//! as under the orders that ship.
//!
//! Run it with `cargo run -p outplay --example own_order`; its test is part of the test suite.

use outplay::duel::order::{Order, Place, Step};
use outplay::game::Player;
use outplay::{Budget, Failure, Source};

/// Each side acts twice running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Twice {
    again: bool,
}

impl Order for Twice {
    const PLACES: bool = false;

    fn opening(_: Player, _: Option<&[Place]>) -> Self {
        Self { again: true }
    }

    fn front(&self) -> Option<Player> {
        None
    }

    fn pass(&mut self, player: Player) -> Option<Player> {
        self.again = !self.again;
        Some(if self.again { player.other() } else { player })
    }

    fn step(&mut self, _: Player, _: Step) {}

    fn places(&self) -> Vec<Place> {
        Vec::new()
    }
}

/// The least mana with which the wizard wins: in turns, and twice running each.
fn costs(hp: u32) -> Result<[Option<i128>; 2], Failure> {
    let table = Source::game("wizard").set(format!("boss.hp={hp}")).open()?;
    let twice = table.with_order::<Twice>()?;
    let cost = |table: &outplay::Table| {
        table.solver().best_line("", &Budget::default()).map(|answer| answer.value())
    };
    Ok([cost(&table)?, cost(&twice)?])
}

#[expect(clippy::print_stdout, reason = "an example is a program")]
fn main() -> Result<(), Failure> {
    for hp in [20, 40, 60] {
        let [in_turns, twice] = costs(hp)?;
        println!("boss with {hp} hp: {in_turns:?} mana in turns, {twice:?} twice running");
    }
    Ok(())
}

#[test]
fn every_question_is_answered_under_an_order_of_ones_own() {
    assert_eq!(costs(60).unwrap(), [Some(1249), Some(1348)]);
    let table = Source::game("wizard").set("boss.hp=21").open().unwrap();
    let twice = table.with_order::<Twice>().unwrap();
    // The wizard acts twice before the boss does, also where the rules are edited again.
    for table in [&twice, &twice.edited(|options| options.set.clear()).unwrap()] {
        let sides: Vec<u8> =
            table.position("00").unwrap().replay.turns.iter().map(|turn| turn.side).collect();
        assert_eq!(sides[..4], [1, 1, 2, 2]);
    }
    assert!(outplay::open("nim").unwrap().with_order::<Twice>().is_err());
}
