//! Fights with dice and of teams: rolls fall by themselves, are seen and taken back with their move;
//! every result can be looked at; teams are drawn, chosen and compared.

use serde_json::Value;

use super::pages::{assert_shows, shown};
use super::{ask, ask_within, within};

/// Where an address leads by itself.
fn led(address: &str) -> String {
    let answer = ask(address);
    assert_eq!(answer.status, 303, "{address}: {}", answer.text);
    answer.header("location").to_owned()
}

/// The link of an element of a page.
fn link(text: &str, id: &str) -> String {
    let tag = text.split(&format!("id=\"{id}\"")).nth(1).unwrap_or_else(|| panic!("no {id}"));
    let href = tag.split("href=\"").nth(1).unwrap().split('"').next().unwrap();
    href.replace("&amp;", "&")
}

const PAIRS: &str = "p1=KA:manual&p2=WR:manual";

#[test]
fn dice_fall_by_themselves_and_by_the_seed() {
    let there = led(&format!("/play/rpglite?{PAIRS}"));
    assert!(there.contains("moves=%5Bp"), "{there}");
    assert_eq!(there, led(&format!("/play/rpglite?{PAIRS}")));
    let others = (2..12).map(|seed| led(&format!("/play/rpglite?{PAIRS}&seed={seed}")));
    let others: Vec<String> = others.collect();
    assert!(others.iter().any(|other| other.contains("p1%5D")));
    assert!(others.iter().any(|other| other.contains("p2%5D")));
    // The seed goes along, and another game takes the next.
    assert!(others[3].contains("seed=5"), "{}", others[3]);
    let text = shown(&others[3]);
    assert!(link(&text, "new").contains("seed=6"), "{text}");
    assert!(text.contains("/explore/rpglite?") && text.contains("seed=5&amp;moves="), "{text}");
}

#[test]
fn the_last_rolls_are_seen_and_taken_back_with_their_move() {
    let moves = "moves=[p1]+K%3EW+[hit]+R%3EK+[miss]";
    let text = shown(&format!("/play/rpglite?{PAIRS}&{moves}"));
    assert!(text.contains("class=\"die missed\">miss</strong>"), "{text}");
    assert!(text.contains("Rogue: Stab at Knight"), "{text}");
    let back = link(&text, "undo");
    assert!(back.ends_with("moves=%5Bp1%5D%20K%3EW%20%5Bhit%5D"), "{back}");
    // Against the solver, back to one's own choice.
    let text = shown(&format!("/play/rpglite?p1=KA&p2=WR&{moves}"));
    let back = link(&text, "undo");
    assert!(back.ends_with("moves=%5Bp1%5D"), "{back}");
}

#[test]
fn a_move_is_followed_by_its_roll_and_the_answer_of_the_solver() {
    let there = led("/play/rpglite?p1=KA&p2=WR&moves=[p1]+K%3EW&hint=1");
    assert!(there.contains("hint=1"), "{there}");
    let text = shown(&there);
    assert!(text.contains("Knight and Archer to move"), "{text}");
    assert!(
        text.contains("class=\"worth\"") && text.contains("Knight and Archer win with"),
        "{text}"
    );
    assert!(!text.contains("no win"), "{text}");
}

#[test]
fn a_game_of_dice_is_looked_back_at_in_chances() {
    let line = "[p2] W%3EA [hit] K%3ER [hit] R%3EA [hit] K%3EW [hit] W%3EK [hit] R%3EK [hit]";
    let line = line.replace(' ', "+");
    let text = shown(&format!("/play/rpglite?p1=KA:manual&p2=WR&moves={line}"));
    assert!(text.contains("Wizard and Rogue win<"), "{text}");
    assert!(text.contains("Your moves, looked at again"), "{text}");
    assert!(text.contains("a chance of 40.46 % to win"), "{text}");
    assert!(!text.contains("Spent:") && !text.contains("not settled"), "{text}");
}

#[test]
fn each_result_of_a_roll_can_be_looked_at() {
    let text = shown("/explore/rpglite?p1=KA&p2=WR");
    assert!(text.contains("The dice are about to fall"), "{text}");
    assert!(text.contains("Knight and Archer first") && text.contains("48.95 %"), "{text}");
    assert!(text.contains("Wizard and Rogue first") && text.contains("31.97 %"), "{text}");
    let text = shown("/explore/rpglite?p1=KA&p2=WR&moves=[p1]+K%3EW");
    assert!(text.contains("63.00 %") && text.contains("37.00 %"), "{text}");
    assert!(text.contains("moves=%5Bp1%5D%20K%3EW%20%5Bmiss%5D"), "{text}");
}

