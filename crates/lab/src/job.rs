//! Work that is made of independent cells: done on all cores, taken in order, and kept in a store.
//!
//! A match, a tournament, a sweep, a report and a tuning are jobs. A cell says what it is the answer to
//! ([`Job::question`]), all of it, and that is what a [`Store`] knows it by: whoever asks the same again,
//! in this job or another, today or after the power came back, gets the cell that is kept. A cell is
//! finished when the store has it; one that a limit stopped is told but not kept, since it may be settled
//! another time.

use outplay_game::{Budget, Stop};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::in_order;
use crate::store::{Key, Store, StoreError};
use crate::workers::{Workers, run_elsewhere};

/// Work that is made of independent cells.
pub trait Job: Sync {
    /// What comes of one piece.
    type Cell: Serialize + DeserializeOwned + Send;
    /// What may be wrong with one, which ends the job.
    type Wrong: From<StoreError> + Send;

    /// How many cells there are.
    fn count(&self) -> u64;

    /// All that a cell depends on, as text; none for what depends on something that has no text, as a
    /// style of a program's own.
    fn question(&self, number: u64) -> Option<String>;

    /// Does the work of one.
    ///
    /// # Errors
    /// What is wrong with it.
    fn cell(&self, number: u64) -> Result<Self::Cell, Self::Wrong>;

    /// The work of one as text, for somebody elsewhere; none where it can be done only here.
    fn task(&self, number: u64) -> Option<String> {
        let _ = number;
        None
    }

    /// Told how many states a cell took that was done elsewhere.
    fn took(&self, states: u64) {
        let _ = states;
    }

    /// What stands for a cell that was not begun, because the job was stopped.
    fn unbegun(&self, number: u64, stop: Stop) -> Self::Cell;

    /// Is it settled, so that it can be kept?
    fn is_finished(cell: &Self::Cell) -> bool;
}

/// Cells that are done before they are handed on: what a job holds besides its results.
const BLOCK: u64 = 8192;

/// What a job did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// Cells that the store had.
    pub kept: u64,
    /// Cells that were done now, and are settled.
    pub done: u64,
    /// Cells that are not settled.
    pub open: u64,
}

impl Ran {
    /// Counts a cell: was it kept before, and is it settled?
    pub(crate) fn count(&mut self, kept: bool, finished: bool) {
        match (kept, finished) {
            (true, _) => self.kept += 1,
            (false, true) => self.done += 1,
            (false, false) => self.open += 1,
        }
    }
}

/// Does what is missing of a job, here on all cores or by the workers, keeps it, and takes all cells in their
/// order. The budget is looked at between cells (how much one may cost, the job knows itself), and told how
/// many are done.
///
/// # Errors
/// What is wrong with the first cell that something is wrong with; a store that cannot be read or written;
/// workers who are gone.
///
/// # Panics
/// When a cell cannot be written as JSON: a map in it has keys that are no text.
pub fn run<J: Job>(
    job: &J,
    store: Option<&dyn Store>,
    workers: Option<&dyn Workers>,
    budget: &Budget,
    take: &mut dyn FnMut(J::Cell),
) -> Result<Ran, J::Wrong> {
    if let Some(workers) = workers {
        return run_elsewhere(job, store, workers, budget, take);
    }
    let work = |number: u64| -> Result<(J::Cell, bool), J::Wrong> {
        let key = store.and_then(|_| job.question(number)).map(Key::new);
        finish(job, number, store.zip(key.as_ref()), budget)
    };
    let mut ran = Ran::default();
    in_order(job.count(), BLOCK, budget.on_progress, &work, &mut |(cell, kept)| {
        ran.count(kept, J::is_finished(&cell));
        take(cell);
        Ok(())
    })?;
    Ok(ran)
}

/// The cell that is kept, or that comes of the work, or stands for one that was not begun. Was it kept before?
pub(crate) fn finish<J: Job>(
    job: &J,
    number: u64,
    place: Option<(&dyn Store, &Key)>,
    budget: &Budget,
) -> Result<(J::Cell, bool), J::Wrong> {
    kept(place, J::is_finished, || match budget.ended().or_else(|| budget.without_room_for(0)) {
        Some(stop) => Ok(job.unbegun(number, stop)),
        None => job.cell(number),
    })
}

