//! A job that is done elsewhere comes to the same as one that is done here: by benches that know no more than a
//! source and texts, in any order, with a store and without, also where some of it is lost.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use outplay::lab::{SqliteStore, Tasks, Worked, Workers};
use outplay::{
    Axis, Bench, Budget, Elsewhere, Failure, Limits, MatchOptions, Run, Source, Stop, StyleName,
    Sweep, Tuning, Want, rules_text,
};
use serde_json::Value;

/// An answer as JSON, without what was measured.
fn json(answer: &impl serde::Serialize) -> Value {
    let mut value = serde_json::to_value(answer).unwrap();
    value["seconds"] = Value::Null;
    value
}

/// Does a few tasks at a time, the last of them first.
struct Backwards {
    bench: Bench,
    limits: Limits,
    worked: AtomicU64,
    /// Cells of which the worker dies.
    killers: Vec<u64>,
    keys: Mutex<Vec<String>>,
}

impl Backwards {
    fn new(source: &Source, limits: Limits) -> Self {
        // Only what a worker far away would have.
        let text = serde_json::to_string(source).unwrap();
        Self {
            bench: Bench::new(serde_json::from_str(&text).unwrap()),
            limits,
            worked: AtomicU64::new(0),
            killers: Vec::new(),
            keys: Mutex::default(),
        }
    }
}

impl Workers for Backwards {
    fn work(&self, tasks: &mut dyn Tasks, _: &Budget) -> Result<(), String> {
        loop {
            let some = tasks.next(7);
            if some.is_empty() {
                return Ok(());
            }
            for (number, task) in some.into_iter().rev() {
                self.worked.fetch_add(1, Ordering::Relaxed);
                let worked = if self.killers.contains(&number) {
                    self.keys.lock().unwrap().extend(tasks.key(number));
                    Worked::Lost
                } else {
                    match self.bench.cell(&task, &self.limits.start()) {
                        Ok(cell) => Worked::Cell { text: cell.text, states: cell.states },
                        Err(_) => Worked::Wrong,
                    }
                };
                if tasks.take(number, worked).is_break() {
                    return Ok(());
                }
            }
        }
    }
}

fn limits() -> Limits {
    Limits { states: 20_000, ..Limits::default() }
}

