//! Exactly which numbers are merits: of the fights that ship, and of one small file for each point
//! that can break.

use outplay_text::{Problems, Severity, Sources};

use crate::order::Order;
use crate::{Duel, Fight, Options, RulesFile, Visitor};

use super::*;

struct Named;

impl Visitor for Named {
    type Output = String;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> String {
        let sides = Player::BOTH.map(|player| {
            let numbers = fight.names.fighters[player.index()].numbers.iter();
            let own = numbers.filter(|(_, slot)| duel.merits_of(player).contains(slot));
            own.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" ")
        });
        sides.join(" | ")
    }
}

/// The merits of player 1 and of player 2.
fn found(text: &str, set: &[&str]) -> String {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let file = sources.add("test.toml", text);
    let set = set.iter().map(|text| sources.add("--set", *text)).collect();
    let options = Options { set, ..Options::default() };
    let read = RulesFile::read(&sources, file, &mut problems);
    let fight = read.fight(&sources, &options, &mut problems);
    let errors = problems.into_sorted().into_iter().filter(|one| one.severity == Severity::Error);
    let errors: Vec<_> = errors.map(|one| one.message).collect();
    fight.unwrap_or_else(|| panic!("{errors:?}\n{text}")).visit(Named)
}

/// A mage with bolts and a beast that bites, and whatever else a test writes into their file:
/// lines of tables that are there, with a colon before them, and tables of its own.
fn with(more: &str) -> String {
    let mut tables = [
        ("turns", ""),
        ("goal", ""),
        ("damage", "least = 0"),
        ("fighters.mage", "hp = 20\nmana = 9\nrage = 2\nguard = 0"),
        ("fighters.beast", "hp = 20\nmana = 9\nrage = 2\nguard = 0"),
        ("skills.bolt", "cost = { mana = 1 }\ndamage = 3"),
        ("skills.bite", "cost = { mana = 1 }\ndamage = 2"),
    ]
    .map(|(name, lines)| (name, lines.to_owned()));
    let mut rest = String::new();
    let mut skills = [vec!["bolt"], vec!["bite"]];
    for line in more.lines().map(str::trim) {
        let own = line.split_once(": ").and_then(|(name, line)| {
            let table =
                tables.iter_mut().find(|(table, _)| table.rsplit('.').next() == Some(name))?;
            Some((&mut table.1, line))
        });
        match own {
            Some((table, line)) => *table += &format!("\n{line}"),
            None => rest += &format!("{line}\n"),
        }
        if let Some(skill) = line.strip_prefix("[skills.").and_then(|name| name.strip_suffix(']')) {
            let side = usize::from(skill.starts_with("beast"));
            if skill.starts_with("beast") || skill.starts_with("mage") {
                skills[side].push(skill);
            }
        }
    }
    let mut text = String::from("format = 1\ngame = \"duel\"\n");
    for (name, lines) in tables {
        // A line that says the same again takes the place of the first.
        let key = |line: &str| line.split(" = ").next().map(str::to_owned);
        let mut kept: Vec<&str> = Vec::new();
        for line in lines.lines().filter(|line| !line.is_empty()) {
            kept.retain(|other| key(other) != key(line));
            kept.push(line);
        }
        text += &format!("[{name}]\n{}\n", kept.join("\n"));
        for (side, fighter) in ["fighters.mage", "fighters.beast"].into_iter().enumerate() {
            if name == fighter {
                text += &format!("skills = {:?}\n", skills[side]);
            }
        }
    }
    text + &rest
}

fn merits(more: &str) -> String {
    found(&with(more), &[])
}

