//! A hand in a file: YAML, JSON or CSV, told apart by name or content.

use outplay_text::{Code, Node, Problem, Problems, SourceId, Sources, Span, Table, Value};

use super::fields::{card, number};
use super::{rows, yaml};
use crate::{Card, MOST_CARDS, MOST_NUMBER};

/// What a file says about a hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandFile {
    /// The cards, in the order of the file.
    pub cards: Vec<Card>,
    /// Action points at the start, where it says so.
    pub action_points: Option<u32>,
    /// Resources at the start, where it says so.
    pub resources: Option<u32>,
}

/// How a text is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Yaml,
    Json,
    Rows(u8),
}

/// By the name's ending, else by the look of the text.
pub(super) fn format(name: &str, text: &str) -> Format {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_lowercase();
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let line = line.unwrap_or("");
    let separator = if line.contains('\t') { b'\t' } else { b',' };
    match ending.as_str() {
        "json" => Format::Json,
        "yaml" | "yml" => Format::Yaml,
        "csv" | "tsv" => Format::Rows(separator),
        _ if serde_json::from_str::<serde_json::Value>(text).is_ok() => Format::Json,
        _ if line.starts_with(['{', '[', '-']) || line.contains(':') => Format::Yaml,
        _ if line.contains([',', '\t']) => Format::Rows(separator),
        _ => Format::Yaml,
    }
}

/// Reads a hand.
pub fn hand_file(sources: &Sources, source: SourceId, problems: &mut Problems) -> HandFile {
    let file = sources.get(source);
    let mut read = match format(&file.name, &file.text) {
        Format::Rows(separator) => from_rows(sources, source, separator, problems),
        Format::Yaml => from_tree(sources, source, problems),
        Format::Json => match serde_json::from_str::<serde_json::Value>(&file.text) {
            Ok(_) => from_tree(sources, source, problems),
            Err(_) if file.text.trim().is_empty() => HandFile::default(),
            Err(error) => {
                let at = offset(&file.text, error.line(), error.column());
                let span = Span::letter(source, &file.text, at);
                problems.push(Problem::error(
                    Code::Syntax,
                    span,
                    format!("this is not JSON: {error}"),
                ));
                HandFile::default()
            }
        },
    };
    if read.cards.len() > MOST_CARDS {
        let message = format!("{} cards are more than a hand may have", read.cards.len());
        let help = format!("it may have {MOST_CARDS}");
        problems.push(Problem::error(Code::TooMany, None, message).help(help));
        read.cards.truncate(MOST_CARDS);
    }
    read
}

/// The byte at a line and a column, both from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let mut at = (start + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn from_tree(sources: &Sources, source: SourceId, problems: &mut Problems) -> HandFile {
    let mut file = HandFile::default();
    let Some(root) = yaml::parse(sources, source, problems) else { return file };
    let mut names = Names::default();
    match &root.value {
        Value::List(nodes) => {
            file.cards = cards(nodes, &mut names, sources, problems);
        }
        Value::Table(table) if table.get("cards").is_some() || !all_tables(table) => {
            for entry in table.iter() {
                let node = &entry.node;
                match entry.key.replace('-', "_").as_str() {
                    "cards" => match &node.value {
                        Value::List(nodes) => {
                            file.cards = cards(nodes, &mut names, sources, problems);
                        }
                        _ => wrong(node, "`cards` is a list of cards", problems),
                    },
                    "action_points" => {
                        file.action_points = number(node, sources, MOST_NUMBER, problems);
                    }
                    "resources" => file.resources = number(node, sources, MOST_NUMBER, problems),
                    // A known answer, as in lists of test hands.
                    "most_damage" => {}
                    key => {
                        let known = ["cards", "action_points", "resources"];
                        let message = format!("`{key}` is unknown here");
                        problems.push(
                            Problem::error(Code::UnknownField, entry.key_span, message)
                                .one_of(key, known),
                        );
                    }
                }
            }
        }
        Value::Table(table) => {
            for entry in table.iter() {
                let Value::Table(fields) = &entry.node.value else { continue };
                let read = card(fields, entry.key.clone(), entry.key_span, sources, problems);
                names.check(read.as_ref(), entry.key_span, problems);
                file.cards.extend(read);
            }
        }
        _ => wrong(&root, "a hand is a list of cards", problems),
    }
    file
}

fn all_tables(table: &Table) -> bool {
    table.iter().all(|entry| entry.node.as_table().is_some())
}

fn wrong(node: &Node, what: &str, problems: &mut Problems) {
    let message = format!("{what}, and this is {}", node.kind());
    problems.push(Problem::error(Code::WrongType, node.span, message).help(
        "for example `- {name: A, cost: 1, pitch: 2, attack: 5, go_again: 0}`, one line for each card",
    ));
}

fn cards(
    nodes: &[Node],
    names: &mut Names,
    sources: &Sources,
    problems: &mut Problems,
) -> Vec<Card> {
    let mut cards = Vec::with_capacity(nodes.len());
    for (place, node) in nodes.iter().enumerate() {
        match &node.value {
            Value::Table(table) => {
                let read = card(table, format!("nr{place}"), node.span, sources, problems);
                let name = table.get("name").or_else(|| table.get("id"));
                names.check(read.as_ref(), name.map_or(node.span, |name| name.span), problems);
                cards.extend(read);
            }
            _ => wrong(node, "a card has fields", problems),
        }
    }
    cards
}

fn from_rows(
    sources: &Sources,
    source: SourceId,
    separator: u8,
    problems: &mut Problems,
) -> HandFile {
    let rows = rows::rows(sources, source, separator, problems);
    let mut file = HandFile::default();
    let mut names = Names::default();
    // Remarks may stand above the headings, as above other forms of a hand.
    let remarks = rows.iter().take_while(|row| row[0].text.starts_with('#')).count();
    let Some((header, rows)) = rows[remarks..].split_first() else { return file };
    for (place, row) in rows.iter().enumerate() {
        let mut table = Table::default();
        let first = row[0].span;
        let whole = Span { end: row[row.len() - 1].span.end, ..first };
        if row.len() > header.len() {
            let message = format!("{} fields under {} headings", row.len(), header.len());
            let help = "put a field with a comma in it in quotation marks";
            problems.push(Problem::error(Code::Syntax, whole, message).help(help));
        }
        for (heading, field) in header.iter().zip(row).filter(|(_, field)| !field.text.is_empty()) {
            let value = match field.text.parse() {
                Ok(number) => Value::Integer(number),
                Err(_) => Value::Text(field.text.clone()),
            };
            table.insert(&heading.text, heading.span, Node { value, span: field.span });
        }
        let read = card(&table, format!("nr{place}"), whole, sources, problems);
        names.check(read.as_ref(), first, problems);
        file.cards.extend(read);
    }
    file
}

/// The names so far: no two cards may have the same one, or a line could mean either.
#[derive(Default)]
struct Names(rustc_hash::FxHashSet<String>);

impl Names {
    fn check(&mut self, card: Option<&Card>, span: Span, problems: &mut Problems) {
        let Some(card) = card else { return };
        if !self.0.insert(card.name.to_lowercase()) {
            let message = format!("two cards are called {}", card.name);
            problems.push(
                Problem::error(Code::Twice, span, message).help("give each card a name of its own"),
            );
        }
    }
}
