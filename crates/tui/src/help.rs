//! The window that F1 opens, on top of everything: the rules of the game, and what the keys do.
//!
//! F1 turns from the rules to the keys and then closes it, Tab turns to and fro, arrows and pages
//! scroll, any other key closes it. The last line of the screen stays free and says so.

use std::cell::Cell;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Constraint, Rect};
use ratatui::style::Style;
use ratatui::widgets::Clear;

use super::Command;
use super::pieces::{fitted, footer, hanging, inside, styled, titled, wide};

/// Rules are read in lines no longer than this.
const WIDEST: u16 = 110;

/// What the window shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sheet {
    Rules,
    Keys,
}

impl Sheet {
    fn other(self) -> Self {
        if self == Self::Rules { Self::Keys } else { Self::Rules }
    }
}

/// The window, open or not.
#[derive(Debug, Default)]
pub(super) struct Help {
    sheet: Option<Sheet>,
    scroll: usize,
    /// How many lines are a page, and how far it can be scrolled: drawing finds out.
    room: Cell<(usize, usize)>,
}

impl Help {
    /// Opens it at the rules.
    pub(super) fn open(&mut self) {
        self.turn_to(Some(Sheet::Rules));
    }

    fn turn_to(&mut self, sheet: Option<Sheet>) {
        (self.sheet, self.scroll) = (sheet, 0);
    }

    /// Takes a key where the window is open; the one that quits is never its own.
    pub(super) fn takes(&mut self, key: KeyEvent, command: Option<Command>) -> bool {
        let Some(sheet) = self.sheet.filter(|_| command != Some(Command::Quit)) else {
            return false;
        };
        let (page, most) = self.room.get();
        match (command, key.code) {
            (Some(Command::Help), _) => {
                self.turn_to((sheet == Sheet::Rules).then_some(Sheet::Keys));
            }
            (_, KeyCode::Tab | KeyCode::BackTab | KeyCode::Left | KeyCode::Right) => {
                self.turn_to(Some(sheet.other()));
            }
            (_, KeyCode::Up) => self.scroll = self.scroll.saturating_sub(1),
            (_, KeyCode::Down) => self.scroll = (self.scroll + 1).min(most),
            (_, KeyCode::PageUp) => self.scroll = self.scroll.saturating_sub(page),
            (_, KeyCode::PageDown) => self.scroll = (self.scroll + page).min(most),
            (_, KeyCode::Home) => self.scroll = 0,
            (_, KeyCode::End) => self.scroll = most,
            _ => self.turn_to(None),
        }
        true
    }

    /// Draws it where it is open. The rules are asked for in lines of a width.
    pub(super) fn draw(
        &self,
        frame: &mut Frame,
        rules: impl FnOnce() -> String,
        keys: &[(&str, &str)],
    ) {
        let Some(sheet) = self.sheet else { return };
        let whole = frame.area();
        let area = Rect { height: whole.height.saturating_sub(1), ..whole };
        let (most, _) = inside(Rect { width: area.width.min(WIDEST), ..area });
        let (title, lines) = match sheet {
            Sheet::Rules => (" Rules (F1: keys) ", rule_lines(rules, most)),
            Sheet::Keys => (" Keys (Tab: rules) ", key_lines(keys, most)),
        };
        let widest = lines.iter().map(|line| wide(line)).max().unwrap_or(0).max(wide(title) + 24);
        let width = u16::try_from(widest + 4).unwrap_or(u16::MAX).min(area.width);
        let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(area.height);
        let window = area.centered(Constraint::Length(width), Constraint::Length(height));
        let (_, room) = inside(window);
        let last = lines.len().saturating_sub(room);
        self.room.set((room.saturating_sub(1).max(1), last));
        let from = self.scroll.min(last);
        let more = match (from, last) {
            (_, 0) => String::new(),
            (from, last) if from == last => " the end ".to_owned(),
            (from, last) => format!(" {} more lines ", last - from),
        };
        let shown: Vec<String> = lines.into_iter().skip(from).take(room).collect();
        frame.render_widget(Clear, window);
        let block = titled(title).title_bottom(more);
        frame.render_widget(styled(shown, Style::new()).block(block), window);
        let bottom = Rect { y: area.height, height: whole.height - area.height, ..whole };
        frame.render_widget(Clear, bottom);
        let turn = if sheet == Sheet::Rules { "keys" } else { "close" };
        let scroll = if last > 0 { "scroll" } else { "" };
        let keys =
            [("F1", turn), ("Tab", "turn over"), ("↑ ↓ PgUp PgDn", scroll), ("Esc", "close")];
        let keys: Vec<_> = keys.into_iter().filter(|(_, what)| !what.is_empty()).collect();
        footer(frame, bottom, &keys);
    }
}

/// The rules in lines of that width: what is wider goes on below, further in.
fn rule_lines(rules: impl FnOnce() -> String, width: usize) -> Vec<String> {
    let text = outplay_render::fitted_to(width, rules);
    let fit = |line: &str| {
        if wide(line) <= width {
            return vec![line.to_owned()];
        }
        let words = line.trim_start();
        let indent = (line.len() - words.len()).min(width / 2);
        hanging(&" ".repeat(indent), words, indent, width)
    };
    text.trim_end().lines().flat_map(fit).collect()
}

/// What the keys do, in lines of that width.
fn key_lines(keys: &[(&str, &str)], width: usize) -> Vec<String> {
    let labelled = keys.iter().map(|(key, _)| wide(key)).max().unwrap_or(0) + 2;
    let lines =
        keys.iter().map(|(key, what)| hanging(&fitted(key, labelled), what, labelled, width));
    lines.flatten().collect()
}
