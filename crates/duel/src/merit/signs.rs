//! Which way amounts go when merits do.

use outplay_game::Player;

use crate::amount::{Amount, Number, Reading};
use crate::condition::{Comparison, Condition};
use crate::formula::{Choice, Formula, Sign};
use crate::range::Ranges;
use crate::rules::{Rules, Slot};

/// The numbers that are still taken for merits. To ask something of an amount drops those that
/// stand in the way.
pub(super) struct Signs<'r> {
    rules: &'r Rules,
    /// As bits.
    pub(super) merits: u32,
    /// Where the numbers of each player are.
    slots: [std::ops::Range<Slot>; 2],
}

/// For whom an amount is to be the larger, the better the position is for them.
#[derive(Clone, Copy)]
struct Way {
    whom: Player,
    up: bool,
}

impl Way {
    fn turned(self) -> Self {
        Self { up: !self.up, ..self }
    }
}

impl<'r> Signs<'r> {
    /// All numbers that change in play are merits so far. The words of player 1's stand before those
    /// of player 2's, hp first, and the one that counts the rounds is the last.
    pub(super) fn new(rules: &'r Rules) -> Self {
        let [one, two] = rules.fighters.each_ref().map(|fighter| fighter.hp);
        let slots = [one..two, two..rules.round.unwrap_or(rules.words)];
        let merits = slots.iter().cloned().flatten().fold(0, |all, slot| all | 1 << slot);
        Self { rules, merits, slots }
    }

    pub(super) fn is_merit(&self, slot: Slot) -> bool {
        self.merits & (1 << slot) != 0
    }

    pub(super) fn owner(&self, slot: Slot) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.slots[player.index()].contains(&slot))
    }

    pub(super) fn merits_of(&self, player: Player) -> Vec<Slot> {
        self.slots[player.index()].clone().filter(|&slot| self.is_merit(slot)).collect()
    }

    pub(super) fn drop(&mut self, slot: Slot) {
        self.merits &= !(1 << slot);
    }

    pub(super) fn drop_all(&mut self) {
        self.merits = 0;
    }

    /// The amount must be the same in both positions.
    pub(super) fn same_amount(&mut self, amount: &Amount) {
        if let Amount::Reckoned(formula) = amount {
            self.same(formula);
        }
    }

    /// The condition must hold in both positions or in neither.
    pub(super) fn same_condition(&mut self, condition: &Condition<Number>) {
        condition.numbers().into_iter().for_each(|number| self.same_number(number));
    }

    /// The number, as it is read, must be the same in both positions.
    pub(super) fn same_reading(&mut self, reading: &Reading) {
        reading.slot.into_iter().for_each(|slot| self.drop(slot));
        self.same_held(reading);
    }

    /// The amount must be no less where the position is better for somebody.
    pub(super) fn grows_for(&mut self, amount: &Amount, whom: Player) {
        if let Amount::Reckoned(formula) = amount {
            self.goes(formula, Way { whom, up: true });
        }
    }

    /// The number, as it is read, must be no less where the position is better for somebody.
    pub(super) fn reads_for(&mut self, reading: &Reading, whom: Player) {
        self.reads(reading, Way { whom, up: true });
    }

    /// The condition must hold in the position that is better for somebody where it holds in the
    /// other.
    pub(super) fn holds_for(&mut self, condition: &Condition<Number>, whom: Player) {
        self.holds(condition, Way { whom, up: true });
    }

    fn holds(&mut self, condition: &Condition<Number>, way: Way) {
        match condition {
            Condition::Compare(left, comparison, right) => match comparison {
                Comparison::More | Comparison::AtLeast => {
                    self.goes(left, way);
                    self.goes(right, way.turned());
                }
                Comparison::Less | Comparison::AtMost => {
                    self.goes(left, way.turned());
                    self.goes(right, way);
                }
                Comparison::Equal | Comparison::Different => {
                    self.same(left);
                    self.same(right);
                }
            },
            Condition::Not(inner) => self.holds(inner, way.turned()),
            Condition::All(parts) | Condition::Any(parts) => {
                for part in parts {
                    self.holds(part, way);
                }
            }
        }
    }

    fn same(&mut self, formula: &Formula<Number>) {
        formula.numbers().into_iter().for_each(|number| self.same_number(number));
    }

    fn same_number(&mut self, number: &Number) {
        match number {
            Number::Read(reading) => self.same_reading(reading),
            Number::Count(_) => {}
        }
    }

    /// What effects add to a number is the same in both.
    fn same_held(&mut self, reading: &Reading) {
        reading.held.iter().for_each(|held| self.same_amount(&held.by));
    }

    fn reads(&mut self, reading: &Reading, way: Way) {
        self.same_held(reading);
        if let Some(slot) = reading.slot
            && (self.owner(slot) == Some(way.whom)) != way.up
        {
            self.drop(slot);
        }
    }

    fn goes(&mut self, formula: &Formula<Number>, way: Way) {
        match formula {
            Formula::Digits(_) | Formula::Number(Number::Count(_)) | Formula::Dice(_) => {}
            Formula::Number(Number::Read(reading)) => self.reads(reading, way),
            Formula::Minus(inner) => self.goes(inner, way.turned()),
            Formula::Joined(left, Sign::Plus, right) => {
                self.goes(left, way);
                self.goes(right, way);
            }
            Formula::Joined(left, Sign::Minus, right) => {
                self.goes(left, way);
                self.goes(right, way.turned());
            }
            Formula::Joined(left, Sign::Times, right) => self.times(left, right, way),
            Formula::Joined(left, Sign::Over, right) => {
                self.same(right);
                self.scaled(left, right, way);
            }
            Formula::Of(Choice::Least | Choice::Most, parts) => {
                for part in parts {
                    self.goes(part, way);
                }
            }
        }
    }

    fn times(&mut self, left: &Formula<Number>, right: &Formula<Number>, way: Way) {
        let never_below_0 = |formula| Ranges::of(self.rules).formula(formula).0 >= 0;
        if never_below_0(left) && never_below_0(right) {
            self.goes(left, way);
            self.goes(right, way);
        } else if self.reads_none(right) {
            self.scaled(left, right, way);
        } else if self.reads_none(left) {
            self.scaled(right, left, way);
        } else {
            self.same(left);
            self.same(right);
        }
    }

    /// An amount times or divided by one that is the same in both positions.
    fn scaled(&mut self, formula: &Formula<Number>, by: &Formula<Number>, way: Way) {
        match Ranges::of(self.rules).formula(by) {
            (0.., _) => self.goes(formula, way),
            (_, ..=0) => self.goes(formula, way.turned()),
            _ => self.same(formula),
        }
    }

    /// Is no merit read in it?
    fn reads_none(&self, formula: &Formula<Number>) -> bool {
        formula.numbers().into_iter().all(|number| match number {
            Number::Count(_) => true,
            Number::Read(reading) => {
                reading.slot.is_none_or(|slot| !self.is_merit(slot))
                    && reading.held.iter().all(|held| match &held.by {
                        Amount::Fixed(_) => true,
                        Amount::Reckoned(formula) | Amount::Rolled(formula) => {
                            self.reads_none(formula)
                        }
                    })
            }
        })
    }
}
