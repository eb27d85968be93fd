//! What the docs say and once was otherwise, each test named after what broke.

use outplay_duel::order::Order;
use outplay_duel::{Battle, Duel, Fight, Options, RulesFile, Visitor};
use outplay_game::{Game, Player, Versus};
use outplay_text::{Code, Problem, Problems, Sources};

fn read(text: &str, mode: Option<&str>, set: &[&str]) -> (Option<Fight>, Vec<Problem>) {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let file = sources.add("fight.toml", format!("format = 1\ngame = 'duel'\n{text}"));
    let set = set.iter().map(|text| sources.add("--set", *text)).collect();
    let rules = RulesFile::read(&sources, file, &mut problems);
    let options = Options { set, mode: mode.map(str::to_owned), ..Options::default() };
    let fight = rules.fight(&sources, &options, &mut problems);
    if options.set.is_empty() {
        rules.check(&sources, &mut problems);
    }
    (fight, problems.into_sorted())
}

fn battle(text: &str, set: &[&str]) -> Battle {
    let (fight, problems) = read(text, None, set);
    fight.unwrap_or_else(|| panic!("{problems:#?}")).battle()
}

const VENOM: &str = "
turns = { order = 'queue', stuck = 'skip' }
goal.most = 'winner-hp'
start.queue = 'AAA'
start.p2.venom = 9
fighters.a = { hp = 2, sp = 0, skills = ['hit', 'hit2'] }
fighters.b = { hp = 5, sp = 5, skills = ['hit', 'venom'] }
skills.hit = { cost = { sp = 1 }, damage = 1 }
skills.hit2 = { cost = { sp = 2 }, damage = 2 }
skills.venom = { cost = { sp = 1 }, lasts = 9, each-turn = { enemy.hp = -1 } }
";

#[test]
fn a_dropped_place_does_not_tick_and_nobody_dies_of_it() {
    for hp in ["a.hp=1", "a.hp=2"] {
        let battle = battle(VENOM, &[hp]);
        assert!(battle.is_over() && battle.winner().is_none(), "{hp}: {battle:?}");
        assert_eq!(battle.number(Player::One, "hp"), hp[5..].parse().ok());
    }
}

#[test]
fn a_place_is_kept_for_whom_the_start_of_the_turn_enables() {
    let mut enabled = battle(VENOM, &["upkeep.a={ sp = 1 }", "a.hp=5"]);
    assert_eq!(enabled.current(), Some(Player::One));
    assert_eq!(enabled.number(Player::One, "hp"), Some(4));
    // Who could act, but falls as the turn starts, falls.
    enabled = battle(VENOM, &["upkeep.a={ sp = 1 }", "a.hp=1"]);
    assert_eq!(enabled.winner(), Some(Player::Two));
}

#[test]
fn a_number_that_an_effect_lowers_stops_at_0() {
    let text = "
fighters.a = { hp = 20, skills = ['curse', 'hit'] }
fighters.b = { hp = 20, club = 2, skills = ['swing'] }
skills.curse = { lasts = 6, while = { enemy.armor = -3, enemy.club = -5 } }
skills.hit = { damage = 4 }
skills.swing = { damage = 'club' }
";
    let mut battle = battle(text, &[]);
    battle.play("curse").unwrap();
    assert_eq!(battle.number(Player::One, "hp"), Some(20), "a club of 2 - 5 does not heal");
    battle.play("hit").unwrap();
    assert_eq!(battle.number(Player::Two, "hp"), Some(16), "armor of 0 - 3 does not add to a hit");
}

#[test]
fn every_amount_reads_a_number_with_what_effects_add() {
    let text = "
goal.least = 'mp'
fighters.a = { hp = 20, mp = 20, str = 2, skills = ['rage', 'hit'] }
fighters.b = { hp = 20, skills = ['wait'] }
skills.rage = { lasts = 6, while = { str = 3 } }
skills.hit = { cost = { mp = 'str' }, damage = 'str', heal = 'str - 4', at-once = { enemy.hp = '-str' } }
skills.wait = {}
";
    let mut battle = battle(text, &[]);
    battle.play("hit").unwrap();
    assert_eq!(battle.number(Player::One, "mp"), Some(18));
    battle.play("rage").unwrap();
    battle.play("hit").unwrap();
    assert_eq!(battle.number(Player::One, "mp"), Some(13));
    assert_eq!(battle.number(Player::Two, "hp"), Some(20 - 2 - 2 - 5 - 5));
    assert_eq!(battle.number(Player::One, "hp"), Some(20 - 2 + 1));
}

/// The actions that the first move of a fight takes.
struct Length;

impl Visitor for Length {
    type Output = u64;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> u64 {
        let (mut state, mut actions, mut moves) = (duel.start(), 0, Vec::new());
        while duel.winner(&state).is_none() {
            moves.clear();
            duel.moves(&state, &mut moves);
            let (next, taken) = duel.play_counting(&state, moves[0]);
            state = next;
            actions += taken;
        }
        actions
    }
}

