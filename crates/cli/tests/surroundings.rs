//! What `scripts/surroundings.py` has found, each as a test of its own: signals, files that may not be written or
//! grow, little memory.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::io::Read;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const SWEEP: &str = "sweep wizard --vary boss.hp=40..60 --out cells.csv";

/// The program in a folder, after some words of a shell.
fn command(folder: &Path, before: &str, arguments: &str) -> Command {
    let mut command = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_outplay");
    command.args(["-c", &format!("{before} exec '{program}' {arguments}")]);
    command.current_dir(folder).env("NO_COLOR", "1").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Exit status, what it said, what it remarked.
fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn typed(folder: &Path, before: &str, arguments: &str) -> (Option<i32>, String, String) {
    told(&command(folder, before, arguments).output().unwrap())
}

/// All that is in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A fight without an end, which takes as much memory as it gets.
fn endless(folder: &Path) {
    let rules = include_str!("../../../rules/wizard.toml").replace("mana = 500", "mana = 900000");
    let rules = rules.replace("hp = 50\n", "hp = 900000\n").replace("hp = 55", "hp = 900000");
    fs::write(folder.join("endless.toml"), rules).unwrap();
}

const ENDLESS: &str = "solve endless.toml --goal rounds --by dijkstra";

/// A line of `/proc/PID/status` that has a bit for each signal.
fn mask(child: &Child, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    u64::from_str_radix(mask.trim_start_matches(':').trim(), 16).unwrap()
}

/// Looks again and again, until there is something; what never comes is a failure.
fn until<T>(mut look: impl FnMut() -> Option<T>) -> T {
    for _ in 0..60_000 {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("it did not come in two minutes");
}

/// Waits until the program listens for `TERM`, the last but one that it begins to listen for.
fn until_it_listens(child: &Child) {
    until(|| (mask(child, "SigCgt") >> 14 & 1 == 1).then_some(()));
}

fn signal(child: &Child, name: &str) {
    // It may be gone by now.
    let _ =
        Command::new("kill").args([name, &child.id().to_string()]).stderr(Stdio::null()).status();
}

#[test]
fn a_file_that_may_not_grow_is_an_error_and_leaves_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("cells.csv"), "old").unwrap();
    let (status, said, wrong) = typed(here, "ulimit -f 0;", SWEEP);
    assert_eq!(status, Some(1), "{said}{wrong}");
    assert!(wrong.contains("cells.csv cannot be written: File too large"), "{wrong}");
    assert_eq!(fs::read_to_string(here.join("cells.csv")).unwrap(), "old");
    assert_eq!(names(here), ["cells.csv"]);
    let (status, said, wrong) =
        typed(here, "ulimit -f 0;", "sweep wizard --vary boss.hp=40..60 --store cells.sqlite");
    assert!(status == Some(1) && wrong.contains("cells.sqlite"), "{said}{wrong}");
}

#[test]
fn a_link_stays_one_and_what_it_names_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let (status, said, wrong) = typed(here, "", SWEEP);
    assert_eq!(status, Some(0), "{said}{wrong}");
    let cells = fs::read_to_string(here.join("cells.csv")).unwrap();
    fs::create_dir(here.join("there")).unwrap();
    for old in [Some("old"), None] {
        let (link, target) = (here.join("cells.csv"), here.join("there/cells.csv"));
        fs::remove_file(&link).unwrap();
        let _ = fs::remove_file(&target);
        if let Some(old) = old {
            fs::write(&target, old).unwrap();
        }
        symlink("there/cells.csv", &link).unwrap();
        let (status, said, wrong) = typed(here, "", SWEEP);
        assert_eq!(status, Some(0), "{said}{wrong}");
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), cells);
        assert_eq!(names(&here.join("there")), ["cells.csv"]);
    }
    for target in ["no/where/cells.csv", "cells.csv"] {
        fs::remove_file(here.join("cells.csv")).unwrap();
        symlink(target, here.join("cells.csv")).unwrap();
        let (status, said, wrong) = typed(here, "", SWEEP);
        assert_eq!((status, said.as_str()), (Some(1), ""), "{wrong}");
        assert!(wrong.contains("cells.csv cannot be written: "), "{wrong}");
        assert_eq!(names(here), ["cells.csv", "there"]);
    }
}

