//! Draws a fight: both fighters on top, the queue under them, then the moves beside the log, or
//! what came of it.

use outplay::game::Player;
use outplay::{MoveOption, running};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Paragraph;

use super::Look;
use super::fight::{FightApp, Waiting};
use super::fight_log::{draw_log, draw_review};
use super::pieces::{
    bar, cut, fitted, footer, inside, rows, titled, too_small, wide, window, wrap,
};
use crate::play::{cost, hint_text};

/// Windows of this width have room for the log beside the review.
const WIDE: u16 = 110;

/// In windows below this width a move and the log have no room beside each other.
const NARROW: u16 = 70;

/// A log of fewer rows than this is not worth its frame.
const LEAST_LOG: u16 = 5;

pub(super) fn draw(app: &FightApp, frame: &mut Frame, look: Look) {
    if too_small(frame) {
        return;
    }
    let names = &app.position.names;
    let queued = u16::from(names.order.has_places());
    let tall = Player::BOTH.map(|player| fighter_lines(app, player, look, 30).len());
    let fighters = u16::try_from(tall[0].max(tall[1]) + 2).unwrap_or(u16::MAX);
    // The moves come first where there is little room.
    let fighters = fighters.min(frame.area().height.saturating_sub(queued + 3 + 5).max(4));
    let [title, top, queue, body, note, keys] = rows(
        frame.area(),
        [
            Constraint::Length(1),
            Constraint::Length(fighters),
            Constraint::Length(queued),
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ],
    );
    draw_title(app, frame, title);
    let sides: [Rect; 2] = Layout::horizontal([Constraint::Fill(1); 2]).areas(top);
    for (player, area) in Player::BOTH.into_iter().zip(sides) {
        draw_fighter(app, player, frame, area, look);
    }
    if queued > 0 {
        draw_queue(app, frame, queue, look);
    }
    match &app.review {
        Some(review) if body.width >= WIDE => {
            let [end, log] =
                Layout::horizontal([Constraint::Fill(3), Constraint::Fill(2)]).areas(body);
            draw_review(app, review, frame, end, look);
            draw_log(app, frame, log, look);
        }
        Some(review) => draw_review(app, review, frame, body, look),
        None => {
            // Where it is narrow, the log is under the moves, if there is room for it at all.
            let narrow = body.width < NARROW;
            let room = body.height.saturating_sub(LEAST_LOG);
            let listed = u16::try_from(app.position.options.len() * 2 + 2).unwrap_or(u16::MAX);
            let [moves, log] = if !narrow {
                Layout::horizontal([Constraint::Fill(1); 2]).areas(body)
            } else if listed <= room {
                rows(body, [Constraint::Length(listed), Constraint::Fill(1)])
            } else {
                rows(body, [Constraint::Fill(1), Constraint::Length(0)])
            };
            draw_moves(app, frame, moves, look);
            if !log.is_empty() {
                draw_log(app, frame, log, look);
            }
        }
    }
    frame.render_widget(Paragraph::new(note_line(app, note.width.into(), look)), note);
    footer(frame, keys, &footer_keys(app));
    if app.help {
        draw_help(frame);
    }
}

fn footer_keys(app: &FightApp) -> Vec<(&'static str, &'static str)> {
    let mut keys =
        vec![("F1", "help"), ("F2", "hint"), ("F3", "undo"), ("F4", "new"), ("F5", "save")];
    keys.push(("F6", "speed"));
    if app.sitting.is_watched() || app.paused {
        keys.push(("F7", if app.paused { "go on" } else { "pause" }));
    }
    keys.push(("F10", "quit"));
    keys
}

fn draw_title(app: &FightApp, frame: &mut Frame, area: Rect) {
    let names = &app.position.names;
    let counted = names.order.counts();
    let rounds = app.position.account.rounds;
    let mut right = format!(" {counted} {rounds} ");
    if !names.zero_sum {
        let spent = outplay::amount(app.position.account.spent, &names.price);
        right = format!(" spent {spent},{right}");
    }
    let mode = app.sitting.request.mode.as_ref().map_or(String::new(), |mode| format!(", {mode}"));
    let left = format!(" {} ({}{mode})", names.title, names.order.name());
    let width = usize::from(area.width);
    let left = fitted(&left, width.saturating_sub(wide(&right)));
    let line = Line::from(vec![Span::styled(left, Look::BOLD), Span::raw(right)]);
    frame.render_widget(Paragraph::new(line), area);
}

