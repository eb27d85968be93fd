//! Formulas as people write them: `strength * 2 + 1`, `max(enemy.hp / 4, 1)`.
//!
//! A formula reckons with whole numbers and with numbers of the two sides. What names mean is the
//! compiler's business; this is the grammar, with the place of everything that could be wrong, and
//! the arithmetic: `/` rounds down, by 0 it gives 0, and every step stays within a thousand million.
//! Conditions (`condition.rs`) are read by the same reader.

use std::ops::Range;

use crate::state::CEILING;

/// An amount that is reckoned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula<N> {
    /// In digits.
    Digits(i32),
    /// A number of one of the sides.
    Number(N),
    /// The same below 0.
    Minus(Box<Formula<N>>),
    /// Two joined by a sign.
    Joined(Box<Formula<N>>, Sign, Box<Formula<N>>),
    /// The least or the most of some.
    Of(Choice, Vec<Formula<N>>),
    /// Whatever the dice say: `2d6`, or anything in a range, `3..7`.
    Dice(Die),
}

/// What dice can come to, all of them added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    /// The least that they can come to.
    pub least: i32,
    /// How likely that is, and one more, and so on: each divided by the sum of all.
    pub weights: Vec<u64>,
}

/// So many results a roll may have.
const MOST_RESULTS: u64 = 1_000;

impl Die {
    /// So many dice with so many faces; `None` where that is none, or too many to count.
    fn of(count: u64, faces: u64) -> Option<Self> {
        let results = count.checked_mul(faces.checked_sub(1)?)?.checked_add(1)?;
        let total = faces.checked_pow(u32::try_from(count).ok()?)?;
        // With one face there is one result, however many dice there are.
        let countable = (1..=MOST_RESULTS).contains(&count) && results <= MOST_RESULTS;
        if !countable || total > outplay_game::MOST_WEIGHT {
            return None;
        }
        let mut weights = vec![1_u64];
        for _ in 0..count {
            let faces = usize::try_from(faces).ok()?;
            let mut sums = vec![0; weights.len() + faces - 1];
            for (place, weight) in weights.iter().enumerate() {
                sums[place..place + faces].iter_mut().for_each(|sum| *sum += weight);
            }
            weights = sums;
        }
        Some(Self { least: i32::try_from(count).ok()?, weights })
    }

    /// Each number from `least` to `most`, all equally likely; `None` where there are none or too
    /// many.
    fn between(least: i32, most: i32) -> Option<Self> {
        let count = u64::try_from(i64::from(most) - i64::from(least) + 1).ok()?;
        let count = Some(count).filter(|count| (1..=MOST_RESULTS).contains(count))?;
        Some(Self { least, weights: vec![1; usize::try_from(count).ok()?] })
    }

    /// The most that they can come to.
    pub(crate) fn most(&self) -> i32 {
        self.least + i32::try_from(self.weights.len()).unwrap_or(i32::MAX) - 1
    }
}

/// How two amounts are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`, rounding down.
    Over,
}

/// Which of several amounts is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// `min(...)`
    Least,
    /// `max(...)`
    Most,
}

/// A number of a side, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Whose it is.
    pub whose: Whose,
    /// Its name, without whose it is: `hp`, `stacks.poison`.
    pub name: String,
    /// Where the whole of it stands in the text.
    pub at: Range<usize>,
}

/// Whose something is, as whoever acts sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// One's own.
    Own,
    /// The enemy's.
    Enemy,
    /// That of whoever is aimed at: mostly the enemy's, but it may be an ally's.
    Target,
}

/// Why a text is no formula, or no condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// Where.
    pub at: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: String,
}

impl<N> Formula<N> {
    /// What it comes to, where numbers have these values.
    #[inline]
    pub(crate) fn value(&self, number: &impl Fn(&N) -> i32) -> i32 {
        self.rolled(number, &mut |die| die.least)
    }