#[test]
fn a_file_keeps_its_rights_and_one_that_is_write_protected_itself() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let cells = here.join("cells.csv");
    fs::write(&cells, "old").unwrap();
    fs::set_permissions(&cells, fs::Permissions::from_mode(0o600)).unwrap();
    let (status, said, wrong) = typed(here, "", SWEEP);
    assert_eq!(status, Some(0), "{said}{wrong}");
    assert_eq!(fs::metadata(&cells).unwrap().permissions().mode() & 0o777, 0o600);
    fs::write(&cells, "old").unwrap();
    fs::set_permissions(&cells, fs::Permissions::from_mode(0o444)).unwrap();
    let (status, said, wrong) = typed(here, "", SWEEP);
    assert_eq!((status, said.as_str()), (Some(1), ""), "{wrong}");
    assert!(wrong.contains("cells.csv cannot be written: it is write-protected"), "{wrong}");
    assert_eq!(fs::read_to_string(&cells).unwrap(), "old");
    assert_eq!(names(here), ["cells.csv"]);
}

#[test]
fn whoever_starts_it_with_nohup_is_heeded() {
    let folder = tempfile::tempdir().unwrap();
    endless(folder.path());
    let child = command(folder.path(), "trap '' HUP;", ENDLESS).spawn().unwrap();
    until_it_listens(&child);
    // One that it listened for would be the first, and the next would end it.
    signal(&child, "-HUP");
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!((mask(&child, "SigIgn") & 1, mask(&child, "SigCgt") & 1), (1, 0));
    signal(&child, "-INT");
    let (status, said, wrong) = told(&child.wait_with_output().unwrap());
    assert_eq!(status, Some(3), "{said}{wrong}");
}

#[test]
fn a_second_signal_ends_it_as_that_signal_does() {
    let folder = tempfile::tempdir().unwrap();
    // More than fits into a pipe.
    let one =
        "25 56 15 19 1 54 40 34 26 21 29 8 59 50 20 47 28 43 30 9 27 32 37 5 23 42 35 53 18 24";
    let two =
        "2 55 6 38 49 4 14 51 16 39 12 3 46 33 11 58 44 57 10 48 22 36 7 41 31 60 17 52 45 13";
    let arguments =
        format!("replay combat --mode recursive --max-rounds 3000 --p1 '{one}' --p2 '{two}'");
    for (name, number) in [("-TERM", 15), ("-HUP", 1), ("-INT", 2)] {
        let mut child = command(folder.path(), "", &arguments).spawn().unwrap();
        // All is done but the telling, and who tells waits for us.
        child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        let status = until(|| {
            signal(&child, name);
            child.try_wait().unwrap()
        });
        assert_eq!(status.signal(), Some(number));
    }
}

#[test]
fn a_signal_that_comes_twice_at_once_is_one() {
    let folder = tempfile::tempdir().unwrap();
    endless(folder.path());
    let child = command(folder.path(), "", ENDLESS).spawn().unwrap();
    until_it_listens(&child);
    let twice = format!("kill -TERM {0} && kill -TERM {0}", child.id());
    assert!(Command::new("sh").args(["-c", &twice]).status().unwrap().success());
    let (status, said, wrong) = told(&child.wait_with_output().unwrap());
    assert_eq!(status, Some(3), "{said}{wrong}");
}

#[test]
fn what_is_open_already_is_written_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("log"), "old\n").unwrap();
    symlink("/dev/stdout", here.join("cells.csv")).unwrap();
    let (status, said, wrong) = typed(here, "exec >> log;", SWEEP);
    assert_eq!(status, Some(0), "{said}{wrong}");
    let log = fs::read_to_string(here.join("log")).unwrap();
    let (_, cells) = log.split_once("old\nboss.hp,").unwrap();
    // What is said of the cells comes after them, and not over them.
    let (status, said, wrong) = typed(here, "exec > log;", SWEEP);
    assert_eq!(status, Some(0), "{said}{wrong}");
    let new = fs::read_to_string(here.join("log")).unwrap();
    let told = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (cells, new) = (told(cells), told(new.strip_prefix("boss.hp,").unwrap()));
    // All but the last, which says how long it took.
    assert!(cells.len() > 22 && cells.len() == new.len(), "{new:?}");
    assert_eq!(cells[..22], new[..22]);
    assert_eq!(names(here), ["cells.csv", "log"]);
}

