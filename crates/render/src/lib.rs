//! Outplay's answers as text, JSON, CSV and pictures: every sentence stands here once.
//!
//! Plain functions from the library's answers to words: nothing here asks, prints or knows who shows
//! it. Where the same thing is put right in two ways, a [`Voice`] says who reads. The form for programs
//! is [`json`]; [`draw`] writes SVG and DOT, [`html`] what pages, reports and notebooks show alike.

pub mod answer;
pub mod chance;
pub mod columns;
pub mod combat;
pub mod commands;
pub mod compare;
pub mod draw;
pub mod estimate;
mod fit;
pub mod games;
pub mod hand;
pub mod html;
pub mod json;
pub mod matches;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod play;
pub mod problems;
pub mod replay;
pub mod report;
pub mod rules;
pub mod sheet;
pub mod sweep;
pub mod table;
pub mod tournament;
pub mod tune;
mod voice;

pub use fit::{fit_to, fitted_to};
pub use voice::{Voice, ran_out, why};
