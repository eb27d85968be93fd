//! The relaxed fight, tabulated: for every enemy hp and every state of the poison timers, what
//! killing the enemy takes at least when up to `w` rounds go to supports.
//!
//! One row per (hp, clock), one lane per `w`; the last lane stands for any number. A round is: one
//! attack or one wait, the enemy's turn (poisons tick, it strikes), the start of one's own (poisons
//! tick again). Harm above 0 in every step makes the recursion end, so rows fill from hp 1 upwards;
//! lanes run through vector instructions. Where that would be more than [`MOST_ROWS`], the enemy's
//! hp is counted in coarser units, rounded in player 1's favour.
//!
//! Where the real fight can only differ from this in ways that leave the enemy more hp, a row must
//! not ask for more than the rows above it. Prices never do. Life and drains may, where a fight that
//! takes longer saves something; so then the one strike that the enemy's death spares is taken off
//! outside the tables, and whatever an attack could *gain* makes the bound leave that number out.

use super::facts::{Facts, Poison, Skill};
use crate::order::Order;
use crate::state::{Field, State};

/// Lanes of a row.
const LANES: usize = 16;
/// The lane in which supports cost no lane: any number of them.
pub(super) const FREE: usize = LANES - 1;
/// As much as a table can hold: at least this, or never.
pub(super) const BIG: i32 = 1 << 30;
/// The most rows of a table.
const MOST_ROWS: usize = 1 << 14;

type Lanes = [i32; LANES];

#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// How many hp one unit is, and how many units there are.
    unit: i64,
    units: usize,
    clocks: Clocks,
    /// Is the enemy's hp followed exactly?
    pub(super) exact: bool,
    price: Vec<Lanes>,
    loss: Vec<Lanes>,
    /// One table for each pool whose drain is not the price.
    drains: Vec<Option<Vec<Lanes>>>,
}

const NO_CLOCK: u16 = u16::MAX;

/// What is known of one enemy hp and one clock.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    tables: &'a Tables,
    place: usize,
    pub(super) price: &'a Lanes,
    pub(super) loss: &'a Lanes,
}

impl<'a> Row<'a> {
    #[inline]
    pub(super) fn drain(&self, pool: usize) -> &'a Lanes {
        match &self.tables.drains[pool] {
            None => &self.tables.price[self.place],
            Some(table) => &table[self.place],
        }
    }
}

/// What a step of the relaxed fight does, apart from its price.
struct Step {
    /// Harm before the enemy strikes, and in the whole round, in units.
    early: usize,
    whole: usize,
    /// The clock at the next choice.
    next: usize,
}

/// All that can be done at one clock; a wait only where it changes anything.
struct Steps<'a> {
    attacks: Vec<(&'a Skill, Step)>,
    wait: Option<Step>,
}

impl Tables {
    pub(super) fn new(facts: &Facts) -> Self {
        let clocks = Clocks::new(facts);
        let most_units = i64::try_from(MOST_ROWS / clocks.list.len()).unwrap_or(1).max(1);
        let unit = facts.start_hp / (most_units + 1) + 1;
        let units = usize::try_from(facts.start_hp / unit).unwrap_or(0).max(1);
        let count = units * clocks.list.len();
        let own_drain = |pool: usize| facts.attacks.iter().any(|s| s.drains[pool] != s.price);
        let mut tables = Self {
            unit,
            units,
            exact: facts.exact && unit == 1,
            clocks,
            price: vec![[BIG; LANES]; count],
            loss: vec![[BIG; LANES]; count],
            drains: (0..facts.pools.len())
                .map(|pool| own_drain(pool).then(|| vec![[BIG; LANES]; count]))
                .collect(),
        };
        tables.fill(facts);
        tables
    }

    /// What the poisons do at the start of the next turn.
    pub(super) fn tick<const W: usize, O: Order>(&self, state: &State<W, O>) -> i64 {
        let running = self.clocks.poisons.iter().filter(|poison| state.bits(poison.timer) > 0);
        running.map(|poison| poison.harm).sum()
    }

