//! The plain interpreter by hand: small fights for each word of docs/language.md, with numbers that
//! were reckoned on paper from its sentences, and the known answers of the games that ship.

use crate::plain;

use plain::formula::{Condition, Formula};
use plain::solver::{Graph, cost_from_start};
use plain::{Fight, Phase, State, readings};

/// Two fighters with the numbers and skills given, a skill to wait with, and whatever else.
fn file(hero: &str, villain: &str, rest: &str) -> String {
    format!(
        "format = 1\ngame = \"duel\"\n[fighters.hero]\n{hero}\n[fighters.villain]\n{villain}\n\
         [skills.wait]\nheal = 0\n{rest}"
    )
}

struct Game {
    fight: Fight,
    state: State,
}

impl Game {
    fn new(hero: &str, villain: &str, rest: &str) -> Self {
        let fight = Fight::open(&file(hero, villain, rest));
        let state = fight.start();
        Self { fight, state }
    }

    /// Plays moves, each of which must be possible.
    fn play(&mut self, ids: &str) -> &mut Self {
        for id in ids.split_whitespace() {
            assert!(self.can().contains(&id.to_owned()), "{id} {:?}", self.state);
            self.state = self.fight.play(&self.state, id).state;
        }
        self
    }

    fn can(&self) -> Vec<String> {
        self.fight.choices(&self.state).into_iter().map(|(id, _)| id).collect()
    }

    fn number(&self, side: usize, name: &str) -> i64 {
        self.state.numbers[side][name]
    }

    fn hp(&self) -> [i64; 2] {
        [self.number(0, "hp"), self.number(1, "hp")]
    }

    fn turns(&self, side: usize, skill: &str) -> i64 {
        self.state.effects.get(&(side, skill.to_owned())).map_or(0, |running| running.turns)
    }
}

#[test]
fn formulas_are_reckoned_in_whole_numbers() {
    let read = |name: &str| match name {
        "hp" => 7,
        "enemy.hp" => 10,
        "war-cry" => 3,
        "big" => 1_000_000_000,
        _ => 0,
    };
    for (text, value) in [
        ("hp * 2 + 1", 15),
        ("1 + hp * 2", 15),
        ("enemy.hp / 4", 2),
        ("-(hp - 3)", -4),
        ("-hp / 2", -4),
        ("hp / 0", 0),
        ("hp - war-cry - 1", 3),
        ("min(hp, 5)", 5),
        ("max(hp, enemy.hp, 2) / min(3)", 3),
        ("big * big / big", 1),
        ("big + big - big", 0),
        ("(hp + 1) * (2 - 5)", -24),
    ] {
        assert_eq!(Formula::parse(text).value(&read), value, "{text}");
    }
    for (text, holds) in [
        ("hp * 2 <= enemy.hp and not (war-cry = 1 or enemy.hp > 0)", false),
        ("hp = 7 or hp = 8 and hp = 9", true),
        ("not hp = 7 or hp != 8", true),
        ("(hp + 1) * 2 > 15 and (hp < 8)", true),
        ("never", false),
    ] {
        assert_eq!(Condition::parse(text).holds(&read), holds, "{text}");
    }
}

#[test]
fn numbers_stop_at_their_max_and_go_back_to_their_start() {
    let mut game = Game::new(
        "hp = { start = 4, max = 6 }\nmana = { max = 5 }\nenergy = { start = 3, resets = true }\n\
         skills = ['rest', 'work']",
        "hp = 9\nskills = ['wait']",
        "[skills.rest]\nheal = 5\nat-once = { mana = -2, energy = 4 }\n\
         [skills.work]\ncost = { energy = 2 }\nat-once = { mana = 9 }",
    );
    game.play("rest");
    assert_eq!((game.number(0, "hp"), game.number(0, "mana"), game.number(0, "energy")), (6, 3, 7));
    game.play("wait work");
    assert_eq!((game.number(0, "mana"), game.number(0, "energy")), (5, 1));
    game.play("wait");
    assert_eq!(game.number(0, "energy"), 3);
}

#[test]
fn costs_are_all_read_first_and_hp_is_not_paid_to_the_last() {
    let mut game = Game::new(
        "hp = 3\nmana = 6\nrage = 4\nskills = ['swap', 'bleed', 'gift']",
        "hp = 9\nskills = ['wait']",
        "[skills.swap]\ncost = { mana = 'rage / 2', rage = 'mana / 2' }\n\
         [skills.bleed]\ncost = { hp = 2 }\n[skills.gift]\ncost = { mana = -3 }",
    );
    game.play("swap");
    assert_eq!((game.number(0, "mana"), game.number(0, "rage")), (4, 1));
    game.play("wait gift");
    assert_eq!(game.number(0, "mana"), 4);
    game.play("wait bleed wait");
    assert_eq!((game.hp(), game.can()), ([1, 9], vec!["gift".to_owned()]));
}

