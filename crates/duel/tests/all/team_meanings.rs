//! What the words of chance and teams mean where it is easily got wrong: each was once.

use outplay_duel::order::Order;
use outplay_duel::{Dice, Duel, Fight, Visitor};
use outplay_game::{Game, Player};

use crate::broken_files::problems;
use crate::plain::engine::open;
use crate::scripted::script;

/// A file of two a side, with more in it.
macro_rules! two_a_side {
    ($rest:literal) => {
        concat!(
            "format = 1\ngame = 'duel'\nsides = { p1 = ['ann', 'bob'], p2 = ['cid', 'dot'] }\n",
            "goal = { most = 'win' }\n",
            $rest
        )
    };
}

#[test]
fn a_side_that_has_acted_is_not_stuck() {
    // Two actions, and mana for one.
    const FILE: &str = two_a_side!(
        "fighters = { ann = { hp = 3, mana = 1, actions = 2, skills = ['hit'] }, bob = { hp = 3 }, \
         cid = { hp = 3, skills = ['poke'] }, dot = { hp = 3, skills = ['poke'] } }\n\
         skills = { hit = { damage = 1, cost = { mana = 1 } }, poke = { damage = 1 } }\n"
    );
    script(FILE, |table| {
        assert_eq!(table.moves(), ["Ann: Hit at Cid", "Ann: Hit at Dot", "End turn"]);
        table.play("Ann: Hit at Dot");
        assert_eq!((table.hp(), table.winner()), (vec![3, 3, 3, 2], None));
        table.play("Cid: Poke at Bob");
        // Who may end the turn is not stuck either: it is player 2's turn again.
        assert_eq!((table.hp(), table.winner()), (vec![3, 2, 3, 2], None));
        table.play("Cid: Poke at Bob");
    });
}

#[test]
fn a_turn_is_ended_once_whoever_could_end_it() {
    const FILE: &str = two_a_side!(
        "turns = { actions = 2 }\n\
         fighters = { ann = { hp = 3, skills = ['hit'] }, bob = { hp = 3, skills = ['hit'] }, \
         cid = { hp = 3, skills = ['hit'] }, dot = { hp = 3, skills = ['hit'] } }\n\
         skills = { hit = { target = 'enemies', damage = 1 } }\n"
    );
    script(FILE, |table| assert_eq!(table.moves(), ["Ann: Hit", "End turn", "Bob: Hit"]));
}

#[test]
fn a_round_is_counted_from_whoever_the_coin_says() {
    // One round: each side acts once.
    const FILE: &str = "format = 1\ngame = 'duel'\ngoal = { most = 'win', rounds = 1 }\n\
         turns = { first = 'coin' }\n\
         fighters = { ann = { hp = 3, skills = ['hit', 'cut'] }, bob = { hp = 3, skills = ['hit', 'cut'] } }\n\
         skills = { hit = { damage = 1 }, cut = { damage = 2 } }\n";
    script(FILE, |table| {
        table.roll(&["p2"]).unwrap();
        table.play("Hit");
        table.play("Hit");
        assert_eq!((table.hp(), table.moves()), (vec![2, 2], Vec::new()));
    });
}

#[test]
fn effects_of_player_1_apply_first_whoever_of_a_team_cast_them() {
    // Bob's drip kills Cid, the last one, before Cid's kills Ann and Bob.
    const FILE: &str = "format = 1\ngame = 'duel'\nsides = { p1 = ['ann', 'bob'], p2 = ['cid'] }\n\
         goal = { most = 'win' }\nturns = { pass = 'always' }\n\
         fighters = { ann = { hp = 1 }, bob = { hp = 1, skills = ['drip'] }, cid = { hp = 1, skills = ['flood'] } }\n\
         [skills]\ndrip = { lasts = 9, each-turn = { target.hp = '-(round / 3)' } }\n\
         flood = { target = 'enemies', lasts = 9, each-turn = { target.hp = '-(round / 3)' } }\n";
    script(FILE, |table| {
        table.play("Bob: Drip");
        // Nobody can do anything more, and may pass: it goes on by itself.
        table.play("Cid: Flood");
        assert_eq!((table.hp(), table.winner()), (vec![1, 1, 0], Some(Player::One)));
    });
}

