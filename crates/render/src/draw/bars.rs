//! How often each number comes up, as bars, to stand in a page whose stylesheet has the colours, or in a
//! file of its own.
//!
//! Many different numbers are put together, as many neighbours in each bar, so that there are never more
//! bars than can be told apart; what a bar stands for and how often it comes up is its title.

use std::collections::BTreeMap;

use super::canvas::{Element, Field, Point};
use super::scale::{ticks, to};
use crate::table::decimal;

const SIZE: Point = (560.0, 230.0);
const FIELD: Field = Field { left: 52.0, right: 550.0, top: 16.0, bottom: 182.0 };

/// There are no more bars than this.
const MOST_BARS: i64 = 48;

/// What is drawn as bars.
pub struct Bars {
    /// What the drawing shows.
    pub title: String,
    /// What the numbers count.
    pub unit: String,
    /// The bars, in order, without gaps between them.
    pub bars: Vec<Bar>,
    /// The mean of it all.
    pub mean: Option<f64>,
}

/// One bar: the numbers that it stands for, and how large a share they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The least of its numbers.
    pub from: i64,
    /// The greatest of its numbers.
    pub to: i64,
    /// Their share of all.
    pub share: f64,
}

impl Bar {
    /// What it stands for.
    pub fn name(&self) -> String {
        if self.from == self.to {
            self.from.to_string()
        } else {
            format!("{} to {}", self.from, self.to)
        }
    }
}

