//! Where jobs run that are not run here: `--dask ADDRESS`.
//!
//! The program itself knows no cluster. Whoever runs it with one, as `python -m outplay` does, hands it over at
//! the start; without one the option says where it is to be had.

use std::sync::{Mutex, PoisonError};

use outplay::lab::Workers;
use outplay::{Limits, Source};

use super::Wrong;

/// Somebody who can reach workers.
pub trait Cluster: Send + Sync {
    /// The workers at an address, ready for the cells of this source, each cell within these limits.
    ///
    /// # Errors
    /// Why nobody can work, in a sentence.
    fn connect(
        &self,
        address: &str,
        source: &Source,
        limits: &Limits,
    ) -> Result<Box<dyn Workers>, String>;
}

static CLUSTER: Mutex<Option<Box<dyn Cluster>>> = Mutex::new(None);

/// From now on this cluster is asked.
pub(super) fn set(cluster: Option<Box<dyn Cluster>>) {
    *CLUSTER.lock().unwrap_or_else(PoisonError::into_inner) = cluster;
}

/// The workers at an address.
pub(super) fn connect(
    address: &str,
    source: &Source,
    limits: &Limits,
) -> Result<Box<dyn Workers>, Wrong> {
    match &*CLUSTER.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(cluster) => cluster.connect(address, source, limits).map_err(Wrong::Plain),
        None => Err(Wrong::Plain(
            "--dask: this program does its work itself; `python -m outplay` has the same commands and \
             reaches a cluster (pip install 'outplay[dask]')"
                .to_owned(),
        )),
    }
}
