//! What cannot be swept or tuned is said, with what would be right; nothing breaks.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::process::{Command, Stdio};

/// Exit status and all that is said of what is wrong, in one line.
fn wrong(arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outplay"));
    command.args(arguments).current_dir(std::env::temp_dir()).env("NO_COLOR", "1");
    let output = command.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.stdout.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stdout));
    assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    (output.status.code().unwrap(), said.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// All of these are said, and the status is 1.
fn says(arguments: &[&str], parts: &[&str]) {
    let (status, said) = wrong(arguments);
    assert_eq!(status, 1, "{arguments:?}: {said}");
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: {said}");
    }
}

#[test]
fn a_sweep_that_cannot_be() {
    for (vary, parts) in [
        ("boss.name=1..2", &["expected text, got a whole number"][..]),
        ("bos.hp=1..2", &["nothing is called `bos.hp`", "did you mean `boss.hp`?"]),
        ("bøss.hp=1..2", &["nothing is called `bøss.hp`", "did you mean `boss.hp`?"]),
        ("boss=1..2", &["`boss` is more than one thing", "say `boss.hp`"]),
        ("boss.hp", &["expected PATH=A..B", "for example `boss.hp=10..100`"]),
        ("boss.hp=", &["expected PATH=A..B"]),
        ("=1..2", &["expected PATH=A..B"]),
        ("", &["expected PATH=A..B"]),
        ("boss.hp=9..1", &["the range 9..1 runs backwards, and is empty", "write it as `1..9`"]),
        ("boss.hp=..", &["a number is missing in the range ..", "`A..B`"]),
        ("boss.hp=1..", &["a number is missing in the range 1.."]),
        ("boss.hp=..5", &["a number is missing in the range ..5"]),
        ("boss.hp=1..5:", &["a number is missing"]),
        ("boss.hp=1..5:0", &["a step must be more than nothing"]),
        ("boss.hp=1..5:-1", &["a step must be more than nothing"]),
        ("boss.hp=1,,2", &["a value is missing between commas"]),
        ("boss.hp=1,2,1", &["1 is there twice"]),
        ("boss.hp=nan..1", &["`nan` is no number"]),
        ("boss.hp=nan", &["no number that rules can hold"]),
        ("boss.hp=inf", &["no number that rules can hold"]),
        ("boss.hp=１..２", &["`１` is no number"]),
        ("boss.hp=1e9..1e10", &["9,000,000,001 values are too many", "a larger step"]),
        ("boss.hp=0..9223372036854775807", &["values are too many"]),
        ("boss.hp=-9223372036854775808..9223372036854775807:0.000000001", &["values are too many"]),
        ("boss.hp=0..2", &["0 is out of range", "it may be 1 to 1000000"]),
        ("boss.hp=-5..-1", &["-5 is out of range"]),
        ("boss.hp=1..2:0.5", &["expected a whole number"]),
        ("p1=nobody", &["no fighter is called `nobody`", "there is `wizard`, `boss`"]),
        ("mode=x", &["no mode is called `x`", "there is `normal`, `hard`"]),
        ("goal=love", &["`love`"]),
        ("turns.order=nonsense", &["`nonsense` is not a choice here", "there is `alternate`"]),
    ] {
        says(&["sweep", "wizard", "--vary", vary], parts);
    }
}

#[test]
fn dimensions_that_do_not_go_together() {
    let vary = |values: &[&'static str], more: &[&'static str]| {
        let each = values.iter().flat_map(|value| ["--vary", *value]);
        ["sweep", "wizard"].into_iter().chain(each).chain(more.iter().copied()).collect::<Vec<_>>()
    };
    let (hp, attack) = ("boss.hp=1..5000", "boss.attack=1..5000");
    says(&vary(&[hp, attack], &[]), &["25,000,000 cells are too many", "1 to 10,000,000 cells"]);
    let half = "boss.attack=1..2000";
    says(&vary(&[hp, half], &["--mode", "all"]), &["20,000,000 cells are too many"]);
    let five = ["boss.hp=1", "boss.attack=1", "wizard.hp=1", "wizard.mana=1", "poison.cost=1"];
    says(&vary(&five, &[]), &["5 dimensions are not one to 4", "vary fewer at once"]);
    says(&vary(&["boss.hp=1", "boss.hp=2"], &[]), &["boss.hp cannot vary twice", "together"]);
    let names = ["boss.hp=1", "fighters.boss.hp=2"];
    says(&vary(&names, &[]), &["boss.hp and fighters.boss.hp are the same number"]);
    says(&vary(&["mode=normal"], &["--mode", "all"]), &["mode cannot vary twice"]);
    let arena = ["sweep", "arena", "--vary", "p1=mage,m"];
    says(&arena, &["mage is there twice, under two names"]);
    says(&["sweep", "hand", "--vary", "seed=1..2"], &["how many cards?", "`cards=20`"]);
    says(&["sweep", "hand", "--vary", "cards=0..2"], &["`0` cannot be `cards`", "1 to "]);
    for out in ["x.txt", "x", ".csv", "/"] {
        let parts = ["name a file that ends in .csv, .json, .parquet, .svg"];
        says(&vary(&["boss.hp=1"], &["--out", out]), &parts);
    }
    for arguments in [vary(&[], &[]), vary(&["boss.hp=1"], &["--cell-seconds", "nan"])] {
        assert_eq!(wrong(&arguments).0, 2, "{arguments:?}");
    }
}

