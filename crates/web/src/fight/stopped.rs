//! What stopped a search, in words: the same on every page.

use outplay::Stopped;

/// Why something is not settled; `stopped` is what the library calls the limit.
pub(in super::super) fn ran_out(stopped: Option<Stopped>) -> &'static str {
    match stopped {
        Some(Stopped::States) => "the states that a page may keep ran out",
        Some(Stopped::Memory) => "the memory that a page may use ran out",
        Some(Stopped::Depth) => "the search goes no deeper",
        Some(Stopped::Cycle) => "this search cannot weigh a fight that comes back to itself",
        Some(_) => "the time that a page may take ran out",
        None => "the time or the states that a page may take ran out",
    }
}