#[test]
fn what_was_used_is_ready_again_after_so_many_turns_of_ones_own() {
    let mut game = Game::new(
        "hp = 9\nskills = ['slow', 'once', 'few', 'wait']\nactions = 3",
        "hp = 9\nskills = ['wait']",
        "[skills.slow]\ncooldown = 2\n[skills.once]\ncooldown = 0\n[skills.few]\nuses = 2",
    );
    game.play("slow once few");
    for turn in 1..=3 {
        game.play("wait");
        assert_eq!(game.can().contains(&"slow".to_owned()), turn == 3, "{turn}");
        assert!(game.can().contains(&"once".to_owned()));
        if turn < 3 {
            game.play("once");
            assert!(!game.can().contains(&"once".to_owned()));
            game.play("end-turn");
        }
    }
    game.play("few");
    assert!(!game.can().contains(&"few".to_owned()));
}

#[test]
fn a_hit_is_reckoned_in_order() {
    let hit = |skill: &str, villain: &str, more: &str| {
        let rest = format!("{more}[skills.hit]\n{skill}");
        let mut game = Game::new("hp = 5\nskills = ['hit']", villain, &rest);
        game.play("hit");
        (game.hp(), game.state.numbers[1].get("block").copied())
    };
    let villain = "hp = 12\nskills = ['wait']";
    assert_eq!(hit("damage = 'enemy.hp / 2'\nstrikes = 3", villain, ""), ([5, 2], None));
    assert_eq!(hit("damage = 5\nstrikes = -2", villain, ""), ([5, 12], None));
    let armored = "hp = 12\narmor = 3\nskills = ['wait']";
    assert_eq!(hit("damage = 5", armored, ""), ([5, 10], None));
    let stopped = if readings::HITS_BELOW_0_HEAL { 13 } else { 12 };
    assert_eq!(hit("damage = 2", armored, ""), ([5, stopped], None));
    assert_eq!(hit("damage = 2", armored, "[damage]\nleast = 1\n"), ([5, 11], None));
    assert_eq!(hit("damage = 5\npierces = true\ndrains = true", armored, ""), ([10, 7], None));
    let resists =
        "hp = 12\nskills = ['wait']\nresists = { fire = 50, ice = -100, ghost = 'hp * 9' }";
    assert_eq!(hit("damage = 5\ntype = 'fire'", resists, ""), ([5, 10], None));
    assert_eq!(hit("damage = 5\ntype = 'ice'", resists, ""), ([5, 2], None));
    assert_eq!(
        hit("damage = 5\ntype = 'ghost'", resists, "[damage]\nleast = 1\n"),
        ([5, 12], None)
    );
    assert_eq!(hit("damage = 5\ntype = 'mud'", resists, ""), ([5, 7], None));
    let blocks = "hp = 12\nblock = 3\nskills = ['wait']";
    let soak = "[damage]\nsoak = 'block'\n";
    let hero = "[skills.hit]\ndamage = 5\ndrains = true";
    let mut game =
        Game::new("hp = 5\nblock = 0\nskills = ['hit']", blocks, &format!("{soak}{hero}"));
    game.play("hit");
    assert_eq!((game.hp(), game.number(1, "block")), ([7, 10], 0));
}

#[test]
fn everything_in_a_part_has_its_place() {
    // 6 damage; heal by what the enemy has left (4); then mana by one's own hp (9).
    let mut game = Game::new(
        "hp = 5\nmana = 0\nskills = ['all']",
        "hp = 10\nskills = ['wait']",
        "[skills.all]\ndamage = 6\nheal = 'enemy.hp'\nat-once = { mana = 'hp', enemy.hp = '-mana' }\n\
         also = [{ when = 'enemy.hp < 1', heal = 50 }, { heal = 1 }]",
    );
    game.play("all");
    assert_eq!((game.state.phase, game.hp()), (Phase::Over(Some(0)), [9, 0]));
    assert_eq!(game.number(0, "mana"), 9);
}

#[test]
fn effects_start_on_the_next_turn_and_each_turn_counts() {
    let mut game = Game::new(
        "hp = 9\nskills = ['burn', 'wait']",
        "hp = 20\nskills = ['wait']",
        "[skills.burn]\nlasts = 3\neach-turn = { enemy.hp = -2 }",
    );
    game.play("burn");
    assert_eq!((game.turns(0, "burn"), game.hp()), (2, [9, 18]));
    game.play("wait");
    assert_eq!((game.turns(0, "burn"), game.can()), (1, vec!["wait".to_owned()]));
    game.play("wait wait");
    assert_eq!((game.turns(0, "burn"), game.hp()[1]), (0, 14));
    assert_eq!(game.can(), ["burn", "wait"]);
}

