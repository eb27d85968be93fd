//! Who reads: the same thing is put right by an option at a terminal, by a form on a page, and by an
//! argument in a notebook.

use outplay::Stop;

/// Who reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// Somebody at a terminal, who types options.
    Terminal,
    /// Somebody at a page.
    Page,
    /// Somebody who asked from a program, with limits by name.
    Notebook,
}

impl Voice {
    /// What stopped a search, and where that can be, which option lets it go on.
    pub fn stopped(self, stop: Option<Stop>) -> String {
        match self {
            Self::Terminal => format!("stopped {}", stop.map_or("by hand", why)),
            Self::Page => ran_out(stop).to_owned(),
            Self::Notebook => format!("stopped {}", stop.map_or("by hand", named)),
        }
    }
}

/// What stopped something, after "stopped", for somebody who types options.
pub fn why(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "by --max-seconds",
        Stop::States => "by --max-states",
        Stop::Interrupted => "by hand",
        Stop::Cycle => "because it comes back to itself, which this search cannot weigh",
        Stop::Depth => "because a line grew too long for recursion",
        Stop::Memory => "by --max-memory",
        Stop::Answer => "because there is more than an answer may hold",
        Stop::Chance => "because it rolls dice, which this search cannot weigh",
        Stop::Weights => "because a roll's chances are too fine for exact arithmetic",
        Stop::Width => "because the bounds come no closer",
        Stop::Worker => "because the process that worked on it ended, twice",
    }
}

/// The same for somebody who names limits in a program.
fn named(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "by max_seconds",
        Stop::States => "by max_states",
        Stop::Memory => "by max_memory",
        stop => why(stop),
    }
}

/// Why something is not settled, for somebody at a page.
pub fn ran_out(stop: Option<Stop>) -> &'static str {
    match stop {
        Some(Stop::States) => "the states that a page may keep ran out",
        Some(Stop::Memory) => "the memory that a page may use ran out",
        Some(Stop::Answer) => "there is more than a page may hold",
        Some(Stop::Depth) => "the search goes no deeper",
        Some(Stop::Cycle) => "this search cannot weigh a fight that comes back to itself",
        Some(Stop::Chance) => "this search cannot weigh dice",
        Some(Stop::Weights) => "the chances of a roll are too fine for exact arithmetic",
        Some(Stop::Width) => "the bounds come no closer",
        Some(Stop::Worker) => "whoever worked on it is gone",
        Some(Stop::Time | Stop::Interrupted) => "the time that a page may take ran out",
        None => "the time or the states that a page may take ran out",
    }
}