#[test]
fn memory_that_looks_like_a_disk_has_files_like_others() {
    let Ok(folder) = tempfile::tempdir_in("/dev/shm") else { return };
    let cells = folder.path().join("cells.json");
    let asked = SWEEP.replace("cells.csv", cells.to_str().unwrap());
    for _ in 0..2 {
        let (status, said, wrong) = typed(folder.path(), "", &asked);
        assert_eq!(status, Some(0), "{said}{wrong}");
        let text = fs::read_to_string(&cells).unwrap();
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{text}");
    }
}

#[test]
fn a_sweep_too_large_to_be_told_is_not_begun_however_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    for cells in ["--vary boss.hp=1..200000", "--vary boss.hp=1..1000 --vary wizard.hp=1..200"] {
        let asked = format!("sweep wizard {cells} --max-memory 64MB");
        let (status, said, wrong) = typed(folder.path(), "", &asked);
        assert_eq!((status, said.as_str()), (Some(3), ""), "{wrong}");
        assert!(wrong.contains("memory"), "{wrong}");
    }
}

#[test]
fn a_new_fight_is_there_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let (status, said, wrong) = typed(here, "ulimit -f 0;", "new mine");
    assert_eq!((status, said.as_str()), (Some(1), ""), "{wrong}");
    assert!(wrong.contains("mine.toml cannot be written: File too large"), "{wrong}");
    assert_eq!(names(here), [""; 0]);
    assert_eq!(typed(here, "", "new mine").0, Some(0));
    let text = fs::read_to_string(here.join("mine.toml")).unwrap();
    symlink("nowhere", here.join("linked.toml")).unwrap();
    for name in ["mine", "linked"] {
        let (status, said, wrong) = typed(here, "", &format!("new {name}"));
        assert_eq!((status, said.as_str()), (Some(1), ""), "{wrong}");
        assert!(wrong.contains("is there already and was left alone"), "{wrong}");
    }
    assert_eq!(fs::read_to_string(here.join("mine.toml")).unwrap(), text);
    assert_eq!(names(here), ["linked.toml", "mine.toml"]);
}

#[test]
fn a_file_of_somebody_else_is_left_alone_by_whoever_may_not_write_it() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let cells = here.join("cells.csv");
    fs::write(&cells, "old").unwrap();
    let as_nobody = || {
        let mut command = command(here, "", SWEEP);
        std::os::unix::process::CommandExt::uid(&mut command, 65_534);
        command.output()
    };
    fs::set_permissions(here, fs::Permissions::from_mode(0o777)).unwrap();
    // Only root can be somebody else, and somebody else may not be let in where the program lies.
    let Ok(output) = as_nobody() else { return };
    let (status, said, wrong) = told(&output);
    if status == Some(126) {
        return;
    }
    assert_eq!((status, said.as_str()), (Some(1), ""), "{wrong}");
    assert!(wrong.contains("cells.csv cannot be written: Permission denied"), "{wrong}");
    assert_eq!(fs::read_to_string(&cells).unwrap(), "old");
    assert_eq!(names(here), ["cells.csv"]);
}

#[test]
fn what_was_left_half_written_is_in_nobodys_way() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    // The number of the shell is that of the program which takes its place.
    let left = "echo half > .cells.csv.$$; ln -s elsewhere .cells.csv.$$.1;";
    let (status, said, wrong) = typed(here, left, SWEEP);
    assert_eq!(status, Some(0), "{said}{wrong}");
    let kept = names(here);
    assert_eq!(kept.len(), 3, "{kept:?}");
    assert!(fs::read_to_string(here.join("cells.csv")).unwrap().starts_with("boss.hp,"));
}

#[test]
fn what_the_system_allows_a_process_is_its_memory() {
    let folder = tempfile::tempdir().unwrap();
    endless(folder.path());
    for asked in [ENDLESS, "solve endless.toml"] {
        let (status, said, wrong) = typed(folder.path(), "ulimit -d 65536;", asked);
        assert_eq!((status, wrong.as_str()), (Some(3), ""), "{said}");
        assert!(said.contains("stopped by --max-memory"), "{said}");
    }
}
