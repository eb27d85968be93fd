//! Draws a game: both sides on top, the queue and what else is known of the position under them, then
//! the moves beside the log, or what came of it. What a game does not have takes no room.

use outplay::Objective;
use outplay::Review;
use outplay::duel::order::OrderKind;
use outplay::game::Player;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::Theme;
use super::game::{GameApp, Waiting};
use super::game_fighters::{Detail, draw_fighter, draw_seat, fighter_lines};
use super::game_line::draw_line;
use super::game_log::{draw_log, draw_review, review_lines};
use super::game_moves::{draw_moves, option_lines, tells_all};
use super::pieces::{
    TALL, few_lines, fitted, footer, inside, rows, styled, tall, tied, too_small, wide,
};
use outplay_render::play::judgement;

/// Windows of this width have room for the moves beside the fight.
const WIDE: u16 = 110;

/// In windows below this width a move and the log have no room beside each other.
const NARROW: u16 = 70;

/// A log of fewer rows than this is not worth its frame.
const LEAST_LOG: u16 = 4;

const HELP: [(&str, &str); 16] = [
    ("A, 3, ...", "a move, by its key, in either case"),
    ("arrows, Enter", "a move, by its place in the list"),
    ("F1  Ctrl-K", "the rules, the keys"),
    ("F2  Ctrl-T", "hints on, off: what each move is proved to be worth"),
    ("F3  Backspace", "undo: take back your last move"),
    ("F4  Ctrl-N", "a new game"),
    ("F5  Ctrl-S", "save: a file that replays it"),
    ("F6  Ctrl-R", "speed of what happens by itself"),
    ("F7  space", "pause and go on; then Enter steps"),
    ("PgUp, PgDn", "earlier and later in the log"),
    ("← →, Home, End", "when it is over: step through it"),
    ("↑ ↓", "while stepping: to the moves that gave something away"),
    ("Enter", "while stepping: try again from here"),
    ("Esc", "hide hints and notes"),
    ("Ctrl-L, Ctrl-Z", "draw the screen anew; suspend (fg comes back)"),
    ("F10 Ctrl-C", "quit"),
];

pub(super) fn draw(app: &GameApp, frame: &mut Frame, theme: Theme) {
    if too_small(frame) {
        return;
    }
    let area = frame.area();
    let goal = goal_lines(app, area);
    let (text, style) = note_text(app, theme);
    let noted = few_lines(&text, area);
    let [title, aim, middle, note, keys] = rows(
        area,
        [
            Constraint::Length(1),
            tall(&goal),
            Constraint::Fill(1),
            tall(&noted),
            Constraint::Length(1),
        ],
    );
    draw_title(app, frame, title);
    frame.render_widget(styled(goal, theme.dim()), aim);
    if area.width >= WIDE && area.height >= TALL {
        draw_wide(app, frame, middle, theme);
    } else {
        draw_tall(app, frame, middle, theme);
    }
    frame.render_widget(styled(noted, style), note);
    footer(frame, keys, &footer_keys(app));
    app.help.draw(frame, || outplay_render::rules::text(app.sitting.table()), &HELP);
}

/// What it is played for, where there is room: of a game without numbers, what it says of itself.
fn goal_lines(app: &GameApp, area: Rect) -> Vec<String> {
    if area.height < TALL {
        return Vec::new();
    }
    let table = app.sitting.table();
    let said = table.about().about.clone().filter(|_| table.fight().is_none());
    let goal = said.unwrap_or_else(|| format!("Goal: {}", outplay_render::rules::goal(table)));
    few_lines(&goal, area)
}

/// Both sides on top, what is known under them, then the moves or what came of it.
fn draw_tall(app: &GameApp, frame: &mut Frame, area: Rect, theme: Theme) {
    let queued = u16::from(app.sitting.about().has_queue());
    let facts = fact_lines(app, area);
    let beside: [Rect; 2] = Layout::horizontal([Constraint::Fill(1); 2]).areas(area);
    let lines = sides_lines(app, beside, theme, Detail::Brief);
    // The moves come first where there is little room.
    let fighters = needed(&lines).min(area.height.saturating_sub(queued + 5).max(4));
    let [top, queue, known, body] = rows(
        area,
        [
            Constraint::Length(fighters),
            Constraint::Length(queued),
            tall(&facts),
            Constraint::Fill(1),
        ],
    );
    let sides: [Rect; 2] = Layout::horizontal([Constraint::Fill(1); 2]).areas(top);
    draw_sides(app, sides, lines, frame, theme);
    draw_queue(app, frame, queue, theme);
    frame.render_widget(styled(facts, Theme::BOLD), known);
    match app.review.as_ref().filter(|_| app.look.is_none() && !app.is_showing()) {
        Some(review) => draw_end(app, review, frame, body, theme),
        None => draw_choice(app, frame, body, theme),
    }
}

