//! How a game ends, and after how many actions, when both sides play by given strategies.
//!
//! Probability flows forward from the start, in whole parts of [`ONE`] that are rounded down wherever
//! they divide. So every figure is a lower bound, and what is missing from the whole is known exactly:
//! no probability is larger than its figure by more than that.

use std::collections::BTreeMap;

use outplay_game::{Budget, Chance, Node, PACE, Stop, Versus};
use rustc_hash::FxHashMap;

use super::interval::{at_least, at_most};
use super::shapes::{BITS, ONE};

/// How likely each end and each length is.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution<K> {
    /// The kinds of end, in their order, with probabilities.
    pub ends: Vec<(K, f64)>,
    /// Numbers of actions of either side, with probabilities.
    pub lengths: Vec<(u64, f64)>,
    /// What is missing from a sum of 1: every probability may be larger by this at most.
    pub missing: f64,
}

/// States that no action is counted in lead to each other no more often than this.
const MOST_UNCOUNTED: u64 = 1000;

/// Follows a game whose choices are made by `strategy`, which appends moves with weights (one move is
/// certain; where it appends none, the first move is made), until what is still open has no more
/// than `tail` of the probability, or `most` actions were made. `class` says what kind an end is.
///
/// # Errors
/// When a limit stops it.
pub fn distribution<G: Chance + Versus, K: Ord>(
    game: &G,
    from: &G::State,
    strategy: impl Fn(&G::State, &mut Vec<(G::Move, u64)>),
    class: impl Fn(&G::State) -> K,
    tail: f64,
    most: u64,
    budget: &Budget,
) -> Result<Distribution<K>, Stop> {
    let mut flow = Flow { open: BTreeMap::new(), ends: BTreeMap::new(), lengths: BTreeMap::new() };
    flow.add(game, &class, from.clone(), 0, ONE);
    let (mut moves, mut weights, mut picked) = (Vec::new(), Vec::new(), Vec::new());
    let (mut passed, mut uncounted) = (0_u64, (0, 0));
    while let Some((length, states)) = flow.open.pop_first() {
        let left: u64 = states.values().sum::<u64>()
            + flow.open.values().flat_map(FxHashMap::values).sum::<u64>();
        uncounted = if uncounted.0 == length { (length, uncounted.1 + 1) } else { (length, 0) };
        if length >= most
            || uncounted.1 > MOST_UNCOUNTED
            || at_least(i128::from(left), BITS) <= tail
        {
            break;
        }
        let kept = states.len() as u64 * (size_of::<(G::State, u64)>() as u64 + 1) * 2;
        budget.stop(states.len() as u64, kept, PACE).map_or(Ok(()), Err)?;
        // The order does not matter: parts are summed.
        for (state, part) in states {
            passed += 1;
            if passed.is_multiple_of(PACE) {
                budget.ended().map_or(Ok(()), Err)?;
            }
            picked.clear();
            match game.node(&state) {
                Node::Mean => {
                    moves.clear();
                    game.moves(&state, &mut moves);
                    weights.clear();
                    game.weights(&state, &mut weights);
                    picked.extend(moves.iter().copied().zip(weights.iter().copied()));
                }
                Node::Max | Node::Min => strategy(&state, &mut picked),
                Node::Single | Node::End => {}
            }
            if picked.is_empty() {
                moves.clear();
                game.moves(&state, &mut moves);
                picked.extend(moves.first().map(|&mv| (mv, 1)));
            }
            let total: u128 = picked.iter().map(|&(_, weight)| u128::from(weight)).sum();
            for &(mv, weight) in &picked {
                let (next, actions) = game.play_counting(&state, mv);
                let part = divided(u128::from(part) * u128::from(weight), total);
                flow.add(game, &class, next, length + actions, part);
            }
        }
    }
    let known: u64 = flow.ends.values().sum();
    let probability = |part| at_most(i128::from(part), BITS);
    Ok(Distribution {
        ends: flow.ends.into_iter().map(|(class, part)| (class, probability(part))).collect(),
        lengths: flow
            .lengths
            .into_iter()
            .map(|(length, part)| (length, probability(part)))
            .collect(),
        missing: at_least(i128::from(ONE - known), BITS),
    })
}

/// Where the probability is.
struct Flow<S, K> {
    /// By the number of actions so far.
    open: BTreeMap<u64, FxHashMap<S, u64>>,
    ends: BTreeMap<K, u64>,
    lengths: BTreeMap<u64, u64>,
}

impl<S: Eq + std::hash::Hash, K: Ord> Flow<S, K> {
    fn add<G: Chance<State = S>>(
        &mut self,
        game: &G,
        class: impl Fn(&S) -> K,
        state: S,
        length: u64,
        part: u64,
    ) {
        if part == 0 {
            return;
        }
        if game.node(&state) == Node::End {
            *self.ends.entry(class(&state)).or_default() += part;
            *self.lengths.entry(length).or_default() += part;
        } else {
            *self.open.entry(length).or_default().entry(state).or_default() += part;
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a part of a part is no more than it")]
fn divided(product: u128, total: u128) -> u64 {
    (product / total) as u64
}
