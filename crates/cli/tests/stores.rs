//! Sweeps with a store, whatever happens to them: killed, stopped, two at once, a full disk, a file that is
//! something else.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use outplay::lab::{Key, SqliteStore, Store};
use rusqlite::{Connection, OpenFlags};

/// A sweep that takes long enough to be killed in the middle.
const SWEEP: [&str; 8] =
    ["sweep", "wizard", "--vary", "boss.hp=30..90", "--vary", "boss.attack=1..14", "--mode", "all"];
const CELLS: usize = 61 * 14 * 2;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outplay"));
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Exit status, standard output and standard error.
fn typed(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    told(command(folder, arguments).output().unwrap())
}

fn told(output: Output) -> (i32, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SWEEP[..], more].concat()
}

/// Every cell that is kept, by its key. The file is looked at as it lies there, with its log, and is sound.
fn kept(store: &Path) -> BTreeMap<String, (String, String)> {
    if !store.exists() {
        return BTreeMap::new();
    }
    // Not for reading only: somebody has to tidy up after a process that was killed.
    let connection = Connection::open_with_flags(store, OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap();
    let sound: String =
        connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    let tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'cells'";
    if connection.query_row(tables, [], |row| row.get::<_, i64>(0)).unwrap() == 0 {
        return BTreeMap::new();
    }
    let mut all = connection.prepare("SELECT key, question, answer FROM cells").unwrap();
    let rows = all.query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?)))).unwrap();
    let rows: Vec<(String, (String, String))> = rows.map(Result::unwrap).collect();
    let count = rows.len();
    let cells: BTreeMap<_, _> = rows.into_iter().collect();
    assert_eq!(cells.len(), count, "a key is there twice");
    let mut questions: Vec<_> = cells.values().map(|(question, _)| question).collect();
    questions.sort_unstable();
    questions.dedup();
    assert_eq!(questions.len(), count, "a question is there twice");
    cells
}

fn signal(child: &Child, name: &str) {
    let process = child.id().to_string();
    assert!(Command::new("kill").args([name, &process]).status().unwrap().success());
}

/// The number after which a summary says that cells were kept.
fn kept_by_summary(said: &str) -> usize {
    let Some((before, _)) = said.split_once(" were kept in the store") else { return 0 };
    before.rsplit(' ').next().unwrap().replace(',', "").parse().unwrap()
}

#[test]
fn killed_at_twenty_moments_nothing_is_lost_and_nothing_done_twice() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let (status, said, _) = typed(here, &with(&["--out", "plain.csv"]));
    assert!(status == 0 && said.contains("1,708 fights solved exactly"), "{said}");
    let store = here.join("cells.sqlite");
    let mut before = BTreeMap::new();
    let mut dice: u64 = 0x9e37_79b9_7f4a_7c15;
    for round in 0..20 {
        let mut child = command(here, &with(&["--store", "cells.sqlite", "--out", "killed.csv"]));
        let mut child = child.spawn().unwrap();
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        std::thread::sleep(Duration::from_micros(dice % 200_000));
        // It may have ended already: that is one of the moments.
        child.kill().unwrap();
        child.wait().unwrap();
        let after = kept(&store);
        for (key, cell) in &before {
            assert_eq!(after.get(key), Some(cell), "round {round}");
        }
        before = after;
    }
    let (status, said, _) = typed(here, &with(&["--store", "cells.sqlite", "--out", "last.csv"]));
    assert_eq!(status, 0, "{said}");
    // Only what was missing was done.
    assert_eq!(kept_by_summary(&said), before.len(), "{said}");
    let after = kept(&store);
    assert_eq!(after.len(), CELLS);
    assert!(before.iter().all(|(key, cell)| after.get(key) == Some(cell)));
    let read = |name: &str| std::fs::read(here.join(name)).unwrap();
    assert_eq!(read("plain.csv"), read("last.csv"));
    // Once more: nothing is left to do.
    let (_, said, _) = typed(here, &with(&["--store", "cells.sqlite", "--out", "again.csv"]));
    assert!(said.contains("1,708 were kept in the store; 0 states"), "{said}");
    assert_eq!(read("plain.csv"), read("again.csv"));
    // And no half-written file was left where a whole one should be, nor beside it.
    if here.join("killed.csv").exists() {
        assert_eq!(read("plain.csv"), read("killed.csv"));
    }
}

#[test]
fn two_processes_fill_one_store() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let start = |out: &str| {
        command(here, &with(&["--store", "cells.sqlite", "--out", out])).spawn().unwrap()
    };
    let both = [start("one.csv"), start("two.csv")];
    for child in both {
        let (status, said, wrong) = told(child.wait_with_output().unwrap());
        assert_eq!(status, 0, "{said}{wrong}");
    }
    assert_eq!(kept(&here.join("cells.sqlite")).len(), CELLS);
    let (_, plain, _) = typed(here, &with(&["--format", "csv"]));
    let read = |name: &str| std::fs::read_to_string(here.join(name)).unwrap();
    assert_eq!((&read("one.csv"), &read("two.csv")), (&plain, &plain));
}

/// A sweep of a few cells that no machine settles soon.
const ENDLESS: [&str; 6] =
    ["sweep", "endless.toml", "--vary", "boss.hp=1,900000", "--goal", "rounds"];

