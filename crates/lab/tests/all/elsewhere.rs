//! Jobs whose cells are done by somebody else: the same cells as here, whatever comes first, is lost or is wrong.

#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use outplay_game::{Budget, Stop};
use outplay_lab::{Job, Key, Ran, Store, StoreError, Tasks, Worked, Workers, run};

/// Cubes: the second has no text, the fourth no key, and the last is never settled.
#[derive(Default)]
struct Cubes {
    here: Mutex<Vec<u64>>,
    states: AtomicU64,
    wrong: Option<u64>,
}

impl Job for Cubes {
    type Cell = (u64, Option<u64>);
    type Wrong = StoreError;

    fn count(&self) -> u64 {
        7
    }

    fn question(&self, number: u64) -> Option<String> {
        (number != 3).then(|| format!("the cube of {number}"))
    }

    fn cell(&self, number: u64) -> Result<Self::Cell, StoreError> {
        self.here.lock().unwrap().push(number);
        if self.wrong == Some(number) {
            return Err(StoreError::new(format!("{number} has no cube")));
        }
        Ok((number, (number != 6).then_some(number.pow(3))))
    }

    fn task(&self, number: u64) -> Option<String> {
        (number != 1).then(|| number.to_string())
    }

    fn took(&self, states: u64) {
        self.states.fetch_add(states, Ordering::Relaxed);
    }

    fn unbegun(&self, number: u64, stop: Stop) -> Self::Cell {
        assert_eq!(stop, Stop::Worker);
        (number, None)
    }

