//! A fight told turn by turn, as a table.

use maud::{Markup, html};
use outplay::duel::{Account, Names};
use outplay::{Sheet, thousands};

/// More turns than this are not shown on a page.
const MOST_SHOWN: usize = 500;

/// Every turn as a row: what happened, and the numbers of both sides after it.
pub(in super::super) fn account_table(account: &Account, names: &Names) -> Markup {
    let sheet = Sheet::new(account, names, &[]);
    let untold = account.untold + account.turns.len().saturating_sub(MOST_SHOWN);
    html! {
        div.scroll {
            table.broad {
                thead {
                    tr { @for column in &sheet.columns { th.n[column.is_number] { (column.name) } } }
                }
                tbody {
                    @for row in sheet.rows.iter().take(1 + MOST_SHOWN) {
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
        @if untold > 0 { p.soft { "… and " (thousands(untold as u64)) " more turns." } }
    }
}
