//! Stores: a file of any bytes is opened or refused, what is put into a store can be had again, whatever
//! the keys are, and whatever cells it has (`cells.rs`), work that uses them comes to an answer.

use outplay::lab::{Key, SqliteStore, Store};
use tempfile::TempDir;

use crate::cells::{JOBS, try_cells};

/// The letter of the first job; the others follow.
pub(crate) const FIRST_JOB: u8 = b'A';

/// Tries one input: a file where it begins like one; a job by its letter, and cells; else the rules and, line by
/// line, keys and cells.
pub fn try_one(data: &[u8]) {
    if let Some((&letter, cells)) = data.split_first()
        && let Some(job) = letter.checked_sub(FIRST_JOB).and_then(|job| JOBS.get(usize::from(job)))
        && let Ok(cells) = std::str::from_utf8(cells)
    {
        return try_cells(*job, cells);
    }
    let folder = folder();
    let path = folder.path().join("cells.sqlite");
    if data.starts_with(b"SQLite") {
        std::fs::write(&path, data).expect("there is room for a file");
        if let Ok(store) = SqliteStore::open(&path, "rules") {
            let key = Key::new("question");
            let _ = store.get(&key);
            let _ = store.put(&key, "1");
        }
        return;
    }
    let text = String::from_utf8_lossy(data);
    let (rules, cells) = text.split_once('\n').unwrap_or(("", &text));
    let store = SqliteStore::open(&path, rules).expect("a new store");
    let mut kept = Vec::<(&str, &str)>::new();
    for line in cells.lines().take(20) {
        let (question, cell) = line.split_once('=').unwrap_or((line, ""));
        store.put(&Key::new(question), cell).expect("it is kept");
        // The first one stays.
        if kept.iter().all(|(other, _)| *other != question) {
            kept.push((question, cell));
        }
    }
    drop(store);
    let other = SqliteStore::open(&path, &format!("{rules}!"));
    assert_eq!(other.is_err(), !kept.is_empty(), "it has cells of other rules");
    drop(other);
    let store = SqliteStore::open(&path, rules).expect("the same store");
    for (question, cell) in kept {
        let found = store.get(&Key::new(question)).expect("it can be read");
        assert_eq!(found.as_deref(), Some(cell), "{question:?}");
    }
}

/// A folder in memory, where there is such a thing.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .expect("there is room for a file")
}
