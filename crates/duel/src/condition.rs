//! Conditions as people write them: `hp * 2 > 50 and not (enemy.sp <= 40 or poison = 0)`.
//!
//! A condition compares formulas (`formula.rs`). `and` binds closer than `or`, `not` closer than
//! both.

use crate::formula::{Formula, Misread, Name, Reader};

/// What must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition<N> {
    /// Two amounts compare like that.
    Compare(Formula<N>, Comparison, Formula<N>),
    /// This does not hold.
    Not(Box<Condition<N>>),
    /// All of these hold.
    All(Vec<Condition<N>>),
    /// At least one of these holds.
    Any(Vec<Condition<N>>),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `=`
    Equal,
    /// `!=`
    Different,
}

impl<N> Condition<N> {
    /// Is there a roll in it?
    pub(crate) fn has_dice(&self) -> bool {
        self.comparisons().iter().any(|(left, right)| left.has_dice() || right.has_dice())
    }

    /// Does it hold, where numbers have these values?
    #[inline]
    pub(crate) fn holds(&self, number: &impl Fn(&N) -> i32) -> bool {
        match self {
            Self::Compare(left, comparison, right) => {
                comparison.holds(left.value(number), right.value(number))
            }
            Self::Not(inner) => !inner.holds(number),
            Self::All(parts) => parts.iter().all(|part| part.holds(number)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(number)),
        }
    }

    /// The same condition over other numbers, `None` where one of them has none.
    pub(crate) fn translate<M>(
        &self,
        number: &mut impl FnMut(&N) -> Option<Formula<M>>,
    ) -> Option<Condition<M>> {
        // Everything is looked at, so that every problem is found.
        let mut all = |parts: &[Self]| {
            let parts: Vec<_> = parts.iter().map(|part| part.translate(number)).collect();
            parts.into_iter().collect::<Option<Vec<_>>>()
        };
        Some(match self {
            Self::Compare(left, comparison, right) => {
                let (left, right) = (left.translate(number), right.translate(number));
                Condition::Compare(left?, *comparison, right?)
            }
            Self::Not(inner) => Condition::Not(Box::new(inner.translate(number)?)),
            Self::All(parts) => Condition::All(all(parts)?),
            Self::Any(parts) => Condition::Any(all(parts)?),
        })
    }

    /// Every comparison in it.
    pub(crate) fn comparisons(&self) -> Vec<(&Formula<N>, &Formula<N>)> {
        match self {
            Self::Compare(left, _, right) => vec![(left, right)],
            Self::Not(inner) => inner.comparisons(),
            Self::All(parts) | Self::Any(parts) => {
                parts.iter().flat_map(Self::comparisons).collect()
            }
        }
    }

    /// Every number in it.
    pub(crate) fn numbers(&self) -> Vec<&N> {
        let sides = self.comparisons().into_iter().flat_map(|(left, right)| [left, right]);
        sides.flat_map(Formula::numbers).collect()
    }
}

impl Comparison {
    /// The longer signs first, so that the first that fits is meant.
    const SIGNS: [(&'static str, Self); 7] = [
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("!=", Self::Different),
        ("==", Self::Equal),
        ("<", Self::Less),
        (">", Self::More),
        ("=", Self::Equal),
    ];

    #[inline]
    pub(crate) fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::More => left > right,
            Self::AtLeast => left >= right,
            Self::Equal => left == right,
            Self::Different => left != right,
        }
    }
}

/// Reads a condition.
///
/// # Errors
/// The first thing that is wrong, with its place in the text.
pub fn parse(text: &str) -> Result<Condition<Name>, Misread> {
    let mut reader = Reader::new(text);
    let condition = any(&mut reader)?;
    reader.end(
        "this does not belong to the condition",
        "conditions are joined with `and` and `or`",
    )?;
    Ok(condition)
}

fn any(reader: &mut Reader<'_>) -> Result<Condition<Name>, Misread> {
    let mut parts = vec![all(reader)?];
    while reader.take_word("or") {
        parts.push(all(reader)?);
    }
    Ok(one_or(parts, Condition::Any))
}

