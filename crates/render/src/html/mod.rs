//! What pages, reports and notebooks show alike, as HTML.
//!
//! A fight turn by turn ([`turns()`]), everyone against everyone ([`matrix()`]) and lists of rows are
//! written here once. The page has a stylesheet and links and may use no colours of its own, a report
//! and a notebook have neither: so whoever shows a matrix says how it looks ([`Look`]). [`notebook`]
//! makes fragments that stand alone. Whatever comes from a file of rules is escaped, by `maud`; nothing
//! here holds a script or asks for anything from outside.

mod heat;
mod matrix;
pub mod notebook;
mod turns;

use maud::{Markup, html};
use outplay::thousands;

pub use heat::{LeadsTo, heat_key, heat_table};
pub use matrix::{Colours, Counts, Look, fighter_names, matrix, notes};
pub use turns::turns;

use crate::table::Listing;

/// A list as a table: no more rows than so many, and how many more there are of what.
pub(crate) fn listing(list: &Listing, more: usize, what: &str) -> Markup {
    let is_number = |column: usize| !list.left.contains(&column);
    html! {
        div.scroll { table.broad {
            thead { tr {
                @for (column, name) in list.header.iter().enumerate() { th.n[is_number(column)] { (name) } }
            } }
            tbody { @for row in &list.rows { tr {
                @for (column, cell) in row.iter().enumerate() { td.n[is_number(column)] { (cell) } }
            } } }
        } }
        (and_more(more, what))
    }
}

/// That there are so many more of something, where there are.
fn and_more(more: usize, what: &str) -> Markup {
    html! { @if more > 0 { p.soft { "… and " (thousands(more as u64)) " more " (what) "." } } }
}

#[cfg(test)]
mod tests;
