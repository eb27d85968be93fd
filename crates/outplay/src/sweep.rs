//! The value of a fight over two of its numbers: every combination solved exactly.
//!
//! The rules file is read once; each cell lays its two numbers over it, compiles, and searches, so
//! that a cell is worth exactly what [`crate::solve()`] says with the same two `--set`. Rows are
//! shared out to all cores; the answer does not depend on how many there are.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use outplay_duel::order::Order;
use outplay_duel::{Duel, Names, Options, RulesFile, Visitor};
use outplay_game::Game;
use outplay_search::{Algorithm, solve};
use outplay_text::{Problem, Problems, SourceId, Sources};
use rayon::prelude::*;
use serde::Serialize;

use crate::{Failure, Limits, Proof, Request, thousands};

/// More cells than this are too many for one answer.
pub const MOST_CELLS: u64 = 20_000;

/// A number of the rules that takes several values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Axis {
    /// Which number, as for `--set`: `boss.hp`.
    pub path: String,
    /// Its first value.
    pub from: i64,
    /// Its last.
    pub to: i64,
}

impl Axis {
    /// Its values, both ends included.
    pub fn values(&self) -> impl Iterator<Item = i64> + use<> {
        self.from..=self.to
    }

    fn len(&self) -> u64 {
        if self.from > self.to { 0 } else { self.to.abs_diff(self.from).saturating_add(1) }
    }
}

/// What every combination is worth.
#[derive(Clone, Debug, Serialize)]
pub struct SweepAnswer {
    /// The game.
    pub game: String,
    /// Its mode.
    pub mode: String,
    /// What the values count.
    pub unit: String,
    /// The number that changes along a row.
    pub x: Axis,
    /// The number that changes from row to row.
    pub y: Axis,
    /// A row for each value of `y`, with a cell for each value of `x`.
    pub rows: Vec<Vec<Cell>>,
    /// How many cells were solved.
    pub cells: u64,
    /// States expanded in all of them.
    pub states: u64,
    /// Time of it all.
    pub seconds: f64,
}

/// What one combination is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// The least with which player 1 wins; none where no win was found.
    pub value: Option<u64>,
    /// `optimal`, or `bound` where a limit stopped the search.
    pub proof: Proof,
}

/// Solves a fight for every combination of two of its numbers.
///
/// # Errors
/// When the rules or the question are wrong, for any of the combinations.
///
/// ```
/// use outplay::{Axis, Limits, Request, sweep};
/// let axis = |path: &str, from, to| Axis { path: path.to_owned(), from, to };
/// let wizard = Request::shipped("wizard").unwrap();
/// let axes = [axis("boss.hp", 21, 23), axis("boss.attack", 1, 2)];
/// let answer = sweep(&wizard, axes, Limits::default()).unwrap();
/// assert_eq!(answer.rows[0][0].value, Some(279));
/// ```
pub fn sweep(request: &Request, [x, y]: [Axis; 2], limits: Limits) -> Result<SweepAnswer, Failure> {
    let cells = x.len().saturating_mul(y.len());
    if cells == 0 || cells > MOST_CELLS {
        let message = format!("{} cells cannot be drawn", thousands(cells));
        let help = format!("take ranges A..B with 1 to {} cells in all", thousands(MOST_CELLS));
        return Err(Failure::plain(Problem::error(None, message).help(help)));
    }
    if x.path == y.path {
        let message = format!("{} cannot be both across and down", x.path);
        return Err(Failure::plain(Problem::error(None, message).help("choose two numbers")));
    }
    let loaded = request.load()?;
    if loaded.fight.names.zero_sum {
        let message = "a sweep asks for the least cost, and here the winner's hp counts";
        return Err(Failure::plain(Problem::error(None, message).help("see `outplay tournament`")));
    }
    let mut table = Table::read(request);
    let columns: Vec<SourceId> = x.values().map(|value| table.source(&x.path, value)).collect();
    let lines: Vec<SourceId> = y.values().map(|value| table.source(&y.path, value)).collect();
    let begin = Instant::now();
    let states = AtomicU64::new(0);
    let deadline = limits.max_seconds;
    let rows: Result<Vec<Vec<Cell>>, Failure> = lines
        .par_iter()
        .map(|&line| {
            let solve = |&column: &SourceId| {
                let left = deadline.map(|most| (most - begin.elapsed().as_secs_f64()).max(0.0));
                let limits = Limits { max_seconds: left, on_progress: None, ..limits };
                table.cell([column, line], request, limits, &states)
            };
            columns.iter().map(solve).collect()
        })
        .collect();
    Ok(SweepAnswer {
        game: request.game.clone(),
        mode: loaded.mode,
        unit: loaded.fight.names.price,
        x,
        y,
        rows: rows?,
        cells,
        states: states.into_inner(),
        seconds: begin.elapsed().as_secs_f64(),
    })
}

