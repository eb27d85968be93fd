//! What pages, reports and notebooks show alike, as HTML.
//!
//! A fight turn by turn ([`turns`]) and everyone against everyone ([`matrix`]) are written here once. The
//! page has a stylesheet and links and may use no colours of its own; a report has neither: so whoever
//! shows a matrix says how it looks ([`Look`]). Whatever comes from a file of rules is escaped, by `maud`;
//! nothing here holds a script or asks for anything from outside.

mod matrix;
mod turns;

use maud::{Markup, html};
use outplay::thousands;

pub use matrix::{Colours, Counts, Look, fighter_names, matrix, notes};
pub use turns::turns;

/// That there are so many more of something, where there are.
fn and_more(more: usize, what: &str) -> Markup {
    html! { @if more > 0 { p.soft { "… and " (thousands(more as u64)) " more " (what) "." } } }
}
