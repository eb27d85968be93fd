//! The plain reference: all pairs of strategies of a tiny game, each solved in exact fractions.
//!
//! A strategy names one move for each state, which is enough: both sides of a game with perfect
//! information have a best strategy of that kind. With both fixed the game is a chain, whose means are
//! the solution of linear equations.

use std::ops::{Add, Div, Mul, Sub};

use outplay_game::sketch::Sketch;
use outplay_game::{Chance, Game, MinCost, Node};

/// A fraction in lowest terms, its denominator above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fraction(i128, i128);

impl Fraction {
    pub(crate) const ZERO: Self = Self(0, 1);
    pub(crate) const ONE: Self = Self(1, 1);

    fn of(over: i128, under: i128) -> Self {
        let (mut one, mut other) = (over.abs(), under.abs());
        while other != 0 {
            (one, other) = (other, one % other);
        }
        let sign = under.signum();
        Self(sign * over / one, sign * under / one)
    }

    pub(crate) fn whole(number: i64) -> Self {
        Self(i128::from(number), 1)
    }

    /// Is it at least this floating-point number, exactly? (Both are brought to whole numbers.)
    pub(crate) fn at_least(self, float: f64) -> bool {
        let (numerator, power) = parts(float);
        self.0.checked_mul(1 << power).unwrap() >= self.1.checked_mul(numerator).unwrap()
    }

    pub(crate) fn at_most(self, float: f64) -> bool {
        let (numerator, power) = parts(float);
        self.0.checked_mul(1 << power).unwrap() <= self.1.checked_mul(numerator).unwrap()
    }
}

/// A floating-point number as `numerator / 2^power`, cut off after 80 binary places.
#[expect(clippy::cast_possible_truncation, reason = "these are small numbers")]
fn parts(float: f64) -> (i128, u32) {
    let mut power = 0;
    let mut scaled = float;
    while scaled.fract() != 0.0 && power < 80 {
        scaled *= 2.0;
        power += 1;
    }
    (scaled as i128, power)
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.0.checked_mul(other.1).unwrap()).cmp(&other.0.checked_mul(self.1).unwrap())
    }
}

impl Add for Fraction {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::of(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }
}

impl Sub for Fraction {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::of(self.0 * other.1 - other.0 * self.1, self.1 * other.1)
    }
}

impl Mul for Fraction {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::of(self.0 * other.0, self.1 * other.1)
    }
}

impl Div for Fraction {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Self::of(self.0 * other.1, self.1 * other.0)
    }
}

/// What an end is worth, and everything else that a chain needs of a game.
pub(crate) struct Exact<'a> {
    game: &'a Sketch,
    count: usize,
    worth: fn(&Sketch, &usize) -> i64,
}

impl<'a> Exact<'a> {
    /// Of a game with so many states, the goal included.
    pub(crate) fn new(game: &'a Sketch, count: usize, worth: fn(&Sketch, &usize) -> i64) -> Self {
        Self { game, count, worth }
    }

    fn moves(&self, state: usize) -> Vec<usize> {
        let mut moves = Vec::new();
        self.game.moves(&state, &mut moves);
        moves
    }

    /// All strategies of one side: a move for each of its states.
    fn strategies(&self, node: Node) -> Vec<Vec<usize>> {
        let mut all = vec![vec![0; self.count]];
        for state in (0..self.count).filter(|state| self.game.node(state) == node) {
            let count = self.moves(state).len();
            all = all
                .into_iter()
                .flat_map(|strategy| {
                    (0..count).map(move |mv| {
                        let mut strategy = strategy.clone();
                        strategy[state] = mv;
                        strategy
                    })
                })
                .collect();
        }
        all
    }

    /// Where a state leads, with probabilities and the mean cost.
    fn step(
        &self,
        state: usize,
        one: &[usize],
        two: &[usize],
    ) -> (Vec<(usize, Fraction)>, Fraction) {
        let single = |mv| {
            let cost = Fraction::of(i128::from(self.game.cost(&state, mv)), 1);
            (vec![(self.game.play(&state, mv), Fraction::ONE)], cost)
        };
        match self.game.node(&state) {
            Node::End => (Vec::new(), Fraction::ZERO),
            Node::Max => single(one[state]),
            Node::Min => single(two[state]),
            Node::Single => single(0),
            Node::Mean => {
                let mut weights = Vec::new();
                self.game.weights(&state, &mut weights);
                let total: u64 = weights.iter().sum();
                let mut mean = Fraction::ZERO;
                let mut next = Vec::new();
                for (mv, weight) in weights.into_iter().enumerate() {
                    let part = Fraction::of(i128::from(weight), i128::from(total));
                    let cost = Fraction::of(i128::from(self.game.cost(&state, mv)), 1);
                    mean = mean + part * cost;
                    next.push((self.game.play(&state, mv), part));
                }
                (next, mean)
            }
        }
    }

