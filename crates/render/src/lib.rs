//! What the program says, in the same words on the command line, the full screen and the page.
//!
//! Texts and tables from the library's answers: nothing here asks, prints or knows who listens. The
//! form for programs is `json.rs`.

pub mod combat;
pub mod commands;
pub mod fight;
pub mod games;
pub mod hand;
pub mod json;
pub mod play;
pub mod table;

use outplay::Stopped;

/// What stopped something, after "stopped".
pub fn why(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Time => "by --max-seconds",
        Stopped::States => "by --max-states",
        Stopped::Interrupted => "by hand",
        Stopped::Cycle => "because it comes back to itself, which this search cannot weigh",
        Stopped::Depth => "because a line grew too long for recursion",
        Stopped::Memory => "by a deal whose sub-games lie too deep",
    }
}
