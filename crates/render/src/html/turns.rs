//! A fight turn by turn, as a table.

use maud::{Markup, html};
use outplay::{About, SidesReplay};

use super::and_more;
use crate::sheet::Sheet;

/// Every turn as a row: what happened, and the numbers of both sides after it; so many of them, and how
/// many more there are.
pub fn turns(about: &About, replay: &SidesReplay, most: usize) -> Markup {
    let sheet = Sheet::new(about, replay);
    let untold = replay.untold + replay.turns.len().saturating_sub(most);
    html! {
        div.scroll {
            table.broad {
                thead {
                    tr { @for column in &sheet.columns { th.n[column.is_number] { (column.name) } } }
                }
                tbody {
                    @for row in sheet.rows.iter().take(1 + most) {
                        tr class=[row.player.map(|player| format!("p{}", player.number()))] {
                            @for (column, cell) in sheet.columns.iter().zip(&row.cells) {
                                td.n[column.is_number].what[column.name == "what happens"] { (cell) }
                            }
                        }
                    }
                }
            }
        }
        @if let Some(legend) = &sheet.legend { p.soft { (legend) } }
        (and_more(untold, "turns"))
    }
}
