//! A value over two numbers, as colours: a square for each combination, and each a link.

use outplay::{Axis, SweepAnswer, Tried, Worth};

use super::canvas::Element;
use crate::sweep::{range, step, worth_with_unit};

/// How many colours a heat map has: the classes `h0` to `h11` of the page's stylesheet.
pub const HEAT_COLOURS: usize = 12;

/// The side of a square.
const CELL: usize = 12;
/// The room of a letter.
const LETTER: usize = 7;
/// Where the squares begin.
const LEFT: usize = 46;
const TOP: usize = 8;
/// The room below them.
const BOTTOM: usize = 40;

/// A sweep over two numbers as SVG, to stand in a page: the first across, the second down. `link` says where
/// the square of two values leads.
///
/// # Panics
/// When it has not two dimensions.
pub fn heat_map(answer: &SweepAnswer, link: impl Fn(&str, &str) -> String) -> String {
    let [x_axis, y_axis] = &answer.axes[..] else { panic!("a map has two dimensions") };
    let range = range(answer).unwrap_or_default();
    let (columns, rows) = (x_axis.values.len(), y_axis.values.len());
    let [x_name, y_name] = [x_axis, y_axis].map(|axis| axis.name.replace('.', " "));
    // The names of the axes need room even beside a few squares.
    let room = |name: &str, squares: usize| (squares * CELL).max(name.chars().count() * LETTER);
    let (wide, tall) = (room(&x_name, columns), room(&y_name, rows));
    let (width, height) = (LEFT + wide + 8, TOP + tall.max(rows * CELL + BOTTOM));
    let mut svg = Element::svg((width, height)).with("width", width * 13 / 10);
    let label = format!("least {} over {x_name} and {y_name}", answer.unit);
    svg = svg.with("role", "group").with("aria-label", label);
    let end = TOP + rows * CELL;
    for (index, value) in ticks(x_axis) {
        let at = (LEFT + index * CELL + CELL / 2, end + 16);
        svg.add(&Element::text(at, "middle", value).class("tick"));
    }
    let at = (LEFT + wide / 2, end + BOTTOM - 6);
    svg.add(&Element::text(at, "middle", &x_name).class("axis"));
    for (index, value) in ticks(y_axis) {
        let at = (LEFT - 6, TOP + index * CELL + CELL - 2);
        svg.add(&Element::text(at, "end", value).class("tick"));
    }
    let turned = format!("translate(11 {}) rotate(-90)", TOP + tall / 2);
    let name = Element::text((0, 0), "middle", &y_name).class("axis");
    svg.add(&name.with("transform", turned));
    for (index, y) in y_axis.values.iter().enumerate() {
        let mut group = Element::new("g");
        group = group.with("transform", format_args!("translate({LEFT} {})", TOP + index * CELL));
        for (place, x) in x_axis.values.iter().enumerate() {
            let cell = &answer.cells[place * rows + index];
            let shade = match cell {
                Tried::Worth(Worth { value: Some(value), .. }) if is_settled(cell) => {
                    format!("h{}", step(value.to_f64(), range, HEAT_COLOURS))
                }
                _ if is_settled(cell) => "none".to_owned(),
                _ => "open".to_owned(),
            };
            let title = format!("{x_name} {x}, {y_name} {y}: {}", worth_with_unit(answer, cell));
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

fn is_settled(cell: &Tried) -> bool {
    cell.worth().is_some_and(Worth::is_settled)
}

/// Where values stand along an axis: not more than about sixteen of them, at round numbers.
fn ticks(axis: &Axis) -> Vec<(usize, &str)> {
    let count = axis.values.len();
    let gap = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
        .into_iter()
        .find(|gap| count / gap <= 16)
        .unwrap_or(10_000);
    let gap_of_one = gap == 1;
    let gap = i64::try_from(gap).expect("a small number");
    let round = |value: &str| value.parse::<i64>().map_or(true, |value| value % gap == 0);
    let all = axis.values.iter().map(String::as_str).enumerate();
    all.filter(|(index, value)| *index == 0 && gap_of_one || round(value)).collect()
}
