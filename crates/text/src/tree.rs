//! TOML as a tree in which every part knows where it stands.
//!
//! The TOML crate finds all syntax errors in one pass; its borrowed tree becomes an owned one here
//! because trees are merged (modes) and changed from outside before they are read.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::{Code, Decimal, NoDecimal, Problem, Problems, Shape, SourceId, Sources, Span};

/// A value with its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub value: Value,
    /// Where it stands.
    pub span: Span,
}

/// What a [`Node`] holds.
#[derive(Clone, Debug)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// A number written with a point or an exponent.
    Decimal(Decimal),
    /// Words.
    Text(String),
    /// True or false.
    Flag(bool),
    /// Several values.
    List(Vec<Node>),
    /// Named values.
    Table(Table),
    /// A date or a time: TOML has them, no rules file does.
    Date,
}

/// Named values, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct Table(Vec<Entry>);

/// One named value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name.
    pub key: String,
    /// Where the name stands.
    pub key_span: Span,
    /// The value.
    pub node: Node,
}

impl Table {
    /// The entries, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.0.iter()
    }

    /// The names, in the order of the file.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|entry| entry.key.as_str())
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entry of that name.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.key == key)
    }

    /// The value of that name.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.node)
    }

    /// The value of that name, if it is a table.
    pub fn table(&self, key: &str) -> Option<&Self> {
        self.get(key)?.as_table()
    }

    /// The value of that name, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.0.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.node)
    }

    /// Removes and returns the value of that name.
    pub fn remove(&mut self, key: &str) -> Option<Node> {
        let place = self.0.iter().position(|entry| entry.key == key)?;
        Some(self.0.remove(place).node)
    }

    /// Puts a value in, in place of one of the same name.
    pub fn insert(&mut self, key: impl Into<String>, key_span: Span, node: Node) {
        let key = key.into();
        match self.get_mut(&key) {
            Some(old) => *old = node,
            None => self.0.push(Entry { key, key_span, node }),
        }
    }

    /// Lays `over` on top: tables are merged, everything else is replaced, tables that are one
    /// value of their shape included.
    pub fn overlay(&mut self, over: &Self, shape: &'static Shape) {
        for entry in &over.0 {
            let inner = shape.inside(&entry.key).map(|(shape, _)| shape);
            let merged = inner.filter(|shape| !shape.is_one_value());
            match (self.get_mut(&entry.key), &entry.node.value, merged) {
                (
                    Some(Node { value: Value::Table(below), .. }),
                    Value::Table(above),
                    Some(shape),
                ) => below.overlay(above, shape),
                _ => self.insert(&entry.key, entry.key_span, entry.node.clone()),
            }
        }
    }
}

impl Node {
    /// The table, if it is one.
    pub fn as_table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The words, if it is words.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The whole number, if it is one.
    pub fn as_integer(&self) -> Option<i64> {
        match self.value {
            Value::Integer(number) => Some(number),
            _ => None,
        }
    }

    /// The number, if it is one, whole or not.
    pub fn as_decimal(&self) -> Option<Decimal> {
        match self.value {
            Value::Integer(number) => Some(number.into()),
            Value::Decimal(number) => Some(number),
            _ => None,
        }
    }

    /// What kind of thing it is, in words.
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Integer(_) => "a whole number",
            Value::Decimal(_) => "a number with a fraction",
            Value::Text(_) => "text",
            Value::Flag(_) => "true or false",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Date => "a date",
        }
    }
}

/// Reads a source as TOML: the tree, as far as it can be read, and every syntax error.
///
/// ```
/// # use outplay_text::{Problems, Sources, parse};
/// let (mut sources, mut problems) = (Sources::default(), Problems::default());
/// let source = sources.add("a.toml", "hp = 1\nname = \nmana = = 2");
/// let tree = parse(&sources, source, &mut problems);
/// assert_eq!(tree.get("hp").and_then(|node| node.as_integer()), Some(1));
/// assert!(problems.has_errors());
/// ```
pub fn parse(sources: &Sources, source: SourceId, problems: &mut Problems) -> Table {
    let (table, errors) = DeTable::parse_recoverable(&sources.get(source).text);
    for error in errors {
        let span = error.span().map(|range| Span { source, start: range.start, end: range.end });
        problems.push_broken(Problem::error(
            Code::Syntax,
            span,
            format!("this is not TOML: {}", error.message()),
        ));
    }
    own_table(table.get_ref(), source, problems)
}