fn all(reader: &mut Reader<'_>) -> Result<Condition<Name>, Misread> {
    let mut parts = vec![single(reader)?];
    while reader.take_word("and") {
        parts.push(single(reader)?);
    }
    Ok(one_or(parts, Condition::All))
}

fn single(reader: &mut Reader<'_>) -> Result<Condition<Name>, Misread> {
    reader.deeper()?;
    let condition = if reader.take_word("not") {
        Condition::Not(Box::new(single(reader)?))
    } else if !reader.opens_a_formula() && reader.take("(") {
        let inside = any(reader)?;
        reader.close()?;
        inside
    } else {
        let left = reader.formula()?;
        let sign = Comparison::SIGNS.iter().find(|(sign, _)| reader.take(sign));
        let Some(&(_, comparison)) = sign else {
            let help = "amounts are compared with <, <=, >, >=, = or !=";
            return Err(reader.wrong_word("a comparison is missing here", help));
        };
        Condition::Compare(left, comparison, reader.formula()?)
    };
    reader.shallower();
    Ok(condition)
}

fn one_or(
    mut parts: Vec<Condition<Name>>,
    several: fn(Vec<Condition<Name>>) -> Condition<Name>,
) -> Condition<Name> {
    if parts.len() == 1 { parts.remove(0) } else { several(parts) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Whose;

    /// Does the condition hold for a fighter with 50 hp and 7 sp whose enemy has 30 and 9?
    fn holds(text: &str) -> bool {
        let value = |name: &Name| match (name.whose == Whose::Enemy, name.name.as_str()) {
            (false, "hp") => 50,
            (false, _) => 7,
            (true, "hp") => 30,
            (true, _) => 9,
        };
        parse(text).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}")).holds(&value)
    }

    #[test]
    fn and_binds_closer_than_or_and_not_closer_than_both() {
        assert!(holds("self.hp > 49"));
        assert!(!holds("self.hp>50"));
        assert!(holds("self.hp > 60 and enemy.hp > 60 or self.sp = 7"));
        assert!(!holds("self.hp > 60 and (enemy.hp > 60 or self.sp = 7)"));
        assert!(holds("not self.hp > 60 and enemy.sp != 8"));
        assert!(!holds("not (self.hp > 60 or enemy.sp <= 9)"));
        assert!(holds("not not enemy.hp < self.hp"));
        assert!(holds("-1 < self.sp and 7 == self.sp and self.sp >= 7"));
        assert!(holds("(hp + 10) / 2 = 30 and (hp - enemy.hp) * 2 > sp"));
        assert!(holds("((hp) > 49 or (sp = 1)) and max(sp, enemy.sp) = 9"));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let wrong = |text: &str| {
            let wrong = parse(text).unwrap_err();
            (text[wrong.at.clone()].to_owned(), wrong.message)
        };
        let told = |at: &str, message: &str| (at.to_owned(), message.to_owned());
        assert_eq!(wrong("self.hp"), told("", "a comparison is missing here"));
        assert_eq!(wrong("self.hp > "), told("", "a number is missing here"));
        assert_eq!(wrong(""), told("", "a number is missing here"));
        assert_eq!(wrong("not and"), told("and", "a number is missing here"));
        assert_eq!(wrong("self > 50"), told("self", "which number of `self`?"));
        assert_eq!(wrong("(self.hp > 50"), told("", "`)` is missing"));
        assert_eq!(
            wrong("self.hp > 50 enemy.hp"),
            told("enemy.hp", "this does not belong to the condition")
        );
        assert_eq!(wrong("self.hp > 5O"), told("5O", "`5O` is no number"));
        assert_eq!(wrong("self.hp ≥ 50"), told("≥", "a comparison is missing here"));
        assert_eq!(wrong(&"(".repeat(2000)).1, "this is nested too deeply");
        assert_eq!(wrong(&"not ".repeat(2000)).1, "this is nested too deeply");
    }
}
