//! The pictures of a report: what moves the answer as a tornado, and how it goes for people as bars.

use outplay::{LadderAnswer, Moved, Report, Sensitivity, Tried};

use crate::draw::{Element, Point};
use crate::sweep::{number, tried};
use crate::table::decimal;

/// The numbers that move most are drawn; the table has them all.
const MOST_BARS: usize = 14;
const ROW: f64 = 30.0;
const NAMES: f64 = 210.0;
const WIDTH: f64 = 820.0;
const TOP: f64 = 26.0;

/// A hatched ground for what has no value.
const HATCH: &str = "<pattern id=\"no-win\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
    <rect width=\"6\" height=\"6\" fill=\"#8d95a0\"/><rect width=\"2\" height=\"6\" fill=\"#4a5160\"/></pattern>";

#[expect(clippy::cast_precision_loss, reason = "places on a drawing")]
fn to(number: usize) -> f64 {
    number as f64
}

fn value(tried: &Tried) -> Option<f64> {
    let worth = tried.worth().filter(|worth| worth.is_settled())?;
    worth.value.map(outplay::Number::to_f64)
}

/// Every number a little less and a little more: how far the value goes. None where there is nothing to draw.
pub(super) fn tornado(moves: &Sensitivity) -> Option<String> {
    let base = moves.base.value?.to_f64();
    let drawn: Vec<&Moved> =
        moves.numbers.iter().filter(|number| number.inert != Some(true)).take(MOST_BARS).collect();
    let values =
        || drawn.iter().flat_map(|moved| &moved.edits).filter_map(|edit| value(&edit.tried));
    let (low, high) = (values().fold(base, f64::min), values().fold(base, f64::max));
    if drawn.is_empty() {
        return None;
    }
    let room = ((high - low) * 0.12).max(if high > low { 0.0 } else { 1.0 });
    let (low, high) = (low - room, high + room);
    let x = |value: f64| NAMES + (value - low) / (high - low) * (WIDTH - NAMES - 20.0);
    let height = TOP + ROW * to(drawn.len()) + 30.0;
    let mut svg = Element::svg((WIDTH, height)).with("role", "img");
    svg = svg.with("aria-label", "how far each number moves the value");
    svg.add(&Element::new("defs").holds(HATCH));
    for (row, moved) in drawn.iter().enumerate() {
        let y = TOP + ROW * to(row);
        let words = format!("{} = {}", moved.path, moved.value);
        svg.add(&Element::text((NAMES - 10.0, y + 18.0), "end", words));
        // Ten per cent behind, one step before it.
        for edit in moved
            .edits
            .iter()
            .rev()
            .filter(|edit| edit.by.contains('%'))
            .chain(moved.edits.iter().filter(|edit| !edit.by.contains('%')))
        {
            let large = edit.by.contains('%');
            let side = if edit.by.starts_with('-') { "less" } else { "more" };
            let (top, tall) = if large { (y + 3.0, ROW - 6.0) } else { (y + 8.0, ROW - 16.0) };
            let title = format!("{} {} ({}): {}", moved.path, edit.by, edit.to, tried(&edit.tried));
            let bar = match value(&edit.tried) {
                Some(value) => {
                    let (from, till) = (x(base).min(x(value)), x(base).max(x(value)));
                    let class = if large { format!("{side} faint") } else { side.to_owned() };
                    Element::rect((from, top), ((till - from).max(0.1), tall)).class(class)
                }
                // No win: hatched at the edge, less at the left and more at the right.
                None if edit.tried.worth().is_some_and(outplay::Worth::is_no_win) => {
                    let wide = if large { 26.0 } else { 14.0 };
                    let left = if side == "less" { NAMES } else { WIDTH - 20.0 - wide };
                    Element::rect((left, top), (wide, tall)).class("none")
                }
                None => continue,
            };
            svg.add(&bar.holds(Element::new("title").says(title)));
        }
    }
    let foot = TOP + ROW * to(drawn.len());
    svg.add(&Element::line((x(base), TOP - 4.0), (x(base), foot + 4.0)).class("base"));
    let words = moves.base.value.map(number).unwrap_or_default();
    svg.add(&Element::text((x(base), TOP - 10.0), "middle", format!("{words} {}", moves.unit)));
    for (place, anchor) in [(low, "start"), (high, "end")] {
        let digits = if moves.unit == "chance" { 3 } else { 0 };
        let text = Element::text((x(place), foot + 20.0), anchor, decimal(place, digits));
        svg.add(&text.class("soft"));
    }
    Some(svg.to_string())
}

/// How often each style wins, as bars.
pub(super) fn ladder(report: &Report, ladder: &LadderAnswer) -> String {
    let rungs: Vec<_> = ladder.rungs.iter().filter(|rung| rung.ends.is_some()).collect();
    let height = TOP + ROW * to(rungs.len()) + 10.0;
    let mut svg = Element::svg((WIDTH, height)).with("role", "img");
    svg = svg.with("aria-label", format_args!("how often {} wins, by style", report.sides[0]));
    let wide = WIDTH - NAMES - 170.0;
    let x = |share: f64| NAMES + share * wide;
    for part in 0..=4 {
        let share = f64::from(part) / 4.0;
        svg.add(&Element::line((x(share), TOP - 4.0), (x(share), height - 8.0)).class("grid"));
        let text =
            Element::text((x(share), TOP - 10.0), "middle", format!("{:.0} %", share * 100.0));
        svg.add(&text.class("soft"));
    }
    for (row, rung) in rungs.iter().enumerate() {
        let Some(ends) = rung.ends else { continue };
        let y = TOP + ROW * to(row);
        svg.add(&Element::text((NAMES - 10.0, y + 19.0), "end", &rung.style));
        let parts = [
            ("won", ends.p1_wins, "won"),
            ("tied", ends.ties + ends.unfinished, "nobody won"),
            ("lost", ends.p2_wins, "lost"),
        ];
        let mut from = 0.0;
        for (class, share, what) in parts {
            if share > 0.0 {
                let title = format!("{}: {what} {:.2} %", rung.style, share * 100.0);
                let size: Point = (share * wide, ROW - 10.0);
                let bar = Element::rect((x(from), y + 5.0), size).class(class);
                svg.add(&bar.holds(Element::new("title").says(title)));
            }
            from += share;
        }
        let mut words = format!("{:.1} %", ends.p1_wins * 100.0);
        if let (Some(price), Some(unit)) = (rung.price, &ladder.unit) {
            words += &format!(", {} {unit}", decimal(price, 0));
        }
        svg.add(&Element::text((x(1.0) + 10.0, y + 19.0), "start", words));
    }
    svg.to_string()
}
