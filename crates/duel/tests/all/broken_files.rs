//! Whatever the bytes, a rules file is an answer or a list of problems, never a panic.

use outplay_duel::order::Order;
use outplay_duel::{Duel, Fight, Options, RulesFile, Visitor};
use outplay_game::{Budget, Game};
use outplay_search::{Algorithm, solve};
use outplay_text::{Problem, Problems, Sources};
use proptest::prelude::*;

const WIZARD: &str = include_str!("../../../../rules/wizard.toml");

fn read(text: &str, set: &[&str]) -> (Option<Fight>, Vec<Problem>, Sources) {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let file = sources.add("broken.toml", text);
    let set = set.iter().map(|text| sources.add("--set", *text)).collect();
    let rules = RulesFile::read(&sources, file, &mut problems);
    rules.check(&sources, &mut problems);
    let options = Options { set, ..Options::default() };
    let fight = rules.fight(&sources, &options, &mut problems);
    (fight, problems.into_sorted(), sources)
}

/// What is wrong, one `line:column message / help` each.
pub(crate) fn problems(text: &str) -> Vec<String> {
    let (_, problems, sources) = read(text, &[]);
    let told = problems.into_iter().map(|problem| {
        let place = problem.span.map(|span| sources.line_column(span));
        let place = place.map_or(String::new(), |(line, column)| format!("{line}:{column} "));
        let help = problem.help.map_or(String::new(), |help| format!(" / {help}"));
        format!("{place}{}{help}", problem.message)
    });
    told.collect()
}

struct SolveBriefly;

impl Visitor for SolveBriefly {
    type Output = ();

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) {
        let budget = Budget { states: 300, ..Budget::UNLIMITED };
        let solution = solve(duel, &duel.start(), Algorithm::Astar, None, &budget);
        let (keys, _) = duel.spell(&fight.names, &solution.line);
        assert!(duel.account(&fight.names, &keys).refused.is_none());
        duel.account(&fight.names, "0123401234");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn a_file_with_slips_never_panics(
        slips in prop::collection::vec((0_usize..WIZARD.len(), 0_usize..8, "[ -~\n]{0,8}"), 1..6),
    ) {
        let mut text = WIZARD.to_owned();
        for (place, length, insert) in slips {
            let end = (place + length).min(text.len());
            if text.is_char_boundary(place.min(end)) && text.is_char_boundary(end) {
                text.replace_range(place.min(end)..end, &insert);
            }
        }
        if let (Some(fight), _, _) = read(&text, &[]) {
            fight.visit(SolveBriefly);
        }
    }

    #[test]
    fn a_number_of_any_size_never_panics(number in any::<i64>(), digits in 0_u32..19) {
        let number = number / 10_i64.pow(digits);
        for path in ["boss.hp", "boss.attack", "wizard.hp", "wizard.mana", "poison.lasts",
            "poison.each-turn.enemy.hp", "shield.while", "recharge.each-turn", "drain.heal",
            "magic-missile.cost", "magic-missile.damage", "p1.hp", "p2.hp", "p1.poison", "damage.least"]
        {
            let (fight, problems, _) = read(WIZARD, &[&format!("{path}={number}")]);
            prop_assert!(fight.is_some() || !problems.is_empty());
            if let Some(fight) = fight {
                fight.visit(SolveBriefly);
            }
        }
    }

    #[test]
    fn arbitrary_overrides_never_panic(set in "\\PC{0,20}", path in "[a-z.0-9]{0,16}", value in "\\PC{0,8}") {
        read(WIZARD, &[&set]);
        read(WIZARD, &[&format!("{path}={value}")]);
    }
}

#[test]
fn the_shipped_files_have_no_problem() {
    assert_eq!(problems(WIZARD), [""; 0]);
    assert_eq!(problems(include_str!("../../../../rules/lighthouse.toml")), [""; 0]);
}

#[test]
fn every_kind_of_mistake_is_reported_in_one_run() {
    let text = "\
format = 2
game = 'duel'
titel = 'x'
[sides]
p1 = 'heroe'
[fighters.hero]
hp = 1000001
mana = 3
skills = ['stab', 'stab', 'slep']
[fighters.dragon]
hp = 10
skills = ['bite']
[skills.stab]
key = 'ab'
cost = { manna = 1 }
damage = 'mihgt'
[skills.bite]
damage = 3.5
lasts = 0
each-turn = { armor = 1 }
[skills.slap]
while = { hp = 1 }
[upkeep.drgon]
hp = -1
";
    assert_eq!(
        problems(text),
        [
            "1:10 2 is out of range / it may be 1 to 1",
            "3:1 `titel` is unknown here / did you mean `title`?",
            "5:6 no fighter is called `heroe` / did you mean `hero`?",
            "7:6 1000001 is out of range / it may be 1 to 1000000",
            "8:1 nothing uses the number `mana`",
            "9:19 `stab` is listed twice",
            "9:27 no skill is called `slep` / did you mean `slap`?",
            "14:7 `ab` is not one letter, digit or sign / a plain one, without accent; no comma or colon",
            "15:10 `hero` has no number `manna` / did you mean `mana`?",
            "16:11 `hero` has no number or effect called `mihgt` / there is `hp`, `armor`, `round`, `stunned`, `mana`",
            "18:10 expected a whole number or a formula in quotes, got a number with a fraction",
            "19:9 0 is out of range / it may be 1 to 65535",
            "21:9 no fighter has the skill `slap`",
            "22:11 how long this effect lasts is missing / add `lasts = ...`, a number of turns, or `until = \"...\"`, a condition",
            "23:9 no fighter is called `drgon` / did you mean `dragon`?",
        ]
    );
}

