//! Fights played move by move: the same as when they are replayed, and what edits and taking back
//! come to.

use std::sync::Arc;

use outplay_duel::order::{Order, OrderKind, Queue, RestrictedQueue};
use outplay_duel::{
    Battle, Builder, Duel, Fight, NoQueue, NotSet, Options, Refused, RulesFile, Snapshot, Visitor,
};
use outplay_game::{Game, Objective, Player};
use outplay_text::{Problems, Sources};
use proptest::prelude::*;

const ARENA: &str = include_str!("../../../../rules/arena.toml");
const WIZARD: &str = include_str!("../../../../rules/wizard.toml");

fn fight(text: &str, mode: &str, set: &[&str]) -> Fight {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let file = sources.add("rules.toml", text);
    let set = set.iter().map(|text| sources.add("a change", *text)).collect();
    let rules = RulesFile::read(&sources, file, &mut problems);
    let options = Options { mode: Some(mode.to_owned()), set, ..Options::default() };
    let fight = rules.fight(&sources, &options, &mut problems);
    fight.unwrap_or_else(|| panic!("{problems:#?}"))
}

fn arena(p1: &str, p2: &str, order: &str, set: &[&str]) -> Battle {
    let chosen = [("sides.p1", p1), ("sides.p2", p2), ("turns.order", order)];
    let chosen = chosen.map(|(path, word)| format!("{path}={word}"));
    let sides = chosen.each_ref().map(String::as_str);
    fight(ARENA, "normal", &[&sides[..], set].concat()).battle()
}

fn wizard(set: &[&str]) -> Battle {
    fight(WIZARD, "normal", set).battle()
}

fn queue(battle: &Battle) -> String {
    battle.queue().iter().map(|place| place.letter()).collect()
}

const FIGHTERS: [&str; 4] = ["mage", "rogue", "vampire", "sorcerer"];

/// Compares a battle with the account of its moves.
struct SameAs<'b>(&'b Battle);

impl Visitor for SameAs<'_> {
    type Output = ();

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) {
        let battle = self.0;
        let (account, state) = duel.account_to(&fight.names, &battle.moves_made());
        assert_eq!((&account.refused, account.unused), (&None, 0));
        assert_eq!(battle.snapshot(), Snapshot::of(&state, &fight.names));
        if let Some(turn) = account.turns.last() {
            assert_eq!(battle.snapshot(), turn.after);
        }
        assert_eq!((battle.is_over(), battle.winner()), (account.over, account.winner));
        let options = duel.options(&fight.names, &state);
        assert_eq!(battle.current(), options.as_ref().map(|(player, _)| *player));
        let mut moves = Vec::new();
        if options.is_some() {
            duel.moves(&state, &mut moves);
        }
        let harm: Vec<_> = moves.iter().map(|&mv| duel.harm(&state, mv)).collect();
        assert_eq!(battle.moves().iter().map(|legal| legal.harm).collect::<Vec<_>>(), harm);
    }
}

