//! Two small drawings: how often each damage comes up, and times by hand size.
//!
//! Plain SVG, one size, light ground, system fonts; colours that the colour-blind tell apart.

use outplay::{DeckAnswer, HandComparison, SizeRow};

use super::canvas::{Element, Field, Point};

const SIZE: Point = (720.0, 400.0);
const FIELD: Field = Field { left: 70.0, right: 700.0, top: 50.0, bottom: 340.0 };

const INK: &str = "#333333";
const PALE: &str = "#dddddd";

fn titled(title: &str) -> Element {
    let font = Element::file(SIZE).with("font-family", "system-ui, sans-serif");
    let mut drawing = font.with("font-size", 13).with("fill", INK);
    drawing.add(&Element::ground("white"));
    let title = Element::new("tspan").with("font-size", 16).says(title);
    drawing.add(&Element::text((FIELD.left, 28.0), "start", "").holds(title));
    drawing
}

/// The axis along the bottom, and what it stands for.
fn finish(mut drawing: Element, field: &Field, words: &str) -> String {
    drawing.add(&field.rule(field.bottom).with("stroke", INK));
    drawing.add(&Element::text((field.across(0.5), SIZE.1 - 16.0), "middle", words));
    format!("{drawing}\n")
}

/// How often each damage comes up, as bars.
#[expect(clippy::cast_precision_loss, reason = "a drawing is a few hundred points wide")]
pub fn histogram(answer: &DeckAnswer) -> String {
    let title = format!(
        "Best turn of every {}-card hand: {:.2} damage in the mean",
        answer.draw, answer.value
    );
    let mut drawing = titled(&title);
    let rows = &answer.distribution;
    let most = rows.iter().map(|row| row.probability).fold(0.0, f64::max).max(1e-12);
    // Ticks at 1, 2 or 5 of a power of ten, three to six of them.
    let mut step = 10_f64.powf((most * 100.0).log10().floor());
    while most * 100.0 / step < 3.0 {
        step /= 2.0;
    }
    let height = |percent: f64| FIELD.up(percent / (most * 100.0));
    for tick in 0..12 {
        let percent = f64::from(tick) * step;
        if percent <= most * 100.0 + 1e-9 {
            drawing.add(&FIELD.rule(height(percent)).with("stroke", PALE));
            let words = format!("{} %", (percent * 1000.0).round() / 1000.0);
            drawing.add(&FIELD.tick(height(percent), words));
        }
    }
    let width = (FIELD.right - FIELD.left) / rows.len().max(1) as f64;
    let every = (rows.len() / 24 + 1).max(1);
    for (place, row) in rows.iter().enumerate() {
        let x = FIELD.left + width * place as f64;
        let percent = row.probability * 100.0;
        let y = height(percent);
        let bar = Element::rect((x + width * 0.08, y), (width * 0.84, FIELD.bottom - y));
        let title = format!("{} damage: {} hands, {percent:.2} %", row.damage, row.hands);
        let title = Element::new("title").says(title);
        drawing.add(&bar.with("fill", "#0072b2").holds(title));
        if place.is_multiple_of(every) {
            drawing.add(&below(x + width / 2.0, row.damage));
        }
    }
    if let Some(first) = rows.first() {
        let x = FIELD.left + width * (answer.value - first.damage as f64 + 0.5);
        let mean = Element::line((x, FIELD.top), (x, FIELD.bottom)).with("stroke", "#111111");
        drawing.add(&mean.with("stroke-width", 2).with("stroke-dasharray", "5 4"));
    }
    finish(drawing, &FIELD, "damage (dashed: the mean)")
}

/// What a place along the bottom stands for.
fn below(x: f64, number: usize) -> Element {
    Element::text((x, FIELD.bottom + 18.0), "middle", number)
}

/// A curve: its name, its colour, and its value in a row.
type Curve = (&'static str, &'static str, fn(&SizeRow) -> Option<f64>);

const CURVES: [Curve; 3] = [
    ("brute force", "#d55e00", |row| row.brute_seconds),
    ("greedy", "#009e73", |row| Some(row.greedy_seconds)),
    ("exact", "#0072b2", |row| Some(row.exact_seconds)),
];

/// Times by hand size, on a scale of powers of ten.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "it is a drawing")]
pub fn times(comparison: &HandComparison) -> String {
    let mut drawing = titled("Mean time to a turn, by cards in hand");
    let rows = &comparison.rows;
    let all = CURVES.iter().flat_map(|(_, _, value)| rows.iter().filter_map(*value));
    let powers: Vec<f64> = all.filter(|seconds| *seconds > 0.0).map(f64::log10).collect();
    let low = powers.iter().copied().fold(f64::INFINITY, f64::min).floor();
    let high = powers.iter().copied().fold(f64::NEG_INFINITY, f64::max).ceil();
    if rows.is_empty() || !low.is_finite() {
        return format!("{drawing}\n");
    }
    let high = high.max(low + 1.0);
    let field = Field { right: FIELD.right - 90.0, ..FIELD };
    let y = |power: f64| field.up((power - low) / (high - low));
    for power in low as i32..=high as i32 {
        let at = y(f64::from(power));
        drawing.add(&field.rule(at).with("stroke", PALE));
        let (unit, exponent) = match power {
            ..=-7 => ("ns", power + 9),
            -6..=-4 => ("us", power + 6),
            -3..=-1 => ("ms", power + 3),
            0.. => ("s", power),
        };
        drawing.add(&field.tick(at, format_args!("{} {unit}", 10_f64.powi(exponent))));
    }
    let x = |place: usize| field.across((place as f64 + 0.5) / rows.len() as f64);
    let every = rows.len() / 24 + 1;
    for (place, row) in rows.iter().enumerate().filter(|(place, _)| place.is_multiple_of(every)) {
        drawing.add(&below(x(place), row.cards));
    }
    for (_, colour, value) in CURVES {
        let points = rows.iter().enumerate().filter_map(|(place, row)| {
            value(row).filter(|seconds| *seconds > 0.0).map(|s| (x(place), y(s.log10())))
        });
        let points: Vec<Point> = points.collect();
        let curve = Element::polyline(&points).with("fill", "none").with("stroke", colour);
        drawing.add(&curve.with("stroke-width", 2.5));
        for &point in &points {
            drawing.add(&Element::dot(point).with("fill", colour));
        }
    }
    for (place, (name, colour, _)) in (0_u8..).zip(CURVES) {
        let at = FIELD.top + 10.0 + 20.0 * f64::from(place);
        let key = Element::new("rect").at((FIELD.right - 80.0, at - 10.0));
        drawing.add(&key.with("width", 12).with("height", 12).with("fill", colour));
        drawing.add(&Element::text((FIELD.right - 62.0, at), "start", name));
    }
    finish(drawing, &field, "cards in hand")
}
