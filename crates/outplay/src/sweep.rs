//! The value of a fight over two of its numbers: every combination solved exactly.
//!
//! The rules file is read once; each cell is the table with its two numbers changed, solved, so that
//! a cell is worth exactly what a solver says of it. Rows are shared out to all cores; the answer
//! does not depend on how many there are.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use outplay_game::{Budget, Objective, Proof};
use outplay_lab::in_order;
use outplay_text::{Code, Problem};
use serde::{Deserialize, Serialize};

use crate::{Answer, Failure, Question, Table, Text, thousands};

/// More cells than this are too many for one answer.
pub const MOST_CELLS: u64 = 20_000;

/// A number of the rules that takes several values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Axis {
    /// Which number, as for a change of the rules: `boss.hp`.
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
#[derive(Clone, Debug, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// The least with which player 1 wins; none where no win was found.
    pub value: Option<u64>,
    /// `optimal`, or `bound` where a limit stopped the search.
    pub proof: Proof,
}

impl Table {
    /// Solves a fight for every combination of two of its numbers. All cells share the time.
    ///
    /// # Errors
    /// What is wrong with the question, for any of the combinations.
    ///
    /// ```
    /// use outplay::{Axis, Budget};
    /// let axis = |path: &str, from, to| Axis { path: path.to_owned(), from, to };
    /// let wizard = outplay::open("wizard").unwrap();
    /// let axes = [axis("boss.hp", 21, 23), axis("boss.attack", 1, 2)];
    /// let answer = wizard.sweep(axes, None, &Budget::default()).unwrap();
    /// assert_eq!(answer.rows[0][0].value, Some(279));
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "its rows are in memory")]
    pub fn sweep(
        &self,
        [x, y]: [Axis; 2],
        after: Option<&Text>,
        budget: &Budget,
    ) -> Result<SweepAnswer, Failure> {
        let plain = |code, message, help: &str| {
            Err(Failure::plain(Problem::error(code, None, message).help(help)))
        };
        let cells = x.len().saturating_mul(y.len());
        if cells == 0 || cells > MOST_CELLS {
            let message = format!("{} cells cannot be drawn", thousands(cells));
            let help = format!("take ranges A..B with 1 to {} cells in all", thousands(MOST_CELLS));
            return plain(Code::OutOfRange, message, &help);
        }
        if x.path == y.path {
            let message = format!("{} cannot be both across and down", x.path);
            return plain(Code::Twice, message, "choose two numbers");
        }
        let about = self.about();
        if !matches!(about.objective, Objective::LeastCost(_)) {
            let message = format!(
                "a sweep asks for the least cost, and the goal of this game is {}",
                about.objective
            );
            return plain(Code::WrongGoal, message, "a tournament tells who beats whom");
        }
        let begin = Instant::now();
        let states = AtomicU64::new(0);
        let cell = |column: i64, line: i64| -> Result<Cell, Failure> {
            let table = self.edited(|options| {
                for (axis, value) in [(&x, column), (&y, line)] {
                    options.set.push(Text::new(&axis.path, format!("{}={value}", axis.path)));
                }
            })?;
            let question = Question { after: after.cloned(), ..Question::default() };
            let answer = table.solver().solve(&question, &budget.quiet())?;
            states.fetch_add(answer.states(), Ordering::Relaxed);
            let Answer::Cost(answer) = answer else {
                unreachable!("numbers do not change what a fight is for")
            };
            Ok(Cell { value: answer.value, proof: answer.proof })
        };
        let lines: Vec<i64> = y.values().collect();
        let row = |line: u64| -> Result<Vec<Cell>, Failure> {
            let line = lines[usize::try_from(line).expect("a row of the answer")];
            x.values().map(|column| cell(column, line)).collect()
        };
        let mut rows = Vec::new();
        let count = lines.len() as u64;
        in_order(count, count, None, &row, &mut |row| {
            rows.push(row);
            Ok(())
        })?;
        Ok(SweepAnswer {
            game: about.game.clone(),
            mode: about.mode.clone(),
            unit: about.unit().to_owned(),
            rows,
            x,
            y,
            cells,
            states: states.into_inner(),
            seconds: begin.elapsed().as_secs_f64(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    fn axis(path: &str, from: i64, to: i64) -> Axis {
        Axis { path: path.to_owned(), from, to }
    }

    #[test]
    fn every_cell_is_what_a_solver_says() {
        let axes = [axis("boss.hp", 1, 30), axis("boss.attack", 1, 12)];
        let wizard = Source::game("wizard").mode("hard");
        let answer = wizard.open().unwrap().sweep(axes.clone(), None, &Budget::default()).unwrap();
        assert_eq!(answer.cells, 360);
        for (attack, row) in axes[1].values().zip(&answer.rows) {
            for (hp, cell) in axes[0].values().zip(row) {
                let source = wizard.clone().set(format!("boss.hp={hp}"));
                let source = source.set(format!("boss.attack={attack}"));
                let mut solver = source.open().unwrap().solver();
                let alone = solver.solve(&Question::default(), &Budget::default()).unwrap();
                let value = cell.value.map(i128::from);
                assert_eq!((value, cell.proof), (alone.value(), alone.proof()), "{hp}/{attack}");
            }
        }
    }

    #[test]
    fn a_number_that_is_not_there_and_a_range_without_end_are_refused() {
        let wizard = crate::open("wizard").unwrap();
        let wrong = |x, y| wizard.sweep([x, y], None, &Budget::default()).unwrap_err().to_string();
        let typo = wrong(axis("bos.hp", 1, 2), axis("boss.attack", 1, 2));
        assert!(typo.contains("nothing is called `bos.hp`"), "{typo}");
        let endless = wrong(axis("boss.hp", i64::MIN, i64::MAX), axis("boss.attack", 1, 9));
        assert!(endless.contains("cannot be drawn"), "{endless}");
        let backwards = wrong(axis("boss.hp", 5, 1), axis("boss.attack", 1, 9));
        assert!(backwards.contains("0 cells"), "{backwards}");
    }
}
