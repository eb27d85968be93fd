//! Draws two decks: what is drawn, what is held, and the rounds so far.

use outplay::CombatRound;
use outplay::game::Player;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::Paragraph;

use super::Theme;
use super::combat::CombatApp;
use super::pieces::{
    bar, capped, few_lines, footer, hanging, inside, rows, styled, tall, tied, titled, too_small,
    wrap,
};
use outplay_render::combat::ending;

/// More rounds of the log than this are left to `outplay replay`.
const MOST_ROUNDS: usize = 200;

const HELP: [(&str, &str); 12] = [
    ("F1  Ctrl-K", "the rules, the keys"),
    ("Enter, Right", "a round"),
    ("Left", "a round back"),
    ("PgDn, PgUp", "ten rounds on, ten back"),
    ("Home, End", "the start, the end"),
    ("F7  space", "run, and stop"),
    ("F6  Ctrl-R", "speed"),
    ("F4  Ctrl-N", "new decks (the same ones where they were given)"),
    ("F5  Ctrl-S", "save: a file that tells it all"),
    ("Ctrl-L", "draw the screen anew"),
    ("Ctrl-Z", "suspend; the shell's fg comes back"),
    ("F10 Ctrl-C", "quit"),
];

pub(super) fn draw(app: &CombatApp, frame: &mut Frame, theme: Theme) {
    if too_small(frame) {
        return;
    }
    let area = frame.area();
    let replay = &app.sitting.replay;
    let next = replay.turns.get(app.shown);
    let place = match next {
        Some(round) if round.depth > 0 => {
            format!("game {}, {} deep, round {}", round.game, round.depth, round.round)
        }
        Some(round) => format!("game {}, round {}", round.game, round.round),
        None => "the end".to_owned(),
    };
    let rounds = outplay::count(app.rounds() as u64, "round");
    let shown = format!("{} of {rounds} shown", app.shown);
    let parts = [format!("Combat ({})", replay.mode), place, shown];
    let heading = few_lines(&parts.map(|part| tied(&part)).join("   "), area);
    let text = match (&app.note, app.running) {
        (note, _) if !note.is_empty() => note.clone(),
        (_, true) => format!("Running (speed: {}); F7 or space stops.", app.speed.name()),
        _ if app.is_over() => "Left goes back, F4 begins again.".to_owned(),
        _ => "Enter or Right: a round; F7 or space: run; Left: back; End: the end.".to_owned(),
    };
    let noted = few_lines(&text, area);
    let [title, decks, log, note, keys] = rows(
        area,
        [
            tall(&heading),
            Constraint::Length((area.height / 3).clamp(5, 12)),
            Constraint::Fill(1),
            tall(&noted),
            Constraint::Length(1),
        ],
    );
    frame.render_widget(styled(heading, Theme::BOLD), title);
    let sides: [Rect; 2] = Layout::horizontal([Constraint::Fill(1); 2]).areas(decks);
    for (player, area) in Player::BOTH.into_iter().zip(sides) {
        draw_deck(app, next, player, frame, area, theme);
    }
    draw_log(app, frame, log, theme);
    frame.render_widget(styled(noted, theme.note()), note);
    let run = if app.running { "stop" } else { "run" };
    let shown = [
        ("F1", "rules"),
        ("Enter", "round"),
        ("F7", run),
        ("F6", "speed"),
        ("F4", "new"),
        ("F5", "save"),
        ("F10", "quit"),
    ];
    footer(frame, keys, &shown);
    app.help.draw(frame, outplay_render::combat::rules, &HELP);
}

fn draw_deck(
    app: &CombatApp,
    next: Option<&CombatRound>,
    player: Player,
    frame: &mut Frame,
    area: Rect,
    theme: Theme,
) {
    let replay = &app.sitting.replay;
    let empty = [Vec::new(), Vec::new()];
    let last =
        replay.turns.last().map_or(&empty, |round| round.after.as_ref().unwrap_or(&round.before));
    let decks = match next {
        Some(round) => &round.before,
        None => replay.decks.as_ref().unwrap_or(last),
    };
    let deck = &decks[player.index()];
    let all = decks[0].len() + decks[1].len();
    let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let (width, height) = inside(area);
    let shown = format!("{:>11}", outplay::count(deck.len() as u64, "card"));
    let (filled, rest) = bar(count(deck.len()), count(all), width.saturating_sub(shown.len() + 1));
    let mut lines = vec![Line::from(vec![
        ratatui::text::Span::styled(filled, theme.side(player)),
        ratatui::text::Span::styled(rest, theme.dim()),
        ratatui::text::Span::raw(shown),
    ])];
    let cards: Vec<_> = deck
        .iter()
        .enumerate()
        .take(400)
        // The top card is the one that is drawn.
        .map(|(place, card)| if place == 0 { format!("[{card}]") } else { card.to_string() })
        .collect();
    let cards = capped(wrap(&cards.join(" "), width), height.saturating_sub(1), width);
    lines.extend(cards.into_iter().map(Line::raw));
    let won = match replay.winner {
        Some(winner) if app.is_over() && winner == player.number() => " (wins)",
        _ => "",
    };
    let title = format!(" Player {}{won} ", player.number());
    let title = Line::styled(title, theme.side(player).add_modifier(Modifier::BOLD));
    frame.render_widget(Paragraph::new(lines).block(titled(title)), area);
}

fn draw_log(app: &CombatApp, frame: &mut Frame, area: Rect, theme: Theme) {
    let (width, height) = inside(area);
    let replay = &app.sitting.replay;
    let recursive = replay.mode == "recursive";
    let from = app.shown.saturating_sub(MOST_ROUNDS);
    let mut lines: Vec<Line> = Vec::new();
    for (index, round) in replay.turns.iter().enumerate().take(app.shown).skip(from) {
        let of = if recursive { format!("game {} ", round.game) } else { String::new() };
        let [one, two] = round.cards;
        // A sub-game is told before what comes of it.
        let later = replay.turns.iter().take(app.shown + 1).skip(index + 1);
        let decided = round.sub_game.is_none()
            || app.is_over()
            || later.into_iter().any(|later| later.depth <= round.depth);
        let winner = round.winner.filter(|_| decided);
        let result = match (round.sub_game, winner) {
            (Some(game), Some(winner)) => format!("game {game} decides: player {winner} wins it"),
            (Some(game), None) => format!("game {game} decides"),
            (None, Some(winner)) => format!("player {winner} wins"),
            (None, None) => String::new(),
        };
        // Deep games must leave room to be told.
        let margin = "  ".repeat(round.depth.min(8).min(width / 10));
        let round = tied(&format!("{of}round {}: {one} against {two}", round.round));
        let parts = [round, tied(&result)];
        let text = parts[..if result.is_empty() { 1 } else { 2 }].join(", ");
        let text = hanging(&margin, &text, margin.len() + 2, width).into_iter();
        let style = winner.map_or(Style::new(), |winner| {
            theme.side(if winner == 1 { Player::One } else { Player::Two })
        });
        lines.extend(text.map(|line| Line::styled(line, style)));
    }
    if app.is_over() {
        let end = ending(replay);
        let last = end.lines().last().unwrap_or_default().to_owned();
        lines.extend(wrap(&last, width).into_iter().map(|line| Line::styled(line, Theme::BOLD)));
    }
    let skipped = lines.len().saturating_sub(height);
    let text = lines.into_iter().skip(skipped).collect::<Text>();
    frame.render_widget(Paragraph::new(text).block(titled(" Rounds ")), area);
}