/// The fight on the left: both sides and the log. On the right the moves and the line so far, or what
/// came of it.
fn draw_wide(app: &GameApp, frame: &mut Frame, area: Rect, theme: Theme) {
    let [left, right] = Layout::horizontal([Constraint::Fill(1); 2]).areas(area);
    let queued = u16::from(app.sitting.about().has_queue());
    let facts = fact_lines(app, left);
    let beside: [Rect; 2] = Layout::horizontal([Constraint::Fill(1); 2]).areas(left);
    let levels = [Detail::Skills, Detail::Effects].into_iter();
    let levels = levels.map(|detail| sides_lines(app, [left; 2], theme, detail));
    // One above the other, where the log keeps half of the room.
    let fits = |lines: &[Vec<Line<'static>>; 2]| {
        let [one, two] = side_heights(lines);
        one > 1 && one.saturating_add(two) <= area.height / 2
    };
    let over = levels.into_iter().find(fits);
    let stacked = over.is_some();
    let lines = over.unwrap_or_else(|| sides_lines(app, beside, theme, Detail::Brief));
    let heights = side_heights(&lines);
    let fighters = if stacked { heights[0] + heights[1] } else { needed(&lines) };
    let fighters = fighters.min(area.height.saturating_sub(queued + LEAST_LOG).max(4));
    let [top, queue, known, log] = rows(
        left,
        [
            Constraint::Length(fighters),
            Constraint::Length(queued),
            tall(&facts),
            Constraint::Fill(1),
        ],
    );
    let sides: [Rect; 2] = if stacked {
        rows(top, heights.map(Constraint::Length))
    } else {
        Layout::horizontal([Constraint::Fill(1); 2]).areas(top)
    };
    draw_sides(app, sides, lines, frame, theme);
    draw_queue(app, frame, queue, theme);
    frame.render_widget(styled(facts, Theme::BOLD), known);
    draw_log(app, false, frame, log, theme);
    if let Some(review) = app.review.as_ref().filter(|_| app.look.is_none() && !app.is_showing()) {
        draw_review(app, review_lines(app, review, inside(right).0, theme), false, frame, right);
        return;
    }
    let room = right.height.saturating_sub(LEAST_LOG);
    let options = option_lines(app, (inside(right).0, room.saturating_sub(2).into()), theme);
    let listed = options.iter().map(Vec::len).sum::<usize>() + 2;
    let listed = u16::try_from(listed).unwrap_or(u16::MAX).clamp(3, room.max(3));
    let [moves, line] = rows(right, [Constraint::Length(listed), Constraint::Fill(1)]);
    draw_moves(app, options, frame, moves);
    draw_line(app, frame, line, theme);
}

/// What there is to say of both sides, each in its area.
fn sides_lines(
    app: &GameApp,
    areas: [Rect; 2],
    theme: Theme,
    detail: Detail,
) -> [Vec<Line<'static>>; 2] {
    [0, 1].map(|side| fighter_lines(app, Player::BOTH[side], theme, inside(areas[side]).0, detail))
}

