//! The value drawn over the line: up is good for player 1. Moves that gave something away are marked,
//! the place that is looked at too, and every point leads to its place.

use maud::{Markup, html};
use outplay::About;

use super::course::Course;
use super::measure::{Measure, Worth};
use super::weighed::{Fault, Judged};
use crate::address::Address;
use crate::words;

const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 94.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 988.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 84.0;
/// A sign is drawn so far above the point that it marks.
const SIGN: f64 = 9.0;

/// A place of the line whose value is known.
struct Spot {
    place: usize,
    value: Worth,
    /// What was done there, and how bad it was.
    said: String,
    fault: Option<Fault>,
}

impl Spot {
    /// The point, and the strip from top to bottom around it, which leads there too.
    fn drawn(&self, x: f64, y: f64, [from, to]: [f64; 2]) -> Markup {
        let (across, down) = (rounded(x), rounded(y));
        let sign = match self.fault {
            Some(Fault::Blunder) => Some("??"),
            Some(Fault::Slip) => Some("?"),
            None => None,
        };
        html! {
            rect.area x=(rounded(from)) y="0" width=(rounded(to - from)) height=(HEIGHT) {}
            circle.spot.slip[self.fault == Some(Fault::Slip)].blunder[self.fault == Some(Fault::Blunder)]
                cx=(across) cy=(down) r="4" {}
            @if let Some(sign) = sign { text.sign x=(across) y=(rounded(y - SIGN)) text-anchor="middle" { (sign) } }
            title { (self.said) }
        }
    }
}

/// The graph; `end` is what the end of the line is worth, and `on` how many more
/// moves the best line has.
pub(crate) fn graph(
    course: &Course,
    judged: &Judged,
    end: Worth,
    on: usize,
    measure: &Measure,
    address: &Address,
    about: &About,
) -> Markup {
    let mut spots = Vec::new();
    for choice in &judged.choices {
        let value = choice.value(measure, about);
        if !value.is_settled() {
            continue;
        }
        let worth = choice.made().map(|hint| words::worth(hint, choice.player, about));
        let who = words::side(about, choice.player);
        let said =
            format!("{}. {who}: {} ({})", choice.number, choice.name, worth.unwrap_or_default());
        spots.push(Spot { place: choice.place, value, said, fault: choice.fault() });
    }
    let last = course.end.keys.len();
    if end.is_settled() {
        let said = format!("The end of the line: {}", measure.say(end, about));
        spots.push(Spot { place: last, value: end, said, fault: None });
    }
    if spots.is_empty() {
        return html! {};
    }
    let scale = Scale::of(measure, &spots);
    let places = float(last + on).max(1.0);
    let x = |place: usize| LEFT + (RIGHT - LEFT) * float(place) / places;
    let line: Vec<(f64, f64)> =
        spots.iter().map(|spot| (x(spot.place), scale.y(spot.value))).collect();
    let linked = spots.len() <= course.most_links();
    let faults = spots.iter().filter(|spot| spot.fault.is_some()).count();
    let label = format!(
        "The value over the line, up is good for {}; {} marked",
        about.names()[0],
        outplay::count(faults as u64, "mistake")
    );
    html! {
        figure.course {
            svg role="group" aria-label=(label) viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) {
                @for (y, tick) in scale.ticks(measure, about) {
                    line.grid x1=(LEFT) x2=(RIGHT) y1=(rounded(y)) y2=(rounded(y)) {}
                    text.tick x=(LEFT - 8.0) y=(rounded(y + 4.0)) text-anchor="end" { (tick) }
                }
                line.now x1=(rounded(x(course.at()))) x2=(rounded(x(course.at()))) y1=(TOP - 8.0) y2=(BOTTOM + 8.0) {}
                polyline.value points=(stairs(&line)) {}
                @if let (true, Some((from, y))) = (on > 0, line.last()) {
                    line.ahead x1=(rounded(*from)) x2=(RIGHT) y1=(rounded(*y)) y2=(rounded(*y)) {}
                }
                @for (index, (spot, (x, y))) in spots.iter().zip(&line).enumerate() {
                    @let drawn = spot.drawn(*x, *y, strip(&line, index));
                    @if linked { a href=(course.to(address, spot.place)) aria-label=(spot.said) { (drawn) } }
                    @else { g { (drawn) } }
                }
            }
        }
    }
}

/// From where to where a point is the nearest one.
fn strip(line: &[(f64, f64)], index: usize) -> [f64; 2] {
    let between = |one: usize, two: usize| f64::midpoint(line[one].0, line[two].0);
    let from = if index == 0 { LEFT } else { between(index - 1, index) };
    let to = if index + 1 == line.len() { WIDTH } else { between(index, index + 1) };
    [from, to]
}

/// How values become heights.
struct Scale {
    low: f64,
    high: f64,
    /// Is less better?
    price: bool,
}

impl Scale {
    fn of(measure: &Measure, spots: &[Spot]) -> Self {
        let values = || {
            spots.iter().filter_map(|spot| match spot.value {
                Worth::Is(value) => Some(value),
                Worth::NoWin | Worth::Open => None,
            })
        };
        match measure {
            Measure::Chance => Self { low: 0.0, high: 1.0, price: false },
            Measure::Points(_) => {
                let most = values().fold(1.0, |most: f64, value| most.max(value.abs()));
                Self { low: -most, high: most, price: false }
            }
            Measure::Price(_) => {
                let least = values().fold(f64::INFINITY, f64::min);
                let most = values().fold(0.0, f64::max);
                let least = if least.is_finite() { least } else { 0.0 };
                // A little room below the dearest, where there is no win.
                let room = ((most - least) * 0.35).max(1.0);
                Self { low: least, high: most + room, price: true }
            }
        }
    }

    fn y(&self, value: Worth) -> f64 {
        let Worth::Is(value) = value else { return BOTTOM };
        let share = (value - self.low) / (self.high - self.low);
        let up = if self.price { 1.0 - share } else { share };
        BOTTOM - (BOTTOM - TOP) * up.clamp(0.0, 1.0)
    }

    /// The lines across, with what they stand for.
    fn ticks(&self, measure: &Measure, about: &About) -> Vec<(f64, String)> {
        let at = |value: Worth| (self.y(value), measure.say(value, about));
        let is = |value: f64| at(Worth::Is(value));
        match measure {
            Measure::Chance => vec![is(1.0), is(0.5), is(0.0)],
            Measure::Points(_) => vec![is(self.high), is(0.0), is(self.low)],
            Measure::Price(_) => vec![is(self.low), at(Worth::NoWin)],
        }
    }
}

/// A value holds until the next choice changes it.
fn stairs(points: &[(f64, f64)]) -> String {
    let mut text = String::new();
    let mut before: Option<f64> = None;
    for (x, y) in points {
        if let Some(before) = before {
            text += &format!("{},{} ", rounded(*x), rounded(before));
        }
        text += &format!("{},{} ", rounded(*x), rounded(*y));
        before = Some(*y);
    }
    text
}

fn rounded(place: f64) -> String {
    format!("{place:.1}")
}

#[expect(clippy::cast_precision_loss, reason = "a place on a drawing")]
fn float(number: usize) -> f64 {
    number as f64
}
