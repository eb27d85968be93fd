//! Draws a hand: the cards as a table, and what was done with them, or what was possible.

use outplay::hand::{Card, Use};
use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Text};
use ratatui::widgets::Paragraph;

use super::Theme;
use super::hand::HandApp;
use super::pieces::{
    TALL, cut, few_lines, fitted, footer, hanging, inside, rows, scrolled, styled, tall, tied,
    titled, too_small, wide, wrap,
};
use outplay_render::play::{HAND_GOAL, judged};

const KEYS: [(&str, &str); 9] = [
    ("P", "play"),
    ("I", "pitch"),
    ("E", "end"),
    ("F1", "rules"),
    ("F2", "hint"),
    ("F3", "undo"),
    ("F4", "new"),
    ("F5", "save"),
    ("F10", "quit"),
];

/// In windows below this width a card's numbers stand under its name.
const NARROW: u16 = 64;

const HELP: [(&str, &str); 12] = [
    ("F1  Ctrl-K", "the rules, the keys"),
    ("arrows, 1 to 9", "choose a card"),
    ("P, Enter", "play it"),
    ("I", "pitch it"),
    ("E", "end the turn"),
    ("F2  Ctrl-T", "hint: the best that is possible from here"),
    ("F3  Backspace", "undo"),
    ("F4  Ctrl-N", "a new hand (the same one where it was given)"),
    ("F5  Ctrl-S", "save: a file that replays it"),
    ("Ctrl-L", "draw the screen anew"),
    ("Ctrl-Z", "suspend; the shell's fg comes back"),
    ("F10 Ctrl-C", "quit"),
];

pub(super) fn draw(app: &HandApp, frame: &mut Frame, theme: Theme) {
    if too_small(frame) {
        return;
    }
    let area = frame.area();
    let (state, damage) = app.sitting.state();
    let narrow = area.width < NARROW;
    let (title, points) = if narrow { ("", "actions") } else { ("A hand   ", "action points") };
    let parts = [
        format!("{title}damage {damage}"),
        format!("{points} {}", state.action_points),
        format!("resources {}", state.resources),
    ];
    let heading = few_lines(&parts.map(|part| tied(&part)).join("   "), area);
    let width = usize::from(area.width).saturating_sub(2);
    let goal = format!(" {}", cut(&format!("Goal: {HAND_GOAL}"), width));
    let goal: Vec<_> = (area.height >= TALL).then_some(goal).into_iter().collect();
    let text = match (&app.note, app.waiting) {
        (note, _) if !note.is_empty() => note.as_str(),
        (_, true) => "Working out what is possible ...",
        (_, false) if state.is_over() => "F3 takes a move back, F4 begins again.",
        _ => "Arrows or digits choose a card; P plays it, I pitches it.",
    };
    let noted = few_lines(text, area);
    let (header, cards) = card_lines(app, &state.uses, inside(area).0, narrow, theme);
    let listed = header.iter().len() + cards.iter().map(Vec::len).sum::<usize>() + 2;
    let summary = summary(app, inside(area).0, theme);
    // The summary comes first, but some cards are always seen.
    let wanted = u16::try_from(summary.lines.len().max(4)).unwrap_or(u16::MAX).saturating_add(2);
    let room = area.height.saturating_sub(wanted).saturating_sub(4).max(area.height / 3);
    let [title, aim, table, line, note, keys] = rows(
        area,
        [
            tall(&heading),
            tall(&goal),
            Constraint::Length(u16::try_from(listed).unwrap_or(u16::MAX).min(room)),
            Constraint::Fill(1),
            tall(&noted),
            Constraint::Length(1),
        ],
    );
    frame.render_widget(styled(heading, Theme::BOLD), title);
    frame.render_widget(styled(goal, theme.dim()), aim);
    let (_, height) = inside(table);
    let (cards, left_out) =
        scrolled(cards, app.selected, height.saturating_sub(header.iter().len()));
    let text: Vec<_> = header.into_iter().chain(cards).collect();
    frame.render_widget(Paragraph::new(text).block(titled(format!(" Cards {left_out}"))), table);
    draw_turn(summary, frame, line);
    frame.render_widget(styled(noted, theme.note()), note);
    footer(frame, keys, &KEYS);
    app.help.draw(frame, outplay_render::hand::rules, &HELP);
}