impl Bars {
    /// Bars of numbers with how often each comes up.
    pub fn new(title: impl Into<String>, unit: &str, counts: &BTreeMap<i64, f64>) -> Self {
        let total: f64 = counts.values().sum();
        let share = |part: f64| if total > 0.0 { part / total } else { 0.0 };
        let ends = counts.first_key_value().zip(counts.last_key_value());
        let mut bars = Vec::new();
        if let Some(((&first, _), (&last, _))) = ends {
            let span = last.saturating_sub(first).saturating_add(1);
            let width = round_width(span);
            let mut from = first.div_euclid(width).saturating_mul(width);
            while from <= last && to(bars.len()) <= f64::from(u8::MAX) {
                let till = from.saturating_add(width - 1);
                let part = counts.range(from..=till).map(|(_, count)| count).sum();
                bars.push(Bar { from, to: till, share: share(part) });
                let Some(next) = till.checked_add(1) else { break };
                from = next;
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a mean is for people")]
        let sum: f64 = counts.iter().map(|(&number, count)| number as f64 * count).sum();
        let mean = (total > 0.0).then(|| sum / total);
        Self { title: title.into(), unit: unit.to_owned(), bars, mean }
    }
}

/// How many neighbours are one bar: one, two or five of a power of ten.
fn round_width(span: i64) -> i64 {
    let mut power: i64 = 1;
    loop {
        for by in [1, 2, 5] {
            let width = power.saturating_mul(by);
            if span / width < MOST_BARS {
                return width;
            }
        }
        power = power.saturating_mul(10);
    }
}

/// Drawings below each other, as a file with colours of its own.
pub fn bars_file(all: &[Bars]) -> String {
    let each = SIZE.1 + TITLE;
    let mut file = Element::file((SIZE.0, each * to(all.len()))).class("bars-file");
    file.add(&Element::new("style").holds(STYLE));
    file.add(&Element::ground("#fff"));
    for (place, drawn) in all.iter().enumerate() {
        let top = each * to(place);
        let title = Element::text((FIELD.left, top + TITLE - 8.0), "start", &drawn.title);
        file.add(&title.class("title"));
        let at = (0, top + TITLE);
        file.add(&drawing(drawn).at(at).with("width", SIZE.0).with("height", SIZE.1));
    }
    file.to_string()
}

/// What a title takes above its drawing.
const TITLE: f64 = 30.0;

const STYLE: &str = ".bars-file text{font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif;font-size:12px;fill:#1c2430}\
    .bars-file .title{font-size:15px;font-weight:600}.bars-file .grid{stroke:#dddddd}\
    .bars-file .bar{fill:#0072b2}.bars-file .mean{stroke:#d55e00;stroke-width:2;stroke-dasharray:5 4}";

/// The bars as SVG.
pub fn bars(drawn: &Bars) -> String {
    drawing(drawn).to_string()
}

fn drawing(drawn: &Bars) -> Element {
    let mut svg = Element::svg(SIZE).class("bars").with("role", "img");
    svg = svg.with("aria-label", format_args!("{}; the table has every figure", drawn.title));
    let most = drawn.bars.iter().map(|bar| bar.share).fold(0.0, f64::max).max(1e-9);
    for part in 0..=2 {
        let share = most * f64::from(part) / 2.0;
        let y = FIELD.up(share / most);
        svg.add(&FIELD.rule(y).class("grid"));
        let digits = usize::from(most < 0.05);
        svg.add(&FIELD.tick(y, format!("{} %", decimal(share * 100.0, digits))).class("tick"));
    }
    let wide = (FIELD.right - FIELD.left) / to(drawn.bars.len()).max(1.0);
    for (place, bar) in drawn.bars.iter().enumerate().filter(|(_, bar)| bar.share > 0.0) {
        let (x, y) = (FIELD.left + wide * to(place), FIELD.up(bar.share / most));
        let at = (x + wide * 0.08, y.min(FIELD.bottom - 0.6));
        let size = (wide * 0.84, FIELD.bottom - at.1);
        let words = format!("{} {}: {} %", bar.name(), drawn.unit, decimal(bar.share * 100.0, 2));
        svg.add(&Element::rect(at, size).class("bar").holds(Element::new("title").says(words)));
    }
    for place in ticks(drawn.bars.len(), wide, 38.0) {
        let at = (FIELD.left + wide * (to(place) + 0.5), FIELD.bottom + 17.0);
        svg.add(&Element::text(at, "middle", drawn.bars[place].from).class("tick"));
    }
    if let (Some(mean), Some(first), Some(last)) =
        (drawn.mean, drawn.bars.first(), drawn.bars.last())
    {
        #[expect(clippy::cast_precision_loss, reason = "a place on a drawing")]
        let (low, high) = (first.from as f64, last.to as f64 + 1.0);
        let x = FIELD.across(((mean + 0.5 - low) / (high - low)).clamp(0.0, 1.0));
        svg.add(&Element::line((x, FIELD.top), (x, FIELD.bottom)).class("mean"));
        let anchor = if x > FIELD.across(0.6) { "end" } else { "start" };
        let words = format!("\u{a0}mean {}\u{a0}", decimal(mean, 1));
        svg.add(&Element::text((x, FIELD.top - 4.0), anchor, words).class("tick"));
    }
    let name = Element::text((FIELD.across(0.5), FIELD.bottom + 38.0), "middle", &drawn.unit);
    svg.add(&name.class("axis"));
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_one_bar_and_the_shares_are_all() {
        for span in [1, 7, 48, 49, 1000, 123_456] {
            let counts: BTreeMap<i64, f64> =
                [(-3, 2.0), (0, 5.0), (span - 3, 1.0)].into_iter().collect();
            let drawn = Bars::new("t", "hp", &counts);
            let total: f64 = drawn.bars.iter().map(|bar| bar.share).sum();
            assert!((total - 1.0).abs() < 1e-12, "{span}: {total}");
            assert!(drawn.bars.len() <= 50, "{span}: {}", drawn.bars.len());
            for number in counts.keys() {
                let holds = |bar: &&Bar| (bar.from..=bar.to).contains(number);
                assert_eq!(drawn.bars.iter().filter(holds).count(), 1, "{span}: {number}");
            }
        }
    }

    #[test]
    fn numbers_at_the_ends_of_all_numbers_are_drawn() {
        let counts = BTreeMap::from([(i64::MIN, 1.0), (i64::MAX, 1.0)]);
        assert!(bars(&Bars::new("t", "hp", &counts)).contains("<rect"));
        let none = Bars::new("t", "hp", &BTreeMap::new());
        assert!(bars(&none).starts_with("<svg"));
        let file = bars_file(&[none, Bars::new("a < b", "hp", &counts)]);
        let one_file = file.starts_with("<svg ") && file.matches("xmlns=").count() == 1;
        assert!(one_file && file.matches("<svg").count() == 3, "{file}");
        assert!(file.contains(">a &lt; b</text>") && file.contains("height=\"520\""), "{file}");
    }
}