#[test]
fn effects_stack_refresh_end_and_hold() {
    let mut game = Game::new(
        "hp = 9\nmight = 1\nskills = ['poison', 'roar', 'hit', 'wait', 'curse', 'wash']",
        "hp = 60\nskills = ['wait']",
        "[skills.poison]\nlasts = 4\nstacks = 2\neach-turn = { enemy.hp = -1 }\n\
         [skills.roar]\nlasts = 4\nrefreshes = true\nwhile = { might = 2 }\n\
         [skills.curse]\nuntil = 'enemy.hp < 45'\nwhile = { enemy.armor = 'might' }\n\
         [skills.wash]\ncleanses = ['poison', 'enemy']\n[skills.hit]\ndamage = 'might * 2'",
    );
    game.play("poison wait");
    assert_eq!((game.hp()[1], game.turns(0, "poison")), (58, 2));
    game.play("poison wait");
    assert_eq!((game.hp()[1], game.turns(0, "poison")), (54, 2), "two of two, twice");
    game.play("poison");
    let stacks = game.state.effects[&(0, "poison".to_owned())].stacks;
    assert_eq!((stacks, game.turns(0, "poison")), (2, 3));
    game.play("wait wash wait roar wait hit");
    // Poison: 54 - 2 - 2 = 50; then might 1 + 2, doubled.
    assert_eq!(game.hp()[1], 44);
    assert_eq!(game.turns(0, "roar"), 1);
    game.play("wait curse");
    // Judged at the start of the villain's turn: 44 is below 45.
    assert_eq!((game.turns(0, "curse"), game.turns(0, "roar")), (0, 0));
}

#[test]
fn a_held_number_stops_at_0_and_what_there_is_stays() {
    let mut game = Game::new(
        "hp = 9\nskills = ['weaken', 'wait']",
        "hp = 9\nmight = 2\nskills = ['hit']",
        "[skills.weaken]\nuntil = 'never'\nwhile = { enemy.might = -5 }\n[skills.hit]\ndamage = 'might + 1'",
    );
    game.play("weaken hit");
    assert_eq!((game.hp(), game.number(1, "might")), ([8, 9], 2));
    game.play("wait hit");
    assert_eq!((game.hp(), game.turns(0, "weaken")), ([7, 9], 1));
}

#[test]
fn other_skills_effects_start_without_their_cost() {
    let mut game = Game::new(
        "hp = 9\nskills = ['torch', 'wait']",
        "hp = 9\nskills = ['wait']",
        "[skills.torch]\nstarts = ['burn']\n[skills.burn]\ncost = { hp = 5 }\nlasts = 2\neach-turn = { enemy.hp = -1 }",
    );
    game.play("torch wait torch");
    // At the second torch it had just ended, so it starts anew.
    assert_eq!((game.hp(), game.turns(0, "burn")), ([9, 6], 1));
}

#[test]
fn stuns_do_not_add_up() {
    let mut game = Game::new(
        "hp = 9\nskills = ['bash', 'wait']",
        "hp = 9\nskills = ['hit']",
        "[skills.bash]\nstuns = 2\n[skills.hit]\ndamage = 1",
    );
    game.play("bash");
    assert_eq!((game.state.turn, game.state.stunned), (0, [0, 1]));
    game.play("bash");
    assert_eq!(game.state.stunned, [0, 1]);
    game.play("wait wait");
    assert_eq!((game.state.turn, game.state.round), (1, 4));
    game.play("hit");
    assert_eq!(game.hp(), [8, 9]);
}

#[test]
fn a_stolen_turn_is_the_users() {
    let mut game = Game::new(
        "hp = 9\nskills = ['steal', 'wait']",
        "hp = 9\nskills = ['hit']",
        "[skills.steal]\nsteals = 1\n[skills.hit]\ndamage = 1",
    );
    let (line, round) = if readings::STOLEN_TURNS_KEEP_THEIR_PLACE {
        ("steal wait wait", 3)
    } else {
        ("steal wait", 2)
    };
    game.play(line);
    assert_eq!((game.state.turn, game.state.round), (1, round));
    game.play("hit");
    assert_eq!((game.state.turn, game.hp()), (0, [8, 9]));
}

