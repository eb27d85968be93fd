//! Draws a fight: both fighters on top, the queue under them, then the moves beside the log, or
//! what came of it.

use outplay::game::Player;
use outplay::running;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::Look;
use super::fight::{FightApp, Waiting};
use super::fight_log::{draw_log, draw_review, review_lines};
use super::fight_moves::{draw_moves, option_lines};
use super::pieces::{
    bar, cut, few_lines, fitted, footer, help, inside, rows, styled, tall, tied, titled, too_small,
    wide, wrap,
};
use outplay_render::play::Review;

/// Windows of this width have room for the log beside the review.
const WIDE: u16 = 110;

/// In windows below this width a move and the log have no room beside each other.
const NARROW: u16 = 70;

/// A log of fewer rows than this is not worth its frame.
const LEAST_LOG: u16 = 4;

const HELP: [(&str, &str); 12] = [
    ("A, 3, ...", "a move, by its key, in either case"),
    ("arrows, Enter", "a move, by its place in the list"),
    ("F2  Ctrl-T", "hint: what each move is proved to be worth"),
    ("F3  Ctrl-U/Z", "undo: take back your last move"),
    ("F4  Ctrl-N", "a new game"),
    ("F5  Ctrl-S", "save: a file that replays it"),
    ("F6  Ctrl-R", "speed of players that are not asked"),
    ("F7  space", "pause and go on; then Enter steps"),
    ("PgUp, PgDn", "earlier and later in the log"),
    ("Esc", "hide hints and notes"),
    ("Ctrl-L", "draw the screen anew"),
    ("F10 Ctrl-C", "quit"),
];

pub(super) fn draw(app: &FightApp, frame: &mut Frame, look: Look) {
    if too_small(frame) {
        return;
    }
    let area = frame.area();
    let queued = u16::from(app.position.names.order.has_places());
    let beside: [Rect; 2] = Layout::horizontal([Constraint::Fill(1); 2]).areas(area);
    let lines =
        [0, 1].map(|side| fighter_lines(app, Player::BOTH[side], look, inside(beside[side]).0));
    let fighters = u16::try_from(lines[0].len().max(lines[1].len()) + 2).unwrap_or(u16::MAX);
    // The moves come first where there is little room.
    let fighters = fighters.min(area.height.saturating_sub(queued + 3 + 5).max(4));
    let (text, style) = note_text(app, look);
    let noted = few_lines(&text, area);
    let [title, top, queue, body, note, keys] = rows(
        area,
        [
            Constraint::Length(1),
            Constraint::Length(fighters),
            Constraint::Length(queued),
            Constraint::Fill(1),
            tall(&noted),
            Constraint::Length(1),
        ],
    );
    draw_title(app, frame, title);
    let sides: [Rect; 2] = Layout::horizontal([Constraint::Fill(1); 2]).areas(top);
    for ((player, area), lines) in Player::BOTH.into_iter().zip(sides).zip(lines) {
        draw_fighter(app, player, lines, frame, area, look);
    }
    if queued > 0 {
        draw_queue(app, frame, queue, look);
    }
    match &app.review {
        Some(review) => draw_end(app, review, frame, body, look),
        None => draw_choice(app, frame, body, look),
    }
    frame.render_widget(styled(noted, style), note);
    footer(frame, keys, &footer_keys(app));
    if app.help {
        help(frame, &HELP);
    }
}

/// The moves, and the log beside them or, where it is narrow, under them if there is room for it.
fn draw_choice(app: &FightApp, frame: &mut Frame, body: Rect, look: Look) {
    let room = body.height.saturating_sub(LEAST_LOG);
    if body.width >= NARROW {
        let [moves, log] = Layout::horizontal([Constraint::Fill(1); 2]).areas(body);
        draw_moves(app, option_lines(app, inside(moves).0, look), frame, moves);
        draw_log(app, false, frame, log, look);
        return;
    }
    let options = option_lines(app, inside(body).0, look);
    let listed = options.iter().map(Vec::len).sum::<usize>() + 2;
    match u16::try_from(listed) {
        Ok(listed) if listed <= room => {
            let [moves, log] = rows(body, [Constraint::Length(listed), Constraint::Fill(1)]);
            draw_moves(app, options, frame, moves);
            draw_log(app, false, frame, log, look);
        }
        _ => draw_moves(app, options, frame, body),
    }
}

/// What came of it, and the log beside or under it. Where there is no room for both, the log takes
/// the place of the review while it is scrolled.
fn draw_end(app: &FightApp, review: &Review, frame: &mut Frame, body: Rect, look: Look) {
    let lines = |area: Rect| review_lines(app, review, inside(area).0, look);
    if body.width >= WIDE {
        let sides = Layout::horizontal([Constraint::Fill(3), Constraint::Fill(2)]);
        let [end, log] = sides.areas(body);
        draw_review(app, lines(end), false, frame, end);
        draw_log(app, false, frame, log, look);
        return;
    }
    let lines = lines(body);
    match u16::try_from(lines.len() + 2) {
        Ok(wanted) if wanted.saturating_add(LEAST_LOG) <= body.height => {
            let [end, log] = rows(body, [Constraint::Length(wanted), Constraint::Fill(1)]);
            draw_review(app, lines, false, frame, end);
            draw_log(app, false, frame, log, look);
        }
        _ if app.scroll > 0 => draw_log(app, true, frame, body, look),
        _ => draw_review(app, lines, true, frame, body),
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
    let constants =
        fighter.constants.iter().map(|(name, number)| tied(&format!("{name} {number}")));
    let constants: Vec<_> = constants.collect();
    if !constants.is_empty() {
        lines.extend(wrap(&constants.join(", "), width).into_iter().map(Line::raw));
    }
    if names.effects.iter().any(|(caster, _, _)| *caster == player) {
        // No name is left without its timer.
        let running = running(now, names, Some(player));
        let running: Vec<_> = running.iter().map(|effect| tied(effect)).collect();
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

fn draw_fighter(
    app: &FightApp,
    player: Player,
    lines: Vec<Line<'static>>,
    frame: &mut Frame,
    area: Rect,
    look: Look,
) {
    let names = &app.position.names;
    let name = &names.fighters[player.index()].name;
    let letter =
        if names.order.has_places() { if player == Player::One { "A " } else { "B " } } else { "" };
    let acts = if app.position.chooses == Some(player) { "▶ " } else { "" };
    let won = if app.position.account.winner == Some(player) { ", wins" } else { "" };
    let style = app.sitting.style(player, names);
    let (width, height) = inside(area);
    let before = format!(" {acts}{letter}");
    // Who wins is more than the whole of a name, and that is more than how they play.
    let fits = |after: &str| wide(&before) + wide(name) + wide(after) <= width + 2;
    let brief = if won.is_empty() { " ".to_owned() } else { " (wins) ".to_owned() };
    let after = Some(format!(" ({style}{won}) ")).filter(|after| fits(after)).unwrap_or(brief);
    let name = cut(name, (width + 2).saturating_sub(wide(&before) + wide(&after)));
    let title = format!("{before}{name}{after}");
    let title = Line::styled(title, look.side(player).add_modifier(Modifier::BOLD));
    let left_out = if lines.len() > height { " … " } else { "" };
    let frame_of_it = titled(title).title_bottom(left_out);
    frame.render_widget(Paragraph::new(lines).block(frame_of_it), area);
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

/// What the line at the bottom says.
fn note_text(app: &FightApp, look: Look) -> (String, Style) {
    if !app.note.is_empty() {
        return (app.note.clone(), look.note());
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
    (text, Style::new())
}
