//! The relaxed fight as a grid: for every enemy hp and every state of the poison timers, what can be
//! done and where it leads.
//!
//! A round is: one attack or one wait, the enemy's turn (poisons tick, it strikes), the start of
//! one's own (poisons tick again). Harm above 0 in every step makes every way end, so tables fill
//! from hp 1 upwards. Where that would be more than [`MOST_ROWS`], the enemy's hp is counted in
//! coarser units, rounded in player 1's favour.

use super::facts::{Facts, Poison, Skill};
use super::hits::Harm;
use crate::order::Order;
use crate::state::{Field, State};

/// The most rows of a table.
const MOST_ROWS: usize = 1 << 14;

#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// How many hp one unit is, and how many units there are.
    unit: i64,
    pub(super) units: usize,
    clocks: Clocks,
    /// Is the enemy's hp followed exactly?
    pub(super) exact: bool,
}

const NO_CLOCK: u16 = u16::MAX;

/// What a step of the relaxed fight does, apart from its price.
pub(super) struct Step {
    /// Harm before the enemy strikes, and in the whole round.
    early: Units,
    whole: Units,
    /// The clock at the next choice.
    next: usize,
}

/// Harm in units of hp.
enum Units {
    Same(usize),
    /// For 1 unit of the enemy's hp and more.
    Each(Vec<usize>),
}

impl Step {
    /// Harm before the enemy strikes, of an enemy with so many units.
    #[inline]
    pub(super) fn early(&self, units: usize) -> usize {
        self.early.of(units)
    }

    /// Harm in the whole round, of an enemy with so many units.
    #[inline]
    pub(super) fn whole(&self, units: usize) -> usize {
        self.whole.of(units)
    }
}

impl Units {
    #[inline]
    fn of(&self, units: usize) -> usize {
        match self {
            Self::Same(harm) => *harm,
            Self::Each(harm) => harm[units - 1],
        }
    }
}

/// All that can be done at one clock; a wait only where it changes anything.
pub(super) struct Steps<'a> {
    /// By their places among the attacks.
    pub(super) attacks: Vec<(usize, &'a Skill, Step)>,
    pub(super) wait: Option<Step>,
}

impl Grid {
    pub(super) fn new(facts: &Facts) -> Self {
        let clocks = Clocks::new(facts);
        let most_units = i64::try_from(MOST_ROWS / clocks.list.len()).unwrap_or(1).max(1);
        let unit = facts.start_hp / (most_units + 1) + 1;
        let units = usize::try_from(facts.start_hp / unit).unwrap_or(0).max(1);
        Self { unit, units, exact: facts.exact && unit == 1, clocks }
    }

    /// How many rows a table has.
    pub(super) fn rows(&self) -> usize {
        self.units * self.clocks.list.len()
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
    ) -> Option<usize> {
        let clock = self.clocks.find(|timer, _| state.bits(timer).saturating_sub(turns))?;
        let unit = if self.unit == 1 { enemy_hp } else { enemy_hp / self.unit };
        let unit = usize::try_from(unit).unwrap_or(0).clamp(1, self.units);
        Some(self.place(unit, clock))
    }

    /// Where the row of a clock is, for so many units of hp, which are not 0.
    #[inline]
    pub(super) fn place(&self, units: usize, clock: usize) -> usize {
        (units - 1) * self.clocks.list.len() + clock
    }

    /// The row that a step leads to; `None`: the enemy is dead.
    pub(super) fn after(&self, units: usize, step: &Step) -> Option<usize> {
        let left = units.checked_sub(step.whole(units)).filter(|&left| left > 0)?;
        Some(self.place(left, step.next))
    }

    /// All that can be done at each clock.
    pub(super) fn steps<'f>(&self, facts: &'f Facts) -> Vec<Steps<'f>> {
        let units =
            |harm: i64| usize::try_from((harm + self.unit - 1) / self.unit).unwrap_or(usize::MAX);
        // Whatever is left of less than a unit counts as one.
        let hit_at = |hit: &Harm, unit: i64| {
            let hit_now = hit.at(unit * self.unit);
            if unit == 1 { hit_now.max(hit.at(1)) } else { hit_now }
        };
        let harm = |hit: &Harm, more: i64| match hit {
            Harm::Fixed(hit) => Units::Same(units(hit + more)),
            Harm::OfHp(_) => {
                let all = (1..).take(self.units).map(|unit| units(hit_at(hit, unit) + more));
                Units::Each(all.collect())
            }
        };
        let step = |timers: &[u32], hit: &Harm| {
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
            let early = facts.self_harm + ticks[0];
            Step {
                early: harm(hit, early),
                whole: harm(hit, early + ticks[1]),
                next: self
                    .clocks
                    .find(|_, index| timers[index])
                    .expect("clocks are closed under every step"),
            }
        };
        self.clocks
            .list
            .iter()
            .map(|timers| {
                let attacks = facts
                    .attacks
                    .iter()
                    .enumerate()
                    .filter(|(_, attack)| attack.poison.is_none_or(|poison| timers[poison] == 0))
                    .map(|(index, attack)| {
                        let mut timers = timers.clone();
                        if let Some(poison) = attack.poison {
                            timers[poison] = facts.poisons[poison].lasts;
                        }
                        (index, attack, step(&timers, &attack.hit))
                    })
                    .filter(|(_, _, step)| step.whole(self.units) > 0)
                    .collect();
                let wait = step(timers, &Harm::NONE);
                Steps { attacks, wait: (wait.whole(1) > 0).then_some(wait) }
            })
            .collect()
    }
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
