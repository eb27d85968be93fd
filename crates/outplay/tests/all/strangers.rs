//! The fights of golden/fights/README.md that are small: what they are worth, and in how many states
//! that is found.
//!
//! `golden/fights.json` has a row for each of them: the value by the search that is used by default
//! and by another, where that one ends, too; and the states that the first expands, which may only
//! become fewer: a speed gate without noise. `UPDATE_GOLDEN=1` reads the README's tables and writes
//! the file anew.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use outplay::{Source, Table};
use outplay_duel::order::Order;
use outplay_duel::{Duel, Fight, Visitor};
use outplay_game::{Budget, Game, Objective, Proof};
use outplay_search::{Algorithm, Oracle, ZeroSumAlgorithm, solve, solve_zero_sum};
use serde::{Deserialize, Serialize};

/// A fight that takes more expanded states is left out: the others are there in seconds.
const MOST: u64 = 150_000;
/// A second search, which only checks, may keep so many.
const KEPT_TO_CHECK: u64 = 300_000;

/// A fight of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Row {
    name: String,
    /// The rules file, from the root of the repository.
    file: String,
    #[serde(default)]
    set: Vec<String>,
    goal: Option<String>,
    mode: Option<String>,
    /// What it is worth to player 1, or the least that it costs; nothing where it cannot be won.
    value: Option<i64>,
    /// How many states the search expands.
    states: u64,
    /// The other search that finds the same value.
    checked: Option<Other>,
}

/// Searches that know nothing of what the usual ones know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Other {
    Retrograde,
    Dijkstra,
}

impl Row {
    /// A row of the README's tables: name, command, value.
    fn listed(line: &str) -> Option<(Self, String)> {
        let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
        let (name, command, value) = (cells.next()?, cells.next()?, cells.next()?);
        let mut words = command.trim_matches('`').strip_prefix("solve ")?.split(' ');
        let game = words.next()?;
        let shipped = format!("rules/{game}.toml");
        let mut row = Self {
            name: name.to_owned(),
            file: if game.contains('/') { game.to_owned() } else { shipped },
            set: Vec::new(),
            goal: None,
            mode: None,
            value: None,
            states: 0,
            checked: None,
        };
        while let (Some(option), Some(given)) = (words.next(), words.next()) {
            match option {
                "--set" => row.set.push(given.to_owned()),
                "--goal" => row.goal = Some(given.to_owned()),
                "--mode" => row.mode = Some(given.to_owned()),
                other => panic!("{name}: what is {other}?"),
            }
        }
        Some((row, value.to_owned()))
    }

    fn open(&self) -> Table {
        let mut source = Source::read(root().join(&self.file)).unwrap();
        for change in &self.set {
            source = source.set(change);
        }
        if let Some(goal) = &self.goal {
            source = source.goal(goal);
        }
        if let Some(mode) = &self.mode {
            source = source.mode(mode);
        }
        source.open().unwrap()
    }

    fn solved(&self, by_default: bool, budget: Budget) -> Option<Found> {
        self.open().fight().unwrap().visit(Solve { by_default, budget })
    }

    /// By the search that is used by default.
    fn usually(&self, budget: Budget) -> Option<Found> {
        self.solved(true, budget)
    }

    /// By one that knows nothing of what the usual ones know, if it ends.
    fn otherwise(&self) -> Option<Found> {
        self.solved(false, Budget { states: KEPT_TO_CHECK, ..Budget::UNLIMITED })
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn golden() -> Vec<Row> {
    serde_json::from_str(&std::fs::read_to_string(root().join("golden/fights.json")).unwrap())
        .unwrap()
}

/// The fights that the README lists, and what it says that they are worth.
fn listed() -> Vec<(Row, String)> {
    let readme = std::fs::read_to_string(root().join("golden/fights/README.md")).unwrap();
    readme.lines().filter_map(Row::listed).collect()
}

/// The value by the search that is used by default, or by the other.
struct Solve<'a> {
    by_default: bool,
    budget: Budget<'a>,
}

struct Found {
    value: Option<i64>,
    expanded: u64,
    other: Other,
}

impl Visitor for Solve<'_> {
    /// Nothing where a limit stops the search.
    type Output = Option<Found>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Self::Output {
        let (start, budget) = (duel.start(), self.budget);
        if matches!(fight.terms.objective, Objective::ZeroSum(_)) {
            let found = if self.by_default {
                Oracle::empty(duel).solve(duel, &start, &budget).0
            } else {
                solve_zero_sum(duel, &start, ZeroSumAlgorithm::Retrograde, &budget)
            };
            let (value, expanded) = (Some(found.value()?), found.stats.expanded);
            return Some(Found { value, expanded, other: Other::Retrograde });
        }
        let usual = Algorithm::default_for(duel);
        let by = if self.by_default { usual } else { Algorithm::Dijkstra };
        let found = solve(duel, &start, by, None, &budget);
        (found.proof == Proof::Optimal).then(|| Found {
            value: found.cost.map(|cost| i64::try_from(cost).unwrap()),
            expanded: found.stats.expanded,
            other: Other::Dijkstra,
        })
    }
}

/// Writes the golden file anew, one fight a line.
fn update() {
    let mut rows = Vec::new();
    for (mut row, _) in listed() {
        let too_many = AtomicBool::new(false);
        let on_progress = |done| too_many.store(done > MOST * 2, Ordering::Relaxed);
        let found = row.usually(Budget {
            interrupt: Some(&too_many),
            on_progress: Some(&on_progress),
            ..Budget::UNLIMITED
        });
        let Some(found) = found.filter(|found| found.expanded <= MOST) else { continue };
        (row.value, row.states) = (found.value, found.expanded);
        let check = row.otherwise();
        if let Some(check) = &check {
            assert_eq!(check.value, row.value, "{}", row.name);
        }
        row.checked = check.map(|check| check.other);
        rows.push(row);
    }
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        let begin = if index == 0 { "[\n" } else { ",\n" };
        write!(text, "{begin}{}", serde_json::to_string(row).unwrap()).unwrap();
    }
    text += "\n]\n";
    std::fs::write(root().join("golden/fights.json"), text).unwrap();
}

#[test]
fn small_fights_have_their_values_in_no_more_states_than_before() {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        update();
    }
    for row in golden() {
        let found =
            row.usually(Budget::UNLIMITED).unwrap_or_else(|| panic!("{row:?} is not settled"));
        assert_eq!(found.value, row.value, "{}", row.name);
        let Row { name, states, .. } = row;
        assert!(found.expanded <= states, "{name}: {} states, not {states}", found.expanded);
    }
}

#[test]
fn another_search_finds_the_same() {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        return;
    }
    for row in golden().iter().filter(|row| row.checked.is_some()) {
        let found = row.otherwise().unwrap_or_else(|| panic!("{row:?} is not settled"));
        assert_eq!((found.value, Some(found.other)), (row.value, row.checked), "{}", row.name);
    }
}

/// What the README says of them is what was found.
#[test]
fn the_list_of_fights_says_the_same() {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        return;
    }
    let listed = listed();
    for row in golden() {
        let (same, said) = listed.iter().find(|(listed, _)| listed.name == row.name).unwrap();
        let asked = (&same.file, &same.set, &same.goal, &same.mode);
        assert_eq!((&row.file, &row.set, &row.goal, &row.mode), asked, "{}", row.name);
        let value = row.value.map_or("no win".to_owned(), |value| value.to_string());
        if said != "?" {
            assert_eq!(value, said.trim_end_matches('?'), "{}", row.name);
        }
    }
}
