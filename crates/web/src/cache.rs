//! The last tables with their solvers, so that the next question about the same game finds it read,
//! and what was proved of it known.
//!
//! Answers are the same with and without: a solver only remembers. A table may be used by many at
//! once, a solver by one: whoever finds it lent gets a fresh one, and of two that come back the one
//! that knows more stays. All of them together take a limited number of bytes, the least recently
//! used go first, and a solver that has grown beyond its share is not kept. A solver whose question
//! was interrupted, stopped by a limit or broke down is not kept either: what others find here was
//! settled within the limits of one question.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outplay::{Failure, Solver, Source, Table, Text};

/// So many tables are kept, however small.
const MOST_TABLES: usize = 512;

/// A solver keeps no more than this part of all bytes.
const SHARE: u64 = 4;

/// The last tables with their solvers.
pub(crate) struct Cache {
    /// Bytes of all of them together.
    most: u64,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    entries: HashMap<Source, Entry>,
    bytes: u64,
    /// Counts up with every use.
    clock: u64,
}

struct Entry {
    table: Table,
    /// None while it is lent, and before anybody asked for it.
    solver: Option<Solver>,
    bytes: u64,
    used: u64,
}

impl Cache {
    pub(crate) fn new(most: u64) -> Arc<Self> {
        Arc::new(Self { most, kept: Mutex::default() })
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Nothing breaks down half-way through an entry.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table of a source; `open` makes it where it is not there.
    pub(crate) fn table(
        &self,
        source: &Source,
        open: impl FnOnce() -> Result<Table, Failure>,
    ) -> Result<Table, Failure> {
        if let Some(table) = self.kept().find(source) {
            return Ok(table);
        }
        // Others need not wait for it.
        let table = open()?;
        self.keep(&table, None);
        Ok(table)
    }

    /// The solver of a table, or a fresh one where somebody else has it; each of `spoils` says that
    /// it is not to be kept.
    pub(crate) fn solver(self: &Arc<Self>, table: &Table, spoils: [Flag; 2]) -> Lent {
        let known = self.kept().take_solver(table.source());
        let solver = Some(known.unwrap_or_else(|| table.solver()));
        Lent { solver, cache: Some(Arc::clone(self)), spoils }
    }

    /// A solver that knows nothing; what it proves is kept like any other's.
    pub(crate) fn fresh(self: &Arc<Self>, table: &Table, spoils: [Flag; 2]) -> Lent {
        Lent { solver: Some(table.solver()), cache: Some(Arc::clone(self)), spoils }
    }

    /// Makes room: what was proved goes, the tables stay.
    pub(crate) fn forget_solvers(&self) {
        let mut kept = self.kept();
        let Kept { entries, bytes, .. } = &mut *kept;
        let mut left = Vec::new();
        for entry in entries.values_mut().filter(|entry| entry.solver.is_some()) {
            left.extend(entry.solver.take());
            let now = weight(&entry.table, None);
            *bytes = *bytes - entry.bytes + now;
            entry.bytes = now;
        }
        drop(kept);
        drop(left);
    }

    /// Keeps a table, and a solver that came back.
    fn keep(&self, table: &Table, solver: Option<Solver>) {
        let solver = solver.filter(|solver| solver.bytes() <= self.most / SHARE);
        let left = self.kept().keep(table, solver, self.most);
        // Large tables take a while to be freed: nobody waits for that.
        drop(left);
    }

    /// Bytes in use, and how many tables.
    #[cfg(test)]
    pub(crate) fn size(&self) -> (u64, usize) {
        let kept = self.kept();
        (kept.bytes, kept.entries.len())
    }
}

impl Kept {
    fn find(&mut self, source: &Source) -> Option<Table> {
        self.clock += 1;
        let entry = self.entries.get_mut(source)?;
        entry.used = self.clock;
        Some(entry.table.clone())
    }

    fn take_solver(&mut self, source: &Source) -> Option<Solver> {
        let entry = self.entries.get_mut(source)?;
        let solver = entry.solver.take()?;
        let bytes = weight(&entry.table, None);
        self.bytes = self.bytes - entry.bytes + bytes;
        entry.bytes = bytes;
        Some(solver)
    }

    /// Puts an entry in, and hands out what has to go.
    fn keep(
        &mut self,
        table: &Table,
        solver: Option<Solver>,
        most: u64,
    ) -> Vec<(Source, Option<Entry>, Option<Solver>)> {
        self.clock += 1;
        let source = table.source();
        let mut left = Vec::new();
        let (solver, other) = match self.entries.remove(source) {
            None => (solver, None),
            Some(entry) => {
                self.bytes -= entry.bytes;
                let knows = |solver: &Option<Solver>| solver.as_ref().map(Solver::bytes);
                if knows(&solver) >= knows(&entry.solver) {
                    (solver, entry.solver)
                } else {
                    (entry.solver, solver)
                }
            }
        };
        left.push((source.clone(), None, other));
        let bytes = weight(table, solver.as_ref());
        self.bytes += bytes;
        let entry = Entry { table: table.clone(), solver, bytes, used: self.clock };
        self.entries.insert(source.clone(), entry);
        while self.bytes > most || self.entries.len() > MOST_TABLES {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.used);
            let Some(oldest) = oldest.map(|(source, _)| source.clone()) else { break };
            let Some(entry) = self.entries.remove(&oldest) else { break };
            self.bytes -= entry.bytes;
            left.push((oldest, Some(entry), None));
        }
        left
    }
}

/// What an entry takes: the table, what its solver knows, and the texts, which the table keeps too.
fn weight(table: &Table, solver: Option<&Solver>) -> u64 {
    let Source { game, file, options } = table.source();
    let mut length = game.len();
    let texts =
        [file, &options.order, &options.goal, &options.input, &options.hand, &options.card_list];
    let lists = options.set.iter().chain(&options.cards).chain(options.sides.iter().flatten());
    let texts = texts.into_iter().flatten().chain(&options.deck).chain(lists);
    length += texts.map(|Text { name, text }| name.len() + text.len() + 48).sum::<usize>();
    table.bytes() + solver.map_or(0, Solver::bytes) + 3 * length as u64
}

/// Something that may come true.
pub(crate) type Flag = Arc<AtomicBool>;

/// A solver for one question; it goes back when it is dropped.
pub(crate) struct Lent {
    solver: Option<Solver>,
    cache: Option<Arc<Cache>>,
    spoils: [Flag; 2],
}

impl Lent {
    /// A solver that knows nothing and does not come back.
    pub(crate) fn fresh(table: &Table, spoils: [Flag; 2]) -> Self {
        Self { solver: Some(table.solver()), cache: None, spoils }
    }
}

/// Only a drop takes it away.
const THERE: &str = "a solver is there until it goes back";

impl Deref for Lent {
    type Target = Solver;

    fn deref(&self) -> &Solver {
        self.solver.as_ref().expect(THERE)
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut Solver {
        self.solver.as_mut().expect(THERE)
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let spoilt = self.spoils.iter().any(|flag| flag.load(Ordering::Relaxed));
        let solver = self.solver.take().filter(|_| !spoilt && !std::thread::panicking());
        if let (Some(solver), Some(cache)) = (solver, &self.cache) {
            let table = solver.table().clone();
            cache.keep(&table, Some(solver));
        }
    }
}
