//! What people write about hands: files of cards, cards and names on the command line, card lists,
//! deck lists, and the ranges that random cards are dealt from.
//!
//! Everything becomes a tree with places first (`yaml.rs`, `rows.rs`), whatever its format, and is
//! read from there by one set of rules (`fields.rs`); every problem is reported with its place, and
//! nothing panics whatever the bytes.

mod config;
mod deck;
mod fields;
mod file;
mod list;
mod rows;
mod yaml;

pub use config::{ranges, write_yaml};
pub use deck::deck;
pub use fields::{card_argument, setting};
pub use file::{HandFile, hand_file};
pub use list::{CardList, hand_by_names};