/// The rules as read once, and every text that may be laid over them.
struct Table {
    sources: Sources,
    rules: RulesFile,
    options: Options,
    problems: Problems,
}

impl Table {
    fn read(request: &Request) -> Self {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let file = sources.add(&request.file, &request.rules);
        let rules = RulesFile::read(&sources, file, &mut problems);
        let sides = ["--p1", "--p2"];
        let side = |index: usize, sources: &mut Sources| {
            request.sides[index].as_ref().map(|text| sources.add(sides[index], text))
        };
        let options = Options {
            mode: request.mode.clone(),
            sides: [side(0, &mut sources), side(1, &mut sources)],
            order: request.order.as_ref().map(|text| sources.add("--order", text)),
            input: request.input.as_ref().map(|(name, text)| sources.add(name, text)),
            set: request.set.iter().map(|(name, text)| sources.add(name, text)).collect(),
        };
        Self { sources, rules, options, problems }
    }

    fn source(&mut self, path: &str, value: i64) -> SourceId {
        self.sources.add("--set", format!("{path}={value}"))
    }

    fn cell(
        &self,
        numbers: [SourceId; 2],
        request: &Request,
        limits: Limits,
        states: &AtomicU64,
    ) -> Result<Cell, Failure> {
        let mut options = self.options.clone();
        options.set.extend(numbers);
        let mut problems = self.problems.clone();
        let fight = self.rules.fight(&self.sources, &options, &mut problems);
        let Some(fight) = fight else {
            return Err(Failure {
                sources: self.sources.clone(),
                problems: problems.into_sorted(),
            });
        };
        let after = request.after.as_deref();
        let found = fight.visit(Cheapest { limits, after });
        let Some((cell, expanded)) = found else {
            // Said with its place by whoever solves this cell alone.
            let message = "the moves of --after cannot be made in every cell";
            return Err(Failure::plain(Problem::error(None, message)));
        };
        states.fetch_add(expanded, Ordering::Relaxed);
        Ok(cell)
    }
}

struct Cheapest<'a> {
    limits: Limits<'a>,
    after: Option<&'a str>,
}

impl Visitor for Cheapest<'_> {
    type Output = Option<(Cell, u64)>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, names: &Names) -> Self::Output {
        let duel = match self.after {
            None => duel.clone(),
            Some(after) => duel.starting_at(duel.after(names, after).ok()?),
        };
        self.limits.with_control(|control| {
            let solution = solve(&duel, &duel.start(), Algorithm::Astar, control).ok()?;
            let proof = Proof::from(solution.proof);
            Some((Cell { value: solution.cost, proof }, solution.stats.expanded))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SolveOptions, solve};

    fn axis(path: &str, from: i64, to: i64) -> Axis {
        Axis { path: path.to_owned(), from, to }
    }

    #[test]
    fn every_cell_is_what_solve_says() {
        let axes = [axis("boss.hp", 1, 30), axis("boss.attack", 1, 12)];
        let wizard = Request::shipped("wizard").unwrap().mode("hard");
        let answer = sweep(&wizard, axes.clone(), Limits::default()).unwrap();
        assert_eq!(answer.cells, 360);
        for (attack, row) in axes[1].values().zip(&answer.rows) {
            for (hp, cell) in axes[0].values().zip(row) {
                let request = wizard
                    .clone()
                    .set(format!("boss.hp={hp}"))
                    .set(format!("boss.attack={attack}"));
                let alone = solve(&request, &SolveOptions::default()).unwrap();
                assert_eq!((cell.value, cell.proof), (alone.value, alone.proof), "{hp}/{attack}");
            }
        }
    }

    #[test]
    fn a_number_that_is_not_there_and_a_range_without_end_are_refused() {
        let wizard = Request::shipped("wizard").unwrap();
        let wrong = |x, y| sweep(&wizard, [x, y], Limits::default()).unwrap_err().to_string();
        let typo = wrong(axis("bos.hp", 1, 2), axis("boss.attack", 1, 2));
        assert!(typo.contains("nothing is called `bos.hp`"), "{typo}");
        let endless = wrong(axis("boss.hp", i64::MIN, i64::MAX), axis("boss.attack", 1, 9));
        assert!(endless.contains("cannot be drawn"), "{endless}");
        let backwards = wrong(axis("boss.hp", 5, 1), axis("boss.attack", 1, 9));
        assert!(backwards.contains("0 cells"), "{backwards}");
    }
}
