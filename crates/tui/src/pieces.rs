//! What screens are made of: wrapped text, bars, a footer, a window on top.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Padding, Paragraph};

use super::Theme;

/// Below this size there is only room to say so.
pub(super) const LEAST: (u16, u16) = (40, 12);

/// Windows of this height have a line for the goal.
pub(super) const TALL: u16 = 20;

/// Says that the window is too small, where it is.
pub(super) fn too_small(frame: &mut Frame) -> bool {
    let area = frame.area();
    if area.width >= LEAST.0 && area.height >= LEAST.1 {
        return false;
    }
    let text = format!("The window is too small: {} by {} at least. F10 leaves.", LEAST.0, LEAST.1);
    let lines = wrap(&text, area.width.into());
    frame.render_widget(Paragraph::new(lines.into_iter().collect::<Text>()), area);
    true
}

/// The parts of a screen from the top down: so many fixed rows, what is left, fixed rows.
pub(super) fn rows<const N: usize>(area: Rect, heights: [Constraint; N]) -> [Rect; N] {
    Layout::vertical(heights).areas(area)
}

/// A box with a title.
pub(super) fn titled<'a>(title: impl Into<Line<'a>>) -> Block<'a> {
    Block::bordered().padding(Padding::horizontal(1)).title(title)
}

/// How many columns and rows there are inside such a box.
pub(super) fn inside(area: Rect) -> (usize, usize) {
    (area.width.saturating_sub(4).into(), area.height.saturating_sub(2).into())
}

/// A space that is not a place to break a line, unless there is no other.
const TIE: &str = "\u{a0}";

/// Words that are best left on one line.
pub(super) fn tied(words: &str) -> String {
    words.replace(' ', TIE)
}

/// Text in lines that are no wider than that, broken between words where possible.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is always a line");
        let length = wide(last) + usize::from(!last.is_empty()) + wide(word);
        if length <= width {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
            continue;
        }
        if !last.is_empty() {
            lines.push(String::new());
        }
        if wide(word) > width && word.contains(TIE) {
            lines.pop();
            lines.extend(wrap(&word.replace(TIE, " "), width));
            continue;
        }
        for letter in word.chars() {
            let last = lines.last_mut().expect("there is always a line");
            if !last.is_empty() && wide(last) + wide(letter.encode_utf8(&mut [0; 4])) > width {
                lines.push(letter.to_string());
            } else {
                last.push(letter);
            }
        }
    }
    lines.into_iter().map(|line| line.replace(TIE, " ")).collect()
}

/// Text wrapped behind a lead; its later lines stand further in.
pub(super) fn hanging(lead: &str, text: &str, indent: usize, width: usize) -> Vec<String> {
    let lines = wrap(text, width.saturating_sub(indent.max(wide(lead))));
    let margin = " ".repeat(indent);
    let lead = |index| if index == 0 { lead } else { margin.as_str() };
    lines.iter().enumerate().map(|(index, line)| format!("{}{line}", lead(index))).collect()
}

/// No more than so many lines; where there is more, the last one is cut, which is seen.
pub(super) fn capped(mut lines: Vec<String>, most: usize, width: usize) -> Vec<String> {
    if lines.len() > most {
        let last = most.saturating_sub(1);
        let rest = cut(&lines[last..].join(" "), width);
        lines.truncate(last);
        lines.push(rest);
    }
    lines
}

/// A heading or a note: a line, or a few where the window is narrow and tall enough.
pub(super) fn few_lines(text: &str, area: Rect) -> Vec<String> {
    let width = usize::from(area.width).saturating_sub(2);
    let lines = wrap(&text.replace('\n', " "), width);
    let most = usize::from(area.height / 8).max(1);
    capped(lines, most, width).into_iter().map(|line| format!(" {line}")).collect()
}

/// As many rows as these lines take.
pub(super) fn tall<T>(lines: &[T]) -> Constraint {
    Constraint::Length(u16::try_from(lines.len()).unwrap_or(u16::MAX))
}

/// Lines in one style.
pub(super) fn styled(lines: Vec<String>, style: Style) -> Paragraph<'static> {
    Paragraph::new(lines.into_iter().map(|line| Line::styled(line, style)).collect::<Text>())
}

/// A list of items of some lines each, as far as there is room, the one at `keep` in view; and in
/// brackets how many items are left out.
pub(super) fn scrolled(
    items: Vec<Vec<Line<'static>>>,
    keep: usize,
    height: usize,
) -> (Text<'static>, String) {
    let mut ends = Vec::new();
    for item in &items {
        ends.push(ends.last().unwrap_or(&0) + item.len());
    }
    let starts: Vec<_> = std::iter::once(0).chain(ends.iter().copied()).collect();
    let end = ends.get(keep).copied().unwrap_or(0);
    let first = starts[..=keep.min(items.len())].iter().position(|start| end - start <= height);
    let first = first.map_or(keep, |first| first.min(keep));
    let below = ends.iter().filter(|end| **end > starts[first] + height).count();
    let left_out = match (first, below) {
        (0, 0) => String::new(),
        (0, below) => format!("({below} more below) "),
        (above, 0) => format!("({above} more above) "),
        (above, below) => format!("({above} more above, {below} below) "),
    };
    (items.into_iter().flatten().skip(starts[first]).take(height).collect(), left_out)
}

/// How many columns a text takes.
pub(super) fn wide(text: &str) -> usize {
    Span::raw(text).width()
}

/// A text cut or filled to so many columns.
pub(super) fn fitted(text: &str, width: usize) -> String {
    let mut fitted = cut(text, width);
    fitted.push_str(&" ".repeat(width.saturating_sub(wide(&fitted))));
    fitted
}

/// A text cut to so many columns, which is seen.
pub(super) fn cut(text: &str, width: usize) -> String {
    if wide(text) <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in text.chars() {
        if wide(&short) + wide(letter.encode_utf8(&mut [0; 4])) + 1 > width {
            break;
        }
        short.push(letter);
    }
    if width > 0 {
        short.push('…');
    }
    short
}

/// A bar of that many columns, filled as `value` is of `full`. A little is never drawn as nothing.
pub(super) fn bar(value: i32, full: i32, width: usize) -> (String, String) {
    let value = i64::from(value.max(0));
    let full = i64::from(full).max(value).max(1);
    let columns = i64::try_from(width).unwrap_or(0);
    let filled = (value * columns + full / 2) / full;
    let filled = if value > 0 { filled.max(1).min(columns) } else { 0 };
    let filled = usize::try_from(filled).unwrap_or(0);
    ("█".repeat(filled), "░".repeat(width - filled))
}

/// What the keys do, in the last line; as many as there is room for, the last one always.
pub(super) fn footer(frame: &mut Frame, area: Rect, keys: &[(&str, &str)]) {
    let width = usize::from(area.width);
    let length = |(key, what): &(&str, &str)| wide(key) + wide(what) + 3;
    let last = keys.last().map_or(0, length);
    let mut left = width.saturating_sub(last);
    let mut line = Line::default();
    for (index, (key, what)) in keys.iter().enumerate() {
        let length = length(&(*key, *what));
        let is_last = index + 1 == keys.len();
        if !is_last && length > left {
            continue;
        }
        left = left.saturating_sub(if is_last { 0 } else { length });
        line.push_span(Span::styled(format!(" {key}"), Theme::BOLD));
        line.push_span(Span::raw(format!(" {what} ")));
    }
    frame.render_widget(Paragraph::new(line), area);
}