    /// The same, where the dice fall as they are asked for, from left to right.
    #[inline]
    pub(crate) fn rolled(
        &self,
        number: &impl Fn(&N) -> i32,
        roll: &mut impl FnMut(&Die) -> i32,
    ) -> i32 {
        match self {
            Self::Digits(digits) => *digits,
            Self::Number(name) => number(name),
            Self::Minus(inner) => -inner.rolled(number, roll),
            Self::Joined(left, sign, right) => {
                let left = left.rolled(number, roll);
                sign.join(left, right.rolled(number, roll))
            }
            Self::Of(choice, parts) => {
                let values = parts.iter().map(|part| part.rolled(number, roll));
                match choice {
                    Choice::Least => values.min(),
                    Choice::Most => values.max(),
                }
                .unwrap_or(0)
            }
            Self::Dice(die) => roll(die),
        }
    }

    /// Is there a roll in it?
    pub(crate) fn has_dice(&self) -> bool {
        match self {
            Self::Digits(_) | Self::Number(_) => false,
            Self::Minus(inner) => inner.has_dice(),
            Self::Joined(left, _, right) => left.has_dice() || right.has_dice(),
            Self::Of(_, parts) => parts.iter().any(Self::has_dice),
            Self::Dice(_) => true,
        }
    }

    /// The same formula over other numbers, `None` where one of them has none; what is the same
    /// throughout a fight becomes digits.
    pub(crate) fn translate<M>(
        &self,
        number: &mut impl FnMut(&N) -> Option<Formula<M>>,
    ) -> Option<Formula<M>> {
        // Everything is looked at, so that every problem is found.
        let translated = match self {
            Self::Digits(digits) => Formula::Digits(*digits),
            Self::Number(name) => number(name)?,
            Self::Minus(inner) => Formula::Minus(Box::new(inner.translate(number)?)),
            Self::Joined(left, sign, right) => {
                let (left, right) = (left.translate(number), right.translate(number));
                Formula::Joined(Box::new(left?), *sign, Box::new(right?))
            }
            Self::Of(choice, parts) => {
                let parts: Vec<_> = parts.iter().map(|part| part.translate(number)).collect();
                Formula::Of(*choice, parts.into_iter().collect::<Option<_>>()?)
            }
            Self::Dice(die) => Formula::Dice(die.clone()),
        };
        Some(if !translated.has_numbers() && !translated.has_dice() {
            Formula::Digits(translated.value(&|_| 0))
        } else {
            translated
        })
    }

    /// Is there a number in it? Long sums are joined from the left: the right is looked at first.
    fn has_numbers(&self) -> bool {
        match self {
            Self::Digits(_) | Self::Dice(_) => false,
            Self::Number(_) => true,
            Self::Minus(inner) => inner.has_numbers(),
            Self::Joined(left, _, right) => right.has_numbers() || left.has_numbers(),
            Self::Of(_, parts) => parts.iter().any(Self::has_numbers),
        }
    }

    /// Every number in it.
    pub fn numbers(&self) -> Vec<&N> {
        match self {
            Self::Digits(_) | Self::Dice(_) => Vec::new(),
            Self::Number(number) => vec![number],
            Self::Minus(inner) => inner.numbers(),
            Self::Joined(left, _, right) => {
                let mut all = left.numbers();
                all.extend(right.numbers());
                all
            }
            Self::Of(_, parts) => parts.iter().flat_map(Self::numbers).collect(),
        }
    }
}

/// The number of dice and of their faces, where a word looks like a roll.
fn dice(word: &str) -> Option<(Option<u64>, Option<u64>)> {
    let (count, faces) = word.split_once(['d', 'D'])?;
    let digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    let looks = !count.is_empty() && digits(count) && digits(faces);
    looks.then(|| (count.parse().ok(), faces.parse().ok()))
}

