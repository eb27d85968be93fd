//! What a file may contain, as data.
//!
//! A [`Shape`] is the one description of a format: [`check`] compares a tree with it and reports
//! every unknown key, wrong type and number out of range; [`crate::json_schema`] prints it for
//! editors. A format is a `static` built from these.

use crate::{Code, Decimal, Entry, Node, Problem, Problems, Span, Table, Value};

/// What a value may be.
#[derive(Debug)]
pub enum Shape {
    /// A whole number in a range.
    Integer {
        /// The least that is allowed.
        least: i64,
        /// The most that is allowed.
        most: i64,
    },
    /// A whole number in a range, or a formula.
    Amount {
        /// The least that is allowed.
        least: i64,
        /// The most that is allowed.
        most: i64,
    },
    /// A number in a range, whole or with a fraction.
    Decimal {
        /// The least that is allowed.
        least: i64,
        /// The most that is allowed.
        most: i64,
    },
    /// How likely something is: a number from 0 to 1, or a formula.
    Chance,
    /// Any words.
    Text,
    /// One printable character that is not a space.
    Letter,
    /// One of these words.
    Word(&'static [&'static str]),
    /// True or false.
    Flag,
    /// Any number of values of one shape.
    List(&'static Shape),
    /// Named values: some that the format knows, and perhaps others of one shape.
    Table {
        /// The names that the format knows.
        fields: &'static [Field],
        /// What any other name may hold.
        rest: Option<Rest>,
    },
    /// Part of a file of that shape, laid over it: nothing is required.
    Overlay(&'static Shape),
    /// A shape with a name, which may contain itself.
    Shared(&'static str, &'static Shape),
    /// A value of the first of these shapes that it fits. One that is a table goes by its first
    /// field: what is set for it as a whole is set there.
    OneOf(&'static [&'static Shape]),
    /// A table that is one value: another takes its place, and is not laid over it.
    Whole(&'static Shape),
    /// A table, and names that do not belong into it but that people try, each with what would be
    /// right.
    Hinted(&'static Shape, &'static [(&'static str, &'static str)]),
    /// Anything, described in words: the game that reads it checks it.
    Any(&'static str),
}

/// A name that a format knows.
#[derive(Debug)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// What it holds.
    pub shape: &'static Shape,
    /// Must it be there?
    pub required: bool,
    /// What it means, in a sentence.
    pub about: &'static str,
}

/// What names of the user's own may hold.
#[derive(Debug)]
pub struct Rest {
    /// What such a name is, as in "a fighter".
    pub what: &'static str,
    /// What it holds.
    pub shape: &'static Shape,
    /// May a change from outside make a new one? Otherwise it must be in the file already.
    pub settable: bool,
    /// May the name be any words, spaces and all?
    pub free: bool,
}

impl Shape {
    /// What the shape asks for, in words.
    pub fn expected(&self) -> String {
        match self {
            Self::Integer { .. } => "a whole number".to_owned(),
            Self::Amount { .. } => "a whole number or a formula in quotes".to_owned(),
            Self::Decimal { .. } => "a number".to_owned(),
            Self::Chance => "a number from 0 to 1 or a formula in quotes".to_owned(),
            Self::Text => "text".to_owned(),
            Self::Letter => "one letter, digit or sign, as text".to_owned(),
            Self::Word(words) => {
                let words: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
                words.join(" or ")
            }
            Self::Flag => "true or false".to_owned(),
            Self::List(of) => format!("a list of {}", of.expected()),
            Self::Table { .. } | Self::Overlay(_) => "a table".to_owned(),
            Self::Shared(_, shape) | Self::Whole(shape) | Self::Hinted(shape, _) => {
                shape.expected()
            }
            Self::OneOf(shapes) => {
                let shapes: Vec<_> = shapes.iter().map(|shape| shape.expected()).collect();
                shapes.join(" or ")
            }
            Self::Any(words) => (*words).to_owned(),
        }
    }

    /// The shape without what is only said about it.
    fn itself(&self) -> &Self {
        match self {
            Self::Shared(_, shape) | Self::Whole(shape) | Self::Hinted(shape, _) => shape.itself(),
            shape => shape,
        }
    }

    /// What is right in place of a name that people try here.
    fn hint(&self, name: &str) -> Option<&'static str> {
        match self {
            Self::Hinted(_, hints) => {
                hints.iter().find(|(tried, _)| *tried == name).map(|(_, hint)| *hint)
            }
            Self::Overlay(shape) | Self::Shared(_, shape) | Self::Whole(shape) => shape.hint(name),
            _ => None,
        }
    }

    /// Is a table of this shape one value?
    pub(crate) fn is_one_value(&self) -> bool {
        match self {
            Self::Whole(_) | Self::OneOf(_) => true,
            Self::Shared(_, shape) | Self::Hinted(shape, _) => shape.is_one_value(),
            _ => false,
        }
    }

    /// The field by which a value of several shapes goes where it is a table.
    pub(crate) fn main_field(&self) -> Option<&'static str> {
        let Self::OneOf(_) = self else { return None };
        self.table().and_then(|(fields, _, _)| fields.first()).map(|field| field.name)
    }

    /// The fields and the rest of a table's shape, and whether fields are required.
    fn table(&self) -> Option<(&'static [Field], Option<&Rest>, bool)> {
        match self {
            Self::Table { fields, rest } => Some((fields, rest.as_ref(), true)),
            Self::Overlay(whole) => whole.table().map(|(fields, rest, _)| (fields, rest, false)),
            Self::Shared(_, shape) | Self::Whole(shape) | Self::Hinted(shape, _) => shape.table(),
            Self::OneOf(shapes) => shapes.iter().find_map(|shape| shape.table()),
            _ => None,
        }
    }

    /// The shape of a name inside a table of this shape, and whether a change may make it.
    pub(crate) fn inside(&'static self, key: &str) -> Option<(&'static Shape, bool)> {
        if let Self::Any(_) = self {
            return Some((self, false));
        }
        let (fields, rest, _) = self.table()?;
        match fields.iter().find(|field| field.name == key) {
            Some(field) => Some((field.shape, true)),
            None => rest.map(|rest| (rest.shape, rest.settable)),
        }
    }
}

