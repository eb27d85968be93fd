//! Who does the cells of a job, where that is not this process.
//!
//! A job hands out its cells as texts ([`Tasks`]) and takes what comes of them in any order; where the
//! texts go, how many at a time, and what happens when a machine is lost, is the [`Workers`]' concern.
//! What is finished is in the store before the next is asked for, so that whoever ends here loses none
//! of it. Nothing here knows a network.

use std::ops::ControlFlow;

use outplay_game::{Budget, Stop};

use crate::job::{Job, Ran, finish, read_cell};
use crate::store::{Key, Store, StoreError};

/// What came of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worked {
    /// The cell, as its job writes it, and the states that it took.
    Cell {
        /// The cell as JSON.
        text: String,
        /// States expanded.
        states: u64,
    },
    /// Something is wrong with the question itself.
    Wrong,
    /// Whoever worked on it ended, again and again: it is left.
    Lost,
}

/// The cells of a job that are to be done elsewhere.
pub trait Tasks {
    /// Up to so many more, each with its number; none when there are no more, or when it is time to end.
    fn next(&mut self, most: usize) -> Vec<(u64, String)>;

    /// What a store knows one by, where it has a name.
    fn key(&self, number: u64) -> Option<String>;

    /// Takes what came of one. A break ends the job: the rest need not be done.
    fn take(&mut self, number: u64, worked: Worked) -> ControlFlow<()>;
}

/// Somebody elsewhere who does cells.
pub trait Workers: Sync {
    /// Does all tasks, as many at a time as it likes, until there are no more and nothing is under way; ends
    /// early when the budget does.
    ///
    /// # Errors
    /// When nobody can work any more, in a sentence without its end.
    fn work(&self, tasks: &mut dyn Tasks, budget: &Budget) -> Result<(), String>;
}

/// Runs a job elsewhere: what the store does not have is done by the workers and kept as it comes; all
/// cells are taken in order in the end.
pub(crate) fn run_elsewhere<J: Job>(
    job: &J,
    store: Option<&dyn Store>,
    workers: &dyn Workers,
    budget: &Budget,
    take: &mut dyn FnMut(J::Cell),
) -> Result<Ran, J::Wrong> {
    let mut desk = Desk {
        job,
        store,
        budget,
        cells: Vec::new(),
        ran: Ran::default(),
        next: 0,
        over: 0,
        wrong: None,
    };
    desk.cells.resize_with(usize::try_from(job.count()).unwrap_or(usize::MAX), || None);
    let worked = workers.work(&mut desk, budget);
    let Desk { cells, mut ran, wrong, .. } = desk;
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    worked.map_err(StoreError::new)?;
    for (cell, number) in cells.into_iter().zip(0..) {
        take(match cell {
            Some(cell) => cell,
            // It has no text, or it was not begun.
            None => {
                let key = store.and_then(|_| job.question(number)).map(Key::new);
                let (cell, kept) = finish(job, number, store.zip(key.as_ref()), budget)?;
                ran.count(kept, J::is_finished(&cell));
                cell
            }
        });
    }
    Ok(ran)
}

/// A job whose cells are handed out.
struct Desk<'a, J: Job> {
    job: &'a J,
    store: Option<&'a dyn Store>,
    budget: &'a Budget<'a>,
    cells: Vec<Option<J::Cell>>,
    ran: Ran,
    /// The first cell that was not looked at.
    next: u64,
    /// How many are over.
    over: u64,
    wrong: Option<J::Wrong>,
}

impl<J: Job> Desk<'_, J> {
    /// The cell that the store has of this, where it has one.
    fn kept(&self, number: u64) -> Result<Option<J::Cell>, StoreError> {
        let Some((store, question)) = self.store.zip(self.job.question(number)) else {
            return Ok(None);
        };
        match store.get(&Key::new(question))? {
            Some(text) => read_cell(&text).map(Some),
            None => Ok(None),
        }
    }

    /// Keeps what was done elsewhere, and counts it.
    fn came(&mut self, number: u64, text: &str) -> Result<(), J::Wrong> {
        let cell: J::Cell = read_cell(text)?;
        let finished = J::is_finished(&cell);
        if let Some((store, question)) = self.store.zip(self.job.question(number))
            && finished
        {
            store.put(&Key::new(question), text)?;
        }
        self.fill(number, cell, false);
        Ok(())
    }

    fn fill(&mut self, number: u64, cell: J::Cell, kept: bool) {
        self.ran.count(kept, J::is_finished(&cell));
        if let Some(place) =
            usize::try_from(number).ok().and_then(|place| self.cells.get_mut(place))
        {
            *place = Some(cell);
        }
        self.over += 1;
        if let Some(tell) = self.budget.on_progress {
            tell(self.over);
        }
    }
}

impl<J: Job> Tasks for Desk<'_, J> {
    fn next(&mut self, most: usize) -> Vec<(u64, String)> {
        let mut tasks = Vec::new();
        while tasks.len() < most && self.next < self.job.count() && self.wrong.is_none() {
            let number = self.next;
            self.next += 1;
            match self.kept(number) {
                Ok(Some(cell)) => self.fill(number, cell, true),
                Ok(None) => tasks.extend(self.job.task(number).map(|task| (number, task))),
                Err(error) => self.wrong = Some(error.into()),
            }
        }
        tasks
    }

    fn key(&self, number: u64) -> Option<String> {
        Some(Key::new(self.job.question(number)?).name().to_owned())
    }

    fn take(&mut self, number: u64, worked: Worked) -> ControlFlow<()> {
        let came = match worked {
            Worked::Cell { text, states } => {
                self.job.took(states);
                self.came(number, &text)
            }
            // What is wrong is said here, with its place.
            Worked::Wrong => self.job.cell(number).map(|cell| self.fill(number, cell, false)),
            Worked::Lost => {
                let cell = self.job.unbegun(number, Stop::Worker);
                self.fill(number, cell, false);
                Ok(())
            }
        };
        match came {
            Ok(()) => ControlFlow::Continue(()),
            Err(wrong) => {
                self.wrong = Some(wrong);
                ControlFlow::Break(())
            }
        }
    }
}