    /// The row of a state some turns on; `None` for timers that the tables do not know.
    #[inline]
    pub(super) fn row<const W: usize, O: Order>(
        &self,
        enemy_hp: i64,
        state: &State<W, O>,
        turns: u32,
    ) -> Option<Row<'_>> {
        let clock = self.clocks.find(|timer, _| state.bits(timer).saturating_sub(turns))?;
        let unit = if self.unit == 1 { enemy_hp } else { enemy_hp / self.unit };
        let unit = usize::try_from(unit).unwrap_or(0).clamp(1, self.units);
        let place = self.place(unit, clock);
        Some(Row { tables: self, place, price: &self.price[place], loss: &self.loss[place] })
    }

    /// Where the row of a clock is, for so many units of hp, which are not 0.
    #[inline]
    fn place(&self, units: usize, clock: usize) -> usize {
        (units - 1) * self.clocks.list.len() + clock
    }

    /// The row that a step leads to; `None`: the enemy is dead.
    fn after(&self, units: usize, step: &Step) -> Option<usize> {
        let left = units.checked_sub(step.whole).filter(|&left| left > 0)?;
        Some(self.place(left, step.next))
    }

    fn fill(&mut self, facts: &Facts) {
        let units =
            |harm: i64| usize::try_from((harm + self.unit - 1) / self.unit).unwrap_or(usize::MAX);
        let step = |timers: &[u32], hit: i64| {
            let mut timers = timers.to_vec();
            let mut ticks = [0, 0];
            for tick in &mut ticks {
                for (timer, poison) in timers.iter_mut().zip(&facts.poisons) {
                    if *timer > 0 {
                        *timer -= 1;
                        *tick += poison.harm;
                    }
                }
            }
            let early = hit + facts.self_harm + ticks[0];
            Step {
                early: units(early),
                whole: units(early + ticks[1]),
                next: self
                    .clocks
                    .find(|_, index| timers[index])
                    .expect("clocks are closed under every step"),
            }
        };
        let steps: Vec<Steps> = self
            .clocks
            .list
            .iter()
            .map(|timers| {
                let attacks = facts
                    .attacks
                    .iter()
                    .filter(|attack| attack.poison.is_none_or(|poison| timers[poison] == 0))
                    .map(|attack| {
                        let mut timers = timers.clone();
                        if let Some(poison) = attack.poison {
                            timers[poison] = facts.poisons[poison].lasts;
                        }
                        (attack, step(&timers, attack.hit))
                    })
                    .filter(|(_, step)| step.whole > 0)
                    .collect();
                let wait = step(timers, 0);
                Steps { attacks, wait: (wait.whole > 0).then_some(wait) }
            })
            .collect();
        for unit in 1..=self.units {
            for (clock, steps) in steps.iter().enumerate() {
                self.fill_row(facts, unit, clock, steps);
            }
        }
    }

    fn fill_row(&mut self, facts: &Facts, unit: usize, clock: usize, steps: &Steps) {
        let Steps { attacks, wait } = steps;
        let place = self.place(unit, clock);
        let (mut price, mut loss) = ([BIG; LANES], [BIG; LANES]);
        for (attack, step) in attacks {
            let next = self.after(unit, step);
            raise(&mut price, small(attack.price), next.map(|next| &self.price[next]));
            let spared = self.exact && unit <= step.early;
            let round = if spared { 0 } else { facts.loss - attack.life };
            raise(&mut loss, small(round), next.map(|next| &self.loss[next]));
        }
        if let Some(step) = wait {
            let next = self.after(unit, step);
            // Every support is charged a whole round; one in which the enemy falls before it
            // strikes gets it back.
            let back = if self.exact && unit <= step.early { -facts.loss } else { 0 };
            pause(&mut price, 0, next.map(|next| &self.price[next]));
            pause(&mut loss, small(back), next.map(|next| &self.loss[next]));
        }
        self.price[place] = price;
        self.loss[place] = loss;
        for pool in 0..self.drains.len() {
            let Some(table) = &self.drains[pool] else { continue };
            let mut drain = [BIG; LANES];
            for (attack, step) in attacks {
                let next = self.after(unit, step).map(|next| &table[next]);
                raise(&mut drain, small(attack.drains[pool]), next);
            }
            if let Some(step) = wait {
                pause(&mut drain, 0, self.after(unit, step).map(|next| &table[next]));
            }
            if let Some(table) = &mut self.drains[pool] {
                table[place] = drain;
            }
        }
    }
}

