//! Formulas and conditions as language.md has them: a parser, and their value where something says
//! what a name stands for.

use super::LIMIT;

#[derive(Clone, Debug)]
pub(crate) enum Formula {
    Number(i64),
    Name(String),
    Negative(Box<Formula>),
    Two(Box<Formula>, char, Box<Formula>),
    Least(Vec<Formula>),
    Most(Vec<Formula>),
    /// Dice: the least that they come to, and how likely that is, and one more, and so on.
    Roll(i64, Vec<i128>),
}

#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Compare(Formula, String, Formula),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    Not(Box<Condition>),
    Never,
}

impl Formula {
    pub(crate) fn parse(text: &str) -> Self {
        let mut parser = Parser { words: words(text), at: 0 };
        let formula = parser.sum().unwrap_or_else(|| panic!("no formula: {text}"));
        assert_eq!(parser.at, parser.words.len(), "more than a formula: {text}");
        formula
    }

    /// Where no dice may be.
    pub(crate) fn value(&self, read: &dyn Fn(&str) -> i64) -> i64 {
        self.rolled(read, &mut |_| panic!("dice where none may be: {self:?}"))
    }

    /// Dice fall as they are asked for, from left to right: which result, from 0.
    pub(crate) fn rolled(
        &self,
        read: &dyn Fn(&str) -> i64,
        roll: &mut dyn FnMut(&[i128]) -> usize,
    ) -> i64 {
        let value = match self {
            Self::Number(number) => *number,
            Self::Name(name) => read(name),
            Self::Roll(least, weights) => {
                least + i64::try_from(roll(weights)).expect("few results")
            }
            Self::Negative(inner) => -inner.rolled(read, roll),
            Self::Two(left, sign, right) => {
                let (left, right) = (left.rolled(read, roll), right.rolled(read, roll));
                match sign {
                    '+' => left + right,
                    '-' => left - right,
                    '*' => left * right,
                    _ if right == 0 => 0,
                    _ => divided(left, right),
                }
            }
            Self::Least(all) => all.iter().map(|one| one.rolled(read, roll)).min().unwrap_or(0),
            Self::Most(all) => all.iter().map(|one| one.rolled(read, roll)).max().unwrap_or(0),
        };
        value.clamp(-LIMIT, LIMIT)
    }
}

/// Rounded down, below 0 as well.
pub(crate) fn divided(left: i64, right: i64) -> i64 {
    let quotient = left / right;
    if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient }
}

/// In how many ways so many dice come to their least sum, to one more, and so on.
fn sums(count: i64, faces: i64) -> Vec<i128> {
    if count == 0 {
        return vec![1];
    }
    let fewer = sums(count - 1, faces);
    let faces = usize::try_from(faces).expect("dice have faces");
    let ways = |sum: usize| {
        let last = (0..faces).filter(|last| *last <= sum);
        last.filter_map(|last| fewer.get(sum - last)).sum()
    };
    (0..fewer.len() + faces - 1).map(ways).collect()
}

impl Condition {
    pub(crate) fn parse(text: &str) -> Self {
        if text.trim() == "never" {
            return Self::Never;
        }
        let mut parser = Parser { words: words(text), at: 0 };
        let condition = parser.or().unwrap_or_else(|| panic!("no condition: {text}"));
        assert_eq!(parser.at, parser.words.len(), "more than a condition: {text}");
        condition
    }

    pub(crate) fn holds(&self, read: &dyn Fn(&str) -> i64) -> bool {
        match self {
            Self::Compare(left, sign, right) => {
                let (left, right) = (left.value(read), right.value(read));
                match sign.as_str() {
                    "<" => left < right,
                    "<=" => left <= right,
                    ">" => left > right,
                    ">=" => left >= right,
                    "=" => left == right,
                    _ => left != right,
                }
            }
            Self::And(one, two) => one.holds(read) && two.holds(read),
            Self::Or(one, two) => one.holds(read) || two.holds(read),
            Self::Not(inner) => !inner.holds(read),
            Self::Never => false,
        }
    }
}

