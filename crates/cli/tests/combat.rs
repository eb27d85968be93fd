//! The combat commands as a user types them.

#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn outplay(arguments: &[&str]) -> Output {
    outplay_reading(arguments, "")
}

fn outplay_reading(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may be gone before it is written.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// What is printed by a command that succeeds.
fn told(arguments: &[&str]) -> String {
    let output = outplay(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&told(&[arguments, &["--format", "json"]].concat())).unwrap()
}

/// What is said of a command that is wrong.
fn refused(arguments: &[&str], input: &str) -> String {
    let output = outplay_reading(arguments, input);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

const EXAMPLE: [&str; 4] = ["--p1", "9 2 6 3 1", "--p2", "5 8 4 7 10"];
const CIRCLE: [&str; 4] = ["--p1", "43 19", "--p2", "2 29 14"];

fn with<'a>(start: &[&'a str], decks: &[&'a str], rest: &[&'a str]) -> Vec<&'a str> {
    [start, decks, rest].concat()
}

#[test]
fn the_examples_of_the_puzzle_are_solved() {
    let plain = json(&with(&["solve", "combat"], &EXAMPLE, &[]));
    assert_eq!(
        (&plain["winner"], &plain["value"], &plain["score"]),
        (&2.into(), &306.into(), &306.into())
    );
    assert_eq!(
        (&plain["rounds"], &plain["games"], &plain["ends"]),
        (&29.into(), &1.into(), &"all cards".into())
    );
    assert_eq!(
        (&plain["mode"], &plain["proof"], &plain["moves"]),
        (&"plain".into(), &"optimal".into(), &"".into())
    );
    let recursive = json(&with(&["solve", "combat"], &EXAMPLE, &["--mode", "recursive"]));
    assert_eq!((&recursive["winner"], &recursive["value"]), (&2.into(), &291.into()));
    assert_eq!((&recursive["rounds"], &recursive["games"]), (&17.into(), &5.into()));
    let circle = json(&with(&["solve", "combat"], &CIRCLE, &["--mode", "recursive"]));
    assert_eq!(
        (&circle["winner"], &circle["value"], &circle["ends"]),
        (&1.into(), &105.into(), &"repetition".into())
    );
}

#[test]
fn a_game_that_never_ends_has_no_winner_and_says_why() {
    let both = json(&with(&["solve", "combat"], &CIRCLE, &["--mode", "all"]));
    let plain = &both["modes"][0];
    for nothing in ["winner", "value", "score", "rounds"] {
        assert!(plain[nothing].is_null(), "{nothing}");
    }
    assert_eq!(plain["ends"], "never");
    assert_eq!((&plain["cycle"]["start"], &plain["cycle"]["length"]), (&1.into(), &6.into()));
    assert_eq!(both["modes"][1]["winner"], 1);
    assert_eq!(
        told(&with(&["solve", "combat"], &CIRCLE, &["--mode", "normal"])),
        "Nobody wins, it never ends: the decks of round 1 come back after 6 rounds, again and again.\n"
    );
}

#[test]
fn the_score_is_explained_card_by_card() {
    let text = told(&with(&["solve", "combat"], &EXAMPLE, &["--explain"]));
    assert!(text.contains("  10         8        80     128\n"), "{text}");
    assert!(text.ends_with("   1         1         1     306\n"), "{text}");
}

#[test]
fn a_replay_speaks_the_words_of_the_puzzle() {
    let text = told(&with(&["replay", "combat"], &EXAMPLE, &["--mode", "recursive"]));
    let start = "\
=== Game 1 ===

-- Round 1 (Game 1) --
Player 1's deck: 9, 2, 6, 3, 1
Player 2's deck: 5, 8, 4, 7, 10
Player 1 plays: 9
Player 2 plays: 5
Player 1 wins round 1 of game 1!

-- Round 2 (Game 1) --
";
    assert!(text.starts_with(start), "{text}");
    let sub_game = "\
Player 1 plays: 4
Player 2 plays: 3
Playing a sub-game to determine the winner...

  === Game 2 ===

  -- Round 1 (Game 2) --
  Player 1's deck: 9, 8, 5, 2
  Player 2's deck: 10, 1, 7
  Player 1 plays: 9
  Player 2 plays: 10
  Player 2 wins round 1 of game 2!
";
    assert!(text.contains(sub_game), "{text}");
    let back = "
  The winner of game 2 is player 2!

...anyway, back to game 1.
Player 2 wins round 9 of game 1!

-- Round 10 (Game 1) --
";
    assert!(text.contains(back), "{text}");
    let end = "
-- Round 17 (Game 1) --
Player 1's deck: 3
Player 2's deck: 9, 7, 5, 6, 2, 4, 1, 10, 8
";
    assert!(text.contains(end), "{text}");
    assert!(text.ends_with(
        "Player 2's deck: 7, 5, 6, 2, 4, 1, 10, 8, 9, 3\nPlayer 2 wins with a score of 291.\n"
    ));
    let plain = told(&with(&["replay", "combat"], &EXAMPLE, &[]));
    assert!(plain.contains("-- Round 29 --\nPlayer 1's deck: 1\n"), "{plain}");
    assert!(plain.contains("Player 2 wins the round!\n\n== Post-game results ==\n"), "{plain}");
}

