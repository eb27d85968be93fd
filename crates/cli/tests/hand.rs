//! The hand on the command line: what people type, what they get, and how it ends.

#![expect(clippy::unwrap_used, reason = "a test whose program cannot be run has failed")]

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// Exit status, standard output and standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    with_input(arguments, "")
}

fn with_input(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments may be gone before it is told anything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str], input: &str) -> Value {
    let arguments = [arguments, &["--format", "json"]].concat();
    let (_, output, error) = with_input(&arguments, input);
    serde_json::from_str(&output).unwrap_or_else(|_| panic!("{output}{error}"))
}

const TWO: &str = "- {name: A, cost: 2, pitch: 1, attack: 6, go_again: 0}\n- {name: B, cost: 3, pitch: 2, attack: 4, go_again: 0}\n";

/// Invented cards in the form of the community's list, and a deck of them.
fn shelf() -> (TempDir, String, String) {
    let folder = TempDir::new().unwrap();
    let list = "Name\tColor\tPitch\tCost\tPower\tCard Keywords\n\
        Paper Lantern\tRed\t1\t0\t4\tGo again\n\
        Paper Lantern\tBlue\t3\t0\t2\tgo Again\n\
        Stone Giant\tRed\t1\t6\t11\t\n\
        Mirror\tYellow\t2\t1\t*\t\"Odd,\nover lines\"\n";
    let deck = "3x Paper Lantern (red)\n3x Paper Lantern (blue)\n2x Stone Giant (red)\n# end\n";
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (list, deck) = (path("card.csv", list), path("deck.txt", deck));
    (folder, list, deck)
}

#[test]
fn solve_prints_the_best_turn_and_its_proof() {
    let (status, output, _) = with_input(&["solve", "hand", "--input", "-"], TWO);
    assert_eq!(status, 0);
    assert!(
        output.starts_with("6 damage: pitch B, play A\nProved: no turn deals more"),
        "{output}"
    );
}

#[test]
fn solve_as_json_has_what_programs_rely_on() {
    for (by, proof) in [("exact", "optimal"), ("brute", "optimal"), ("greedy", "none")] {
        let answer = json(&["solve", "hand", "--input", "-", "--by", by], TWO);
        assert_eq!(answer["game"], "hand");
        assert_eq!(answer["value"], 6);
        assert_eq!(answer["winner"], Value::Null);
        assert_eq!(answer["moves"], "pitch B, play A");
        assert_eq!(answer["line"], serde_json::json!(["pitch B", "play A"]));
        assert_eq!((&answer["proof"], &answer["by"]), (&Value::from(proof), &Value::from(by)));
        assert!(answer["states"].is_u64() && answer["seconds"].is_f64());
    }
}

#[test]
fn the_known_answers_are_given_from_json_as_it_stands() {
    let golden: Value = serde_json::from_str(include_str!("../../../golden/hand.json")).unwrap();
    for row in golden.as_array().unwrap().iter().step_by(12) {
        let answer = json(&["solve", "hand", "--input", "-"], &row["cards"].to_string());
        assert_eq!(answer["value"], row["most_damage"]);
        let again = json(&["solve", "hand", "--input", "-"], &row.to_string());
        assert_eq!(again["moves"], answer["moves"]);
    }
}

#[test]
fn a_dealt_hand_is_solved_and_its_line_replayed() {
    let (_, hand, _) = run(&["deal", "hand", "--cards", "9", "--seed", "1"]);
    assert!(
        hand.contains("{name: nr0, cost: 4, pitch_value: 2, attack: 14, go_again: 0}"),
        "{hand}"
    );
    let answer = json(&["solve", "hand", "--input", "-"], &hand);
    let moves = answer["moves"].as_str().unwrap();
    let replay = json(&["replay", "hand", "--input", "-", "--moves", moves], &hand);
    assert_eq!((&replay["damage"], &replay["refused"]), (&answer["value"], &Value::Null));
    assert_eq!(replay["turns"].as_array().unwrap().len(), answer["line"].as_array().unwrap().len());
}

