//! The top of a game's tree as plain data, ready to be drawn.

use outplay_game::ZeroSum;
use outplay_search::{GameTree, TreeNode};

/// The top of a game's tree, its moves by name.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// What the game is called.
    pub title: String,
    /// The tree.
    pub tree: GameTree<(), String>,
}

impl Drawing {
    /// A tree whose moves get their names.
    pub fn new<G: ZeroSum>(
        title: String,
        tree: GameTree<G::State, G::Move>,
        move_name: impl Fn(&G::State, G::Move) -> String,
    ) -> Self {
        let names: Vec<Option<(usize, String)>> = tree
            .nodes
            .iter()
            .map(|node| {
                let (parent, mv) = node.from?;
                Some((parent, move_name(&tree.nodes[parent].state, mv)))
            })
            .collect();
        let nodes = tree.nodes.into_iter().zip(names).map(|(node, from)| TreeNode {
            state: (),
            node: node.node,
            from,
            children: node.children,
            value: node.value,
            on_best_line: node.on_best_line,
            cut_off: node.cut_off,
            returns: node.returns,
            more: node.more,
        });
        Self { title, tree: GameTree { nodes: nodes.collect(), complete: tree.complete } }
    }
}
