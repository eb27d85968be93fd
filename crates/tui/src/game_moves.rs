//! Draws the moves of a game: a line each, and what there is to say about it under it, or beside it
//! where a move is no more than its name.

use outplay::{About, MoveOption};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::Theme;
use super::game::GameApp;
use super::pieces::{cut, fitted, hanging, inside, scrolled, titled, wide, wrap};
use outplay_render::play::{cost, harm, hint_text};

/// Draws the lines of all moves, as far as there is room.
pub(super) fn draw_moves(
    app: &GameApp,
    options: Vec<Vec<Line<'static>>>,
    frame: &mut Frame,
    area: Rect,
) {
    let (width, height) = inside(area);
    let (text, left_out) = scrolled(options, app.in_view, height);
    let who = app.position.chooses.map(|player| &app.sitting.about().side(player).name);
    let title = who.map_or("Moves".to_owned(), |who| format!("Moves of {who}"));
    let title = cut(&title, width.saturating_sub(wide(&left_out)));
    frame.render_widget(Paragraph::new(text).block(titled(format!(" {title} {left_out}"))), area);
}

/// Of which moves it is said what they do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    All,
    Selected,
    None,
}

/// The lines of every move in a list of that width. What moves do is said where there is room for it,
/// at least of the one that the arrows are at.
pub(super) fn option_lines(
    app: &GameApp,
    (width, height): (usize, usize),
    theme: Theme,
) -> Vec<Vec<Line<'static>>> {
    let lines = |told: Told| lines_of_all(app, told, width, theme);
    let fits =
        |lines: &Vec<Vec<Line<'static>>>| lines.iter().map(Vec::len).sum::<usize>() <= height;
    let mut levels = [Told::All, Told::Selected, Told::None].into_iter().map(lines);
    levels.find(fits).unwrap_or_else(|| lines(Told::Selected))
}

fn lines_of_all(app: &GameApp, told: Told, width: usize, theme: Theme) -> Vec<Vec<Line<'static>>> {
    let options = &app.position.options;
    let widest = |text: &dyn Fn(&MoveOption) -> usize| options.iter().map(text).max().unwrap_or(0);
    let about = app.sitting.about();
    let columns = Columns {
        key: widest(&|option| wide(&option.key)),
        name: widest(&|option| if is_bare(option, about) { 0 } else { wide(&option.name) }),
        price: widest(&|option| wide(&cost(option, about))),
    };
    let lines = options.iter().enumerate().map(|(index, option)| {
        let selected = index == app.selected && app.asked().is_some();
        let told = told == Told::All || told == Told::Selected && selected;
        let does = if told { option.does.as_str() } else { "" };
        lines_of(app, (option, does), selected, columns, width, theme)
    });
    lines.collect()
}

/// How wide the columns of the list are.
#[derive(Clone, Copy)]
struct Columns {
    key: usize,
    name: usize,
    price: usize,
}

/// Is there no more to a move than its key?
fn is_bare(option: &MoveOption, about: &About) -> bool {
    option.name == option.key && cost(option, about).is_empty() && option.harm.is_none()
}

/// What is to be said about a move: why it cannot be made, or what it is worth.
fn remark(app: &GameApp, option: &MoveOption, theme: Theme) -> Option<(String, Style)> {
    if let Some(reason) = &option.refused {
        return Some((format!("not now: {reason}"), theme.dim()));
    }
    let hint = app.hints.iter().find(|hint| hint.key == option.key)?;
    let style = if hint.best { theme.good().add_modifier(Modifier::BOLD) } else { theme.note() };
    Some((hint_text(hint, app.position.chooses?, app.sitting.about()), style))
}

/// A move of which there is no more than its key: what is to be said stands beside it.
fn bare_lines(
    option: &MoveOption,
    remark: Option<(String, Style)>,
    selected: bool,
    columns: Columns,
    width: usize,
) -> Vec<Line<'static>> {
    let lead =
        format!("{}{}  ", if selected { "▸" } else { " " }, fitted(&option.key, columns.key));
    let (text, style) = remark.unwrap_or_default();
    let indent = wide(&lead).min(4);
    let style = if selected { Theme::SELECTED } else { style };
    // A long key has a line of its own.
    let lines = if wide(&lead) + wide(&text) > width {
        let mut lines = hanging("", lead.trim_end(), indent, width);
        let more = (!text.is_empty()).then(|| hanging(&" ".repeat(indent), &text, indent, width));
        lines.extend(more.into_iter().flatten());
        lines
    } else {
        vec![lead + &text]
    };
    lines.into_iter().map(|line| Line::styled(fitted(&line, width), style)).collect()
}

/// A move in a line, and under it what it does and what is to be said about it.
fn lines_of(
    app: &GameApp,
    (option, does): (&MoveOption, &str),
    selected: bool,
    columns: Columns,
    width: usize,
    theme: Theme,
) -> Vec<Line<'static>> {
    let about = app.sitting.about();
    let remark = remark(app, option, theme);
    if is_bare(option, about) {
        return bare_lines(option, remark, selected, columns, width);
    }
    let mark = if selected { "▸" } else { " " };
    let named = columns.name.min(width.saturating_sub(5 + columns.key + columns.price)).max(8);
    let (name, price) = (fitted(&option.name, named), fitted(&cost(option, about), columns.price));
    let mut text = format!("{mark}{}  {name}  {price}", fitted(&option.key, columns.key));
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
        (true, _) => Theme::SELECTED,
        (_, Some(_)) => theme.dim(),
        _ => Style::new(),
    };
    let mut lines = vec![Line::styled(fitted(&text, width), style)];
    // The move that the arrows are at is told in full.
    let full = (selected && !whole).then(|| {
        let parts = [option.name.clone(), cost(option, about), harm(option)];
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        (parts.join(", "), Style::new())
    });
    let does = (!does.is_empty()).then(|| (does.to_owned(), theme.dim()));
    for (text, style) in full.into_iter().chain(does).chain(remark) {
        for line in wrap(&text, width.saturating_sub(4)) {
            lines.push(Line::styled(format!("    {line}"), style));
        }
    }
    lines
}
