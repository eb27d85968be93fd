//! How little a win can cost from here: a bound that is derived from the rules.
//!
//! The fight is relaxed until it can be tabulated (`facts.rs` says how each rule is relaxed,
//! `grid.rs` how it goes on), and what was relaxed away is put back in two ways, of which the greater
//! counts: `apart.rs` minimises price, life and pools apart, for every number of supports, and
//! `together.rs` their sums, each times a weight.
//!
//! Pools and life are looked at as *potentials*: what there is plus all that running effects will
//! still give. Each of these is at most what a real line of play needs, so the bound never exceeds
//! the truth; and each changes with a move by exactly what the tables charge for it, so the bound
//! falls by no more than the move costs. Tests check both on random rules.
//!
//! In the middle of a round, where player 2 chooses, the bound is that of the choice which follows
//! when they go on with one of their skills; there it may fall faster, which the search allows for.

mod amounts;
mod apart;
mod facts;
mod grid;
mod hits;
mod late;
mod simplex;
mod strikes;
mod tables;
mod together;

use crate::order::Order;
use crate::rules::Rules;
use crate::state::State;
use apart::Apart;
use facts::{Facts, Potential};
use grid::Grid;
use together::Together;

/// A bound on the price of a win, for states in which somebody chooses.
#[derive(Clone, Debug)]
pub(crate) struct Bound(Vec<Relaxed>);

/// The relaxed fight, against all that the enemy may do or against one of their skills, and what two
/// ways of counting know of it.
#[derive(Clone, Debug)]
struct Relaxed {
    grid: Grid,
    enemy_hp: Potential,
    /// Harm that the enemy does to itself in a round, at most.
    self_harm: i64,
    apart: Apart,
    together: Option<Together>,
}

/// When in a round somebody chooses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Player 1, in their own turn.
    Own,
    /// Player 2, in theirs: the enemy has yet to strike, and effects to tick once more, before
    /// player 1 chooses again.
    Between,
}

impl Bound {
    /// The bound that knows nothing.
    pub(crate) fn none() -> Self {
        Self(Vec::new())
    }

    /// Tabulates the relaxed fight from a position on.
    pub(crate) fn new<const W: usize, O: Order>(rules: &Rules, start: &State<W, O>) -> Self {
        let all = Facts::all(rules, start);
        let share = all.len();
        Self(all.into_iter().map(|facts| Relaxed::new(facts, start, share)).collect())
    }

    /// A price below which no win can be had, or `None` where none can be had at all.
    #[inline]
    pub(crate) fn at_least<const W: usize, O: Order>(
        &self,
        state: &State<W, O>,
        when: Moment,
    ) -> Option<u64> {
        let mut most = 0;
        for relaxed in &self.0 {
            most = most.max(relaxed.at_least(state, when)?);
        }
        Some(most)
    }
}

impl Relaxed {
    /// `share`: how many of them share the memory.
    fn new<const W: usize, O: Order>(facts: Facts, start: &State<W, O>, share: usize) -> Self {
        let grid = Grid::new(&facts);
        let steps = grid.steps(&facts);
        let apart = Apart::new(&facts, &grid, &steps, share);
        let together = Together::new(&facts, &grid, &steps, start);
        let Facts { enemy_hp, self_harm, .. } = facts;
        Self { grid, enemy_hp, self_harm, apart, together }
    }

    #[inline]
    fn at_least<const W: usize, O: Order>(&self, state: &State<W, O>, when: Moment) -> Option<u64> {
        let between = when == Moment::Between;
        let mut enemy_hp = self.enemy_hp.of(state, when);
        if between {
            enemy_hp -= self.self_harm + self.grid.tick(state);
        }
        if enemy_hp <= 0 {
            return Some(0);
        }
        let Some(place) = self.grid.row(enemy_hp, state, u32::from(between)) else {
            return Some(0);
        };
        let known = match &self.together {
            None => 0,
            Some(together) => together.at_least(state, when, place)?,
        };
        self.apart.at_least(state, when, place, known)
    }
}