#[test]
fn where_a_condition_does_not_hold_nothing_is_rolled_for() {
    const FILE: &str = "format = 1\ngame = 'duel'\n\
         fighters = { ann = { hp = 3, skills = ['hit', 'cut'] }, bob = { hp = 9, skills = ['hit', 'cut'] } }\n\
         [skills]\ncut = { damage = '1d2' }\n\
         hit = { also = [{ when = 'enemy.hp < 9', chance = 0.5, damage = 3, otherwise = { damage = 1 } }] }\n";
    script(FILE, |table| {
        table.play("Hit");
        assert_eq!(table.hp(), [3, 9]);
        table.play("Hit");
        table.roll(&["no"]).unwrap();
        assert_eq!(table.hp(), [2, 9]);
    });
}

#[test]
fn a_reaction_is_about_whoever_struck() {
    const FILE: &str = two_a_side!(
        "fighters = { ann = { hp = 9, skills = ['hit'] }, bob = { hp = 9, skills = ['hit'] }, \
         cid = { hp = 9, skills = ['hit', 'thorns'] }, dot = { hp = 9, skills = ['hit'] } }\n\
         [skills]\nhit = { damage = 2 }\n\
         thorns = { on = 'hurt', target = 'enemy', damage = 1, also = [{ target = 'self', damage = 1 }] }\n"
    );
    script(FILE, |table| {
        table.play("Bob: Hit at Cid");
        assert_eq!(table.hp(), [9, 8, 6, 9]);
    });
}

#[test]
fn whoever_falls_does_nothing_more() {
    // Cid's last words kill Ann between two strikes: the second is not struck, and drains nothing.
    const FILE: &str = two_a_side!(
        "fighters = { ann = { hp = 1, skills = ['bite'] }, bob = { hp = 9, skills = ['bite'] }, \
         cid = { hp = 1, skills = ['bite', 'revenge'] }, dot = { hp = 9, skills = ['bite'] } }\n\
         [skills]\nbite = { damage = 2, strikes = 2, drains = true, also = [{ heal = 1 }] }\n\
         revenge = { on = 'dies', damage = 3, heal = 5, uses = 1 }\n"
    );
    script(FILE, |table| {
        table.play("Ann: Bite at Cid");
        assert_eq!(table.hp(), [0, 9, 5, 9]);
    });
}

#[test]
fn all_that_is_done_to_one_of_several_is_done_where_they_stood() {
    // The enemy falls by the first part, and the second still heals.
    const FILE: &str = two_a_side!(
        "fighters = { ann = { hp = 1, skills = ['reap'] }, bob = { hp = 9, skills = ['reap'] }, \
         cid = { hp = 1, skills = ['reap'] }, dot = { hp = 9, skills = ['reap'] } }\n\
         [skills]\nreap = { target = 'enemies', damage = 2, also = [{ heal = 1 }] }\n"
    );
    script(FILE, |table| {
        table.play("Ann: Reap");
        assert_eq!(table.hp(), [3, 9, 0, 7]);
    });
}

#[test]
fn stacks_are_those_on_the_target() {
    const FILE: &str = two_a_side!(
        "turns = { pass = 'always' }\n\
         fighters = { ann = { hp = 9, skills = ['poison', 'burst'] }, bob = { hp = 9 }, \
         cid = { hp = 20 }, dot = { hp = 20, skills = ['burst'] } }\n\
         [skills]\npoison = { lasts = 9, stacks = 3, each-turn = { target.hp = -1 } }\n\
         burst = { damage = '5 * stacks.poison' }\n"
    );
    script(FILE, |table| {
        table.play("Ann: Poison at Dot");
        table.play("Pass");
        assert_eq!(table.hp(), [9, 9, 20, 18]);
        table.play("Ann: Burst at Dot");
        // Five for the one stack, and one for the next turn.
        assert_eq!(table.hp(), [9, 9, 20, 12]);
    });
}

