//! Jobs of many cells: kept in a store, within limits.

use outplay::lab::{SqliteStore, Store};
use outplay::{Budget, Elsewhere, Failure, Limits, Run, Source, rules_text};

use super::args::Job;
use super::progress::Progress;
use super::{Wrong, cluster, source};

/// Runs a job as the arguments say, telling how many cells are done.
pub(super) fn job<T>(
    args: &Job,
    limits: &Limits,
    source: &Source,
    tell: &(dyn Fn(u64) + Sync),
    work: impl FnOnce(&Run<'_>) -> Result<T, Failure>,
) -> Result<T, Wrong> {
    let store = match &args.store {
        Some(path) => {
            let opened = SqliteStore::open(path, &rules_text(source));
            Some(opened.map_err(|error| Wrong::Plain(error.to_string()))?)
        }
        None => None,
    };
    let store = store.as_ref().map(|store| store as &dyn Store);
    let of_a_cell = Limits { seconds: args.cell_seconds, ..*limits };
    let workers = match &args.dask {
        Some(address) => Some(cluster::connect(address, source, &of_a_cell)?),
        None => None,
    };
    let elsewhere = workers.as_deref().map(|workers| Elsewhere { workers, source });
    let done = source::within(limits, tell, |budget: &Budget| {
        work(&Run { store, elsewhere, cell_seconds: args.cell_seconds, ..Run::within(budget) })
    });
    Ok(done?)
}

/// The same where nobody knows beforehand how many cells there are.
pub(super) fn job_of_fights<T>(
    args: &Job,
    source: &Source,
    work: impl FnOnce(&Run<'_>) -> Result<T, Failure>,
) -> Result<T, Wrong> {
    let bar = Progress::new();
    let limits = source::allowed(&args.limits).kept();
    job(args, &limits, source, &|done| bar.tell_of(done, "fights"), work)
}
