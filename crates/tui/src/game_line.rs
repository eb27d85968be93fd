//! Draws the line of a game so far: every move that was chosen, with what it was worth where that is
//! known, and in a finished game what it gave away.

use outplay::game::Player;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::Theme;
use super::game::GameApp;
use super::pieces::{fitted, hanging, inside, scrolled, titled, wide};
use outplay_render::play::{hint_text, judgement};

/// Draws the line, its end or the move that is looked at in view.
pub(super) fn draw_line(app: &GameApp, frame: &mut Frame, area: Rect, theme: Theme) {
    let (width, height) = inside(area);
    let made = &app.position.made;
    let stops = app.stops();
    let keys = app.sitting.about().split(&app.sitting.moves());
    let at = app.stop();
    let about = app.sitting.about();
    // Where only one side chooses, who it was goes without saying; in a team the name says it.
    let teams = about.members.iter().any(|members| !members.is_empty());
    let whose = about.sides.iter().all(|side| side.chooses) && !teams;
    let called = |(player, name): &(Player, String)| {
        let who = &about.side(*player).name;
        if whose { format!("{who}: {name}") } else { name.clone() }
    };
    let named = made.iter().map(|made| wide(&called(made))).max().unwrap_or(0).min(width / 2);
    // No more is made than can be seen.
    let last = if app.look.is_some() { (at + height).min(made.len()) } else { made.len() };
    let first = last.saturating_sub(2 * height.max(1));
    let items = made.iter().enumerate().take(last).skip(first).map(|(stop, made)| {
        let (player, name) = (made.0, called(made));
        let key = stops.get(stop).and_then(|&place| keys.get(place));
        let (worth, style) = worth_of(app, stop, player, key, theme);
        let mark = if app.look.is_some() && stop == at { "▸" } else { " " };
        let lead = format!("{mark}{:>3}  {}  ", stop + 1, fitted(&name, named));
        let style = if mark == "▸" { Theme::SELECTED } else { style };
        let lines = hanging(&lead, &worth, wide(&lead), width).into_iter();
        lines.map(|line| Line::styled(fitted(&line, width), style)).collect()
    });
    let items: Vec<Vec<Line>> = items.collect();
    let keep = if app.look.is_some() { at.saturating_sub(first) } else { items.len() };
    let (text, _) = scrolled(items, keep.min((last - first).saturating_sub(1)), height);
    let text = if made.is_empty() { "No move has been made.".into() } else { text };
    frame.render_widget(Paragraph::new(text).block(titled(" The line so far ")), area);
}

/// What is known of the move at a stop.
fn worth_of(
    app: &GameApp,
    stop: usize,
    player: Player,
    key: Option<&String>,
    theme: Theme,
) -> (String, Style) {
    let about = app.sitting.about();
    let side = theme.side(player);
    if let Some(made) = app.reviewed_at(stop) {
        let style = if made.judged.is_good() { theme.good() } else { theme.note() };
        return (judgement(about, made), style);
    }
    let known = app.stops().get(stop).and_then(|place| app.worths.get(place));
    let hint = known.and_then(|hints| hints.iter().find(|hint| Some(&hint.key) == key));
    match hint {
        Some(hint) => {
            let style = if hint.best { theme.good() } else { theme.note() };
            (hint_text(hint, player, about), style)
        }
        None => (String::new(), side),
    }
}
