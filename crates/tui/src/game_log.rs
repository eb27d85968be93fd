//! Draws what has happened in a fight: the log, and at its end what came of it.

use outplay::describe;
use outplay::duel::{Names, TurnAccount};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::Paragraph;

use super::Look;
use super::fight::{FightApp, Room};
use super::pieces::{fitted, hanging, inside, titled, wide, wrap};
use outplay_render::play::{Review, Reviewed};

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

/// Draws the log; with a review in its place while it is not scrolled, or without.
pub(super) fn draw_log(app: &FightApp, shared: bool, frame: &mut Frame, area: Rect, look: Look) {
    let (width, height) = inside(area);
    let turns = &app.position.account.turns;
    let mut lines = Vec::new();
    for turn in &turns[turns.len().saturating_sub(MOST_TURNS)..] {
        let text = told(turn, &app.position.names);
        if text.is_empty() {
            continue;
        }
        let text = hanging("", &text, 2, width).into_iter();
        lines.extend(text.map(|line| Line::styled(line, look.side(turn.player))));
    }
    let most = lines.len().saturating_sub(height);
    let first = usize::from(shared);
    let back = app.scroll.saturating_sub(first).min(most);
    let page = height.saturating_sub(1).max(1);
    app.room.set(Room { page, back: most + first, shared, ..app.room.get() });
    let title = match (back, shared) {
        (1.., _) => " Log (PgDn: later) ",
        (0, true) => " Log (PgDn: the end) ",
        (0, false) => " Log ",
    };
    let text = lines.into_iter().skip(most - back).take(height).collect::<Text>();
    frame.render_widget(Paragraph::new(text).block(titled(title)), area);
}

/// What came of it, in lines of that width.
pub(super) fn review_lines(
    app: &FightApp,
    review: &Review,
    width: usize,
    look: Look,
) -> Vec<Line<'static>> {
    let mut lines: Vec<Line> = Vec::new();
    for line in wrap(&review.verdict, width) {
        lines.push(Line::styled(line, Look::BOLD));
    }
    lines.extend(wrap(&review.best, width).into_iter().map(Line::raw));
    if review.moves.is_empty() {
        return lines;
    }
    let whose = if app.sitting.is_watched() { "The moves:" } else { "Your moves:" };
    lines.extend([Line::raw(""), Line::raw(whose)]);
    let widest =
        |text: &dyn Fn(&Reviewed) -> usize| review.moves.iter().map(text).max().unwrap_or(0);
    let (who, named) = (widest(&|made| wide(&made.who)), widest(&|made| wide(&made.name)));
    let table = 5 + who + 2 + named + 2 + widest(&|made| wide(&made.judged)) <= width;
    for made in &review.moves {
        let text = if table {
            format!("{}  {}  {}", fitted(&made.who, who), fitted(&made.name, named), made.judged)
        } else {
            format!("{}, {}: {}", made.who, made.name, made.judged)
        };
        let style = if made.good { look.good() } else { look.note() };
        let text = hanging(&format!("{:>3}  ", made.round), &text, 5, width).into_iter();
        lines.extend(text.map(|line| Line::styled(line, style)));
    }
    lines
}

pub(super) fn draw_review(
    app: &FightApp,
    lines: Vec<Line<'static>>,
    shared: bool,
    frame: &mut Frame,
    area: Rect,
) {
    let (_, height) = inside(area);
    let most = lines.len().saturating_sub(height);
    let skipped = app.reviewed.min(most);
    app.room.set(Room { review: most, shared, ..app.room.get() });
    let title = match (shared, most > 0) {
        (false, false) => " The end ",
        (false, true) => " The end (arrows: more) ",
        (true, false) => " The end (PgUp: the log) ",
        (true, true) => " The end (arrows: more; PgUp: the log) ",
    };
    let text = lines.into_iter().skip(skipped).collect::<Text>();
    frame.render_widget(Paragraph::new(text).block(titled(title)), area);
}
