//! The picture as DOT text, for Graphviz and whatever else reads it.

use outplay::Drawing;
use outplay::game::Node;

use super::number;

/// The tree as DOT.
pub fn dot(drawing: &Drawing) -> String {
    let Drawing { title, tree } = drawing;
    let mut out = format!(
        "digraph tree {{\n  label = \"{}: values are to player 1\"; labelloc = t; ordering = out;\n  \
         node [fontname = \"sans-serif\", style = filled, fillcolor = \"#f1f3f6\"];\n  \
         edge [fontname = \"sans-serif\", arrowhead = none, color = \"#9aa5b4\"];\n",
        quote(title)
    );
    for (index, node) in tree.nodes.iter().enumerate() {
        let shape = match node.node {
            Node::Max => "shape = circle, fillcolor = \"#dbe8fd\"",
            Node::Min => "shape = square, fillcolor = \"#fde6cf\"",
            Node::Mean | Node::Single => "shape = diamond",
            Node::End => "shape = box, height = 0.3",
        };
        let below = match (node.returns, node.more) {
            (true, _) => "\\nagain",
            (_, true) => "\\n...",
            _ => "",
        };
        let marks = match (node.on_best_line, node.cut_off) {
            (true, _) => ", color = \"#12805c\", penwidth = 3",
            (_, true) => ", style = dashed, color = \"#b9c1cc\", fontcolor = \"#98a2b0\"",
            _ => "",
        };
        let value = number(node.value);
        out += &format!("  n{index} [label = \"{value}{below}\", {shape}{marks}];\n");
        let Some((parent, mv)) = &node.from else { continue };
        let marks = match (node.on_best_line, node.cut_off, tree.nodes[*parent].cut_off) {
            (true, ..) => ", color = \"#12805c\", penwidth = 3",
            (_, true, false) => {
                ", style = dashed, arrowtail = tee, dir = back, color = \"#c0392b\""
            }
            (_, true, true) => ", style = dashed, fontcolor = \"#98a2b0\"",
            _ => "",
        };
        let label = quote(mv);
        out += &format!("  n{parent} -> n{index} [label = \"{label}\"{marks}];\n");
    }
    out += "}\n";
    out
}

/// Text that means itself inside DOT's quotes.
fn quote(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.replace('\\', "\\\\").replace('"', "\\\"")
}
