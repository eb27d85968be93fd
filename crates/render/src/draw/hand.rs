//! Two small drawings: how often each damage comes up, and times by hand size.
//!
//! Plain SVG, one size, light ground, system fonts; colours that the colour-blind tell apart.

use outplay::{DeckAnswer, HandComparison, SizeRow};

use super::escape;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 700.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 340.0;

const INK: &str = "#333333";
const PALE: &str = "#dddddd";

/// A drawing in the making.
struct Drawing(String);

impl Drawing {
    fn new(title: &str) -> Self {
        let mut drawing = Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"system-ui, sans-serif\" \
             font-size=\"13\" fill=\"{INK}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        ));
        drawing.text(
            LEFT,
            28.0,
            "start",
            &format!("<tspan font-size=\"16\">{}</tspan>", escape(title)),
        );
        drawing
    }

    /// Words; `anchor` is start, middle or end. The words are markup already.
    fn text(&mut self, x: f64, y: f64, anchor: &str, words: &str) {
        self.0 +=
            &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>\n");
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str) {
        self.0 += &format!(
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\"/>\n",
            from.0, from.1, to.0, to.1
        );
    }

    fn finish(mut self) -> String {
        self.0 += "</svg>\n";
        self.0
    }
}

/// How often each damage comes up, as bars.
#[expect(clippy::cast_precision_loss, reason = "a drawing is a few hundred points wide")]
pub fn histogram(answer: &DeckAnswer) -> String {
    let title = format!(
        "Best turn of every {}-card hand: {:.2} damage in the mean",
        answer.draw, answer.value
    );
    let mut drawing = Drawing::new(&title);
    let rows = &answer.distribution;
    let most = rows.iter().map(|row| row.probability).fold(0.0, f64::max).max(1e-12);
    // Ticks at 1, 2 or 5 of a power of ten, three to six of them.
    let mut step = 10_f64.powf((most * 100.0).log10().floor());
    while most * 100.0 / step < 3.0 {
        step /= 2.0;
    }
    let height = |percent: f64| BOTTOM - (BOTTOM - TOP) * percent / (most * 100.0);
    for tick in 0..12 {
        let percent = f64::from(tick) * step;
        if percent <= most * 100.0 + 1e-9 {
            drawing.line((LEFT, height(percent)), (RIGHT, height(percent)), PALE);
            let words = format!("{} %", (percent * 1000.0).round() / 1000.0);
            drawing.text(LEFT - 8.0, height(percent) + 4.0, "end", &words);
        }
    }
    let width = (RIGHT - LEFT) / rows.len().max(1) as f64;
    let every = (rows.len() / 24 + 1).max(1);
    for (place, row) in rows.iter().enumerate() {
        let x = LEFT + width * place as f64;
        let y = height(row.probability * 100.0);
        drawing.0 += &format!(
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#0072b2\">\
             <title>{} damage: {} hands, {:.2} %</title></rect>\n",
            x + width * 0.08,
            width * 0.84,
            BOTTOM - y,
            row.damage,
            row.hands,
            row.probability * 100.0
        );
        if place.is_multiple_of(every) {
            drawing.text(x + width / 2.0, BOTTOM + 18.0, "middle", &row.damage.to_string());
        }
    }
    if let Some(first) = rows.first() {
        let x = LEFT + width * (answer.value - first.damage as f64 + 0.5);
        drawing.0 += &format!(
            "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{BOTTOM}\" stroke=\"#111111\" \
             stroke-width=\"2\" stroke-dasharray=\"5 4\"/>\n"
        );
    }
    drawing.line((LEFT, BOTTOM), (RIGHT, BOTTOM), INK);
    drawing.text(f64::midpoint(LEFT, RIGHT), HEIGHT - 16.0, "middle", "damage (dashed: the mean)");
    drawing.finish()
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
    let mut drawing = Drawing::new("Mean time to a turn, by cards in hand");
    let rows = &comparison.rows;
    let all = CURVES.iter().flat_map(|(_, _, value)| rows.iter().filter_map(*value));
    let powers: Vec<f64> = all.filter(|seconds| *seconds > 0.0).map(f64::log10).collect();
    let low = powers.iter().copied().fold(f64::INFINITY, f64::min).floor();
    let high = powers.iter().copied().fold(f64::NEG_INFINITY, f64::max).ceil();
    if rows.is_empty() || !low.is_finite() {
        return drawing.finish();
    }
    let high = high.max(low + 1.0);
    let y = |power: f64| BOTTOM - (BOTTOM - TOP) * (power - low) / (high - low);
    for power in low as i32..=high as i32 {
        let at = y(f64::from(power));
        drawing.line((LEFT, at), (RIGHT - 90.0, at), PALE);
        let (unit, exponent) = match power {
            ..=-7 => ("ns", power + 9),
            -6..=-4 => ("us", power + 6),
            -3..=-1 => ("ms", power + 3),
            0.. => ("s", power),
        };
        drawing.text(LEFT - 8.0, at + 4.0, "end", &format!("{} {unit}", 10_f64.powi(exponent)));
    }
    let width = (RIGHT - 90.0 - LEFT) / rows.len() as f64;
    let x = |place: usize| LEFT + width * (place as f64 + 0.5);
    let every = rows.len() / 24 + 1;
    for (place, row) in rows.iter().enumerate().filter(|(place, _)| place.is_multiple_of(every)) {
        drawing.text(x(place), BOTTOM + 18.0, "middle", &row.cards.to_string());
    }
    for (_, colour, value) in CURVES {
        let points = rows.iter().enumerate().filter_map(|(place, row)| {
            value(row).filter(|seconds| *seconds > 0.0).map(|s| (x(place), y(s.log10())))
        });
        let points: Vec<(f64, f64)> = points.collect();
        let path: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        drawing.0 += &format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\"/>\n",
            path.join(" ")
        );
        for (x, y) in &points {
            drawing.0 +=
                &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>\n");
        }
    }
    legend(&mut drawing);
    drawing.line((LEFT, BOTTOM), (RIGHT - 90.0, BOTTOM), INK);
    drawing.text(f64::midpoint(LEFT, RIGHT - 90.0), HEIGHT - 16.0, "middle", "cards in hand");
    drawing.finish()
}

fn legend(drawing: &mut Drawing) {
    for (place, (name, colour, _)) in (0_u8..).zip(CURVES) {
        let at = TOP + 10.0 + 20.0 * f64::from(place);
        drawing.0 += &format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"12\" height=\"12\" fill=\"{colour}\"/>\n",
            RIGHT - 80.0,
            at - 10.0
        );
        drawing.text(RIGHT - 62.0, at, "start", name);
    }
}
