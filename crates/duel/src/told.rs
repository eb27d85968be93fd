//! Dice that fall as somebody says: each roll by the name of its result, and all of them used up.

use std::fmt;

use crate::dice::{Dealer, Dice, Rolling};
use crate::event::{Event, Roll, Witness};
use crate::order::Order;
use crate::rules::RollKind;
use crate::state::State;

/// Why dice cannot fall as they were told to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistold {
    /// There are so many rolls more than were asked for.
    Left(usize),
    /// One more roll was asked for than there are.
    Missing(RollKind),
    /// No result of a roll is called so.
    NoResult(RollKind, String),
}

impl fmt::Display for Mistold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Left(1) => write!(f, "one roll is left over"),
            Self::Left(count) => write!(f, "{count} rolls are left over"),
            Self::Missing(kind) => write!(f, "a roll is missing: {kind:?}"),
            Self::NoResult(kind, name) => write!(f, "`{name}` is no result of a roll: {kind:?}"),
        }
    }
}

impl std::error::Error for Mistold {}

/// Answers with what it was told.
struct Told<'t> {
    rolls: &'t [&'t str],
    asked: usize,
    wrong: Option<Mistold>,
}

impl Told<'_> {
    fn result(&self, roll: Roll<'_>) -> Result<usize, Mistold> {
        let name = *self.rolls.get(self.asked).ok_or(Mistold::Missing(roll.of))?;
        let number = || name.parse::<i32>().ok();
        let place = match roll.of {
            RollKind::Amount => number().and_then(|number| number.checked_sub(roll.least)),
            RollKind::Target => number().and_then(|number| number.checked_sub(1)),
            kind => {
                let place = kind.results().iter().position(|result| *result == name);
                place.and_then(|place| i32::try_from(place).ok())
            }
        };
        let place = place.and_then(|place| usize::try_from(place).ok());
        let place = place.filter(|place| *place < roll.weights.len());
        place.ok_or_else(|| Mistold::NoResult(roll.of, name.to_owned()))
    }
}

impl<const W: usize, O: Order> Witness<W, O> for Told<'_> {
    fn see(&mut self, _: Event, _: &State<W, O>) {}

    fn roll(&mut self, roll: Roll<'_>) -> usize {
        let result = self.result(roll);
        self.asked += 1;
        result.unwrap_or_else(|wrong| {
            self.wrong.get_or_insert(wrong);
            0
        })
    }
}

impl<const W: usize, O: Order> Dealer<W, O> for Told<'_> {
    fn rolled(&self) -> usize {
        self.asked
    }
}

impl<const W: usize, O: Order> Dice<W, O> {
    /// Where it leads when the dice that are about to fall do so in this way: `hit`, `miss`,
    /// `critical`, `plain`, `yes`, `no`, `ready`, `not-ready`, `p1`, `p2`, or a number, one for each roll in
    /// turn.
    ///
    /// # Errors
    /// When a roll is missing, or left over, or has no such result.
    pub fn roll_as(&self, spot: &Rolling<W, O>, rolls: &[&str]) -> Result<Rolling<W, O>, Mistold> {
        let mut told = Told { rolls, asked: 0, wrong: None };
        let next = match spot.rolls {
            Some(cause) => Rolling { state: self.run(&spot.state, cause, &mut told), rolls: None },
            None => spot.clone(),
        };
        match told.wrong {
            Some(wrong) => Err(wrong),
            None if told.asked < rolls.len() => Err(Mistold::Left(rolls.len() - told.asked)),
            None => Ok(next),
        }
    }
}