#[test]
fn names_that_point_nowhere_are_reported_with_the_nearest() {
    let text = WIZARD
        .replace("cost = { mana = 53 }", "cost = { manna = 53 }")
        .replace("damage = \"attack\"", "damage = \"atack\"")
        .replace("attack = 8", "attack = 8\namor = 2")
        .replace("while = { armor = 7 }", "while = { mana = 7 }")
        .replace("least = \"mana\"", "least = \"man\"");
    assert_eq!(
        problems(&text),
        [
            "17:9 `wizard` has no pool `man` to spend / did you mean `mana`?",
            "29:1 nothing uses the number `attack`",
            "30:1 nothing uses the number `amor` / did you mean `armor`?",
            "35:10 `wizard` has no number `manna` / did you mean `mana`?",
            "50:11 skills are paid with `mana`, so it cannot be held / use `each-turn = { ... }` or `at-once = { ... }`",
            "65:11 `boss` has no number or effect called `atack` / did you mean `attack`?",
        ]
    );
}

#[test]
fn every_kind_of_mistake_has_its_code() {
    let text = "format = 1\ngame = 'dule'\ncolour = 3\n[fighters.cat]\nhp = '5'\nskills = ['claw', 'claw']\n\
                [fighters.dog]\nhp = -1\nskills = ['snap']\n[skills.claw]\ndamage = 'teeth'\n";
    let (_, problems, _) = read(text, &["cat.hq=3", "dog.hp"]);
    let mut codes: Vec<_> = problems.iter().map(|problem| problem.code.name()).collect();
    codes.sort_unstable();
    codes.dedup();
    let expected = [
        "out-of-range",
        "syntax",
        "twice",
        "unknown-choice",
        "unknown-field",
        "unknown-number",
        "unknown-path",
        "unknown-skill",
        "wrong-type",
    ];
    assert_eq!(codes, expected);
}

#[test]
fn two_skills_with_one_key_are_told_apart_by_an_error() {
    let text = WIZARD.replace("key = \"1\"", "key = \"0\"");
    assert_eq!(
        problems(&text),
        [
            "39:7 the key `0` is already that of `magic-missile` / `wizard` needs a key for each skill"
        ]
    );
}

#[test]
fn a_short_name_means_one_fighter() {
    let text = |one: &str, two: &str| {
        let fighter = |name: &str, key: &str| {
            format!("[fighters.{name}]\nkey = \"{key}\"\nhp = 5\nskills = [\"hit\"]\n")
        };
        let head = "format = 1\ngame = \"duel\"\n";
        format!("{head}{}{}[skills.hit]\ndamage = 1\n", fighter("a", one), fighter("b", two))
    };
    assert_eq!(problems(&text("x", "y")), [""; 0]);
    assert_eq!(
        problems(&text("x", "x")),
        ["8:7 the short name `x` already means `a` / give `b` another letter, or none"]
    );
    assert_eq!(
        problems(&text("b", "y")),
        ["4:7 the short name `b` already means `b` / give `a` another letter, or none"]
    );
    assert_eq!(
        problems(&text("a", "é")),
        [
            "8:7 `é` is not one letter, digit or sign / a plain one, without accent; no comma or colon"
        ]
    );
}

#[test]
fn as_many_skills_as_there_are_keys_have_keys_of_their_own() {
    let many = |count: usize| {
        let names: Vec<_> = (0..count).map(|index| format!("\"s{index}\"")).collect();
        let skills = (0..count).map(|index| format!("[skills.s{index}]\ndamage = 1\n"));
        format!(
            "format = 1\ngame = \"duel\"\n[fighters.a]\nhp = 5\nskills = [{}]\n\
             [fighters.b]\nhp = 5\nskills = [\"s0\"]\n{}",
            names.join(", "),
            skills.collect::<String>()
        )
    };
    assert_eq!(problems(&many(82)), ["3:11 82 skills are too many for one fighter / at most 81"]);
    let fight = read(&many(81), &[]).0.unwrap();
    let mut keys: Vec<_> = fight.names.fighters[0].skills.iter().map(|skill| skill.key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 81);
}

#[test]
fn control_characters_never_reach_a_terminal() {
    let text = WIZARD
        .replace("[fighters.boss]", "[fighters.boss]\nname = \"Boss\\u001b[2J\"")
        .replace("key = \"1\"", "key = \"\\u009b\"");
    let found = problems(&text);
    let told = |code: &str| {
        let help = "leave it out: a terminal would obey it instead of showing it";
        let message = format!("text cannot contain the control character {code} / {help}");
        found.iter().any(|problem| problem.ends_with(&message))
    };
    assert!(told("U+001B") && told("U+009B"), "{found:?}");
    assert!(!found.concat().contains(char::is_control), "{found:?}");
    let lines =
        WIZARD.replace("[fighters.boss]", "[fighters.boss]\nabout = \"\"\"Two\r\nlines\"\"\"");
    assert_eq!(problems(&lines), problems(WIZARD));
}