#[test]
fn a_replay_stops_where_it_is_told_to() {
    let rounds = ["--mode", "recursive", "--max-rounds", "10"];
    let short = json(&with(&["replay", "combat"], &EXAMPLE, &rounds));
    assert_eq!(short["turns"].as_array().unwrap().len(), 10);
    assert_eq!(
        (&short["rounds"], &short["winner"], &short["over"]),
        (&10.into(), &Value::Null, &false.into())
    );
    assert_eq!(
        (&short["turns"][8]["sub_game"], &short["turns"][8]["winner"]),
        (&2.into(), &Value::Null)
    );
    let text = told(&with(&["replay", "combat"], &EXAMPLE, &rounds));
    assert!(text.ends_with("Told so far: 10 rounds. More with --max-rounds.\n"));
}

#[test]
fn what_is_dealt_can_be_played() {
    let dealt = told(&["deal", "combat", "--cards", "50", "--seed", "3"]);
    assert_eq!(dealt, told(&["deal", "combat", "--cards", "50", "--seed", "3"]));
    let output = outplay_reading(&["solve", "combat", "--input", "-", "--mode", "all"], &dealt);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Player 2 wins with a score of 32,444 after 551 rounds."), "{text}");
    assert!(text.contains("1,035 games, 96,646 rounds in all, sub-games up to 6 deep"), "{text}");
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let of = |threads: &str, format: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_outplay"))
            .args(["match", "combat", "--cards", "30", "--games", "300", "--seed", "5"])
            .args(["--mode", "recursive", "--format", format])
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stderr.is_empty(), "progress is for terminals");
        String::from_utf8(output.stdout).unwrap()
    };
    for format in ["text", "csv"] {
        assert_eq!(of("1", format), of("4", format));
    }
    assert_eq!(of("2", "csv").lines().count(), 301);
    let summary: Value = serde_json::from_str(&of("2", "json")).unwrap();
    let number = |key: &str| summary[key].as_u64().unwrap();
    assert_eq!(number("p1_wins") + number("p2_wins") + number("never"), 300);
}

#[test]
fn a_deal_of_a_match_can_be_dealt_again() {
    let arguments = ["match", "combat", "--cards", "20", "--games", "40", "--seed", "7"];
    let longest = json(&arguments)["longest"].clone();
    let number = longest["number"].to_string();
    let dealt = told(&["deal", "combat", "--cards", "20", "--seed", "7", "--number", &number]);
    let output = outplay_reading(&["solve", "combat", "--input", "-", "--format", "json"], &dealt);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["rounds"], &answer["score"]), (&longest["rounds"], &longest["score"]));
}

#[test]
fn every_problem_of_a_file_is_drawn_with_its_place() {
    let text = "Player 1:\r\n3\r\nx\r\n\r\nPlayer 2:\r\n3\r\n0\r\n";
    let said = refused(&["solve", "combat", "--input", "-"], text);
    for part in
        ["standard input:3:1", "`x` is not a card", "card 3 is there twice", "standard input:7:1"]
    {
        assert!(said.contains(part), "{part} in {said}");
    }
    let output = outplay_reading(&["solve", "combat", "--input", "-", "--format", "json"], text);
    let problems: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(problems["problems"].as_array().unwrap().len(), 3);
    assert_eq!(problems["problems"][0]["line"], 3);
}

#[test]
fn a_file_of_a_hundred_megabytes_is_refused_at_once() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let digits = vec![b'7'; 1 << 20];
    for _ in 0..100 {
        file.write_all(&digits).unwrap();
    }
    let said = refused(&["solve", "combat", "--input", file.path().to_str().unwrap()], "");
    assert!(said.contains("is larger than"), "{said}");
}

#[test]
fn options_without_a_sense_in_combat_are_refused() {
    for (option, value) in
        [("--set", "boss.hp=3"), ("--order", "queue"), ("--after", "1"), ("--by", "dfs")]
    {
        let said = refused(&with(&["solve", "combat"], &EXAMPLE, &[option, value]), "");
        assert!(said.starts_with(&format!("error: {option} means nothing in combat: ")), "{said}");
    }
    let said = refused(&with(&["replay", "combat"], &EXAMPLE, &["--moves", "12"]), "");
    assert!(said.starts_with("error: --moves means nothing in combat"), "{said}");
    let said = refused(&with(&["solve", "combat"], &EXAMPLE, &["--mode", "recursiv"]), "");
    assert_eq!(said, "error: combat has no mode called recursiv: did you mean recursive?\n");
    assert!(refused(&["solve", "combat", "--p2", "1"], "").contains("give --p1 too"));
    assert!(refused(&["solve", "combat"], "").contains("which decks?"));
    assert!(refused(&["deal", "combat", "--cards", "1"], "").contains("it takes 2 to 1,000,000"));
    assert!(refused(&["check", "combat"], "").contains("no rules file"));
    assert!(refused(&["compare", "combat"], "").contains("no searches to compare"));
}

#[test]
fn a_limit_stops_a_long_game_and_says_so() {
    let dealt = told(&["deal", "combat", "--cards", "20000", "--seed", "1"]);
    let arguments =
        ["solve", "combat", "--input", "-", "--max-states", "100000", "--format", "json"];
    let output = outplay_reading(&arguments, &dealt);
    assert_eq!(output.status.code(), Some(3));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["proof"], &answer["stopped"]), (&"none".into(), &"states".into()));
    assert!(answer["winner"].is_null());
}

#[test]
fn combat_is_listed_and_explained() {
    assert!(told(&["games"]).contains("\ncombat "));
    assert!(told(&["show", "combat"]).contains("Who holds all the cards wins."));
    assert_eq!(json(&["show", "combat"])["modes"][1]["name"], "recursive");
}
