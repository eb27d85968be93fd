//! A sweep as a picture in a file: a heat map for each two dimensions, or a curve over one.
//!
//! Values are colours that get lighter all the way, so that they can be told apart whoever looks and
//! on paper; where zero or an even chance is the middle, they go from orange to blue. Who wins is not said
//! by colour alone: fights without a win are hatched, and a line runs between win and no win. The ground
//! and the words follow the light or dark of the surroundings.

use outplay::{SweepAnswer, Tried, Worth};

use super::canvas::{Element, Point};
use super::scale::{PARTING, Scale, Shade, ticks, to};
use crate::sweep::{Panel, is_price, is_won, number, panels, range, step, worth_with_unit};
use crate::table::decimal;

const STYLE: &str = "\
.map text{font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif;font-size:12px;fill:#1c2430}\
.map .title{font-size:17px;font-weight:600}\
.map .name{font-weight:600}\
.map .soft{fill:#5b6675}\
.map .ground{fill:#fff}\
.map .edge{stroke:#000;stroke-width:2.2;fill:none}\
.map .under{stroke:#fff;stroke-width:4.4;fill:none}\
.map .base{fill:none;stroke:#000;stroke-width:2}\
.map .halo{fill:none;stroke:#fff;stroke-width:4.5}\
.map .none{fill:url(#hatch)}\
.map .open{fill:url(#dots)}\
.map .frame{fill:none;stroke:#9aa5b4}\
.map .curve{fill:none;stroke:#2f7ba6;stroke-width:2}\
.map .dot{fill:#2f7ba6}\
.map .grid{stroke:#d5dbe3}\
@media screen and (prefers-color-scheme:dark){\
.map text{fill:#e8ecf1}\
.map .soft{fill:#a9b4c2}\
.map .ground{fill:#14181e}\
.map .frame{stroke:#5b6675}\
.map .grid{stroke:#333b47}\
.map .curve{stroke:#7fc4e8}\
.map .dot{fill:#7fc4e8}\
}";

const MARGIN: f64 = 20.0;
const TOP: f64 = 62.0;
const LEFT: f64 = 64.0;
/// The room below a map, for its ticks and its name.
const BOTTOM: f64 = 46.0;
/// The room of the legend.
const LEGEND: f64 = 64.0;
/// A picture has no more maps than this.
const MOST_PANELS: usize = 24;

/// A sweep as an SVG file.
pub fn sweep_svg(answer: &SweepAnswer) -> String {
    let all = panels(answer);
    let title = format!("{}: {}", answer.title, names(answer));
    if all.is_empty() { curve(answer, &title) } else { maps(answer, &all, &title) }
}

fn names(answer: &SweepAnswer) -> String {
    let over: Vec<_> = answer.axes.iter().map(|axis| axis.name.as_str()).collect();
    let what =
        if is_price(answer) { format!("least {}", answer.unit) } else { answer.unit.clone() };
    format!("{what} over {}", over.join(", "))
}

fn file(size: Point, title: &str) -> Element {
    let mut out = Element::file(size).class("map").with("role", "img");
    out.add(&Element::new("title").says(title));
    out.add(&Element::new("style").holds(STYLE));
    out.add(&Element::new("defs").holds(
        "<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <rect width=\"6\" height=\"6\" fill=\"#8d95a0\"/><rect width=\"2\" height=\"6\" fill=\"#4a5160\"/></pattern>\
         <pattern id=\"dots\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\">\
         <rect width=\"5\" height=\"5\" fill=\"#fff\"/><circle cx=\"2.5\" cy=\"2.5\" r=\"1\" fill=\"#777\"/></pattern>",
    ));
    out.add(&Element::new("rect").class("ground").with("width", "100%").with("height", "100%"));
    out.add(&Element::text((MARGIN, 30.0), "start", title).class("title"));
    out
}

fn maps(answer: &SweepAnswer, all: &[Panel], title: &str) -> String {
    let shown = &all[..all.len().min(MOST_PANELS)];
    // In a picture the longer dimension lies across.
    let (columns, rows) = (shown[0].cells.len(), shown[0].cells[0].len());
    let cell = (900.0 / to(columns)).min(600.0 / to(rows)).clamp(3.0, 26.0);
    let (wide, tall) = (to(columns) * cell, to(rows) * cell);
    let name_room = to(answer.axes[shown[0].axes[1]].name.chars().count()) * 7.5;
    let panel_width = LEFT + wide.max(name_room) + MARGIN;
    let panel_height = 24.0 + tall + BOTTOM;
    let per_row = if panel_width < 500.0 { (1000.0 / panel_width).floor().max(1.0) } else { 1.0 };
    let across = per_row.min(to(shown.len()));
    let down = (to(shown.len()) / across).ceil();
    let legend_room = 560.0_f64.max(to(title.chars().count()) * 9.5 + 2.0 * MARGIN);
    let size =
        ((across * panel_width + MARGIN).max(legend_room), TOP + down * panel_height + LEGEND);
    let mut out = file(size, title);
    if shown.len() < all.len() {
        let left = format!("the first {} of {} maps", shown.len(), all.len());
        out.add(&Element::text((MARGIN, 48.0), "start", left).class("soft"));
    }
    let scale = Scale::of(answer);
    for (index, panel) in shown.iter().enumerate() {
        let place = (to(index) % across, (to(index) / across).floor());
        let at = (LEFT + place.0 * panel_width, TOP + 24.0 + place.1 * panel_height);
        draw(&mut out, answer, panel, &scale, at, cell);
    }
    legend(&mut out, answer, &scale, size.1 - LEGEND + 20.0);
    format!("{out}\n")
}

