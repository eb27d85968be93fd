//! Price, life and pools bounded together.
//!
//! Over the rest of a won fight the rounds take no more of a [`Resource`] than there is of it: of
//! life, of a pool, of the uses of a skill, of the time that its effect needs before it can be cast
//! anew. So for any weights of 0 or more, what the rounds take of all resources, each times its
//! weight, is at most what there is of them, each times its weight. Write `P` for the price of the
//! rounds, `R` for what they take of the resources, `A` for what there is, and `D` for the weight of
//! the price:
//!
//! ```text
//! D P  =  (D P + weights R) - weights R  >=  T - weights A
//! ```
//!
//! where `T` is the least that `D P + weights R` can come to in any way to kill the enemy. That is
//! one table over the grid for each choice of weights, in which every skill is a step with a single
//! cost, supports and being passed over included. A support can be used for ever without harming
//! the enemy, so weights must be such that no step costs less than 0; then `T` never falls as the
//! enemy's hp grows, either. Where `D` is 0 and the right side above it, there is no win at all.
//!
//! It falls by no more than a move costs: with the move, `A` changes by what the move takes at the
//! most, and `T` by no more than the cost of the step.
//!
//! * Life: a round takes what the enemy's strike does, less what the skill gives; 1 hp must be left,
//!   and the last round's strike may be spared.
//! * Rest: a skill that can be used again after `k` rounds is used `n` times in `r` rounds only if
//!   `k n <= r + k - 1 - q`, where `q` is the number of rounds until it can be used next. So each
//!   use takes `k`, each round gives 1 back, and there are `k - 1 - q`. `q` is counted as at most
//!   `k - 1`; then the last round need give nothing back.
//!
//! The weights are those that a linear program finds best: it knows the same steps, but poisons only
//! as harm at once that takes time to rest. It is asked for the start of the fight, and for what may become of it, where
//! there is less of the resources for as much hp of the enemy.

use std::iter::Sum;
use std::ops::{Add, Div, Mul, Sub};

use super::Moment;
use super::facts::{Facts, Limit, Potential, Skill};
use super::grid::{Grid, Steps};
use super::late::Late;
use super::simplex::{Optimum, Program};
use crate::order::Order;
use crate::state::{Field, State};

/// The bound, and what it needs to know of a fight.
#[derive(Clone, Debug)]
pub(super) struct Together {
    resources: Vec<There>,
    weights: Vec<Weights>,
    /// For every row of the grid, the least total for each of the weights.
    table: Vec<i64>,
    late: Vec<Late>,
}

/// What there is of a resource.
#[derive(Clone, Debug)]
enum There {
    /// A number with what running effects still add; `more` is always there, and `between` more
    /// where player 2 chooses.
    Number {
        number: Potential,
        more: i64,
        between: i64,
    },
    /// Time to rest: `k - 1` less the rounds until the skill can be used.
    Rest {
        field: Field,
        a_round: u32,
        most: u32,
    },
    Uses(Field),
}

/// Something that a fight can use up.
pub(super) struct Resource {
    there: There,
    /// What each step takes: the attacks, the supports, and being passed over where that may be.
    pub(super) takes: Vec<Take>,
}

/// What a step takes in any round, and in one in which the enemy falls before it strikes.
#[derive(Clone, Copy)]
pub(super) struct Take {
    pub(super) whole: i64,
    pub(super) last: i64,
}

/// What the price counts, and each of the resources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    pub(super) price: i64,
    pub(super) resources: Vec<i64>,
}

/// What the linear program knows of each step: the harm that it does, what it gives of each resource
/// and of the time that poisons need; and its price.
pub(super) struct Ways {
    pub(super) rows: Vec<Vec<i64>>,
    pub(super) prices: Vec<i64>,
}

/// What the linear program found: weights of the price, of harm, of each resource and of the time that
/// poisons need.
pub(super) struct Dual {
    pub(super) price: i64,
    pub(super) harm: i64,
    pub(super) weights: Vec<i64>,
}

/// More resources than this are not looked at, nor more weights for them (at each hp of the enemy that
/// is looked at).
const MOST_RESOURCES: usize = 8;
const MOST_WEIGHTS: usize = 8;
const MOST_LATE: usize = 4;
/// The greatest weight, and the most that there may be of a resource so that nothing overflows.
pub(super) const MOST_WEIGHT: i64 = 1 << 34;
const MOST_THERE: i64 = 1 << 24;
pub(super) const MOST_TOTAL: i64 = 1 << 60;

