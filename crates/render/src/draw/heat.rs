//! A value over two numbers, as colours, to stand in a page whose stylesheet has them.
//!
//! The squares of a colour are one path, with runs of neighbours in one piece: a map of thousands of fights
//! takes a few kilobytes, whatever its links are. So the drawing has no links: it says where its squares are
//! (`data-*`), and the page's script finds what the pointer is over in the table that stands beside it.
//! Who wins is not said by colour alone: no win is hatched, what is not settled is dotted, a line runs
//! between win and no win, and the fight as written is ringed. Where there is room, each square says its
//! value.

use std::collections::BTreeMap;

use outplay::SweepAnswer;

use super::canvas::Element;
use super::scale::{STEPS, Scale, Shade, ticks, to};
use crate::sweep::{is_price, is_won, tried};
use crate::table::decimal;

/// How many colours the matrix of teams has: the classes `h0` to `h11` of the page's stylesheet.
pub const HEAT_COLOURS: usize = STEPS;

/// Where the squares begin.
const TOP: f64 = 8.0;
/// The room below them.
const BOTTOM: f64 = 42.0;
/// The room of a letter.
const LETTER: f64 = 7.0;
/// Squares of this size have room for a few letters.
const ROOMY: f64 = 26.0;

/// What a map needs to be read: the ends of its scale, and what else there is in it.
pub struct HeatKey {
    /// The classes of its colours, from the least to the most.
    pub classes: Vec<String>,
    /// What the first and the last colour stand for, in words; none where nothing has a value.
    pub ends: Option<[String; 2]>,
    /// What else there is in it: a class of the stylesheet, and what it stands for.
    pub marks: Vec<(&'static str, &'static str)>,
}

/// A sweep over two numbers as SVG, the first across, the second down, and its key; none where it has
/// not two dimensions.
pub fn heat_map(answer: &SweepAnswer) -> Option<(String, HeatKey)> {
    let [x_axis, y_axis] = &answer.axes[..] else { return None };
    let scale = Scale::of(answer);
    let (columns, rows) = (x_axis.values.len(), y_axis.values.len());
    let at = |column: usize, row: usize| &answer.cells[column * rows + row];
    let cell = (860.0 / to(columns)).min(460.0 / to(rows)).clamp(9.0, 34.0).floor();
    let longest = y_axis.values.iter().map(|value| value.chars().count()).max().unwrap_or(1);
    let left = 34.0 + LETTER * to(longest);
    let names = [x_axis, y_axis].map(|axis| axis.name.replace('.', " "));
    // The names of the axes need room even beside a few squares.
    let room = |name: &str, squares: usize| {
        (to(squares) * cell).max(to(name.chars().count()) * LETTER + 8.0)
    };
    let (wide, tall) = (room(&names[0], columns), room(&names[1], rows));
    let (width, height) = (left + wide + 12.0, TOP + tall.max(to(rows) * cell) + BOTTOM);
    let mut svg = Element::svg((width, height)).with("width", format_args!("{width:.0}"));
    svg = svg.class("cells").with("role", "img").with("aria-label", label(answer, &names));
    let places = [("left", left), ("top", TOP), ("cell", cell), ("columns", to(columns))];
    for (name, place) in places.into_iter().chain([("rows", to(rows))]) {
        svg = svg.with(&format!("data-{name}"), format_args!("{place:.0}"));
    }
    svg.add(&Element::new("defs").holds(PATTERNS));
    let inside = format!("translate({left:.0} {TOP:.0}) scale({cell:.0})");
    let mut squares = Element::new("g").with("transform", &inside);
    for (shade, path) in runs(&scale, (columns, rows), at) {
        let mut drawn = Element::new("path").class(class(&scale, shade)).with("d", path);
        if let Shade::Class(class @ ("none" | "open")) = shade {
            drawn = drawn.with("fill", filled(class));
        }
        squares.add(&drawn);
    }
    let border = edges(answer, (columns, rows), at);
    if !border.is_empty() {
        for class in ["under", "edge"] {
            squares.add(&Element::new("path").class(class).with("d", &border));
        }
    }
    svg.add(&squares);
    let fits = |words: &str| to(words.chars().count()) * 6.2 <= cell;
    let valued = answer.cells.iter().filter(|cell| matches!(scale.shade(cell), Shade::Step(_)));
    let all_fit = cell >= ROOMY && valued.into_iter().all(|cell| fits(&short(answer, cell)));
    if all_fit {
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)))
        {
            let words = short(answer, at(column, row));
            let ink = match scale.shade(at(column, row)) {
                Shade::Step(step) if scale.is_dark(step) => "says light",
                Shade::Step(_) => "says dark",
                Shade::Class(_) => continue,
            };
            let place = (left + (to(column) + 0.5) * cell, TOP + (to(row) + 0.5) * cell + 3.5);
            svg.add(&Element::text(place, "middle", words).class(ink));
        }
    }
    if let Some(base) = answer.base_cell() {
        let (column, row) = (base / rows, base % rows);
        for class in ["halo", "base"] {
            let ring = Element::new("circle").class(class);
            let ring = ring.with("cx", format_args!("{:.1}", left + (to(column) + 0.5) * cell));
            let ring = ring.with("cy", format_args!("{:.1}", TOP + (to(row) + 0.5) * cell));
            svg.add(&ring.with("r", format_args!("{:.1}", (cell * 0.46).max(6.0))));
        }
    }
    let end = TOP + to(rows) * cell;
    let widest = x_axis.values.iter().map(|value| value.chars().count()).max().unwrap_or(1);
    for index in ticks(columns, cell, to(widest) * LETTER + 10.0) {
        let place = (left + (to(index) + 0.5) * cell, end + 15.0);
        svg.add(&Element::text(place, "middle", &x_axis.values[index]).class("tick"));
    }
    svg.add(&Element::text((left + wide / 2.0, end + 34.0), "middle", &names[0]).class("axis"));
    for index in ticks(rows, cell, 15.0) {
        let place = (left - 6.0, TOP + (to(index) + 0.5) * cell + 4.0);
        svg.add(&Element::text(place, "end", &y_axis.values[index]).class("tick"));
    }
    let turned = format!("translate(14 {:.0}) rotate(-90)", TOP + tall / 2.0);
    let name = Element::text((0, 0), "middle", &names[1]).class("axis");
    svg.add(&name.with("transform", turned));
    let key = key(answer, &scale, !border.is_empty());
    Some((svg.to_string(), key))
}

