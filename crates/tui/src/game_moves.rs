//! Draws the moves of a fight: a line each, and what there is to say about it under it.

use outplay::MoveOption;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::Look;
use super::fight::FightApp;
use super::pieces::{cut, fitted, inside, scrolled, titled, wide, wrap};
use outplay_render::play::{cost, harm, hint_text};

/// Draws the lines of all moves, as far as there is room.
pub(super) fn draw_moves(
    app: &FightApp,
    options: Vec<Vec<Line<'static>>>,
    frame: &mut Frame,
    area: Rect,
) {
    let (width, height) = inside(area);
    let (text, left_out) = scrolled(options, app.in_view, height);
    let who = app.position.chooses.map(|player| &app.position.names.fighters[player.index()].name);
    let title = who.map_or("Moves".to_owned(), |who| format!("Moves of {who}"));
    let title = cut(&title, width.saturating_sub(wide(&left_out)));
    frame.render_widget(Paragraph::new(text).block(titled(format!(" {title} {left_out}"))), area);
}

/// The lines of every move in a list of that width.
pub(super) fn option_lines(app: &FightApp, width: usize, look: Look) -> Vec<Vec<Line<'static>>> {
    let options = &app.position.options;
    let widest = |text: &dyn Fn(&MoveOption) -> usize| options.iter().map(text).max().unwrap_or(0);
    let columns = (widest(&|option| wide(&option.name)), widest(&|option| wide(&cost(option))));
    let lines = options.iter().enumerate().map(|(index, option)| {
        let selected = index == app.selected && app.asked().is_some();
        lines_of(app, option, selected, columns, width, look)
    });
    lines.collect()
}

/// A move in a line, and under it what is to be said about it.
fn lines_of(
    app: &FightApp,
    option: &MoveOption,
    selected: bool,
    (named, priced): (usize, usize),
    width: usize,
    look: Look,
) -> Vec<Line<'static>> {
    let mark = if selected { "▸" } else { " " };
    let named = named.min(width.saturating_sub(6 + priced)).max(8);
    let (name, price) = (fitted(&option.name, named), fitted(&cost(option), priced));
    let mut text = format!("{mark}{}  {name}  {price}", option.key);
    let mut whole = wide(&text) <= width && wide(&option.name) <= named;
    if let Some(harm @ 1..) = option.harm {
        let harm = format!("  hits {harm}");
        // Better left out than cut off.
        if wide(&text) + wide(&harm) <= width {
            text += &harm;
        } else {
            whole = false;
        }
    }
    let style = match (selected, &option.refused) {
        (true, _) => Look::SELECTED,
        (_, Some(_)) => look.dim(),
        _ => Style::new(),
    };
    let mut lines = vec![Line::styled(fitted(&text, width), style)];
    let hint = app.hints.iter().find(|hint| hint.key == option.key);
    let more = match (&option.refused, hint, app.position.chooses) {
        (Some(reason), _, _) => Some((format!("not now: {reason}"), look.dim())),
        (None, Some(hint), Some(player)) => {
            let style =
                if hint.best { look.good().add_modifier(Modifier::BOLD) } else { look.note() };
            Some((hint_text(hint, player, &app.position.names), style))
        }
        _ => None,
    };
    // The move that the arrows are at is told in full.
    let full = (selected && !whole).then(|| {
        let parts = [option.name.clone(), cost(option), harm(option)];
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        (parts.join(", "), Style::new())
    });
    for (text, style) in full.into_iter().chain(more) {
        for line in wrap(&text, width.saturating_sub(4)) {
            lines.push(Line::styled(format!("    {line}"), style));
        }
    }
    lines
}
