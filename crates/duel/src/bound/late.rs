//! What is left over when a pool has been refilled for the last time.
//!
//! A refill must be paid for before it gives anything. So right after the last one there is at least
//! all that it gives, and what there is then no refill makes more. With the weights of `together.rs`
//! alone the rest of the fight might use a pool up as if it could be refilled to the end. Here there are
//! two choices of weights, `w` until the last refill and `v` after it, of which `v` has no more of
//! anything. With `R` for what is taken until then, `S` for what is taken after it and `G` for what
//! the last refill gives,
//!
//! ```text
//! R <= A - G   and   R + S <= A,   so   w R + v S  <=  w A - (w - v) G
//! ```
//!
//! The least that `D P + w R + v S + (w - v) G` can come to is one more table (`before`), and the
//! least of `D P + v S` without any refill another (`after`), for a fight that has had its last one.
//! Whatever hp the enemy has at that time, the best of several `v` counts.
//!
//! Each `v` is what a linear program finds: as little of the pool as can be, where no step that refills
//! nothing does harm for less than some share of what harm is worth with `w`. With all of it, `v` is
//! good for a long rest of the fight, with less for a short one.

use super::facts::Facts;
use super::grid::{Grid, Steps};
use super::simplex::Program;
use super::together::{Dual, MOST_TOTAL, MOST_WEIGHT, Resource, Ways, Weights, Whole};

/// Sixteenths of what harm is worth.
const SHARES: [i64; 7] = [16, 15, 14, 12, 8, 4, 0];

/// Weights are refined by this, if they stay small enough, since `v` is rounded.
const FINEST: i64 = 256;

/// The bound for one pool.
#[derive(Clone, Debug)]
pub(super) struct Late {
    early: Weights,
    /// For every row of the grid, the least total of a fight with a refill yet to come.
    before: Vec<i64>,
    rest: Vec<Weights>,
    /// And without one, for each of the weights.
    after: Vec<i64>,
}

/// What the steps cost: in any round, and in one in which the enemy falls before it strikes.
struct Costs {
    whole: Vec<i64>,
    last: Vec<i64>,
}

impl Late {
    /// `None` where it would say nothing more.
    pub(super) fn new(
        facts: &Facts,
        grid: &Grid,
        steps: &[Steps],
        resources: &[Resource],
        (dual, ways): (&Dual, &Ways),
        pool: usize,
    ) -> Option<Self> {
        let resource = 1 + pool;
        let skills = facts.attacks.iter().chain(&facts.supports);
        let fills: Vec<i64> =
            skills.map(|skill| skill.fills[pool]).chain(facts.free_rounds.then_some(0)).collect();
        // The least that any of them gives counts for all.
        let given = fills.iter().copied().filter(|&given| given > 0).min()?;
        let is_refill = |step: usize| fills[step] > 0;
        let early = dual.refined(resources.len())?;
        if early.resources[resource] == 0
            || !early.fit(&ways.prices, resources, grid.units, |_| true)
        {
            return None;
        }
        let mut late: Vec<Weights> = Vec::new();
        for share in SHARES {
            let found = later(dual, ways, &early, resources, (resource, share), is_refill);
            let fits = |found: &Weights| {
                found.fit(&ways.prices, resources, grid.units, |step| !is_refill(step))
            };
            late.extend(found.filter(|found| fits(found) && !late.contains(found)));
        }
        let bonus = |late: &Weights| {
            let less = early.resources[resource] - late.resources[resource];
            less.checked_mul(given).filter(|&bonus| bonus < MOST_TOTAL / 4)
        };
        let bonuses = late.iter().map(bonus).collect::<Option<Vec<i64>>>()?;
        if bonuses.iter().all(|&bonus| bonus == 0) {
            return None;
        }
        let costs = |weights: &Weights| {
            let steps = || ways.prices.iter().copied().enumerate();
            let whole = |(step, price)| weights.cost(price, resources, step, false);
            let last = |(step, price)| {
                let take = resources[resource].takes[step];
                // A refill is paid for, also in the last round, and leaves all that it gives.
                let back = if is_refill(step) { take.whole - take.last } else { 0 };
                weights.cost(price, resources, step, true) + weights.resources[resource] * back
            };
            Costs { whole: steps().map(whole).collect(), last: steps().map(last).collect() }
        };
        let late_costs: Vec<Costs> = late.iter().map(costs).collect();
        let early_costs = costs(&early);
        let mut bound = Self {
            before: vec![MOST_TOTAL; grid.rows()],
            after: vec![MOST_TOTAL; grid.rows() * late.len()],
            early,
            rest: late,
        };
        bound.fill_after(grid, steps, facts.attacks.len(), &late_costs, is_refill);
        bound.fill_before(grid, steps, facts.attacks.len(), &early_costs, &bonuses, is_refill);
        Some(bound)
    }