/// Names with their dots and hyphens, numbers, and signs.
fn words(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let (mut words, mut at) = (Vec::new(), 0);
    while at < letters.len() {
        let from = at;
        let letter = letters[at];
        at += 1;
        if letter.is_whitespace() {
            continue;
        }
        if letter.is_ascii_digit() {
            // `2d6` and `3..7` are one word each.
            let inside = |letter: &char| letter.is_ascii_digit() || "d.".contains(*letter);
            while letters.get(at).is_some_and(inside) {
                at += 1;
            }
        } else if letter.is_alphabetic() || letter == '_' {
            let inside = |letter: &char| letter.is_alphanumeric() || "_-.".contains(*letter);
            while letters.get(at).is_some_and(inside) {
                at += 1;
            }
        } else if "<>!".contains(letter) && letters.get(at) == Some(&'=') {
            at += 1;
        }
        words.push(letters[from..at].iter().collect());
    }
    words
}

struct Parser {
    words: Vec<String>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> &str {
        self.words.get(self.at).map_or("", String::as_str)
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        self.at += usize::from(found);
        found
    }

    fn sum(&mut self) -> Option<Formula> {
        let mut left = self.product()?;
        while let sign @ ("+" | "-") = self.peek() {
            let sign = if sign == "+" { '+' } else { '-' };
            self.at += 1;
            left = Formula::Two(Box::new(left), sign, Box::new(self.product()?));
        }
        Some(left)
    }

    fn product(&mut self) -> Option<Formula> {
        let mut left = self.single()?;
        while let sign @ ("*" | "/") = self.peek() {
            let sign = if sign == "*" { '*' } else { '/' };
            self.at += 1;
            left = Formula::Two(Box::new(left), sign, Box::new(self.single()?));
        }
        Some(left)
    }

    fn single(&mut self) -> Option<Formula> {
        let word = self.peek().to_owned();
        self.at += 1;
        match word.as_str() {
            "-" => Some(Formula::Negative(Box::new(self.single()?))),
            "(" => {
                let inner = self.sum()?;
                self.take(")").then_some(inner)
            }
            "min" | "max" if self.take("(") => {
                let mut all = vec![self.sum()?];
                while self.take(",") {
                    all.push(self.sum()?);
                }
                let which = if word == "min" { Formula::Least } else { Formula::Most };
                self.take(")").then(|| which(all))
            }
            "and" | "or" | "not" => None,
            _ if word.starts_with(|letter: char| letter.is_ascii_digit()) => {
                let two = |between: &str| -> Option<(i64, i64)> {
                    let (one, two) = word.split_once(between)?;
                    Some((one.parse().ok()?, two.parse().ok()?))
                };
                match (two("d"), two("..")) {
                    (Some((count, faces)), _) => Some(Formula::Roll(count, sums(count, faces))),
                    (_, Some((least, most))) => {
                        Some(Formula::Roll(least, sums(1, most - least + 1)))
                    }
                    _ => word.parse().ok().map(Formula::Number),
                }
            }
            _ if word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') => {
                Some(Formula::Name(word))
            }
            _ => None,
        }
    }

    fn or(&mut self) -> Option<Condition> {
        let mut left = self.and()?;
        while self.take("or") {
            left = Condition::Or(Box::new(left), Box::new(self.and()?));
        }
        Some(left)
    }

    fn and(&mut self) -> Option<Condition> {
        let mut left = self.not()?;
        while self.take("and") {
            left = Condition::And(Box::new(left), Box::new(self.not()?));
        }
        Some(left)
    }

    /// A parenthesis may open a formula or a condition, so the first is tried and taken back.
    fn not(&mut self) -> Option<Condition> {
        if self.take("not") {
            return Some(Condition::Not(Box::new(self.not()?)));
        }
        let from = self.at;
        if let Some(compared) = self.comparison() {
            return Some(compared);
        }
        self.at = from;
        if !self.take("(") {
            return None;
        }
        let inner = self.or()?;
        self.take(")").then_some(inner)
    }

    fn comparison(&mut self) -> Option<Condition> {
        let left = self.sum()?;
        let sign = self.peek().to_owned();
        if !["<", "<=", ">", ">=", "=", "!="].contains(&sign.as_str()) {
            return None;
        }
        self.at += 1;
        Some(Condition::Compare(left, sign, self.sum()?))
    }
}
