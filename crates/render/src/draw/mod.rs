//! Pictures: a small game's tree as SVG to look at or DOT for other programs, two charts of hands,
//! and what a page draws of a fight: numbers over its turns, and its value over two numbers.
//!
//! Trees show the same in both forms: who chooses where, what every node is worth to player 1, the
//! best line, and what alpha-beta cuts off. `layout.rs` says where the nodes go, and `canvas.rs`
//! writes the SVG of all pictures. All give text and touch no file.
//!
//! ```
//! use outplay::{Budget, open};
//! let mut solver = open("lesson").unwrap().solver();
//! let drawing = solver.drawing(None, 100, &Budget::default()).unwrap();
//! assert!(outplay_render::draw::svg(&drawing).starts_with("<svg"));
//! ```

mod bars;
mod canvas;
mod chart;
mod counters;
mod curve;
mod dot;
mod hand;
mod heat;
mod layout;
mod map;
mod scale;
mod svg;

pub use bars::{Bar, Bars, bars, bars_file};
pub(crate) use canvas::{Element, Point, inside_html};
pub use chart::{Chart, Series, chart, charts};
pub use counters::counters_graph;
pub use curve::curve;
pub use dot::dot;
pub use hand::{histogram, times};
pub use heat::{HEAT_COLOURS, HeatKey, heat_map};
pub use map::{shade, sweep_svg};
pub use svg::svg;

/// A number with a real minus sign, as in print.
fn number(value: i64) -> String {
    value.to_string().replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests;
