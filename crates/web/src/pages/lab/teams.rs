//! Everyone against everyone where dice fall: a heat map of what each is worth against each, whom each
//! does worst against as a graph, and who is never better than another.

use maud::{Markup, PreEscaped, html};
use outplay::lab::Tournament;
use outplay::{About, SolvedMeeting, Table, TournamentAnswer};
use outplay_render::Voice;
use outplay_render::chance::worth;
use outplay_render::draw::counters_graph;
use outplay_render::html::{self, Colours, Counts, Look};
use outplay_render::tournament::{done_in, turn_order};

use super::everyone::bare;
use crate::address::Address;

/// What came of a tournament of teams, as far as it is known.
pub(super) fn met(
    address: &Address,
    fights: &Table,
    answer: &TournamentAnswer<SolvedMeeting>,
) -> Markup {
    let about = fights.about();
    html! {
        section.sheet {
            h2 { "The row against the column" }
            @for order in &answer.orders {
                @let of_several = (answer.orders.len() > 1).then_some(order.order.as_str());
                @if of_several.is_some() { h3 { (turn_order(order)) } }
                (squares(address, about, &order.table, of_several))
            }
            p.soft.small {
                (done_in(answer, "solved", Voice::Page)) " Each square leads to its solution."
            }
        }
        @if !answer.counters.is_empty() { (counters(address, about, answer)) }
        @if !answer.dominated.is_empty() {
            section.sheet #dominated {
                h2 { "Never better than another" }
                ul.chips {
                    @for one in &answer.dominated {
                        li.chip { strong { (one.pair) } " than " strong { (one.by) } }
                    }
                }
            }
        }
    }
}

/// The matrix; where there are several, of this turn order.
fn squares(
    address: &Address,
    about: &About,
    table: &Tournament<SolvedMeeting>,
    order: Option<&str>,
) -> Markup {
    let (bare, teams) = (bare(address), &table.entrants);
    let link = |row: usize, column: usize| {
        let mut there = vec![("p1", teams[row].as_str()), ("p2", &teams[column])];
        there.extend(order.map(|order| ("order", order)));
        bare.link("solve", &there)
    };
    let counts = Counts::of(about);
    let look = Look { names: teams, counts, colours: Colours::Heat, link: Some(&link) };
    html::matrix(table, &look)
}

/// Whom each does worst against: a graph, and the same in words.
fn counters(address: &Address, about: &About, answer: &TournamentAnswer<SolvedMeeting>) -> Markup {
    let bare = bare(address);
    html! {
        section.sheet #counters {
            h2 { "Best counters" }
            p.soft {
                "An arrow leads from each to whom it does worst against."
                @if answer.matrix.iter().flatten().any(Option::is_none) {
                    " Only the fights that are settled count: another may be worse for it."
                }
            }
            div.columns.half {
                figure.graph { (PreEscaped(counters_graph(&answer.pairs, &answer.counters))) }
                div.scroll { table.tight {
                    thead { tr { th { "team" } th { "best counter" } th.n { "worth" } } }
                    tbody { @for counter in &answer.counters {
                        tr {
                            td { strong { (counter.pair) } }
                            td { a href=(bare.link("solve", &[("p1", &counter.pair), ("p2", &counter.best_counter)])) { (counter.best_counter) } }
                            td.n { (worth(counter.value, about.unit())) }
                        }
                    } }
                } }
            }
        }
    }
}
