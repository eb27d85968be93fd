//! Answers questions on a thread of their own. A question that does not matter any more is told to
//! stop, and its answer is dropped by its number.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use outplay::Hint;
use outplay::hand::Hand;

use super::Event;
use outplay_render::play::{BestTurn, Budget, Chosen, Review, Sitting};

/// Room for plain recursive searches.
const STACK: usize = 64 << 20;

/// A question, with a number to know its answer by.
#[derive(Clone, Debug)]
pub struct Question {
    /// The number.
    pub number: u64,
    /// What is asked.
    pub what: Asked,
}

/// What is asked.
#[derive(Clone, Debug)]
pub enum Asked {
    /// What does the style of whoever is to choose play?
    Choose(Box<Sitting>),
    /// What is each move worth?
    Hints(Box<Sitting>),
    /// What came of it?
    Review(Box<Sitting>),
    /// The best turns of hands: each damage, its line, and whether that is proved.
    Turns(Vec<Hand>, Budget),
}

/// The answer to the question of that number.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The number.
    pub number: u64,
    /// What was found out, or why nothing was.
    pub found: Result<Found, String>,
}

/// What was found out.
#[derive(Clone, Debug)]
pub enum Found {
    /// A move; none where nobody chooses.
    Chosen(Option<Chosen>),
    /// What each move is worth.
    Hints(Vec<Hint>),
    /// What came of it.
    Review(Review),
    /// The best turns of the hands.
    Turns(Vec<BestTurn>),
}

impl Asked {
    /// Finds out, here and now.
    pub fn answer(&self, stop: &AtomicBool) -> Result<Found, String> {
        let found = match self {
            Self::Choose(sitting) => sitting.choose(Some(stop)).map(Found::Chosen),
            Self::Hints(sitting) => sitting.hints(Some(stop)).map(Found::Hints),
            Self::Review(sitting) => Review::of(sitting, Some(stop)).map(Found::Review),
            Self::Turns(hands, budget) => {
                let solve = |hand: &Hand| BestTurn::of(hand, *budget, stop);
                hands.iter().map(solve).collect::<Result<_, _>>().map(Found::Turns)
            }
        };
        found.map_err(|failure: outplay::Failure| failure.to_string().trim_end().to_owned())
    }
}

/// Starts work, stops it, and collects what comes of it.
pub(super) struct Worker {
    send: Sender<Answer>,
    receive: Receiver<Answer>,
    stop: Arc<AtomicBool>,
    /// Has a search panicked?
    broken: Arc<AtomicBool>,
}

impl Worker {
    pub(super) fn new() -> Self {
        let (send, receive) = channel();
        Self { send, receive, stop: Arc::default(), broken: Arc::default() }
    }

    /// Starts on a question, and stops what was asked before.
    pub(super) fn ask(&mut self, question: Question) {
        self.forget();
        let (stop, broken) = (Arc::clone(&self.stop), Arc::clone(&self.broken));
        let send = self.send.clone();
        let number = question.number;
        let work = move || {
            let found = catch_unwind(AssertUnwindSafe(|| question.what.answer(&stop)));
            let found = found.unwrap_or_else(|_| {
                broken.store(true, Ordering::Relaxed);
                Err("the search broke down".to_owned())
            });
            // Nobody may be there any more.
            let _ = send.send(Answer { number, found });
        };
        if let Err(error) = thread::Builder::new().stack_size(STACK).spawn(work) {
            let _ = self.send.send(Answer { number, found: Err(error.to_string()) });
        }
    }

    /// Stops whatever was asked.
    pub(super) fn forget(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
    }

    /// Has a search panicked? Then the terminal has been restored, and the screen must be left.
    pub(super) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// An answer, if there is one.
    pub(super) fn answer(&self) -> Option<Event> {
        self.receive.try_recv().ok().map(Event::Answer)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.forget();
    }
}