#[test]
fn fights_that_ship_have_merits() {
    let wizard = include_str!("../../../../rules/wizard.toml");
    assert_eq!(found(wizard, &[]), "hp mana | hp");
    let fencers = include_str!("../../../../rules/fencers.toml");
    assert_eq!(found(fencers, &[]), "hp stamina | hp stamina");
    let endless = ["pupil.stamina=5", "maestro.stamina=3"];
    assert_eq!(found(fencers, &endless), "hp stamina | hp stamina");
    // The backhand has no cost, and neither has the jab; nobody's armor is too thick for it.
    let duelists = include_str!("../../../../rules/duelists.toml");
    assert_eq!(found(duelists, &[]), "hp | hp");
    let arena = include_str!("../../../../rules/arena.toml");
    assert_eq!(found(arena, &[]), "hp | hp");
    // Who is out of oil and grip is passed over.
    let lighthouse = include_str!("../../../../rules/lighthouse.toml");
    assert_eq!(found(lighthouse, &[]), "hp | hp");
    // The second heals.
    let hedge = include_str!("../../../../rules/hedge.toml");
    assert_eq!(found(hedge, &[]), "attack | hp armor");
    let siege = include_str!("../../../../rules/siege.toml");
    assert_eq!(found(siege, &[]), "timber engines | hp armor");
    let stairs = include_str!("../../../../rules/stairs.toml");
    assert_eq!(found(stairs, &[]), "hp energy block strength | hp block strength");
    // Its last breath, and it is angry by its fury.
    let dragon = include_str!("../../../../rules/dragon.toml");
    assert_eq!(found(dragon, &[]), " | ");
}

#[test]
fn what_is_paid_with_and_what_is_lost_are_merits() {
    assert_eq!(merits(""), "hp mana | hp mana");
    assert_eq!(merits("goal: most = \"winner-hp\""), "hp mana | hp mana");
    assert_eq!(merits("goal: least = \"mana\""), "hp mana | hp mana");
    assert_eq!(merits("goal: least = \"rounds\""), "hp mana | hp mana");
    assert_eq!(merits("turns: order = \"queue\""), "hp mana | hp mana");
}

#[test]
fn who_may_be_passed_over_need_not_want_more() {
    let skip = "turns: stuck = \"skip\"\n";
    assert_eq!(merits(skip), "hp | hp");
    assert_eq!(merits(&format!("{skip}bite: cost = {{}}")), "hp | hp");
    let rest = "[skills.mage-rests]\nat-once = { mana = 1 }";
    assert_eq!(merits(&format!("{skip}{rest}")), "hp mana | hp");
    assert_eq!(merits(&format!("{skip}{rest}\ncooldown = 1")), "hp | hp");
    assert_eq!(merits(&format!("{skip}{rest}\nwhen = \"round > 1\"")), "hp | hp");
    // Who may end their turn is not made to act, but a place in a queue is dropped all the same.
    assert_eq!(merits(&format!("{skip}mage: actions = 2")), "hp mana | hp");
    let queue = "turns: order = \"queue\"\n";
    assert_eq!(merits(&format!("{skip}{queue}mage: actions = 2")), "hp | hp");
    assert_eq!(merits(&format!("{queue}mage: actions = 2")), "hp mana | hp mana");
    // A second action is no loss where it cannot be used.
    assert_eq!(merits("bolt: again = true"), "hp | hp mana");
    assert_eq!(merits("bolt: again = true\nmage: actions = 2"), "hp mana | hp mana");
}

