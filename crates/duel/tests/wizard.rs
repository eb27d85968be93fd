//! The wizard duel against every known answer.

use outplay_duel::{Account, Duel, Fight, Names, Options, RulesFile, Visitor};
use outplay_game::Game;
use outplay_search::{Algorithm, Control, Proof, solve};
use outplay_written::{Problems, Sources};

/// The wizard's fight with these overrides.
fn fight(mode: &str, set: &[String]) -> Fight {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let text = include_str!("../../../rules/wizard.toml");
    let file = sources.add("wizard.toml", text);
    let set = set.iter().map(|text| sources.add("--set", text)).collect();
    let rules = RulesFile::read(&sources, file, &mut problems);
    let options = Options { mode: Some(mode.to_owned()), set, ..Options::default() };
    let fight = rules.fight(&sources, &options, &mut problems);
    assert!(problems.into_sorted().is_empty(), "wizard.toml has problems");
    fight.expect("without problems there is a fight")
}

fn against(hp: u32, attack: u32, mode: &str) -> Fight {
    fight(mode, &[format!("boss.hp={hp}"), format!("boss.attack={attack}")])
}

struct Solve(Algorithm);

impl Visitor for Solve {
    type Output = (Option<u64>, u64, String);
    fn visit<const W: usize>(self, duel: &Duel<W>, names: &Names) -> Self::Output {
        let solution = solve(duel, &duel.start(), self.0, &mut Control::default()).unwrap();
        assert_eq!(solution.proof, Proof::Optimal);
        let (keys, _) = duel.spell(names, &solution.line);
        if let Some(cost) = solution.cost {
            let account = duel.account(names, &keys);
            assert_eq!((account.spent, account.unused), (cost, 0), "{keys}");
            assert_eq!(account.winner, Some(outplay_game::Player::One));
        }
        (solution.cost, solution.stats.expanded, keys)
    }
}

struct Replay<'a>(&'a str);

impl Visitor for Replay<'_> {
    type Output = Account;
    fn visit<const W: usize>(self, duel: &Duel<W>, names: &Names) -> Account {
        duel.account(names, self.0)
    }
}

const CLASSICS: [(u32, u32, u64, u64); 5] = [
    (55, 8, 953, 1289),
    (71, 10, 1824, 1937),
    (58, 9, 1269, 1309),
    (51, 9, 900, 1216),
    (40, 10, 754, 794),
];

#[test]
fn the_classic_fights_have_their_known_answers_by_every_search() {
    for (hp, attack, normal, hard) in CLASSICS {
        for (mode, answer) in [("normal", normal), ("hard", hard)] {
            let fight = against(hp, attack, mode);
            for by in Algorithm::ALL {
                let (cost, states, _) = fight.visit(Solve(by));
                println!("{hp}/{attack} {mode} {by}: {states}");
                assert_eq!(cost, Some(answer), "{hp}/{attack} {mode} {by}");
            }
        }
    }
}

#[test]
fn all_golden_fights_are_right() {
    let golden: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("../../../golden/wizard.json")).unwrap();
    assert_eq!(golden.len(), 630);
    for case in golden {
        let number = |key: &str| u32::try_from(case[key].as_u64().unwrap()).unwrap();
        let mode = if case["hard"].as_bool().unwrap() { "hard" } else { "normal" };
        let (cost, _, _) =
            against(number("boss_hp"), number("boss_damage"), mode).visit(Solve(Algorithm::Astar));
        assert_eq!(cost, case["least_mana"].as_u64(), "{case}");
    }
}

#[test]
#[ignore]
fn timing() {
    struct Timed;
    impl Visitor for Timed {
        type Output = u64;
        fn visit<const W: usize>(self, duel: &Duel<W>, _: &Names) -> u64 {
            outplay_search::astar(duel, &duel.start(), &mut Control::default()).cost.unwrap()
        }
    }
    let mut product = 1.0f64;
    for (hp, attack, _, _) in &CLASSICS[..3] {
        for mode in ["normal", "hard"] {
            let fight = against(*hp, *attack, mode);
            let mut best = f64::MAX;
            for _ in 0..200 {
                let begin = std::time::Instant::now();
                std::hint::black_box(fight.visit(Timed));
                best = best.min(begin.elapsed().as_secs_f64() * 1e6);
            }
            product *= best;
            println!("{hp}/{attack} {mode}: {best:.1} us");
        }
    }
    println!("geomean {:.1}", product.powf(1.0 / 6.0));
}
