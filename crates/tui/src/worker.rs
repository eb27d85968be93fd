//! Answers questions on a thread of their own. A question that does not matter any more is
//! interrupted, and its answer is dropped by its number.
//!
//! Questions about a game go to the solver that all copies of its sitting share, one at a time: the
//! next one waits for the one before to notice that it is interrupted, and begins with all that it
//! has proved.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use outplay::hand::Hand;
use outplay::{Chosen, Hint, Limits, Review, Sitting};

use super::Event;
use outplay_render::play::BestTurn;

/// Room for plain recursive searches.
const STACK: usize = 64 << 20;

/// A question, with a number to know its answer by.
#[derive(Clone, Debug)]
pub struct Question {
    /// The number.
    pub number: u64,
    /// What is to be found out.
    pub query: Query,
}

/// What is to be found out.
#[derive(Clone)]
pub enum Query {
    /// What does the style of whoever is to choose play?
    Choose(Box<Sitting>),
    /// What is each move worth?
    Hints(Box<Sitting>),
    /// What came of it?
    Review(Box<Sitting>),
    /// The best turns of hands: each damage, its line, and whether that is proved.
    Turns(Vec<Hand>, Limits),
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
    Review(Box<Review>),
    /// The best turns of the hands.
    Turns(Vec<BestTurn>),
}

impl fmt::Debug for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, moves) = match self {
            Self::Choose(sitting) => ("Choose", sitting.all_moves()),
            Self::Hints(sitting) => ("Hints", sitting.all_moves()),
            Self::Review(sitting) => ("Review", sitting.all_moves()),
            Self::Turns(hands, _) => ("Turns", hands.len().to_string()),
        };
        f.debug_tuple(name).field(&moves).finish()
    }
}

impl Query {
    /// Finds out, here and now, unless `stop` is set.
    ///
    /// # Errors
    /// Why nothing was found out, in words.
    pub fn answer(&self, stop: &AtomicBool) -> Result<Found, String> {
        let found = match self {
            Self::Choose(sitting) => sitting.choose(Some(stop)).map(Found::Chosen),
            Self::Hints(sitting) => sitting.hints(Some(stop)).map(Found::Hints),
            Self::Review(sitting) => sitting.review(Some(stop)).map(Box::new).map(Found::Review),
            Self::Turns(hands, limits) => {
                let solve = |hand: &Hand| BestTurn::of(hand, limits, stop);
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
            let found = catch_unwind(AssertUnwindSafe(|| question.query.answer(&stop)));
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
