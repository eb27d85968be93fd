//! Game trees that are written out in a file: `game = "tree"`.
//!
//! A position says who chooses, then its moves, in order. A move leads to a number (the game is over,
//! worth that much to player 1), to `{ p1 = 20 }` or `{ p2 = -80 }` (worth that much to that player),
//! to another position in braces, or, by name, to a position of its own (several moves may lead
//! there, and a move may lead back: such a game can go on for ever). With `values = "chooser"` a
//! plain number counts for the player who chooses where it stands.
//!
//! ```toml
//! [start]
//! player = 1
//! A = 50
//! B = { p2 = -80 }
//! C = { player = 2, D = { p2 = -90 }, E = "later" }
//!
//! [positions.later]
//! player = 2
//! F = -50
//! ```
//!
//! `format.rs` says what a file may hold, `read.rs` makes a [`Tree`] of it and reports every
//! problem with its place, `game.rs` plays it. Nothing here prints.

mod format;
mod game;
mod read;

pub use format::FORMAT;
pub use game::{Position, Tree};
pub use read::{TreeFile, read};