/// One cell: what the store has, or else what comes of the work, which is then kept if it is finished. Was it
/// kept before?
///
/// # Errors
/// What the work says; a store that cannot be read or written.
///
/// # Panics
/// Never: cells have only string keys.
pub fn kept<T, E>(
    place: Option<(&dyn Store, &Key)>,
    is_finished: impl FnOnce(&T) -> bool,
    work: impl FnOnce() -> Result<T, E>,
) -> Result<(T, bool), E>
where
    T: Serialize + DeserializeOwned,
    E: From<StoreError>,
{
    if let Some((store, key)) = place
        && let Some(text) = store.get(key)?
    {
        return Ok((read_cell(&text)?, true));
    }
    let cell = work()?;
    if let Some((store, key)) = place
        && is_finished(&cell)
    {
        let text = serde_json::to_string(&cell).expect("cells have only string keys");
        store.put(key, &text)?;
    }
    Ok((cell, false))
}

/// A cell from its text.
pub(crate) fn read_cell<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text)
        .map_err(|error| StoreError::new(format!("a cell of it cannot be read ({error})")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    use super::*;

    /// Squares, of which the last is never settled.
    struct Squares {
        count: u64,
        worked: AtomicU64,
    }

    impl Job for Squares {
        type Cell = Option<u64>;
        type Wrong = StoreError;

        fn count(&self) -> u64 {
            self.count
        }

        fn question(&self, number: u64) -> Option<String> {
            // One has no content to be known by.
            (number != 3).then(|| format!("the square of {number}"))
        }

        fn cell(&self, number: u64) -> Result<Option<u64>, StoreError> {
            self.worked.fetch_add(1, Ordering::Relaxed);
            Ok((number + 1 < self.count).then(|| number * number))
        }

        fn unbegun(&self, _: u64, _: Stop) -> Option<u64> {
            None
        }

        fn is_finished(cell: &Option<u64>) -> bool {
            cell.is_some()
        }
    }

    #[derive(Default)]
    struct Memory(Mutex<BTreeMap<String, String>>);

    impl Store for Memory {
        fn get(&self, key: &Key) -> Result<Option<String>, StoreError> {
            Ok(self.0.lock().unwrap().get(key.question()).cloned())
        }

        fn put(&self, key: &Key, cell: &str) -> Result<(), StoreError> {
            self.0.lock().unwrap().insert(key.question().to_owned(), cell.to_owned());
            Ok(())
        }
    }

    fn squares(count: u64) -> Squares {
        Squares { count, worked: AtomicU64::new(0) }
    }

    fn ran(job: &Squares, store: &Memory, budget: &Budget) -> (Ran, Vec<Option<u64>>) {
        let mut cells = Vec::new();
        let ran = run(job, Some(store), None, budget, &mut |cell| cells.push(cell)).unwrap();
        (ran, cells)
    }

    #[test]
    fn only_what_is_missing_is_done() {
        let (store, budget) = (Memory::default(), Budget::UNLIMITED);
        let expected = vec![Some(0), Some(1), Some(4), Some(9), Some(16), None];
        let first = ran(&squares(6), &store, &budget);
        assert_eq!(first, (Ran { kept: 0, done: 5, open: 1 }, expected.clone()));
        let again = squares(6);
        // The fourth has no key, and the last was not settled.
        assert_eq!(ran(&again, &store, &budget), (Ran { kept: 4, done: 1, open: 1 }, expected));
        assert_eq!(again.worked.into_inner(), 2);
    }

    #[test]
    fn a_job_that_was_stopped_has_a_cell_for_each_and_goes_on_from_there() {
        let (store, stop) = (Memory::default(), AtomicBool::new(false));
        ran(&squares(3), &store, &Budget::UNLIMITED);
        stop.store(true, Ordering::Relaxed);
        let stopped = Budget { interrupt: Some(&stop), ..Budget::UNLIMITED };
        let (did, cells) = ran(&squares(6), &store, &stopped);
        assert_eq!(did, Ran { kept: 2, done: 0, open: 4 });
        assert_eq!(cells, [Some(0), Some(1), None, None, None, None]);
        assert_eq!(ran(&squares(6), &store, &Budget::UNLIMITED).0.kept, 2);
    }
}
