//! Amounts as the rules hold them: fixed, or reckoned from numbers of the fight as they are read, with
//! dice or without; and chances.

use crate::condition::Condition;
use crate::event::{Event, Roll, Witness};
use crate::formula::{Die, Formula, clamped};
use crate::order::Order;
use crate::rules::{Chance, RollKind, Slot};
use crate::state::{Field, State};

/// How much.
#[derive(Clone, Debug)]
pub(crate) enum Amount {
    /// The same throughout the fight.
    Fixed(i32),
    /// As it is reckoned.
    Reckoned(Box<Formula<Number>>),
    /// As it is reckoned with dice.
    Rolled(Box<Formula<Number>>),
}

impl Amount {
    #[inline]
    pub(crate) fn read<const W: usize, O: Order>(&self, state: &State<W, O>) -> i32 {
        match self {
            Self::Fixed(amount) => *amount,
            Self::Reckoned(formula) | Self::Rolled(formula) => reckon(formula, state),
        }
    }

    /// The same, where dice may be rolled for it.
    #[inline]
    pub(crate) fn roll<const W: usize, O: Order>(
        &self,
        state: &State<W, O>,
        witness: &mut impl Witness<W, O>,
    ) -> i32 {
        match self {
            Self::Fixed(amount) => *amount,
            Self::Reckoned(formula) => reckon(formula, state),
            Self::Rolled(formula) => rolled(formula, state, witness),
        }
    }

    /// The amount, where it is the same throughout the fight.
    pub(crate) fn fixed(&self) -> Option<i32> {
        match self {
            Self::Fixed(amount) => Some(*amount),
            Self::Reckoned(_) | Self::Rolled(_) => None,
        }
    }

    /// The number, where it is one that nothing but effects change, or the same throughout.
    pub(crate) fn steady(&self) -> Option<Reading> {
        match self {
            Self::Fixed(base) => Some(Reading { base: *base, slot: None, held: Vec::new() }),
            Self::Reckoned(formula) => match &**formula {
                Formula::Number(Number::Read(reading)) => Some(reading.clone()),
                _ => None,
            },
            Self::Rolled(_) => None,
        }
        .filter(Reading::is_steady)
    }
}

/// What a formula comes to now. Out of the way of amounts that are fixed.
#[inline(never)]
fn reckon<const W: usize, O: Order>(formula: &Formula<Number>, state: &State<W, O>) -> i32 {
    formula.value(&|number: &Number| number.read(state))
}

/// What a formula with dice comes to now.
#[inline(never)]
fn rolled<const W: usize, O: Order>(
    formula: &Formula<Number>,
    state: &State<W, O>,
    witness: &mut impl Witness<W, O>,
) -> i32 {
    formula.rolled(&|number: &Number| number.read(state), &mut |die: &Die| {
        let Die { least, weights } = die;
        let roll = Roll { of: RollKind::Amount, weights, least: *least };
        let result = least + i32::try_from(witness.roll(roll)).unwrap_or(0);
        witness.see(Event::Rolls { of: RollKind::Amount, result }, state);
        result
    })
}

/// One of several that are equally likely.
pub(crate) fn pick<const W: usize, O: Order>(
    count: usize,
    state: &State<W, O>,
    witness: &mut impl Witness<W, O>,
) -> usize {
    let picked = witness.roll(Roll { of: RollKind::Target, weights: &vec![1; count], least: 0 });
    let result = i32::try_from(picked).unwrap_or(0);
    witness.see(Event::Rolls { of: RollKind::Target, result }, state);
    picked
}

impl Chance {
    /// It happens, and is not rolled for.
    pub(crate) const CERTAIN: Self = Self { cases: Amount::Fixed(1), of: 1 };

    /// Does it happen? What is certain is not rolled for.
    pub(crate) fn happens<const W: usize, O: Order>(
        &self,
        of: RollKind,
        state: &State<W, O>,
        witness: &mut impl Witness<W, O>,
    ) -> bool {
        let cases = u64::try_from(self.cases.read(state)).unwrap_or(0).min(u64::from(self.of));
        let others = u64::from(self.of) - cases;
        if cases == 0 || others == 0 {
            return cases > 0;
        }
        let happens = witness.roll(Roll { of, weights: &[cases, others], least: 0 }) == 0;
        witness.see(Event::Rolls { of, result: i32::from(!happens) }, state);
        happens
    }

    /// Is it neither certain nor impossible?
    pub(crate) fn is_open(&self) -> bool {
        let certain = |cases: i32| cases <= 0 || cases.unsigned_abs() >= self.of;
        !self.cases.fixed().is_some_and(certain)
    }
}

impl From<Formula<Number>> for Amount {
    fn from(formula: Formula<Number>) -> Self {
        match formula {
            Formula::Digits(digits) => Self::Fixed(digits),
            formula if formula.has_dice() => Self::Rolled(Box::new(formula)),
            formula => Self::Reckoned(Box::new(formula)),
        }
    }
}

/// A number of a fighter as it is read: a fixed part, perhaps a word of the state, and what running
/// effects add; never below 0.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) base: i32,
    pub(crate) slot: Option<Slot>,
    pub(crate) held: Vec<Held>,
}

impl Reading {
    #[inline]
    pub(crate) fn read<const W: usize, O: Order>(&self, state: &State<W, O>) -> i32 {
        let there = self.base + self.slot.map_or(0, |slot| state.number(slot));
        if self.held.is_empty() {
            return there;
        }
        let running = self.held.iter().filter(|held| state.bits(held.timer) > 0);
        let added: i64 = running.map(|held| held.added(state)).sum();
        clamped(i64::from(there) + added).max(0)
    }

    /// Do only effects change it, each by an amount that is the same throughout?
    pub(crate) fn is_steady(&self) -> bool {
        self.slot.is_none() && self.held.iter().all(|held| held.by.fixed().is_some())
    }
}

/// An effect that adds to a number while it runs.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) effect: usize,
    pub(crate) timer: Field,
    /// How often it is stacked, where it can be.
    pub(crate) stacks: Option<Field>,
    pub(crate) by: Amount,
}

impl Held {
    #[inline]
    fn added<const W: usize, O: Order>(&self, state: &State<W, O>) -> i64 {
        let times = self.stacks.map_or(1, |stacks| state.bits(stacks));
        i64::from(self.by.read(state)) * i64::from(times)
    }
}

/// A number in a formula.
#[derive(Clone, Debug)]
pub(crate) enum Number {
    /// A number of a fighter, as it is read.
    Read(Reading),
    /// Something that is counted.
    Count(Field),
}

impl Number {
    #[inline]
    fn read<const W: usize, O: Order>(&self, state: &State<W, O>) -> i32 {
        match self {
            Self::Read(reading) => reading.read(state),
            Self::Count(field) => state.bits(*field).cast_signed(),
        }
    }
}

impl Condition<Number> {
    /// Does it hold now?
    #[inline]
    pub(crate) fn is_met<const W: usize, O: Order>(&self, state: &State<W, O>) -> bool {
        // The commonest by far, such as `self.hp > 50`.
        if let Self::Compare(
            Formula::Number(Number::Read(Reading { base, slot: Some(slot), held })),
            comparison,
            Formula::Digits(digits),
        ) = self
            && held.is_empty()
        {
            return comparison.holds(base + state.number(*slot), *digits);
        }
        self.is_met_at_length(state)
    }

    #[inline(never)]
    fn is_met_at_length<const W: usize, O: Order>(&self, state: &State<W, O>) -> bool {
        self.holds(&|number: &Number| number.read(state))
    }
}
