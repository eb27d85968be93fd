//! What pages, reports and notebooks show alike, as HTML.
//!
//! A fight turn by turn is a table that is written here once. Whatever comes from a file of rules is
//! escaped, by `maud`; nothing here holds a script or asks for anything from outside.

mod turns;

use maud::{Markup, html};
use outplay::thousands;

pub use turns::turns;

/// That there are so many more of something, where there are.
fn and_more(more: usize, what: &str) -> Markup {
    html! { @if more > 0 { p.soft { "… and " (thousands(more as u64)) " more " (what) "." } } }
}