#[test]
fn moves_are_worth_chances() {
    let text = shown("/explore/rpglite?p1=KA&p2=WR&moves=[p1]");
    for told in ["48.95 %", "47.52 %", "1.43 %", "best", "a chance of 48.95 % to win"] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(!text.contains("no win") && !text.contains("None"), "{text}");
    assert!(!text.contains("nothing is proved"), "{text}");
}

#[test]
fn a_move_that_cannot_be_made_has_its_place() {
    let answer = ask("/play/rpglite?p1=KA&p2=WR&moves=[p1]+K%3EQ");
    assert_eq!(answer.status, 400);
    assert!(answer.text.contains("<mark>K&gt;Q</mark>"), "{}", answer.text);
    let answer = ask("/explore/rpglite?p1=KA&p2=WR&moves=[p1]+K%3EW+[perhaps]");
    assert_eq!(answer.status, 400);
    assert!(answer.text.contains("<mark>[perhaps]</mark>"), "{}", answer.text);
    assert_eq!(ask("/play/rpglite?seed=one").status, 400);
}

#[test]
fn every_fighter_of_a_side_is_drawn() {
    let text = shown(&format!("/play/rpglite?{PAIRS}&moves=[p2]+W%3EA+[hit]"));
    assert_eq!(text.matches("<li class=\"member").count(), 4, "{text}");
    assert_eq!(text.matches("stunned\"><div").count() + text.matches("stunned struck").count(), 1);
    assert!(text.contains("aria-label=\"hp 4 of 7\""), "{text}");
    let line = "[p2]+W%3EA+[hit]+K%3ER+[hit]+R%3EA+[hit]";
    let text = shown(&format!("/play/rpglite?{PAIRS}&moves={line}"));
    assert_eq!(text.matches("<li class=\"member fallen").count(), 1, "{text}");
    // A duel is drawn as before.
    assert!(!shown("/play/arena?p1=mage&p2=rogue").contains("class=\"member"));
}

#[test]
fn teams_are_chosen_by_their_letters() {
    assert_shows("/solve/rpglite?p1=KA&p2=WR", &["name=\"p1\" value=\"KA\"", "K Knight"]);
    assert_shows("/solve/rpglite?p1=KA&p2=WR", &["name=\"knight.accuracy\"", "0.63"]);
    assert_shows("/play/rpglite?p1=KA&p2=WR&moves=[p1]", &["value=\"KA:manual\"", "<datalist"]);
    let text = shown("/solve/rpglite?p1=KA&p2=WR&knight.accuracy=0.7");
    assert!(text.contains("a chance of") && !text.contains("40.46 %"), "{text}");
}

#[test]
fn the_lab_of_teams_shows_what_is_known() {
    // Eight fighters make 28 pairs; there is no time for all of their meetings.
    let text = ask_within(within(0.5), "/lab/rpglite/everyone").text;
    assert!(text.contains("The row against the column"), "{text}");
    assert!(text.contains("p1=KA&amp;p2=WR"), "{text}");
    assert_eq!(text.matches("<th scope=\"row\">").count(), 28);
}

#[test]
fn some_teams_are_compared_as_a_heat_map_with_counters_as_a_graph() {
    let text = ask_within(within(50.0), "/lab/rpglite?fighters=KA,WR&seed=3").text;
    assert_eq!(text.matches("<th scope=\"row\">").count(), 2, "{text}");
    assert!(text.contains("KA against WR: 40.46 %"), "{text}");
    assert!(text.contains("4 fights solved") && !text.contains(" of 4 fights"), "{text}");
    assert_eq!(text.matches("<circle class=\"spot").count(), 2);
    assert!(text.contains("Best counters"), "{text}");
    assert!(!text.contains("another may be worse for it"), "{text}");
    assert_eq!(ask("/lab/rpglite/everyone?fighters=KA,QQ").status, 400);
}

#[test]
fn the_lab_of_single_fighters_with_dice_has_counters_as_a_graph() {
    let text = ask_within(within(50.0), "/lab/monsters/everyone?ogre.hp=9&whelp.hp=9").text;
    assert!(text.contains("Best counters") && text.contains("<path class=\"arrow\""), "{text}");
}

#[test]
fn programs_are_told_bounds_and_counters() {
    let answer = ask("/api/solve/rpglite?p1=KA&p2=WR");
    let value: Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!(value["proof"], "interval");
    let [lower, middle, upper] =
        ["lower", "value", "upper"].map(|name| value[name].as_f64().unwrap());
    assert!(lower <= middle && middle <= upper && upper - lower < 1e-9);
    let answer = ask_within(within(50.0), "/api/tournament/rpglite?fighters=KA,WR");
    let value: Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!(value["pairs"], serde_json::json!(["KA", "WR"]));
    assert_eq!(value["matrix"].as_array().unwrap().len(), 2);
    assert_eq!(value["counters"][0]["pair"], "KA");
}