/// Compares a table with its shape and reports everything that does not fit.
///
/// `span` is where the table as a whole stands, for names that are missing.
pub fn check(table: &Table, shape: &Shape, span: Span, problems: &mut Problems) {
    check_table(table, shape, span, false, problems);
}

fn check_table(table: &Table, shape: &Shape, span: Span, part: bool, problems: &mut Problems) {
    let Some((fields, rest, whole)) = shape.table() else { return };
    let part = part || !whole;
    for Entry { key, key_span, node } in table.iter() {
        match fields.iter().find(|field| field.name == key) {
            Some(field) => check_node(node, field.shape, part, problems),
            None => match rest {
                Some(rest) => {
                    if !rest.free && !is_name(key) {
                        let message = format!("`{key}` cannot be the name of {}", rest.what);
                        problems.push(Problem::error(Code::BadName, *key_span, message).help(
                            "names are made of letters, digits and hyphens, and start with a letter",
                        ));
                    }
                    let expected = rest.shape.expected();
                    let elsewhere = shape.hint(key).is_some() && has_others(node, rest.shape);
                    if !elsewhere && (fits(node, rest.shape) || fields.is_empty()) {
                        check_node(node, rest.shape, part, problems);
                    } else {
                        // Not a name of the user's own, then: more likely a known one, misspelt,
                        // or one that belongs elsewhere.
                        let message =
                            format!("`{key}` is unknown here, and is not {} either", rest.what);
                        let known = fields.iter().map(|field| field.name);
                        let problem = Problem::error(Code::UnknownField, *key_span, message)
                            .help(format!("{} would be {expected}", rest.what));
                        problems.push(match shape.hint(key) {
                            Some(hint) => problem.help(hint),
                            None => problem.one_of_near(key, known),
                        });
                    }
                }
                None => {
                    let known = fields.iter().map(|field| field.name);
                    let message = format!("`{key}` is unknown here");
                    let problem = Problem::error(Code::UnknownField, *key_span, message);
                    problems.push(match shape.hint(key) {
                        Some(hint) => problem.help(hint),
                        None => problem.one_of(key, known),
                    });
                }
            },
        }
    }
    if !part {
        for field in fields.iter().filter(|field| field.required) {
            if table.get(field.name).is_none() {
                let message = format!("`{}` is missing", field.name);
                problems.push(
                    Problem::error(Code::MissingField, span, message)
                        .help(format!("add `{} = ...`: {}", field.name, field.about)),
                );
            }
        }
    }
}

