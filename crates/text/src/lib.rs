//! Rules as people write them.
//!
//! Text with places ([`Sources`], [`Span`]), everything wrong with it ([`Problem`], each with
//! the [`Code`] of its kind), TOML as a tree that remembers where each part stands ([`Node`]), what a
//! file may contain ([`Shape`], the one description that both the checker and the JSON Schema read),
//! and changes to a tree from outside ([`set`]). Nothing here knows a game, but for the one list of
//! codes; nothing here prints, and nothing says how the user of a view would put it right.

mod code;
mod decimal;
mod near;
mod problem;
mod schema;
pub mod set;
mod shape;
mod source;
mod tree;

pub use code::Code;
pub use decimal::{Decimal, NoDecimal};
pub use near::{near, nearest};
pub use problem::{MOST_LISTED, Problem, Problems, Severity};
pub use schema::json_schema;
pub use shape::{Field, Rest, Shape, check};
pub use source::{Source, SourceId, Sources, Span};
pub use tree::{Entry, Node, Table, Value, parse};
