//! The picture as DOT text, for Graphviz and whatever else reads it.

use outplay_game::{Player, Turn};
use outplay_search::GameTree;

use super::number;

/// The tree as DOT. `move_name` says what a move of a state is called.
pub fn dot<S, M: Copy>(
    tree: &GameTree<S, M>,
    title: &str,
    move_name: impl Fn(&S, M) -> String,
) -> String {
    let mut out = format!(
        "digraph tree {{\n  label = \"{}: values are to player 1\"; labelloc = t; ordering = out;\n  \
         node [fontname = \"sans-serif\", style = filled, fillcolor = \"#f1f3f6\"];\n  \
         edge [fontname = \"sans-serif\", arrowhead = none, color = \"#9aa5b4\"];\n",
        quote(title)
    );
    for (index, node) in tree.nodes.iter().enumerate() {
        let shape = match node.turn {
            Turn::Choose(Player::One) => "shape = circle, fillcolor = \"#dbe8fd\"",
            Turn::Choose(Player::Two) => "shape = square, fillcolor = \"#fde6cf\"",
            Turn::Forced => "shape = diamond",
            Turn::Over => "shape = box, height = 0.3",
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
        let Some((parent, mv)) = node.from else { continue };
        let marks = match (node.on_best_line, node.cut_off, tree.nodes[parent].cut_off) {
            (true, ..) => ", color = \"#12805c\", penwidth = 3",
            (_, true, false) => {
                ", style = dashed, arrowtail = tee, dir = back, color = \"#c0392b\""
            }
            (_, true, true) => ", style = dashed, fontcolor = \"#98a2b0\"",
            _ => "",
        };
        let label = quote(&move_name(&tree.nodes[parent].state, mv));
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
