//! A small game's tree as a picture: SVG to look at, DOT for other programs.
//!
//! Both show the same: who chooses where, what every node is worth to player 1, the best line, and
//! what alpha-beta cuts off. `layout.rs` says where the nodes go; [`svg()`] and [`dot()`] write text
//! and touch no file.
//!
//! ```
//! use outplay::search::{Control, game_tree};
//! let game: outplay::game::sketch::Sketch = "a: 0 b, 0 c\nb = 3\nc = 5".parse().unwrap();
//! let tree = game_tree(&game, &0, 100, &mut Control::default()).unwrap();
//! let picture = outplay::draw::svg(&tree, "Two ends", |_, mv| format!("move {mv}"));
//! assert!(picture.starts_with("<svg") && picture.contains("move 1"));
//! ```

mod dot;
mod fight;
mod layout;
mod svg;

pub use dot::dot;
pub use fight::{Picture, draw_versus};
pub(crate) use svg::escape;
pub use svg::svg;

/// A number with a real minus sign, as in print.
fn number(value: i64) -> String {
    value.to_string().replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests;