/// The same job here and elsewhere.
fn both<T>(
    source: &Source,
    work: impl Fn(&Run<'_>) -> Result<T, Failure>,
) -> (Result<T, Failure>, Result<T, Failure>) {
    let budget = limits().start();
    let workers = Backwards::new(source, limits());
    let elsewhere = Some(Elsewhere { workers: &workers, source });
    (work(&Run::within(&budget)), work(&Run { elsewhere, ..Run::within(&budget) }))
}

fn sweeps_alike(source: &Source, axes: &[Axis]) {
    let sweep = Sweep::over(axes.to_vec());
    let (here, there) = both(source, |run| source.sweep(&sweep, run));
    match (here, there) {
        (Ok(here), Ok(there)) => {
            assert_eq!(there.cells, here.cells, "{}", source.game);
            assert_eq!((there.states, there.ran), (here.states, here.ran), "{}", source.game);
        }
        (here, there) => {
            let told = |failure: Failure| failure.to_string();
            assert_eq!(there.map(|_| ()).map_err(told), here.map(|_| ()).map_err(told));
        }
    }
}

fn words(name: &str, words: &[&str]) -> Axis {
    Axis::words(name, words.iter().copied())
}

#[test]
fn sweeps_are_the_same_elsewhere() {
    let wizard = Source::game("wizard");
    sweeps_alike(&wizard, &[Axis::range("boss.hp", 8, 30), Axis::range("boss.attack", 6, 9)]);
    sweeps_alike(&wizard.clone().mode("all"), &[Axis::range("boss.hp", 50, 58)]);
    sweeps_alike(
        &wizard.clone().input("Hit Points: 58\nDamage: 9\n"),
        &[words("goal", &["actions"])],
    );
    let arena = Source::game("arena");
    sweeps_alike(&arena, &[words("p1", &["all"]), words("p2", &["mage", "vampire"])]);
    sweeps_alike(&Source::game("rpglite"), &[words("p1", &["KA", "WR"]), words("p2", &["KA"])]);
    sweeps_alike(&Source::game("combat").mode("all"), &[Axis::range("cards", 4, 9)]);
    sweeps_alike(
        &Source::game("hand"),
        &[Axis::range("action-points", 1, 2), Axis::range("cards", 3, 6)],
    );
    // What is wrong is said in the same words.
    sweeps_alike(&wizard, &[Axis::range("boss.hp", 0, 3)]);
    sweeps_alike(&wizard, &[words("boss.hp", &["3", "many"])]);
}

#[test]
fn tournaments_are_the_same_elsewhere() {
    for game in ["arena", "rpglite"] {
        let source = Source::game(game);
        let table = source.open().unwrap();
        let some: Vec<String> =
            if game == "rpglite" { ["KA", "WR", "BG"].map(str::to_owned).to_vec() } else { vec![] };
        let (here, there) = both(&source, |run| table.solve_tournament_kept(&some, run));
        assert_eq!(json(&there.unwrap()), json(&here.unwrap()));
        let styles = [StyleName::Random, StyleName::Greedy];
        let play = |run: &Run<'_>| table.play_tournament_kept(&some, &styles, (20, 3), run);
        let (here, there) = both(&source, play);
        assert_eq!(json(&there.unwrap()), json(&here.unwrap()));
    }
}

#[test]
fn matches_are_the_same_elsewhere() {
    let source = Source::game("arena").sides("mage", "rogue");
    let table = source.open().unwrap();
    for styles in [[StyleName::Random, StyleName::Greedy], [StyleName::Minimax, StyleName::Minimax]]
    {
        let options = MatchOptions { games: 2500, ..MatchOptions::default() };
        let (here, there) = both(&source, |run| table.play_match_kept(&styles, &options, run));
        assert_eq!(json(&there.unwrap()), json(&here.unwrap()));
    }
}

#[test]
fn tunings_are_the_same_elsewhere() {
    let source = Source::game("wizard");
    let tuning = Tuning {
        wants: vec!["value in 1000..1100".parse::<Want>().unwrap()],
        changes: vec![Axis::range("boss.hp", 40, 70), Axis::range("poison.cost", 165, 175)],
    };
    let (here, there) = both(&source, |run| source.tune(&tuning, run));
    assert_eq!(json(&there.unwrap()), json(&here.unwrap()));
}

#[test]
fn what_a_store_has_is_not_done_and_what_is_lost_is_left_with_its_key() {
    let folder = tempfile::tempdir().unwrap();
    let source = Source::game("wizard");
    let store = SqliteStore::open(folder.path().join("a.sqlite"), &rules_text(&source)).unwrap();
    let sweep = |hp: std::ops::RangeInclusive<i64>, killers: Vec<u64>| {
        let mut workers = Backwards::new(&source, limits());
        workers.killers = killers;
        let axes = [Axis::range("boss.hp", *hp.start(), *hp.end())];
        let run = Run {
            store: Some(&store),
            elsewhere: Some(Elsewhere { workers: &workers, source: &source }),
            ..Run::within(&Budget::default())
        };
        let answer = source.sweep(&Sweep::over(axes), &run).unwrap();
        (answer, workers.worked.into_inner(), workers.keys.into_inner().unwrap())
    };
    let (first, worked, keys) = sweep(10..=29, vec![4, 11]);
    assert_eq!((worked, first.ran.done, first.ran.open, keys.len()), (20, 18, 2, 2));
    let lost = first.cells[4].worth().unwrap();
    assert_eq!(
        (lost.stopped, lost.value, first.stopped),
        (Some(Stop::Worker), None, Some(Stop::Worker))
    );
    // The second time only what was lost, and what is new.
    let (again, worked, _) = sweep(10..=31, vec![]);
    assert_eq!((worked, again.ran.kept, again.ran.done), (4, 18, 4));
    let here = source
        .sweep(&Sweep::over([Axis::range("boss.hp", 10, 31)]), &Run::within(&Budget::default()));
    assert_eq!(again.cells, here.unwrap().cells);
}

#[test]
fn a_bench_refuses_what_is_no_piece_of_work() {
    let bench = Bench::new(Source::game("wizard"));
    for wrong in [
        "",
        "{}",
        "[]",
        r#"{"options":{"set":7},"work":{"solve":{}}}"#,
        r#"{"options":{},"work":"meeting"}"#,
    ] {
        let failure = bench.cell(wrong, &Budget::default()).map(|cell| cell.text).unwrap_err();
        assert!(failure.to_string().contains("no piece of work"), "{wrong}: {failure}");
    }
}
