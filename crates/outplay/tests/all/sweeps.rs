//! Every cell of a sweep is what a solver says of that fight by itself, with a store and without, on one
//! thread and on two.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::Path;

use outplay::lab::{SqliteStore, Store};
use outplay::{
    Answer, Axis, Budget, Failure, Number, Question, Run, Source, Sweep, SweepAnswer, Tried, Worth,
    registry, rules_text,
};
use rustc_hash::FxHashMap;
use serde::Deserialize;

/// A fight that takes more is marked as stopped, and compared as such.
const STATES: u64 = 2000;

fn budget() -> Budget<'static> {
    Budget { states: STATES, ..Budget::default() }
}

/// The game with these values laid over it by hand, not by the sweep.
fn alone(source: &Source, axes: &[Axis], values: &[&str]) -> Source {
    let mut alone = source.clone();
    for (axis, value) in axes.iter().zip(values) {
        alone = match axis.name.as_str() {
            "mode" => alone.mode(*value),
            "goal" => alone.goal(*value),
            name => alone.set(format!("{name}={value}")),
        };
    }
    alone
}

fn solved(source: &Source, budget: &Budget) -> Result<Answer, Failure> {
    source.open()?.solver().solve(&Question::default(), budget)
}

/// The sweep within that budget.
fn swept(
    source: &Source,
    axes: &[Axis],
    store: Option<&dyn Store>,
) -> Result<SweepAnswer, Failure> {
    source.sweep(&Sweep::over(axes.to_vec()), &Run { store, ..Run::within(&budget()) })
}

/// Compares a sweep with solvers that know nothing of it; tells how many cells were compared.
fn agrees(source: &Source, axes: &[Axis]) -> usize {
    let told = |failure: Failure| failure.to_string();
    let answer = match swept(source, axes, None) {
        Ok(answer) => answer,
        Err(failure) => {
            // Then one of the fights by itself is refused as well.
            let count: usize = axes.iter().map(|axis| axis.values.len()).product();
            let refused = (0..count).any(|number| {
                let mut rest = number;
                let values: Vec<&str> = axes
                    .iter()
                    .map(|axis| {
                        let place = rest % axis.values.len();
                        rest /= axis.values.len();
                        axis.values[place].as_str()
                    })
                    .collect();
                solved(&alone(source, axes, &values), &budget()).is_err()
            });
            assert!(refused, "{}: {failure}", source.game);
            return 0;
        }
    };
    for (number, cell) in answer.cells.iter().enumerate() {
        let values = answer.values(number);
        let alone = alone(source, &answer.axes, &values);
        let expected = solved(&alone, &budget()).map_err(told);
        let expected = Worth::of(&expected.unwrap_or_else(|said| panic!("{values:?}: {said}")));
        assert_eq!(cell, &Tried::Worth(expected), "{}: {values:?}", source.game);
    }
    answer.cells.len()
}

/// Around a number: itself, one less and one more, or a little of a fraction.
fn around(value: &str) -> Option<Vec<String>> {
    if let Ok(whole) = value.parse::<i64>() {
        let least = if whole > 0 { 1 } else { whole };
        return Some((least.max(whole - 1)..=whole + 1).map(|value| value.to_string()).collect());
    }
    let real: f64 = value.parse().ok()?;
    Some(vec![format!("{:.2}", real / 2.0), value.to_owned()])
}

/// Small sweeps over the numbers that matter in a game, two at a time.
fn sweeps(source: &Source, most: usize) -> Vec<Vec<Axis>> {
    let numbers = source.open().unwrap().numbers();
    let axes: Vec<Axis> = numbers
        .iter()
        .filter(|number| number.used && number.path != "format")
        .filter_map(|number| Some(Axis::words(&number.path, around(&number.value)?)))
        .collect();
    // Spread over all of them.
    let step = (axes.len() / most).max(1);
    (0..axes.len())
        .step_by(step)
        .take(most)
        .map(|place| {
            let other = (place + axes.len() / 2) % axes.len();
            let mut pair = vec![axes[place].clone()];
            if other != place {
                pair.push(axes[other].clone());
            }
            pair
        })
        .collect()
}

pub(super) fn shipped() -> Vec<Source> {
    let fights = registry::GAMES.iter().filter(|entry| entry.kind == outplay::Kind::Fight);
    fights.map(|entry| Source::game(entry.name)).collect()
}