/// Does a word look like a range?
fn is_range(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

impl Sign {
    #[inline]
    pub(crate) fn join(self, left: i32, right: i32) -> i32 {
        let (left, right) = (i64::from(left), i64::from(right));
        let joined = match self {
            Self::Plus => left + right,
            Self::Minus => left - right,
            Self::Times => left * right,
            Self::Over if right == 0 => 0,
            // Rounding down, also below 0.
            Self::Over => left / right - i64::from(left % right != 0 && (left < 0) != (right < 0)),
        };
        clamped(joined)
    }
}

/// Within the largest numbers that there are.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "clamped to less than an i32 holds")]
pub(crate) fn clamped(number: i64) -> i32 {
    number.clamp(-i64::from(CEILING), i64::from(CEILING)) as i32
}

/// Reads a formula.
///
/// # Errors
/// The first thing that is wrong, with its place in the text.
pub fn parse(text: &str) -> Result<Formula<Name>, Misread> {
    let mut reader = Reader::new(text);
    let formula = reader.formula()?;
    reader.end(
        "this does not belong to the formula",
        "amounts are joined with `+`, `-`, `*` and `/`",
    )?;
    Ok(formula)
}

/// Deeper nesting is nobody's rule.
const DEEPEST: usize = 100;

/// More amounts are nobody's rule either; each of them may be one more level of what is reckoned.
const MOST_AMOUNTS: usize = 1_000;

/// Reads formulas and conditions from left to right.
pub(crate) struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    amounts: usize,
}

