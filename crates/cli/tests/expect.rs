//! `--expect`: exit status 0 where the answer is as expected, 4 where it is not, 3 where a limit left it
//! open, 2 where the text means nothing.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::process::{Command, Stdio};

/// The exit status of a command that expects something, and what is said beside the answer.
fn expecting(command: &str, expected: &str) -> (i32, String) {
    let mut outplay = Command::new(env!("CARGO_BIN_EXE_outplay"));
    // A word with `_` in it has a space there.
    let words: Vec<_> = command.split(' ').map(|word| word.replace('_', " ")).collect();
    let output = outplay
        .args(words)
        .args(["--expect", expected])
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// Every one of these is the exit status of the command.
fn check(command: &str, status: i32, expectations: &[&str]) {
    for expected in expectations {
        let (found, said) = expecting(command, expected);
        assert_eq!(found, status, "{command} --expect {expected:?}: {said}");
        assert_eq!(said.is_empty(), status == 0, "{command} --expect {expected:?}: {said}");
    }
}

#[test]
fn the_least_cost_of_a_win_is_expected() {
    check(
        "solve wizard",
        0,
        &["win", "value<=953", "value < 953.5", "value>=953", "value=953", "value!=952"],
    );
    check("solve wizard", 0, &["value in 953..953", " value in 900.5 .. 1000 "]);
    check("solve wizard", 4, &["no-win", "draw", "value<=900", "value>953", "value in 1..900"]);
    let (_, said) = expecting("solve wizard", "value<=900");
    let expected =
        "not as expected: value<=900 was expected, but player 1 wins, and the value is 953.\n";
    assert_eq!(said, expected);
    check("solve wizard --at-most 900", 0, &["no-win"]);
    check("solve wizard --at-most 900", 4, &["win", "value<=900", "value>900"]);
}

#[test]
fn every_mode_must_be_as_expected() {
    check("solve wizard --mode all", 0, &["win", "value<=1289"]);
    let (status, said) = expecting("solve wizard --mode all", "value<=953");
    assert_eq!(status, 4);
    assert!(said.starts_with("hard: not as expected: value<=953") && said.lines().count() == 1);
}

#[test]
fn every_kind_of_game_has_something_to_expect() {
    check("solve arena --p1 mage --p2 rogue", 0, &["no-win", "value=-10", "value<0"]);
    check("solve arena --p1 mage --p2 rogue", 4, &["win", "draw", "value>=0"]);
    check("solve arena --p1 rogue --p2 mage", 0, &["win"]);
    check("solve nim", 0, &["win"]);
    check("solve lesson", 4, &["value=1000"]);
    check("solve combat --p1 9_2_6_3_1 --p2 5_8_4_7_10", 0, &["no-win", "value=306"]);
    check("solve combat --p1 43_19 --p2 2_29_14", 0, &["draw"]);
    check("solve hand --card A,cost=0,pitch=1,attack=4", 0, &["value=4"]);
    let (status, said) = expecting("solve hand --card A,cost=0,pitch=1,attack=4", "win");
    assert!(status == 1 && said.contains("expect a value"), "{said}");
}

#[test]
fn a_stopped_answer_counts_where_its_bounds_decide() {
    let stopped = "solve wizard --by dijkstra --max-states 100";
    check(stopped, 3, &["win", "value<=953"]);
    check(stopped, 4, &["value<=100"]);
    let (_, said) = expecting(stopped, "win");
    assert!(said.starts_with("not settled: win was expected, and the value is "), "{said}");
    check("solve arena --p1 mage --p2 rogue --max-states 1", 0, &["value<=100"]);
    check("solve arena --p1 mage --p2 rogue --max-states 1", 4, &["value>100"]);
}

#[test]
fn a_replay_is_expected_to_win_too() {
    let moves = "replay wizard --moves 432030000";
    check(moves, 0, &["win", "value=953"]);
    check(moves, 4, &["no-win", "value<953"]);
    check("replay wizard --moves 4", 0, &["no-win"]);
    check("replay wizard --moves 4", 4, &["value>0"]);
    assert_eq!(expecting("replay wizard --moves 44", "win").0, 1);
}

#[test]
fn what_cannot_be_expected_is_a_wrong_argument() {
    for text in ["", "won", "value", "value<", "value in 3", "value in 3..1", "value~3", "value<x"]
    {
        let (status, said) = expecting("solve wizard", text);
        assert!(status == 2 && said.contains("value in 0.45..0.55"), "{text}: {said}");
    }
}