/// Reads one value in TOML's notation, or failing that a bare word; a number may be too large or have
/// too many digits.
pub(crate) fn parse_value(text: &str, span: Span) -> Result<Node, Problem> {
    let (value, errors) = DeValue::parse_recoverable(text);
    if !errors.is_empty() {
        let mut problems = Problems::default();
        let value = Value::Text(printable(text, span, &mut problems));
        return problems.into_sorted().into_iter().next().map_or(Ok(Node { value, span }), Err);
    }
    let mut problems = Problems::default();
    let node = own(&value, span.source, &mut problems);
    match problems.into_sorted().into_iter().next() {
        Some(problem) => Err(Problem { span: Some(span), ..problem }),
        None => Ok(Node { span, ..node }),
    }
}

/// Text without control characters, ends of lines and tabs apart. Others would tell the terminal
/// on which a name is shown what to do, so they are a problem.
fn printable(text: &str, span: Span, problems: &mut Problems) -> String {
    let commands = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
    let text = text.replace("\r\n", "\n");
    if let Some(letter) = text.chars().find(|letter| commands(*letter)) {
        let message =
            format!("text cannot contain the control character U+{:04X}", u32::from(letter));
        let help = "leave it out: a terminal would obey it instead of showing it";
        problems.push(Problem::error(Code::ControlCharacter, span, message).help(help));
    }
    text.replace(commands, "")
}

/// The number that the digits say; where it cannot be kept exactly, that is a problem.
fn decimal(text: &str, span: Span, problems: &mut Problems) -> Decimal {
    text.parse().unwrap_or_else(|no_decimal: NoDecimal| {
        let (code, help) = match no_decimal {
            NoDecimal::NoNumber => (Code::WrongType, Some("write it in digits: 0.63")),
            NoDecimal::TooFine => {
                (Code::OutOfRange, Some("at most 9 digits after the point: 0.123456789"))
            }
            NoDecimal::TooLarge => (Code::OutOfRange, None),
        };
        let problem = Problem::error(code, span, no_decimal.to_string());
        problems.push(Problem { help: help.map(str::to_owned), ..problem });
        // The checks that follow go on with the digits that there may be.
        let kept = text.find('.').and_then(|point| text.get(..point + 10)?.parse().ok());
        kept.unwrap_or_default()
    })
}

fn own_table(table: &DeTable<'_>, source: SourceId, problems: &mut Problems) -> Table {
    let mut owned = Table::default();
    for (key, value) in table {
        let span = key.span();
        let key_span = Span { source, start: span.start, end: span.end };
        let node = own(value, source, problems);
        let key = printable(key.get_ref(), key_span, problems);
        owned.0.push(Entry { key, key_span, node });
    }
    owned
}

