//! A store in a file: an `SQLite` database that other programs can read.
//!
//! It has two tables. `about` says what the file is for: the version of the format, and the rules that all
//! its cells are of, in full, so that somebody who comes with other rules is told the difference. `cells`
//! has a row for each finished cell: its key, the question as JSON, and the answer as JSON. Every row is a
//! transaction of its own in the write-ahead log: a process that is killed loses nothing that was put, and
//! two processes may fill one file.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};

use crate::store::{Key, Store, StoreError};

/// The version of the file's format; one that a later program wrote is refused.
const FORMAT: i64 = 1;

/// "OutP": what the database says that it belongs to.
const APPLICATION: i64 = 0x4f75_7450;

/// So long a process waits for another that is writing.
const PATIENCE: Duration = Duration::from_secs(30);

/// Finished cells in an `SQLite` file.
#[derive(Debug)]
pub struct SqliteStore {
    path: PathBuf,
    /// What its cells are of, as it is kept in the file.
    rules: String,
    connection: Mutex<Connection>,
}

impl SqliteStore {
    /// Opens a store for the cells of these rules, or makes it. The rules are their text, whatever it
    /// is.
    ///
    /// # Errors
    /// When the file cannot be opened, is no store, or was made for other rules.
    ///
    /// ```
    /// use outplay_lab::{Key, SqliteStore, Store};
    /// let folder = tempfile::tempdir().unwrap();
    /// let path = folder.path().join("cells.sqlite");
    /// let key = Key::new("2 + 2");
    /// SqliteStore::open(&path, "sums").unwrap().put(&key, "4").unwrap();
    /// let again = SqliteStore::open(&path, "sums").unwrap();
    /// assert_eq!(again.get(&key).unwrap().as_deref(), Some("4"));
    /// let other = SqliteStore::open(&path, "products").unwrap_err();
    /// assert!(other.to_string().contains("made for other rules"));
    /// ```
    pub fn open(path: impl AsRef<Path>, rules: &str) -> Result<Self, StoreError> {
        let path = path.as_ref().to_path_buf();
        // The database has names of its own for what is no file (`:memory:`, `file:...`), none of which is
        // a whole path; and nothing at all stands for a file that is gone afterwards.
        let whole = std::path::absolute(&path).map_err(|_| {
            StoreError::new("a store needs the name of a file").help("for example `cells.sqlite`")
        })?;
        let said = |error: rusqlite::Error| told(&path, &error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&whole, flags).map_err(said)?;
        connection.busy_timeout(PATIENCE).map_err(said)?;
        prepare(&connection, &path, rules)?;
        Ok(Self { path, rules: rules.to_owned(), connection: Mutex::new(connection) })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes the tables where the file is new; else sees that it is a store for these rules.
fn prepare(connection: &Connection, path: &Path, rules: &str) -> Result<(), StoreError> {
    let said = |error: rusqlite::Error| told(path, &error);
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get(0));
    // This first: another process may make the tables right now, and signs the file with them.
    let empty: bool = connection
        .query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
        .map_err(said)?;
    let (application, format): (i64, i64) =
        (number("application_id").map_err(said)?, number("user_version").map_err(said)?);
    let name = path.display();
    if !empty && application != APPLICATION {
        return Err(StoreError::new(format!("{name} is a database of something else"))
            .help("name another file, or one that is not there yet"));
    }
    if format > FORMAT {
        let message = format!("{name} was written by a later version of this program");
        return Err(StoreError::new(message).help("use that, or name another file"));
    }
    // SQLite does not wait for this one by itself while others open the same new file.
    let begin = Instant::now();
    while let Err(error) = connection.pragma_update(None, "journal_mode", "WAL") {
        if error.sqlite_error_code() != Some(ErrorCode::DatabaseBusy) || begin.elapsed() > PATIENCE
        {
            return Err(said(error));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    // Survives whatever happens to this process, and every crash of the machine but the very last rows.
    connection.pragma_update(None, "synchronous", "NORMAL").map_err(said)?;
    let create = format!(
        "BEGIN IMMEDIATE;
         PRAGMA application_id = {APPLICATION};
         PRAGMA user_version = {FORMAT};
         CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS cells
            (key TEXT PRIMARY KEY, question TEXT NOT NULL, answer TEXT NOT NULL) WITHOUT ROWID;
         COMMIT;"
    );
    if empty {
        connection.execute_batch(&create).map_err(said)?;
    }
    let insert = "INSERT OR IGNORE INTO about (name, text) VALUES ('rules', ?1)";
    connection.execute(insert, params![rules]).map_err(said)?;
    // A store without cells is for nobody yet: the rules that it was made with may have been wrong.
    let take_over =
        "UPDATE about SET text = ?1 WHERE name = 'rules' AND NOT EXISTS (SELECT * FROM cells)";
    connection.execute(take_over, params![rules]).map_err(said)?;
    match difference_to_kept(connection, rules).map_err(said)? {
        None => Ok(()),
        Some(difference) => Err(of_other_rules(path, &difference)),
    }
}

/// Where the rules that a store was made for differ from these; none where they are the same.
fn difference_to_kept(connection: &Connection, rules: &str) -> rusqlite::Result<Option<String>> {
    let find = "SELECT text FROM about WHERE name = 'rules'";
    let kept: String = connection.query_row(find, [], |row| row.get(0))?;
    Ok((kept != rules).then(|| difference(&kept, rules)))
}

fn of_other_rules(path: &Path, difference: &str) -> StoreError {
    let message = format!("{} was made for other rules: {difference}", path.display());
    StoreError::new(message).help("name another file for these rules")
}

/// Where two texts differ first, and how many of their lines do.
fn difference(kept: &str, given: &str) -> String {
    let (kept, given): (Vec<&str>, Vec<&str>) = (kept.lines().collect(), given.lines().collect());
    let same = kept.iter().zip(&given).take_while(|(one, other)| one == other).count();
    let short = |lines: &[&str]| match lines.get(same) {
        Some(line) => {
            let text: String = line.trim().chars().take(60).collect();
            let more = if line.trim().chars().count() > 60 { "..." } else { "" };
            format!("`{text}{more}`")
        }
        None => "the end".to_owned(),
    };
    let left = kept.len().max(given.len()) - same;
    let same_end = kept[same..]
        .iter()
        .rev()
        .zip(given[same..].iter().rev())
        .take_while(|(one, other)| one == other)
        .count();
    let more = match left - same_end {
        0 | 1 => String::new(),
        lines => format!(", the first of {lines} lines that differ"),
    };
    format!("line {} is {} there and {} here{more}", same + 1, short(&kept), short(&given))
}

/// What the database says, in words that somebody can act on.
fn told(path: &Path, error: &rusqlite::Error) -> StoreError {
    let name = path.display();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => {
            StoreError::new(format!("{name} cannot grow: the disk is full"))
                .help("make room and start again; what is finished is kept")
        }
        Some(ErrorCode::NotADatabase) => StoreError::new(format!("{name} is no SQLite database"))
            .help("name another file, or one that is not there yet"),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            let message = format!("{name} is being written by another program for too long");
            StoreError::new(message).help("wait for it to end, and start again")
        }
        Some(ErrorCode::ReadOnly) => StoreError::new(format!("{name} may not be written")),
        Some(ErrorCode::CannotOpen) => StoreError::new(format!("{name} cannot be opened"))
            .help("does its folder exist, and may you write there?"),
        Some(ErrorCode::DatabaseCorrupt) => {
            StoreError::new(format!("{name} is damaged: {error}")).help("name another file")
        }
        Some(ErrorCode::SystemIoFailure) => {
            StoreError::new(format!("{name} cannot be read or written: {error}"))
                .help("is the disk full, or the file larger than it may be (`ulimit -f`)?")
        }
        _ => StoreError::new(format!("{name} cannot be used: {error}")),
    }
}

impl Store for SqliteStore {
    fn get(&self, key: &Key) -> Result<Option<String>, StoreError> {
        let connection = self.connection();
        let find = "SELECT question, answer FROM cells WHERE key = ?1";
        let found = connection.prepare_cached(find).and_then(|mut find| {
            let row = |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?));
            find.query_row(params![key.name()], row).optional()
        });
        let found: Option<(String, String)> = found.map_err(|error| told(&self.path, &error))?;
        // Two questions may have one name, if only in theory.
        Ok(found.filter(|(question, _)| question == key.question()).map(|(_, answer)| answer))
    }

    fn put(&self, key: &Key, cell: &str) -> Result<(), StoreError> {
        let connection = self.connection();
        // While it had no cells somebody may have taken it over for other rules.
        let insert = "INSERT OR IGNORE INTO cells (key, question, answer) SELECT ?1, ?2, ?3
            WHERE EXISTS (SELECT * FROM about WHERE name = 'rules' AND text = ?4)";
        let put = connection.prepare_cached(insert).and_then(|mut insert| {
            insert.execute(params![key.name(), key.question(), cell, self.rules])
        });
        let other = put.and_then(|rows| match rows {
            0 => difference_to_kept(&connection, &self.rules),
            _ => Ok(None),
        });
        match other.map_err(|error| told(&self.path, &error))? {
            None => Ok(()),
            Some(difference) => Err(of_other_rules(&self.path, &difference)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_cell_for_a_question_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        let (one, other) =
            (SqliteStore::open(&path, "x").unwrap(), SqliteStore::open(&path, "x").unwrap());
        let key = Key::new("question");
        one.put(&key, "1").unwrap();
        other.put(&key, "2").unwrap();
        assert_eq!(other.get(&key).unwrap().as_deref(), Some("1"));
        assert_eq!(other.get(&Key::new("another")), Ok(None));
    }

    #[test]
    fn other_rules_are_refused_with_the_difference() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        let store = SqliteStore::open(&path, "a\nhp = 58\nb\nc = 1\nd").unwrap();
        store.put(&Key::new("question"), "1").unwrap();
        let wrong = |rules| SqliteStore::open(&path, rules).unwrap_err().to_string();
        let told = wrong("a\nhp = 71\nb\nc = 1\nd");
        assert!(told.contains("line 2 is `hp = 58` there and `hp = 71` here: name"), "{told}");
        let told = wrong("a\nhp = 71\nb\nc = 2\nd");
        assert!(told.contains("the first of 3 lines that differ"), "{told}");
        let told = wrong("a\nhp = 58");
        assert!(told.contains("line 3 is `b` there and the end here"), "{told}");
    }

    #[test]
    fn a_store_without_cells_is_for_whoever_comes_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        SqliteStore::open(&path, "a mistake").unwrap();
        let store = SqliteStore::open(&path, "right").unwrap();
        store.put(&Key::new("question"), "1").unwrap();
        let wrong = SqliteStore::open(&path, "a mistake").unwrap_err().to_string();
        assert!(wrong.contains("line 1 is `right` there and `a mistake` here"), "{wrong}");
    }

    #[test]
    fn whoever_comes_first_with_a_cell_keeps_the_store() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        let late = SqliteStore::open(&path, "one").unwrap();
        let first = SqliteStore::open(&path, "other").unwrap();
        let wrong = late.put(&Key::new("question"), "1").unwrap_err().to_string();
        assert!(wrong.contains("line 1 is `other` there and `one` here"), "{wrong}");
        first.put(&Key::new("question"), "2").unwrap();
        // What is there already is no fault.
        first.put(&Key::new("question"), "3").unwrap();
        assert_eq!(first.get(&Key::new("question")).unwrap().as_deref(), Some("2"));
    }

    #[test]
    fn what_is_no_store_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let text = folder.path().join("text.sqlite");
        std::fs::write(&text, "these are the notes of somebody, and they are long enough").unwrap();
        let wrong = SqliteStore::open(&text, "x").unwrap_err().to_string();
        assert!(wrong.contains("is no SQLite database"), "{wrong}");
        assert!(std::fs::read_to_string(&text).unwrap().starts_with("these are"));
        let other = folder.path().join("other.sqlite");
        Connection::open(&other).unwrap().execute_batch("CREATE TABLE mine (a)").unwrap();
        let wrong = SqliteStore::open(&other, "x").unwrap_err().to_string();
        assert!(wrong.contains("is a database of something else"), "{wrong}");
        let nowhere = folder.path().join("no/such/folder.sqlite");
        let wrong = SqliteStore::open(&nowhere, "x").unwrap_err().to_string();
        assert!(wrong.contains("cannot be opened: does its folder exist"), "{wrong}");
    }

    #[test]
    fn a_full_disk_is_said_and_what_is_kept_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        let store = SqliteStore::open(&path, "x").unwrap();
        // As good as a full disk: the file may not grow any more.
        let pages: i64 = 12;
        store.connection().pragma_update(None, "max_page_count", pages).unwrap();
        let cell = "7".repeat(1000);
        let key = |number: i32| Key::new(format!("question {number}"));
        let mut number = 0;
        let full = loop {
            match store.put(&key(number), &cell) {
                Ok(()) => number += 1,
                Err(full) => break full,
            }
            assert!(number < 1000, "twelve pages do not hold this");
        };
        assert!(full.why().ends_with("a.sqlite cannot grow: the disk is full"), "{full}");
        assert!(full.remedy().unwrap().contains("make room and start again"), "{full}");
        assert!(number > 3, "{number}");
        drop(store);
        let store = SqliteStore::open(&path, "x").unwrap();
        for kept in 0..number {
            assert_eq!(store.get(&key(kept)).unwrap().as_deref(), Some(cell.as_str()));
        }
        // There is room again.
        assert_eq!(store.get(&key(number)), Ok(None));
        store.put(&key(number), &cell).unwrap();
        let sound: String =
            store.connection().query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(sound, "ok");
    }

    #[test]
    fn a_file_that_may_not_be_written_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        let store = SqliteStore::open(&path, "x").unwrap();
        // Permissions do not stop everybody; this stops the database as they would.
        store.connection().pragma_update(None, "query_only", true).unwrap();
        let wrong = store.put(&Key::new("question"), "1").unwrap_err();
        assert!(wrong.why().ends_with("a.sqlite may not be written"), "{wrong}");
    }

    #[test]
    fn names_that_the_database_reads_in_its_own_way_are_files() {
        let folder = tempfile::tempdir().unwrap();
        let wrong = SqliteStore::open("", "x").unwrap_err();
        assert!(wrong.to_string().contains("needs the name of a file"), "{wrong}");
        for name in [":memory:", "file:a?mode=memory", "a b?c%20d#e", "größe.sqlite"] {
            let path = folder.path().join(name);
            SqliteStore::open(&path, "x").unwrap().put(&Key::new("question"), "1").unwrap();
            assert!(path.is_file(), "{name}");
        }
    }

    #[test]
    fn many_may_make_one_store_at_once() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.sqlite");
            std::thread::scope(|scope| {
                for thread in 0..6 {
                    let path = &path;
                    scope.spawn(move || {
                        let store = SqliteStore::open(path, "x").unwrap();
                        for number in 0..5 {
                            let key = Key::new(format!("question {number}"));
                            store.put(&key, &format!("{thread}")).unwrap();
                        }
                    });
                }
            });
            let store = SqliteStore::open(&path, "x").unwrap();
            let count = |of: &str| -> i64 {
                store.connection().query_row(of, [], |row| row.get(0)).unwrap()
            };
            assert_eq!(count("SELECT count(*) FROM cells"), 5);
            assert_eq!(count("SELECT count(*) FROM about"), 1);
        }
    }

    #[test]
    fn a_later_format_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        SqliteStore::open(&path, "x").unwrap();
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "user_version", FORMAT + 1).unwrap();
        let wrong = SqliteStore::open(&path, "x").unwrap_err().to_string();
        assert!(wrong.contains("a later version"), "{wrong}");
    }

    #[test]
    fn the_first_line_that_differs_is_shown_and_how_many_do() {
        let long = "x".repeat(61);
        let cases = [
            ("a\nb\nc", "a\nB\nc", "line 2 is `b` there and `B` here"),
            (
                "a\n  b \nc",
                "a\nx\ny\nc",
                "line 2 is `b` there and `x` here, the first of 2 lines that differ",
            ),
            (
                "a\nb\nc\nd",
                "a\nx\nc\ny",
                "line 2 is `b` there and `x` here, the first of 3 lines that differ",
            ),
            ("a", "a\nb", "line 2 is the end there and `b` here"),
            (
                "a\nb\nc",
                "a",
                "line 2 is `b` there and the end here, the first of 2 lines that differ",
            ),
            ("", "a", "line 1 is the end there and `a` here"),
        ];
        for (kept, given, told) in cases {
            assert_eq!(difference(kept, given), told);
        }
        let shown = difference(&long, &long[1..]);
        assert_eq!(shown, format!("line 1 is `{}...` there and `{}` here", &long[1..], &long[1..]));
    }

    #[test]
    fn what_the_database_says_is_told_in_words() {
        let of = |code: i32| {
            let error = rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None);
            told(Path::new("a.sqlite"), &error).to_string()
        };
        assert_eq!(
            of(rusqlite::ffi::SQLITE_FULL),
            "a.sqlite cannot grow: the disk is full: make room and start again; what is finished is kept"
        );
        let busy = "a.sqlite is being written by another program for too long: wait for it to end, and start again";
        assert_eq!(
            (of(rusqlite::ffi::SQLITE_BUSY), of(rusqlite::ffi::SQLITE_LOCKED)),
            (busy.to_owned(), busy.to_owned())
        );
        assert_eq!(of(rusqlite::ffi::SQLITE_READONLY), "a.sqlite may not be written");
        assert!(
            of(rusqlite::ffi::SQLITE_NOTADB).starts_with("a.sqlite is no SQLite database: name")
        );
        assert!(
            of(rusqlite::ffi::SQLITE_CANTOPEN)
                .starts_with("a.sqlite cannot be opened: does its folder")
        );
        assert!(of(rusqlite::ffi::SQLITE_CORRUPT).starts_with("a.sqlite is damaged: "));
        assert!(
            of(rusqlite::ffi::SQLITE_IOERR).starts_with("a.sqlite cannot be read or written: ")
        );
    }
}
