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
    let who = app.shown().chooses.map(|player| &app.sitting.about().side(player).name);
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

/// How the lines of a list are laid out.
#[derive(Clone, Copy)]
struct Layout {
    told: Told,
    /// Does what is to be said about a move stand behind it, where there is room?
    tight: bool,
}

/// From the roomiest to the least.
const LAYOUTS: [Layout; 5] = [
    Layout { told: Told::All, tight: false },
    Layout { told: Told::All, tight: true },
    Layout { told: Told::Selected, tight: false },
    Layout { told: Told::Selected, tight: true },
    Layout { told: Told::None, tight: true },
];

fn fits(lines: &[Vec<Line<'static>>], height: usize) -> bool {
    lines.iter().map(Vec::len).sum::<usize>() <= height
}

/// Is there room to say of all moves what they do?
pub(super) fn tells_all(app: &GameApp, (width, height): (usize, usize), theme: Theme) -> bool {
    fits(&lines_of_all(app, LAYOUTS[1], width, theme), height)
}

/// The lines of every move in a list of that width. What moves do is said where there is room for it,
/// at least of the one that the arrows are at.
pub(super) fn option_lines(
    app: &GameApp,
    (width, height): (usize, usize),
    theme: Theme,
) -> Vec<Vec<Line<'static>>> {
    let lines = |layout: Layout| lines_of_all(app, layout, width, theme);
    let mut levels = LAYOUTS.into_iter().map(lines);
    levels.find(|lines| fits(lines, height)).unwrap_or_else(|| lines(LAYOUTS[2]))
}

fn lines_of_all(
    app: &GameApp,
    layout: Layout,
    width: usize,
    theme: Theme,
) -> Vec<Vec<Line<'static>>> {
    let options = &app.shown().options;
    let widest = |text: &dyn Fn(&MoveOption) -> usize| options.iter().map(text).max().unwrap_or(0);
    let about = app.sitting.about();
    let columns = Columns {
        key: widest(&|option| wide(&option.key)),
        name: widest(&|option| if is_bare(option, about) { 0 } else { wide(&option.name) }),
        price: widest(&|option| wide(&cost(option, about))),
        harm: widest(&|option| wide(&hits(option))),
        tight: layout.tight,
    };
    let lines = options.iter().enumerate().map(|(index, option)| {
        let marked = app.look.is_some() || app.asked().is_some() && !app.is_showing();
        let selected = index == app.selected && marked;
        let told = layout.told == Told::All || layout.told == Told::Selected && selected;
        let does = if told { option.does.as_str() } else { "" };
        lines_of(app, (option, does), selected, columns, width, theme)
    });
    lines.collect()
}

/// What a move does to the enemy at once, in the list.
fn hits(option: &MoveOption) -> String {
    match option.harm {
        Some(harm @ 1..) => format!("hits {harm}"),
        _ => String::new(),
    }
}

/// How wide the columns of the list are.
#[derive(Clone, Copy)]
struct Columns {
    key: usize,
    name: usize,
    price: usize,
    harm: usize,
    /// Does what is to be said stand behind the move, where there is room?
    tight: bool,
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
    Some((hint_text(hint, app.shown().chooses?, app.sitting.about()), style))
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
    let harm_text = hits(option);
    // Better left out than cut off.
    if !harm_text.is_empty() && wide(&text) + 2 + wide(&harm_text) <= width {
        text += &format!("  {harm_text}");
    } else if !harm_text.is_empty() {
        whole = false;
    }
    let mut remark = remark;
    if let Some((said, _)) = remark.as_ref().filter(|_| columns.tight) {
        // In a column of its own.
        let lead = 1 + columns.key + 2 + named + 2 + columns.price + 2;
        let lead = if columns.harm > 0 { lead + columns.harm + 2 } else { lead };
        if lead + wide(said) <= width {
            text = fitted(&text, lead) + said;
            remark = None;
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
