//! How the values of a sweep become colours, and where ticks stand along its sides.
//!
//! Values are steps of a scale that gets lighter all the way, so that they can be told apart whoever
//! looks and on paper; where zero or an even chance is the middle, the steps go from orange to blue. What
//! has no value has a class of its own: `none` where there is no win, `open` where it is not settled,
//! `ground` where there is no such fight. Files take the colours from here, pages from a stylesheet.

use outplay::{SweepAnswer, Tried, Worth};

use crate::sweep::{is_price, range, step};

/// So many steps has a scale.
pub(super) const STEPS: usize = 12;

/// Dark to light, alike for every kind of eye.
pub(super) const RISING: [&str; STEPS] = [
    "#30123b", "#3b2f80", "#3a5ba0", "#2f7ba6", "#2697a0", "#2fb08a", "#5bc56b", "#90d64f",
    "#c3e03f", "#ebe45a", "#fbf08f", "#fffbd0",
];
/// Orange, pale, blue: player 2's, even, player 1's, in the colours that they have everywhere.
pub(super) const PARTING: [&str; STEPS] = [
    "#7f3b08", "#b85a0f", "#e08338", "#f2ab6b", "#f8cfa6", "#fbeadb", "#e3eef4", "#b8d8e9",
    "#7fb8d8", "#3f8ec0", "#1f5c9e", "#053061",
];

/// What a cell looks like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shade {
    /// A step of the scale.
    Step(usize),
    /// Something without a value.
    Class(&'static str),
}

/// How values become colours.
pub(super) struct Scale {
    /// What the ends of the scale stand for.
    pub(super) range: (f64, f64),
    /// The colours of its steps.
    pub(super) colours: [&'static str; STEPS],
    /// Is its middle even?
    pub(super) parts: bool,
}

impl Scale {
    pub(super) fn of(answer: &SweepAnswer) -> Self {
        let range = range(answer).unwrap_or_default();
        if is_price(answer) || answer.goal.is_none() {
            return Self { range, colours: RISING, parts: false };
        }
        let middle = if answer.unit == "chance" { 0.5 } else { 0.0 };
        let reach = (range.0 - middle).abs().max((range.1 - middle).abs()).max(f64::MIN_POSITIVE);
        Self { range: (middle - reach, middle + reach), colours: PARTING, parts: true }
    }

    pub(super) fn shade(&self, fight: &Tried) -> Shade {
        match fight {
            Tried::Impossible { .. } => Shade::Class("ground"),
            Tried::Worth(worth) if !worth.is_settled() => Shade::Class("open"),
            Tried::Worth(Worth { value: None, .. }) => Shade::Class("none"),
            Tried::Worth(Worth { value: Some(value), .. }) => {
                Shade::Step(step(value.to_f64(), self.range, STEPS))
            }
        }
    }

    /// Is a step so dark that words on it must be light?
    pub(super) fn is_dark(&self, step: usize) -> bool {
        if self.parts { !(2..10).contains(&step) } else { step < 4 }
    }
}

/// Which of so many places of a size get a label that needs so much room.
pub(super) fn ticks(count: usize, size: f64, room: f64) -> impl Iterator<Item = usize> {
    let gap = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].into_iter();
    let gap = gap.into_iter().find(|&gap| to(gap) * size >= room).unwrap_or(5000);
    (0..count).step_by(gap)
}

/// A number of places as a place.
#[expect(clippy::cast_precision_loss, reason = "so many cells are never drawn")]
pub(super) fn to(number: usize) -> f64 {
    number as f64
}
