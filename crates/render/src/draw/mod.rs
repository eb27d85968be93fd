//! Pictures: a small game's tree as SVG to look at or DOT for other programs, and two charts of hands.
//!
//! Both show the same: who chooses where, what every node is worth to player 1, the best line, and
//! what alpha-beta cuts off. `layout.rs` says where the nodes go; [`svg()`] and [`dot()`] write text
//! and touch no file.
//!
//! ```
//! use outplay::{Budget, open};
//! let mut solver = open("lesson").unwrap().solver();
//! let drawing = solver.drawing(None, 100, &Budget::default()).unwrap();
//! assert!(outplay_render::draw::svg(&drawing).starts_with("<svg"));
//! ```

mod dot;
mod hand;
mod layout;
mod svg;

pub use dot::dot;
pub use hand::{histogram, times};
use svg::escape;
pub use svg::svg;

/// A number with a real minus sign, as in print.
fn number(value: i64) -> String {
    value.to_string().replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests;