const EXAMPLE: &str = "a number is written in digits, or as `hp`, `self.hp` or `enemy.hp`";

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0, depth: 0, amounts: 0 }
    }

    /// Nothing may follow.
    pub(crate) fn end(&mut self, message: &str, help: &str) -> Result<(), Misread> {
        self.skip_space();
        if self.at < self.text.len() { Err(self.wrong_word(message, help)) } else { Ok(()) }
    }

    pub(crate) fn formula(&mut self) -> Result<Formula<Name>, Misread> {
        let mut sum = self.product()?;
        while let Some(sign) = self.sign([("+", Sign::Plus), ("-", Sign::Minus)]) {
            sum = Formula::Joined(Box::new(sum), sign, Box::new(self.product()?));
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<Formula<Name>, Misread> {
        let mut product = self.factor()?;
        while let Some(sign) = self.sign([("*", Sign::Times), ("/", Sign::Over)]) {
            product = Formula::Joined(Box::new(product), sign, Box::new(self.factor()?));
        }
        Ok(product)
    }

    fn factor(&mut self) -> Result<Formula<Name>, Misread> {
        self.deeper()?;
        let factor = if self.take("-") {
            Formula::Minus(Box::new(self.factor()?))
        } else if self.take("(") {
            let inside = self.formula()?;
            self.close()?;
            inside
        } else {
            self.number()?
        };
        self.depth -= 1;
        Ok(factor)
    }

    /// One level further in.
    pub(crate) fn deeper(&mut self) -> Result<(), Misread> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong_word("this is nested too deeply", "leave out some parentheses"));
        }
        Ok(())
    }

    /// One level further out again.
    pub(crate) fn shallower(&mut self) {
        self.depth -= 1;
    }

    /// The end of what a parenthesis opened.
    pub(crate) fn close(&mut self) -> Result<(), Misread> {
        if self.take(")") {
            return Ok(());
        }
        Err(self.wrong_word("`)` is missing", "close what `(` opened"))
    }

    fn number(&mut self) -> Result<Formula<Name>, Misread> {
        self.skip_space();
        self.amounts += 1;
        if self.amounts > MOST_AMOUNTS {
            return Err(self.wrong_word("this is too long", "at most 1,000 amounts"));
        }
        let (start, word) = (self.at, self.word());
        let at = start..start + word.len();
        if let Some((count, faces)) = dice(word) {
            self.at = at.end;
            let die = count.zip(faces).and_then(|(count, faces)| Die::of(count, faces));
            return die.map(Formula::Dice).ok_or_else(|| Misread {
                at,
                message: format!("`{word}` is no roll of dice"),
                help:
                    "two dice with six faces are `2d6`; a roll has at most 1,000 dice and results"
                        .to_owned(),
            });
        }
        if let Some((least, most)) = word.split_once("..").filter(|_| is_range(word)) {
            self.at = at.end;
            let bound = |text: &str| text.parse().ok().filter(|bound| *bound <= CEILING);
            let die = bound(least).zip(bound(most));
            let die = die.and_then(|(least, most)| Die::between(least, most));
            return die.map(Formula::Dice).ok_or_else(|| Misread {
                at,
                message: format!("`{word}` is no range"),
                help: "any number from 3 to 7 is `3..7`, the smaller first; at most 1,000 numbers"
                    .to_owned(),
            });
        }
        if word.starts_with(|first: char| first.is_ascii_digit()) {
            let digits = word.parse().ok().filter(|digits| *digits <= CEILING);
            self.at = at.end;
            return digits.map(Formula::Digits).ok_or_else(|| Misread {
                at,
                message: format!("`{word}` is no number"),
                help: "whole numbers up to 1,000,000,000; a minus has a space before it".to_owned(),
            });
        }
        if ["", "and", "or", "not"].contains(&word) {
            return Err(self.wrong_word("a number is missing here", EXAMPLE));
        }
        for (name, choice) in [("min", Choice::Least), ("max", Choice::Most)] {
            if word == name && self.text[at.end..].trim_start().starts_with('(') {
                self.at = at.end;
                self.take("(");
                let mut parts = vec![self.formula()?];
                while self.take(",") {
                    parts.push(self.formula()?);
                }
                self.close()?;
                return Ok(Formula::Of(choice, parts));
            }
        }
        let (whose, name) = match word.split_once('.') {
            Some(("self", name)) => (Whose::Own, name),
            Some(("enemy", name)) => (Whose::Enemy, name),
            Some(("target", name)) => (Whose::Target, name),
            _ => (Whose::Own, word),
        };
        if name.is_empty() || ["self", "enemy", "target"].contains(&name) {
            let side = word.trim_end_matches('.');
            let message = format!("which number of `{side}`?");
            return Err(Misread { at, message, help: format!("say `{side}.hp`") });
        }
        self.at = at.end;
        Ok(Formula::Number(Name { whose, name: name.to_owned(), at }))
    }

    /// The word here: letters, digits, underscores and dots, and hyphens inside it.
    pub(crate) fn word(&self) -> &'t str {
        let rest = &self.text[self.at..];
        let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let digits = rest.starts_with(|c: char| c.is_ascii_digit());
        let mut end = 0;
        let mut letters = rest.char_indices().peekable();
        while let Some((place, letter)) = letters.next() {
            let hyphen = letter == '-'
                && place > 0
                && !digits
                && letters.peek().is_some_and(|(_, next)| next.is_alphanumeric());
            if !in_word(letter) && !hyphen {
                break;
            }
            end = place + letter.len_utf8();
        }
        &rest[..end]
    }

    pub(crate) fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    pub(crate) fn take(&mut self, sign: &str) -> bool {
        self.skip_space();
        let found = self.text[self.at..].starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    pub(crate) fn take_word(&mut self, word: &str) -> bool {
        self.skip_space();
        let found = self.word() == word;
        if found {
            self.at += word.len();
        }
        found
    }

    fn sign<const N: usize>(&mut self, signs: [(&str, Sign); N]) -> Option<Sign> {
        signs.into_iter().find(|(sign, _)| self.take(sign)).map(|(_, sign)| sign)
    }

    /// Does a parenthesis that opens here hold an amount? Then a sign or a comparison follows it.
    pub(crate) fn opens_a_formula(&mut self) -> bool {
        self.skip_space();
        let rest = &self.text[self.at..];
        let mut open = 0_usize;
        let close = rest.char_indices().find(|&(_, letter)| {
            open += usize::from(letter == '(');
            open -= usize::from(letter == ')' && open > 0);
            open == 0
        });
        let after = close.map(|(place, letter)| rest[place + letter.len_utf8()..].trim_start());
        rest.starts_with('(')
            && after
                .is_some_and(|after| after.starts_with(['+', '-', '*', '/', '<', '>', '=', '!']))
    }

    /// A problem with what stands here.
    pub(crate) fn wrong_word(&mut self, message: &str, help: &str) -> Misread {
        self.skip_space();
        let rest = &self.text[self.at..];
        let length = match self.word().len() {
            0 => rest.chars().next().map_or(0, char::len_utf8),
            length => length,
        };
        Misread {
            at: self.at..self.at + length,
            message: message.to_owned(),
            help: help.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a formula comes to for a fighter with 50 hp, 7 sp and 3 max-sp, whose enemy has 30 hp.
    fn value(text: &str) -> i32 {
        let number = |name: &Name| match (name.whose, name.name.as_str()) {
            (Whose::Own, "hp") => 50,
            (Whose::Own, "max-sp") => 3,
            (Whose::Own, _) => 7,
            (Whose::Enemy | Whose::Target, _) => 30,
        };
        parse(text).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}")).value(&number)
    }

    #[test]
    fn many_dice_with_one_face_are_refused_at_once() {
        for text in ["491939193d1", "4294967295d1", "1001d1"] {
            assert_eq!(parse(text).unwrap_err().message, format!("`{text}` is no roll of dice"));
        }
        assert!(parse("1000d1").is_ok());
    }

    #[test]
    fn products_bind_closer_than_sums_and_division_rounds_down() {
        assert_eq!(value("1 + 2 * 3"), 7);
        assert_eq!(value("(1 + 2) * 3 - 4 - 5"), 0);
        assert_eq!(value("7 / 2 * 2"), 6);
        assert_eq!(value("-7 / 2"), -4);
        assert_eq!(value("(0 - 7) / (0 - 2)"), 3);
        assert_eq!(value("7 / -2"), -4);
        assert_eq!(value("hp / 0"), 0);
        assert_eq!(value("min(hp, enemy.hp / 4, 9) + max(1, self.sp)"), 14);
        assert_eq!(value("hp - max-sp"), 47);
        assert_eq!(value("5-3"), 2);
        assert_eq!(value("--5"), 5);
    }

    #[test]
    fn every_step_stays_within_a_thousand_million() {
        assert_eq!(value("1000000000 * 1000000000"), 1_000_000_000);
        assert_eq!(value("0 - 1000000000 - 1000000000 + 1"), -999_999_999);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let wrong = |text: &str| {
            let wrong = parse(text).unwrap_err();
            (text[wrong.at.clone()].to_owned(), wrong.message)
        };
        let told = |at: &str, message: &str| (at.to_owned(), message.to_owned());
        assert_eq!(wrong("hp +"), told("", "a number is missing here"));
        assert_eq!(wrong("hp 5"), told("5", "this does not belong to the formula"));
        assert_eq!(wrong("(hp"), told("", "`)` is missing"));
        assert_eq!(wrong("min(hp"), told("", "`)` is missing"));
        assert_eq!(wrong("enemy"), told("enemy", "which number of `enemy`?"));
        assert_eq!(wrong("2 * 9999999999"), told("9999999999", "`9999999999` is no number"));
        assert_eq!(wrong(&"(".repeat(2000)).1, "this is nested too deeply");
        assert_eq!(wrong(&"-".repeat(2000)).1, "this is nested too deeply");
        // Left to right, each amount is a level of its own: what is too long ends the program.
        assert_eq!(wrong(&vec!["hp"; 100_000].join("+")).1, "this is too long");
        assert!(parse(&vec!["hp"; 1000].join(" - ")).is_ok());
    }
}
