//! Both fighters as they stand: who acts, who was hit and how hard, bars, running effects.

use maud::{Markup, html};
use outplay::duel::Snapshot;
use outplay::game::Player;
use outplay::{Loaded, running, thousands};

use crate::fight::{Position, Question};
use crate::look::{picture, picture_of};

/// More places of a queue are counted, not shown.
const MOST_PLACES: usize = 60;

/// The scene of a position; with `question`, who plays.
pub(super) fn scene(loaded: &Loaded, position: &Position, question: Option<&Question>) -> Markup {
    html! {
        section.scene aria-label="The fighters" {
            @for player in Player::BOTH { (fighter(loaded, position, question, player)) }
        }
        (queue(loaded, position))
    }
}

/// Whose turns come next, where there is a queue.
fn queue(loaded: &Loaded, position: &Position) -> Markup {
    let (names, now) = (&loaded.fight.names, now(position));
    let more = now.queue.len().saturating_sub(MOST_PLACES);
    html! {
        @if names.order.has_places() {
            section.sheet {
                h2 { "Queue" }
                ol.queue.over[position.account.over] aria-label="Whose turns come next" {
                    @for place in now.queue.iter().take(MOST_PLACES) {
                        @let unable = if place.able { "" } else { " unable" };
                        li class=(format!("p{}{unable}", place.player.number()))
                            title=[(!place.able).then_some("not able to add")] {
                            (names.fighters[place.player.index()].name) " " (place.player.number())
                        }
                    }
                    @if more > 0 { li.more { "and " (thousands(more as u64)) " more" } }
                    @if now.queue.is_empty() { li.more { "nobody" } }
                }
            }
        }
    }
}

/// The position as it stands.
pub(super) fn now(position: &Position) -> &Snapshot {
    position.account.turns.last().map_or(&position.account.opening, |turn| &turn.after)
}

/// The position before the last thing that somebody chose.
fn before(position: &Position) -> &Snapshot {
    let turns = &position.account.turns;
    // The turns since the last choice of a person are what they have just seen happen.
    let last = turns.iter().rposition(|turn| turn.skill.is_some());
    let chosen = last.map(|last| {
        let chooser = turns[last].player;
        let own = turns[..=last].iter().rposition(|turn| {
            turn.skill.is_some() && position.chooser.is_none_or(|now| now == turn.player)
        });
        own.unwrap_or_else(|| turns.iter().position(|turn| turn.player == chooser).unwrap_or(last))
    });
    match chosen {
        Some(first) if first > 0 => &turns[first - 1].after,
        _ => &position.account.opening,
    }
}

fn fighter(
    loaded: &Loaded,
    position: &Position,
    question: Option<&Question>,
    player: Player,
) -> Markup {
    let side = player.index();
    let names = &loaded.fight.names.fighters[side];
    let (now, before) = (now(position), before(position));
    let hp = now.numbers[side].first().copied().unwrap_or(0);
    let change = hp - before.numbers[side].first().copied().unwrap_or(0);
    let acts = position.chooser == Some(player);
    let fallen = hp <= 0 || position.account.winner.is_some_and(|winner| winner != player);
    let state = match (acts, position.account.winner) {
        (true, _) => "to move",
        (_, Some(winner)) if winner == player => "has won",
        _ if fallen => "is beaten",
        _ => "waits",
    };
    let effects = running(now, &loaded.fight.names, Some(player));
    html! {
        div.fighter.two[side == 1].acts[acts].fallen[fallen].struck[change < 0] {
            div.who {
                div.portrait {
                    (picture(picture_of(&names.id)))
                    @if change < 0 { span.hit { "−" (change.unsigned_abs()) } }
                    @if change > 0 { span.hit.up { "+" (change) } }
                }
                div {
                    div.name { (names.name) }
                    div.tag {
                        "Player " (player.number()) " · "
                        @if let Some(question) = question { (question.played_by(player, &loaded.fight.names)) " · " }
                        (state)
                    }
                }
            }
            @for (place, (number, _)) in names.numbers.iter().enumerate() {
                @let most = most(position, side, place);
                (meter(number, now.numbers[side][place], most, place == 0))
            }
            @if !names.constants.is_empty() {
                p.soft.small {
                    @for (index, (name, number)) in names.constants.iter().enumerate() {
                        @if index > 0 { ", " } (name) " " (number)
                    }
                }
            }
            @if !effects.is_empty() {
                ul.chips aria-label="Running effects" {
                    @for effect in &effects { li class=(format!("chip p{}", side + 1)) { (effect) } }
                }
            }
        }
    }
}

/// The largest that a number has been.
fn most(position: &Position, side: usize, place: usize) -> i32 {
    let turns = position.account.turns.iter().map(|turn| &turn.after);
    let all = std::iter::once(&position.account.opening).chain(turns);
    all.map(|snapshot| snapshot.numbers[side][place]).max().unwrap_or(1).max(1)
}

fn meter(name: &str, value: i32, most: i32, hp: bool) -> Markup {
    let percent = f64::from(value.max(0)) / f64::from(most) * 100.0;
    let low = hp && percent < 30.0;
    html! {
        div.meter {
            div.label { span { (name) } span { (value) } }
            svg role="img" aria-label=(format!("{name} {value} of {most}")) preserveAspectRatio="none" viewBox="0 0 100 10" {
                rect.rail width="100" height="10" {}
                rect.hp[hp].pool[!hp].low[low] width=(format!("{percent:.1}")) height="10" {}
            }
        }
    }
}
