//! Everyone against everyone where dice fall: a heat map of what each is worth against each, whom each
//! does worst against as a graph, and who is never better than another.

use maud::{Markup, PreEscaped, html};
use outplay::{About, Objective, SolvedMeeting, Table, Text, TournamentAnswer, thousands};
use outplay_render::chance::worth;
use outplay_render::draw::{HEAT_COLOURS, counters_graph};
use outplay_render::ran_out;

use crate::address::Address;

/// What came of a tournament of teams, as far as it is known.
pub(super) fn met(
    address: &Address,
    fights: &Table,
    answer: &TournamentAnswer<SolvedMeeting>,
    given: Option<&Text>,
) -> Markup {
    let about = fights.about();
    let all = answer.matrix.iter().map(Vec::len).sum::<usize>();
    let known = answer.matrix.iter().flatten().flatten().count();
    html! {
        p.lead {
            "Everyone against everyone when both do their best: "
            @if about.objective == Objective::Win { "how likely the row wins, in per cent." }
            @else { "what it is worth to the row, in " (about.unit()) "." }
        }
        form.sheet method="get" action=(address.path("lab")) {
            label { "Who takes part, with commas between; everyone where it is empty"
                input name="fighters" value=[given] placeholder=(some(&answer.pairs))
                    autocomplete="off" spellcheck="false";
            }
            @for (name, value) in &bare(address).kept { input type="hidden" name=(name) value=(value); }
            button.main { "Draw" }
        }
        section.sheet {
            h2 { "The row against the column" }
            (matrix(address, about, answer))
            p.soft.small {
                @if known < all { (thousands(known as u64)) " of " }
                (thousands(all as u64)) " fights solved in " (format!("{:.1} s", answer.seconds))
                @if answer.stopped.is_some() { "; for the others " (ran_out(answer.stopped)) }
                ". Each square leads to its solution."
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

/// A few who might take part.
fn some(teams: &[String]) -> String {
    teams.iter().take(4).map(String::as_str).collect::<Vec<_>>().join(",")
}

/// The same rules without the sides: each square has its own.
fn bare(address: &Address) -> Address {
    let mut bare = address.clone();
    bare.kept.retain(|(name, _)| !["p1", "p2"].contains(&name.as_str()));
    bare
}

fn matrix(address: &Address, about: &About, answer: &TournamentAnswer<SolvedMeeting>) -> Markup {
    let bare = bare(address);
    let values = || answer.matrix.iter().flatten().flatten().copied();
    let (low, high) = match about.objective {
        Objective::Win => (0.0, 1.0),
        _ => (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max)),
    };
    html! {
        div.scroll { table.matrix.small {
            thead { tr { td { "" } @for team in &answer.pairs { th scope="col" { (team) } } } }
            tbody { @for (row, cells) in answer.pairs.iter().zip(&answer.matrix) {
                tr {
                    th scope="row" { (row) }
                    @for (column, value) in answer.pairs.iter().zip(cells) {
                        @let told = value.map_or("not settled".to_owned(), |value| worth(value, unit(about)));
                        td class=(value.map_or("open".to_owned(), |value| heat(value, low, high))) {
                            a href=(bare.link("solve", &[("p1", row), ("p2", column)]))
                                title=(format!("{row} against {column}: {told}")) {
                                @match value {
                                    Some(value) if about.objective == Objective::Win => (format!("{:.0}", 100.0 * value)),
                                    Some(value) => (format!("{value:.1}")),
                                    None => "?",
                                }
                            }
                        }
                    }
                }
            } }
        } }
    }
}

/// What a square counts.
fn unit(about: &About) -> &str {
    about.unit()
}

/// The colour of a value; in it the text has to be light or dark.
fn heat(value: f64, low: f64, high: f64) -> String {
    let part = if high > low { (value - low) / (high - low) } else { 0.5 };
    let colours = u32::try_from(HEAT_COLOURS).unwrap_or(1);
    // The lightest is the most.
    let darker = |step: &u32| (1.0 - part) * f64::from(colours) >= f64::from(*step);
    let place = (1..colours).filter(darker).count();
    let ink = if place > 5 { "light" } else { "dark" };
    format!("h{place} {ink}")
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
                    thead { tr { th { "" } th { "best counter" } th.n { "worth" } } }
                    tbody { @for counter in &answer.counters {
                        tr {
                            td { strong { (counter.pair) } }
                            td { a href=(bare.link("solve", &[("p1", &counter.pair), ("p2", &counter.best_counter)])) { (counter.best_counter) } }
                            td.n { (worth(counter.value, unit(about))) }
                        }
                    } }
                } }
            }
        }
    }
}