#[test]
fn an_early_end_must_not_be_a_gain() {
    let most = "goal: most = \"winner-hp\"\n";
    // Whoever heals is better to be beaten early.
    assert_eq!(merits(&format!("{most}bolt: heal = 1")), "hp mana | ");
    assert_eq!(merits(&format!("{most}bite: heal = 1")), " | hp mana");
    assert_eq!(merits(&format!("{most}bite: drains = true")), " | hp mana");
    assert_eq!(merits(&format!("{most}beast: hp = {{ start = 20, resets = true }}")), " | hp mana");
    assert_eq!(merits(&format!("{most}beast: armor = 4\ndamage: least = 0")), "hp mana | hp mana");
    assert_eq!(merits(&format!("{most}bite: heal = \"-rage\"")), "hp mana | hp mana");
    assert_eq!(merits(&format!("{most}bite: heal = \"2 - rage\"")), "hp mana | hp mana");
    assert_eq!(merits(&format!("{most}bite: heal = \"3 - rage\"")), " | hp mana");
    // Nobody minds where only the price of a win counts.
    assert_eq!(merits("bolt: heal = 1\nbite: heal = 1"), "hp mana | hp mana");
    assert_eq!(merits("bolt: drains = true\nbite: drains = true"), "hp mana | hp mana");
    // Who is stuck loses, and then no more harm is done to them.
    let damage = "goal: most = \"damage\"\ngoal: rounds = 4\n";
    assert_eq!(merits(damage), "hp mana | hp");
    assert_eq!(merits(&format!("{damage}bite: heal = 1")), " | hp");
    assert_eq!(merits(&format!("{damage}bolt: heal = 1")), "hp mana | hp");
    assert_eq!(merits(&format!("{damage}turns: actions = \"any\"")), " | ");
    assert_eq!(merits(&format!("{damage}turns: actions = 2")), "hp mana | hp mana");
}

#[test]
fn armor_too_thick_for_a_hit_heals() {
    let most = "goal: most = \"winner-hp\"\nbeast: armor = 4\n";
    let negative = with(most).replace("least = 0\n", "");
    assert_eq!(found(&negative, &[]), " | hp mana");
    assert_eq!(found(&negative, &["bolt.pierces=true"]), "hp mana | hp mana");
    assert_eq!(found(&negative, &["bolt.damage=4"]), "hp mana | hp mana");
}

#[test]
fn conditions_of_skills_may_only_go_one_way() {
    assert_eq!(merits("bolt: when = \"hp > 5 and enemy.hp <= 30\""), "hp mana | hp mana");
    assert_eq!(merits("bolt: when = \"not (hp < 5 or enemy.hp > 9)\""), "hp mana | hp mana");
    assert_eq!(merits("bolt: when = \"hp < 5\""), "mana | hp mana");
    assert_eq!(merits("bolt: when = \"enemy.hp > 5\""), "hp mana | mana");
    assert_eq!(merits("bolt: when = \"hp - enemy.hp > 5 - mana / 2\""), "hp mana | hp mana");
    assert_eq!(merits("bolt: when = \"hp * mana > 5\""), "hp mana | hp mana");
    assert_eq!(merits("bolt: when = \"hp * (mana - 3) > 5\""), " | hp mana");
    assert_eq!(merits("bolt: when = \"9 / hp < 5\""), "mana | hp mana");
    assert_eq!(merits("bolt: when = \"hp = 5\""), "mana | hp mana");
    assert_eq!(merits("bolt: when = \"hp != 5\""), "mana | hp mana");
}

#[test]
fn amounts_may_only_go_the_way_of_what_they_change() {
    let rage =
        "[skills.mage-rages]\nat-once = { rage = 1 }\n[skills.beast-rages]\nat-once = { rage = 1 }";
    let and = |more: &str| merits(&format!("{more}\n{rage}"));
    assert_eq!(and(""), "hp mana rage | hp mana rage");
    assert_eq!(and("bolt: damage = \"rage + 1\""), "hp mana rage | hp mana rage");
    assert_eq!(and("bolt: damage = \"9 - rage\""), "hp mana | hp mana rage");
    assert_eq!(and("bolt: damage = \"enemy.rage\""), "hp mana rage | hp mana");
    assert_eq!(and("bolt: damage = \"9 - enemy.rage\""), "hp mana rage | hp mana rage");
    assert_eq!(and("bolt: heal = \"min(rage, 3)\""), "hp mana rage | hp mana rage");
    assert_eq!(and("bolt: heal = \"enemy.rage\""), "hp mana rage | hp mana");
    assert_eq!(and("bolt: cost = { mana = \"rage\" }"), "hp mana | hp mana rage");
    // The number that changes is no merit, so it must change by the same.
    let odd = "bite: when = \"enemy.mana = 3\"\nbolt: at-once = { mana = \"rage\" }";
    assert_eq!(and(odd), "hp | hp mana rage");
    assert_eq!(and("bolt: strikes = \"rage\""), "hp mana rage | hp mana rage");
    let negative = with(&format!("bolt: strikes = \"rage\"\n{rage}")).replace("least = 0\n", "");
    assert_eq!(found(&negative, &["beast.armor=4"]), "hp mana | hp mana rage");
}

