//! Where the nodes of a tree go: every parent above the middle of its children, leaves side by side
//! with room for their labels. No recursion, so that a deep tree is as good as a wide one.

use outplay::search::GameTree;

/// From one level to the next.
pub(super) const LEVEL: f64 = 96.0;
/// Between two neighbours.
const GAP: f64 = 14.0;

/// The places of all nodes, and the room that they take.
pub(super) struct Layout {
    /// The middle of each node.
    pub(super) places: Vec<(f64, f64)>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Lays a tree out, given the room that each node needs for itself.
pub(super) fn layout(tree: &GameTree<(), String>, widths: &[f64]) -> Layout {
    let count = tree.nodes.len();
    // The room for a node and all below it; children come after their parents.
    let mut room = vec![0.0_f64; count];
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        let below: f64 = node.children.iter().map(|&child| room[child]).sum();
        room[index] = below.max(widths[index] + GAP);
    }
    let mut left = vec![0.0_f64; count];
    let mut places = vec![(0.0, 0.0); count];
    let mut deepest = 0.0_f64;
    for (index, node) in tree.nodes.iter().enumerate() {
        let below: f64 = node.children.iter().map(|&child| room[child]).sum();
        let mut start = left[index] + (room[index] - below) / 2.0;
        let depth = node.from.as_ref().map_or(0.0, |&(parent, _)| places[parent].1 + LEVEL);
        deepest = deepest.max(depth);
        places[index].1 = depth;
        for &child in &node.children {
            left[child] = start;
            start += room[child];
        }
    }
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        places[index].0 = match (node.children.first(), node.children.last()) {
            (Some(&first), Some(&last)) => f64::midpoint(places[first].0, places[last].0),
            _ => left[index] + room[index] / 2.0,
        };
    }
    Layout { places, width: room.first().copied().unwrap_or(0.0), height: deepest }
}