    fn is_finished(cell: &Self::Cell) -> bool {
        cell.1.is_some()
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

/// Takes so many at a time, and does the last of them first.
struct Backwards {
    at_a_time: usize,
    lost: Option<u64>,
    wrong: Option<u64>,
    asked: Mutex<Vec<(u64, Option<String>)>>,
    says: Result<(), String>,
}

fn backwards(at_a_time: usize) -> Backwards {
    Backwards { at_a_time, lost: None, wrong: None, asked: Mutex::default(), says: Ok(()) }
}

impl Workers for Backwards {
    fn work(&self, tasks: &mut dyn Tasks, _: &Budget) -> Result<(), String> {
        loop {
            let some = tasks.next(self.at_a_time);
            assert!(some.len() <= self.at_a_time);
            if some.is_empty() {
                return self.says.clone();
            }
            for (number, text) in some.into_iter().rev() {
                self.asked.lock().unwrap().push((number, tasks.key(number)));
                assert_eq!(text, number.to_string());
                let worked = match Some(number) {
                    it if it == self.lost => Worked::Lost,
                    it if it == self.wrong => Worked::Wrong,
                    _ => {
                        let cube = (number, (number != 6).then_some(number.pow(3)));
                        let text = serde_json::to_string(&cube).unwrap();
                        Worked::Cell { text, states: 10 + number }
                    }
                };
                if tasks.take(number, worked).is_break() {
                    return self.says.clone();
                }
            }
        }
    }
}

type Cells = Vec<(u64, Option<u64>)>;

fn ran(
    job: &Cubes,
    store: Option<&Memory>,
    workers: &Backwards,
) -> Result<(Ran, Cells, u64), StoreError> {
    let (mut cells, over) = (Vec::new(), AtomicU64::new(0));
    let tell = |done: u64| {
        // Each that is over is told once, in order.
        assert_eq!(over.fetch_add(1, Ordering::Relaxed) + 1, done);
    };
    let budget = Budget { on_progress: Some(&tell), ..Budget::UNLIMITED };
    let store = store.map(|store| store as &dyn Store);
    let ran = run(job, store, Some(workers), &budget, &mut |cell| cells.push(cell))?;
    Ok((ran, cells, over.into_inner()))
}

fn cubes(without: &[u64]) -> Cells {
    (0..7)
        .map(|number: u64| (number, (!without.contains(&number)).then_some(number.pow(3))))
        .collect()
}

#[test]
fn what_is_done_elsewhere_is_taken_in_order_counted_and_kept() {
    for at_a_time in [1, 2, 100] {
        let (store, job, workers) = (Memory::default(), Cubes::default(), backwards(at_a_time));
        let (did, cells, over) = ran(&job, Some(&store), &workers).unwrap();
        assert_eq!((did, cells), (Ran { kept: 0, done: 6, open: 1 }, cubes(&[6])));
        // The one without a text is done here, at the end.
        assert_eq!((over, job.here.into_inner().unwrap()), (6, vec![1]));
        assert_eq!(job.states.into_inner(), 60 + 2 + 3 + 4 + 5 + 6);
        let mut asked = workers.asked.into_inner().unwrap();
        asked.sort();
        let key = |number: u64| Some(Key::new(format!("the cube of {number}")).name().to_owned());
        let wanted = [0, 2, 3, 4, 5, 6].map(|number| (number, key(number).filter(|_| number != 3)));
        assert_eq!(asked, wanted);
        // Neither what has no key is kept, nor what is not settled.
        let kept: Vec<String> = store.0.lock().unwrap().keys().cloned().collect();
        assert_eq!(kept, [0, 1, 2, 4, 5].map(|number| format!("the cube of {number}")));
        let again = backwards(at_a_time);
        let (did, cells, over) = ran(&Cubes::default(), Some(&store), &again).unwrap();
        assert_eq!((did, cells, over), (Ran { kept: 5, done: 1, open: 1 }, cubes(&[6]), 7));
        let asked: Vec<u64> =
            again.asked.into_inner().unwrap().into_iter().map(|(n, _)| n).collect();
        assert_eq!(asked.len(), 2);
        let (did, cells, _) = ran(&Cubes::default(), None, &backwards(at_a_time)).unwrap();
        assert_eq!((did, cells), (Ran { kept: 0, done: 6, open: 1 }, cubes(&[6])));
    }
}

#[test]
fn what_is_lost_is_left_open_and_what_is_wrong_is_said_here() {
    let store = Memory::default();
    let lost = Backwards { lost: Some(2), ..backwards(3) };
    let (did, cells, _) = ran(&Cubes::default(), Some(&store), &lost).unwrap();
    assert_eq!((did, cells), (Ran { kept: 0, done: 5, open: 2 }, cubes(&[2, 6])));
    assert_eq!(store.get(&Key::new("the cube of 2")), Ok(None));
    // Whoever could not do it may have been the one who was wrong.
    let (job, unsure) = (Cubes::default(), Backwards { wrong: Some(4), ..backwards(3) });
    let (did, cells, _) = ran(&job, None, &unsure).unwrap();
    assert_eq!((did, cells), (Ran { kept: 0, done: 6, open: 1 }, cubes(&[6])));
    assert_eq!(job.here.into_inner().unwrap(), [4, 1]);
    let job = Cubes { wrong: Some(4), ..Cubes::default() };
    let said = ran(&job, None, &Backwards { wrong: Some(4), ..backwards(2) }).unwrap_err();
    assert_eq!(said.why(), "4 has no cube");
    let gone = Backwards { says: Err("nobody is there".to_owned()), ..backwards(7) };
    assert_eq!(ran(&Cubes::default(), None, &gone).unwrap_err().why(), "nobody is there");
}

#[test]
fn a_cell_that_cannot_be_read_is_an_error_of_the_store() {
    let store = Memory::default();
    store.put(&Key::new("the cube of 5"), "[5, \"many\"]").unwrap();
    let said = ran(&Cubes::default(), Some(&store), &backwards(2)).unwrap_err();
    assert!(said.why().starts_with("a cell of it cannot be read ("), "{said}");
    assert_eq!(said.remedy(), None);
    let mut cells = Vec::new();
    let here = run(&Cubes::default(), Some(&store), None, &Budget::UNLIMITED, &mut |cell| {
        cells.push(cell);
    });
    assert_eq!(here.unwrap_err(), said);
}

#[test]
fn a_store_says_what_is_wrong_and_what_would_be_right() {
    let wrong = StoreError::new("it is gone");
    assert_eq!(
        (wrong.why(), wrong.remedy(), wrong.to_string().as_str()),
        ("it is gone", None, "it is gone")
    );
    let wrong = wrong.help("look for it");
    assert_eq!(
        (wrong.remedy(), wrong.to_string().as_str()),
        (Some("look for it"), "it is gone: look for it")
    );
    let key = Key::new("the cube of 2");
    assert_eq!((key.question(), key.name()), ("the cube of 2", "eeb2a74d9be39ec7dec250db1befc640"));
}

/// A job that nobody elsewhere can do: it has no texts.
struct Homely;

impl Job for Homely {
    type Cell = u64;
    type Wrong = StoreError;

    fn count(&self) -> u64 {
        3
    }

    fn question(&self, _: u64) -> Option<String> {
        None
    }

    fn cell(&self, number: u64) -> Result<u64, StoreError> {
        Ok(number + 1)
    }

    fn unbegun(&self, _: u64, _: Stop) -> u64 {
        0
    }

    fn is_finished(_: &u64) -> bool {
        true
    }
}

#[test]
fn what_has_no_text_is_all_done_here() {
    let (mut cells, workers) = (Vec::new(), backwards(2));
    let ran = run(&Homely, None, Some(&workers), &Budget::UNLIMITED, &mut |cell| cells.push(cell));
    assert_eq!((ran, cells), (Ok(Ran { kept: 0, done: 3, open: 0 }), vec![1, 2, 3]));
    assert!(workers.asked.into_inner().unwrap().is_empty());
}
