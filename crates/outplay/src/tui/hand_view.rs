//! Draws a hand: the cards as a table, and what was done with them, or what was possible.

use outplay::hand::{Card, Use};
use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Text};
use ratatui::widgets::Paragraph;

use super::Look;
use super::hand::HandApp;
use super::pieces::{fitted, footer, inside, rows, titled, too_small, wide, window, wrap};
use crate::play::judged;

const KEYS: [(&str, &str); 9] = [
    ("P", "play"),
    ("I", "pitch"),
    ("E", "end"),
    ("F1", "help"),
    ("F2", "hint"),
    ("F3", "undo"),
    ("F4", "new"),
    ("F5", "save"),
    ("F10", "quit"),
];

pub(super) fn draw(app: &HandApp, frame: &mut Frame, look: Look) {
    if too_small(frame) {
        return;
    }
    let cards = u16::try_from(app.sitting.hand.cards.len() + 3).unwrap_or(u16::MAX);
    let room = frame.area().height.saturating_sub(3 + 6).max(4);
    let [title, table, line, note, keys] = rows(
        frame.area(),
        [
            Constraint::Length(1),
            Constraint::Length(cards.min(room)),
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ],
    );
    let (state, damage) = app.sitting.state();
    let heading = format!(
        " A hand   damage {damage}   action points {}   resources {}",
        state.action_points, state.resources
    );
    frame.render_widget(Paragraph::new(Line::styled(heading, Look::BOLD)), title);
    draw_cards(app, &state.uses, frame, table, look);
    draw_line(app, frame, line, look);
    let text = match (&app.note, app.waiting) {
        (note, _) if !note.is_empty() => note.clone(),
        (_, true) => "Working out what is possible ...".to_owned(),
        (_, false) if state.is_over() => "F3 takes a move back, F4 begins again.".to_owned(),
        _ => "Arrows or digits choose a card; P plays it, I pitches it.".to_owned(),
    };
    frame.render_widget(Paragraph::new(Line::styled(format!(" {text}"), look.note())), note);
    footer(frame, keys, &KEYS);
    if app.help {
        let rows = [
            ("arrows, 1 to 9", "choose a card"),
            ("P, Enter", "play it"),
            ("I", "pitch it"),
            ("E", "end the turn"),
            ("F2  Ctrl-T", "hint: the best that is possible from here"),
            ("F3  Ctrl-U", "undo"),
            ("F4  Ctrl-N", "a new hand (the same one where it was given)"),
            ("F5  Ctrl-S", "save: a file that replays it"),
            ("F10 Ctrl-C", "quit"),
        ];
        let lines = rows.map(|(key, what)| (format!("{key:<14} {what} "), Style::new()));
        window(frame, "Keys (any key closes this)", &lines);
    }
}

fn draw_cards(app: &HandApp, uses: &[Use], frame: &mut Frame, area: Rect, look: Look) {
    let cards = &app.sitting.hand.cards;
    let (width, height) = inside(area);
    let named = cards.iter().map(|card| wide(&card.name)).max().unwrap_or(0);
    let named = named.max(4).min(width.saturating_sub(44)).max(6);
    let instants = cards.iter().any(|card| card.action == 0);
    let number = |number: Option<u32>| number.map_or("-".to_owned(), |number| number.to_string());
    let columns = |words: [&str; 6]| {
        let [name, cost, pitch, attack, again, of] = words;
        format!("{}  {cost:>4}  {pitch:>5}  {attack:>6}  {again:>8}  {of}", fitted(name, named))
    };
    let header = columns(["card", "cost", "pitch", "attack", "go again", ""]);
    let mut lines = vec![Line::styled(format!("    {header}"), Look::BOLD)];
    let line = |index: usize, card: &Card, of: Use| {
        let word = match of {
            Use::Played => "played",
            Use::Pitched => "pitched",
            Use::Kept if instants && card.action == 0 => "(instant)",
            Use::Kept => "",
        };
        let cost = number(card.attack.map(|_| card.cost));
        let again = card.go_again.to_string();
        let row =
            columns([&card.name, &cost, &number(card.pitch), &number(card.attack), &again, word]);
        let selected = index == app.selected;
        let mark = if selected { "▸" } else { " " };
        let digit = if index < 9 { (index + 1).to_string() } else { " ".to_owned() };
        let style = match (selected, of) {
            (true, _) => Look::SELECTED,
            (_, Use::Kept) => Style::new(),
            _ => look.dim(),
        };
        Line::styled(fitted(&format!("{mark}{digit}  {row}"), width), style)
    };
    let height = height.saturating_sub(1);
    let skipped = (app.selected + 1).saturating_sub(height);
    let shown = cards.iter().zip(uses).enumerate().skip(skipped).take(height);
    lines.extend(shown.map(|(index, (card, of))| line(index, card, *of)));
    let more = cards.len().saturating_sub(skipped + height);
    let title =
        if more > 0 { format!(" Cards ({more} more below) ") } else { " Cards ".to_owned() };
    frame.render_widget(Paragraph::new(lines).block(titled(title)), area);
}

fn draw_line(app: &HandApp, frame: &mut Frame, area: Rect, look: Look) {
    let (width, height) = inside(area);
    let mut lines = Vec::new();
    let title = match &app.review {
        Some(review) => {
            for (index, text) in review.verdict.iter().enumerate() {
                let style = if index == 0 { Look::BOLD } else { Style::new() };
                lines.extend(wrap(text, width).into_iter().map(|line| (line, style)));
            }
            lines.push((String::new(), Style::new()));
            let named = review.moves.iter().map(|(made, _)| wide(made)).max().unwrap_or(0);
            for (made, gave_away) in &review.moves {
                let good = gave_away.unwrap_or(0) == 0;
                let style = if good { look.good() } else { look.note() };
                let text = format!("{}  {}", fitted(made, named), judged(*gave_away));
                lines.push((text, style));
            }
            " The end "
        }
        None => {
            let steps = app.sitting.hand.spell(&app.sitting.line);
            let text = if steps.is_empty() { "(nothing yet)".to_owned() } else { steps };
            lines.extend(wrap(&text, width).into_iter().map(|line| (line, Style::new())));
            " The turn so far "
        }
    };
    let cut = lines.len().saturating_sub(height.max(1));
    let skip = if app.review.is_some() { 0 } else { cut };
    let text = lines.into_iter().skip(skip).map(|(line, style)| Line::styled(line, style));
    frame.render_widget(
        Paragraph::new(text.into_iter().collect::<Text>()).block(titled(title)),
        area,
    );
}
