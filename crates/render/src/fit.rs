//! Tables that fit a window.
//!
//! A table that is read in a window must not run past its edge: there every line would break in two, and
//! no column would be one. So a table that is too wide gives up room where words can wrap, and where even
//! that is too wide each row becomes a few lines of its own. Numbers are never broken or left out.
//!
//! How wide a table may be is said once for each thread, by whoever shows what is rendered on it: a width
//! in the signature of every sentence would say it forty times. Unless somebody does, tables are whole.

use std::cell::Cell;

use unicode_width::UnicodeWidthStr;

thread_local! {
    static COLUMNS: Cell<Option<usize>> = const { Cell::new(None) };
}

/// From now on the tables made on this thread fit so many columns, or are whole.
pub fn fit_to(columns: Option<usize>) {
    COLUMNS.set(columns);
}

/// What is made on this thread with tables that fit so many columns; others are as they were.
pub fn fitted_to<T>(columns: usize, make: impl FnOnce() -> T) -> T {
    let before = COLUMNS.replace(Some(columns));
    let made = make();
    COLUMNS.set(before);
    made
}

/// How many columns there are, where that is known.
pub(crate) fn columns() -> Option<usize> {
    COLUMNS.get()
}

/// What stands between columns.
pub(crate) const GAP: usize = 2;

/// A column of words is not made narrower than this, where there is more in it, nor for the sake of
/// longer words wider than that.
const NARROWEST: usize = 10;
const LONGEST_WORD: usize = 20;

/// So few more columns are not worth a line break.
const LITTLE: usize = 4;

/// How wide a text is on a screen.
pub(crate) fn wide(text: &str) -> usize {
    text.width()
}

/// How a table is shown.
pub(crate) enum Layout {
    /// As it is.
    Whole,
    /// Columns of these widths, in which words wrap.
    Wrapped(Vec<usize>),
    /// A few lines for each row.
    Stacked(usize),
}

/// How a table is shown in that many columns.
pub(crate) fn layout(
    header: &[&str],
    left: &[usize],
    rows: &[Vec<String>],
    room: Option<usize>,
) -> Layout {
    let Some(room) = room else { return Layout::Whole };
    let count = rows.iter().map(Vec::len).max().unwrap_or(0).max(header.len());
    let cells = |index: usize| rows.iter().filter_map(move |row| row.get(index));
    let head = |index: usize| header.get(index).copied().unwrap_or_default();
    let longest_word = |text: &str| text.split_whitespace().map(wide).max().unwrap_or(0);
    let whole: Vec<usize> = (0..count)
        .map(|index| cells(index).map(|cell| wide(cell)).max().unwrap_or(0).max(wide(head(index))))
        .collect();
    let gaps = GAP * count.saturating_sub(1);
    if whole.iter().sum::<usize>() + gaps <= room {
        return Layout::Whole;
    }
    let mut widths: Vec<usize> = (0..count)
        .map(|index| {
            let body = cells(index).map(|cell| wide(cell)).max().unwrap_or(0);
            let word = cells(index).map(|cell| longest_word(cell)).max().unwrap_or(0);
            let words = body.min(NARROWEST).max(word.min(LONGEST_WORD));
            let body = if left.contains(&index) { words } else { body };
            body.max(longest_word(head(index)))
        })
        .collect();
    let Some(mut spare) = room.checked_sub(widths.iter().sum::<usize>() + gaps) else {
        return Layout::Stacked(room);
    };
    // Who lacks little gets it; what is left goes to whoever lacks most, a column at a time.
    for (index, width) in widths.iter_mut().enumerate().filter(|(index, _)| left.contains(index)) {
        let lacks = whole[index] - *width;
        if lacks <= LITTLE.min(spare) {
            *width += lacks;
            spare -= lacks;
        }
    }
    while spare > 0 {
        let lacking = (0..count).max_by_key(|&index| (whole[index] - widths[index], count - index));
        let Some(index) = lacking.filter(|&index| whole[index] > widths[index]) else { break };
        widths[index] += 1;
        spare -= 1;
    }
    Layout::Wrapped(widths)
}