#[test]
fn a_tuning_that_cannot_be() {
    let tune = |wants: &[&'static str], change: &'static str| {
        let each = wants.iter().flat_map(|want| ["--want", *want]);
        let game = ["tune", "wizard", "--change", change];
        game.into_iter().chain(each).collect::<Vec<_>>()
    };
    let hp = "boss.hp=40..70";
    says(&tune(&["win", "no-win"], hp), &["`win` and `no-win` exclude each other", "be both"]);
    let both = ["value<900", "value>=900"];
    says(&tune(&both, hp), &["`value<900` and `value>=900` exclude each other"]);
    let apart = ["value in 1..2", "value in 3..4"];
    says(&tune(&apart, hp), &["exclude each other"]);
    says(&tune(&["balanced", "win"], hp), &["`balanced` is wanted with something else", "alone"]);
    says(&tune(&["balanced"], hp), &["nobody can be balanced here: the goal is the least mana"]);
    says(&tune(&["win"], "boss.hp=a,b"), &["`a` is no number for `boss.hp`", "`boss.hp=40..70`"]);
    says(&tune(&["win"], "boss.name=1..2"), &["expected text, got a whole number"]);
    says(
        &tune(&["win"], "*.nothing=1..2"),
        &["`*.nothing` is no number of these rules", "there is"],
    );
    let word = "turns.order=queue,alternate";
    says(&tune(&["win"], word), &["`turns.order` is no number of these rules", "there is"]);
    says(&tune(&["win"], "bos.hp=1..2"), &["nothing is called `bos.hp`", "`boss.hp`?"]);
    says(&tune(&["win"], "boss.hp=9..1"), &["runs backwards"]);
    let twice =
        ["tune", "wizard", "--want", "win", "--change", "boss.hp=1..2", "--change", "*.hp=1..2"];
    says(&twice, &["`boss.hp` may change in two ways", "name each number once"]);
    for want in ["cheap", "value in 1100..1000", "value", "value<", ""] {
        let (status, said) = wrong(&tune(&[want], hp));
        assert_eq!(status, 2, "{want}: {said}");
    }
}

/// A tuning that found nothing because it was stopped does not say that there is nothing.
#[test]
fn a_tuning_that_was_stopped_claims_nothing() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_outplay")).args(arguments).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let question =
        ["tune", "wizard", "--want", "value in 1000..1100", "--change", "boss.hp=70..80"];
    let (status, said) = run(&[&question[..], &["--max-states", "3"]].concat());
    assert_eq!(status, 3, "{said}");
    assert!(said.contains("None was found so far.") && !said.contains("No change"), "{said}");
    let (status, said) = run(&question);
    assert_eq!(status, 4, "{said}");
    assert!(said.contains("No change within these ranges gives that."), "{said}");
    // One value far away is no reason to go there step by step.
    let far = ["tune", "wizard", "--want", "no-win", "--change", "boss.hp=57,58,1000000"];
    let (status, said) = run(&far);
    assert!(status == 0 && said.contains("-> "), "{said}");
    let arena = ["tune", "arena", "--want", "balanced", "--change", "mage.hp=90..110:5"];
    let (status, said) = run(&[&arena[..], &["--max-seconds", "0"]].concat());
    assert_eq!(status, 3, "{said}");
    assert!(said.contains("Nothing better was found so far."), "{said}");
}
