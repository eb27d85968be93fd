//! Draws what has happened in a fight: the log, and at its end what came of it.

use outplay::describe;
use outplay::duel::{Names, TurnAccount};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::Paragraph;

use super::Look;
use super::fight::FightApp;
use super::pieces::{fitted, inside, titled, wide, wrap};
use crate::play::Review;

/// More turns of the log than this are left to `outplay replay`.
const MOST_TURNS: usize = 400;

/// A turn in words.
fn told(turn: &TurnAccount, names: &Names) -> String {
    let who = &names.fighters[turn.player.index()].name;
    let happened = describe(turn, names);
    if happened.is_empty() {
        String::new()
    } else {
        format!("{} {who}: {}", turn.round, happened.join("; "))
    }
}

pub(super) fn draw_log(app: &FightApp, frame: &mut Frame, area: Rect, look: Look) {
    let (width, height) = inside(area);
    let turns = &app.position.account.turns;
    let mut lines = Vec::new();
    for turn in &turns[turns.len().saturating_sub(MOST_TURNS)..] {
        let text = told(turn, &app.position.names);
        if text.is_empty() {
            continue;
        }
        for (index, line) in wrap(&text, width.saturating_sub(2)).into_iter().enumerate() {
            let indent = if index == 0 { "" } else { "  " };
            lines.push(Line::styled(format!("{indent}{line}"), look.side(turn.player)));
        }
    }
    let most = lines.len().saturating_sub(height);
    let back = if app.review.is_some() { 0 } else { app.scroll.min(most) };
    let skipped = most - back;
    let title = if back > 0 { " Log (PgDn: later) " } else { " Log " };
    let text = lines.into_iter().skip(skipped).take(height).collect::<Text>();
    frame.render_widget(Paragraph::new(text).block(titled(title)), area);
}

pub(super) fn draw_review(
    app: &FightApp,
    review: &Review,
    frame: &mut Frame,
    area: Rect,
    look: Look,
) {
    let (width, height) = inside(area);
    let mut lines: Vec<Line> = Vec::new();
    for line in wrap(&review.verdict, width) {
        lines.push(Line::styled(line, Look::BOLD));
    }
    lines.extend(wrap(&review.best, width).into_iter().map(Line::raw));
    let whose = if app.sitting.is_watched() { "The moves:" } else { "Your moves:" };
    lines.extend([Line::raw(""), Line::raw(whose)]);
    let who = review.moves.iter().map(|made| wide(&made.who)).max().unwrap_or(0);
    let named = review.moves.iter().map(|made| wide(&made.name)).max().unwrap_or(0);
    for made in &review.moves {
        let text = format!(
            "{:>3}  {}  {}  {}",
            made.round,
            fitted(&made.who, who),
            fitted(&made.name, named),
            made.judged
        );
        let style = if made.good { look.good() } else { look.note() };
        lines.push(Line::styled(text, style));
    }
    if review.moves.is_empty() {
        lines.pop();
    }
    let most = lines.len().saturating_sub(height);
    let skipped = app.scroll.min(most);
    let more = if skipped < most { " The end (arrows: more) " } else { " The end " };
    let lines = lines.into_iter().skip(skipped);
    frame.render_widget(
        Paragraph::new(lines.into_iter().collect::<Text>()).block(titled(more)),
        area,
    );
}
