//! Threads for questions: each question has a pool of its own while it is answered.
//!
//! The library does many games at once on the threads of whatever pool it is called in. Were that one
//! for all, a question that waits for its turn inside a search would make the others wait with it; in
//! a pool of its own it keeps nobody. A pool whose question turned out to be long is not used again: its
//! threads have been made to yield to all others (see `turn.rs`), and nobody can take that back.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::oneshot;

use super::turn;

/// How much questions yield to the async threads.
const QUESTION: i32 = 5;

/// So many idle pools are kept.
const MOST_IDLE: usize = 16;

/// A wide question uses no more threads: each of them may have a search with its tables.
const MOST_THREADS: usize = 4;

/// How many threads a wide question works on.
pub(super) fn width() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from).min(MOST_THREADS)
}

/// Pools of one thread that wait for a question.
#[derive(Default)]
pub(super) struct Pools {
    idle: Mutex<Vec<ThreadPool>>,
}

impl Pools {
    /// Does a job in a pool of its own, of so many threads; nothing comes of one that breaks down, or
    /// where no thread can be had. `is_spoilt` says whether its threads can be used again.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        threads: usize,
        is_spoilt: impl FnOnce() -> bool + Send + 'static,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let pool = self.take(threads)?;
        let (send, receive) = oneshot::channel();
        pool.spawn(move || {
            // A job that breaks down breaks nothing but its own answer.
            let done = catch_unwind(AssertUnwindSafe(job));
            // Where nobody waits for it any more, it is dropped here, off the async threads.
            let _ = send.send((done.ok(), is_spoilt()));
        });
        // A pool that is dropped ends when its job has: nobody waits for that either.
        let (done, spoilt) = receive.await.ok()?;
        if threads == 1 && !spoilt && done.is_some() {
            let mut idle = self.idle();
            if idle.len() < MOST_IDLE {
                idle.push(pool);
            }
        }
        done
    }

    fn take(&self, threads: usize) -> Option<ThreadPool> {
        let idle = (threads == 1).then(|| self.idle().pop()).flatten();
        idle.or_else(|| {
            let name = |_| "question".to_owned();
            // What needs no question at all, the first page, comes before any.
            let start = |_| turn::yield_to_others(QUESTION);
            let builder = ThreadPoolBuilder::new().num_threads(threads).thread_name(name);
            builder.start_handler(start).build().ok()
        })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<ThreadPool>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
