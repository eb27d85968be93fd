//! Many pieces of work on all cores: the one runner of matches, tournaments, sweeps and deals.

use std::error::Error;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

/// Does the pieces 0 to `count`, a block of them at a time on all cores, and takes what comes of them
/// in their order: the outcome is the same on any number of threads. The first piece that fails ends
/// it, and those after it do not count. `on_progress` is told how many are done, from any thread. A piece
/// is worth a virtual call, and so the runner is compiled once for all games.
///
/// ```
/// use outplay_lab::in_order;
/// let mut squares = Vec::new();
/// let work = |piece: u64| if piece < 5 { Ok(piece * piece) } else { Err("too large") };
/// let ended = in_order(100, 10, None, &work, &mut |square| Ok(squares.push(square)));
/// assert_eq!((ended, squares), (Err("too large"), vec![0, 1, 4, 9, 16]));
/// ```
///
/// # Errors
/// What the first piece that fails, or whoever takes it, says.
pub fn in_order<T: Send, E: Send>(
    count: u64,
    block: u64,
    on_progress: Option<&(dyn Fn(u64) + Sync)>,
    work: &(dyn Fn(u64) -> Result<T, E> + Sync),
    take: &mut dyn FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let done = AtomicU64::new(0);
    let piece = |number: u64| {
        let outcome = work(number);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if let (Ok(_), Some(tell)) = (&outcome, on_progress) {
            tell(done);
        }
        outcome
    };
    let mut first = 0;
    while first < count {
        let last = count.min(first.saturating_add(block.max(1)));
        // Some pieces take a thousand times as long as others: each is a piece of work of its own.
        let numbers: Vec<u64> = (first..last).collect();
        find_threads();
        let outcomes: Vec<_> = numbers.into_par_iter().with_max_len(1).map(piece).collect();
        for outcome in outcomes {
            take(outcome?)?;
        }
        first = last;
    }
    Ok(())
}

/// Sees that there are threads to share work with. Where the system gives no more of them (`ulimit -u`) this one
/// does all of it by itself, from then on.
///
/// Whoever shares work out with rayon asks this first: it ends the program where it finds none.
pub fn find_threads() {
    static POOL: OnceLock<bool> = OnceLock::new();
    // A pool that is there already is no error of the system's, which would have a source.
    let build = || ThreadPoolBuilder::new().build_global();
    let is_shared = || build().map_or_else(|error| error.source().is_none(), |()| true);
    if rayon::current_thread_index().is_none() && !*POOL.get_or_init(is_shared) {
        stay_alone();
    }
}

/// Makes this thread a pool of its own, for as long as it lives.
fn stay_alone() {
    let pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    std::mem::forget(pool);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_is_alone_does_all_of_it() {
        let alone = std::thread::spawn(|| {
            stay_alone();
            find_threads();
            let here = std::thread::current().id();
            let mut done = Vec::new();
            let work = |piece: u64| {
                let others: Vec<_> = (0..3).into_par_iter().map(|part| part * piece).collect();
                Ok::<_, ()>((others[2], std::thread::current().id() == here))
            };
            let mut keep = |piece| {
                done.push(piece);
                Ok(())
            };
            let ended = in_order(100, 7, None, &work, &mut keep);
            (ended, done, rayon::current_num_threads())
        });
        let (ended, done, threads) = alone.join().expect("it comes to an end");
        assert_eq!((ended, threads), (Ok(()), 1));
        assert!(done.iter().copied().eq((0..100).map(|piece| (2 * piece, true))), "{done:?}");
    }
}
