//! What a skill does, in words, with chance and targets.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use outplay_duel::{Options, RulesFile, phrases};
use outplay_text::{Problems, Sources};

/// What a skill is said to do.
fn said(skill: &str) -> String {
    let text = format!(
        "format = 1\ngame = 'duel'\n[fighters.hero]\nhp = 9\nstrength = 2\nskills = ['hit']\n\
         [skills.hit]\n{skill}\n"
    );
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let file = sources.add("said.toml", text);
    let read = RulesFile::read(&sources, file, &mut problems);
    let fight = read.fight(&sources, &Options::default(), &mut problems);
    let fight = fight.unwrap_or_else(|| panic!("{:?}", problems.into_sorted()));
    phrases::does(fight.spec.skills.iter().find(|skill| skill.id.text == "hit").unwrap())
}

#[test]
fn chances_are_said() {
    for (skill, words) in [
        ("accuracy = 0.63\ndamage = 4", "accuracy 63 %; 4 damage"),
        ("accuracy = 0.125\ndamage = 4", "accuracy 12.5 %; 4 damage"),
        ("accuracy = 1\ndamage = '2d6+3'", "accuracy 100 %; 2d6+3 damage"),
        (
            "accuracy = '11 + strength in 20'\ndamage = '3..7'\nmiss = { damage = 1 }",
            "accuracy 11 + strength in 20; 3..7 damage; a miss: 1 damage",
        ),
        (
            "damage = 4\nstrikes = 2\ncritical = { chance = 0.1, times = 3 }\npierces = true",
            "2 x 4 damage, 3 times as much at 10 %, piercing",
        ),
        (
            "also = [{ when = 'hp < 3', chance = 0.25, damage = 8, otherwise = { stuns = 1 } }]",
            "if hp < 3, 25 %: 8 damage; otherwise stuns for 1 turn",
        ),
        (
            "also = [{ chance = '8 in 20', otherwise = { chance = 0.5, heal = 1 } }]",
            "8 in 20: otherwise 50 %: heals 1",
        ),
        ("damage = 9\nrecharge = '2 in 6'", "9 damage; then ready again at 2 in 6 a turn"),
    ] {
        assert_eq!(said(skill), words, "{skill}");
    }
}

#[test]
fn targets_are_said() {
    for (skill, words) in [
        ("damage = 1\ntarget = 'enemy'", "1 damage"),
        ("damage = 1\ntarget = 'enemies'", "at all enemies; 1 damage"),
        ("damage = 1\nup-to = 2", "at one or two enemies; 1 damage"),
        (
            "damage = 1\nup-to = 3\ntarget = 'any-enemy'",
            "at one to 3 enemies, fallen or not; 1 damage",
        ),
        ("damage = 1\ntarget = 'random-enemy'", "at a random enemy; 1 damage"),
        ("heal = 1\ntarget = 'ally'", "at an ally or oneself; heals 1"),
        ("heal = 1\ntarget = 'allies'", "at the whole side; heals 1"),
        ("damage = 1\nalso = [{ target = 'self', heal = 2 }]", "1 damage; at oneself: heals 2"),
    ] {
        assert_eq!(said(skill), words, "{skill}");
    }
}
