//! Conditions as people write them: `self.hp > 50 and not (enemy.sp <= 40 or self.poison = 0)`.
//!
//! A condition compares numbers of the two sides with each other or with numbers in digits. `and`
//! binds closer than `or`, `not` closer than both. What names mean is the compiler's business; this
//! is the grammar, with the place of everything that could be wrong.

use std::ops::Range;

/// What must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition<N> {
    /// Two numbers compare like that.
    Compare(N, Comparison, N),
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

/// A number in a condition, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// In digits.
    Digits(i32),
    /// A number of one of the sides.
    Of {
        /// Is it the enemy's?
        enemy: bool,
        /// Its name.
        name: String,
        /// Where the whole of it stands in the text.
        at: Range<usize>,
    },
}

/// Why a text is no condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotACondition {
    /// Where.
    pub at: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: String,
}

/// Deeper nesting is nobody's rule.
const DEEPEST: usize = 100;

impl<N> Condition<N> {
    /// Does it hold, where numbers have these values?
    #[inline]
    pub(crate) fn holds(&self, value: &impl Fn(&N) -> i32) -> bool {
        match self {
            Self::Compare(left, comparison, right) => comparison.holds(value(left), value(right)),
            Self::Not(inner) => !inner.holds(value),
            Self::All(parts) => parts.iter().all(|part| part.holds(value)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(value)),
        }
    }

    /// The same condition over other numbers, `None` where one of them has none.
    pub(crate) fn translate<M>(
        &self,
        number: &mut impl FnMut(&N) -> Option<M>,
    ) -> Option<Condition<M>> {
        // Everything is looked at, so that every problem is found.
        let mut all = |parts: &[Self]| {
            let parts: Vec<_> = parts.iter().map(|part| part.translate(number)).collect();
            parts.into_iter().collect::<Option<Vec<_>>>()
        };
        Some(match self {
            Self::Compare(left, comparison, right) => {
                let (left, right) = (number(left), number(right));
                Condition::Compare(left?, *comparison, right?)
            }
            Self::Not(inner) => Condition::Not(Box::new(inner.translate(number)?)),
            Self::All(parts) => Condition::All(all(parts)?),
            Self::Any(parts) => Condition::Any(all(parts)?),
        })
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
    fn holds(self, left: i32, right: i32) -> bool {
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
pub fn parse(text: &str) -> Result<Condition<Number>, NotACondition> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let condition = reader.any()?;
    reader.skip_space();
    if reader.at < text.len() {
        let help = "conditions are joined with `and` and `or`";
        return Err(reader.wrong_word("this does not belong to the condition", help));
    }
    Ok(condition)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

const EXAMPLE: &str = "a condition compares numbers, as in `self.hp > 50`";

impl<'t> Reader<'t> {
    fn any(&mut self) -> Result<Condition<Number>, NotACondition> {
        let mut parts = vec![self.all()?];
        while self.take_word("or") {
            parts.push(self.all()?);
        }
        Ok(one_or(parts, Condition::Any))
    }

    fn all(&mut self) -> Result<Condition<Number>, NotACondition> {
        let mut parts = vec![self.single()?];
        while self.take_word("and") {
            parts.push(self.single()?);
        }
        Ok(one_or(parts, Condition::All))
    }

    fn single(&mut self) -> Result<Condition<Number>, NotACondition> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong_word("this is nested too deeply", "leave out some parentheses"));
        }
        let condition = if self.take_word("not") {
            Condition::Not(Box::new(self.single()?))
        } else if self.take("(") {
            let inside = self.any()?;
            if !self.take(")") {
                return Err(self.wrong_word("`)` is missing", "close what `(` opened"));
            }
            inside
        } else {
            let left = self.number()?;
            self.skip_space();
            let sign = Comparison::SIGNS.iter().find(|(sign, _)| self.take(sign));
            let Some(&(_, comparison)) = sign else {
                let help = "numbers are compared with <, <=, >, >=, = or !=";
                return Err(self.wrong_word("a comparison is missing here", help));
            };
            Condition::Compare(left, comparison, self.number()?)
        };
        self.depth -= 1;
        Ok(condition)
    }

    fn number(&mut self) -> Result<Number, NotACondition> {
        self.skip_space();
        let (start, word) = (self.at, self.word());
        let at = start..start + word.len();
        if word.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
            let digits = word.parse().map(Number::Digits);
            self.at = at.end;
            return digits.map_err(|_| NotACondition {
                at,
                message: format!("`{word}` is no number"),
                help: "whole numbers up to 2,000,000,000".to_owned(),
            });
        }
        let (side, name) = word.split_once('.').unwrap_or((word, ""));
        let enemy = match side {
            "self" => false,
            "enemy" => true,
            "" | "and" | "or" | "not" => {
                return Err(self.wrong_word("a number is missing here", EXAMPLE));
            }
            _ => {
                let number = word.rsplit('.').next().filter(|number| !number.is_empty());
                let number = number.unwrap_or("hp");
                return Err(NotACondition {
                    at,
                    message: format!("`{word}` does not say whose number it is"),
                    help: format!("say `self.{number}` or `enemy.{number}`"),
                });
            }
        };
        if name.is_empty() {
            let message = format!("which number of `{side}`?");
            return Err(NotACondition { at, message, help: format!("say `{side}.hp`") });
        }
        self.at = at.end;
        Ok(Number::Of { enemy, name: name.to_owned(), at })
    }

    /// The word here: letters, digits, hyphens, underscores and dots.
    fn word(&self) -> &'t str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "-_.".contains(c)));
        &rest[..end.unwrap_or(rest.len())]
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn take(&mut self, sign: &str) -> bool {
        self.skip_space();
        let found = self.text[self.at..].starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        self.skip_space();
        let found = self.word() == word;
        if found {
            self.at += word.len();
        }
        found
    }

    /// A problem with what stands here.
    fn wrong_word(&mut self, message: &str, help: &str) -> NotACondition {
        self.skip_space();
        let rest = &self.text[self.at..];
        let length = match self.word().len() {
            0 => rest.chars().next().map_or(0, char::len_utf8),
            length => length,
        };
        NotACondition {
            at: self.at..self.at + length,
            message: message.to_owned(),
            help: help.to_owned(),
        }
    }
}

fn one_or(
    mut parts: Vec<Condition<Number>>,
    several: fn(Vec<Condition<Number>>) -> Condition<Number>,
) -> Condition<Number> {
    if parts.len() == 1 { parts.remove(0) } else { several(parts) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does the condition hold for a fighter with 50 hp and 7 sp whose enemy has 30 and 9?
    fn holds(text: &str) -> bool {
        let value = |number: &Number| match number {
            Number::Digits(digits) => *digits,
            Number::Of { enemy, name, .. } => match (enemy, name.as_str()) {
                (false, "hp") => 50,
                (false, _) => 7,
                (true, "hp") => 30,
                (true, _) => 9,
            },
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
        assert_eq!(wrong("hp > 50"), told("hp", "`hp` does not say whose number it is"));
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