#[test]
fn armor_soak_and_resistance_are_good_for_the_target() {
    let guard = "damage: soak = \"guard\"\n";
    assert_eq!(merits(guard), "hp mana guard | hp mana guard");
    let hard = "[skills.beast-hardens]\nat-once = { armor = 1, rage = 1 }\n";
    assert_eq!(merits(hard), "hp mana | hp armor mana rage");
    let fire = "bolt: type = \"fire\"\nbeast: resists = { fire = \"rage * 10\" }\n";
    assert_eq!(merits(&format!("{hard}{fire}")), "hp mana | hp armor mana rage");
    let negative = with(&format!("{hard}{fire}")).replace("least = 0\n", "");
    assert_eq!(found(&negative, &[]), "hp mana | hp armor mana");
    // Does the hit hurt? The beast asks.
    let hurt = "[skills.beast-howls]\non = \"hurt\"\nstuns = 1\n";
    assert_eq!(merits(&format!("{guard}{hurt}")), "hp mana guard | hp mana");
    assert_eq!(merits(&format!("{hard}{hurt}")), "hp mana | hp mana rage");
    assert_eq!(merits(&format!("{hard}{hurt}damage: least = 1")), "hp mana | hp armor mana rage");
    let hits = "[skills.mage-gloats]\non = \"hits\"\nstuns = 1\n";
    assert_eq!(merits(&format!("{hard}{hits}")), "hp mana | hp mana rage");
}

#[test]
fn what_decides_whether_something_happens_is_no_merit() {
    assert_eq!(merits("bolt: also = [{ when = \"hp > 3\", heal = 1 }]"), "mana | hp mana");
    let effect = "[skills.mage-burns]\nuntil = \"mana < 3\"\neach-turn = { enemy.hp = -1 }";
    assert_eq!(merits(effect), "hp | hp mana");
    let held = "[skills.mage-hardens]\nlasts = 3\nwhile = { armor = \"mana\" }";
    assert_eq!(merits(held), "hp | hp mana");
    let reaction = "[skills.mage-waits]\non = \"turn-starts\"\nwhen = \"hp > 3\"\nstuns = 1";
    assert_eq!(merits(reaction), "mana | hp mana");
    let last = "[skills.beast-dies]\non = \"dies\"\ndamage = 3";
    assert_eq!(merits(last), "mana | mana");
    let drained = "[skills.mage-sips]\non = \"turn-starts\"\ndamage = 1\ndrains = true";
    assert_eq!(merits(drained), "hp mana | mana");
    let tree = "[skills.mage-thinks]\npicks = \"plan\"\n[trees.plan]\nuse = \"bolt\"\n\
        when = \"hp > 3\"\npriority = 1\nthen = [{ use = \"bite\", priority = 0 }]";
    assert_eq!(merits(tree), "mana | hp mana");
}

#[test]
fn rounds_are_nobodys_merit_and_all_else_is_left() {
    use outplay_game::Game;

    struct Taken;

    impl Visitor for Taken {
        type Output = (Vec<i32>, bool);

        fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> Self::Output {
            let (start, mut merits) = (duel.start(), Vec::new());
            let rest = duel.merits(&start, &mut merits).expect("there are merits");
            let round = duel.rules.round.expect("rounds are counted");
            (merits, rest.number(round) == start.number(round) && rest.status() == start.status())
        }
    }

    let text = with("goal: rounds = 5\nbeast: mana = 4");
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let file = sources.add("test.toml", text.as_str());
    let read = RulesFile::read(&sources, file, &mut problems);
    let fight = read.fight(&sources, &Options::default(), &mut problems).expect("a fight");
    assert_eq!(fight.visit(Taken), (vec![20, 9, -20, -4], true));
}
