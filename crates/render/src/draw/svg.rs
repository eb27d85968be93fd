//! The picture as SVG, with a legend of what occurs in it.

use std::fmt::Display;

use outplay::Drawing;
use outplay::game::Node;
use outplay::search::{GameTree, TreeNode};

use super::canvas::{Element, Point};
use super::layout::{Layout, layout};
use super::number;

const MARGIN: f64 = 28.0;
const TOP: f64 = 74.0;
const LEGEND: f64 = 64.0;
const RADIUS: f64 = 21.0;
/// How far down an edge its label stands; neighbours are closer there than their nodes.
const LABEL: f64 = 0.6;
/// About the width of a letter, for labels (13 px) and values (15 px).
const LETTER: f64 = 7.4;
const DIGIT: f64 = 9.2;

const STYLE: &str = "\
text{font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif;fill:#1c2430}\
.title{font-size:19px;font-weight:600}.note{font-size:13px;fill:#5b6675}\
.value{font-size:15px;font-weight:600;text-anchor:middle}\
.move{font-size:13px;text-anchor:middle;paint-order:stroke;\
stroke:#fff;stroke-width:5px;stroke-linejoin:round}\
.edge{stroke:#9aa5b4;stroke-width:1.6;fill:none}.best{stroke:#12805c;stroke-width:4}\
.cut{stroke:#b9c1cc;stroke-dasharray:4 4}.bar{stroke:#c0392b;stroke-width:2.6}\
.one{fill:#dbe8fd;stroke:#2c64c8;stroke-width:2}.two{fill:#fde6cf;stroke:#c8701a;stroke-width:2}\
.end{fill:#f1f3f6;stroke:#7c8896;stroke-width:1.6}\
.line{stroke:#12805c;stroke-width:3.4}.off{fill:#fff;stroke:#b9c1cc;stroke-dasharray:4 4}\
.faint{fill:#98a2b0}";

/// The tree as SVG.
pub fn svg(drawing: &Drawing) -> String {
    let Drawing { title, tree } = drawing;
    let widths: Vec<f64> = tree.nodes.iter().map(room).collect();
    let Layout { places, width, height } = layout(tree, &widths);
    let legend = legend(tree);
    let note = if tree.complete {
        "values are to player 1"
    } else {
        "values are to player 1; only the top of the tree is shown"
    };
    let inner = width
        .max(text_width(title, 11.0))
        .max(text_width(note, LETTER))
        .max(legend.iter().map(|(_, room)| room).sum());
    let (full_width, full_height) =
        (inner + 2.0 * MARGIN, TOP + height + 2.0 * RADIUS + 26.0 + LEGEND);
    let shift = MARGIN + (inner - width) / 2.0;
    let at = |index: usize| (places[index].0 + shift, places[index].1 + TOP + RADIUS);
    // Edges go from below a node to the top of the next.
    let ends = |parent: usize, child: usize| {
        let ((x, y), (to_x, to_y)) = (at(parent), at(child));
        ((x, y + RADIUS), (to_x, to_y - half_height(tree.nodes[child].node)))
    };
    let mut out = Element::file((full_width, full_height)).with("role", "img");
    out.add(&Element::new("title").says(title));
    out.add(&Element::new("style").holds(STYLE));
    out.add(&Element::ground("#fff"));
    for (class, y, words) in [("title", 36, title.as_str()), ("note", 57, note)] {
        let text = Element::new("text").with("x", MARGIN).with("y", y);
        out.add(&text.class(class).says(words));
    }
    // The best line last, so that it lies on top.
    let mut order: Vec<usize> = (0..tree.nodes.len()).collect();
    order.sort_by_key(|&index| tree.nodes[index].on_best_line);
    for &index in &order {
        let node = &tree.nodes[index];
        if let &Some((parent, _)) = &node.from {
            let class = match (node.on_best_line, node.cut_off) {
                (true, _) => "edge best",
                (_, true) => "edge cut",
                _ => "edge",
            };
            let (from, to) = ends(parent, index);
            out.add(&Element::line(from, to).class(class));
        }
    }
    for &index in &order {
        let node = &tree.nodes[index];
        shape(&mut out, node, at(index));
        if let Some((parent, mv)) = &node.from {
            let (from, to) = ends(*parent, index);
            if node.cut_off && !tree.nodes[*parent].cut_off {
                out.add(&bar(from, to));
            }
            out.add(&centred("move", node.cut_off, along(from, to, LABEL), mv));
        }
    }
    let mut x = MARGIN;
    let y = full_height - LEGEND / 2.0;
    for (item, room) in legend {
        let place = format!("translate({x:.1} {y:.1})");
        out.add(&Element::new("g").with("transform", place).holds(item));
        x += room;
    }
    format!("{out}\n")
}

