//! The likeliest line under best play, rolls included.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use outplay_game::{Budget, Chance, Node, PACE};

use crate::table::Numbered;

/// Moves and results of rolls, first to last.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// What is chosen, what the dice say, and what is forced.
    pub moves: Vec<M>,
    /// How likely the dice are to fall like this.
    pub probability: f64,
    /// The line comes back to the state after so many of its moves: best play never ends.
    pub returns_to: Option<usize>,
}

impl<M> Default for Line<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), probability: 1.0, returns_to: None }
    }
}

/// A probability that may be far smaller than floating point goes: `mantissa * 2^exponent`, computed
/// by plain multiplications, so that it is the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Likelihood {
    exponent: i64,
    mantissa: f64,
}

impl Likelihood {
    const CERTAIN: Self = Self { exponent: 1, mantissa: 0.5 };

    #[expect(clippy::cast_precision_loss, reason = "nothing is proved by it")]
    fn times(self, weight: u64, total: u64) -> Self {
        let Self { mut exponent, mut mantissa } = self;
        mantissa *= weight as f64 / total as f64;
        while mantissa < 0.5 {
            mantissa *= 2.0;
            exponent -= 1;
        }
        Self { exponent, mantissa }
    }

    fn probability(self) -> f64 {
        let exponent = i32::try_from(self.exponent.max(-2000)).expect("it is small");
        // In two steps: the power alone may be too small where the product is not.
        self.mantissa * 2_f64.powi(exponent / 2) * 2_f64.powi(exponent - exponent / 2)
    }

    fn compare(self, other: Self) -> Ordering {
        let exponents = self.exponent.cmp(&other.exponent);
        exponents.then_with(|| self.mantissa.total_cmp(&other.mantissa))
    }
}

/// A state to go on from: the likeliest first, then the first met.
struct Open {
    likelihood: Likelihood,
    place: u32,
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        self.likelihood.compare(other.likelihood).then_with(|| other.place.cmp(&self.place))
    }
}

/// How a state was reached.
struct Reached<M> {
    from: Option<(u32, M)>,
    likelihood: Likelihood,
    closed: bool,
}

/// From a state to the end that is reached by the likeliest rolls, at each choice the first best move
/// (Dijkstra's algorithm on products). Where no end can be reached, until the line comes back.
pub(crate) fn likeliest_line<G: Chance>(
    best: impl Fn(&G::State) -> Option<G::Move>,
    game: &G,
    from: &G::State,
    budget: &Budget,
) -> Line<G::Move> {
    let certain = Likelihood::CERTAIN;
    let mut states: Numbered<G::State, Reached<G::Move>> = Numbered::new(G::extra_bytes);
    let start = Reached { from: None, likelihood: certain, closed: false };
    let (first, _) = states.insert(from.clone(), start);
    let mut open = BinaryHeap::from([Open { likelihood: certain, place: first }]);
    let (mut moves, mut weights) = (Vec::new(), Vec::new());
    let mut passed = 0_u64;
    while let Some(Open { likelihood, place }) = open.pop() {
        if std::mem::replace(&mut states.data_mut(place).closed, true) {
            continue;
        }
        passed += 1;
        if passed.is_multiple_of(PACE) && budget.ended().is_some() {
            return Line::default();
        }
        let state = states.state(place).clone();
        moves.clear();
        weights.clear();
        match game.node(&state) {
            Node::End => return back(&states, place),
            Node::Max | Node::Min => moves.extend(best(&state)),
            Node::Single => game.moves(&state, &mut moves),
            Node::Mean => {
                game.moves(&state, &mut moves);
                game.weights(&state, &mut weights);
            }
        }
        let total = weights.iter().sum::<u64>().max(1);
        for (index, &mv) in moves.iter().enumerate() {
            let likelihood = likelihood.times(weights.get(index).copied().unwrap_or(1), total);
            let reached = Reached { from: Some((place, mv)), likelihood, closed: false };
            let (next, is_new) = states.insert(game.play(&state, mv), reached);
            let known = states.data_mut(next);
            if !is_new {
                if known.closed || likelihood.compare(known.likelihood) != Ordering::Greater {
                    continue;
                }
                *known = Reached { from: Some((place, mv)), likelihood, closed: false };
            }
            open.push(Open { likelihood, place: next });
        }
    }
    for_ever(best, game, from)
}

/// The line to a place.
fn back<S: Eq + std::hash::Hash, M: Copy>(
    states: &Numbered<S, Reached<M>>,
    mut place: u32,
) -> Line<M> {
    let probability = states.data(place).likelihood.probability();
    let mut moves = Vec::new();
    while let Some((from, mv)) = states.data(place).from {
        moves.push(mv);
        place = from;
    }
    moves.reverse();
    Line { moves, probability, returns_to: None }
}

/// The likeliest result of each roll, until a state returns.
fn for_ever<G: Chance>(
    best: impl Fn(&G::State) -> Option<G::Move>,
    game: &G,
    from: &G::State,
) -> Line<G::Move> {
    let mut met: Numbered<G::State, ()> = Numbered::new(G::extra_bytes);
    let mut likelihood = Likelihood::CERTAIN;
    let mut line = Vec::new();
    let mut state = from.clone();
    loop {
        let (place, is_new) = met.insert(state.clone(), ());
        if !is_new {
            let probability = likelihood.probability();
            return Line { moves: line, probability, returns_to: Some(place as usize) };
        }
        let mut moves: Vec<_> = best(&state).into_iter().collect();
        if moves.is_empty() {
            game.moves(&state, &mut moves);
        }
        let mut index = 0;
        if game.node(&state) == Node::Mean {
            let mut weights = Vec::new();
            game.weights(&state, &mut weights);
            index = (1..weights.len())
                .fold(0, |best, next| if weights[next] > weights[best] { next } else { best });
            likelihood = likelihood.times(weights[index], weights.iter().sum());
        }
        line.push(moves[index]);
        state = game.play(&state, moves[index]);
    }
}
