//! What is wrong with chance and with teams is said with its place and what would be right.

use crate::broken_files::problems;

/// A small fight of two, with more in the skill and at the end of the file.
fn duel(skill: &str, rest: &str) -> Vec<String> {
    let text = format!(
        "format = 1\ngame = 'duel'\n[fighters.hero]\nhp = 9\nluck = 0.5\nstrength = 2\nskills = ['hit']\n\
         [fighters.foe]\nhp = 9\nluck = 0.2\nstrength = 1\nskills = ['bite']\n\
         [skills.bite]\naccuracy = 'luck'\ndamage = 'strength'\n{rest}\n[skills.hit]\n{skill}\n"
    );
    problems(&text)
}

/// The one problem, without its line.
fn problem(skill: &str) -> String {
    let found = duel(skill, "");
    assert_eq!(found.len(), 1, "{skill}: {found:#?}");
    found[0].split_once(':').map(|(_, rest)| rest.to_owned()).unwrap_or_default()
}

#[test]
fn a_chance_is_from_0_to_1_and_has_few_digits() {
    let range = "a chance is a number from 0 to 1";
    for wrong in ["1.5", "-0.1", "2", "63"] {
        let told = problem(&format!("accuracy = {wrong}\ndamage = 1"));
        assert!(told.starts_with(&format!("12 {range} / ")), "{told}");
    }
    let told = problem("accuracy = 0.1234567891\ndamage = 1");
    let digits = "this number has too many digits after the point";
    assert_eq!(told, format!("12 {digits} / at most 9 digits after the point: 0.123456789"));
}

#[test]
fn what_is_no_chance_is_told_what_would_be_one() {
    let chance = |text: &str| problem(&format!("accuracy = '{text}'\ndamage = 1"));
    assert_eq!(chance("63%"), "12 `63%` is no chance / 63 % is 0.63, without quotes");
    let quotes = "a number from 0 to 1 stands without quotes: 0.7";
    assert_eq!(chance(".7"), format!("12 `.7` is no chance / {quotes}"));
    assert_eq!(chance("0.7"), format!("12 `0.7` is no chance / {quotes}"));
    assert_eq!(
        chance("strength"),
        "13 `strength` is 2, and a chance is from 0 to 1 / so many cases of so many are \"strength in 20\""
    );
    assert_eq!(
        chance("wisdom"),
        "13 `hero` has no number `wisdom` / add `wisdom = 0.75` to `[fighters.hero]`"
    );
    assert_eq!(
        chance("strength in six"),
        "12 `six` is no number of cases / a chance of 7 in 20 is \"7 in 20\"; at most 1,000,000,000 cases"
    );
    let dice = "dice belong into `damage`, `strikes`, `heal`, `at-once`, `each-turn` and upkeep";
    assert_eq!(chance("1d6 in 20"), format!("12 no dice are rolled for this / {dice}"));
}

#[test]
fn dice_that_are_none_are_told_from_those_that_are() {
    let help = "two dice with six faces are `2d6`; a roll has at most 1,000 dice and results";
    for wrong in ["2d", "0d6", "2d0", "2000d6", "99999999999999999999d6"] {
        let told = problem(&format!("damage = '{wrong}'"));
        assert_eq!(told, format!("11 `{wrong}` is no roll of dice / {help}"));
    }
    assert_eq!(
        problem("damage = 'd6'"),
        "11 `hero` has no number or effect called `d6` / one die is `1d6`, two are `2d6`"
    );
    let help = "any number from 3 to 7 is `3..7`, the smaller first; at most 1,000 numbers";
    for wrong in ["7..3", "0..5000"] {
        let told = problem(&format!("damage = '{wrong}'"));
        assert_eq!(told, format!("11 `{wrong}` is no range / {help}"));
    }
}

