//! Pictures show what the tree says.

use outplay::game::sketch::Sketch;
use outplay::search::{Oracle, game_tree};
use outplay::{Budget, Drawing};

use super::{dot, svg};

fn drawn(most: usize, title: &str, name: impl Fn(&usize, usize) -> String) -> Drawing {
    let game: Sketch = LESSON.parse().unwrap();
    let mut oracle = Oracle::empty(&game);
    let tree = game_tree(&game, &0, most, &mut oracle, &Budget::default()).unwrap();
    Drawing::new::<Sketch>(title.to_owned(), tree, name)
}

const LESSON: &str = "a: 0 b, 0 c, 0 d?\nb = 50\nc = 80\nd?: 0 e, 0 f, 0 g\ne = 90\nf = -50\ng = 3";

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn the_best_line_and_the_cuts_are_drawn() {
    let picture = svg(&drawn(100, "A lesson", |state, mv| format!("{state}>{mv}")));
    assert_eq!(count(&picture, "<text class=\"value"), 7);
    assert_eq!(count(&picture, "class=\"edge best\""), 2, "one edge and the legend");
    assert_eq!(count(&picture, "class=\"bar\""), 2, "one cut and the legend");
    assert!(picture.contains(">0&gt;1</text>") && picture.contains(">\u{2212}50</text>"));
    let text = dot(&drawn(100, "A lesson", |_, mv| mv.to_string()));
    assert_eq!((count(&text, " -> "), count(&text, "arrowtail = tee")), (6, 1));
    assert!(text.contains("n0 -> n2 [label = \"1\", color = \"#12805c\", penwidth = 3];"));
}

#[test]
fn no_name_breaks_a_picture() {
    let picture = svg(&drawn(100, "<a & \"b\">\u{1}", |_, _| "</text>".to_owned()));
    assert!(!picture.contains("<a") && !picture.contains('\u{1}'));
    assert_eq!(count(&picture, "<text"), count(&picture, "</text>"));
    let text = dot(&drawn(100, "\"]; x \\", |_, _| "\"\n".to_owned()));
    assert!(text.contains("\\\"]; x \\\\: values"));
    assert!(text.lines().all(|line| line.replace("\\\"", "").matches('"').count() % 2 == 0));
}

#[test]
fn a_tree_that_is_too_large_is_drawn_from_the_top() {
    let picture = svg(&drawn(4, "Top", |_, mv| mv.to_string()));
    assert_eq!(count(&picture, "<text class=\"value"), 4);
    assert!(picture.contains("only the top of the tree") && picture.contains('\u{2026}'));
}

#[test]
fn neighbours_do_not_overlap() {
    let tree = drawn(100, "A lesson", |_, mv| mv.to_string()).tree;
    let widths: Vec<f64> =
        tree.nodes.iter().map(|node| if node.children.is_empty() { 60.0 } else { 200.0 }).collect();
    let places = super::layout::layout(&tree, &widths).places;
    for (a, &(x, y)) in places.iter().enumerate() {
        for (b, &(other_x, other_y)) in places.iter().enumerate().skip(a + 1) {
            let apart = f64::midpoint(widths[a], widths[b]);
            assert!((y - other_y).abs() > 1.0 || (x - other_x).abs() >= apart, "{a} and {b}");
        }
    }
}