fn own(spanned: &Spanned<DeValue<'_>>, source: SourceId, problems: &mut Problems) -> Node {
    let range = spanned.span();
    let span = Span { source, start: range.start, end: range.end };
    let value = match spanned.get_ref() {
        DeValue::String(text) => Value::Text(printable(text, span, problems)),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Integer(number),
            Err(_) => {
                problems.push(Problem::error(Code::OutOfRange, span, "this number is too large"));
                Value::Integer(0)
            }
        },
        DeValue::Float(number) => Value::Decimal(decimal(number.as_str(), span, problems)),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Datetime(_) => Value::Date,
        DeValue::Array(list) => {
            Value::List(list.iter().map(|node| own(node, source, problems)).collect())
        }
        DeValue::Table(table) => Value::Table(own_table(table, source, problems)),
    };
    Node { value, span }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number that stands in a file, or the problem with it and the text where that is.
    fn number(text: &str) -> Result<String, String> {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let source = sources.add("a.toml", format!("[knight]\naccuracy = {text} # all\n"));
        let tree = parse(&sources, source, &mut problems);
        if let Some(problem) = problems.into_sorted().into_iter().next() {
            let place = problem.span.map_or("", |span| sources.text(span));
            let Problem { code, message, help, .. } = problem;
            return Err(format!("{place}: {code}: {message} / {}", help.unwrap_or_default()));
        }
        let node = tree.table("knight").and_then(|knight| knight.get("accuracy")).unwrap();
        Ok(format!("{} is {}", node.as_decimal().unwrap(), node.kind()))
    }

    #[test]
    fn every_control_character_but_tabs_and_ends_of_lines_is_refused() {
        let read = |text: &str| {
            let (mut sources, mut problems) = (Sources::default(), Problems::default());
            let source = sources.add("a.toml", format!("title = {text}"));
            let tree = parse(&sources, source, &mut problems);
            let found: Vec<_> = problems.into_sorted().iter().map(|it| it.code).collect();
            (tree.get("title").and_then(Node::as_text).map(str::to_owned), found)
        };
        for letter in ('\0'..'\u{a0}').filter(|letter| letter.is_control()) {
            let (text, found) = read(&format!("\"a\\u{:04X}b\"", u32::from(letter)));
            if "\n\t".contains(letter) {
                assert_eq!((text, found), (Some(format!("a{letter}b")), vec![]), "{letter:?}");
            } else {
                assert_eq!(found, [Code::ControlCharacter], "{letter:?}");
                assert_eq!(text.as_deref(), Some("ab"), "{letter:?}");
            }
        }
    }

    #[test]
    fn a_number_with_a_fraction_is_read_from_its_own_text() {
        let decimal = |number: &str| Ok(format!("{number} is a number with a fraction"));
        assert_eq!(number("0.63"), decimal("0.63"));
        assert_eq!(number("-0.5"), decimal("-0.5"));
        assert_eq!(number("+0.5"), decimal("0.5"));
        assert_eq!(number("1_000.000_5"), decimal("1000.0005"));
        assert_eq!(number("1e-3"), decimal("0.001"));
        assert_eq!(number("62.5E-2"), decimal("0.625"));
        assert_eq!(number("1.0"), decimal("1"));
        assert_eq!(number("1"), Ok("1 is a whole number".to_owned()));
    }

    #[test]
    fn a_number_that_cannot_be_kept_exactly_is_a_problem_where_it_stands() {
        let fine = "out-of-range: this number has too many digits after the point / \
            at most 9 digits after the point: 0.123456789";
        for text in ["0.1234567891", "1e-10"] {
            assert_eq!(number(text), Err(format!("{text}: {fine}")));
        }
        let large = "1e30: out-of-range: this number is too large / ";
        assert_eq!(number("1e30"), Err(large.to_owned()));
        for text in ["inf", "-inf", "nan", "+nan"] {
            let told = "wrong-type: this is no number that rules can hold / write it in digits";
            assert_eq!(number(text), Err(format!("{text}: {told}: 0.63")));
        }
    }

    fn table(text: &str) -> (Sources, Table) {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let source = sources.add("a.toml", text);
        let table = parse(&sources, source, &mut problems);
        assert!(!problems.has_errors(), "{problems:?}");
        (sources, table)
    }

    #[test]
    fn each_kind_of_value_is_known_by_its_words() {
        let text = "a = 1\nb = 1.5\nc = 'x'\nd = false\ne = [1, 2]\nf = { g = 3 }\nh = 2020-01-01\ni = 0x1F\nj = \"a\\r\\nb\"";
        let (sources, mut table) = table(text);
        let kinds: Vec<_> = table.iter().map(|entry| entry.node.kind()).collect();
        let wanted = [
            "a whole number",
            "a number with a fraction",
            "text",
            "true or false",
            "a list",
            "a table",
            "a date",
            "a whole number",
            "text",
        ];
        assert_eq!(kinds, wanted);
        let words: Vec<_> = table.iter().map(|entry| sources.text(entry.node.span)).collect();
        assert_eq!(
            words[..8],
            ["1", "1.5", "'x'", "false", "[1, 2]", "{ g = 3 }", "2020-01-01", "0x1F"]
        );
        let keys: Vec<_> = table.iter().map(|entry| sources.text(entry.key_span)).collect();
        assert_eq!(keys, table.keys().collect::<Vec<_>>());
        let integers: Vec<_> = table.iter().map(|entry| entry.node.as_integer()).collect();
        assert_eq!(integers[..8], [Some(1), None, None, None, None, None, None, Some(31)]);
        let decimals = table.iter().filter_map(|entry| entry.node.as_decimal()).count();
        let texts: Vec<_> = table.iter().filter_map(|entry| entry.node.as_text()).collect();
        assert_eq!((decimals, texts), (3, vec!["x", "a\nb"]));
        assert_eq!(table.table("f").map(Table::len), Some(1));
        assert!(table.table("a").is_none() && table.table("z").is_none());
        assert_eq!((table.len(), table.is_empty(), Table::default().is_empty()), (9, false, true));
        let taken =
            table.remove("b").and_then(|node| node.as_decimal()).map(|number| number.to_string());
        assert_eq!((taken.as_deref(), table.len()), (Some("1.5"), 8));
        assert!(table.remove("b").is_none() && table.get("b").is_none());
        let node = table.remove("a").unwrap();
        let place = node.span;
        table.insert("c", place, node.clone());
        table.insert("new", place, node);
        assert_eq!(table.keys().collect::<Vec<_>>(), ["c", "d", "e", "f", "h", "i", "j", "new"]);
        assert_eq!(table.get("c").and_then(Node::as_integer), Some(1));
    }

    #[test]
    fn what_is_laid_over_is_merged_but_for_what_is_one_value() {
        static NUMBER: Shape = Shape::Integer { least: 0, most: 99 };
        static PAIR: Shape = Shape::Table {
            fields: &[],
            rest: Some(crate::Rest {
                what: "a number",
                shape: &NUMBER,
                settable: true,
                free: false,
            }),
        };
        static WHOLE: Shape = Shape::Whole(&PAIR);
        static FILE: Shape = Shape::Table {
            fields: &[
                crate::Field { name: "a", shape: &PAIR, required: false, about: "" },
                crate::Field { name: "b", shape: &WHOLE, required: false, about: "" },
                crate::Field { name: "c", shape: &NUMBER, required: false, about: "" },
            ],
            rest: None,
        };
        let (_, mut below) =
            table("a = { x = 1, y = 2 }\nb = { x = 1, y = 2 }\nc = 3\nz = { x = 1, y = 2 }");
        let (_, over) = table(
            "a = { y = 5, w = 6 }\nb = { y = 5 }\nc = { x = 7 }\nz = { y = 5 }\nn = { m = 1 }",
        );
        below.overlay(&over, &FILE);
        let told = below.iter().map(|Entry { key, node, .. }| {
            let inner = node.as_table().unwrap().iter();
            let inner =
                inner.map(|entry| format!("{}={}", entry.key, entry.node.as_integer().unwrap()));
            format!("{key}: {}", inner.collect::<Vec<_>>().join(" "))
        });
        assert_eq!(
            told.collect::<Vec<_>>(),
            ["a: x=1 y=5 w=6", "b: y=5", "c: x=7", "z: y=5", "n: m=1"]
        );
    }

    #[test]
    fn what_has_too_many_digits_is_read_as_far_as_it_can_be() {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let source = sources.add(
            "a.toml",
            "a = 0.1234567891\nb = 1e30\nc = 99999999999999999999\nd = -1.9876543219e0",
        );
        let table = parse(&sources, source, &mut problems);
        let decimals: Vec<_> =
            table.iter().map(|entry| entry.node.as_decimal().unwrap().to_string()).collect();
        assert_eq!(decimals, ["0.123456789", "0", "0", "-1.987654321"]);
        let told: Vec<_> =
            problems.into_sorted().into_iter().map(|it| (it.code, it.help.is_some())).collect();
        let wrong = |helped| (Code::OutOfRange, helped);
        assert_eq!(told, [wrong(true), wrong(false), wrong(false), wrong(true)]);
    }
}
