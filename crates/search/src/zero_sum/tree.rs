//! A small game's tree as plain data, for drawing: values, the best line, what alpha-beta cuts off.
//!
//! Expanded breadth first up to a number of nodes; every value is the true one, found by a search
//! of its own. The cuts are those of alpha-beta as it is taught: depth first in move order, with a
//! full window and without a table. It takes the value of a node that was not expanded for granted.

use outplay_game::{Budget, Node, Stop, ZeroSum};

use super::Oracle;
use crate::pick::Pick;

/// The tree of a game, or the top of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree<S, M> {
    /// The nodes, the root first, every parent before its children.
    pub nodes: Vec<TreeNode<S, M>>,
    /// Is it the whole tree?
    pub complete: bool,
}

/// A state, as one line of play reaches it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own in the drawing")]
pub struct TreeNode<S, M> {
    /// The state.
    pub state: S,
    /// Who picks one of the moves, if anybody does.
    pub node: Node,
    /// The node that it comes from and the move that leads here; none for the root.
    pub from: Option<(usize, M)>,
    /// The nodes that it leads to, in move order.
    pub children: Vec<usize>,
    /// What it is worth to player 1.
    pub value: i64,
    /// Is it on the best line?
    pub on_best_line: bool,
    /// Does alpha-beta never look at it?
    pub cut_off: bool,
    /// Is it a state that the line to it has seen before? It goes on as it did there.
    pub returns: bool,
    /// Are there moves here that the tree does not show?
    pub more: bool,
}

/// The tree from a state, with at most `max_nodes` nodes (the root is always there). What the oracle
/// knows already is not searched again.
///
/// # Errors
/// When a limit stops the search for the values.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::{Oracle, game_tree};
/// let game: outplay_game::sketch::Sketch =
///     "a: 0 b, 0 c?\nb = 3\nc?: 0 d, 0 e\nd = 1\ne = 9".parse().unwrap();
/// let mut oracle = Oracle::empty(&game);
/// let tree = game_tree(&game, &0, 100, &mut oracle, &Budget::default()).unwrap();
/// let cut: Vec<_> = tree.nodes.iter().filter(|node| node.cut_off).map(|node| node.state).collect();
/// assert_eq!((tree.nodes[0].value, cut), (3, vec![4])); // with d, c is refuted: e does not matter
/// ```
pub fn game_tree<G: ZeroSum>(
    game: &G,
    from: &G::State,
    max_nodes: usize,
    oracle: &mut Oracle<G>,
    budget: &Budget,
) -> Result<GameTree<G::State, G::Move>, Stop> {
    let root = node(game, from.clone(), None, oracle.value(game, from, budget)?);
    let mut tree = GameTree { nodes: vec![root], complete: true };
    let mut moves = Vec::new();
    let mut next = 0;
    while next < tree.nodes.len() {
        moves.clear();
        if !tree.nodes[next].returns {
            game.moves(&tree.nodes[next].state, &mut moves);
        }
        if tree.nodes.len() + moves.len() > max_nodes {
            tree.nodes[next].more = !moves.is_empty();
            tree.complete &= moves.is_empty();
            moves.clear();
        }
        for &mv in &moves {
            let state = game.play(&tree.nodes[next].state, mv);
            let value = oracle.value(game, &state, budget)?;
            let mut child = node(game, state, Some((next, mv)), value);
            child.returns = !game.is_acyclic() && tree.has_above(next, &child.state);
            let place = tree.nodes.len();
            tree.nodes[next].children.push(place);
            tree.nodes.push(child);
        }
        next += 1;
    }
    tree.mark_line(&oracle.line(game, from, budget)?.0);
    // A line that comes back has a value that depends on the way there: nothing to cut by.
    if !tree.nodes.iter().any(|node| node.returns) {
        tree.mark_cuts()?;
    }
    Ok(tree)
}

fn node<G: ZeroSum>(
    game: &G,
    state: G::State,
    from: Option<(usize, G::Move)>,
    value: i64,
) -> TreeNode<G::State, G::Move> {
    let node = game.node(&state);
    TreeNode {
        state,
        node,
        from,
        children: Vec::new(),
        value,
        on_best_line: false,
        cut_off: false,
        returns: false,
        more: false,
    }
}

/// A node that alpha-beta is looking at.
struct Frame {
    node: usize,
    alpha: i64,
    beta: i64,
    next: usize,
    best: Option<i64>,
}

impl<S: Eq, M: Copy + Eq> GameTree<S, M> {
    /// Is the state that of a node, or of one above it?
    fn has_above(&self, node: usize, state: &S) -> bool {
        let mut place = Some(node);
        while let Some(node) = place.map(|place| &self.nodes[place]) {
            if node.state == *state {
                return true;
            }
            place = node.from.map(|(parent, _)| parent);
        }
        false
    }

    fn mark_line(&mut self, line: &[M]) {
        let mut place = 0;
        self.nodes[0].on_best_line = true;
        for &mv in line {
            let children = &self.nodes[place].children;
            let leads = |&&child: &&usize| self.nodes[child].from == Some((place, mv));
            let Some(&next) = children.iter().find(leads) else { return };
            self.nodes[next].on_best_line = true;
            place = next;
        }
    }

    /// Plays alpha-beta through on the tree, and marks what it never looks at.
    fn mark_cuts(&mut self) -> Result<(), Stop> {
        for node in &mut self.nodes {
            node.cut_off = true;
        }
        let mut stack =
            vec![Frame { node: 0, alpha: i64::MIN, beta: i64::MAX, next: 0, best: None }];
        while let Some(frame) = stack.last_mut() {
            let node = &mut self.nodes[frame.node];
            node.cut_off = false;
            let pruned = frame.next > 0 && frame.alpha >= frame.beta;
            if let Some(&child) = node.children.get(frame.next)
                && !pruned
            {
                frame.next += 1;
                let (alpha, beta) = (frame.alpha, frame.beta);
                stack.push(Frame { node: child, alpha, beta, next: 0, best: None });
                continue;
            }
            let value = frame.best.unwrap_or(node.value);
            stack.pop();
            let Some(parent) = stack.last_mut() else { break };
            let best = parent.best.unwrap_or(value);
            match Pick::of(self.nodes[parent.node].node)? {
                Some(Pick::Smallest) => {
                    parent.best = Some(best.min(value));
                    parent.beta = parent.beta.min(value);
                }
                Some(Pick::Largest) => {
                    parent.best = Some(best.max(value));
                    parent.alpha = parent.alpha.max(value);
                }
                None => {}
            }
        }
        Ok(())
    }
}