    /// Without refills.
    fn fill_after(
        &mut self,
        grid: &Grid,
        steps: &[Steps],
        attacks: usize,
        costs: &[Costs],
        is_refill: impl Fn(usize) -> bool,
    ) {
        let kinds = costs.len();
        let waits: Vec<[i64; 2]> =
            costs.iter().map(|costs| costs.least(attacks, |step| !is_refill(step))).collect();
        for unit in 1..=grid.units {
            for (clock, steps) in steps.iter().enumerate() {
                let (filled, row) = self.after.split_at_mut(grid.place(unit, clock) * kinds);
                let mut take = |cost: &dyn Fn(usize) -> i64, next: Option<usize>| {
                    for (kind, total) in row[..kinds].iter_mut().enumerate() {
                        let rest = next.map_or(0, |next| filled[next * kinds + kind]);
                        *total = (*total).min(cost(kind) + rest);
                    }
                };
                for (index, _, step) in &steps.attacks {
                    let last = grid.exact && unit <= step.early(unit);
                    if !is_refill(*index) {
                        take(&|kind| costs[kind].of(*index, last), grid.after(unit, step));
                    }
                }
                if let Some(step) = &steps.wait {
                    let last = usize::from(grid.exact && unit <= step.early(unit));
                    take(&|kind| waits[kind][last], grid.after(unit, step));
                }
            }
        }
    }

    /// With a refill yet to come.
    fn fill_before(
        &mut self,
        grid: &Grid,
        steps: &[Steps],
        attacks: usize,
        costs: &Costs,
        bonuses: &[i64],
        is_refill: impl Fn(usize) -> bool,
    ) {
        let kinds = bonuses.len();
        // What comes after the last refill, the strongest of all that can be said of it.
        let after = |place: Option<usize>| {
            let rest = |kind: usize| place.map_or(0, |place| self.after[place * kinds + kind]);
            let all = bonuses.iter().enumerate().map(|(kind, bonus)| rest(kind) + bonus);
            all.max().unwrap_or(0)
        };
        let wait = costs.least(attacks, |step| !is_refill(step));
        let refill = costs.least(attacks, &is_refill);
        // Where the tables think the enemy dead before a refill, there is yet one to come.
        let [whole, last] = costs.least(0, &is_refill);
        let missing = whole.min(last) + after(None);
        for unit in 1..=grid.units {
            for (clock, steps) in steps.iter().enumerate() {
                let place = grid.place(unit, clock);
                let mut least = MOST_TOTAL;
                let mut take = |refills: bool, cost: i64, next: Option<usize>| {
                    let more = next.map_or(missing, |next| self.before[next]);
                    let rest = if refills { more.min(after(next)) } else { more };
                    least = least.min(cost + rest);
                };
                for (index, _, step) in &steps.attacks {
                    let last = grid.exact && unit <= step.early(unit);
                    take(is_refill(*index), costs.of(*index, last), grid.after(unit, step));
                }
                if let Some(step) = &steps.wait {
                    let last = usize::from(grid.exact && unit <= step.early(unit));
                    let next = grid.after(unit, step);
                    take(false, wait[last], next);
                    take(true, refill[last], next);
                } else {
                    least = least.min(refill[0] + after(Some(place)));
                }
                self.before[place] = least;
            }
        }
    }

