//! YAML, and JSON as part of it, as a tree in which every part knows where it stands.
//!
//! The parser hands out events one by one, and the tree is built with a stack of its own, so that
//! deep nesting is an error and not the end of the program.

use outplay_text::{Code, Node, Problem, Problems, SourceId, Sources, Span, Table, Value};
use saphyr_parser::{Event, Parser, ScalarStyle};

/// No hand is nested more deeply.
const DEEPEST: usize = 16;

/// A collection that is being read.
enum Building {
    List { start: usize, nodes: Vec<Node> },
    Table { start: usize, table: Table, key: Option<(String, Span)> },
}

/// Reads a source as YAML; `None` where it is empty, or cannot be read and that was said.
pub(super) fn parse(sources: &Sources, source: SourceId, problems: &mut Problems) -> Option<Node> {
    let text = &sources.get(source).text;
    let bytes = Bytes::new(text);
    let mut stack: Vec<Building> = Vec::new();
    let mut parser = Parser::new_from_str(text);
    loop {
        let (event, place) = match parser.next_event()? {
            Ok(event) => event,
            Err(error) => {
                let at = bytes.of(error.marker().index());
                let span = Span::letter(source, text, at);
                let message = format!("this cannot be read as YAML: {}", error.info());
                problems.push(Problem::error(Code::Syntax, span, message).help(
                    "a hand is a list of cards, for example `- {name: A, cost: 1, pitch: 2, attack: 5, go_again: 0}`",
                ));
                return None;
            }
        };
        let span =
            Span { source, start: bytes.of(place.start.index()), end: bytes.of(place.end.index()) };
        let done = match event {
            Event::Nothing | Event::StreamStart | Event::DocumentStart(_) => continue,
            Event::StreamEnd | Event::DocumentEnd => return None,
            Event::Alias(_) => {
                problems.push(
                    Problem::error(Code::Unsupported, span, "aliases are not read here")
                        .help("write the value out"),
                );
                return None;
            }
            Event::Scalar(words, style, ..) => {
                let plain = style == ScalarStyle::Plain;
                Some(Node { value: scalar(&words, plain), span: trimmed(text, span) })
            }
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                if stack.len() == DEEPEST {
                    problems.push(Problem::error(Code::TooMany, span, "this is nested too deeply"));
                    return None;
                }
                let start = span.start;
                stack.push(match event {
                    Event::SequenceStart(..) => Building::List { start, nodes: Vec::new() },
                    _ => Building::Table { start, table: Table::default(), key: None },
                });
                None
            }
            Event::SequenceEnd | Event::MappingEnd => stack.pop().map(|building| {
                let (value, start) = match building {
                    Building::List { start, nodes } => (Value::List(nodes), start),
                    Building::Table { start, table, .. } => (Value::Table(table), start),
                };
                Node { value, span: trimmed(text, Span { start, ..span }) }
            }),
        };
        let Some(node) = done else { continue };
        match stack.last_mut() {
            None => return Some(node),
            Some(Building::List { nodes, .. }) => nodes.push(node),
            Some(Building::Table { table, key, .. }) => match key.take() {
                None => match &node.value {
                    Value::List(_) | Value::Table(_) => {
                        problems.push(Problem::error(
                            Code::BadName,
                            node.span,
                            "a name must be a word",
                        ));
                        return None;
                    }
                    Value::Text(words) => *key = Some((words.clone(), node.span)),
                    _ => *key = Some((sources.text(node.span).to_owned(), node.span)),
                },
                Some((name, key_span)) => {
                    if table.get(&name).is_some() {
                        let message = format!("`{name}` is given twice");
                        problems.push(
                            Problem::error(Code::Twice, key_span, message)
                                .help("leave one of them out"),
                        );
                    }
                    // What is left blank is not there.
                    if !is_null(&node, sources) {
                        table.insert(name, key_span, node);
                    }
                }
            },
        }
    }
}

fn is_null(node: &Node, sources: &Sources) -> bool {
    matches!(&node.value, Value::Text(_)) && ["", "~", "null"].contains(&sources.text(node.span))
}

/// What a scalar means; quoted ones are always words.
fn scalar(words: &str, plain: bool) -> Value {
    if !plain {
        return Value::Text(words.to_owned());
    }
    match words {
        "true" | "True" | "yes" => Value::Flag(true),
        "false" | "False" | "no" => Value::Flag(false),
        _ => match (words.parse::<i64>(), words.parse::<f64>()) {
            (Ok(number), _) => Value::Integer(number),
            (_, Ok(_)) if words.contains(|letter: char| letter.is_ascii_digit()) => {
                // No card has one: its text says what is wrong, however many digits it has.
                Value::Decimal(words.parse().unwrap_or_default())
            }
            _ => Value::Text(words.to_owned()),
        },
    }
}

/// Without the white space at its end, which the parser counts in.
fn trimmed(text: &str, span: Span) -> Span {
    let words = text.get(span.start..span.end).unwrap_or("").trim_end();
    Span { end: span.start + words.len(), ..span }
}

/// From the parser's characters to bytes.
struct Bytes(Option<Vec<usize>>, usize);

impl Bytes {
    fn new(text: &str) -> Self {
        let offsets = (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at).collect());
        Self(offsets, text.len())
    }

    fn of(&self, character: usize) -> usize {
        match &self.0 {
            None => character.min(self.1),
            Some(offsets) => offsets.get(character).copied().unwrap_or(self.1),
        }
    }
}
