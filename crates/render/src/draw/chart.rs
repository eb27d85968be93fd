//! Numbers over turns, as lines.

use outplay::{About, Scene, SidesReplay};

use super::canvas::{Element, Field, Point};

/// A drawing of several numbers on one scale.
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// The lines.
    pub series: Vec<Series>,
    /// What each place along the bottom stands for: in short, and in full.
    pub steps: Vec<(String, String)>,
}

/// One line.
pub struct Series {
    /// What it is.
    pub name: String,
    /// Whose it is: 1 or 2.
    pub side: usize,
    /// Its value at each step.
    pub values: Vec<i32>,
}

/// A fight in charts: one for hp and for each pool that changes.
pub fn charts(about: &About, replay: &SidesReplay) -> Vec<Chart> {
    let scenes: Vec<Scene> = replay.scenes().collect();
    let mut steps = vec![("start".to_owned(), "start".to_owned())];
    steps.extend(replay.turns.iter().map(|turn| {
        let who = &about.side(turn.player()).name;
        (turn.round.to_string(), format!("{} {}, {who}", about.counts(), turn.round))
    }));
    let mut charts: Vec<Chart> = Vec::new();
    for (side, fighter) in about.sides.iter().enumerate() {
        for number in &fighter.numbers {
            let values: Vec<i32> =
                scenes.iter().map(|scene| scene.sides[side].number(number)).collect();
            if values.iter().all(|value| *value == values[0]) {
                continue;
            }
            let series = Series { name: fighter.name.clone(), side: side + 1, values };
            match charts.iter_mut().find(|chart| chart.title == *number) {
                Some(chart) => chart.series.push(series),
                None => charts.push(Chart {
                    title: number.clone(),
                    series: vec![series],
                    steps: steps.clone(),
                }),
            }
        }
    }
    charts
}

const SIZE: Point = (720.0, 220.0);
/// Where the lines are; numbers of more than a few letters need more room at the left.
const FIELD: Field = Field { left: 52.0, right: 704.0, top: 14.0, bottom: 190.0 };
/// The room of a letter there.
const LETTER: f64 = 7.5;
/// More steps than this have no dots.
const MOST_DOTS: usize = 80;

/// The chart as SVG, to stand in a page whose stylesheet has the colours.
#[expect(clippy::cast_precision_loss, reason = "places on a drawing")]
pub fn chart(chart: &Chart) -> String {
    let all = || chart.series.iter().flat_map(|series| &series.values).copied();
    let (low, high) = (all().min().unwrap_or(0).min(0), all().max().unwrap_or(1).max(1));
    let gap = step(f64::from(high) - f64::from(low));
    let (bottom, top) =
        ((f64::from(low) / gap).floor() * gap, (f64::from(high) / gap).ceil() * gap);
    let lines = std::iter::successors(Some(bottom), |line| Some(line + gap))
        .take_while(|line| *line <= top + gap / 2.0)
        .take(12);
    let letters = lines.clone().map(|line| line.to_string().len()).max().unwrap_or(0);
    let field = Field { left: FIELD.left.max(12.0 + LETTER * letters as f64), ..FIELD };
    let count = chart.steps.len();
    let x = |index: usize| field.across(index as f64 / count.saturating_sub(1).max(1) as f64);
    let y = |value: f64| field.up((value - bottom) / (top - bottom));
    let mut svg = Element::svg(SIZE).with("role", "img");
    svg = svg.with("aria-label", format_args!("{} over the turns", chart.title));
    for line in lines {
        svg.add(&field.rule(y(line)).class("grid"));
        svg.add(&field.tick(y(line), line).class("tick"));
    }
    for (index, label) in labels(chart, count.div_ceil(12).max(1)) {
        svg.add(&Element::text((x(index), SIZE.1 - 8.0), "middle", label).class("tick"));
    }
    for Series { name, side, values } in &chart.series {
        let points = values.iter().enumerate().map(|(at, &value)| (x(at), y(f64::from(value))));
        let points: Vec<Point> = points.collect();
        svg.add(&Element::polyline(&points).class(format_args!("line p{side}")));
        if count <= MOST_DOTS {
            for ((point, value), (_, step)) in points.into_iter().zip(values).zip(&chart.steps) {
                let title = Element::new("title").says(format_args!("{step}: {name} {value}"));
                svg.add(&Element::dot(point).class(format_args!("dot p{side}")).holds(title));
            }
        }
    }
    svg.to_string()
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

/// A round distance between lines, so that there are about four of them.
fn step(range: f64) -> f64 {
    let rough = (range / 4.0).max(1.0);
    let size = 10_f64.powf(rough.log10().floor());
    let round = [1.0, 2.0, 5.0, 10.0].into_iter().find(|by| by * size >= rough);
    round.unwrap_or(10.0) * size
}