#[test]
fn stopped_from_the_keyboard_it_keeps_what_is_finished_and_marks_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let rules = include_str!("../../../rules/wizard.toml").replace("mana = 500", "mana = 900000");
    std::fs::write(here.join("endless.toml"), rules.replace("hp = 50\n", "hp = 900000\n")).unwrap();
    let arguments = [&ENDLESS[..], &["--store", "cells.sqlite", "--out", "part.csv"]].concat();
    let child = command(here, &arguments).spawn().unwrap();
    // The first cell is there at once, the second never.
    let store = here.join("cells.sqlite");
    let mut waited = 0;
    while kept_quietly(&store) < 1 {
        std::thread::sleep(Duration::from_millis(20));
        waited += 1;
        assert!(waited < 3000, "the first cell is not there after a minute");
    }
    signal(&child, "-INT");
    let (status, said, wrong) = told(child.wait_with_output().unwrap());
    assert_eq!(status, 3, "{said}{wrong}");
    assert!(said.contains("1 of 2 fights solved exactly"), "{said}");
    assert!(said.contains("Not all are settled"), "{said}");
    let csv = std::fs::read_to_string(here.join("part.csv")).unwrap();
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 3, "{csv}");
    assert!(rows[1].starts_with("1,") && rows[1].contains(",optimal,"), "{csv}");
    assert!(rows[2].starts_with("900000,") && rows[2].contains(",bound,"), "{csv}");
    assert!(rows[2].contains("interrupt"), "{csv}");
    assert_eq!(kept(&store).len(), 1);
}

/// How many cells there are, while somebody else is writing.
fn kept_quietly(store: &Path) -> i64 {
    let Ok(connection) = Connection::open_with_flags(store, OpenFlags::SQLITE_OPEN_READ_ONLY)
    else {
        return 0;
    };
    connection.query_row("SELECT count(*) FROM cells", [], |row| row.get(0)).unwrap_or(0)
}

#[test]
fn a_cell_that_a_limit_stopped_has_its_bounds_and_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let small = ["sweep", "wizard", "--vary", "boss.hp=1,57", "--store", "cells.sqlite"];
    for limit in [["--max-states", "5"], ["--cell-seconds", "0"]] {
        let arguments = [&small[..], &limit, &["--format", "csv"]].concat();
        let (status, csv, wrong) = typed(here, &arguments);
        assert_eq!(status, 3, "{csv}{wrong}");
        let row = csv.lines().last().unwrap();
        assert!(row.starts_with("57,") && row.contains(",bound,1235,"), "{csv}");
        assert_eq!(csv.lines().count(), 3, "{csv}");
        let part = kept(&here.join("cells.sqlite"));
        assert!(part.values().all(|(question, _)| !question.contains("boss.hp=57")), "{part:?}");
    }
    let (status, csv, _) = typed(here, &[&small[..], &["--format", "csv"]].concat());
    assert_eq!(status, 0, "{csv}");
    assert!(csv.lines().last().unwrap().starts_with("57,1249,1,optimal,,,"), "{csv}");
    assert_eq!(kept(&here.join("cells.sqlite")).len(), 2);
}

#[test]
fn a_store_that_cannot_be_used_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let wrong = |store: &str| {
        let (status, said, wrong) =
            typed(here, &["sweep", "wizard", "--vary", "boss.hp=1..2", "--store", store]);
        assert_eq!((status, said.as_str()), (1, ""), "{store}: {wrong}");
        wrong
    };
    // Other rules: the difference is told.
    let rules = outplay::rules_text(&outplay::Source::game("wizard"));
    let other = rules.replace("hp = 55", "hp = 56");
    assert_ne!(rules, other);
    let store = SqliteStore::open(here.join("other.sqlite"), &other).unwrap();
    store.put(&Key::new("question"), "1").unwrap();
    drop(store);
    let said = wrong("other.sqlite");
    assert!(said.contains("other.sqlite was made for other rules: line "), "{said}");
    assert!(said.contains("is `hp = 56` there and `hp = 55` here"), "{said}");
    std::fs::write(here.join("notes.txt"), "no database at all, but long enough for one").unwrap();
    let said = wrong("notes.txt");
    assert!(said.contains("notes.txt is no SQLite database: name another file"), "{said}");
    let said = wrong("no/such/folder.sqlite");
    assert!(said.contains("folder.sqlite cannot be opened: does its folder exist"), "{said}");
    let said = wrong(".");
    assert!(said.contains("cannot be opened"), "{said}");
    // A name that the database would take for something else is a file like any other.
    let arguments = ["sweep", "wizard", "--vary", "boss.hp=1..2", "--store", ":memory:"];
    assert_eq!(typed(here, &arguments).0, 0);
    assert!(here.join(":memory:").is_file());
}

#[test]
fn a_file_that_cannot_be_written_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let wrong = |out: &str| {
        let (status, said, wrong) =
            typed(here, &["sweep", "wizard", "--vary", "boss.hp=1..2", "--out", out]);
        assert_eq!((status, said.as_str()), (1, ""), "{out}: {wrong}");
        wrong
    };
    let said = wrong("no/such/x.csv");
    assert!(said.contains("no/such/x.csv cannot be written: there is no folder no/such"), "{said}");
    std::fs::create_dir(here.join("folder.csv")).unwrap();
    let said = wrong("folder.csv");
    assert!(said.contains("folder.csv cannot be written: it is a folder"), "{said}");
    if cfg!(target_os = "linux") {
        std::os::unix::fs::symlink("/dev/full", here.join("full.csv")).unwrap();
        let said = wrong("full.csv");
        assert!(said.contains("full.csv cannot be written: No space left on device"), "{said}");
    }
    let names: Vec<_> =
        std::fs::read_dir(here).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(names.len() <= 2, "something was left behind: {names:?}");
}