    /// The mean of every state with both strategies fixed: of what the end is worth (for ever: 0).
    pub(crate) fn means(&self, one: &[usize], two: &[usize]) -> Vec<Fraction> {
        let steps: Vec<_> = (0..self.count).map(|state| self.step(state, one, two).0).collect();
        let ends = self.can_end(&steps, |_| true);
        let constants = (0..self.count).map(|state| match self.game.node(&state) {
            Node::End => Fraction::whole((self.worth)(self.game, &state)),
            Node::Max | Node::Min | Node::Mean | Node::Single => Fraction::ZERO,
        });
        solve(&steps, &constants.collect::<Vec<_>>(), &ends)
    }

    /// From where an end can be reached that is of the kind.
    fn can_end(&self, steps: &[Vec<(usize, Fraction)>], kind: impl Fn(usize) -> bool) -> Vec<bool> {
        let end = |state| self.game.node(&state) == Node::End && kind(state);
        let mut can: Vec<bool> = (0..self.count).map(end).collect();
        for _ in 0..self.count {
            for state in 0..self.count {
                can[state] |= steps[state].iter().any(|&(next, _)| can[next]);
            }
        }
        can
    }

    /// The value of every state: the best that player 1 can make sure of.
    pub(crate) fn values(&self) -> Vec<Fraction> {
        let replies = self.strategies(Node::Min);
        let mut values: Vec<Option<Fraction>> = vec![None; self.count];
        for one in self.strategies(Node::Max) {
            let mut worst: Vec<Option<Fraction>> = vec![None; self.count];
            for two in &replies {
                for (worst, mean) in worst.iter_mut().zip(self.means(&one, two)) {
                    *worst = Some(worst.map_or(mean, |worst| worst.min(mean)));
                }
            }
            for (value, worst) in values.iter_mut().zip(worst) {
                *value = (*value).max(worst);
            }
        }
        values.into_iter().map(|value| value.expect("there is a strategy")).collect()
    }

    /// The least mean cost of every state among strategies that reach the goal for sure, whatever
    /// player 2 does; `None` where there is no such strategy.
    pub(crate) fn costs(&self) -> Vec<Option<Fraction>> {
        self.costs_of(self.strategies(Node::Max))
    }

    /// The same among some strategies.
    pub(crate) fn costs_of(&self, strategies: Vec<Vec<usize>>) -> Vec<Option<Fraction>> {
        let replies = self.strategies(Node::Min);
        let mut least: Vec<Option<Fraction>> = vec![None; self.count];
        for one in strategies {
            let mut worst: Vec<Option<Fraction>> = vec![Some(Fraction::ZERO); self.count];
            for two in &replies {
                let chain: Vec<_> =
                    (0..self.count).map(|state| self.step(state, &one, two)).collect();
                let steps: Vec<_> = chain.iter().map(|(next, _)| next.clone()).collect();
                let wins = self.can_end(&steps, |state| self.game.is_goal(&state));
                // Sure: no way leads to where the goal is out of reach.
                let mut sure = wins.clone();
                for _ in 0..self.count {
                    for state in 0..self.count {
                        sure[state] &= steps[state].iter().all(|&(next, _)| sure[next]);
                    }
                }
                let costs = chain.iter().zip(&sure).map(
                    |((_, cost), &sure)| {
                        if sure { *cost } else { Fraction::ZERO }
                    },
                );
                let costs = solve(&steps, &costs.collect::<Vec<_>>(), &sure);
                for state in 0..self.count {
                    let cost = sure[state].then_some(costs[state]);
                    worst[state] = worst[state].zip(cost).map(|(worst, cost)| worst.max(cost));
                }
            }
            for (least, worst) in least.iter_mut().zip(worst) {
                *least = match (*least, worst) {
                    (Some(least), Some(worst)) => Some(least.min(worst)),
                    (one, other) => one.or(other),
                };
            }
        }
        least
    }
}

/// Solves `value = constant + sum of probability * value of next` for all states that `count`, the
/// others being 0; by elimination.
fn solve(
    steps: &[Vec<(usize, Fraction)>],
    constants: &[Fraction],
    counts: &[bool],
) -> Vec<Fraction> {
    let size = steps.len();
    let mut rows: Vec<Vec<Fraction>> = Vec::new();
    for state in 0..size {
        let mut row = vec![Fraction::ZERO; size + 1];
        row[state] = Fraction::ONE;
        if counts[state] {
            for &(next, part) in &steps[state] {
                if counts[next] {
                    row[next] = row[next] - part;
                }
            }
            row[size] = constants[state];
        }
        rows.push(row);
    }
    for column in 0..size {
        let pivot = (column..size).find(|&row| rows[row][column] != Fraction::ZERO);
        let pivot = pivot.expect("a chain that ends has one solution");
        rows.swap(column, pivot);
        let head = rows[column][column];
        for entry in &mut rows[column] {
            *entry = *entry / head;
        }
        for row in (0..size).filter(|&row| row != column) {
            let factor = rows[row][column];
            if factor != Fraction::ZERO {
                let head = rows[column].clone();
                for (entry, head) in rows[row].iter_mut().zip(head) {
                    *entry = *entry - factor * head;
                }
            }
        }
    }
    rows.into_iter().map(|row| row[size]).collect()
}
