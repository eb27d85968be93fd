//! The picture as SVG, with a legend of what occurs in it.

use outplay::Drawing;
use outplay::game::Node;
use outplay::search::{GameTree, TreeNode};

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
    let labels = tree.nodes.iter().map(|node| node.from.as_ref().map_or("", |(_, mv)| mv));
    let labels: Vec<&str> = labels.collect();
    let widths: Vec<f64> = tree
        .nodes
        .iter()
        .zip(&labels)
        .map(|(node, label)| {
            half_width(node).mul_add(2.0, 8.0).max(text_width(label, LETTER) / LABEL)
        })
        .collect();
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
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {full_width:.0} {full_height:.0}\" \
         width=\"{full_width:.0}\" height=\"{full_height:.0}\" role=\"img\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text class=\"title\" x=\"{MARGIN}\" y=\"36\">{title}</text>\n\
         <text class=\"note\" x=\"{MARGIN}\" y=\"57\">{note}</text>\n",
        title = escape(title),
    );
    // The best line last, so that it lies on top.
    let mut order: Vec<usize> = (0..tree.nodes.len()).collect();
    order.sort_by_key(|&index| tree.nodes[index].on_best_line);
    for &index in &order {
        let node = &tree.nodes[index];
        if let &Some((parent, _)) = &node.from {
            out += &edge(node, below(at(parent)), above(node.node, at(index)));
        }
    }
    for &index in &order {
        out += &shape(&tree.nodes[index], at(index));
        if let &Some((parent, _)) = &tree.nodes[index].from {
            let node = &tree.nodes[index];
            if node.cut_off && !tree.nodes[parent].cut_off {
                out += &bar(below(at(parent)), above(node.node, at(index)));
            }
            let (x, y) = along(below(at(parent)), above(node.node, at(index)), LABEL);
            let faint = if node.cut_off { " faint" } else { "" };
            let label = escape(labels[index]);
            out += &format!(
                "<text class=\"move{faint}\" x=\"{x:.1}\" y=\"{y:.1}\" dy=\"0.35em\">{label}</text>\n"
            );
        }
    }
    let mut x = MARGIN;
    let y = full_height - LEGEND / 2.0;
    for (item, room) in legend {
        out += &format!("<g transform=\"translate({x:.1} {y:.1})\">{item}</g>\n");
        x += room;
    }
    out += "</svg>\n";
    out
}

fn text_width(text: &str, letter: f64) -> f64 {
    text.chars().map(|_| letter).sum::<f64>() + 10.0
}

/// Half the width of a node's shape.
fn half_width(node: &TreeNode<(), String>) -> f64 {
    (text_width(&number(node.value), DIGIT) / 2.0 + 4.0).max(RADIUS)
}

/// Half the height of a node's shape.
fn half_height(kind: Node) -> f64 {
    if kind == Node::End { RADIUS - 5.0 } else { RADIUS }
}

/// A point between two, by the share of the way.
fn along((x1, y1): (f64, f64), (x2, y2): (f64, f64), share: f64) -> (f64, f64) {
    ((x2 - x1).mul_add(share, x1), (y2 - y1).mul_add(share, y1))
}

/// Where edges leave a node, given its middle.
fn below((x, y): (f64, f64)) -> (f64, f64) {
    (x, y + RADIUS)
}

/// Where an edge meets a node, given its middle.
fn above(kind: Node, (x, y): (f64, f64)) -> (f64, f64) {
    (x, y - half_height(kind))
}

fn edge(node: &TreeNode<(), String>, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> String {
    let class = match (node.on_best_line, node.cut_off) {
        (true, _) => " best",
        (_, true) => " cut",
        _ => "",
    };
    format!(
        "<line class=\"edge{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>\n"
    )
}

/// The stroke across an edge where alpha-beta stops.
fn bar(from: (f64, f64), to: (f64, f64)) -> String {
    let (x, y) = along(from, to, 0.24);
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (across_x, across_y) = (dy / length * 8.0, -dx / length * 8.0);
    format!(
        "<line class=\"bar\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>\n",
        x - across_x,
        y - across_y,
        x + across_x,
        y + across_y
    )
}

fn shape(node: &TreeNode<(), String>, (x, y): (f64, f64)) -> String {
    let marks = match (node.cut_off, node.on_best_line) {
        (true, _) => " off",
        (_, true) => " line",
        _ => "",
    };
    let half = half_width(node);
    let mut out = outline(node.node, half, (x, y), marks);
    let faint = if node.cut_off { " faint" } else { "" };
    let value = number(node.value);
    out += &format!(
        "<text class=\"value{faint}\" x=\"{x:.1}\" y=\"{y:.1}\" dy=\"0.35em\">{value}</text>\n"
    );
    let below = match (node.returns, node.more) {
        (true, _) => "\u{21ba} again",
        (_, true) => "\u{2026}",
        _ => return out,
    };
    let y = y + RADIUS + 13.0;
    out += &format!(
        "<text class=\"move faint\" x=\"{x:.1}\" y=\"{y:.1}\" dy=\"0.35em\">{below}</text>\n"
    );
    out
}

/// Round for player 1, square for player 2, flat for an end.
fn outline(kind: Node, half: f64, (x, y): (f64, f64), marks: &str) -> String {
    let (class, corner) = match kind {
        Node::Max => ("one", RADIUS),
        Node::Min => ("two", 3.0),
        Node::Mean | Node::Single => ("end", 10.0),
        Node::End => ("end", 3.0),
    };
    let height = half_height(kind);
    format!(
        "<rect class=\"{class}{marks}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
         rx=\"{corner}\"/>\n",
        x - half,
        y - height,
        2.0 * half,
        2.0 * height
    )
}

/// What the signs mean, each with the room that it takes; only signs that occur.
fn legend(tree: &GameTree<(), String>) -> Vec<(String, f64)> {
    let occurs = |wanted: Node| tree.nodes.iter().any(|node| node.node == wanted);
    let mut items = Vec::new();
    let mut add = |sign: String, words: &str| {
        let text = format!("{sign}<text class=\"note\" x=\"36\" dy=\"0.35em\">{words}</text>");
        items.push((text, 48.0 + text_width(words, LETTER)));
    };
    for (kind, words) in [
        (Node::Max, "player 1 chooses"),
        (Node::Min, "player 2 chooses"),
        (Node::Mean, "dice choose"),
        (Node::Single, "nobody chooses"),
        (Node::End, "over"),
    ] {
        if occurs(kind) {
            let sign = outline(kind, 22.0, (22.0, 0.0), "");
            add(format!("<g transform=\"scale(0.6)\">{sign}</g>"), words);
        }
    }
    add("<line class=\"edge best\" x1=\"2\" x2=\"28\"/>".to_owned(), "best line");
    if tree.nodes.iter().any(|node| node.cut_off) {
        let sign = "<line class=\"edge cut\" x1=\"2\" x2=\"28\"/>\
                    <line class=\"bar\" x1=\"12\" x2=\"12\" y1=\"-7\" y2=\"7\"/>";
        add(sign.to_owned(), "cut off by alpha-beta");
    }
    items
}

/// Text that means itself in SVG; what XML cannot hold is left out.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}
