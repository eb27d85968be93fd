//! `outplay play` with prompts, line by line: a game of two sides, a hand or two decks.
//!
//! Who sits where and what was played is in `outplay::Sitting` and `outplay_render::play`, which the
//! full screen shares.

mod combat;
mod game;
mod hand;

use std::io;

use outplay::Failure;

pub(crate) use combat::run as prompts_for_combat;
pub(crate) use game::run as prompts;
pub(crate) use hand::run as prompts_for_a_hand;

/// How a game at the table ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// To its end, or as far as somebody liked.
    Well,
    /// Nobody is asked, and no end is in sight.
    Endless,
    /// By the signal of this number.
    #[cfg_attr(not(feature = "tui"), expect(dead_code, reason = "prompts leave signals alone"))]
    BySignal(i32),
}

/// Why it cannot go on.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The rules or the question are wrong.
    Failure(Failure),
    /// Nobody reads any more, or nothing can be read.
    Io(io::Error),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
