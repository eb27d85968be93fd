//! Everyone against everyone where dice fall: a heat map of what each is worth against each, whom each
//! does worst against as a graph, and who is never better than another.

use std::f64::consts::TAU;

use maud::{Markup, html};
use outplay::{About, Counter, Objective, SolvedMeeting, Table, Text, TournamentAnswer, thousands};
use outplay_render::chance::worth;
use outplay_render::draw::HEAT_COLOURS;
use outplay_render::ran_out;

use crate::address::Address;

/// Half the width of the graph.
const HALF: f64 = 260.0;
/// How far from its middle the teams stand.
const RING: f64 = 215.0;
/// How large a team is drawn.
const SPOT: f64 = 19.0;

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
                (graph(&answer.pairs, &answer.counters))
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

/// The teams in a ring, and an arrow from each to its best counter.
fn graph(teams: &[String], counters: &[Counter]) -> Markup {
    let mut places = Vec::new();
    for index in 0..u32::try_from(teams.len()).unwrap_or(0) {
        let count = u32::try_from(teams.len()).unwrap_or(u32::MAX);
        let turn = f64::from(index) / f64::from(count) * TAU - TAU / 4.0;
        places.push((HALF + RING * turn.cos(), HALF + RING * turn.sin()));
    }
    let at = |team: &str| {
        let place = teams.iter().position(|other| other == team)?;
        places.get(place).copied()
    };
    let arrows = counters.iter().filter_map(|counter| {
        let (from, to) = (at(&counter.pair)?, at(&counter.best_counter)?);
        arrow(from, to)
    });
    // Whoever counters somebody stands out.
    let counters_someone = |team: &String| counters.iter().any(|it| it.best_counter == *team);
    let size = 2.0 * HALF;
    html! {
        figure.graph {
            svg role="img" aria-label="Whom each does worst against" viewBox=(format!("0 0 {size} {size}")) {
                @for path in arrows { path.arrow d=(path) {} }
                @for (team, (x, y)) in teams.iter().zip(&places) {
                    circle.spot.counter[counters_someone(team)] cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r=(SPOT) {}
                    text x=(format!("{x:.1}")) y=(format!("{:.1}", y + 4.5)) text-anchor="middle" { (team) }
                }
            }
        }
    }
}

/// A curve from one spot to another, with its head; none from a spot to itself.
fn arrow((x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> Option<String> {
    // Curved towards the middle, so that two that counter each other have an arrow each.
    let bend = 0.35;
    let lean = 0.12;
    let middle_x = f64::midpoint(x, to_x) * (1.0 - bend) + HALF * bend + (to_y - y) * lean;
    let middle_y = f64::midpoint(y, to_y) * (1.0 - bend) + HALF * bend - (to_x - x) * lean;
    let towards = |(x, y): (f64, f64)| {
        let (along_x, along_y) = (middle_x - x, middle_y - y);
        let length = along_x.hypot(along_y);
        (length > SPOT).then(|| (along_x / length, along_y / length))
    };
    let ((out_x, out_y), (in_x, in_y)) = (towards((x, y))?, towards((to_x, to_y))?);
    let (start_x, start_y) = (x + out_x * SPOT, y + out_y * SPOT);
    let (end_x, end_y) = (to_x + in_x * (SPOT + 1.0), to_y + in_y * (SPOT + 1.0));
    if (x - to_x).hypot(y - to_y) < SPOT {
        return None;
    }
    let wing = |side: f64| {
        let (wing_x, wing_y) = (in_x * 9.0 - side * in_y * 4.5, in_y * 9.0 + side * in_x * 4.5);
        format!("{:.1} {:.1}", end_x + wing_x, end_y + wing_y)
    };
    Some(format!(
        "M{start_x:.1} {start_y:.1}Q{middle_x:.1} {middle_y:.1} {end_x:.1} {end_y:.1}M{}L{end_x:.1} {end_y:.1}L{}",
        wing(1.0),
        wing(-1.0)
    ))
}