fn draw(
    out: &mut Element,
    answer: &SweepAnswer,
    panel: &Panel,
    scale: &Scale,
    (left, top): Point,
    cell: f64,
) {
    let [down_axis, across_axis] = panel.axes.map(|axis| &answer.axes[axis]);
    let (columns, rows) = (panel.cells.len(), panel.cells[0].len());
    let at = |column: usize, row: usize| &answer.cells[panel.cells[column][row]];
    if !panel.title.is_empty() {
        out.add(&Element::text((left, top - 8.0), "start", &panel.title).class("name"));
    }
    let mut edges = Vec::new();
    for row in 0..rows {
        let mut group = Element::new("g");
        for column in 0..columns {
            let fight = at(column, row);
            let (x, y) = (left + to(column) * cell, top + to(row) * cell);
            let square = Element::rect((x, y), (cell + 0.3, cell + 0.3));
            let square = match scale.shade(fight) {
                Shade::Step(step) => square.with("fill", scale.colours[step]),
                Shade::Class(class) => square.class(class),
            };
            let (one, other) = (&across_axis.values[column], &down_axis.values[row]);
            let words = worth_with_unit(answer, fight);
            let words = format!("{} {one}, {} {other}: {words}", across_axis.name, down_axis.name);
            group = group.holds(square.holds(Element::new("title").says(words)));
            let differs = |other: &Tried| match (is_won(answer, fight), is_won(answer, other)) {
                (Some(one), Some(other)) => one != other,
                _ => false,
            };
            if column + 1 < columns && differs(at(column + 1, row)) {
                edges.push(((x + cell, y), (x + cell, y + cell)));
            }
            if row + 1 < rows && differs(at(column, row + 1)) {
                edges.push(((x, y + cell), (x + cell, y + cell)));
            }
        }
        out.add(&group);
    }
    let size = (to(columns) * cell, to(rows) * cell);
    out.add(&Element::rect((left, top), size).class("frame"));
    let path: String =
        edges.iter().map(|((x, y), (u, v))| format!("M{x:.1} {y:.1}L{u:.1} {v:.1}")).collect();
    if !path.is_empty() {
        for class in ["under", "edge"] {
            out.add(&Element::new("path").class(class).with("d", &path));
        }
    }
    if let Some(base) = answer.base_cell()
        && let Some((column, row)) = find(panel, base)
    {
        let centre = (left + (to(column) + 0.5) * cell, top + (to(row) + 0.5) * cell);
        for class in ["halo", "base"] {
            let ring =
                Element::new("circle").class(class).with("cx", format_args!("{:.1}", centre.0));
            out.add(
                &ring
                    .with("cy", format_args!("{:.1}", centre.1))
                    .with("r", format_args!("{:.1}", (cell * 0.45).max(4.0))),
            );
        }
    }
    for index in ticks(columns, cell, 34.0) {
        let place = (left + (to(index) + 0.5) * cell, top + size.1 + 15.0);
        out.add(&Element::text(place, "middle", &across_axis.values[index]));
    }
    let place = (left + size.0 / 2.0, top + size.1 + 33.0);
    out.add(&Element::text(place, "middle", &across_axis.name).class("name"));
    for index in ticks(rows, cell, 14.0) {
        let place = (left - 6.0, top + (to(index) + 0.5) * cell + 4.0);
        out.add(&Element::text(place, "end", &down_axis.values[index]));
    }
    let turned = format!("translate({:.1} {:.1}) rotate(-90)", left - 44.0, top + size.1 / 2.0);
    let name = Element::text((0, 0), "middle", &down_axis.name).class("name");
    out.add(&name.with("transform", turned));
}

/// The colour of a value beside a middle that is even, where the farthest is so far from it; and is it so dark
/// that words in it must be light?
pub fn shade(value: f64, middle: f64, reach: f64) -> (&'static str, bool) {
    let reach = reach.max(f64::MIN_POSITIVE);
    let place = step(value, (middle - reach, middle + reach), PARTING.len());
    (PARTING[place], !(2..10).contains(&place))
}

