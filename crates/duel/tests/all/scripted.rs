//! Dice that a test scripts: each roll by its result, and all of them used up.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use outplay_duel::order::{Alternate, Order};
use outplay_duel::{Dice, DiceMove, Duel, Fight, Mistold, RollKind, Rolling, Visitor};
use outplay_game::{Game, MinCost, Player, Versus};

use crate::plain::engine;

const FILE: &str = r#"
format = 1
game = "duel"
turns = { first = "coin", stuck = "skip" }
sides = { p1 = ["hero", "mage"], p2 = ["rat", "cat"] }
damage = { overheal = false }
[fighters]
hero = { hp = 9, strength = 3, skills = ["slash"] }
mage = { hp = 5, skills = ["breath"] }
rat = { hp = 12, skills = ["nibble"] }
cat = { hp = 8, skills = ["nibble"] }
[skills.slash]
accuracy = "11 + strength in 20"
damage = "1d6 + strength"
critical = { chance = 0.1, times = 2 }
miss = { damage = 1 }
[skills.breath]
target = "random-enemy"
recharge = "2 in 6"
damage = "2..4"
also = [{ chance = 0.25, stuns = 1, otherwise = { heal = 1 } }]
[skills.nibble]
damage = 1
"#;

/// What a test does with the fight.
struct Script(fn(&mut dyn Table));

/// A fight on which moves are made and dice fall as they are told.
pub(crate) trait Table {
    /// The move that is called so.
    fn play(&mut self, name: &str);
    /// What can be done.
    fn moves(&self) -> Vec<String>;
    /// The dice that are about to fall.
    fn roll(&mut self, rolls: &[&str]) -> Result<(), Mistold>;
    /// The hp of everyone, player 1's first.
    fn hp(&self) -> Vec<i32>;
    /// Who has won, where it is over.
    fn winner(&self) -> Option<Player>;
    /// What the last move counted towards the goal.
    fn spent(&self) -> u64;
}

struct Played<'a, const W: usize, O: Order> {
    dice: Dice<W, O>,
    spot: Rolling<W, O>,
    fight: &'a Fight,
    spent: u64,
}

impl<const W: usize, O: Order> Played<'_, W, O> {
    /// What can be done, by what it is called.
    fn called(&self) -> Vec<(String, DiceMove)> {
        let (mut moves, names) = (Vec::new(), &self.fight.names);
        self.dice.moves(&self.spot, &mut moves);
        let Some(side) = self.spot.player().map(Player::index) else { return Vec::new() };
        let name = |mv: &DiceMove| match mv {
            DiceMove::Choice(mv) => names.fighters[side].skills[mv.skill().unwrap()].name.clone(),
            mv => format!("{mv:?}"),
        };
        moves.iter().map(|mv| (name(mv), *mv)).collect()
    }
}

impl<const W: usize, O: Order> Table for Played<'_, W, O> {
    fn play(&mut self, name: &str) {
        let called = self.called();
        let found = called.iter().find(|(other, _)| other == name);
        let (_, mv) = found.unwrap_or_else(|| panic!("no {name}: {called:?}"));
        self.spent = self.dice.cost(&self.spot, *mv);
        self.spot = self.dice.play(&self.spot, *mv);
    }

    fn moves(&self) -> Vec<String> {
        self.called().into_iter().map(|(name, _)| name).collect()
    }

    fn winner(&self) -> Option<Player> {
        self.dice.winner(&self.spot)
    }

    fn spent(&self) -> u64 {
        self.spent
    }

    fn roll(&mut self, rolls: &[&str]) -> Result<(), Mistold> {
        self.spot = self.dice.roll_as(&self.spot, rolls)?;
        Ok(())
    }

    fn hp(&self) -> Vec<i32> {
        let sides = self.fight.names.fighters.iter();
        let numbers = sides.flat_map(|side| &side.numbers);
        let hp = numbers.filter(|(name, _)| name.rsplit('.').next() == Some("hp"));
        hp.map(|(_, slot)| self.spot.state().number(*slot)).collect()
    }
}

impl Visitor for Script {
    type Output = ();

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) {
        let dice = Dice::new(duel);
        let spot = dice.start();
        (self.0)(&mut Played { dice, spot, fight, spent: 0 });
    }
}

/// Plays a file by hand.
pub(crate) fn script(file: &str, test: fn(&mut dyn Table)) {
    engine::open(file).unwrap().visit_with::<Alternate, _>(Script(test));
}

#[test]
fn dice_fall_as_they_are_told_to() {
    script(FILE, |table| {
        table.roll(&["p1"]).unwrap();
        assert_eq!(table.hp(), [9, 5, 12, 8]);
        table.play("Hero: Slash at Rat");
        table.roll(&["hit", "4", "plain"]).unwrap();
        assert_eq!(table.hp(), [9, 5, 5, 8]);
        table.play("Rat: Nibble at Mage");
        assert_eq!(table.hp(), [9, 4, 5, 8]);
        table.play("Mage: Breath");
        // The cat is picked, and the part happens: nobody is healed.
        table.roll(&["2", "3", "yes"]).unwrap();
        assert_eq!(table.hp(), [9, 4, 5, 5]);
        // The cat is stunned.
        table.play("Rat: Nibble at Hero");
        table.roll(&["not-ready"]).unwrap();
        table.play("Hero: Slash at Rat");
        table.roll(&["miss"]).unwrap();
        assert_eq!(table.hp(), [8, 4, 4, 5]);
    });
}

#[test]
fn a_script_that_does_not_fit_is_refused() {
    script(FILE, |table| {
        assert_eq!(table.roll(&[]), Err(Mistold::Missing(RollKind::Begins)));
        assert_eq!(table.roll(&["p1", "p2"]), Err(Mistold::Left(1)));
        let wrong = Mistold::NoResult(RollKind::Begins, "p3".to_owned());
        assert_eq!(table.roll(&["p3"]), Err(wrong));
        table.roll(&["p1"]).unwrap();
        // No dice are about to fall.
        assert_eq!(table.roll(&["hit"]), Err(Mistold::Left(1)));
        table.play("Hero: Slash at Cat");
        assert_eq!(table.roll(&["hit", "4"]), Err(Mistold::Missing(RollKind::Critical)));
        for number in ["0", "7", "-1", "six"] {
            let wrong = Mistold::NoResult(RollKind::Amount, number.to_owned());
            assert_eq!(table.roll(&["hit", number, "plain"]), Err(wrong));
        }
        assert_eq!(table.roll(&["miss", "4"]), Err(Mistold::Left(1)));
        table.roll(&["hit", "1", "critical"]).unwrap();
        assert_eq!(table.hp(), [9, 5, 12, 0]);
    });
}