/// Each row as a few lines: what it begins with, then its words, then its numbers.
pub(crate) fn stacked(
    header: &[&str],
    left: &[usize],
    rows: &[Vec<String>],
    room: usize,
) -> String {
    let mut text = String::new();
    for row in rows {
        let first = (0..row.len()).find(|index| left.contains(index)).unwrap_or(0);
        let head = |index: usize| header.get(index).copied().unwrap_or_default();
        let named = |index: usize| format!("{} {}", head(index), row[index]).trim().to_owned();
        let is_said = |index: &usize| !row[*index].trim().is_empty();
        let lead: Vec<String> = (0..=first.min(row.len().saturating_sub(1)))
            .filter(is_said)
            .map(|index| if left.contains(&index) { row[index].clone() } else { named(index) })
            .collect();
        let rest = || (first + 1..row.len()).filter(is_said);
        let mut numbers: Vec<String> =
            rest().filter(|index| !left.contains(index)).map(named).collect();
        text += &hanging(lead.join(" ").split_whitespace(), 0, room);
        for index in rest().filter(|index| left.contains(index)) {
            let colon = if head(index).is_empty() { "" } else { ": " };
            let words = format!("{}{colon}{}", head(index), row[index]);
            text += &hanging(words.split_whitespace(), GAP, room);
        }
        let last = numbers.len().saturating_sub(1);
        for number in &mut numbers[..last] {
            number.push(',');
        }
        text += &hanging(numbers.iter().map(String::as_str), GAP, room);
    }
    text
}

/// Words in lines of so many columns, all moved to the right, those after the first once more.
fn hanging<'w>(words: impl Iterator<Item = &'w str>, indent: usize, room: usize) -> String {
    let mut lines = String::new();
    let (mut line, mut start) = (String::new(), indent);
    for word in words {
        let free = room.saturating_sub(start);
        if !line.is_empty() && wide(&line) + 1 + wide(word) > free {
            lines += &format!("{}{line}\n", " ".repeat(start));
            line.clear();
            start = indent + GAP;
        }
        line.push_str(if line.is_empty() { "" } else { " " });
        line.push_str(word);
        // What has no spaces breaks anywhere.
        while wide(&line) > room.saturating_sub(start).max(1) {
            let mut end = 0;
            for (place, letter) in line.char_indices() {
                let next = place + letter.len_utf8();
                if end > 0 && wide(&line[..next]) > room.saturating_sub(start).max(1) {
                    break;
                }
                end = next;
            }
            let over = line.split_off(end);
            lines += &format!("{}{line}\n", " ".repeat(start));
            (line, start) = (over, indent + GAP);
        }
    }
    if !line.is_empty() {
        lines += &format!("{}{line}\n", " ".repeat(start));
    }
    lines
}

#[cfg(test)]
mod tests {
    use crate::table::aligned;

    use super::*;

    const HEADER: [&str; 4] = ["round", "what happens", "Wizard hp", "running"];

    fn table(columns: Option<usize>) -> String {
        fit_to(columns);
        let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        let rows = [
            row(["", "start", "50", ""]),
            row([
                "1",
                "Recharge (-229 mana) and then some more words",
                "42",
                "Recharge 5, Poison 3",
            ]),
        ];
        let text = aligned(&HEADER, &[1, 3], &rows);
        fit_to(None);
        text
    }

    #[test]
    fn a_table_is_whole_where_it_fits_or_nobody_minds() {
        let whole = table(None);
        assert_eq!(whole.lines().count(), 3);
        assert_eq!(table(Some(200)), whole);
    }

    #[test]
    fn words_wrap_and_numbers_do_not() {
        let expected = "\
round  what happens              Wizard  running
                                     hp
       start                         50
    1  Recharge (-229 mana) and      42  Recharge
       then some more words              5, Poison
                                         3
";
        assert_eq!(table(Some(51)), expected);
    }

    #[test]
    fn where_nothing_wraps_enough_each_row_has_lines_of_its_own() {
        let expected = "\
start
  Wizard hp 50
round 1 Recharge (-229
  mana) and then some
  more words
  running: Recharge 5,
    Poison 3
  Wizard hp 42
";
        assert_eq!(table(Some(22)), expected);
    }

    #[test]
    fn no_line_is_wider_than_the_window() {
        for columns in 8..120 {
            let text = table(Some(columns));
            assert!(text.lines().all(|line| wide(line) <= columns), "{columns}:\n{text}");
        }
        assert_eq!(hanging(["abcdefgh", "ij"].into_iter(), 0, 4), "abcd\n  ef\n  gh\n  ij\n");
    }
}
