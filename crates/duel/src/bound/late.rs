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
//!
//! `v` is what a linear program finds: as little of the pool as can be, where no step that refills
//! nothing does more harm for less than with `w`.

use super::facts::Facts;
use super::grid::{Grid, Steps};
use super::simplex::Program;
use super::together::{Dual, MOST_TOTAL, Resource, Ways, Weights, divisor};

/// The bound for one pool.
#[derive(Clone, Debug)]
pub(super) struct Late {
    early: Weights,
    late: Weights,
    /// For every row of the grid, the least total of a fight with a refill yet to come, and without.
    before: Vec<i64>,
    after: Vec<i64>,
}

/// What the steps of a kind cost: in any round, and in one in which the enemy falls before it strikes.
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
        let (early, late) = later(dual, ways, resource, resources.len(), is_refill)?;
        let bonus = (early.resources[resource] - late.resources[resource]).checked_mul(given)?;
        let fits = early.fit(&ways.prices, resources, grid.units, |_| true)
            && late.fit(&ways.prices, resources, grid.units, |step| !is_refill(step));
        if !fits || bonus <= 0 || bonus >= MOST_TOTAL / 4 {
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
        let costs = [costs(&early), costs(&late)];
        let none = vec![MOST_TOTAL; grid.rows()];
        let mut bound = Self { early, late, before: none.clone(), after: none };
        bound.fill(grid, steps, facts.attacks.len(), &costs, bonus, is_refill);
        Some(bound)
    }

    fn fill(
        &mut self,
        grid: &Grid,
        steps: &[Steps],
        attacks: usize,
        [early, late]: &[Costs; 2],
        bonus: i64,
        is_refill: impl Fn(usize) -> bool,
    ) {
        // Of the steps that only wait, the cheapest counts.
        let least = |costs: &[i64], from: usize, refills: bool| {
            let some = (from..costs.len()).filter(|&step| is_refill(step) == refills);
            some.map(|step| costs[step]).min().unwrap_or(MOST_TOTAL)
        };
        let waits = |refills: bool| {
            [early, late].map(|costs| {
                [&costs.whole, &costs.last].map(|costs| least(costs, attacks, refills))
            })
        };
        let ([early_wait, late_wait], [refill, _]) = (waits(false), waits(true));
        // Where the tables think the enemy dead before a refill, there is yet one to come.
        let missing =
            least(&early.whole, 0, true).min(least(&early.last, 0, true)).saturating_add(bonus);
        for unit in 1..=grid.units {
            for (clock, steps) in steps.iter().enumerate() {
                let place = grid.place(unit, clock);
                let (mut before, mut after) = (MOST_TOTAL, MOST_TOTAL);
                let mut take = |refills: bool, early: i64, late: i64, next: Option<usize>| {
                    let then = |table: &[i64], end: i64| next.map_or(end, |next| table[next]);
                    let (again, never) = (then(&self.before, missing), then(&self.after, 0));
                    if refills {
                        before = before.min(early + again.min(never + bonus));
                    } else {
                        before = before.min(early + again);
                        after = after.min(late + never);
                    }
                };
                for (index, _, step) in &steps.attacks {
                    let last = grid.exact && unit <= step.early(unit);
                    let cost =
                        |costs: &Costs| if last { costs.last[*index] } else { costs.whole[*index] };
                    take(is_refill(*index), cost(early), cost(late), grid.after(unit, step));
                }
                if let Some(step) = &steps.wait {
                    let last = usize::from(grid.exact && unit <= step.early(unit));
                    let next = grid.after(unit, step);
                    take(false, early_wait[last], late_wait[last], next);
                    take(true, refill[last], MOST_TOTAL, next);
                } else {
                    before = before.min(refill[0] + bonus + after);
                }
                (self.before[place], self.after[place]) =
                    (before.min(MOST_TOTAL), after.min(MOST_TOTAL));
            }
        }
    }

    /// What is left to be paid for with the price, at the least, and what the price counts.
    #[inline]
    pub(super) fn left(&self, there: &[i64], place: usize) -> (i64, i64) {
        let before = self.before[place] - self.early.worth(there);
        let after = self.after[place] - self.late.worth(there);
        (before.min(after), self.early.price)
    }
}

/// Weights until the last refill of a resource, and after it: the same but for what is taken off.
fn later(
    dual: &Dual,
    ways: &Ways,
    resource: usize,
    resources: usize,
    is_refill: impl Fn(usize) -> bool,
) -> Option<(Weights, Weights)> {
    if dual.weights[resource] == 0 {
        return None;
    }
    let width = dual.weights.len();
    let (mut rows, mut limits) = (Vec::new(), Vec::new());
    for (step, way) in ways.rows.iter().enumerate().filter(|(step, _)| !is_refill(*step)) {
        let product = |one: i64, two: i64| i128::from(one) * i128::from(two);
        let weighed = way[1..].iter().zip(&dual.weights).map(|(&by, &weight)| product(by, weight));
        let harm = product(dual.harm, way[0]) + weighed.sum::<i128>();
        let spare = product(dual.price, ways.prices[step]) - harm;
        rows.push(way[1..].iter().map(|by| -by).collect());
        limits.push(i64::try_from(spare.max(0)).ok()?);
    }
    for (index, &weight) in dual.weights.iter().enumerate() {
        rows.push((0..width).map(|other| i64::from(other == index)).collect());
        limits.push(weight);
    }
    let gains: Vec<i64> = (0..width).map(|index| i64::from(index == resource)).collect();
    let best = Program::new(&rows, &limits, width).maximise(&gains)?;
    if best.numerators[resource] == 0 {
        return None;
    }
    let scaled = |number: i64| i128::from(number) * best.denominator;
    let early = dual.weights[..resources].iter().map(|&weight| scaled(weight));
    let early: Vec<i128> = early.collect();
    let late: Vec<i128> = early.iter().zip(&best.numerators).map(|(w, off)| w - off).collect();
    let all = early.iter().chain(&late);
    let common = all.fold(scaled(dual.price), |common, &weight| divisor(common, weight));
    let price = scaled(dual.price);
    Some((Weights::reduced(price, &early, common)?, Weights::reduced(price, &late, common)?))
}
