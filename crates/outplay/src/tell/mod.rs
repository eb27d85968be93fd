//! What the program says, in the same words on the command line, the full screen and the page.
//!
//! Texts and tables from the library's answers: nothing here asks, prints or knows who listens. The
//! form for programs is `json.rs`.

pub(crate) mod combat;
pub(crate) mod commands;
pub(crate) mod fight;
pub(crate) mod games;
pub(crate) mod hand;
pub(crate) mod table;