fn text_width(text: &str, letter: f64) -> f64 {
    text.chars().map(|_| letter).sum::<f64>() + 10.0
}

/// Half the width of a node's shape.
fn half_width(node: &TreeNode<(), String>) -> f64 {
    (text_width(&number(node.value), DIGIT) / 2.0 + 4.0).max(RADIUS)
}

/// The width that a node needs, and its label above it.
fn room(node: &TreeNode<(), String>) -> f64 {
    let label = node.from.as_ref().map_or("", |(_, mv)| mv);
    half_width(node).mul_add(2.0, 8.0).max(text_width(label, LETTER) / LABEL)
}

/// Half the height of a node's shape.
fn half_height(kind: Node) -> f64 {
    if kind == Node::End { RADIUS - 5.0 } else { RADIUS }
}

/// A point between two, by the share of the way.
fn along((x1, y1): Point, (x2, y2): Point, share: f64) -> Point {
    ((x2 - x1).mul_add(share, x1), (y2 - y1).mul_add(share, y1))
}

/// The stroke across an edge where alpha-beta stops.
fn bar(from: Point, to: Point) -> Element {
    let (x, y) = along(from, to, 0.24);
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (across_x, across_y) = (dy / length * 8.0, -dx / length * 8.0);
    let line = Element::line((x - across_x, y - across_y), (x + across_x, y + across_y));
    line.class("bar")
}

/// Words with their middle at a place.
fn centred(class: &str, faint: bool, at: Point, words: &str) -> Element {
    let faint = if faint { " faint" } else { "" };
    let text = Element::new("text").class(format_args!("{class}{faint}")).at(at);
    text.with("dy", "0.35em").says(words)
}

fn shape(out: &mut Element, node: &TreeNode<(), String>, (x, y): Point) {
    let marks = match (node.cut_off, node.on_best_line) {
        (true, _) => " off",
        (_, true) => " line",
        _ => "",
    };
    out.add(&outline(node.node, half_width(node), (x, y), marks));
    out.add(&centred("value", node.cut_off, (x, y), &number(node.value)));
    let below = match (node.returns, node.more) {
        (true, _) => "\u{21ba} again",
        (_, true) => "\u{2026}",
        _ => return,
    };
    out.add(&centred("move", true, (x, y + RADIUS + 13.0), below));
}

/// Round for player 1, square for player 2, flat for an end.
fn outline(kind: Node, half: f64, (x, y): Point, marks: &str) -> Element {
    let (class, corner) = match kind {
        Node::Max => ("one", RADIUS),
        Node::Min => ("two", 3.0),
        Node::Mean | Node::Single => ("end", 10.0),
        Node::End => ("end", 3.0),
    };
    let height = half_height(kind);
    let rect = Element::rect((x - half, y - height), (2.0 * half, 2.0 * height));
    rect.class(format_args!("{class}{marks}")).with("rx", corner)
}

/// What the signs mean, each with the room that it takes; only signs that occur.
fn legend(tree: &GameTree<(), String>) -> Vec<(String, f64)> {
    let occurs = |wanted: Node| tree.nodes.iter().any(|node| node.node == wanted);
    let mut items = Vec::new();
    let mut add = |sign: &dyn Display, words: &str| {
        let text = Element::new("text").class("note").with("x", 36).with("dy", "0.35em");
        items.push((format!("{sign}{}", text.says(words)), 48.0 + text_width(words, LETTER)));
    };
    for (kind, words) in [
        (Node::Max, "player 1 chooses"),
        (Node::Min, "player 2 chooses"),
        (Node::Mean, "dice choose"),
        (Node::Single, "nobody chooses"),
        (Node::End, "over"),
    ] {
        if occurs(kind) {
            let mut sign = Element::new("g").with("transform", "scale(0.6)");
            sign.add(&outline(kind, 22.0, (22.0, 0.0), ""));
            add(&sign, words);
        }
    }
    let edge = |class: &str| Element::new("line").class(class).with("x1", 2).with("x2", 28);
    add(&edge("edge best"), "best line");
    if tree.nodes.iter().any(|node| node.cut_off) {
        let bar = Element::new("line").class("bar").with("x1", 12).with("x2", 12);
        let bar = bar.with("y1", -7).with("y2", 7);
        add(&format_args!("{}{bar}", edge("edge cut")), "cut off by alpha-beta");
    }
    items
}
