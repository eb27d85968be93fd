//! Within what amounts stay, whatever happens in a fight.

use crate::amount::{Amount, Number, Reading};
use crate::formula::{Choice, Formula, Sign, clamped};
use crate::rules::{Rules, Slot};
use crate::state::CEILING;

/// The least and the most that something can come to.
pub(crate) type Range = (i64, i64);

const ENDLESS: i64 = CEILING as i64;

/// What is known of the numbers that amounts are reckoned from.
#[derive(Clone, Copy)]
pub(crate) struct Ranges<'r> {
    rules: &'r Rules,
    /// A number of which more is known than what the rules allow.
    known: Option<(Slot, Range)>,
}

impl<'r> Ranges<'r> {
    /// Numbers may be anything that the rules allow.
    pub(crate) fn of(rules: &'r Rules) -> Self {
        Self { rules, known: None }
    }

    /// The same, but one number is within this range.
    pub(crate) fn with(rules: &'r Rules, slot: Slot, range: Range) -> Self {
        Self { rules, known: Some((slot, range)) }
    }

    /// Within what an amount stays.
    pub(crate) fn amount(&self, amount: &Amount) -> Range {
        match amount {
            Amount::Fixed(amount) => (i64::from(*amount), i64::from(*amount)),
            Amount::Reckoned(formula) | Amount::Rolled(formula) => self.formula(formula),
        }
    }

    /// Within what a number stays as it is read.
    pub(crate) fn reading(&self, reading: &Reading) -> Range {
        let base = i64::from(reading.base);
        let (mut least, mut most) = (base, base);
        if let Some(slot) = reading.slot {
            let (from, to) = match self.known {
                Some((known, range)) if known == slot => range,
                _ => (0, i64::from(self.rules.most[slot])),
            };
            (least, most) = (least + from, most + to);
        }
        for held in &reading.held {
            let times = held.stacks.map_or(1, |stacks| i64::from(stacks.mask));
            let by = self.amount(&held.by);
            least += (by.0 * times).min(0);
            most += (by.1 * times).max(0);
        }
        (least.clamp(0, ENDLESS), most.clamp(0, ENDLESS))
    }

    /// Within what a formula stays.
    pub(crate) fn formula(&self, formula: &Formula<Number>) -> Range {
        let (least, most) = match formula {
            Formula::Digits(digits) => (i64::from(*digits), i64::from(*digits)),
            Formula::Dice(die) => (i64::from(die.least), i64::from(die.most())),
            Formula::Number(Number::Count(field)) => (0, i64::from(field.mask)),
            Formula::Number(Number::Read(reading)) => self.reading(reading),
            Formula::Minus(inner) => {
                let (least, most) = self.formula(inner);
                (-most, -least)
            }
            Formula::Joined(left, sign, right) => {
                joined(self.formula(left), *sign, self.formula(right))
            }
            Formula::Of(choice, parts) => {
                let parts = parts.iter().map(|part| self.formula(part));
                let both = |one: Range, two: Range| match choice {
                    Choice::Least => (one.0.min(two.0), one.1.min(two.1)),
                    Choice::Most => (one.0.max(two.0), one.1.max(two.1)),
                };
                parts.reduce(both).unwrap_or((0, 0))
            }
        };
        (least.clamp(-ENDLESS, ENDLESS), most.clamp(-ENDLESS, ENDLESS))
    }
}

/// Each sign goes one way in either number, but for a divisor whose sign changes: what comes of the
/// ends (and of the divisors about 0) is the least and the most.
fn joined(left: Range, sign: Sign, right: Range) -> Range {
    let about_0 = (right.0.max(-1)..=right.1.min(1)).filter(|_| sign == Sign::Over);
    let rights = [right.0, right.1].into_iter().chain(about_0);
    let all = rights.flat_map(|right| {
        let join = move |left: i64| i64::from(sign.join(clamped(left), clamped(right)));
        [join(left.0), join(left.1)]
    });
    all.fold((i64::MAX, i64::MIN), |(least, most), value| (least.min(value), most.max(value)))
}

#[cfg(test)]
mod tests {
    use outplay_text::{Problems, Sources};

    use super::*;
    use crate::order::Order;
    use crate::{Duel, Fight, Options, RulesFile, Visitor};

    /// The armor of player 1: as the rules allow, and where what there is of it is within 3 to 5.
    struct Armor;

    impl Visitor for Armor {
        type Output = (Range, Option<Range>);

        fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> Self::Output {
            let rules = &duel.rules;
            let armor = &rules.fighters[0].armor;
            let known = armor.slot.map(|slot| Ranges::with(rules, slot, (3, 5)).reading(armor));
            (Ranges::of(rules).reading(armor), known)
        }
    }

    fn armor(skills: &str) -> (Range, Option<Range>) {
        let text = format!(
            "format = 1\ngame = 'duel'\n[fighters.knight]\nhp = 9\narmor = {{ start = 4, max = 7 }}\n\
             skills = ['guard', 'shield']\n[fighters.beast]\nhp = 9\nskills = ['bite', 'rust']\n\
             [skills.bite]\ndamage = 5\n[skills.rust]\nlasts = 2\nwhile = {{ enemy.armor = -1 }}\n\
             [skills.shield]\nlasts = 4\nstacks = 3\nwhile = {{ armor = 2 }}\n{skills}"
        );
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let file = sources.add("armor.toml", text);
        let read = RulesFile::read(&sources, file, &mut problems);
        let fight = read.fight(&sources, &Options::default(), &mut problems);
        fight.unwrap_or_else(|| panic!("{:?}", problems.into_sorted())).visit(Armor)
    }

    #[test]
    fn what_is_read_is_what_there_is_and_all_that_effects_may_add() {
        // One rust, and as many shields as can be counted.
        assert_eq!(armor("[skills.guard]\n"), ((4 - 1, 4 + 255 * 2), None));
        let changes = armor("[skills.guard]\nat-once = { armor = 1 }\n");
        assert_eq!(changes, ((0, 7 + 255 * 2), Some((3 - 1, 5 + 255 * 2))));
    }

    #[test]
    fn what_two_ranges_come_to_contains_all_that_they_can() {
        let ranges = || (-5..4).flat_map(|from| (from..5).map(move |to| (from, to)));
        for sign in [Sign::Plus, Sign::Minus, Sign::Times, Sign::Over] {
            for (left, right) in ranges().flat_map(|one| ranges().map(move |two| (one, two))) {
                let values = (left.0..=left.1).flat_map(|one| {
                    (right.0..=right.1).map(move |two| sign.join(clamped(one), clamped(two)))
                });
                let values: Vec<_> = values.map(i64::from).collect();
                let truth = (*values.iter().min().unwrap(), *values.iter().max().unwrap());
                assert_eq!(joined(left, sign, right), truth, "{left:?} {sign:?} {right:?}");
            }
        }
    }
}