/// Plays picks from what is legal, and takes it all back.
fn follow(fight: &Fight, picks: &[usize]) {
    let mut battle = fight.battle();
    let mut seen = vec![battle.snapshot()];
    fight.visit(SameAs(&battle));
    for (index, pick) in picks.iter().enumerate() {
        let legal = battle.moves();
        assert_eq!(legal.is_empty(), battle.current().is_none());
        if legal.is_empty() {
            break;
        }
        let chosen = &legal[pick % legal.len()];
        let word = if index % 2 == 0 { chosen.key.to_string() } else { chosen.id.clone() };
        assert!(battle.play(&word).is_ok_and(|told| !told.is_empty()));
        fight.visit(SameAs(&battle));
        seen.push(battle.snapshot());
    }
    if battle.is_over() {
        let before = battle.snapshot();
        assert_eq!(battle.play("A"), Err(Refused::Over));
        assert_eq!(battle.snapshot(), before);
    }
    while let Some(snapshot) = seen.pop() {
        assert_eq!(battle.snapshot(), snapshot);
        fight.visit(SameAs(&battle));
        assert_eq!(battle.undo(), !seen.is_empty());
    }
    assert_eq!(battle.moves_made(), "");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn the_arena_played_move_by_move_is_the_arena_replayed(
        one in 0_usize..4,
        two in 0_usize..4,
        restricted in any::<bool>(),
        picks in prop::collection::vec(0_usize..4, 0..60),
    ) {
        let order = if restricted { "restricted-queue" } else { "queue" };
        follow(arena(FIGHTERS[one], FIGHTERS[two], order, &[]).fight(), &picks);
    }

    #[test]
    fn the_wizard_played_move_by_move_is_the_wizard_replayed(
        hard in any::<bool>(),
        hp in 1_u32..80,
        picks in prop::collection::vec(0_usize..60, 0..20),
    ) {
        let mode = if hard { "hard" } else { "normal" };
        follow(&fight(WIZARD, mode, &[&format!("boss.hp={hp}")]), &picks);
    }

    /// Nobody in the arena is without sp at the start, so nothing but the edits moves the queue.
    #[test]
    fn edits_of_a_queue_are_those_of_the_queue_by_itself(
        restricted in any::<bool>(),
        edits in prop::collection::vec(prop::option::weighted(0.6, any::<bool>()), 0..40),
    ) {
        let order = if restricted { "restricted-queue" } else { "queue" };
        let mut battle = arena("mage", "rogue", order, &[]);
        let mut plain = Queue::opening(Player::One, None);
        let mut strict = RestrictedQueue::opening(Player::One, None);
        let mut seen = vec![queue(&battle)];
        for edit in edits {
            match edit {
                Some(second) => {
                    let player = if second { Player::Two } else { Player::One };
                    let before = battle.queue().len();
                    let added = battle.enqueue(player).unwrap();
                    prop_assert_eq!(battle.queue().len() - before, usize::from(added.is_some()));
                    plain.add(player);
                    strict.add(player);
                }
                None => {
                    let removed = (plain.remove(), strict.remove());
                    let expected = if restricted { removed.1 } else { removed.0 };
                    prop_assert_eq!(battle.dequeue().unwrap(), expected);
                    if expected.is_none() {
                        continue;
                    }
                }
            }
            let places = if restricted { strict.places() } else { plain.places() };
            prop_assert_eq!(battle.queue(), places.clone());
            prop_assert_eq!(battle.current(), places.first().map(|place| place.player));
            prop_assert_eq!((battle.is_over(), battle.winner()), (places.is_empty(), None));
            prop_assert!(battle.is_edited());
            seen.push(queue(&battle));
        }
        while let Some(before) = seen.pop() {
            prop_assert_eq!(queue(&battle), before);
            prop_assert_eq!(battle.undo(), !seen.is_empty());
        }
        prop_assert!(!battle.is_edited());
    }
}

#[test]
fn a_turn_of_the_arena_is_told_and_taken_back() {
    let mut battle = arena("vampire", "rogue", "queue", &[]);
    let legal = battle.moves();
    assert_eq!(legal.len(), 2);
    assert_eq!((legal[1].key, legal[1].id.as_str()), ('S', "vampire-special"));
    assert_eq!((legal[1].name.as_str(), legal[1].harm), ("Vampire Special", 20));
    assert_eq!(legal[1].cost, [(20, "sp".to_owned())]);
    let told = battle.play("S").unwrap();
    assert_eq!(told, ["Vampire: Vampire Special (-20 sp) hits for 20 (10 blocked), gains 20"]);
    assert_eq!(queue(&battle), "BAAB");
    assert_eq!(battle.current(), Some(Player::Two));
    assert_eq!(battle.number(Player::One, "hp"), Some(120));
    assert_eq!(battle.number(Player::Two, "armor"), Some(10));
    assert_eq!(battle.number(Player::Two, "mana"), None);
    assert_eq!(battle.moves_made(), "S");
    let other = battle.clone();
    assert!(battle.undo());
    assert_eq!((queue(&battle), queue(&other)), ("AB".to_owned(), "BAAB".to_owned()));
    assert!(!battle.undo());
}

#[test]
fn a_move_that_cannot_be_made_changes_nothing_and_says_why() {
    let mut battle = wizard(&["wizard.mana=230"]);
    let unknown = |reason: &str| Err(Refused::Unknown(reason.to_owned()));
    let unusable = |reason: &str| Err(Refused::Unusable(reason.to_owned()));
    assert_eq!(battle.play("x"), unknown("Wizard has no skill with the key x (they have 01234)"));
    assert_eq!(
        battle.play("fireball"),
        unknown(
            "Wizard has no skill `fireball` (they have magic-missile, drain, shield, poison, recharge)"
        )
    );
    assert!(battle.play("").is_err());
    battle.play("shield").unwrap();
    assert_eq!(battle.effects(Player::One), [("shield".to_owned(), 4)]);
    assert_eq!(battle.effects(Player::Two), []);
    assert_eq!(battle.play("2"), unusable("Shield is active for 4 more turns"));
    assert_eq!(battle.play("poison"), unusable("Poison costs 173 mana, and Wizard has 117"));
    assert_eq!(battle.moves_made(), "2");
}