    /// What is left to be paid for with the price, at the least, and what the price counts.
    #[inline]
    pub(super) fn left<N: Whole>(&self, there: &[i64], place: usize) -> (N, i64) {
        let before = N::from(self.before[place]) - self.early.worth(there);
        let after = self.rest.iter().zip(&self.after[place * self.rest.len()..]);
        let after = after.map(|(late, total)| N::from(*total) - late.worth(there)).max();
        (after.map_or(N::from(0), |after| before.min(after)), self.early.price)
    }
}

impl Costs {
    fn of(&self, step: usize, last: bool) -> i64 {
        if last { self.last[step] } else { self.whole[step] }
    }

    /// The cheapest of some steps, from one on.
    fn least(&self, from: usize, counts: impl Fn(usize) -> bool) -> [i64; 2] {
        [&self.whole, &self.last].map(|costs| {
            let some = (from..costs.len()).filter(|&step| counts(step));
            some.map(|step| costs[step]).min().unwrap_or(MOST_TOTAL)
        })
    }
}

impl Dual {
    /// Weights of the resources alone, all times a number, so that less can be rounded.
    fn refined(&self, resources: usize) -> Option<Weights> {
        let most = self.weights.iter().copied().max().unwrap_or(0).max(self.price);
        let by = ((MOST_WEIGHT - 1) / most.max(1)).min(FINEST);
        let weights = self.weights[..resources].iter().map(|weight| weight * by);
        (by > 0).then(|| Weights { price: self.price * by, resources: weights.collect() })
    }
}

/// Weights after the last refill of a resource: the early ones, but for what can be taken off them.
fn later(
    dual: &Dual,
    ways: &Ways,
    early: &Weights,
    resources: &[Resource],
    (resource, share): (usize, i64),
    is_refill: impl Fn(usize) -> bool,
) -> Option<Weights> {
    // What is taken off each weight; and what is put on those of the time that poisons need, of which
    // the table itself knows.
    let width = dual.weights.len();
    let poisons = width - resources.len();
    let (mut rows, mut limits) = (Vec::new(), Vec::new());
    let mut steps: Vec<usize> = (0..ways.rows.len()).collect();
    steps.retain(|&step| !is_refill(step));
    for &step in &steps {
        let way = &ways.rows[step];
        let product = |one: i64, two: i64| i128::from(one) * i128::from(two);
        let weighed = way[1..].iter().zip(&dual.weights).map(|(&by, &weight)| product(by, weight));
        let harm = product(dual.harm, way[0]) * i128::from(share) / 16 + weighed.sum::<i128>();
        let spare = product(dual.price, ways.prices[step]) - harm;
        let off = way[1..].iter().map(|by| -by);
        rows.push(off.chain(way[1 + resources.len()..].iter().copied()).collect());
        limits.push(i64::try_from(spare.max(0)).ok()?);
    }
    for (index, &weight) in dual.weights.iter().enumerate() {
        rows.push((0..width + poisons).map(|other| i64::from(other == index)).collect());
        limits.push(weight);
    }
    let gains: Vec<i64> = (0..width + poisons).map(|index| i64::from(index == resource)).collect();
    let best = Program::new(&rows, &limits, width + poisons).maximise(&gains)?;
    let refined = i128::from(early.price / dual.price);
    // Rounded so that no step becomes cheaper, where that can be.
    let less = |index: usize| {
        let (off, whole) = (best.numerators[index] * refined, best.denominator);
        let gives = steps.iter().all(|&step| resources[index].takes[step].whole <= 0);
        let off = if gives { (off + whole - 1) / whole } else { off / whole };
        i64::try_from(off).ok().map(|off| (early.resources[index] - off).max(0))
    };
    let weights = (0..resources.len()).map(less).collect::<Option<_>>()?;
    Some(Weights { price: early.price, resources: weights })
}