const PATTERNS: &str = "<pattern id=\"hatch\" width=\".5\" height=\".5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
    <rect width=\".5\" height=\".5\" class=\"hatch-ground\"/><rect width=\".16\" height=\".5\" class=\"hatch-line\"/></pattern>\
    <pattern id=\"dots\" width=\".5\" height=\".5\" patternUnits=\"userSpaceOnUse\">\
    <rect width=\".5\" height=\".5\" class=\"dots-ground\"/><circle cx=\".25\" cy=\".25\" r=\".1\" class=\"dots-dot\"/></pattern>";

/// What the drawing is, for whoever does not see it.
fn label(answer: &SweepAnswer, names: &[String; 2]) -> String {
    let what =
        if is_price(answer) { format!("least {}", answer.unit) } else { answer.unit.clone() };
    format!("{what} over {} and {}; the table below has every value", names[0], names[1])
}

/// The pattern of what has no value.
fn filled(class: &str) -> &'static str {
    if class == "none" { "url(#hatch)" } else { "url(#dots)" }
}

fn class(scale: &Scale, shade: Shade) -> String {
    match shade {
        Shade::Step(step) if scale.parts => format!("d{step}"),
        Shade::Step(step) => format!("v{step}"),
        Shade::Class(class) => class.to_owned(),
    }
}

/// The squares of each shade as one path, in units of a square: neighbours in a row are one piece.
fn runs<'a>(
    scale: &Scale,
    (columns, rows): (usize, usize),
    at: impl Fn(usize, usize) -> &'a outplay::Tried,
) -> BTreeMap<Shade, String> {
    let mut paths: BTreeMap<Shade, String> = BTreeMap::new();
    for row in 0..rows {
        let mut column = 0;
        while column < columns {
            let (from, shade) = (column, scale.shade(at(column, row)));
            while column < columns && scale.shade(at(column, row)) == shade {
                column += 1;
            }
            let length = column - from;
            *paths.entry(shade).or_default() += &format!("M{from} {row}h{length}v1h-{length}z");
        }
    }
    paths
}

/// The lines between fights that are won and that are not.
fn edges<'a>(
    answer: &SweepAnswer,
    (columns, rows): (usize, usize),
    at: impl Fn(usize, usize) -> &'a outplay::Tried,
) -> String {
    let differ = |one: &outplay::Tried, other: &outplay::Tried| {
        let both = is_won(answer, one).zip(is_won(answer, other));
        both.is_some_and(|(one, other)| one != other)
    };
    let mut path = String::new();
    for row in 0..rows {
        for column in 0..columns {
            let here = at(column, row);
            if column + 1 < columns && differ(here, at(column + 1, row)) {
                path += &format!("M{} {row}v1", column + 1);
            }
            if row + 1 < rows && differ(here, at(column, row + 1)) {
                path += &format!("M{column} {}h1", row + 1);
            }
        }
    }
    path
}

/// A value in a square.
fn short(answer: &SweepAnswer, cell: &outplay::Tried) -> String {
    match cell.worth().and_then(|worth| worth.value) {
        Some(value) if answer.unit == "chance" => decimal(100.0 * value.to_f64(), 0),
        Some(outplay::Number::Real(value)) => decimal(value, 1),
        Some(outplay::Number::Whole(value)) => value.to_string(),
        None => tried(cell),
    }
}

fn key(answer: &SweepAnswer, scale: &Scale, border: bool) -> HeatKey {
    let has = |class: &'static str| {
        answer.cells.iter().any(|cell| scale.shade(cell) == Shade::Class(class))
    };
    let valued = crate::sweep::range(answer).is_some();
    let word = |value: f64| match answer.unit.as_str() {
        "chance" => format!("{} %", decimal(100.0 * value, 1)),
        _ => decimal(value, 0),
    };
    let marks = [
        (answer.base_cell().is_some(), "written", "as written"),
        (border, "border", "between win and no win"),
        (has("none"), "none", "no win"),
        (has("open"), "open", "not settled"),
        (has("ground"), "never", "no such fight"),
    ];
    let marks = marks.into_iter().filter(|(there, ..)| *there);
    HeatKey {
        classes: (0..STEPS).map(|step| class(scale, Shade::Step(step))).collect(),
        ends: valued.then(|| [word(scale.range.0), word(scale.range.1)]),
        marks: marks.map(|(_, class, words)| (class, words)).collect(),
    }
}