impl Together {
    /// `None` where the enemy cannot be harmed, or nothing can be said.
    pub(super) fn new<const W: usize, O: Order>(
        facts: &Facts,
        grid: &Grid,
        steps: &[Steps],
        start: &State<W, O>,
    ) -> Option<Self> {
        let mut skills = facts.attacks.iter().chain(&facts.supports);
        if facts.attacks.is_empty() || skills.any(|skill| skill.price < 0) {
            return None;
        }
        let (resources, poisons) = resources(facts, grid.exact);
        let ways: Vec<Ways> =
            facts.hps().into_iter().map(|hp| ways(facts, hp, &resources, &poisons)).collect();
        let (weights, duals) = weights(facts, &resources, &poisons, &ways, grid.units, start);
        if weights.is_empty() {
            return None;
        }
        let pools = facts.pools.len().min(resources.len() - 1);
        let late = |dual| {
            let resources = &resources;
            let ways = &ways[0];
            (0..pools).filter_map(move |pool| {
                Late::new(facts, grid, steps, resources, (dual, ways), pool)
            })
        };
        let mut together = Self {
            resources: resources.iter().map(|resource| resource.there.clone()).collect(),
            table: vec![MOST_TOTAL; grid.rows() * weights.len()],
            late: duals.iter().flat_map(late).take(MOST_LATE).collect(),
            weights,
        };
        together.fill(facts, grid, steps, &resources);
        Some(together)
    }

    fn fill(&mut self, facts: &Facts, grid: &Grid, steps: &[Steps], resources: &[Resource]) {
        let kinds = self.weights.len();
        let costs = |last: bool| -> Vec<Vec<i64>> {
            let skills = facts.attacks.iter().chain(&facts.supports).map(|skill| skill.price);
            let prices = skills.chain(facts.free_rounds.then_some(0));
            let of = |(place, price): (usize, i64)| {
                let cost = |weights: &Weights| weights.cost(price, resources, place, last);
                self.weights.iter().map(cost).collect()
            };
            prices.enumerate().map(of).collect()
        };
        // Of the steps that only wait, the cheapest counts.
        let wait = |costs: &[Vec<i64>]| -> Vec<i64> {
            let waits = costs[facts.attacks.len()..].iter();
            (0..kinds)
                .map(|kind| waits.clone().map(|cost| cost[kind]).min().unwrap_or(MOST_TOTAL))
                .collect()
        };
        let costs = [costs(false), costs(true)];
        let waits = [wait(&costs[0]), wait(&costs[1])];
        for unit in 1..=grid.units {
            for (clock, steps) in steps.iter().enumerate() {
                let (before, row) = self.table.split_at_mut(grid.place(unit, clock) * kinds);
                let mut take = |cost: &[i64], next: Option<usize>| {
                    let next = next.map(|next| &before[next * kinds..][..kinds]);
                    for (kind, total) in row[..kinds].iter_mut().enumerate() {
                        let rest = next.map_or(0, |next| next[kind]);
                        *total = (*total).min(cost[kind] + rest);
                    }
                };
                let last = |early: usize| usize::from(grid.exact && unit <= early);
                for (index, _, step) in &steps.attacks {
                    take(&costs[last(step.early(unit))][*index], grid.after(unit, step));
                }
                if let Some(step) = &steps.wait {
                    take(&waits[last(step.early(unit))], grid.after(unit, step));
                }
            }
        }
    }

    /// A price below which no win can be had from a state whose row of the grid is known, or `None`
    /// where none can be had at all.
    #[inline]
    pub(super) fn at_least<const W: usize, O: Order>(
        &self,
        state: &State<W, O>,
        when: Moment,
        place: usize,
    ) -> Option<u64> {
        let mut there = [0; MOST_RESOURCES];
        let mut vast = false;
        for (there, resource) in there.iter_mut().zip(&self.resources) {
            *there = resource.of(state, when);
            vast |= there.unsigned_abs() > MOST_THERE.unsigned_abs();
        }
        if vast { self.price_of_vast(&there, place) } else { self.price::<i64>(&there, place) }
    }

    /// Where there is that much of anything. A bound that gave up here would fall by more than the move
    /// that leads here costs.
    #[cold]
    fn price_of_vast(&self, there: &[i64], place: usize) -> Option<u64> {
        self.price::<i128>(there, place)
    }

    #[inline]
    fn price<N: Whole>(&self, there: &[i64], place: usize) -> Option<u64> {
        let (kinds, none) = (self.weights.len(), N::from(0));
        let mut best = none;
        let mut raise = |left: N, price: i64| {
            let price = N::from(price);
            if left > best * price {
                if price == none {
                    return None;
                }
                best = (left + price - N::from(1)) / price;
            }
            Some(())
        };
        for (weights, total) in self.weights.iter().zip(&self.table[place * kinds..]) {
            raise(N::from(*total) - weights.worth(there), weights.price)?;
        }
        for late in &self.late {
            let (left, price) = late.left(there, place);
            raise(left, price)?;
        }
        Some(best.try_into().unwrap_or(u64::MAX))
    }
}

