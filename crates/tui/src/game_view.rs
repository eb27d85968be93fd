//! Draws a game: both sides on top, the queue and what else is known of the position under them, then
//! the moves beside the log, or what came of it. What a game does not have takes no room.

use outplay::duel::order::OrderKind;
use outplay::game::Player;
use outplay::{About, Member, Objective, Review};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::Theme;
use super::game::{GameApp, Waiting};
use super::game_log::{draw_log, draw_review, review_lines};
use super::game_moves::{draw_moves, option_lines};
use super::pieces::{
    bar, cut, few_lines, fitted, footer, help, inside, rows, styled, tall, tied, titled, too_small,
    wide, wrap,
};
use outplay_render::play::{played_by, seat};

/// Windows of this width have room for the log beside the review.
const WIDE: u16 = 110;

/// In windows below this width a move and the log have no room beside each other.
const NARROW: u16 = 70;

/// A log of fewer rows than this is not worth its frame.
const LEAST_LOG: u16 = 4;

/// The room for what keeps one of a team from acting.
const PLIGHT: usize = 7;

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

pub(super) fn draw(app: &GameApp, frame: &mut Frame, theme: Theme) {
    if too_small(frame) {
        return;
    }
    let area = frame.area();
    let queued = u16::from(app.sitting.about().has_queue());
    let beside: [Rect; 2] = Layout::horizontal([Constraint::Fill(1); 2]).areas(area);
    let lines =
        [0, 1].map(|side| fighter_lines(app, Player::BOTH[side], theme, inside(beside[side]).0));
    let fighters = match lines[0].len().max(lines[1].len()) {
        // Sides without numbers need no frame.
        0 => 1,
        most => u16::try_from(most + 2).unwrap_or(u16::MAX),
    };
    // The moves come first where there is little room.
    let fighters = fighters.min(area.height.saturating_sub(queued + 3 + 5).max(4));
    let facts = fact_lines(app, area);
    let (text, style) = note_text(app, theme);
    let noted = few_lines(&text, area);
    let [title, top, queue, known, body, note, keys] = rows(
        area,
        [
            Constraint::Length(1),
            Constraint::Length(fighters),
            Constraint::Length(queued),
            tall(&facts),
            Constraint::Fill(1),
            tall(&noted),
            Constraint::Length(1),
        ],
    );
    draw_title(app, frame, title);
    let sides: [Rect; 2] = Layout::horizontal([Constraint::Fill(1); 2]).areas(top);
    for ((player, area), lines) in Player::BOTH.into_iter().zip(sides).zip(lines) {
        if fighters == 1 {
            draw_seat(app, player, frame, area, theme);
        } else {
            draw_fighter(app, player, lines, frame, area, theme);
        }
    }
    frame.render_widget(styled(facts, Theme::BOLD), known);
    if queued > 0 {
        draw_queue(app, frame, queue, theme);
    }
    match &app.review {
        Some(review) => draw_end(app, review, frame, body, theme),
        None => draw_choice(app, frame, body, theme),
    }
    frame.render_widget(styled(noted, style), note);
    footer(frame, keys, &footer_keys(app));
    if app.help {
        help(frame, &HELP);
    }
}

/// The moves, and the log beside them or, where it is narrow, under them if there is room for it.
fn draw_choice(app: &GameApp, frame: &mut Frame, body: Rect, theme: Theme) {
    let room = body.height.saturating_sub(LEAST_LOG);
    if body.width >= NARROW {
        let [moves, log] = Layout::horizontal([Constraint::Fill(1); 2]).areas(body);
        draw_moves(app, option_lines(app, inside(moves), theme), frame, moves);
        draw_log(app, false, frame, log, theme);
        return;
    }
    let options = option_lines(app, (inside(body).0, room.saturating_sub(2).into()), theme);
    let listed = options.iter().map(Vec::len).sum::<usize>() + 2;
    match u16::try_from(listed) {
        Ok(listed) if listed <= room => {
            let [moves, log] = rows(body, [Constraint::Length(listed), Constraint::Fill(1)]);
            draw_moves(app, options, frame, moves);
            draw_log(app, false, frame, log, theme);
        }
        _ => draw_moves(app, options, frame, body),
    }
}

/// What came of it, and the log beside or under it. Where there is no room for both, the log takes
/// the place of the review while it is scrolled.
fn draw_end(app: &GameApp, review: &Review, frame: &mut Frame, body: Rect, theme: Theme) {
    let lines = |area: Rect| review_lines(app, review, inside(area).0, theme);
    if body.width >= WIDE {
        let sides = Layout::horizontal([Constraint::Fill(3), Constraint::Fill(2)]);
        let [end, log] = sides.areas(body);
        draw_review(app, lines(end), false, frame, end);
        draw_log(app, false, frame, log, theme);
        return;
    }
    let lines = lines(body);
    match u16::try_from(lines.len() + 2) {
        Ok(wanted) if wanted.saturating_add(LEAST_LOG) <= body.height => {
            let [end, log] = rows(body, [Constraint::Length(wanted), Constraint::Fill(1)]);
            draw_review(app, lines, false, frame, end);
            draw_log(app, false, frame, log, theme);
        }
        _ if app.scroll > 0 => draw_log(app, true, frame, body, theme),
        _ => draw_review(app, lines, true, frame, body),
    }
}