fn find(panel: &Panel, cell: usize) -> Option<(usize, usize)> {
    panel.cells.iter().enumerate().find_map(|(column, cells)| {
        cells.iter().position(|&number| number == cell).map(|row| (column, row))
    })
}

fn legend(out: &mut Element, answer: &SweepAnswer, scale: &Scale, top: f64) {
    let mut x = MARGIN;
    let digits = if answer.unit == "chance" { 2 } else { 0 };
    let words = |out: &mut Element, x: f64, text: &str| {
        out.add(&Element::text((x, top + 12.0), "start", text));
        to(text.chars().count()) * 7.0 + 14.0
    };
    x += words(out, x, &decimal(scale.range.0, digits));
    for colour in scale.colours {
        out.add(&Element::rect((x, top), (16.3, 16.0)).with("fill", colour));
        x += 16.0;
    }
    x += 6.0;
    x += words(out, x, &format!("{} {}", decimal(scale.range.1, digits), answer.unit));
    let has = |what: fn(&Worth) -> bool| answer.worths().any(what);
    for (there, class, text) in [
        (has(Worth::is_no_win), "none", "no win"),
        (has(|worth| !worth.is_settled()), "open", "not settled"),
    ] {
        if there {
            out.add(&Element::rect((x, top), (16.0, 16.0)).class(class));
            x += 22.0;
            x += words(out, x, text);
        }
    }
    if answer.base_cell().is_some() {
        for class in ["halo", "base"] {
            let ring =
                Element::new("circle").class(class).with("cx", x + 8.0).with("cy", top + 8.0);
            out.add(&ring.with("r", 6));
        }
        x += 22.0;
        words(out, x, "as written");
    }
}

/// A curve over one dimension; fights without a win are marks at its foot.
fn curve(answer: &SweepAnswer, title: &str) -> String {
    let size = (900.0_f64.max(to(title.chars().count()) * 9.5), 420.0);
    let mut out = file(size, title);
    let (left, top, wide, tall) =
        (LEFT + 16.0, TOP, size.0 - LEFT - 16.0 - MARGIN, size.1 - TOP - 80.0);
    let Some(axis) = answer.axes.iter().max_by_key(|axis| axis.values.len()) else {
        return format!("{out}\n");
    };
    let (low, high) = range(answer).unwrap_or_default();
    let (low, high) = if high > low { (low, high) } else { (low - 1.0, low + 1.0) };
    let gap = wide / to(axis.values.len()).max(1.0);
    let x = |index: usize| left + (to(index) + 0.5) * gap;
    let y = |value: f64| top + tall - (value - low) / (high - low) * tall;
    for part in 0..=4 {
        let value = low + (high - low) * f64::from(part) / 4.0;
        out.add(&Element::line((left, y(value)), (left + wide, y(value))).class("grid"));
        let digits = if answer.unit == "chance" || high - low < 8.0 { 2 } else { 0 };
        out.add(&Element::text((left - 8.0, y(value) + 4.0), "end", decimal(value, digits)));
    }
    let mut run: Vec<Point> = Vec::new();
    let mut runs = Vec::new();
    for (index, cell) in answer.cells.iter().enumerate() {
        match cell.worth().filter(|worth| worth.is_settled()).and_then(|worth| worth.value) {
            Some(value) => run.push((x(index), y(value.to_f64()))),
            None => {
                runs.push(std::mem::take(&mut run));
                let no_win = cell.worth().is_some_and(Worth::is_no_win);
                let class = if no_win { "none" } else { "open" };
                out.add(&Element::rect((x(index) - gap / 2.0, top), (gap, tall)).class(class));
            }
        }
    }
    runs.push(run);
    for run in &runs {
        out.add(&Element::polyline(run).class("curve"));
        for &point in run {
            out.add(&Element::dot(point).class("dot"));
        }
    }
    if let Some(base) = answer.base_cell()
        && let Some(value) = answer.cells[base].worth().and_then(|worth| worth.value)
    {
        let words = format!("as written: {}", number(value));
        let at = (x(base), y(value.to_f64()));
        let ring = Element::new("circle").class("base curve").with("cx", at.0).with("cy", at.1);
        out.add(&ring.with("r", 8));
        let anchor = if at.0 > left + wide / 2.0 { "end" } else { "start" };
        out.add(&Element::text((at.0, at.1 - 14.0), anchor, words));
    }
    for index in ticks(axis.values.len(), gap, 40.0) {
        out.add(&Element::text((x(index), top + tall + 18.0), "middle", &axis.values[index]));
    }
    out.add(
        &Element::text((left + wide / 2.0, top + tall + 38.0), "middle", &axis.name).class("name"),
    );
    let has_none = answer.worths().any(Worth::is_no_win);
    if has_none {
        out.add(&Element::rect((left, size.1 - 26.0), (16.0, 16.0)).class("none"));
        out.add(&Element::text((left + 22.0, size.1 - 13.0), "start", "no win"));
    }
    format!("{out}\n")
}
