//! A value over one number, as a curve, to stand in a page whose stylesheet has the colours.
//!
//! Every fight that is settled is a point that says its value; fights without a win are a hatched
//! strip, those that are not settled a dotted one; the fight as written is ringed and named.

use outplay::{SweepAnswer, Worth};

use super::canvas::{Element, Field, Point};
use super::scale::{ticks, to};
use crate::sweep::{is_price, number, range, worth_with_unit};
use crate::table::decimal;

const SIZE: Point = (720.0, 250.0);
const FIELD: Field = Field { left: 64.0, right: 706.0, top: 26.0, bottom: 200.0 };

const PATTERNS: &str = "<pattern id=\"hatch-strip\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
    <rect width=\"7\" height=\"7\" class=\"hatch-ground\"/><rect width=\"2\" height=\"7\" class=\"hatch-line\"/></pattern>\
    <pattern id=\"dots-strip\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\">\
    <rect width=\"7\" height=\"7\" class=\"dots-ground\"/><circle cx=\"3\" cy=\"3\" r=\"1.2\" class=\"dots-dot\"/></pattern>";

/// A sweep over one number as SVG; none where it has another number of dimensions.
pub fn curve(answer: &SweepAnswer) -> Option<String> {
    let [axis] = &answer.axes[..] else { return None };
    let what =
        if is_price(answer) { format!("least {}", answer.unit) } else { answer.unit.clone() };
    let name = axis.name.replace('.', " ");
    let mut svg = Element::svg(SIZE).class("curve").with("role", "img");
    svg = svg.with("aria-label", format_args!("{what} over {name}"));
    svg.add(&Element::new("defs").holds(PATTERNS));
    let (low, high) = ends(range(answer).unwrap_or_default());
    let gap = (FIELD.right - FIELD.left) / to(axis.values.len()).max(1.0);
    let x = |index: usize| FIELD.left + (to(index) + 0.5) * gap;
    let y = |value: f64| FIELD.up((value - low) / (high - low));
    let digits = if answer.unit == "chance" { 2 } else { usize::from(high - low < 8.0) };
    for part in 0..=4 {
        let value = low + (high - low) * f64::from(part) / 4.0;
        svg.add(&FIELD.rule(y(value)).class("grid"));
        svg.add(&FIELD.tick(y(value), decimal(value, digits)).class("tick"));
    }
    let mut runs: Vec<Vec<(usize, Point)>> = vec![Vec::new()];
    for (index, cell) in answer.cells.iter().enumerate() {
        let settled = cell.worth().filter(|worth| worth.is_settled());
        if let Some(value) = settled.and_then(|worth| worth.value) {
            runs.last_mut()?.push((index, (x(index), y(value.to_f64()))));
            continue;
        }
        runs.push(Vec::new());
        let fill = match cell.worth() {
            None => continue,
            Some(worth) if worth.is_no_win() => "url(#hatch-strip)",
            Some(_) => "url(#dots-strip)",
        };
        let place = (x(index) - gap / 2.0, FIELD.top);
        let strip = Element::rect(place, (gap, FIELD.bottom - FIELD.top)).with("fill", fill);
        let words = format!("{name} {}: {}", axis.values[index], worth_with_unit(answer, cell));
        svg.add(&strip.holds(Element::new("title").says(words)));
    }
    for run in runs.iter().filter(|run| !run.is_empty()) {
        let points: Vec<Point> = run.iter().map(|(_, point)| *point).collect();
        svg.add(&Element::polyline(&points).class("line p1"));
        for &(index, point) in run {
            let words = worth_with_unit(answer, &answer.cells[index]);
            let words = format!("{name} {}: {words}", axis.values[index]);
            svg.add(&Element::dot(point).class("dot p1").holds(Element::new("title").says(words)));
        }
    }
    for index in ticks(axis.values.len(), gap, 42.0) {
        let place = (x(index), FIELD.bottom + 17.0);
        svg.add(&Element::text(place, "middle", &axis.values[index]).class("tick"));
    }
    let middle = (FIELD.across(0.5), FIELD.bottom + 38.0);
    svg.add(&Element::text(middle, "middle", &name).class("axis"));
    if let Some(base) = answer.base_cell() {
        let worth = answer.cells[base].worth().filter(|worth| worth.is_settled());
        let value = worth.and_then(|worth: &Worth| worth.value);
        let at = (x(base), value.map_or(FIELD.bottom, |value| y(value.to_f64())));
        let ring = Element::new("circle").class("base").with("cx", format_args!("{:.1}", at.0));
        svg.add(&ring.with("cy", format_args!("{:.1}", at.1)).with("r", 7));
        let said = value.map_or("no value".to_owned(), number);
        let anchor = if at.0 > FIELD.across(0.5) { "end" } else { "start" };
        svg.add(&Element::line((at.0, FIELD.top - 6.0), (at.0, at.1 - 7.0)).class("now"));
        let place = (at.0, FIELD.top - 9.0);
        let words = format!("now {}: {said}", axis.values[base]);
        svg.add(&Element::text(place, anchor, words).class("axis"));
    }
    Some(svg.to_string())
}

/// The ends of the scale: some room even where all values are the same.
fn ends((low, high): (f64, f64)) -> (f64, f64) {
    if high > low { (low, high) } else { (low - 1.0, low + 1.0) }
}