fn footer_keys(app: &GameApp) -> Vec<(&'static str, &'static str)> {
    let mut keys =
        vec![("F1", "help"), ("F2", "hint"), ("F3", "undo"), ("F4", "new"), ("F5", "save")];
    keys.push(("F6", "speed"));
    if app.sitting.is_watched() || app.paused {
        keys.push(("F7", if app.paused { "go on" } else { "pause" }));
    }
    keys.push(("F10", "quit"));
    keys
}

fn draw_title(app: &GameApp, frame: &mut Frame, area: Rect) {
    let (about, replay) = (app.sitting.about(), &app.position.replay);
    // Where the rules have no order of turns, a turn is counted when it is over.
    let coming = u32::from(about.order.is_none() && app.position.chooses.is_some());
    let mut right = format!(" {} {} ", about.counts(), replay.rounds + coming);
    if matches!(about.objective, Objective::LeastCost(_)) {
        let spent = outplay::amount(replay.spent, about.unit());
        right = format!(" spent {spent},{right}");
    }
    let mode = app.sitting.table().source().options.mode.as_deref();
    let parts: Vec<_> = about.order.map(OrderKind::name).into_iter().chain(mode).collect();
    let parts = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
    let left = format!(" {}{parts}", about.title);
    let width = usize::from(area.width);
    let left = fitted(&left, width.saturating_sub(wide(&right)));
    let line = Line::from(vec![Span::styled(left, Theme::BOLD), Span::raw(right)]);
    frame.render_widget(Paragraph::new(line), area);
}

/// The numbers of a side, their bars, and its running effects.
fn fighter_lines(app: &GameApp, player: Player, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let (about, now) = (app.sitting.about(), &app.position.now);
    let side = about.side(player);
    let every = Player::BOTH.into_iter().flat_map(|player| {
        about.side(player).numbers.iter().map(move |name| number_label(about, player, name))
    });
    let label = every.map(|name| wide(&name)).max().unwrap_or(0);
    let teams = about.members.iter().any(|members| !members.is_empty());
    let mut lines = Vec::new();
    for name in &side.numbers {
        let value = now.sides[player.index()].number(name);
        let full = largest(app, name);
        let mut shown = format!("{value:>5}");
        if teams {
            shown = format!("{value:>3} {}", fitted(plight(app, player, name), PLIGHT));
        }
        let (filled, rest) = bar(value, full, width.saturating_sub(label + wide(&shown) + 2));
        lines.push(Line::from(vec![
            Span::raw(format!("{} ", fitted(&number_label(about, player, name), label))),
            Span::styled(filled, theme.side(player)),
            Span::styled(rest, theme.dim()),
            Span::styled(shown, Theme::BOLD),
        ]));
    }
    let constants = side.constants.iter().map(|(name, number)| tied(&format!("{name} {number}")));
    let constants: Vec<_> = constants.collect();
    if !constants.is_empty() {
        lines.extend(wrap(&constants.join(", "), width).into_iter().map(Line::raw));
    }
    if about.effects.iter().any(|effect| effect.caster == player)
        || about.counters.iter().any(|(whose, _)| *whose == player)
    {
        // No name is left without its timer.
        let running = now.running(about, Some(player));
        let running: Vec<_> = running.iter().map(|effect| tied(effect)).collect();
        let none = running.is_empty();
        if none && teams {
            return lines;
        }
        let text = if none { "no effects".to_owned() } else { running.join(", ") };
        let style = if none { theme.dim() } else { theme.note() };
        for line in wrap(&text, width) {
            lines.push(Line::styled(line, style));
        }
    }
    lines
}

/// What a number is called: of one of a team by their name, hp by that alone.
fn number_label(about: &About, player: Player, number: &str) -> String {
    match member_of(about, player, number) {
        Some((member, "hp")) => member.name.clone(),
        Some((member, number)) => format!("{} {number}", member.name),
        None => number.to_owned(),
    }
}

/// Whose number it is, and what they call it.
fn member_of<'a>(
    about: &'a About,
    player: Player,
    number: &'a str,
) -> Option<(&'a Member, &'a str)> {
    let (whose, name) = number.rsplit_once('.')?;
    let members = &about.members[player.index()];
    Some((members.iter().find(|member| member.id == whose)?, name))
}

/// What keeps one of a team from acting, beside their hp.
fn plight(app: &GameApp, player: Player, number: &str) -> &'static str {
    let Some((member, "hp")) = member_of(app.sitting.about(), player, number) else { return "" };
    let side = &app.position.now.sides[player.index()];
    let stunned = side.counters.get(&format!("{}.stunned", member.id));
    match (side.number(number), stunned) {
        (..=0, _) => "fallen",
        (_, Some(1..)) => "stunned",
        _ => "",
    }
}