#[test]
fn whoever_is_set_to_0_hp_has_lost_and_may_be_brought_back() {
    let mut battle = wizard(&[]);
    battle.play("0").unwrap();
    let before = battle.snapshot();
    battle.set(Player::One, "hp", 0).unwrap();
    assert_eq!((battle.is_over(), battle.winner()), (true, Some(Player::Two)));
    assert_eq!(battle.current(), None);
    assert!(battle.moves().is_empty() && battle.is_edited());
    // The turn had begun, and does not begin again.
    battle.set(Player::One, "hp", 42).unwrap();
    assert_eq!((battle.current(), battle.snapshot()), (Some(Player::One), before.clone()));
    battle.set(Player::Two, "hp", 0).unwrap();
    battle.set(Player::One, "hp", 0).unwrap();
    assert_eq!((battle.is_over(), battle.winner()), (true, None));
    for _ in 0..4 {
        assert!(battle.undo());
    }
    assert_eq!((battle.snapshot(), battle.is_edited()), (before, false));
    // A boss that was beaten in play goes on with the turn that is theirs.
    battle.set(Player::Two, "hp", 4).unwrap();
    assert_eq!(battle.play("0").unwrap().last().unwrap(), "Wizard wins");
    battle.set(Player::Two, "hp", 9).unwrap();
    assert_eq!(battle.current(), Some(Player::One));
    assert_eq!(battle.number(Player::One, "hp"), Some(34), "the boss has struck");
}

#[test]
fn only_numbers_that_change_in_play_are_set() {
    let mut battle = wizard(&[]);
    let named = |fighter: &str, number: &str| (fighter.to_owned(), number.to_owned());
    let (fighter, number) = named("boss", "attack");
    assert_eq!(battle.set(Player::Two, "attack", 3), Err(NotSet::Fixed { fighter, number }));
    let (fighter, number) = named("wizard", "sp");
    assert_eq!(battle.set(Player::One, "sp", 3), Err(NotSet::Unknown { fighter, number }));
    assert_eq!(battle.set(Player::One, "hp", -1), Err(NotSet::OutOfRange(-1)));
    assert_eq!(
        battle.set(Player::One, "hp", 1_000_000_001),
        Err(NotSet::OutOfRange(1_000_000_001))
    );
    assert_eq!((battle.enqueue(Player::One), battle.dequeue()), (Err(NoQueue), Err(NoQueue)));
    assert!(!battle.undo() && !battle.is_edited(), "nothing has changed");
    battle.set(Player::One, "mana", 1_000_000_000).unwrap();
    assert_eq!(battle.number(Player::One, "mana"), Some(1_000_000_000));
}

#[test]
fn a_wizard_whose_mana_is_taken_has_lost_until_it_is_given_back() {
    let mut battle = wizard(&[]);
    battle.set(Player::One, "mana", 52).unwrap();
    assert_eq!((battle.is_over(), battle.winner()), (true, Some(Player::Two)));
    battle.set(Player::One, "mana", 53).unwrap();
    assert_eq!(battle.current(), Some(Player::One));
    assert_eq!(battle.moves().iter().map(|legal| legal.key).collect::<String>(), "0");
}

#[test]
fn a_queue_in_which_nobody_has_sp_left_is_over_and_hp_alone_decides() {
    for order in ["queue", "restricted-queue"] {
        let mut battle = arena("mage", "rogue", order, &["p1.sp=0", "p2.sp=0"]);
        assert_eq!(
            (battle.is_over(), battle.winner(), queue(&battle)),
            (true, None, String::new())
        );
        assert_eq!(battle.play("A"), Err(Refused::Over));
        // Who is added can do nothing with the place, and it is dropped.
        assert!(battle.enqueue(Player::One).unwrap().is_some());
        assert_eq!((battle.is_over(), queue(&battle)), (true, String::new()));
        battle.set(Player::Two, "sp", 3).unwrap();
        assert!(battle.is_over(), "nobody is left in the queue");
        battle.enqueue(Player::Two).unwrap();
        assert_eq!((battle.current(), battle.winner()), (Some(Player::Two), None));
        battle.play("A").unwrap();
        assert_eq!((battle.is_over(), battle.winner()), (true, None), "both are alive");

        // The last hit counts, though no sp is left.
        let mut battle = arena("mage", "rogue", order, &["p1.sp=5", "p2.sp=0", "p2.hp=10"]);
        assert_eq!(battle.play("A").unwrap().last().unwrap(), "Mage wins");
        assert_eq!((battle.is_over(), battle.winner()), (true, Some(Player::One)));
        let mut battle = arena("mage", "rogue", order, &["p1.sp=5", "p2.sp=0", "p2.hp=11"]);
        assert_eq!(battle.play("A").unwrap().last().unwrap(), "nobody wins");
        assert_eq!((battle.is_over(), battle.winner()), (true, None));
    }
}

