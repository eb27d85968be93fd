//! Numbers over turns, as lines.

use maud::{Markup, html};

/// A drawing of several numbers on one scale.
pub(crate) struct Chart {
    /// What it shows.
    pub(crate) title: String,
    /// The lines.
    pub(crate) series: Vec<Series>,
    /// What each place along the bottom stands for: in short, and in full.
    pub(crate) steps: Vec<(String, String)>,
}

/// One line.
pub(crate) struct Series {
    /// What it is.
    pub(crate) name: String,
    /// Whose it is: 1 or 2.
    pub(crate) side: usize,
    /// Its value at each step.
    pub(crate) values: Vec<i32>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 220.0;
/// The least room at the left, and that of a letter there.
const LEAST_LEFT: f64 = 52.0;
const LETTER: f64 = 7.5;
const RIGHT: f64 = 16.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 30.0;

/// More steps than this have no dots.
const MOST_DOTS: usize = 80;

/// Draws it.
pub(crate) fn chart(chart: &Chart) -> Markup {
    let all = || chart.series.iter().flat_map(|series| &series.values).copied();
    let (low, high) = (all().min().unwrap_or(0).min(0), all().max().unwrap_or(1).max(1));
    let gap = step(f64::from(high) - f64::from(low));
    let (bottom, top) =
        ((f64::from(low) / gap).floor() * gap, (f64::from(high) / gap).ceil() * gap);
    let count = chart.steps.len();
    let lines = std::iter::successors(Some(bottom), |line| Some(line + gap))
        .take_while(|line| *line <= top + gap / 2.0)
        .take(12);
    let letters = lines.clone().map(|line| line.to_string().len()).max().unwrap_or(0);
    let left = left(letters);
    #[expect(clippy::cast_precision_loss, reason = "places on a drawing")]
    let x = |index: usize| {
        left + (WIDTH - left - RIGHT) * index as f64 / (count.saturating_sub(1).max(1)) as f64
    };
    let y = |value: f64| TOP + (HEIGHT - TOP - BOTTOM) * (top - value) / (top - bottom);
    let every = count.div_ceil(12).max(1);
    html! {
        figure.chart {
            figcaption {
                (chart.title)
                @for series in &chart.series {
                    span class=(format!("key p{}", series.side)) { (series.name) }
                }
            }
            div.scroll { svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img"
                aria-label=(format!("{} over the turns", chart.title)) {
                @for line in lines {
                    line.grid x1=(left) x2=(WIDTH - RIGHT) y1=(short(y(line))) y2=(short(y(line))) {}
                    text.tick x=(left - 8.0) y=(short(y(line) + 4.0)) text-anchor="end" { (line) }
                }
                @for (index, label) in labels(chart, every) {
                    text.tick x=(short(x(index))) y=(HEIGHT - 8.0) text-anchor="middle" { (label) }
                }
                @for series in &chart.series {
                    polyline class=(format!("line p{}", series.side)) points=(points(series, &x, &y)) {}
                    @if count <= MOST_DOTS {
                        @for (index, value) in series.values.iter().enumerate() {
                            circle class=(format!("dot p{}", series.side)) r="3.500"
                                cx=(short(x(index))) cy=(short(y(f64::from(*value)))) {
                                title { (chart.steps[index].1) ": " (series.name) " " (value) }
                            }
                        }
                    }
                }
            } }
        }
    }
}

/// The room at the left for so many letters.
fn left(letters: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "places on a drawing")]
    let wanted = 12.0 + LETTER * letters as f64;
    wanted.max(LEAST_LEFT)
}

/// What stands along the bottom, at every so many steps; a round that two steps share stands once.
fn labels(chart: &Chart, every: usize) -> Vec<(usize, &str)> {
    let mut labels: Vec<(usize, &str)> = Vec::new();
    for (index, (label, _)) in chart.steps.iter().enumerate().step_by(every) {
        if labels.last().is_none_or(|(_, last)| last != label) {
            labels.push((index, label));
        }
    }
    labels
}

fn points(series: &Series, x: &dyn Fn(usize) -> f64, y: &dyn Fn(f64) -> f64) -> String {
    let places = series.values.iter().enumerate();
    let places =
        places.map(|(index, &value)| format!("{},{}", short(x(index)), short(y(f64::from(value)))));
    places.collect::<Vec<_>>().join(" ")
}

/// A place with one digit after the point.
fn short(place: f64) -> String {
    format!("{place:.1}")
}

/// A round distance between lines, so that there are about four of them.
fn step(range: f64) -> f64 {
    let rough = (range / 4.0).max(1.0);
    let size = 10_f64.powf(rough.log10().floor());
    let round = [1.0, 2.0, 5.0, 10.0].into_iter().find(|by| by * size >= rough);
    round.unwrap_or(10.0) * size
}
