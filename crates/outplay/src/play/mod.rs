//! `outplay play`: somebody at a fight, a hand or two decks.
//!
//! What is shared by the plain prompts ([`plain`]) and the full screen (`crate::tui`) lives here:
//! who sits where and what was played ([`Sitting`]), and what came of it ([`Review`]). Both ask the
//! library one question at a time; no rule of any game is known here.

mod decks;
mod plain;
mod plain_combat;
mod plain_hand;
mod review;
mod sitting;
mod turn;
mod words;

use std::io;

use outplay::Failure;

pub(crate) use decks::CombatSitting;
pub(crate) use plain::run as prompts;
pub(crate) use plain_combat::run as prompts_for_combat;
pub(crate) use plain_hand::{judged, run as prompts_for_a_hand};
pub(crate) use review::{Review, Reviewed};
pub(crate) use sitting::{Budget, Chosen, Sitting};
pub(crate) use turn::{BestTurn, HandReview, HandSitting};
pub(crate) use words::{cost, harm, hint_text, shown};

/// How a game at the table ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// To its end, or as far as somebody liked.
    Well,
    /// Nobody is asked, and no end is in sight.
    Endless,
    /// By the signal of this number.
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