#[test]
fn again_is_one_more_and_actions_may_be_left() {
    let mut game = Game::new(
        "hp = 9\nmana = 2\nskills = ['quick', 'slow']",
        "hp = 9\nactions = 2\nskills = ['wait', 'hit']",
        "[skills.quick]\nagain = true\ncost = { mana = 1 }\n[skills.slow]\ncost = { mana = 1 }\n[skills.hit]\ndamage = 1",
    );
    game.play("quick");
    assert_eq!((game.state.turn, game.can().len()), (0, 2));
    game.play("quick");
    // Nothing can be paid any more, so the turn has ended.
    assert_eq!(
        (game.state.turn, game.can()),
        (1, vec!["wait".into(), "hit".into(), "end-turn".into()])
    );
    game.play("hit");
    assert_eq!((game.state.turn, game.state.actions), (1, 1));
    game.play("end-turn");
    assert_eq!(game.state.phase, Phase::Over(Some(1)), "now the hero is stuck");
}

#[test]
fn reactions_come_after_the_strike_and_set_off_nothing_of_their_kind() {
    let mut game = Game::new(
        "hp = 9\nrage = 0\nskills = ['hit', 'glee', 'wait']",
        "hp = 9\nrage = 0\nskills = ['wait', 'thorns', 'start', 'end']",
        "[skills.hit]\ndamage = 2\nstrikes = 2\n[skills.glee]\non = 'hits'\ndamage = 1\nuses = 3\n\
         [skills.thorns]\non = 'hurt'\ndamage = 'hp'\ncooldown = 1\n\
         [skills.start]\non = 'turn-starts'\nat-once = { rage = 1 }\n\
         [skills.end]\non = 'turn-ends'\nat-once = { rage = 2 }",
    );
    game.play("hit");
    // 9 - 2, glee 1: 6; thorns for 6: the hero has 3; 6 - 2, glee 1: 3; thorns are not ready.
    assert_eq!((game.hp(), game.number(1, "rage")), ([3, 3], 1));
    game.play("wait");
    assert_eq!(game.number(1, "rage"), 3);
    game.play("hit");
    assert_eq!((game.hp(), game.state.phase), ([3, 0], Phase::Over(Some(0))));
}

#[test]
fn who_dies_may_come_back_once_and_both_may_fall() {
    let mut game = Game::new(
        "hp = 9\nskills = ['kill', 'wait']",
        "hp = 9\nskills = ['wait', 'phoenix']",
        "[skills.kill]\nkills = true\nheal = 1\n[skills.phoenix]\non = 'dies'\nheal = 4\nuses = 1",
    );
    game.play("kill");
    assert_eq!((game.hp(), game.state.phase), ([10, 4], Phase::Acting));
    game.play("wait kill");
    assert_eq!((game.hp(), game.state.phase), ([10, 0], Phase::Over(Some(0))));
    let mut game = Game::new(
        "hp = 3\nskills = ['hit', 'wait']",
        "hp = 9\nskills = ['wait', 'bomb']",
        "[skills.hit]\ndamage = 9\n[skills.bomb]\non = 'dies'\ndamage = 5\nheal = 3",
    );
    game.play("hit");
    assert_eq!((game.hp(), game.state.phase), ([0, 0], Phase::Over(None)));
}

#[test]
fn a_dropped_place_is_no_turn() {
    let rest = "[turns]\norder = 'queue'\nstuck = 'skip'\n[upkeep]\nvillain = { hp = -1 }\n\
        [start]\nqueue = 'ABBA'\n[skills.hit]\ncost = { mana = 2 }\ndamage = 1\n\
        [skills.burn]\nlasts = 9\neach-turn = { enemy.hp = -1 }\nqueue = ['self', 'enemy']\n\
        [skills.grab]\nsteals = 1\nqueue = ['enemy']";
    let mut game = Game::new(
        "hp = 9\nmana = 0\nskills = ['burn', 'wait', 'grab']",
        "hp = 9\nmana = 1\nskills = ['hit']",
        rest,
    );
    game.play("burn");
    assert_eq!((game.hp(), game.state.round), ([9, 8], 2), "one tick, no upkeep");
    assert_eq!(game.state.queue, [(0, true), (0, true), (1, true)]);
    game.play("grab");
    assert_eq!(game.state.queue, [(0, true), (0, true), (1, true)]);
}

