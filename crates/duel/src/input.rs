//! The puzzle's own text: `Hit Points: 71`, one labelled number a line.
//!
//! The rules file says which labels there are and which number each sets, so that no code knows a
//! boss. Any order, blank lines and spaces are fine; anything else is an error that names the line.

use outplay_text::set::Change;
use outplay_text::{Code, Node, Problem, Problems, SourceId, Sources, Span, Table, Value};

use crate::format::MOST;

/// Some editors put this at the start of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a puzzle's text into changes of the rules. `labels` is the file's `[input]` table.
pub(crate) fn read(
    sources: &Sources,
    source: SourceId,
    labels: &Table,
    problems: &mut Problems,
) -> Vec<Change> {
    let text = &sources.get(source).text;
    let mut changes: Vec<Change> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let blank = |letter: char| letter.is_whitespace() || letter == BYTE_ORDER_MARK;
        let begin = start + (line.len() - line.trim_start_matches(blank).len());
        let content = line.trim_matches(blank);
        let span = Span { source, start: begin, end: begin + content.len() };
        start += line.len();
        if content.is_empty() {
            continue;
        }
        let Some((label, number)) = content.split_once(':') else {
            problems.push(
                Problem::error(Code::Syntax, span, "expected `Label: number`")
                    .help(expected(labels)),
            );
            continue;
        };
        let (label, number) = (label.trim(), number.trim());
        let entry = labels.iter().find(|entry| entry.key.eq_ignore_ascii_case(label));
        let Some(entry) = entry else {
            let message = format!("the label `{label}` is unknown");
            problems.push(Problem::error(Code::UnknownLabel, span, message).help(expected(labels)));
            continue;
        };
        if seen.contains(&entry.key.as_str()) {
            let message = format!("`{}` is given twice", entry.key);
            problems.push(Problem::error(Code::Twice, span, message));
            continue;
        }
        seen.push(&entry.key);
        let end = begin + content.len();
        let number_span = Span { source, start: end - number.len(), end };
        let digits = number.bytes().all(|digit| digit.is_ascii_digit());
        match number.parse::<i64>() {
            Ok(value) if digits && (0..=MOST).contains(&value) => changes.push(Change {
                path: entry.node.as_text().unwrap_or_default().to_owned(),
                path_span: span,
                value: Node { value: Value::Integer(value), span: number_span },
            }),
            _ => problems.push(
                Problem::error(
                    Code::OutOfRange,
                    number_span,
                    format!("`{number}` is not a number in range"),
                )
                .help(format!("a whole number, 0 to {MOST}")),
            ),
        }
    }
    for entry in labels.iter().filter(|entry| !seen.contains(&entry.key.as_str())) {
        let message = format!("a line `{}: ...` is missing", entry.key);
        problems.push(Problem::error(Code::MissingField, Span::all(source, text), message));
    }
    changes
}

fn expected(labels: &Table) -> String {
    let labels: Vec<_> = labels.keys().map(|label| format!("`{label}: 12`")).collect();
    format!("a line such as {}", labels.join(" or "))
}
