//! What somebody allows a question to cost. Where nothing is said it is what is usual for the question, in
//! every view.

use outplay_game::{Limits, memory};

use crate::{By, StyleName};

/// What a question may cost; what is not said is as usual.
///
/// ```
/// use outplay::{Allowed, By};
/// let allowed = Allowed { seconds: Some(2.0), ..Allowed::default() };
/// assert_eq!((allowed.kept().states, allowed.kept().seconds), (u64::MAX, Some(2.0)));
/// assert_eq!(allowed.search(Some(By::Brute)).states, 10_000_000);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Allowed {
    /// States to keep, or to visit.
    pub states: Option<u64>,
    /// Seconds to take.
    pub seconds: Option<f64>,
    /// Bytes of memory of the whole process; usually a share of the machine's.
    pub memory: Option<u64>,
}

impl Allowed {
    /// The usual limits, with this much memory.
    pub fn usual(&self) -> Limits {
        Limits::default().memory(self.memory.unwrap_or_else(memory::usual))
    }

    /// For what keeps its states: they are limited only where somebody says so, since memory is.
    pub fn kept(&self) -> Limits {
        Limits { states: self.states.unwrap_or(u64::MAX), ..self.visited() }
    }

    /// For what keeps no states, which memory does not stop.
    pub fn visited(&self) -> Limits {
        let usual = self.usual();
        Limits { states: self.states.unwrap_or(usual.states), seconds: self.seconds, ..usual }
    }

    /// For the best play, by this search or the usual one.
    pub fn search(&self, by: Option<By>) -> Limits {
        match by {
            Some(By::Brute | By::Iterative | By::Recursive | By::Exact) => self.visited(),
            _ => self.kept(),
        }
    }

    /// For games by these styles.
    pub fn styles(&self, styles: &[StyleName]) -> Limits {
        let visits = [StyleName::MinimaxRecursive, StyleName::MinimaxIterative];
        let visits = styles.iter().any(|style| visits.contains(style));
        if visits { self.visited() } else { self.kept() }
    }

    /// For moves that are told with what they gave away.
    pub fn replay(&self) -> Limits {
        /// So many states are looked at to weigh moves.
        const WEIGHING: u64 = 1_000_000;
        let states = self.states.unwrap_or(WEIGHING);
        Limits { states, seconds: self.seconds, ..self.usual() }
    }
}
