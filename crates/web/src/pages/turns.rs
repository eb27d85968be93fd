//! A fight told turn by turn: as a table, and its numbers as charts.

use maud::{Markup, PreEscaped, html};
use outplay::{About, SidesReplay, thousands};
use outplay_render::draw::{chart, charts};
use outplay_render::sheet::Sheet;

/// More turns than this are not shown on a page.
const MOST_SHOWN: usize = 500;

/// The numbers that change, where any do; then every turn as a row.
pub(super) fn turn_by_turn(about: &About, replay: &SidesReplay) -> Markup {
    let charts = charts(about, replay);
    html! {
        @if !charts.is_empty() {
            section.sheet {
                h2 { "Over the turns" }
                @for drawn in charts {
                    figure.chart {
                        figcaption {
                            (drawn.title)
                            @for series in &drawn.series {
                                span class=(format!("key p{}", series.side)) { (series.name) }
                            }
                        }
                        div.scroll { (PreEscaped(chart(&drawn))) }
                    }
                }
            }
        }
        section.sheet {
            h2 { "The fight, turn by turn" }
            (table(about, replay))
        }
    }
}

/// Every turn as a row: what happened, and the numbers of both sides after it.
fn table(about: &About, replay: &SidesReplay) -> Markup {
    let sheet = Sheet::new(about, replay);
    let untold = replay.untold + replay.turns.len().saturating_sub(MOST_SHOWN);
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