/// The numbers of a side, their bars, and its running effects.
fn fighter_lines(app: &FightApp, player: Player, look: Look, width: usize) -> Vec<Line<'static>> {
    let (names, now) = (&app.position.names, &app.position.now);
    let fighter = &names.fighters[player.index()];
    let every = names.fighters.iter().flat_map(|fighter| &fighter.numbers);
    let label = every.map(|(name, _)| wide(name)).max().unwrap_or(0);
    let mut lines = Vec::new();
    for ((name, _), &value) in fighter.numbers.iter().zip(&now.numbers[player.index()]) {
        let full = largest(app, name);
        let shown = format!("{value:>5}");
        let (filled, rest) = bar(value, full, width.saturating_sub(label + wide(&shown) + 2));
        lines.push(Line::from(vec![
            Span::raw(format!("{} ", fitted(name, label))),
            Span::styled(filled, look.side(player)),
            Span::styled(rest, look.dim()),
            Span::styled(shown, Look::BOLD),
        ]));
    }
    let constants = fighter.constants.iter().map(|(name, number)| format!("{name} {number}"));
    let constants: Vec<_> = constants.collect();
    if !constants.is_empty() {
        lines.push(Line::raw(constants.join(", ")));
    }
    if names.effects.iter().any(|(caster, _, _)| *caster == player) {
        let running = running(now, names, Some(player));
        let none = running.is_empty();
        let text = if none { "no effects".to_owned() } else { running.join(", ") };
        let style = if none { look.dim() } else { look.note() };
        for line in wrap(&text, width) {
            lines.push(Line::styled(line, style));
        }
    }
    lines
}

/// The largest value that a number has had on either side.
fn largest(app: &FightApp, number: &str) -> i32 {
    let position = &app.position;
    let turns = position.account.turns.iter().map(|turn| &turn.after);
    let seen = std::iter::once(&position.account.opening).chain(turns).chain([&position.now]);
    let of_a_side = |side: usize| {
        position.names.fighters[side].numbers.iter().position(|(name, _)| name == number)
    };
    let places = [of_a_side(0), of_a_side(1)];
    let values = seen.flat_map(|snapshot| {
        [0, 1].map(|side| places[side].map_or(0, |place| snapshot.numbers[side][place]))
    });
    values.max().unwrap_or(0)
}

fn draw_fighter(app: &FightApp, player: Player, frame: &mut Frame, area: Rect, look: Look) {
    let names = &app.position.names;
    let name = &names.fighters[player.index()].name;
    let letter =
        if names.order.has_places() { if player == Player::One { "A " } else { "B " } } else { "" };
    let acts = if app.position.chooses == Some(player) { "▶ " } else { "" };
    let won = if app.position.account.winner == Some(player) { ", wins" } else { "" };
    let style = app.sitting.style(player, names);
    let title = format!(" {acts}{letter}{name} ({style}{won}) ");
    let title = Line::styled(title, look.side(player).add_modifier(Modifier::BOLD));
    let lines = fighter_lines(app, player, look, inside(area).0);
    frame.render_widget(Paragraph::new(lines).block(titled(title)), area);
}

fn draw_queue(app: &FightApp, frame: &mut Frame, area: Rect, look: Look) {
    let restricted = app.position.names.order == outplay::duel::order::OrderKind::RestrictedQueue;
    let legend = if restricted { "a, b: not able to add " } else { "" };
    let mut line = Line::from(" Queue ");
    let queue = &app.position.now.queue;
    let room = usize::from(area.width).saturating_sub(7 + wide(legend) + 10);
    let shown = if queue.len() * 2 > room { room / 2 } else { queue.len() };
    for (index, place) in queue.iter().take(shown).enumerate() {
        let mut style = look.side(place.player);
        style = style.add_modifier(if place.able { Modifier::BOLD } else { Modifier::DIM });
        let text = if index == 0 {
            format!("[{}] ", place.letter())
        } else {
            format!("{} ", place.letter())
        };
        line.push_span(Span::styled(text, style));
    }
    if queue.is_empty() {
        line.push_span(Span::styled("(empty)", look.dim()));
    }
    if shown < queue.len() {
        line.push_span(Span::raw(format!("+ {} more", queue.len() - shown)));
    }
    let gap = usize::from(area.width).saturating_sub(line.width() + wide(legend));
    line.push_span(Span::styled(format!("{}{legend}", " ".repeat(gap)), look.dim()));
    frame.render_widget(Paragraph::new(line), area);
}