#[test]
fn dice_stand_only_where_something_is_rolled() {
    let help = "dice belong into `damage`, `strikes`, `heal`, `at-once`, `each-turn` and upkeep";
    let none = |column: u32| format!("{column} no dice are rolled for this / {help}");
    assert_eq!(problem("damage = 1\ncost = { strength = '1d2' }"), none(21));
    let held = duel("damage = 1\nlasts = 3\nwhile = { armor = '1d2' }", "");
    assert!(held.iter().all(|told| told.ends_with(&none(19))) && !held.is_empty(), "{held:?}");
    let resists = "[fighters.hero.resists]\nfire = '1d100'";
    let found = duel("damage = 1\ntype = 'fire'", resists);
    assert!(found.iter().any(|told| told.ends_with(&none(8))), "{found:?}");
    assert_eq!(
        problem("damage = 1\nwhen = 'hp > 1d6'"),
        "8 a condition rolls no dice / a part that happens now and then has `chance = 0.25`"
    );
}

#[test]
fn a_chance_is_no_amount() {
    let help =
        "an amount is whole; a chance stands in `accuracy`, `chance`, `critical` or `recharge`";
    assert_eq!(
        problem("damage = 'luck'"),
        format!("11 `luck` is a chance, 0.5, and no amount / {help}")
    );
    let help = "let \"11 + strength in 20\" be the chance, and change `strength`";
    assert_eq!(
        problem("at-once = { luck = 1 }"),
        format!("13 `luck` is a chance, 0.5, and does not change / {help}")
    );
}

#[test]
fn what_can_never_happen_is_told() {
    for (skill, told) in [
        (
            "damage = 1\nmiss = { damage = 1 }",
            "8 this skill never misses / `miss` needs `accuracy = 0.75` beside it",
        ),
        (
            "damage = 1\naccuracy = 1\nmiss = { damage = 1 }",
            "8 with this accuracy nothing misses / leave out `miss`, or make `accuracy` less than 1",
        ),
        (
            "damage = 1\naccuracy = 0",
            "12 this skill never hits / an accuracy is above 0; what it does in any case needs none",
        ),
        (
            "damage = 1\nalso = [{ chance = 0, damage = 1 }]",
            "20 this part never happens / leave it out, or make `chance` more than 0",
        ),
        (
            "also = [{ damage = 1, otherwise = { damage = 2 } }]",
            "35 there is no case in which this happens / `otherwise` needs `chance = 0.5` beside it",
        ),
        (
            "also = [{ chance = 1, damage = 1, otherwise = { damage = 2 } }]",
            "47 there is no case that is left for this / leave out `otherwise`, or make `chance` less than 1",
        ),
        (
            "damage = 1\ncritical = { chance = 0 }",
            "23 no hit is ever critical / leave out `critical`, or make its `chance` more than 0",
        ),
        (
            "heal = 1\ncritical = { chance = 0.5 }",
            "23 there is no damage that could be critical / `critical` needs a hit: add `damage = ...`",
        ),
        ("damage = 1\nrecharge = 0", "12 this skill is never ready again / say `uses = 1`"),
        (
            "damage = 1\nrecharge = 0.5\ncooldown = 2",
            "12 a skill is ready again by a roll or after some turns, not both / leave out `recharge` or `cooldown`",
        ),
        (
            "damage = 1\nrecharge = 0.5\nmiss = { starts = 'burn' }\naccuracy = 0.5",
            "19 no skill is called `burn` / there is `bite`, `hit`",
        ),
    ] {
        assert_eq!(problem(skill), told, "{skill}");
    }
}