fn check_node(node: &Node, shape: &Shape, part: bool, problems: &mut Problems) {
    let whole = shape;
    let shape = match shape.itself() {
        Shape::OneOf(shapes) => {
            let fitting = shapes.iter().copied().find(|shape| fits(node, shape));
            fitting.map_or(whole, Shape::itself)
        }
        shape => shape,
    };
    if !fits(node, shape) {
        let message = format!("expected {}, got {}", shape.expected(), node.kind());
        problems.push(Problem::error(Code::WrongType, node.span, message));
        return;
    }
    match (shape, &node.value) {
        (
            Shape::Integer { least, most } | Shape::Amount { least, most },
            Value::Integer(number),
        ) if (number < least || number > most) => {
            let message = format!("{number} is out of range");
            problems.push(
                Problem::error(Code::OutOfRange, node.span, message)
                    .help(format!("it may be {least} to {most}")),
            );
        }
        (Shape::Decimal { least, most }, Value::Integer(_) | Value::Decimal(_)) => {
            if let Some(number) = node.as_decimal().filter(|it| !it.is_within(*least, *most)) {
                let message = format!("{number} is out of range");
                problems.push(
                    Problem::error(Code::OutOfRange, node.span, message)
                        .help(format!("it may be {least} to {most}")),
                );
            }
        }
        (Shape::Chance, Value::Integer(_) | Value::Decimal(_)) => {
            if let Some(number) = node.as_decimal().filter(|number| !number.is_within(0, 1)) {
                let message = "a chance is a number from 0 to 1";
                problems.push(
                    Problem::error(Code::OutOfRange, node.span, message).help(likely(number)),
                );
            }
        }
        (Shape::Word(words), Value::Text(text)) if !words.contains(&text.as_str()) => {
            let message = format!("`{text}` is not a choice here");
            problems.push(
                Problem::error(Code::UnknownChoice, node.span, message)
                    .one_of(text, words.iter().copied()),
            );
        }
        (Shape::Letter, Value::Text(text)) => {
            let mut letters = text.chars();
            let one = letters.next().filter(|one| one.is_ascii_graphic() && !",:".contains(*one));
            if one.is_none() || letters.next().is_some() {
                let message = format!("`{text}` is not one letter, digit or sign");
                problems.push(
                    Problem::error(Code::BadName, node.span, message)
                        .help("a plain one, without accent; no comma or colon"),
                );
            }
        }
        (Shape::List(of), Value::List(nodes)) => {
            for node in nodes {
                check_node(node, of, part, problems);
            }
        }
        (Shape::Table { .. } | Shape::Overlay(_), Value::Table(table)) => {
            let hinted = if matches!(whole, Shape::OneOf(_)) { shape } else { whole };
            check_table(table, hinted, node.span, part, problems);
        }
        _ => {}
    }
}

/// What was probably meant by a number that is no chance.
fn likely(number: Decimal) -> String {
    match number.hundredth().filter(|_| number.is_within(2, 100)) {
        Some(chance) => format!("{number} per cent is {chance}"),
        None => "0 is never, 0.5 is half of the time, 1 is always".to_owned(),
    }
}

/// Is the value a table with names that its shape does not know?
fn has_others(node: &Node, shape: &Shape) -> bool {
    let (Some(table), Some((fields, None, _))) = (node.as_table(), shape.table()) else {
        return false;
    };
    table.keys().any(|key| fields.iter().all(|field| field.name != key))
}

/// Is the value of the right kind?
fn fits(node: &Node, shape: &Shape) -> bool {
    if let Shape::OneOf(shapes) = shape.itself() {
        return shapes.iter().any(|shape| fits(node, shape));
    }
    matches!(
        (shape.itself(), &node.value),
        (Shape::Integer { .. } | Shape::Amount { .. }, Value::Integer(_))
            | (Shape::Decimal { .. } | Shape::Chance, Value::Integer(_) | Value::Decimal(_))
            | (
                Shape::Amount { .. } | Shape::Chance | Shape::Text | Shape::Letter | Shape::Word(_),
                Value::Text(_),
            )
            | (Shape::Flag, Value::Flag(_))
            | (Shape::List(_), Value::List(_))
            | (Shape::Table { .. } | Shape::Overlay(_), Value::Table(_))
            | (Shape::Any(_), _)
    )
}

/// Names of the user's own: letters, digits, hyphens and underscores after a letter.
fn is_name(key: &str) -> bool {
    key.starts_with(|first: char| first.is_alphabetic())
        && key.chars().all(|letter| letter.is_alphanumeric() || "-_".contains(letter))
}

impl Problem {
    /// Like [`Problem::one_of`], but silent where nothing is near.
    fn one_of_near(self, word: &str, known: impl IntoIterator<Item = &'static str>) -> Self {
        match crate::nearest(word, known) {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None => self,
        }
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod told;