/// How many rows each side takes.
fn side_heights(lines: &[Vec<Line<'static>>; 2]) -> [u16; 2] {
    lines.each_ref().map(|lines| needed(std::slice::from_ref(lines)))
}

/// How many rows sides take beside each other. Sides without numbers need no frame.
fn needed(lines: &[Vec<Line<'static>>]) -> u16 {
    match lines.iter().map(Vec::len).max().unwrap_or(0) {
        0 => 1,
        most => u16::try_from(most + 2).unwrap_or(u16::MAX),
    }
}

fn draw_sides(
    app: &GameApp,
    areas: [Rect; 2],
    lines: [Vec<Line<'static>>; 2],
    frame: &mut Frame,
    theme: Theme,
) {
    let bare = lines.iter().all(Vec::is_empty);
    for ((player, area), lines) in Player::BOTH.into_iter().zip(areas).zip(lines) {
        if bare {
            draw_seat(app, player, frame, area, theme);
        } else {
            draw_fighter(app, player, lines, frame, area, theme);
        }
    }
}

/// The moves, and the log beside them; under them, if there is room for it, where it is narrow or
/// where only the whole width has room to say what all moves do.
fn draw_choice(app: &GameApp, frame: &mut Frame, body: Rect, theme: Theme) {
    let room = body.height.saturating_sub(LEAST_LOG);
    let [half, log] = Layout::horizontal([Constraint::Fill(1); 2]).areas(body);
    let is_wide = body.width >= NARROW;
    if is_wide && (tells_all(app, inside(half), theme) || !tells_all(app, inside(body), theme)) {
        draw_moves(app, option_lines(app, inside(half), theme), frame, half);
        draw_log(app, false, frame, log, theme);
        return;
    }
    let height = if is_wide { body.height } else { room };
    let options = option_lines(app, (inside(body).0, height.saturating_sub(2).into()), theme);
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

/// What came of it, and the log under it. Where there is no room for both, the log takes
/// the place of the review while it is scrolled.
fn draw_end(app: &GameApp, review: &Review, frame: &mut Frame, body: Rect, theme: Theme) {
    let lines = review_lines(app, review, inside(body).0, theme);
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
    let mut keys = vec![("F1", "rules, keys")];
    if app.position.chooses.is_none() && app.sitting.count() > 0 {
        keys.push(("← →", "step"));
    }
    if app.look.is_some() {
        keys.push(("Enter", "try again"));
    }
    keys.extend([("F2", if app.hinting { "no hints" } else { "hints" }), ("F3", "undo")]);
    keys.extend([("F4", "new"), ("F5", "save"), ("F6", "speed")]);
    if app.sitting.is_watched() || app.paused {
        keys.push(("F7", if app.paused { "go on" } else { "pause" }));
    }
    keys.push(("F10", "quit"));
    keys
}

fn draw_title(app: &GameApp, frame: &mut Frame, area: Rect) {
    let (about, replay) = (app.sitting.about(), &app.shown().replay);
    // Where the rules have no order of turns, a turn is counted when it is over.
    let coming = u32::from(about.order.is_none() && app.shown().chooses.is_some());
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

/// What else is known of the position, in a few lines.
fn fact_lines(app: &GameApp, area: Rect) -> Vec<String> {
    let facts = app.scene().facts;
    if facts.is_empty() {
        return Vec::new();
    }
    let facts: Vec<_> = facts.iter().map(|(name, fact)| tied(&format!("{name} {fact}"))).collect();
    few_lines(&facts.join(", "), area)
}

fn draw_queue(app: &GameApp, frame: &mut Frame, area: Rect, theme: Theme) {
    if area.height == 0 {
        return;
    }
    let restricted = app.sitting.about().order == Some(OrderKind::RestrictedQueue);
    let legend = if restricted { "a, b: not able to add " } else { "" };
    let mut line = Line::from(" Queue ");
    let queue = app.scene().places();
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
    if app.is_showing() {
        let turn = app.seen.checked_sub(1).and_then(|last| app.position.replay.turns.get(last));
        let told = turn.map(|turn| format!("{}: {}", who(turn.player()), turn.events.join("; ")));
        return (told.unwrap_or_default(), theme.note());
    }
    if app.look.is_some() {
        return step_text(app, theme);
    }
    let typed = app.position.options.iter().any(|option| option.key.chars().count() == 1);
    let text = match (app.waiting, app.position.chooses) {
        (Some(Waiting::Review), _) => "Looking at the moves again ...".to_owned(),
        (Some(Waiting::Hints), _) => "Working out what each move is worth ...".to_owned(),
        (_, Some(player)) if app.asked().is_some() => {
            let how = if typed { "press a key of a move, or" } else { "choose a move with" };
            format!("{}{}: {how} arrows and Enter.", fallen(app), who(player))
        }
        (_, Some(player)) if app.paused => {
            format!("Paused: {} is next. Enter makes one move, F7 goes on.", who(player))
        }
        (Some(Waiting::Move), Some(player)) => {
            format!("{}{} is thinking ...", fallen(app), who(player))
        }
        (_, Some(player)) => {
            format!("{}{} moves ... (speed: {})", fallen(app), who(player), app.speed.name())
        }
        (_, None) => {
            "Left and Right step through it, F3 takes a move back, F4 begins a new game.".to_owned()
        }
    };
    (text, Style::new())
}

/// How the dice fell, and how likely that was.
fn fallen(app: &GameApp) -> String {
    let falls = app.falls.iter().map(|(fall, chance)| {
        let chance = outplay_render::chance::worth(*chance, "chance");
        format!("{} ({chance})", fall.trim_matches(['[', ']']))
    });
    let falls: Vec<_> = falls.collect();
    if falls.is_empty() { String::new() } else { format!("Dice: {}. ", falls.join(", ")) }
}

/// Where a finished game is looked at, and what the move there was.
fn step_text(app: &GameApp, theme: Theme) -> (String, Style) {
    let (stop, all) = (app.stop(), app.stops().len());
    let name = app.position.made.get(stop).map_or("", |(_, name)| name.as_str());
    let judged = app.reviewed_at(stop);
    let told = judged.map(|made| format!(": {}", judgement(app.sitting.about(), made)));
    let text = format!(
        "Move {} of {all}, {name}{}. Enter tries again from here.",
        stop + 1,
        told.unwrap_or_default()
    );
    let bad = judged.is_some_and(|made| !made.judged.is_good());
    (text, if bad { theme.note() } else { Style::new() })
}
