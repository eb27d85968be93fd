//! Draws what has happened in a game: the log, and at its end what came of it.

use outplay::{About, ReplayTurn, Review, Reviewed};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::Paragraph;

use super::Theme;
use super::game::{GameApp, Room};
use super::pieces::{TALL, fitted, hanging, inside, titled, wide, wrap};
use outplay_render::play::{accuracy, best_line, judgement, review_verdict, worst};

/// More turns of the log than this are left to `outplay replay`.
const MOST_TURNS: usize = 400;

/// A turn in words.
fn turn_text(turn: &ReplayTurn, about: &About) -> String {
    let who = &about.side(turn.player()).name;
    if turn.events.is_empty() {
        String::new()
    } else {
        format!("{} {who}: {}", turn.round, turn.events.join("; "))
    }
}

/// What stands in the log before the first turn: of a game that shows no numbers, what it is about.
fn opening_words(app: &GameApp, width: usize) -> Vec<String> {
    let about = app.sitting.about();
    let words = about.about.as_ref().filter(|_| about.order.is_none());
    words.map_or(Vec::new(), |words| wrap(words, width))
}

/// Draws the log; with a review in its place while it is not scrolled, or without.
pub(super) fn draw_log(app: &GameApp, shared: bool, frame: &mut Frame, area: Rect, theme: Theme) {
    let (width, height) = inside(area);
    let turns = &app.shown().replay.turns[..app.told()];
    let mut lines = Vec::new();
    for turn in &turns[turns.len().saturating_sub(MOST_TURNS)..] {
        let text = turn_text(turn, app.sitting.about());
        if text.is_empty() {
            continue;
        }
        let text = hanging("", &text, 2, width).into_iter();
        lines.extend(text.map(|line| Line::styled(line, theme.side(turn.player()))));
    }
    // Where there is room it stands above everything.
    if lines.is_empty() && frame.area().height < TALL {
        lines.extend(opening_words(app, width).into_iter().map(Line::raw));
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
    app: &GameApp,
    review: &Review,
    width: usize,
    theme: Theme,
) -> Vec<Line<'static>> {
    let about = app.sitting.about();
    let mut lines: Vec<Line> = Vec::new();
    for line in wrap(&review_verdict(about, review), width) {
        lines.push(Line::styled(line, Theme::BOLD));
    }
    lines.extend(wrap(&best_line(about, &review.best), width).into_iter().map(Line::raw));
    let accuracy = accuracy(review).map_or(Vec::new(), |accuracy| wrap(&accuracy, width));
    lines.extend(accuracy.into_iter().map(Line::raw));
    let worst = worst(review);
    if !worst.is_empty() {
        lines.extend([Line::raw(""), Line::raw("What cost most:")]);
        lines.extend(judged_lines(about, &worst, width, theme));
    }
    if !review.moves.is_empty() {
        let whose = if app.sitting.is_watched() { "The moves:" } else { "Your moves:" };
        lines.extend([Line::raw(""), Line::raw(whose)]);
        lines.extend(judged_lines(about, &review.moves.iter().collect::<Vec<_>>(), width, theme));
    }
    lines
}

/// Moves and how good they were, as a table where there is room.
fn judged_lines(
    about: &About,
    moves: &[&Reviewed],
    width: usize,
    theme: Theme,
) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    // Where all are of one side, whose they are goes without saying.
    let both = moves.iter().any(|made| made.player != moves[0].player);
    let columns = |made: &Reviewed| {
        let who = if both { about.side(made.player).name.clone() } else { String::new() };
        [who, made.name.clone(), judgement(about, made)]
    };
    let moves: Vec<_> = moves.iter().map(|made| (made, columns(made))).collect();
    let widest =
        |column: usize| moves.iter().map(|(_, texts)| wide(&texts[column])).max().unwrap_or(0);
    let [who_width, name_width, judged_width] = [0, 1, 2].map(widest);
    let who_width = if both { who_width + 2 } else { 0 };
    let table = 5 + who_width + name_width + 2 + judged_width <= width;
    for (made, [who, name, judged]) in &moves {
        let text = match (table, both) {
            (true, _) => {
                format!("{}{}  {judged}", fitted(who, who_width), fitted(name, name_width))
            }
            (false, true) => format!("{who}, {name}: {judged}"),
            (false, false) => format!("{name}: {judged}"),
        };
        let style = if made.judged.is_good() { theme.good() } else { theme.note() };
        let text = hanging(&format!("{:>3}  ", made.round), &text, 5, width).into_iter();
        lines.extend(text.map(|line| Line::styled(line, style)));
    }
    lines
}

pub(super) fn draw_review(
    app: &GameApp,
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
