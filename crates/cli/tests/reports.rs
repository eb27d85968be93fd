//! `outplay report`: one page that needs nothing from outside, whose every figure can be had again.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn outplay(folder: &Path, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_outplay");
    Command::new(program).args(arguments).current_dir(folder).output().unwrap()
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = outplay(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The commands that a page gives.
fn commands(page: &str) -> BTreeSet<String> {
    let codes = page.split("<code>").skip(1).filter_map(|rest| rest.split_once("</code>"));
    let plain = |text: &str| {
        text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
    };
    let texts = codes.map(|(text, _)| plain(text));
    texts
        .filter(|text| text.starts_with("outplay ") && !text.starts_with("outplay report"))
        .collect()
}

#[test]
fn a_page_needs_nothing_from_outside_and_every_command_on_it_runs() {
    let folder = tempfile::tempdir().unwrap();
    for (game, sections) in [
        ("wizard", &["line", "moves", "map", "weight", "people"][..]),
        ("arena", &["everyone", "line", "moves", "map", "weight", "people"][..]),
    ] {
        let file = format!("{game}.html");
        let made = outplay(folder.path(), &["report", game, "--out", &file, "--games", "50"]);
        assert_eq!(made.status.code(), Some(0), "{made:?}");
        let page = std::fs::read_to_string(folder.path().join(&file)).unwrap();
        assert!(page.len() < 1 << 20, "{} bytes", page.len());
        for outside in ["<script", "src=", "@import", "url(http", "<link", "javascript:"] {
            assert!(!page.contains(outside), "{game}: {outside}");
        }
        for section in sections {
            assert!(page.contains(&format!("<section id=\"{section}\">")), "{game}: {section}");
        }
        let path = format!(
            "{}:{}",
            Path::new(env!("CARGO_BIN_EXE_outplay")).parent().unwrap().display(),
            env!("PATH")
        );
        let commands = commands(&page);
        assert!(commands.len() > 8, "{commands:?}");
        for command in commands {
            let ran =
                Command::new("sh").args(["-c", &command]).env("PATH", &path).output().unwrap();
            assert_eq!(
                ran.status.code(),
                Some(0),
                "{command}: {}",
                String::from_utf8_lossy(&ran.stderr)
            );
        }
    }
}

#[test]
fn what_a_report_says_is_what_the_commands_say() {
    let folder = tempfile::tempdir().unwrap();
    let report = json(folder.path(), &["report", "wizard", "--format", "json", "--games", "50"]);
    for mode in report["modes"].as_array().unwrap() {
        let name = mode["mode"].as_str().unwrap();
        let solved = json(folder.path(), &["solve", "wizard", "--mode", name, "--format", "json"]);
        assert_eq!(mode["tried"]["value"], solved["value"], "{name}");
    }
    // Every edit, and every skill and effect without which it was solved.
    let moves = report["moves"]["numbers"].as_array().unwrap().iter();
    let edits = moves.flat_map(|number| number["edits"].as_array().unwrap());
    let weight =
        ["skills", "effects"].map(|part| report["weight"][part].as_array().unwrap().iter());
    let without = weight.into_iter().flatten().map(|part| (&part["set"], &part["without"]));
    let figures: Vec<_> = edits.map(|edit| (&edit["set"], &edit["tried"])).chain(without).collect();
    for (set, told) in figures.into_iter().step_by(5) {
        let set = set.as_str().unwrap();
        let solved = outplay(folder.path(), &["solve", "wizard", "--set", set, "--format", "json"]);
        let solved: Value = serde_json::from_slice(&solved.stdout).unwrap();
        if told["impossible"].is_null() {
            assert_eq!(
                (&told["value"], &told["moves"].as_str().unwrap_or("")),
                (&solved["value"], &solved["moves"].as_str().unwrap()),
                "{set}"
            );
        } else {
            assert_eq!(told["impossible"], solved["error"], "{set}");
        }
    }
    let swept = report["map"]["fights"].as_array().unwrap();
    assert!(swept.len() > 100);
    let arena = json(folder.path(), &["report", "arena", "--format", "json", "--games", "50"]);
    let tournament = json(folder.path(), &["tournament", "arena", "--format", "json"]);
    let rows = |of: &Value| of["orders"][0]["rows"].clone();
    assert_eq!(rows(&arena["roster"]["tournament"]), rows(&tournament));
}

#[test]
fn a_report_that_was_stopped_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let stopped =
        outplay(folder.path(), &["report", "siege", "--max-seconds", "0", "--out", "s.html"]);
    assert_eq!(stopped.status.code(), Some(3), "{stopped:?}");
    let page = std::fs::read_to_string(folder.path().join("s.html")).unwrap();
    assert!(page.contains("What is missing") && page.contains("not settled"), "{page}");
    let wrong = outplay(folder.path(), &["report", "wizard", "--out", "wizard.txt"]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains(".html, .json"), "{wrong:?}");
    let hand = outplay(folder.path(), &["report", "hand"]);
    assert_eq!(hand.status.code(), Some(1));
}

#[test]
fn a_report_kept_in_a_store_is_the_same_and_solves_nothing_again() {
    let folder = tempfile::tempdir().unwrap();
    let ask = ["report", "arena", "--format", "json", "--games", "50", "--store", "a.sqlite"];
    let without_times = |mut report: Value| {
        for path in [
            "/seconds",
            "/moves/seconds",
            "/weight/seconds",
            "/people/seconds",
            "/roster/tournament/seconds",
            "/answer/seconds",
        ] {
            if let Some(seconds) = report.pointer_mut(path) {
                *seconds = Value::Null;
            }
        }
        report
    };
    let first = without_times(json(folder.path(), &ask));
    assert_eq!(first, without_times(json(folder.path(), &ask)));
    let matched = [
        "match",
        "arena",
        "--p1",
        "mage:random",
        "--games",
        "2500",
        "--seed",
        "3",
        "--format",
        "json",
    ];
    let kept: Vec<&str> = matched.iter().copied().chain(["--store", "a.sqlite"]).collect();
    let plain = without_times(json(folder.path(), &matched));
    assert_eq!(without_times(json(folder.path(), &kept)), plain);
    assert_eq!(without_times(json(folder.path(), &kept)), plain);
}
