//! A fight told turn by turn: as a table, and its numbers as charts.

use maud::{Markup, PreEscaped, html};
use outplay::{About, SidesReplay};
use outplay_render::draw::{chart, charts};
use outplay_render::html::turns;

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
            (turns(about, replay, MOST_SHOWN))
        }
    }
}
