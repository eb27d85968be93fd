//! What stopped a search, in words: the same on every page.

use outplay::Failure;
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

/// The same where the library says it as a problem, which names the limit last; none where it is
/// another problem.
pub(super) fn reason(failure: &Failure) -> Option<&'static str> {
    let message = failure.problems.first().map(|problem| problem.message.as_str());
    let named = message.and_then(|message| message.rsplit(' ').next());
    let limits = [Stopped::States, Stopped::Time, Stopped::Interrupted, Stopped::Cycle];
    let limit = limits.into_iter().find(|limit| Some(limit.name()) == named);
    limit.map(|limit| ran_out(Some(limit)))
}