/// A number that fits a table, rounded towards 0 at the edges.
#[expect(clippy::cast_possible_truncation, reason = "clamped to the range of i32")]
fn small(number: i64) -> i32 {
    number.clamp(-i64::from(BIG / 2), i64::from(BIG / 2)) as i32
}

/// Takes in an attack (rows start at `BIG` and only fall): its own part, and the row that it leads to (`None`: the enemy is dead).
#[inline]
fn raise(row: &mut Lanes, by: i32, next: Option<&Lanes>) {
    let next = next.unwrap_or(&[0; LANES]);
    for (lane, &rest) in row.iter_mut().zip(next) {
        *lane = (*lane).min((rest + by).max(-BIG));
    }
}

/// Takes in a wait, which needs a lane to spare.
#[inline]
fn pause(row: &mut Lanes, by: i32, next: Option<&Lanes>) {
    let next = next.unwrap_or(&[0; LANES]);
    for lane in 1..LANES {
        row[lane] = row[lane].min((next[lane - 1] + by).max(-BIG));
    }
    row[FREE] = row[FREE].min((next[FREE] + by).max(-BIG));
}

/// The combinations of poison timers that can come up when player 1 chooses.
#[derive(Clone, Debug)]
struct Clocks {
    poisons: Vec<Poison>,
    list: Vec<Vec<u32>>,
    /// For every combination, its place in the list; `NO_CLOCK` where it cannot come up.
    place: Vec<u16>,
}

impl Clocks {
    fn new(facts: &Facts) -> Self {
        let poisons = facts.poisons.clone();
        let size: usize = poisons.iter().map(|poison| poison.lasts as usize + 1).product();
        let mut clocks = Self { poisons, list: Vec::new(), place: vec![NO_CLOCK; size] };
        let mut pending = vec![vec![0; facts.poisons.len()], facts.start_clock.clone()];
        while let Some(timers) = pending.pop() {
            let Some(code) = clocks.code(|_, index| timers[index]) else { continue };
            if clocks.place[code] != NO_CLOCK {
                continue;
            }
            clocks.place[code] = u16::try_from(clocks.list.len()).unwrap_or(NO_CLOCK);
            let after = |timers: &[u32]| -> Vec<u32> {
                timers.iter().map(|timer| timer.saturating_sub(2)).collect()
            };
            pending.push(after(&timers));
            for (index, poison) in facts.poisons.iter().enumerate() {
                if timers[index] == 0 {
                    let mut cast = timers.clone();
                    cast[index] = poison.lasts;
                    pending.push(after(&cast));
                }
            }
            clocks.list.push(timers);
        }
        clocks
    }

    /// The clock with these timers, if it can come up.
    #[inline]
    fn find(&self, timer_of: impl Fn(Field, usize) -> u32) -> Option<usize> {
        let clock = self.place[self.code(timer_of)?];
        (clock != NO_CLOCK).then_some(usize::from(clock))
    }

    /// The combination as one number; `None` where a timer is longer than the skill makes it.
    #[inline]
    fn code(&self, timer_of: impl Fn(Field, usize) -> u32) -> Option<usize> {
        let mut code = 0;
        for (index, poison) in self.poisons.iter().enumerate() {
            let timer = timer_of(poison.timer, index);
            if timer > poison.lasts {
                return None;
            }
            code = code * (poison.lasts as usize + 1) + timer as usize;
        }
        Some(code)
    }
}