#[test]
fn a_target_must_be_there_and_be_chosen() {
    for (skill, told) in [
        (
            "damage = 1\ntarget = 'enemies'\nup-to = 2",
            "9 `target = \"enemies\"` leaves nobody to choose / it is aimed at all of them already: leave out `up-to`",
        ),
        (
            "damage = 1\ntarget = 'random-enemy'\nup-to = 2",
            "9 `target = \"random-enemy\"` leaves nobody to choose / a roll picks one: leave out `up-to`, or say `target = \"enemy\"`",
        ),
        (
            "heal = 1\ntarget = 'self'\nup-to = 2",
            "9 `target = \"self\"` leaves nobody to choose / leave out `up-to`: there is one of oneself",
        ),
        (
            "heal = 1\ntarget = 'other-ally'",
            "10 `hero` has nobody beside whom `other-ally` could mean / the skill can never be used in this team",
        ),
        (
            "damage = 1\naccuracy = 0.5\nmiss = { target = 'self', damage = 1 }",
            "19 what happens instead is aimed at the same target / leave out `target`, or put it into a part under `also`",
        ),
        (
            "damage = 1\ntarget = 'foe'",
            "10 `foe` is not a choice here / there is `enemy`, `any-enemy`, `enemies`, `random-enemy`, `ally`, `other-ally`, `allies`, `fallen-ally`, `self`",
        ),
    ] {
        assert_eq!(problem(skill), told, "{skill}");
    }
    let reaction = "[skills.cry]\non = 'hurt'\ntarget = 'ally'\nheal = 1";
    let found =
        duel("damage = 1", &format!("{reaction}\n[fighters.cat]\nhp = 5\nskills = ['cry']"));
    let told = "what happens by itself cannot choose between allies / say `target = \"allies\"` or `\"self\"`";
    assert!(found.iter().any(|found| found.ends_with(told)), "{found:?}");
}

#[test]
fn chances_too_fine_to_be_exact_are_found_before_anything_is_played() {
    let four = "{ chance = 0.123456789, damage = 1 }, ".repeat(4);
    let help =
        "what is rolled for in one action has no more than 18 digits in all: round the chances";
    assert_eq!(
        problem(&format!("damage = 1\nalso = [{four}]")),
        format!("9 the chances of `hit` are too fine to be exact / {help}")
    );
    assert_eq!(duel(&format!("damage = 1\nalso = [{}]", &four[..37 * 2]), ""), [""; 0]);
    // The dice count as well.
    let dice = "accuracy = 0.123456789\ndamage = '6d20 + 6d20'";
    assert!(problem(dice).contains("too fine"));
}

/// A file of three fighters, with more in it.
fn team(rest: &str, skill: &str) -> Vec<String> {
    let fighter = |name: &str| format!("[fighters.{name}]\nhp = 5\nskills = ['hit']\n");
    let fighters = ["ann", "bob", "cid"].map(fighter).concat();
    problems(&format!(
        "format = 1\ngame = 'duel'\n{rest}\n{fighters}[skills.hit]\ndamage = 1\n{skill}\n"
    ))
}

#[test]
fn teams_are_of_the_roster() {
    assert_eq!(
        team("[sides]\nsize = 4", ""),
        [
            "4:8 a side of 4 is larger than the roster of 3 / make `size` smaller, or let the same fighter stand twice: `twice = true`"
        ]
    );
    assert_eq!(
        team("[sides]\np1 = ['ann', 'ann']", ""),
        [
            "4:7 `ann` stands on this side twice / name somebody else; `twice = true` under `[sides]` would allow it"
        ]
    );
    assert_eq!(team("[sides]\np1 = ['ann', 'ann']\ntwice = true", ""), [""; 0]);
    let seven = "[sides]\ntwice = true\np1 = 'AAAAAAA'";
    assert_eq!(team(seven, ""), ["5:6 7 fighters are too many for a side / at most 6"]);
    assert_eq!(
        team("[sides]\np1 = 'AX'", ""),
        ["4:6 no fighter is called `AX` / there is `ann`, `bob`, `cid`"]
    );
}

