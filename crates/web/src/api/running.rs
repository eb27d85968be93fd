//! The questions that are being answered by events, by their ids: with its id one can be cancelled.
//!
//! An id is 128 random bits, so that nobody ends what another asked. There are only so many at a time: a
//! stream is open for as long as its search, after the gate has let the request go.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::Error;

/// So many at a time.
const MOST: usize = 64;

/// All of them, each with the flag that ends it.
#[derive(Default)]
pub(crate) struct Running(Mutex<HashMap<String, Arc<AtomicBool>>>);

impl Running {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<AtomicBool>>> {
        // Nothing breaks down while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more, unless there are too many.
    pub(super) fn enter(self: &Arc<Self>) -> Result<Entered, Error> {
        let mut bits = [0; 16];
        getrandom::fill(&mut bits).map_err(|_| Error::busy())?;
        let id = format!("{:032x}", u128::from_le_bytes(bits));
        let mut all = self.all();
        if all.len() >= MOST {
            return Err(Error::busy());
        }
        let cancelled = Arc::<AtomicBool>::default();
        all.insert(id.clone(), Arc::clone(&cancelled));
        drop(all);
        Ok(Entered { running: Arc::clone(self), id, cancelled })
    }

    /// Tells one to end; is there one of that id?
    pub(super) fn cancel(&self, id: &str) -> bool {
        let all = self.all();
        let Some(flag) = all.get(id) else { return false };
        flag.store(true, Ordering::Relaxed);
        true
    }

    /// How many there are.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.all().len()
    }
}

/// A question that is being answered; when it is dropped its id means nothing any more.
pub(super) struct Entered {
    running: Arc<Running>,
    /// Its id.
    pub(super) id: String,
    /// Was it told to end?
    pub(super) cancelled: Arc<AtomicBool>,
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.running.all().remove(&self.id);
    }
}