#[test]
fn cards_weapons_and_settings_come_from_the_command_line() {
    let cards =
        ["--card", "Snatch,cost=0,pitch=1,attack=4,go_again=0", "--card", "Sword,cost=1,attack=3"];
    let set = ["--set", "action-points=2", "--set", "resources=1", "--explain"];
    let answer = json(&[&["solve", "hand"][..], &cards, &set].concat(), "");
    assert_eq!(
        (&answer["value"], &answer["moves"]),
        (&7.into(), &"play Snatch, play Sword".into())
    );
    assert_eq!(answer["explain"]["cards"][1], serde_json::json!({ "name": "Sword", "worth": 3 }));
    assert_eq!(answer["explain"]["one_more_resource"], 0);
    let (status, output, _) = run(&[&["solve", "hand"][..], &cards, &["--explain"]].concat());
    assert_eq!(status, 0);
    let worth = "One more resource would add 0 damage, one more action point 0.";
    assert!(output.contains(worth), "{output}");
}

#[test]
fn an_empty_hand_is_said_to_be_empty() {
    let (status, output, _) = with_input(&["solve", "hand", "--input", "-"], "[]");
    assert_eq!((status, output.lines().next().unwrap()), (0, "The hand is empty: 0 damage."));
}

#[test]
fn a_replay_that_cannot_be_is_refused_with_the_reason() {
    let asked = ["replay", "hand", "--input", "-", "--moves", "play A, pitch B"];
    let (status, output, _) = with_input(&asked, TWO);
    assert_eq!(status, 1);
    let refused = "Move 1, `play A`, is refused: it costs 2 resources, and there are 0.";
    assert!(output.contains(refused), "{output}");
    let answer = json(&asked, TWO);
    assert_eq!((&answer["refused"]["move"], &answer["listed_cost"]), (&1.into(), &2.into()));
}

#[test]
fn a_thousand_cards_are_solved_exactly_and_refused_by_brute_force() {
    let (_, hand, _) = run(&["deal", "hand", "--cards", "1000", "--seed", "3"]);
    let answer = json(&["solve", "hand", "--input", "-"], &hand);
    assert_eq!((&answer["value"], &answer["proof"]), (&4367.into(), &"optimal".into()));
    let (status, _, error) = with_input(&["solve", "hand", "--input", "-", "--by", "brute"], &hand);
    assert_eq!(status, 1);
    assert!(error.contains("1000 cards are too many for brute force"), "{error}");
    assert!(error.contains("the exact search"), "{error}");
}

#[test]
fn brute_force_that_runs_out_of_time_says_what_is_known() {
    let (_, hand, _) = run(&["deal", "hand", "--cards", "10", "--seed", "1"]);
    let asked = ["solve", "hand", "--input", "-", "--by", "brute", "--max-seconds", "0.05"];
    let (status, ..) = with_input(&asked, &hand);
    assert_eq!(status, 3);
    let answer = json(&asked, &hand);
    assert_eq!((&answer["proof"], &answer["stopped"]), (&"bound".into(), &"time".into()));
    assert!(answer["lower"].as_u64().unwrap() <= answer["upper"].as_u64().unwrap());
}

#[test]
fn wrong_input_is_told_with_its_place_and_still_as_json() {
    let bad = "- {name: A, cost: -1, attack: 2}\n- {name: B, cots: 1, attack: 2}\n";
    let (status, _, error) = with_input(&["solve", "hand", "--input", "-"], bad);
    assert_eq!(status, 1);
    assert!(error.contains("standard input:1:19"), "{error}");
    assert!(error.contains("did you mean `cost`?"), "{error}");
    let answer = json(&["solve", "hand", "--input", "-"], bad);
    assert_eq!(answer["problems"].as_array().unwrap().len(), 2);
    assert_eq!(answer["problems"][1]["line"], 2);
}

