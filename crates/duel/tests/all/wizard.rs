//! The wizard duel against every known answer.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use outplay_duel::order::Order;
use outplay_duel::{Account, Duel, Fight, Options, RulesFile, Visitor};
use outplay_game::{Budget, Game, Player, Proof, laws, perft};
use outplay_search::{Algorithm, solve};
use outplay_text::{Problems, Sources};

/// The wizard's fight with these overrides.
fn fight(mode: &str, set: &[&str]) -> Fight {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let file = sources.add("wizard.toml", include_str!("../../../../rules/wizard.toml"));
    let set = set.iter().map(|text| sources.add("--set", *text)).collect();
    let rules = RulesFile::read(&sources, file, &mut problems);
    let options = Options { mode: Some(mode.to_owned()), set, ..Options::default() };
    let fight = rules.fight(&sources, &options, &mut problems);
    assert!(problems.into_sorted().is_empty(), "wizard.toml has problems");
    fight.unwrap()
}

fn against(hp: u32, attack: u32, mode: &str) -> Fight {
    fight(mode, &[&format!("boss.hp={hp}"), &format!("boss.attack={attack}")])
}

struct Solve(Algorithm);

impl Visitor for Solve {
    type Output = (Option<u64>, u64, String);

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Self::Output {
        assert_eq!(W, 4, "the wizard's states are 16 bytes");
        let solution = solve(duel, &duel.start(), self.0, None, &Budget::UNLIMITED);
        assert_eq!(solution.proof, Proof::Optimal);
        let (keys, _) = duel.spell(&fight.names, &solution.line);
        if let Some(cost) = solution.cost {
            let account = duel.account(&fight.names, &keys);
            assert_eq!((account.spent, account.unused), (cost, 0), "{keys}");
            assert_eq!(account.winner, Some(Player::One));
        }
        (solution.cost, solution.stats.expanded, keys)
    }
}

fn least_mana(fight: &Fight) -> Option<u64> {
    fight.visit(Solve(Algorithm::Astar)).0
}

struct Replay<'a>(&'a str);

impl Visitor for Replay<'_> {
    type Output = Account;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Account {
        duel.account(&fight.names, self.0)
    }
}

struct Laws;

impl Visitor for Laws {
    type Output = Vec<u64>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> Vec<u64> {
        laws::check_bound(duel, 200_000).unwrap();
        (0..8).map(|depth| perft(duel, depth)).collect()
    }
}

/// The golden states: fight, mode, least mana, states expanded by A*.
fn classics() -> Vec<(u32, u32, &'static str, u64, u64)> {
    let golden = include_str!("../../../../golden/wizard-states.txt");
    let lines = golden.lines().filter(|line| !line.starts_with('#'));
    let parsed = lines.map(|line| {
        let [boss, mode, mana, states] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}: expected four words")
        };
        let (hp, attack) = boss.split_once('/').unwrap();
        let number = |text: &str| text.parse::<u32>().unwrap();
        (number(hp), number(attack), mode, u64::from(number(mana)), u64::from(number(states)))
    });
    parsed.collect()
}

#[test]
fn the_classic_fights_have_their_known_answers_by_every_search() {
    for (hp, attack, mode, answer, _) in classics() {
        let fight = against(hp, attack, mode);
        for by in Algorithm::ALL {
            let (cost, ..) = fight.visit(Solve(by));
            assert_eq!(cost, Some(answer), "{hp}/{attack} {mode} {by}");
        }
    }
}

#[test]
fn astar_expands_exactly_the_golden_number_of_states() {
    for (hp, attack, mode, _, states) in classics() {
        let (_, expanded, _) = against(hp, attack, mode).visit(Solve(Algorithm::Astar));
        assert_eq!(expanded, states, "{hp}/{attack} {mode}: update golden/wizard-states.txt?");
    }
}

#[test]
fn all_golden_fights_are_right() {
    let golden: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("../../../../golden/wizard.json")).unwrap();
    assert_eq!(golden.len(), 630);
    for case in golden {
        let number = |key: &str| u32::try_from(case[key].as_u64().unwrap()).unwrap();
        let mode = if case["hard"].as_bool().unwrap() { "hard" } else { "normal" };
        let fight = against(number("boss_hp"), number("boss_damage"), mode);
        assert_eq!(least_mana(&fight), case["least_mana"].as_u64(), "{case}");
    }
}

#[test]
fn astar_and_dijkstra_agree_on_every_small_boss() {
    for hp in (1..=90).step_by(7) {
        for attack in 1..=14 {
            for mode in ["normal", "hard"] {
                let fight = against(hp, attack, mode);
                let (plain, ..) = fight.visit(Solve(Algorithm::Dijkstra));
                assert_eq!(least_mana(&fight), plain, "{hp}/{attack} {mode}");
            }
        }
    }
}