#[test]
fn the_length_of_a_game_does_not_depend_on_the_seat() {
    let text = "
fighters.a = { hp = 3, skills = ['hit'] }
fighters.b = { hp = 3, skills = ['hit', 'jab'] }
skills.hit = { damage = 1 }
skills.jab = { damage = 1 }
";
    for sides in ["sides={ p1 = 'a', p2 = 'b' }", "sides={ p1 = 'b', p2 = 'a' }"] {
        let (fight, problems) = read(text, None, &[sides]);
        let length = fight.unwrap_or_else(|| panic!("{problems:#?}")).visit(Length);
        assert_eq!(length, 5, "{sides}");
    }
}

#[test]
fn a_pick_whose_effect_runs_is_passed_over() {
    let text = "
turns.stuck = 'skip'
fighters.a = { hp = 20, skills = ['pick', 'rest'] }
fighters.b = { hp = 20, skills = ['rest'] }
skills.pick = { picks = 'plan' }
skills.burn = { lasts = 5, each-turn = { enemy.hp = -1 } }
skills.poke = { damage = 3, uses = 1 }
skills.rest = {}
trees.plan = { use = 'rest', priority = 3, when = 'hp > 0', then = [
    { use = 'burn', priority = 1 }, { use = 'poke', priority = 2 } ] }
";
    let mut battle = battle(text, &[]);
    battle.play("pick").unwrap();
    assert_eq!(battle.effects(Player::One), [("burn".to_owned(), 3)]);
    battle.play("pick").unwrap();
    // The effect was not begun anew, and the next candidate was used instead.
    assert_eq!(battle.effects(Player::One), [("burn".to_owned(), 1)]);
    assert_eq!(battle.number(Player::Two, "hp"), Some(20 - 4 - 3));
    // Now the one runs and the other is used up.
    let refused = battle.play("pick").unwrap_err().to_string();
    assert_eq!(refused, "Pick finds nothing that could be used");
}

/// Whose position it is at the end of a fight in which nobody can act.
struct Current;

impl Visitor for Current {
    type Output = Player;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> Player {
        duel.current(&duel.start())
    }
}

#[test]
fn with_nobody_left_in_the_queue_the_current_player_is_whoever_was_first_in_it() {
    let text = "
turns = { order = 'queue', stuck = 'skip' }
goal.most = 'winner-hp'
fighters.a = { hp = 3, sp = 0, skills = ['hit', 'hit2'] }
fighters.b = { hp = 3, sp = 0, skills = ['hit', 'hit2'] }
skills.hit = { cost = { sp = 1 }, damage = 1 }
skills.hit2 = { cost = { sp = 1 }, damage = 2 }
";
    let first = |set: &[&str]| read(text, None, set).0.unwrap().visit(Current);
    assert_eq!(first(&[]), Player::One);
    assert_eq!(first(&["turns.first=p2"]), Player::Two);
    assert_eq!(first(&["queue=BA"]), Player::Two);
}

const MODES: &str = "
goal.least = 'actions'
[fighters.a]
hp = 9
mp = 9
ki = 9
stamina = { start = 4, max = 10 }
skills = ['hit']
[fighters.b]
hp = 9
skills = ['wait']
[skills.hit]
cost = { mp = 2 }
damage = 1
at-once = { stamina = 1 }
[skills.wait]
[modes.other]
skills.hit.cost = { ki = 3 }
skills.hit.at-once = { ki = 1 }
fighters.a.stamina = { start = 6 }
upkeep.a = { stamina = 1 }
";

#[test]
fn a_mode_replaces_a_cost_whole_and_does_not_add_to_it() {
    let (fight, problems) = read(MODES, Some("other"), &[]);
    let battle = fight.unwrap_or_else(|| panic!("{problems:#?}")).battle();
    let spec = battle.fight().spec.skills[0].clone();
    let names = |parts: &[outplay_duel::spec::Part]| -> Vec<String> {
        parts.iter().map(|part| part.number.text.clone()).collect()
    };
    assert_eq!((names(&spec.cost), names(&spec.at_once)), (vec!["ki".into()], vec!["ki".into()]));
    // Without its `max`, stamina grows past 10.
    assert!(battle.number(Player::One, "stamina") > Some(10), "{battle:?}");
}

#[test]
fn hp_of_0_is_not_right() {
    let (fight, problems) =
        read("fighters.a = { hp = 0, skills = ['x'] }\nskills.x = { damage = 1 }", None, &[]);
    assert!(fight.is_none());
    assert_eq!(problems[0].message, "0 is out of range");
    assert_eq!(problems[0].help.as_deref(), Some("it may be 1 to 1000000"));
}

#[test]
fn a_goal_that_only_one_fighter_can_have_is_right() {
    let text = "
goal.least = 'stamina'
fighters.knight = { hp = 20, stamina = 10, skills = ['slash', 'rest'] }
fighters.ogre = { hp = 9, skills = ['smash'] }
skills.slash = { cost = { stamina = 3 }, damage = 6 }
skills.rest = { at-once = { stamina = 2 } }
skills.smash = { damage = 3 }
";
    let (fight, problems) = read(text, None, &[]);
    assert!(fight.is_some());
    assert_eq!(problems, []);
    // Played that way round it is refused, with its own code.
    let (fight, problems) = read(text, None, &["sides={ p1 = 'ogre', p2 = 'knight' }"]);
    assert!(fight.is_none());
    assert_eq!(problems[0].code, Code::NoPool);
}