#[test]
fn sp_that_is_taken_drops_the_places_that_come_to_the_front() {
    let mut battle = arena("mage", "rogue", "queue", &[]);
    battle.set(Player::One, "sp", 4).unwrap();
    assert_eq!((queue(&battle), battle.current()), ("B".to_owned(), Some(Player::Two)));
    battle.set(Player::Two, "sp", 2).unwrap();
    assert_eq!((battle.is_over(), battle.winner(), queue(&battle)), (true, None, String::new()));
    assert_eq!(battle.dequeue(), Ok(None));
    assert!(battle.undo() && battle.undo());
    assert_eq!((queue(&battle), battle.current()), ("AB".to_owned(), Some(Player::One)));
}

#[test]
fn a_queue_is_edited_though_somebody_has_lost() {
    let mut battle = arena("mage", "rogue", "queue", &[]);
    battle.set(Player::Two, "hp", 0).unwrap();
    battle.enqueue(Player::One).unwrap();
    assert_eq!((queue(&battle), battle.winner()), ("ABA".to_owned(), Some(Player::One)));
    battle.dequeue().unwrap();
    assert_eq!((queue(&battle), battle.winner()), ("BA".to_owned(), Some(Player::One)));
    battle.set(Player::Two, "hp", 1).unwrap();
    assert_eq!((battle.current(), battle.winner()), (Some(Player::Two), None));
}

#[test]
fn who_has_one_skill_uses_it_unasked_and_a_fight_without_a_choice_is_played_out() {
    let text = "format = 1\ngame = 'duel'\n[fighters.cat]\nhp = 5\nskills = ['claw']\n\
                [fighters.dog]\nhp = 6\nskills = ['snap']\n[skills.claw]\ndamage = 3\n\
                [skills.snap]\ndamage = 2";
    let battle = fight(text, "normal", &[]).battle();
    assert_eq!((battle.is_over(), battle.winner()), (true, Some(Player::One)));
    let mut endless = fight(text, "normal", &["claw.damage=0", "snap.damage=0"]).battle();
    assert_eq!((endless.current(), endless.is_over()), (None, false));
    assert_eq!(endless.play("c"), Err(Refused::NobodyChooses));
    endless.set(Player::One, "hp", 0).unwrap();
    assert_eq!(endless.winner(), Some(Player::Two));
}

struct Known;

impl Builder for Known {
    type Output = (Objective, Box<dyn std::any::Any + Send + Sync>, Arc<Fight>);

    fn build<const W: usize, O: Order>(self, duel: Duel<W, O>, fight: Arc<Fight>) -> Self::Output {
        (duel.objective().clone(), Box::new(duel), fight)
    }
}

#[test]
fn a_fight_is_built_once_and_kept_and_knows_what_it_is_fought_for() {
    let wizard = Arc::new(fight(WIZARD, "normal", &[]));
    let (objective, _, same) = Arc::clone(&wizard).build(Known);
    assert_eq!(objective, Objective::LeastCost("mana".to_owned()));
    assert!(Arc::ptr_eq(&wizard, &same));
    assert_eq!((wizard.terms.order, wizard.terms.price.as_str()), (OrderKind::Alternate, "mana"));
    let battle = arena("mage", "rogue", "restricted-queue", &[]);
    let terms = &battle.fight().terms;
    assert_eq!(terms.objective, Objective::ZeroSum("hp".to_owned()));
    assert_eq!((terms.order, terms.price.as_str()), (OrderKind::RestrictedQueue, "actions"));
    let (objective, ..) = Arc::new(battle.fight().clone()).build(Known);
    assert_eq!(objective, terms.objective);
}

#[test]
fn a_battle_may_go_to_another_thread() {
    let mut battle = arena("mage", "rogue", "queue", &[]);
    let battle = std::thread::spawn(move || {
        battle.play("A").unwrap();
        battle
    });
    assert_eq!(battle.join().unwrap().moves_made(), "A");
}

#[test]
fn what_happens_is_told_in_words() {
    let mut battle = wizard(&[]);
    battle.play("poison").unwrap();
    let told = [
        "Wizard: Magic Missile (-53 mana) hits for 4",
        "Boss: Poison: Boss hp -3",
        "Strike hits for 8",
        "Wizard: Poison: Boss hp -3",
    ];
    assert_eq!(battle.play("0").unwrap(), told);
}