#[test]
fn what_a_tree_picks_is_recharged() {
    const FILE: &str = "format = 1\ngame = 'duel'\n\
         fighters = { ann = { hp = 9, skills = ['breathe'] }, bob = { hp = 30, skills = ['poke'] } }\n\
         trees = { plan = { use = 'fire', priority = 1 } }\nturns = { stuck = 'skip' }\n\
         [skills]\nbreathe = { picks = 'plan' }\nfire = { damage = 5, recharge = 0.5 }\npoke = { damage = 1 }\n";
    script(FILE, |table| {
        table.play("Breathe");
        table.roll(&["ready"]).unwrap();
        table.play("Breathe");
        table.roll(&["ready"]).unwrap();
        assert_eq!(table.hp(), [7, 20]);
    });
}

#[test]
fn mana_is_counted_whoever_of_the_side_pays() {
    const FILE: &str = "format = 1\ngame = 'duel'\nsides = { p1 = ['ann', 'bob'], p2 = ['cid'] }\n\
         goal = { least = 'mana' }\n\
         fighters = { ann = { hp = 9, skills = ['hit'] }, bob = { hp = 9, mana = 9, skills = ['bolt'] }, \
         cid = { hp = 9, skills = ['hit'] } }\n\
         skills = { hit = { damage = 1 }, bolt = { damage = 2, cost = { mana = 3 } } }\n";
    script(FILE, |table| {
        table.play("Bob: Bolt");
        assert_eq!(table.spent(), 3);
        table.play("Cid: Hit at Ann");
        table.play("Ann: Hit");
        assert_eq!(table.spent(), 0);
    });
}

#[test]
fn nobody_starts_above_what_they_can_be_healed_to() {
    let text = |hp: u32| {
        format!(
            "format = 1\ngame = 'duel'\nstart = {{ p1.hp = {hp} }}\ndamage = {{ overheal = false }}\n\
             fighters = {{ ann = {{ hp = 9, skills = ['hit'] }} }}\nskills = {{ hit = {{ damage = 1 }} }}\n"
        )
    };
    assert_eq!(problems(&text(9)), [""; 0]);
    assert_eq!(problems(&text(10)), ["3:14 `hp` is 9 at most, and not 10"]);
}

/// A line as it is told: what was spelt again of it, and the hp that everyone has left.
struct Spelt(&'static [&'static str]);

impl Visitor for Spelt {
    type Output = (Vec<String>, Option<String>);

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Self::Output {
        let dice = Dice::new(duel);
        let words: Vec<_> = self.0.iter().map(|&word| word.to_owned()).collect();
        let told = dice.tell(&fight.names, &dice.start(), &words);
        let line: Vec<_> = told.steps.iter().map(|&(_, mv)| mv).collect();
        let refused = told.account.refused.map(|refused| refused.reason);
        (dice.spell_line(&fight.names, &dice.start(), &line).0, refused)
    }
}

#[test]
fn who_knows_one_skill_and_may_pass_has_a_choice() {
    const FILE: &str = two_a_side!(
        "turns = { pass = 'always' }\n\
         fighters = { ann = { hp = 3, skills = ['hit'] }, bob = { hp = 3 }, \
         cid = { hp = 3, skills = ['hit'] }, dot = { hp = 3 } }\n\
         skills = { hit = { target = 'enemies', damage = 1 } }\n"
    );
    let told =
        |file: &str, line| open(file).unwrap_or_else(|error| panic!("{error}")).visit(Spelt(line));
    let (line, refused) = told(FILE, &["pass", "C", "A", "pass"]);
    assert_eq!((line.len(), refused), (4, None), "{line:?}");
    // Who may not pass has none, and nothing is written of it.
    let (line, _) = told(&FILE.replace("'always'", "'never'"), &[]);
    assert_eq!(line, [""; 0]);
}