/// The small fights of golden/fights, which others wrote.
pub(super) fn strangers() -> Vec<Source> {
    #[derive(Deserialize)]
    struct Row {
        file: String,
        states: u64,
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let rows = std::fs::read_to_string(root.join("golden/fights.json")).unwrap();
    let rows: Vec<Row> = serde_json::from_str(&rows).unwrap();
    let mut files: Vec<String> =
        rows.into_iter().filter(|row| row.states < 3000).map(|row| row.file).collect();
    files.dedup();
    let read = |file: &String| {
        Source::rules("stranger", file, std::fs::read_to_string(root.join(file)).unwrap())
    };
    files.iter().map(read).collect()
}

#[test]
fn every_cell_of_the_shipped_games_is_what_a_solver_says() {
    let mut compared = 0;
    for source in shipped() {
        for axes in sweeps(&source, 2) {
            compared += agrees(&source, &axes);
        }
        for goal in ["win", "hp", "rounds"] {
            let with_goal = source.clone().goal(goal);
            if with_goal.open().is_ok() {
                compared += agrees(&with_goal, &sweeps(&source, 1)[0][..1]);
            }
        }
        let modes = source.modes();
        if modes.len() > 1 {
            let mut axes = sweeps(&source, 1)[0][..1].to_vec();
            axes.insert(0, Axis::words("mode", modes));
            compared += agrees(&source, &axes);
        }
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn every_cell_of_files_that_others_wrote_is_what_a_solver_says() {
    let mut compared = 0;
    for source in strangers() {
        for axes in sweeps(&source, 2) {
            compared += agrees(&source, &axes);
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn a_store_and_the_number_of_threads_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let sources = ["wizard", "arena", "rpglite", "duelists", "hedge"];
    for (number, game) in sources.into_iter().enumerate() {
        let source = Source::game(game);
        let axes = &sweeps(&source, 1)[0];
        let Ok(plain) = swept(&source, axes, None) else {
            panic!("{game}: {axes:?}");
        };
        let path = folder.path().join(format!("{number}.sqlite"));
        let store = SqliteStore::open(&path, &rules_text(&source)).unwrap();
        let first = swept(&source, axes, Some(&store)).unwrap();
        let again = swept(&source, axes, Some(&store)).unwrap();
        assert_eq!((&plain.cells, &plain.cells), (&first.cells, &again.cells), "{game}");
        let settled = plain.worths().filter(|worth| worth.is_settled()).count() as u64;
        assert_eq!((first.ran.kept, first.ran.done), (0, settled), "{game}");
        assert_eq!((again.ran.kept, again.ran.done), (settled, 0), "{game}");
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let on = pool.install(|| swept(&source, axes, None)).unwrap();
            assert_eq!(on.cells, plain.cells, "{game} on {threads}");
        }
    }
}

#[test]
fn what_another_job_kept_as_impossible_is_refused_by_a_sweep() {
    let folder = tempfile::tempdir().unwrap();
    let wizard = Source::game("wizard");
    let store = SqliteStore::open(folder.path().join("a.sqlite"), &rules_text(&wizard)).unwrap();
    let how = Run { store: Some(&store), ..Run::within(&Budget::default()) };
    let tuning = outplay::Tuning {
        wants: vec!["value=1".parse().unwrap()],
        changes: vec![Axis::range("boss.hp", 0, 55)],
    };
    assert_eq!(wizard.tune(&tuning, &how).unwrap().found, None);
    let sweep = Sweep::over([Axis::range("boss.hp", 0, 3)]);
    let without = wizard.sweep(&sweep, &Run::within(&Budget::default())).unwrap_err();
    let with = wizard.sweep(&sweep, &how).unwrap_err();
    assert_eq!(with.to_string(), without.to_string());
    assert!(with.to_string().contains("0 is out of range"), "{with}");
}

/// The wizard's fight as the puzzle tells it, solved by the plainest search there is: cheapest first. It
/// shares nothing with the rest of this workspace.
fn least_mana(boss: i32, attack: i32, hard: bool) -> Option<i64> {
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    struct State {
        hp: i32,
        mana: i32,
        boss: i32,
        shield: i32,
        poison: i32,
        recharge: i32,
    }
    // What is in force works at the beginning of each turn; the armor lasts through it.
    fn turn_begins(state: &mut State) -> i32 {
        let armor = if state.shield > 0 { 7 } else { 0 };
        if state.poison > 0 {
            state.boss -= 3;
        }
        if state.recharge > 0 {
            state.mana += 101;
        }
        state.shield = (state.shield - 1).max(0);
        state.poison = (state.poison - 1).max(0);
        state.recharge = (state.recharge - 1).max(0);
        armor
    }
    let start = State { hp: 50, mana: 500, boss, shield: 0, poison: 0, recharge: 0 };
    let mut best = FxHashMap::from_iter([(start, 0)]);
    let mut open = BinaryHeap::from([Reverse((0_i64, start))]);
    while let Some(Reverse((spent, state))) = open.pop() {
        if state.boss <= 0 {
            return Some(spent);
        }
        if best[&state] < spent {
            continue;
        }
        let mut mine = state;
        if hard {
            mine.hp -= 1;
            if mine.hp <= 0 {
                continue;
            }
        }
        turn_begins(&mut mine);
        let mut reach = |cost: i32, mut next: State| {
            if next.boss > 0 {
                let armor = turn_begins(&mut next);
                if next.boss > 0 {
                    next.hp -= (attack - armor).max(1);
                    if next.hp <= 0 {
                        return;
                    }
                }
            }
            let spent = spent + i64::from(cost);
            if best.get(&next).is_none_or(|before| spent < *before) {
                best.insert(next, spent);
                open.push(Reverse((spent, next)));
            }
        };
        if mine.boss <= 0 {
            reach(0, mine);
            continue;
        }
        for (spell, cost) in [53, 73, 113, 173, 229].into_iter().enumerate() {
            if mine.mana < cost {
                continue;
            }
            let mut next = State { mana: mine.mana - cost, ..mine };
            match spell {
                0 => next.boss -= 4,
                1 => (next.boss, next.hp) = (next.boss - 2, next.hp + 2),
                2 if mine.shield == 0 => next.shield = 6,
                3 if mine.poison == 0 => next.poison = 6,
                4 if mine.recharge == 0 => next.recharge = 5,
                _ => continue,
            }
            reach(cost, next);
        }
    }
    None
}

#[test]
fn all_2520_wizard_fights_in_one_sweep() {
    #[derive(Deserialize)]
    struct Known {
        boss_hp: usize,
        boss_damage: usize,
        hard: bool,
        least_mana: Option<i64>,
    }
    let axes = [Axis::range("boss.hp", 1, 90), Axis::range("boss.attack", 1, 14)];
    let sweep = Sweep::over(axes);
    let answer = Source::game("wizard").mode("all").sweep(&sweep, &Run::within(&Budget::default()));
    let answer = answer.unwrap();
    assert_eq!((answer.cells.len(), answer.ran.done, answer.stopped), (2520, 2520, None));
    let value = |number: usize| {
        let worth = answer.cells[number].worth().unwrap();
        assert!(worth.is_settled());
        worth.value.map(|value| match value {
            Number::Whole(whole) => whole,
            Number::Real(real) => panic!("{real} mana"),
        })
    };
    let place = |hp: usize, attack: usize, hard: bool| {
        usize::from(hard) * 1260 + (hp - 1) * 14 + attack - 1
    };
    let known: Vec<Known> =
        serde_json::from_str(include_str!("../../../../golden/wizard.json")).unwrap();
    assert_eq!(known.len(), 630);
    let mut open: Vec<bool> = vec![true; 2520];
    for Known { boss_hp, boss_damage, hard, least_mana } in known {
        let number = place(boss_hp, boss_damage, hard);
        open[number] = false;
        assert_eq!(value(number), least_mana, "{:?}", answer.values(number));
    }
    let small = |number: usize| i32::try_from(number).unwrap();
    for hard in [false, true] {
        for (hp, attack) in (1..=90).flat_map(|hp| (1..=14).map(move |attack| (hp, attack))) {
            let number = place(hp, attack, hard);
            if !open[number] {
                continue;
            }
            let expected = least_mana(small(hp), small(attack), hard);
            assert_eq!(value(number), expected, "{:?}", answer.values(number));
        }
    }
}
