//! The relaxed fight, tabulated: for every enemy hp and every state of the poison timers, what
//! killing the enemy takes at least when up to `w` rounds go to supports.
//!
//! One row per (hp, clock) of the grid, one lane per `w`; the last lane stands for any number. There
//! are as many lanes as there can be rounds of waiting that harm the enemy, if [`MOST_NUMBERS`] allow
//! so many: beyond them a row does not change. Lanes run through vector instructions.
//!
//! Where the real fight can only differ from this in ways that leave the enemy more hp, a row must
//! not ask for more than the rows above it. Prices never do. Life and drains may, where a fight that
//! takes longer saves something; so then the one strike that the enemy's death spares is taken off
//! outside the tables, and whatever an attack could *gain* makes the bound leave that number out.

use outplay_game::memory;

use super::facts::{Facts, Skill};
use super::grid::{Grid, Step, Steps};

/// As much as a table can hold: at least this, or never.
pub(super) const BIG: i32 = 1 << 30;
/// The most numbers of all tables together: 64 MB.
const MOST_NUMBERS: usize = 1 << 24;
/// Where the program may take less than this, a quarter of them. No finer than that: which of several best lines is
/// found first depends on the bound.
const LITTLE_MEMORY: u64 = 1 << 30;

/// The most numbers of all tables together, where the program may take so many bytes.
fn most_numbers(allowed: u64) -> usize {
    if allowed < LITTLE_MEMORY { MOST_NUMBERS / 4 } else { MOST_NUMBERS }
}

#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// How many lanes a row has. In the last one supports cost no lane: any number of them.
    lanes: usize,
    price: Vec<i32>,
    loss: Vec<i32>,
    /// One table for each pool whose drain is not the price.
    drains: Vec<Option<Vec<i32>>>,
}

/// What is known of one enemy hp and one clock.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    tables: &'a Tables,
    /// Where it begins in each table.
    start: usize,
    pub(super) price: &'a [i32],
    pub(super) loss: &'a [i32],
}

impl Row<'_> {
    /// What killing the enemy takes from a pool in one of the lanes.
    #[inline]
    pub(super) fn drain(&self, pool: usize, lane: usize) -> i32 {
        match &self.tables.drains[pool] {
            None => self.price[lane],
            Some(table) => table[self.start + lane],
        }
    }
}

impl Tables {
    pub(super) fn new(facts: &Facts, grid: &Grid, steps: &[Steps], share: usize) -> Self {
        let own_drain = |pool: usize| facts.attacks.iter().any(|s| s.drains[pool] != s.price);
        let own_drains: Vec<bool> = (0..facts.pools.len()).map(own_drain).collect();
        let kinds = 2 + own_drains.iter().filter(|&&own| own).count();
        let most = most_numbers(memory::allowed());
        let most_lanes = (most / (grid.rows() * kinds * share)).max(1);
        let lanes = lanes(steps, grid.units).min(most_lanes);
        let table = || vec![BIG; grid.rows() * lanes];
        let drains = own_drains.iter().map(|&own| own.then(table)).collect();
        let mut tables = Self { lanes, price: table(), loss: table(), drains };
        for unit in 1..=grid.units {
            for (clock, steps) in steps.iter().enumerate() {
                tables.fill_row(facts, grid, unit, clock, steps);
            }
        }
        tables
    }

    /// The lane in which supports cost no lane.
    #[inline]
    pub(super) fn free(&self) -> usize {
        self.lanes - 1
    }

    /// What is known of a row of the grid.
    #[inline]
    pub(super) fn row(&self, place: usize) -> Row<'_> {
        let start = place * self.lanes;
        let end = start + self.lanes;
        Row { tables: self, start, price: &self.price[start..end], loss: &self.loss[start..end] }
    }

    fn fill_row(&mut self, facts: &Facts, grid: &Grid, unit: usize, clock: usize, steps: &Steps) {
        let Steps { attacks, wait } = steps;
        let (place, lanes, exact) = (grid.place(unit, clock), self.lanes, grid.exact);
        // Each table is filled alike, from what an attack and from what a wait adds to it.
        let fill = |table: &mut Vec<i32>, adds: &dyn Fn(&Skill, &Step) -> i64, back: i64| {
            let (before, row) = table.split_at_mut(place * lanes);
            let row = &mut row[..lanes];
            let then =
                |next: Option<usize>| next.map(|next| &before[next * lanes..(next + 1) * lanes]);
            for (_, attack, step) in attacks {
                raise(row, small(adds(attack, step)), then(grid.after(unit, step)));
            }
            if let Some(step) = wait {
                let back = if exact && unit <= step.early(unit) { back } else { 0 };
                pause(row, small(back), then(grid.after(unit, step)));
            }
        };
        fill(&mut self.price, &|attack, _| attack.price, 0);
        let round = |attack: &Skill, step: &Step| {
            let spared = exact && unit <= step.early(unit);
            if spared { 0 } else { facts.loss - attack.life }
        };
        // Every support is charged a whole round; one in which the enemy falls before it strikes
        // gets it back.
        fill(&mut self.loss, &round, -facts.loss);
        for (pool, table) in self.drains.iter_mut().enumerate() {
            if let Some(table) = table {
                fill(table, &|attack, _| attack.drains[pool], 0);
            }
        }
    }
}

/// As many lanes as make a difference: no more rounds of waiting than this harm the enemy.
fn lanes(steps: &[Steps], units: usize) -> usize {
    let least = steps.iter().filter_map(|steps| Some(steps.wait.as_ref()?.whole(1))).min();
    least.map_or(1, |least| units.div_ceil(least) + 1)
}

/// A number that fits a table, rounded towards 0 at the edges.
#[expect(clippy::cast_possible_truncation, reason = "clamped to the range of i32")]
fn small(number: i64) -> i32 {
    number.clamp(-i64::from(BIG / 2), i64::from(BIG / 2)) as i32
}

/// Takes in an attack (rows start at `BIG` and only fall): its own part, and the row that it leads to (`None`: the enemy is dead).
#[inline]
fn raise(row: &mut [i32], by: i32, next: Option<&[i32]>) {
    match next {
        Some(next) => {
            for (lane, &rest) in row.iter_mut().zip(next) {
                *lane = (*lane).min((rest + by).max(-BIG));
            }
        }
        None => row.iter_mut().for_each(|lane| *lane = (*lane).min(by)),
    }
}

/// Takes in a wait, which needs a lane to spare.
#[inline]
fn pause(row: &mut [i32], by: i32, next: Option<&[i32]>) {
    let free = row.len() - 1;
    match next {
        Some(next) => {
            for (lane, &rest) in row.iter_mut().skip(1).zip(next) {
                *lane = (*lane).min((rest + by).max(-BIG));
            }
            row[free] = row[free].min((next[free] + by).max(-BIG));
        }
        None => {
            row.iter_mut().skip(1).for_each(|lane| *lane = (*lane).min(by));
            row[free] = row[free].min(by);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_leave_most_of_little_memory_to_the_search() {
        assert_eq!(most_numbers(u64::MAX), 1 << 24);
        assert_eq!(most_numbers(1 << 30), 1 << 24);
        assert_eq!(most_numbers((1 << 30) - 1), 1 << 22);
    }
}
