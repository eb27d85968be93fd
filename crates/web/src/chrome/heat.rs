//! A value over two numbers, as colours: a square for each combination, and each a link.

use maud::{Markup, html};
use outplay::{Axis, Cell, Proof, SweepAnswer, amount, thousands};

/// The side of a square.
const CELL: usize = 12;
/// The room of a letter.
const LETTER: usize = 7;
const LEFT: usize = 46;
const TOP: usize = 8;
const BOTTOM: usize = 40;
/// How many colours there are (`.h0` to `.h11` of the stylesheet).
const COLOURS: u64 = 12;

/// Draws a sweep; `link` says where the square of two values leads.
pub(crate) fn heat_map(answer: &SweepAnswer, link: impl Fn(i64, i64) -> String) -> Markup {
    let values = || answer.rows.iter().flatten().filter_map(|cell| cell.value);
    let (low, high) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    let shade = |cell: &Cell| match (cell.value, cell.proof) {
        (Some(value), Proof::Optimal) => format!("h{}", (value - low) * COLOURS / (high - low + 1)),
        (None, Proof::Optimal) => "none".to_owned(),
        _ => "open".to_owned(),
    };
    let columns = answer.rows.first().map_or(0, Vec::len);
    let [x_name, y_name] = [&answer.x, &answer.y].map(|axis| axis.path.replace('.', " "));
    // The names of the axes need room even beside a few squares.
    let room = |name: &str, squares: usize| (squares * CELL).max(name.chars().count() * LETTER);
    let (wide, tall) = (room(&x_name, columns), room(&y_name, answer.rows.len()));
    let (width, height) = (LEFT + wide + 8, TOP + tall.max(answer.rows.len() * CELL + BOTTOM));
    html! {
        figure.heat {
            div.scroll {
                svg viewBox=(format!("0 0 {width} {height}")) width=(width * 13 / 10) role="group"
                    aria-label=(format!("least {} over {x_name} and {y_name}", answer.unit)) {
                    @for (index, value) in ticks(&answer.x) {
                        text.tick x=(LEFT + index * CELL + CELL / 2) y=(TOP + answer.rows.len() * CELL + 16)
                            text-anchor="middle" { (value) }
                    }
                    text.axis x=(LEFT + wide / 2) y=(TOP + answer.rows.len() * CELL + BOTTOM - 6) text-anchor="middle" { (x_name) }
                    @for (index, value) in ticks(&answer.y) {
                        text.tick x=(LEFT - 6) y=(TOP + index * CELL + CELL - 2) text-anchor="end" { (value) }
                    }
                    text.axis x="0" y="0" text-anchor="middle"
                        transform=(format!("translate(11 {}) rotate(-90)", TOP + tall / 2)) { (y_name) }
                    @for ((index, y), row) in answer.y.values().enumerate().zip(&answer.rows) {
                        g transform=(format!("translate({LEFT} {})", TOP + index * CELL)) {
                            @for ((place, x), cell) in answer.x.values().enumerate().zip(row) {
                                // One square is in the order of the tabs, and the arrow keys go on from it.
                                a href=(link(x, y)) tabindex=(if (index, place) == (0, 0) { "0" } else { "-1" }) {
                                    title { (x_name) " " (x) ", " (y_name) " " (y) ": " (told(cell, &answer.unit)) }
                                    rect class=(shade(cell)) x=(place * CELL) width="12" height="12" {}
                                }
                            }
                        }
                    }
                }
            }
            figcaption {
                @if values().next().is_some() {
                    span { (thousands(low)) }
                    span.scale aria-hidden="true" {
                        @for colour in 0..COLOURS { i class=(format!("h{colour}")) {} }
                    }
                    span { (thousands(high)) " " (answer.unit) }
                }
                span.key.none { "no win" }
                @if answer.rows.iter().flatten().any(|cell| cell.proof != Proof::Optimal) {
                    span.key.open { "not settled" }
                }
            }
        }
    }
}

/// What a combination is worth, in words.
fn told(cell: &Cell, unit: &str) -> String {
    match (cell.value, cell.proof) {
        (Some(value), Proof::Optimal) => amount(value, unit),
        (None, Proof::Optimal) => "no win".to_owned(),
        _ => "not settled".to_owned(),
    }
}

/// Where values stand along an axis: not more than about sixteen of them, at round numbers.
fn ticks(axis: &Axis) -> Vec<(usize, i64)> {
    let count = axis.values().count();
    let gap = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
        .into_iter()
        .find(|gap| count / gap <= 16)
        .unwrap_or(10_000);
    let gap = i64::try_from(gap).expect("a small number");
    let all = axis.values().enumerate();
    all.filter(|(index, value)| *index == 0 && gap == 1 || value % gap == 0).collect()
}