/// Whole numbers, with as many digits as it takes.
pub(super) trait Whole:
    Copy
    + Ord
    + From<i64>
    + TryInto<u64>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Sum
{
}

impl Whole for i64 {}
impl Whole for i128 {}

impl Weights {
    /// Does no step (of those that count) cost less than 0, and do the totals of so many units of hp fit
    /// a table?
    pub(super) fn fit(
        &self,
        prices: &[i64],
        resources: &[Resource],
        units: usize,
        counts: impl Fn(usize) -> bool,
    ) -> bool {
        let steps = i128::try_from(units).unwrap_or(i128::MAX);
        prices.iter().enumerate().filter(|(step, _)| counts(*step)).all(|(step, &price)| {
            let taken = resources.iter().zip(&self.resources).map(|(resource, &weight)| {
                (i128::from(weight) * i128::from(resource.takes[step].whole)).saturating_abs()
            });
            let most = i128::from(self.price) * i128::from(price) + taken.sum::<i128>();
            most.saturating_mul(steps + 1) < i128::from(MOST_TOTAL)
                && self.cost(price, resources, step, false) >= 0
        })
    }

    /// What a step costs in any round, or in the last one.
    pub(super) fn cost(&self, price: i64, resources: &[Resource], step: usize, last: bool) -> i64 {
        let take = |(resource, weight): (&Resource, &i64)| {
            let take = resource.takes[step];
            weight * if last { take.last } else { take.whole }
        };
        self.price * price + resources.iter().zip(&self.resources).map(take).sum::<i64>()
    }

    /// What so much of each resource is worth.
    #[inline]
    pub(super) fn worth<N: Whole>(&self, there: &[i64]) -> N {
        let worth = |(&weight, &there): (&i64, &i64)| N::from(weight) * N::from(there);
        self.resources.iter().zip(there).map(worth).sum()
    }

    /// Weights without what they have in common; `None` where they are too large still.
    pub(super) fn reduced(price: i128, resources: &[i128], common: i128) -> Option<Self> {
        let small = |weight: i128| {
            let weight = i64::try_from(weight / common).ok()?;
            (weight < MOST_WEIGHT).then_some(weight)
        };
        let resources = resources.iter().map(|&weight| small(weight)).collect::<Option<_>>()?;
        Some(Self { price: small(price)?, resources })
    }
}

impl There {
    #[inline]
    fn of<const W: usize, O: Order>(&self, state: &State<W, O>, when: Moment) -> i64 {
        let between = when == Moment::Between;
        match self {
            Self::Number { number, more, between: then } => {
                number.of(state, when) + more + if between { *then } else { 0 }
            }
            &Self::Rest { field, a_round, most } => {
                let left = state.bits(field).saturating_sub(u32::from(between));
                i64::from(most - left.div_ceil(a_round).min(most))
            }
            &Self::Uses(field) => i64::from(state.bits(field)),
        }
    }
}

/// All that a fight can use up, life first; and the time that poisons need.
fn resources(facts: &Facts, exact: bool) -> (Vec<Resource>, Vec<Resource>) {
    let skills = || facts.attacks.iter().chain(&facts.supports);
    let takes = |take: &dyn Fn(&Skill) -> Take, passed_over: i64| {
        let pass = Take { whole: passed_over, last: passed_over };
        skills().map(take).chain(facts.free_rounds.then_some(pass)).collect()
    };
    let spared = if exact { 0 } else { facts.loss.max(0) };
    let number = Potential::clone(&facts.life);
    let there = There::Number { number, more: spared - 1, between: -facts.loss };
    let life = |skill: &Skill| Take { whole: facts.loss - skill.life, last: (-skill.life).max(0) };
    let mut all = vec![Resource { there, takes: takes(&life, facts.loss) }];
    for (pool, number) in facts.pools.iter().enumerate() {
        let there =
            There::Number { number: number.clone(), more: 0, between: facts.round_gain[pool] };
        let drain = |skill: &Skill| {
            let whole = skill.drains[pool];
            Take { whole, last: whole.max(0) }
        };
        all.push(Resource { there, takes: takes(&drain, 0) });
    }
    let mut poisons = Vec::new();
    let count = skills().count() + usize::from(facts.free_rounds);
    for (place, skill) in skills().enumerate() {
        for &limit in &skill.limits {
            let rest = |field: Field, a_round: u32, period: u32| {
                let most = period - 1;
                let used = Take { whole: most.into(), last: most.into() };
                (There::Rest { field, a_round, most }, used, Take { whole: -1, last: 0 })
            };
            let (there, used, other) = match limit {
                Limit::Rests { field, a_round, period } => rest(field, a_round, period),
                Limit::Poisons { field, period } => rest(field, 2, period),
                Limit::Uses(field) => {
                    let once = Take { whole: 1, last: 1 };
                    (There::Uses(field), once, Take { whole: 0, last: 0 })
                }
            };
            let mut takes = vec![other; count];
            takes[place] = used;
            let of_poison = matches!(limit, Limit::Poisons { .. });
            let all = if of_poison { &mut poisons } else { &mut all };
            all.push(Resource { there, takes });
        }
    }
    all.truncate(MOST_RESOURCES);
    poisons.truncate(MOST_RESOURCES);
    (all, poisons)
}

