//! A value over two numbers, as colours: a square for each combination, and each a link.

use outplay::{Axis, Proof, SweepAnswer, amount};

use super::canvas::Element;

/// How many colours a heat map has: the classes `h0` to `h11` of the page's stylesheet.
pub const HEAT_COLOURS: u64 = 12;

/// The side of a square.
const CELL: usize = 12;
/// The room of a letter.
const LETTER: usize = 7;
/// Where the squares begin.
const LEFT: usize = 46;
const TOP: usize = 8;
/// The room below them.
const BOTTOM: usize = 40;

/// The least and the greatest value of a sweep, where it has any.
pub fn heat_range(answer: &SweepAnswer) -> Option<(u64, u64)> {
    let values = || answer.rows.iter().flatten().filter_map(|cell| cell.value);
    values().min().zip(values().max())
}

/// A sweep as SVG, to stand in a page; `link` says where the square of two values leads.
pub fn heat_map(answer: &SweepAnswer, link: impl Fn(i64, i64) -> String) -> String {
    let (low, high) = heat_range(answer).unwrap_or_default();
    let rows = answer.rows.len();
    let columns = answer.rows.first().map_or(0, Vec::len);
    let [x_name, y_name] = [&answer.x, &answer.y].map(|axis| axis.path.replace('.', " "));
    // The names of the axes need room even beside a few squares.
    let room = |name: &str, squares: usize| (squares * CELL).max(name.chars().count() * LETTER);
    let (wide, tall) = (room(&x_name, columns), room(&y_name, rows));
    let (width, height) = (LEFT + wide + 8, TOP + tall.max(rows * CELL + BOTTOM));
    let mut svg = Element::svg((width, height)).with("width", width * 13 / 10);
    let label = format!("least {} over {x_name} and {y_name}", answer.unit);
    svg = svg.with("role", "group").with("aria-label", label);
    let end = TOP + rows * CELL;
    for (index, value) in ticks(&answer.x) {
        let at = (LEFT + index * CELL + CELL / 2, end + 16);
        svg.add(&Element::text(at, "middle", value).class("tick"));
    }
    let at = (LEFT + wide / 2, end + BOTTOM - 6);
    svg.add(&Element::text(at, "middle", &x_name).class("axis"));
    for (index, value) in ticks(&answer.y) {
        let at = (LEFT - 6, TOP + index * CELL + CELL - 2);
        svg.add(&Element::text(at, "end", value).class("tick"));
    }
    let turned = format!("translate(11 {}) rotate(-90)", TOP + tall / 2);
    let name = Element::text((0, 0), "middle", &y_name).class("axis");
    svg.add(&name.with("transform", turned));
    for ((index, y), row) in answer.y.values().enumerate().zip(&answer.rows) {
        let mut group = Element::new("g");
        group = group.with("transform", format_args!("translate({LEFT} {})", TOP + index * CELL));
        for ((place, x), cell) in answer.x.values().enumerate().zip(row) {
            let (shade, worth) = match (cell.value, cell.proof) {
                (Some(value), Proof::Optimal) => {
                    let colour = (value - low) * HEAT_COLOURS / (high - low + 1);
                    (format!("h{colour}"), amount(value, &answer.unit))
                }
                (None, Proof::Optimal) => ("none".to_owned(), "no win".to_owned()),
                _ => ("open".to_owned(), "not settled".to_owned()),
            };
            let title = format!("{x_name} {x}, {y_name} {y}: {worth}");
            let square = Element::new("rect").class(shade).with("x", place * CELL);
            let square = square.with("width", CELL).with("height", CELL);
            // One square is in the order of the tabs, and the arrow keys go on from it.
            let tab = if (index, place) == (0, 0) { 0 } else { -1 };
            let link = Element::new("a").with("href", link(x, y)).with("tabindex", tab);
            group = group.holds(link.holds(Element::new("title").says(title)).holds(square));
        }
        svg.add(&group);
    }
    svg.to_string()
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