/// The lines of every card: rows of a table with a header, or, where it is narrow, the numbers
/// under the name.
fn card_lines(
    app: &HandApp,
    uses: &[Use],
    width: usize,
    narrow: bool,
    theme: Theme,
) -> (Option<Line<'static>>, Vec<Vec<Line<'static>>>) {
    let cards = &app.sitting.hand.cards;
    let named = cards.iter().map(|card| wide(&card.name)).max().unwrap_or(0);
    let named = named.max(4).min(width.saturating_sub(44)).max(6);
    let number = |number: Option<u32>| number.map_or("-".to_owned(), |number| number.to_string());
    let columns = |words: [&str; 6]| {
        let [name, cost, pitch, attack, again, of] = words;
        format!("{}  {cost:>4}  {pitch:>5}  {attack:>6}  {again:>8}  {of}", fitted(name, named))
    };
    let header = columns(["card", "cost", "pitch", "attack", "go again", ""]);
    let header = (!narrow).then(|| Line::styled(format!("    {header}"), Theme::BOLD));
    let lines = |(index, (card, of)): (usize, (&Card, &Use))| {
        let selected = index == app.selected;
        let mark = if selected { "▸" } else { " " };
        let digit = if index < 9 { (index + 1).to_string() } else { " ".to_owned() };
        let style = match (selected, of) {
            (true, _) => Theme::SELECTED,
            (_, Use::Kept) => Style::new(),
            _ => theme.dim(),
        };
        let texts = if narrow {
            let mut texts = hanging(&format!("{mark}{digit}  "), &card.name, 4, width);
            texts.extend(hanging("      ", &about(card, *of), 6, width));
            texts
        } else {
            let cost = number(card.attack.map(|_| card.cost));
            let again = card.go_again.to_string();
            let (pitch, attack) = (number(card.pitch), number(card.attack));
            let row = columns([&card.name, &cost, &pitch, &attack, &again, used(card, *of)]);
            vec![format!("{mark}{digit}  {row}")]
        };
        texts.into_iter().map(|text| Line::styled(fitted(&text, width), style)).collect()
    };
    (header, cards.iter().zip(uses).enumerate().map(lines).collect())
}

/// What was done with a card, or can be.
fn used(card: &Card, of: Use) -> &'static str {
    match of {
        Use::Played => "played",
        Use::Pitched => "pitched",
        Use::Kept if card.action == 0 => "(instant)",
        Use::Kept => "",
    }
}

/// The numbers of a card that it has, in words, and what was done with it.
fn about(card: &Card, of: Use) -> String {
    let mut parts = Vec::new();
    if let Some(attack) = card.attack {
        parts.extend([format!("cost {}", card.cost), format!("attack {attack}")]);
    }
    parts.extend(card.pitch.map(|pitch| format!("pitch {pitch}")));
    if card.go_again > 0 {
        parts.push(format!("go again {}", card.go_again));
    }
    parts.extend(Some(used(card, of).to_owned()).filter(|used| !used.is_empty()));
    parts.iter().map(|part| tied(part)).collect::<Vec<_>>().join(", ")
}

/// The turn so far, or what came of it.
struct Summary {
    title: &'static str,
    lines: Vec<(String, Style)>,
    /// How many of the first lines matter least.
    stale: usize,
}

fn summary(app: &HandApp, width: usize, theme: Theme) -> Summary {
    let mut lines = Vec::new();
    let mut add = |text: Vec<String>, style: Style| {
        lines.extend(text.into_iter().map(|line| (line, style)));
    };
    let Some(review) = &app.review else {
        let steps = app.sitting.hand.spell(&app.sitting.line);
        let text = if steps.is_empty() { "(nothing yet)".to_owned() } else { steps };
        add(wrap(&text, width), Style::new());
        if !app.hint.is_empty() {
            add(vec![String::new()], Style::new());
            add(wrap(&app.hint, width), theme.note());
        }
        let stale = wrap(&text, width).len();
        return Summary { title: " The turn so far ", lines, stale };
    };
    for (index, text) in review.verdict.iter().enumerate() {
        add(wrap(text, width), if index == 0 { Theme::BOLD } else { Style::new() });
    }
    add(vec![String::new()], Style::new());
    let named = review.moves.iter().map(|(made, _)| wide(made)).max().unwrap_or(0);
    let table = review.moves.iter().all(|(_, gave)| named + 2 + wide(&judged(*gave)) <= width);
    for (made, gave_away) in &review.moves {
        let good = gave_away.unwrap_or(0) == 0;
        let judged = judged(*gave_away);
        let text = if table {
            format!("{}  {judged}", fitted(made, named))
        } else {
            format!("{made}: {judged}")
        };
        add(hanging("", &text, 2, width), if good { theme.good() } else { theme.note() });
    }
    Summary { title: " The end ", lines, stale: 0 }
}

fn draw_turn(summary: Summary, frame: &mut Frame, area: Rect) {
    let (_, height) = inside(area);
    let Summary { title, mut lines, stale } = summary;
    lines.drain(..lines.len().saturating_sub(height).min(stale));
    if lines.len() > height {
        lines.truncate(height.saturating_sub(1));
        lines.push(("…".to_owned(), Style::new()));
    }
    let text = lines.into_iter().map(|(line, style)| Line::styled(line, style)).collect::<Text>();
    frame.render_widget(Paragraph::new(text).block(titled(title)), area);
}