fn draw_moves(app: &FightApp, frame: &mut Frame, area: Rect, look: Look) {
    let (width, height) = inside(area);
    let options = &app.position.options;
    let widest = |text: &dyn Fn(&MoveOption) -> usize| options.iter().map(text).max().unwrap_or(0);
    let columns = (widest(&|option| wide(&option.name)), widest(&|option| wide(&cost(option))));
    let mut lines = Vec::new();
    // Where the arrows are, in lines.
    let mut chosen = 0..1;
    for (index, option) in options.iter().enumerate() {
        let selected = index == app.selected && app.asked().is_some();
        let from = lines.len();
        lines.extend(option_lines(app, option, selected, columns, width, look));
        if selected {
            chosen = from..lines.len();
        }
    }
    let skipped = chosen.end.saturating_sub(height).min(chosen.start);
    let who = app.position.chooses.map(|player| &app.position.names.fighters[player.index()].name);
    let title = who.map_or(" Moves ".to_owned(), |who| format!(" Moves of {who} "));
    let text = lines.into_iter().skip(skipped).collect::<Text>();
    frame.render_widget(Paragraph::new(text).block(titled(title)), area);
}

/// A move in a line, with a second one for what is to be said about it.
fn option_lines(
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
    if let Some(harm @ 1..) = option.harm {
        let harm = format!("  hits {harm}");
        // Better left out than cut off.
        if wide(&text) + wide(&harm) <= width {
            text += &harm;
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
    if let Some((text, style)) = more {
        for line in wrap(&text, width.saturating_sub(4)) {
            lines.push(Line::styled(format!("    {line}"), style));
        }
    }
    lines
}

fn note_line(app: &FightApp, width: usize, look: Look) -> Line<'static> {
    let width = width.saturating_sub(2);
    if !app.note.is_empty() {
        let note = cut(&app.note.replace('\n', " "), width);
        return Line::styled(format!(" {note}"), look.note());
    }
    let names = &app.position.names;
    let who = |player: Player| names.fighters[player.index()].name.clone();
    let text = match (app.waiting, app.position.chooses) {
        (Some(Waiting::Review), _) => "Looking at the moves again ...".to_owned(),
        (Some(Waiting::Hints), _) => "Working out what each move is worth ...".to_owned(),
        (_, Some(player)) if app.asked().is_some() => {
            format!("{}: press a key of a move, or arrows and Enter.", who(player))
        }
        (_, Some(player)) if app.paused => {
            format!("Paused: {} is next. Enter makes one move, F7 goes on.", who(player))
        }
        (Some(Waiting::Move), Some(player)) => format!("{} is thinking ...", who(player)),
        (_, Some(player)) => format!("{} moves ... (speed: {})", who(player), app.speed.name()),
        (_, None) => "F3 takes a move back, F4 begins a new game, F5 saves this one.".to_owned(),
    };
    Line::raw(format!(" {}", cut(&text, width)))
}

fn draw_help(frame: &mut Frame) {
    let rows = [
        ("A, 3, ...", "a move, by its key, in either case"),
        ("arrows, Enter", "a move, by its place in the list"),
        ("F2  Ctrl-T", "hint: what each move is proved to be worth"),
        ("F3  Ctrl-U", "undo: take back your last move"),
        ("F4  Ctrl-N", "a new game"),
        ("F5  Ctrl-S", "save: a file that replays it"),
        ("F6  Ctrl-R", "speed of players that are not asked"),
        ("F7  space", "pause and go on; then Enter steps"),
        ("PgUp, PgDn", "earlier and later in the log"),
        ("Esc", "hide hints and notes"),
        ("F10 Ctrl-C", "quit"),
    ];
    let lines = rows.map(|(key, what)| (format!("{key:<14} {what} "), Style::new()));
    window(frame, "Keys (any key closes this)", &lines);
}