#[test]
fn options_that_make_no_sense_are_refused_and_not_ignored() {
    let refused = |arguments: &[&str], wanted: &str| {
        let (status, output, error) = run(arguments);
        assert_eq!((status, output.as_str()), (1, ""), "{arguments:?}");
        assert!(error.contains(wanted), "{arguments:?}: {error}");
    };
    let card = ["--card", "A,cost=0,attack=1"];
    let of_fights = [
        ["--mode", "hard"],
        ["--p1", "x"],
        ["--order", "queue"],
        ["--after", "x"],
        ["--at-most", "3"],
    ];
    for option in of_fights {
        refused(&[&["solve", "hand"][..], &card, &option].concat(), option[0]);
    }
    let solve = |more: &[&'static str]| [&["solve", "hand"][..], &card, more].concat();
    refused(&solve(&["--all"]), "--all");
    refused(&solve(&["--draw", "3"]), "--deck FILE");
    refused(&solve(&["--by", "astar"]), "exact, greedy or brute");
    refused(&["solve", "wizard", "--by", "exact"], "astar, dijkstra, dfs or brute");
    refused(
        &["solve", "wizard", "--draw", "3"],
        "--draw: this is for games of two sides, and for hands from a deck",
    );
    refused(&["compare", "wizard", "--sizes", "1..2"], "--sizes");
    refused(&["compare", "hand", "--input", "x"], "--input");
    refused(&["show", "hand", "--set", "resources=1"], "--set");
    refused(&["solve", "hand"], "there is no hand to play");
    refused(&["solve", "hand", "--hand", "A"], "--card-list FILE");
    refused(&["deal", "wizard", "--cards", "3", "--seed", "1"], "hand and combat");
    refused(&["solve", "hnd"], "did you mean hand?");
}

#[test]
fn a_hand_is_taken_by_name_from_a_card_list() {
    let (_folder, list, _) = shelf();
    let hand = "stone giant; 2x PAPER LANTERN (blue); Mirror";
    let (status, output, error) = run(&["solve", "hand", "--hand", hand, "--card-list", &list]);
    assert_eq!(status, 0, "{error}");
    assert!(output.starts_with("11 damage: "), "{output}");
    assert!(output.contains("Paper Lantern (blue) #2"), "{output}");
    assert!(error.contains("Mirror (yellow) can only be pitched"), "{error}");
}

#[test]
fn a_deck_gives_the_distribution_over_every_hand() {
    let (folder, list, deck) = shelf();
    let plot = folder.path().join("plot.svg");
    let asked = ["solve", "hand", "--deck", &deck, "--card-list", &list, "--draw", "3"];
    let answer = json(&asked, "");
    // 8 choose 3 draws, in 9 different hands.
    assert_eq!((&answer["hands"], &answer["different_hands"]), (&56.into(), &9.into()));
    let rows = answer["distribution"].as_array().unwrap();
    let hands: u64 = rows.iter().map(|row| row["hands"].as_u64().unwrap()).sum();
    assert_eq!(hands, 56);
    assert_eq!(answer["best"]["damage"], 12);
    let plotted = [&asked[..], &["--plot", plot.to_str().unwrap()]].concat();
    let (status, output, _) = run(&plotted);
    assert_eq!(status, 0);
    assert!(output.contains("over all 56 hands of 3 from 8 cards"), "{output}");
    let svg = std::fs::read_to_string(plot).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.contains("12 damage:"));
    let (status, _, error) = run(&[&asked[..6], &["--draw", "9"]].concat());
    assert_eq!(status, 1);
    assert!(error.contains("9 cards cannot be drawn from a deck of 8"), "{error}");
}

#[test]
fn compare_agrees_with_brute_force_and_draws_its_curve() {
    let folder = TempDir::new().unwrap();
    let plot = folder.path().join("times.svg");
    let asked = ["compare", "hand", "--sizes", "1..4", "--repeat", "3", "--seed", "1"];
    let answer = json(&asked, "");
    assert_eq!((&answer["agree"], answer["rows"].as_array().unwrap().len()), (&true.into(), 4));
    let (status, output, _) =
        run(&[&asked[..], &["--format", "csv", "--plot", plot.to_str().unwrap()]].concat());
    assert_eq!((status, output.lines().count()), (0, 5));
    assert!(std::fs::read_to_string(plot).unwrap().contains("brute force"));
    let (_, output, _) = run(&asked);
    assert!(output.contains("Brute force and the exact search agree"), "{output}");
    assert_eq!(run(&["compare", "hand", "--sizes", "9..1"]).0, 2);
}

#[test]
fn the_games_and_the_rules_of_the_turn_are_shown() {
    assert!(run(&["games"]).1.contains("hand  "));
    let (status, output, _) = run(&["show", "hand"]);
    assert_eq!(status, 0);
    assert!(output.contains("The turn ends when no action point is left"), "{output}");
    assert_eq!(json(&["show", "hand"], "")["game"], "hand");
}