#[test]
fn the_puzzle_s_small_examples_come_out() {
    let small = ["wizard.hp=10", "wizard.mana=250", "boss.attack=8"];
    let [hp, mana, attack] = small;
    let (cost, _, keys) =
        fight("normal", &[hp, mana, attack, "boss.hp=13"]).visit(Solve(Algorithm::Astar));
    assert_eq!((cost, keys.as_str()), (Some(226), "30"));
    let (cost, _, keys) =
        fight("normal", &[hp, mana, attack, "boss.hp=14"]).visit(Solve(Algorithm::Astar));
    assert_eq!((cost, keys.as_str()), (Some(641), "42130"));
}

#[test]
fn poison_kills_at_the_start_of_the_boss_turn() {
    for mode in ["normal", "hard"] {
        assert_eq!(least_mana(&against(21, 1, mode)), Some(279));
    }
    assert_eq!(least_mana(&against(23, 10, "normal")), Some(279));
}

#[test]
fn a_shorter_shield_ends_before_the_boss_strikes() {
    assert_eq!(least_mana(&fight("normal", &["shield.lasts=5"])), Some(1269));
}

#[test]
fn an_even_stronger_boss_cannot_be_beaten() {
    assert_eq!(least_mana(&against(500, 60, "normal")), None);
}

#[test]
fn the_known_replays_come_out() {
    let small = ["wizard.hp=10", "wizard.mana=250", "boss.hp=14", "boss.attack=8"];
    let account = fight("normal", &small).visit(Replay("42130"));
    assert_eq!((account.winner, account.spent, account.rounds), (Some(Player::One), 641, 5));
    let account = fight("hard", &small).visit(Replay("42130"));
    assert_eq!((account.winner, account.spent, account.rounds), (Some(Player::Two), 229, 2));
    assert_eq!(account.unused, 4);

    let account = against(40, 10, "hard").visit(Replay("304320"));
    assert_eq!((account.winner, account.spent, account.rounds), (Some(Player::One), 794, 6));
    let account = against(45, 10, "hard").visit(Replay("34230000"));
    assert_eq!((account.winner, account.spent, account.rounds), (Some(Player::One), 847, 7));
    assert_eq!((account.unused, account.listed_cost), (1, 900));
}

#[test]
fn casting_an_active_shield_is_refused_with_round_and_reason() {
    let account = against(71, 10, "hard").visit(Replay("224304300300"));
    let refused = account.refused.unwrap();
    assert_eq!((refused.round, refused.move_number), (2, 2));
    assert_eq!(refused.reason, "Shield is active for 4 more turns");
    assert_eq!((account.winner, account.spent), (None, 113));
}

#[test]
fn a_spell_that_is_too_dear_and_a_key_that_is_none_are_refused() {
    let account = fight("normal", &["wizard.mana=100"]).visit(Replay("3"));
    assert_eq!(account.refused.unwrap().reason, "Poison costs 173 mana, and Wizard has 100");
    let account = fight("normal", &[]).visit(Replay("0 x"));
    let reason = account.refused.unwrap().reason;
    assert_eq!(reason, "Wizard has no skill with the key x (they have 01234)");
}

#[test]
fn moves_that_run_out_leave_the_fight_open() {
    let account = fight("normal", &[]).visit(Replay("03"));
    assert!(!account.over && account.refused.is_none());
    assert_eq!((account.spent, account.rounds, account.unused), (226, 3, 0));
}

#[test]
fn the_laws_hold_and_the_lines_of_play_are_counted() {
    let counts = against(20, 8, "normal").visit(Laws);
    assert_eq!(counts, [1, 5, 22, 84, 269, 783, 2160, 5756]);
    against(20, 8, "hard").visit(Laws);
}

#[test]
fn a_position_may_be_set_by_hand() {
    // Three turns of poison left: it ticks at the start of this turn, and twice more.
    let set = |text: &[&str]| least_mana(&fight("normal", text));
    assert_eq!(set(&["p2.hp=3", "p1.poison=1"]), Some(0));
    assert_eq!(set(&["p2.hp=6", "p1.poison=2"]), Some(53), "something must be cast meanwhile");
    assert_eq!(set(&["p1.hp=0"]), None);
    assert_eq!(set(&["p2.hp=0"]), Some(0));
    assert_eq!(set(&["p1.hp=0", "p2.hp=0"]), None, "a tie is not a win");
}
