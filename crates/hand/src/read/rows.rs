//! Rows of text: comma- or tab-separated, quoted fields and all, with the place of each field.

use outplay_text::{Code, Problem, Problems, SourceId, Sources, Span};

/// A field of a row.
pub(super) struct Field {
    pub(super) text: String,
    pub(super) span: Span,
}

/// More rows than any list of cards has: reading them takes a hundred times the memory of their text.
pub(super) const MOST_ROWS: usize = 50_000;

/// Reads all rows; blank lines are skipped.
pub(super) fn rows(
    sources: &Sources,
    source: SourceId,
    separator: u8,
    problems: &mut Problems,
) -> Vec<Vec<Field>> {
    let text = &sources.get(source).text;
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let mut record = csv::StringRecord::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => return rows,
            Err(error) => {
                let message = format!("this table cannot be read: {error}");
                problems.push(Problem::error(Code::Syntax, Span::all(source, text), message));
                return rows;
            }
        }
        let end = usize::try_from(reader.position().byte()).unwrap_or(text.len()).min(text.len());
        let start = record.position().and_then(|place| usize::try_from(place.byte()).ok());
        let start = start.unwrap_or(0).min(end);
        let raw = text.get(start..end).unwrap_or("");
        let lead = raw.len() - raw.trim_start_matches(['\r', '\n', '\u{feff}']).len();
        let (start, raw) = (start + lead, raw[lead..].trim_end_matches(['\r', '\n']));
        let whole = Span { source, start, end: start + raw.len() };
        let plain = !raw.contains('"');
        let mut at = start;
        let row = record.iter().map(|field| {
            let span =
                if plain { Span { source, start: at, end: at + field.len() } } else { whole };
            at += field.len() + 1;
            Field { text: field.trim().to_owned(), span }
        });
        let row: Vec<_> = row.collect();
        if row.iter().all(|field| field.text.is_empty()) {
            continue;
        }
        if rows.len() == MOST_ROWS {
            let message = "there are more rows than a table may have";
            let help = format!("it may have {MOST_ROWS}");
            problems.push(Problem::error(Code::TooMany, whole, message).help(help));
            return rows;
        }
        rows.push(row);
    }
}