#[test]
fn a_pick_passes_over_what_cannot_be_used() {
    let mut game = Game::new(
        "hp = 9\nmana = 9\nskills = ['call', 'wait']",
        "hp = 20\nskills = ['wait']",
        "[skills.call]\ncost = { mana = 1 }\npicks = 'tree'\n\
         [skills.burn]\ncost = { mana = 5 }\nlasts = 3\neach-turn = { enemy.hp = -1 }\n\
         [skills.hit]\ndamage = 2\nuses = 1\n\
         [trees.tree]\nuse = 'burn'\npriority = 3\nwhen = 'hp > 1'\n\
         then = [{ use = 'burn', priority = 1 }, { use = 'hit', priority = 2 }]",
    );
    game.play("call");
    assert_eq!((game.number(0, "mana"), game.hp()[1], game.turns(0, "burn")), (8, 19, 2));
    game.play("wait call");
    assert_eq!((game.number(0, "mana"), game.hp()[1], game.turns(0, "burn")), (7, 15, 0));
    game.play("wait call wait");
    assert_eq!((game.turns(0, "burn"), game.can()), (1, vec!["wait".to_owned()]));
}

#[test]
fn goals_and_positions() {
    let rest = "[goal]\nmost = 'damage'\nrounds = 2\n[start]\np2.hp = 8\np1.cooldown.hit = 1\n\
                p1.burn = 2\np1.stacks.burn = 2\np1.stunned = 1\n[skills.hit]\ndamage = 3\ncooldown = 0\n\
                [skills.burn]\nlasts = 5\nstacks = 3\neach-turn = { enemy.hp = -1 }";
    let mut game =
        Game::new("hp = 9\nskills = ['hit', 'burn']", "hp = 20\nskills = ['wait']", rest);
    assert_eq!((game.state.turn, game.hp(), game.turns(0, "burn")), (1, [9, 4], 0));
    game.play("wait hit wait");
    assert_eq!((game.state.phase, game.fight.worth(&game.state)), (Phase::Over(None), 7));

    let rest = "[goal]\nleast = 'rounds'\n[skills.hit]\ndamage = 2\ncooldown = 1\n\
                [skills.bash]\ndamage = 1\nstuns = 1";
    let hero = "hp = 9\nactions = 2\nskills = ['hit', 'bash']";
    let fight = Fight::open(&file(hero, "hp = 5\nskills = ['wait']", rest));
    let graph = Graph::of(&fight, 3000).unwrap();
    // Hit and bash, then bash and bash.
    assert_eq!(cost_from_start(&fight, &graph, &graph.least_costs()), Some(2));
}

#[test]
fn wizards_win_with_the_least_mana_that_is_known() {
    let text = include_str!("../../../../rules/wizard.toml");
    let golden: serde_json::Value =
        serde_json::from_str(include_str!("../../../../golden/wizard.json")).unwrap();
    let mut solved = 0;
    for known in golden.as_array().unwrap().iter().filter(|known| known["boss_damage"] == 14) {
        let hard = if known["hard"] == true { "[upkeep]\nwizard = { hp = -1 }\n" } else { "" };
        let text = text.replace("hp = 55", &format!("hp = {}", known["boss_hp"]));
        let text = text.replace("attack = 8", "attack = 14");
        let fight = Fight::open(&text.replace("[modes.hard]", &format!("{hard}[modes.hard]")));
        let Some(graph) = Graph::of(&fight, 6000) else { continue };
        assert_eq!(graph.least_costs()[0], known["least_mana"].as_u64(), "{known}");
        solved += 1;
    }
    assert!(solved > 5, "{solved}");
}

#[test]
fn the_arena_is_worth_what_is_known() {
    let text = include_str!("../../../../rules/arena.toml");
    let golden: serde_json::Value =
        serde_json::from_str(include_str!("../../../../golden/arena.json")).unwrap();
    let mut solved = 0;
    for known in golden["values"].as_array().unwrap() {
        if known["states"].as_u64().unwrap() > 900 {
            continue;
        }
        let word = |name: &str| known[name].as_str().unwrap();
        let order = format!("order = \"{}\"", word("order"));
        let mut text = text.replace("order = \"queue\"", &order);
        text += &format!("[sides]\np1 = \"{}\"\np2 = \"{}\"\n[start]\n", word("p1"), word("p2"));
        for side in 1..=2 {
            let number = |name: &str| known[&format!("{name}{side}")].as_i64().unwrap();
            text += &format!("p{side}.hp = {}\np{side}.sp = {}\n", number("hp"), number("sp"));
        }
        let fight = Fight::open(&text);
        let graph = Graph::of(&fight, 2000).unwrap();
        let sign = if known["current"] == 2 { -1 } else { 1 };
        let value = known["value_to_current"].as_i64().unwrap();
        assert_eq!(graph.values()[0], sign * value, "{known}");
        solved += 1;
    }
    assert!(solved > 50, "{solved}");
}
