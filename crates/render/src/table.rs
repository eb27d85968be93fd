//! Aligned tables.

use comfy_table::{CellAlignment, ColumnConstraint, Table, Width, presets};

use crate::fit::{GAP, Layout, columns, layout, stacked};

/// Rows under a header, columns two spaces apart; `left` names the columns that hold words, the others
/// hold numbers and are aligned to the right. Nothing is wrapped, unless it is to fit a window.
pub fn aligned(header: &[&str], left: &[usize], rows: &[Vec<String>]) -> String {
    aligned_in(columns(), header, left, rows)
}

/// A table before it is text or HTML.
pub(crate) struct Listing {
    /// The heads of the columns.
    pub(crate) header: Vec<String>,
    /// Which columns hold words.
    pub(crate) left: Vec<usize>,
    /// The rows.
    pub(crate) rows: Vec<Vec<String>>,
}

impl Listing {
    /// As text.
    pub(crate) fn text(&self) -> String {
        let header: Vec<&str> = self.header.iter().map(String::as_str).collect();
        aligned(&header, &self.left, &self.rows)
    }
}

/// The same, moved to the right.
pub fn aligned_indented(header: &[&str], left: &[usize], rows: &[Vec<String>]) -> String {
    let room = columns().map(|columns| columns.saturating_sub(INDENT.len()));
    indented(&aligned_in(room, header, left, rows))
}

fn aligned_in(
    room: Option<usize>,
    header: &[&str],
    left: &[usize],
    rows: &[Vec<String>],
) -> String {
    let widths = match layout(header, left, rows, room) {
        Layout::Whole => Vec::new(),
        Layout::Wrapped(widths) => widths,
        Layout::Stacked(room) => return stacked(header, left, rows, room),
    };
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if !header.is_empty() {
        table.set_header(header);
    }
    for row in rows {
        table.add_row(row);
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if let Some(width) = widths.get(index).and_then(|width| u16::try_from(width + GAP).ok()) {
            column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width)));
        }
        if !left.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text: String = table.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    if rows.is_empty() && header.is_empty() {
        text.clear();
    }
    text
}

const INDENT: &str = "  ";

/// Moves a text to the right.
pub fn indented(text: &str) -> String {
    text.lines().map(|line| format!("{INDENT}{line}\n")).collect()
}

/// A time with its unit.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.0} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.1} us", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// A number with so many decimal places; never a zero with a sign.
pub fn decimal(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|letter| matches!(letter, '0' | '.')) => rest.to_owned(),
        _ => text,
    }
}

/// A row of CSV.
pub fn csv_row(fields: &[&str]) -> String {
    let fields: Vec<_> = fields.iter().map(|field| csv_field(field)).collect();
    fields.join(",") + "\n"
}

/// A word as a field of CSV.
pub fn csv_field(word: &str) -> String {
    if word.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", word.replace('"', "\"\""))
    } else {
        word.to_owned()
    }
}