/// Sixteenths of what there is at the start: of life, and of everything else.
const SHARES: [(i64, i64); 7] = [(16, 16), (4, 16), (16, 4), (4, 4), (1, 4), (4, 0), (0, 0)];

/// What the linear program knows of the steps, against so many hp of the enemy.
fn ways(facts: &Facts, hp: i64, resources: &[Resource], poisons: &[Resource]) -> Ways {
    let skills = || facts.attacks.iter().chain(&facts.supports);
    let harm = |skill: &Skill| {
        let poison = skill.poison.map_or(0, |poison| {
            let poison = &facts.poisons[poison];
            poison.harm * i64::from(poison.lasts)
        });
        skill.hit.at(hp) + poison + facts.self_harm
    };
    let harms = skills().map(harm).chain(facts.free_rounds.then_some(facts.self_harm));
    let row = |(step, harm): (usize, i64)| {
        let takes = resources.iter().chain(poisons).map(|resource| -resource.takes[step].whole);
        std::iter::once(harm).chain(takes).collect()
    };
    Ways {
        rows: harms.enumerate().map(row).collect(),
        prices: skills().map(|skill| skill.price).chain(facts.free_rounds.then_some(0)).collect(),
    }
}

/// The weights that are best somewhere, for the resources; the linear program knows of the poisons,
/// too. And all that it found where the price counts.
fn weights<const W: usize, O: Order>(
    facts: &Facts,
    resources: &[Resource],
    poisons: &[Resource],
    ways: &[Ways],
    units: usize,
    start: &State<W, O>,
) -> (Vec<Weights>, Vec<Dual>) {
    let all = || resources.iter().chain(poisons);
    let (mut found, mut duals): (Vec<Weights>, Vec<Dual>) = Default::default();
    let mut ask = |program: &mut Program, priced: bool, shares: (i64, i64), index: usize| {
        let there = all().enumerate().map(|(index, resource)| {
            let share = if index == 0 { shares.0 } else { shares.1 };
            -(resource.there.of(start, Moment::Own).clamp(0, MOST_THERE) * share)
        });
        let gains: Vec<i64> = std::iter::once(16 * facts.start_hp).chain(there).collect();
        let Some(best) = program.maximise(&gains) else { return };
        if best.numerators[0] == 0 {
            return;
        }
        let price = if priced { best.denominator } else { 0 };
        // Of the time that poisons need the table itself knows.
        let of_resources = &best.numerators[1..=resources.len()];
        let common = of_resources.iter().fold(price, |common, &weight| divisor(common, weight));
        if common == 0 {
            return;
        }
        let Some(weights) = Weights::reduced(price, of_resources, common) else { return };
        let new = !found.contains(&weights) && found.len() < MOST_WEIGHTS * (index + 1);
        if new && weights.fit(&ways[0].prices, resources, units, |_| true) {
            found.push(weights);
            duals.extend(Dual::new(&best).filter(|_| priced && index == 0));
        }
    };
    let width = 1 + resources.len() + poisons.len();
    for (index, ways) in ways.iter().enumerate() {
        // No step may do more harm, counted at `y` for each, than it costs.
        let mut hopeless = ways.rows.clone();
        hopeless.push(std::iter::once(1).chain(all().map(|_| 0)).collect());
        let mut limits = vec![0; ways.prices.len()];
        limits.push(1);
        let mut priced = Program::new(&ways.rows, &ways.prices, width);
        let mut hopeless = Program::new(&hopeless, &limits, width);
        for shares in SHARES {
            ask(&mut priced, true, shares, index);
            ask(&mut hopeless, false, shares, index);
        }
    }
    (found, duals)
}

impl Dual {
    fn new(best: &Optimum) -> Option<Self> {
        let numbers = best.numerators.iter();
        let common =
            numbers.clone().fold(best.denominator, |common, &number| divisor(common, number));
        let small = |number: i128| {
            let number = i64::try_from(number / common).ok()?;
            (number < MOST_WEIGHT).then_some(number)
        };
        let mut numbers = numbers.map(|&number| small(number));
        let (price, harm) = (small(best.denominator)?, numbers.next()??);
        Some(Self { price, harm, weights: numbers.collect::<Option<_>>()? })
    }
}

/// The greatest common divisor.
fn divisor(mut one: i128, mut two: i128) -> i128 {
    while two != 0 {
        (one, two) = (two, one % two);
    }
    one.abs()
}
