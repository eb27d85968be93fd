//! What once broke on the command line, each test named after it.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Exit status, standard output and standard error of a command, typed in a folder.
fn outplay(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outplay"));
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").stdin(Stdio::null());
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A folder with some files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// The same anywhere.
fn typed(arguments: &[&str]) -> (i32, String, String) {
    outplay(&std::env::temp_dir(), arguments)
}

/// What a command answers in JSON.
fn json(arguments: &[&str]) -> Value {
    let (_, answer, said) = typed(&[arguments, &["--format", "json"]].concat());
    serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{arguments:?}: {answer}{said}"))
}

const WIZARD: &str = include_str!("../../../rules/wizard.toml");

#[test]
fn foo_did_not_find_foo_toml() {
    let folder = folder(&[("foo.toml", WIZARD), ("wizard.toml", "[[[")]);
    let (here, line) = (folder.path(), "Wizard beats Boss with 953 mana: 432030000\n");
    for name in ["foo", "./foo", "foo.toml"] {
        let (status, answer, said) = outplay(here, &["solve", name]);
        assert!(status == 0 && answer.starts_with(line), "{name}: {answer}{said}");
    }
    let (status, answer, _) = outplay(here, &["check", "foo"]);
    assert!(status == 0 && answer.starts_with("foo.toml is right"), "{answer}");
    // A folder of that name hides nothing, and a name that ships wins.
    std::fs::create_dir(here.join("foo")).unwrap();
    assert_eq!(outplay(here, &["solve", "foo"]).0, 0);
    assert_eq!(outplay(here, &["solve", "wizard"]).0, 0);
    let (status, _, said) = outplay(here, &["solve", "nothing"]);
    let expected = "error: no game is called nothing, and no file nothing or nothing.toml is here: \
                    there is wizard, arena, ";
    assert!(status == 1 && said.starts_with(expected), "{said}");
    let (_, _, said) = outplay(here, &["show", "wizzard"]);
    assert!(said.ends_with("wizzard.toml is here: did you mean wizard?\n"), "{said}");
    // `serve` finds the file too: it is read, and refused.
    let (status, _, said) = outplay(here, &["serve", "./wizard", "--port", "0"]);
    assert!(status == 1 && said.contains("./wizard.toml:1:3"), "{said}");
}

#[test]
fn the_first_letters_of_an_order_were_unknown() {
    for (word, order) in [
        ("r", "restricted-queue"),
        ("restricted", "restricted-queue"),
        ("q", "queue"),
        ("a", "alternate"),
    ] {
        let answer = json(&["solve", "arena", "--p1", "mage", "--p2", "rogue", "--order", word]);
        assert_eq!(answer["order"], order);
    }
    let (status, _, said) = typed(&["solve", "arena", "--order", "x"]);
    assert!(status == 1 && said.contains("`restricted-queue`"), "{said}");
}

#[test]
fn the_problems_that_check_found_were_not_its_answer() {
    let folder = folder(&[("bad.toml", &WIZARD.replace("mana = 53", "manna = 53"))]);
    let (status, answer, said) = outplay(folder.path(), &["check", "bad"]);
    assert_eq!((status, said.as_str()), (1, ""));
    assert!(answer.contains("did you mean `mana`?"), "{answer}");
    assert!(answer.ends_with("bad.toml has 1 error\n"), "{answer}");
}

#[test]
fn a_plus_before_a_number_was_ignored() {
    let (status, answer, said) = typed(&["solve", "wizard", "--set", "boss.hp=+5"]);
    assert_eq!((status, answer.as_str()), (1, ""));
    assert!(said.contains("write the number itself, as in `boss.hp=5`"), "{said}");
}

#[test]
fn broken_syntax_was_hidden_behind_what_is_missing() {
    let folder = folder(&[
        ("open.toml", "[[[\n"),
        ("boss.toml", &WIZARD.replace("[fighters.boss]", "[fighters.boss")),
    ]);
    for name in ["open", "boss"] {
        for command in ["check", "solve"] {
            let (status, answer, said) = outplay(folder.path(), &[command, name]);
            let told = answer + &said;
            assert!(status == 1 && told.contains("this is not TOML"), "{told}");
            assert!(!told.contains("is missing") && !told.contains("is called"), "{told}");
        }
    }
}

/// Two fighters, of whom one cannot fight its like: its rush takes what only the other has.
const PAIRS: &str = r#"
format = 1
game = "duel"

[goal]
most = "winner-hp"

[fighters.ox]
hp = 10
stamina = 5
skills = ["hit"]

[fighters.cat]
hp = 10
skills = ["hit", "rush"]

[skills.hit]
key = "h"
damage = 3

[skills.rush]
key = "r"
damage = 2
at-once = { enemy.stamina = -1 }
"#;

#[test]
fn one_meeting_that_cannot_be_played_failed_a_whole_tournament() {
    let folder = folder(&[("pairs.toml", PAIRS)]);
    for more in [&[][..], &["--styles", "greedy,random", "--games", "2"]] {
        let command = [&["tournament", "pairs"], more].concat();
        let (status, text, said) = outplay(folder.path(), &command);
        assert_eq!(status, 0, "{said}");
        assert!(text.contains(": `cat` has no number `stamina`\n"), "{text}");
        let (_, answer, _) =
            outplay(folder.path(), &[&command[..], &["--format", "json"]].concat());
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let order = &answer["orders"][0];
        let rows = order["rows"].as_array().unwrap();
        let last = rows.len() - 1;
        assert_eq!(rows[0][0].get("impossible"), None);
        assert_eq!(rows[last][last]["impossible"], "`cat` has no number `stamina`");
        assert_eq!(rows[last][last]["value_to_p1"], Value::Null);
        assert!(order["standings"][last]["place"].is_number(), "{order}");
        let (_, csv, _) = outplay(folder.path(), &[&command[..], &["--format", "csv"]].concat());
        assert!(csv.lines().last().unwrap().ends_with(",`cat` has no number `stamina`"), "{csv}");
    }
    // Where nobody can meet anybody that is what is wrong.
    let (status, _, said) = outplay(folder.path(), &["tournament", "pairs", "--fighters", "cat"]);
    assert!(status == 1 && said.contains("`cat` has no number `stamina`"), "{said}");
}

#[test]
fn a_fighter_with_one_skill_who_begins_broke_the_line_of_two_sides() {
    let folder = folder(&[("pairs.toml", PAIRS)]);
    for more in [&[][..], &["--explain"], &["--by", "memo"], &["--order", "queue"]] {
        let (status, _, said) = outplay(folder.path(), &[&["solve", "pairs"], more].concat());
        assert_eq!(status, 0, "{said}");
    }
    let least = PAIRS.replace("most = \"winner-hp\"", "least = \"actions\"");
    std::fs::write(folder.path().join("least.toml"), least).unwrap();
    let (status, _, said) = outplay(folder.path(), &["solve", "least", "--explain"]);
    assert_eq!(status, 0, "{said}");
}

#[test]
fn the_lines_that_a_depth_first_search_improves_were_not_in_its_json() {
    let answer = json(&["solve", "wizard", "--set", "boss.hp=20", "--by", "dfs"]);
    let improved = answer["improved"].as_array().unwrap();
    assert_eq!(improved.len() as u64, answer["found"].as_u64().unwrap());
    let costs: Vec<_> = improved.iter().map(|line| line["cost"].as_u64().unwrap()).collect();
    assert!(costs.is_sorted_by(|one, next| one > next), "{costs:?}");
    let last = improved.last().unwrap();
    assert_eq!((&last["cost"], &last["moves"]), (&answer["value"], &answer["moves"]));
    let read: outplay::Answer = serde_json::from_value(answer.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap()["improved"], answer["improved"]);
    assert_eq!(json(&["solve", "wizard", "--by", "astar"]).get("improved"), None);
}

#[test]
fn a_replay_knew_no_budget() {
    let moves = ["replay", "wizard", "--moves", "432030000", "--at-most"];
    assert_eq!(typed(&[&moves[..], &["953"]].concat()).0, 0);
    let (status, text, _) = typed(&[&moves[..], &["952"]].concat());
    let refused = "Move 9 is refused in round 9: Magic Missile would spend 53 mana more, 953 in all, \
                   and the budget is 952. Spent so far: 900 mana.\n";
    assert!(status == 1 && text.ends_with(refused), "{text}");
    let answer = json(&[&moves[..], &["600"]].concat());
    assert_eq!((&answer["at_most"], &answer["spent"]), (&600.into(), &568.into()));
    assert_eq!((&answer["refused"]["round"], &answer["refused"]["move"]), (&5.into(), &5.into()));
    assert_eq!((&answer["unused"], &answer["listed_cost"]), (&4.into(), &953.into()));
    let (status, _, said) = typed(&["replay", "arena", "--moves", "S", "--at-most", "3"]);
    assert!(status == 1 && said.contains("cannot be replayed within a budget"), "{said}");
    let (status, _, said) = typed(&["replay", "combat", "--at-most", "3"]);
    assert!(status == 1 && said.contains("nothing is spent"), "{said}");
}

#[test]
fn only_the_goal_of_the_file_could_be_asked_about() {
    let arena = ["solve", "arena", "--p1", "rogue", "--p2", "mage"];
    assert_eq!(json(&arena)["goal"], serde_json::json!({ "most": "winner-hp" }));
    let least = json(&[&arena[..], &["--goal", "sp"]].concat());
    assert_eq!(least["goal"], serde_json::json!({ "least": "sp" }));
    assert_eq!((&least["unit"], &least["winner"]), (&"sp".into(), &1.into()));
    let most = json(&["solve", "wizard", "--goal", "winner-hp"]);
    assert_eq!(most["goal"], serde_json::json!({ "most": "winner-hp" }));
    let actions = json(&["replay", "wizard", "--goal", "actions", "--moves", "432030000"]);
    assert_eq!((&actions["goal"]["least"], &actions["spent"]), (&"actions".into(), &9.into()));
    let (status, _, said) = typed(&["solve", "wizard", "--goal", "manna"]);
    assert!(
        status == 1 && said.contains("did you mean `mana`?") && said.contains("--goal"),
        "{said}"
    );
    let (status, _, said) = typed(&["solve", "nim", "--goal", "mana"]);
    assert!(status == 1 && said.contains("--goal"), "{said}");
}

#[test]
fn the_moves_of_a_hand_were_not_taken_in_the_words_of_the_published_program() {
    let hand = ["--card", "nr0,cost=2,pitch=1,attack=6", "--card", "nr1,cost=3,pitch=2,attack=4"];
    for moves in [
        "pitched: nr1\nplayed: nr0\n",
        "PITCHED: NR1; Played:nr0",
        "pitched nr1, play nr0",
        "['pitched: nr1', 'played: nr0']",
        "[\"pitched: nr1\",\"played: nr0\"]",
    ] {
        let answer = json(&[&["replay", "hand", "--moves", moves], &hand[..]].concat());
        assert_eq!((&answer["damage"], &answer["refused"]), (&6.into(), &Value::Null), "{moves}");
        assert_eq!(answer["turns"][0]["move"], "pitch nr1");
    }
    let (status, text, _) =
        typed(&[&["replay", "hand", "--moves", "played: nr7"], &hand[..]].concat());
    assert!(status == 1 && text.contains("no card is called `nr7`"), "{text}");
}

#[test]
fn there_were_no_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (status, script, said) = typed(&["completions", shell]);
        assert_eq!((status, said.as_str()), (0, ""));
        for word in ["tournament", "max-states", "completions"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    // The names of games are completed in bash, and so are files.
    let folder = folder(&[("comp", &typed(&["completions", "bash"]).1), ("my-fight.toml", "")]);
    let complete = r#". ./comp; COMP_WORDS=(outplay solve wi); COMP_CWORD=2; _outplay outplay wi solve
                      echo "${COMPREPLY[@]}""#;
    let bash = Command::new("bash").args(["-c", complete]).current_dir(folder.path()).output();
    assert_eq!(String::from_utf8(bash.unwrap().stdout).unwrap(), "wizard\n");
    assert!(typed(&["completions", "zsh"]).1.contains("rules file (foo finds foo.toml):_files'"));
    let (status, _, said) = typed(&["completions", "tcsh"]);
    assert!(status == 2 && said.contains("bash"), "{said}");
}