/// The largest value that a number has had on either side.
fn largest(app: &GameApp, number: &str) -> i32 {
    let replay = &app.position.replay;
    let turns = replay.turns.iter().flat_map(|turn| [&turn.p1, &turn.p2]);
    let seen = replay.start.iter().chain(turns).chain(&app.position.now.sides);
    seen.map(|side| side.number(number)).max().unwrap_or(0)
}

fn draw_fighter(
    app: &GameApp,
    player: Player,
    lines: Vec<Line<'static>>,
    frame: &mut Frame,
    area: Rect,
    theme: Theme,
) {
    let about = app.sitting.about();
    let name = &about.side(player).name;
    let letter =
        if about.has_queue() { if player == Player::One { "A " } else { "B " } } else { "" };
    let acts = if app.position.chooses == Some(player) { "▶ " } else { "" };
    let won = if app.position.replay.won_by() == Some(player) { ", wins" } else { "" };
    let style = played_by(&app.sitting, player);
    let (width, height) = inside(area);
    let before = format!(" {acts}{letter}");
    // Who wins is more than the whole of a name, and that is more than how they play.
    let fits = |after: &str| wide(&before) + wide(name) + wide(after) <= width + 2;
    let brief = if won.is_empty() { " ".to_owned() } else { " (wins) ".to_owned() };
    let after = Some(format!(" ({style}{won}) ")).filter(|after| fits(after)).unwrap_or(brief);
    let name = cut(name, (width + 2).saturating_sub(wide(&before) + wide(&after)));
    let title = format!("{before}{name}{after}");
    let title = Line::styled(title, theme.side(player).add_modifier(Modifier::BOLD));
    let left_out = if lines.len() > height { " … " } else { "" };
    let frame_of_it = titled(title).title_bottom(left_out);
    frame.render_widget(Paragraph::new(lines).block(frame_of_it), area);
}

/// What else is known of the position, in a few lines.
fn fact_lines(app: &GameApp, area: Rect) -> Vec<String> {
    let facts = &app.position.now.facts;
    if facts.is_empty() {
        return Vec::new();
    }
    let facts: Vec<_> = facts.iter().map(|(name, fact)| tied(&format!("{name} {fact}"))).collect();
    few_lines(&facts.join(", "), area)
}

/// A side of which there is no more to say than who sits there.
fn draw_seat(app: &GameApp, player: Player, frame: &mut Frame, area: Rect, theme: Theme) {
    let acts = if app.position.chooses == Some(player) { "▶ " } else { "" };
    let won = if app.position.replay.won_by() == Some(player) { " wins" } else { "" };
    let width = usize::from(area.width);
    let whole = format!(" {acts}{}{won}", seat(&app.sitting, player));
    // Who wins is more than how they play.
    let brief = || format!(" {acts}{}{won}", app.sitting.about().side(player).name);
    let text = if wide(&whole) <= width { whole } else { cut(&brief(), width) };
    let line = Line::styled(text, theme.side(player).add_modifier(Modifier::BOLD));
    frame.render_widget(Paragraph::new(line), area);
}

fn draw_queue(app: &GameApp, frame: &mut Frame, area: Rect, theme: Theme) {
    let restricted = app.sitting.about().order == Some(OrderKind::RestrictedQueue);
    let legend = if restricted { "a, b: not able to add " } else { "" };
    let mut line = Line::from(" Queue ");
    let queue = app.position.now.places();
    let room = usize::from(area.width).saturating_sub(7 + wide(legend) + 10);
    let shown = if queue.len() * 2 > room { room / 2 } else { queue.len() };
    for (index, place) in queue.iter().take(shown).enumerate() {
        let mut style = theme.side(place.player);
        style = style.add_modifier(if place.able { Modifier::BOLD } else { Modifier::DIM });
        let text = if index == 0 {
            format!("[{}] ", place.letter())
        } else {
            format!("{} ", place.letter())
        };
        line.push_span(Span::styled(text, style));
    }
    if queue.is_empty() {
        line.push_span(Span::styled("(empty)", theme.dim()));
    }
    if shown < queue.len() {
        line.push_span(Span::raw(format!("+ {} more", queue.len() - shown)));
    }
    let gap = usize::from(area.width).saturating_sub(line.width() + wide(legend));
    line.push_span(Span::styled(format!("{}{legend}", " ".repeat(gap)), theme.dim()));
    frame.render_widget(Paragraph::new(line), area);
}

/// What the line at the bottom says.
fn note_text(app: &GameApp, theme: Theme) -> (String, Style) {
    if !app.note.is_empty() {
        return (app.note.clone(), theme.note());
    }
    let who = |player: Player| app.sitting.about().side(player).name.clone();
    let typed = app.position.options.iter().any(|option| option.key.chars().count() == 1);
    let text = match (app.waiting, app.position.chooses) {
        (Some(Waiting::Review), _) => "Looking at the moves again ...".to_owned(),
        (Some(Waiting::Hints), _) => "Working out what each move is worth ...".to_owned(),
        (_, Some(player)) if app.asked().is_some() => {
            let how = if typed { "press a key of a move, or" } else { "choose a move with" };
            format!("{}: {how} arrows and Enter.", who(player))
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