#[test]
fn teams_have_no_queue_and_keep_their_turns() {
    let sides = "[sides]\np1 = ['ann', 'bob']\np2 = ['cid']";
    let queue = "a queue has one fighter a side, and this side has several / choose `order = \"alternate\"` or `\"speed\"` under `[turns]`";
    let found = team(&format!("{sides}\n[turns]\norder = 'queue'"), "queue = ['self']");
    assert!(found.contains(&format!("4:7 {queue}")), "{found:?}");
    let found = team(sides, "queue = ['self']");
    let told = "there is no queue: teams take turns, or act by speed / leave out `queue`; `again = true` lets the side act again";
    assert!(found.iter().all(|found| found.ends_with(told)) && !found.is_empty(), "{found:?}");
    let found = team(sides, "steals = 1");
    let told = "the turn of a team cannot be stolen / say `again = true` to act again, or `stuns = 1` to make one miss a turn";
    assert!(found.iter().all(|found| found.ends_with(told)) && !found.is_empty(), "{found:?}");
}

#[test]
fn by_speed_everybody_has_a_speed_and_the_fastest_begins() {
    let found = team("[turns]\norder = 'speed'", "");
    let told = |name: &str| {
        format!(
            "how fast `{name}` is is missing / add `speed = 10` to `[fighters.{name}]`: the fastest is first"
        )
    };
    for name in ["ann", "bob"] {
        assert!(found.iter().any(|found| found.ends_with(&told(name))), "{found:?}");
    }
    let found = team("[turns]\norder = 'speed'\nfirst = 'coin'", "");
    let told = "5:9 by speed the fastest begins / leave out `first`; give somebody more `speed`";
    assert!(found.contains(&told.to_owned()), "{found:?}");
}

#[test]
fn rounds_are_not_counted_where_dice_may_change_them() {
    let told = "rounds are counted in duels without dice only / say `least = \"actions\"`, or `rounds = 6` and `most = \"win\"`";
    let found = duel("damage = '1d2'", "[goal]\nleast = 'rounds'");
    assert_eq!(found, [format!("17:9 {told}")]);
    let sides = "[sides]\np1 = ['ann', 'bob']\np2 = ['cid']\n[goal]\nleast = 'rounds'";
    assert_eq!(team(sides, ""), [format!("7:9 {told}")]);
}

#[test]
fn numbers_that_only_chances_read_are_used() {
    // `luck` is, by the accuracy of `bite`; a chance that nothing rolls for is told like any other number.
    assert_eq!(duel("damage = 1", ""), [""; 0]);
    let found = duel("damage = 1", "[fighters.cat]\nhp = 3\nskills = ['hit']\ndodge = 0.25");
    assert_eq!(found, ["19:1 nothing uses the number `dodge`"]);
}

#[test]
fn words_that_people_try_are_answered_with_the_recipe() {
    for (word, recipe) in [
        ("crit = 0.1", "say `critical = { chance = 0.1, times = 2 }`"),
        ("hit-chance = 0.9", "say `accuracy = 0.75`, or `accuracy = \"11 + strength in 20\"`"),
        (
            "dodge = 0.1",
            "the hit has the chance, of whoever is hit: `accuracy = \"20 - target.dodge in 20\"`",
        ),
        (
            "variance = 2",
            "dice and ranges stand in the amount: `damage = \"2d6 + 3\"`, `damage = \"3..7\"`",
        ),
        ("aoe = true", "say `target = \"enemies\"`: every enemy who stands"),
        (
            "targets = 2",
            "say `target = \"enemies\"` for all, or `up-to = 2` for so many different ones",
        ),
        (
            "speed = 3",
            "a number of the fighter, with `order = \"speed\"` under `[turns]`: the fastest acts first",
        ),
        (
            "probability = 0.5",
            "say `accuracy = 0.75` for the whole skill, or `chance = 0.25` in a part under `also`",
        ),
    ] {
        let name = word.split(' ').next().unwrap_or_default();
        let told = problem(&format!("damage = 1\n{word}"));
        assert_eq!(told, format!("1 `{name}` is unknown here / {recipe}"));
    }
    let party = duel("damage = 1", "[fighters.cat]\nhp = 3\nskills = ['hit']\nparty = 'cats'");
    let sides = "who fights together stands under `[sides]`: `p1 = [\"knight\", \"archer\"]`, or `size = 2`";
    assert!(party.iter().any(|told| told.ends_with(sides)), "{party:?}");
}
