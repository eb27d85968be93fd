//! Draws the two sides of a game: their numbers as bars, what they have running, and who they are.
//! Every bar is of the side's own: full is the most that the number may be, or has been.

use outplay::game::Player;
use outplay::{About, Member, Scene};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::Theme;
use super::game::GameApp;
use super::pieces::{bar, cut, fitted, hanging, inside, tied, titled, wide, wrap};
use outplay_render::play::{maximum, played_by, seat};

/// The room for what keeps one of a team from acting.
const PLIGHT: usize = 7;

/// How much is said of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// Of running effects the names and the turns they have left.
    Brief,
    /// What they do as well, a line each.
    Effects,
    /// And what the side can do, where it is the other's to choose.
    Skills,
}

/// The numbers of a side, their bars, and its running effects.
pub(super) fn fighter_lines(
    app: &GameApp,
    player: Player,
    theme: Theme,
    width: usize,
    detail: Detail,
) -> Vec<Line<'static>> {
    let (about, now) = (app.sitting.about(), &app.scene());
    let side = about.side(player);
    let every = Player::BOTH.into_iter().flat_map(|player| {
        about.side(player).numbers.iter().map(move |name| number_label(about, player, name))
    });
    let label = every.map(|name| wide(&name)).max().unwrap_or(0);
    let teams = about.members.iter().any(|members| !members.is_empty());
    let mut lines = Vec::new();
    for name in &side.numbers {
        let value = now.sides[player.index()].number(name);
        let full = fullest(app, player, name);
        let mut shown = format!("{value:>5}");
        if teams {
            shown = format!("{value:>3} {}", fitted(plight(app, now, player, name), PLIGHT));
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
        let running = now.running(about, Some(player));
        if !(running.is_empty() && teams) {
            lines.extend(effect_lines(about, player, &running, theme, width, detail));
        }
    }
    // What whoever chooses can do stands in the list of moves.
    if detail == Detail::Skills && app.shown().chooses == Some(player.other()) {
        let skills = side.skills.iter().filter(|skill| !skill.does.is_empty());
        let skills = skills
            .flat_map(|skill| hanging("", &format!("{}: {}", skill.name, skill.does), 2, width));
        lines.extend(skills.map(|line| Line::styled(line, theme.dim())));
    }
    lines
}

/// The effects of a side that run, and what else is counted.
fn effect_lines(
    about: &About,
    player: Player,
    running: &[String],
    theme: Theme,
    width: usize,
    detail: Detail,
) -> Vec<Line<'static>> {
    if running.is_empty() {
        return vec![Line::styled("no effects", theme.dim())];
    }
    let lines = if detail == Detail::Brief {
        // No name is left without its timer.
        let running: Vec<_> = running.iter().map(|effect| tied(effect)).collect();
        wrap(&running.join(", "), width)
    } else {
        let told = |text: &String| {
            let does = effect_does(about, player, text);
            let text = does.map_or(text.clone(), |does| format!("{text}: {does}"));
            hanging("", &text, 2, width)
        };
        running.iter().flat_map(told).collect()
    };
    lines.into_iter().map(|line| Line::styled(line, theme.note())).collect()
}

/// What the effect does of which a text begins with the name.
fn effect_does<'a>(about: &'a About, player: Player, text: &str) -> Option<&'a str> {
    let named = about.effects.iter().filter(|effect| effect.caster == player);
    let named = named.filter(|effect| text.starts_with(&effect.name));
    let effect = named.max_by_key(|effect| effect.name.len())?;
    let skill = about.side(player).skill(&effect.id)?;
    Some(skill.does.as_str()).filter(|does| !does.is_empty())
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
fn plight(app: &GameApp, now: &Scene, player: Player, number: &str) -> &'static str {
    let Some((member, "hp")) = member_of(app.sitting.about(), player, number) else { return "" };
    let side = &now.sides[player.index()];
    let stunned = side.counters.get(&format!("{}.stunned", member.id));
    match (side.number(number), stunned) {
        (..=0, _) => "fallen",
        (_, Some(1..)) => "stunned",
        _ => "",
    }
}

/// The most that a number of a side may be, or has been.
fn fullest(app: &GameApp, player: Player, number: &str) -> i32 {
    let replay = &app.position.replay;
    let turns = replay.turns.iter().map(|turn| match player {
        Player::One => &turn.p1,
        Player::Two => &turn.p2,
    });
    let seen = std::iter::once(&replay.start[player.index()]).chain(turns);
    let seen = seen.chain(std::iter::once(&app.position.now.sides[player.index()]));
    let seen = seen.map(|side| side.number(number)).max().unwrap_or(0);
    maximum(app.sitting.table(), player, number).map_or(seen, |most| most.max(seen))
}

pub(super) fn draw_fighter(
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
    let mark = if acts(app, player) { "▶ " } else { "" };
    let won = if has_won(app, player) { ", wins" } else { "" };
    let style = played_by(&app.sitting, player);
    let (width, height) = inside(area);
    let before = format!(" {mark}{letter}");
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

/// A side of which there is no more to say than who sits there.
pub(super) fn draw_seat(
    app: &GameApp,
    player: Player,
    frame: &mut Frame,
    area: Rect,
    theme: Theme,
) {
    let mark = if acts(app, player) { "▶ " } else { "" };
    let won = if has_won(app, player) { " wins" } else { "" };
    let width = usize::from(area.width);
    let whole = format!(" {mark}{}{won}", seat(&app.sitting, player));
    // Who wins is more than how they play.
    let brief = || format!(" {mark}{}{won}", app.sitting.about().side(player).name);
    let text = if wide(&whole) <= width { whole } else { cut(&brief(), width) };
    let line = Line::styled(text, theme.side(player).add_modifier(Modifier::BOLD));
    frame.render_widget(Paragraph::new(line), area);
}

/// Is it this player's to choose, where it is looked at?
fn acts(app: &GameApp, player: Player) -> bool {
    app.shown().chooses == Some(player) && !app.is_showing()
}

/// Has this player won, where it is looked at?
fn has_won(app: &GameApp, player: Player) -> bool {
    app.shown().replay.won_by() == Some(player) && !app.is_showing()
}
