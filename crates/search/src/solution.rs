//! What a search answers, as plain data.
//!
//! The same form whether the search finished or was stopped: then [`Proof::Bound`] and the lower
//! bound say what is known, and never more than that.

use outplay_game::{Proof, Stop};
use serde::{Deserialize, Serialize};

/// The answer of a cost search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// What the line costs; `None` without a line.
    pub cost: Option<u64>,
    /// The moves, first to last. Against an opponent who chooses, their worst replies included.
    pub line: Vec<M>,
    /// What is proved about it. [`Proof::Optimal`]: no cheaper line exists; without a line, none
    /// exists at all (or none that costs at most what was asked for).
    pub proof: Proof,
    /// No line costs less than this. With a proved line its cost; the largest number where it is
    /// proved that there is none, or one more than the cost that was asked for.
    pub lower: u64,
    /// What stopped the search, where something did.
    pub stopped: Option<Stop>,
    /// What it took.
    pub stats: Stats,
}

impl<M> Solution<M> {
    /// The best line, proved; or, without one, that there is none of at most this cost.
    pub(crate) fn proved(best: Option<(u64, Vec<M>)>, at_most: Option<u64>, stats: Stats) -> Self {
        let (cost, line) = best.map_or((None, Vec::new()), |(cost, line)| (Some(cost), line));
        let nothing = at_most.map_or(u64::MAX, |most| most.saturating_add(1));
        let lower = cost.unwrap_or(nothing);
        Self { cost, line, proof: Proof::Optimal, lower, stopped: None, stats }
    }

    /// What is known when a search was stopped: the best line so far, and that none costs less than
    /// `lower`. When that is what the line costs, it is proved after all.
    pub(crate) fn stopped(
        best: Option<(u64, Vec<M>)>,
        lower: u64,
        stop: Stop,
        stats: Stats,
    ) -> Self {
        match best {
            Some((cost, line)) if lower >= cost => Self::proved(Some((cost, line)), None, stats),
            best => {
                let (cost, line) = best.map_or((None, Vec::new()), |(c, line)| (Some(c), line));
                Self { cost, line, proof: Proof::Bound, lower, stopped: Some(stop), stats }
            }
        }
    }
}

/// Is a line of this cost still of interest?
#[inline]
pub(crate) fn affordable(cost: u64, at_most: Option<u64>) -> bool {
    at_most.is_none_or(|most| cost <= most)
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// States whose moves were tried.
    pub expanded: u64,
    /// States that those moves led to, repetitions included.
    pub generated: u64,
    /// Ever better lines that were found on the way, the last one included.
    pub found: u64,
    /// Bytes of the tables at their largest.
    pub peak_bytes: u64,
}

impl Stats {
    /// Adds what something else took.
    pub fn add(&mut self, other: &Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.found += other.found;
        self.peak_bytes = self.peak_bytes.max(other.peak_bytes);
    }

    /// What was taken since it was this much; bytes are the most there ever were.
    #[must_use]
    pub fn since(&self, before: &Self) -> Self {
        Self {
            expanded: self.expanded.saturating_sub(before.expanded),
            generated: self.generated.saturating_sub(before.generated),
            found: self.found.saturating_sub(before.found),
            peak_bytes: self.peak_bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_read_back_what_a_search_took() {
        let stats = Stats { expanded: 1, generated: 2, found: 3, peak_bytes: 4 };
        let json = serde_json::to_string(&stats).unwrap();
        assert_eq!(json, r#"{"expanded":1,"generated":2,"found":3,"peak_bytes":4}"#);
        assert_eq!(serde_json::from_str::<Stats>(&json).unwrap(), stats);
    }
}
