//! A position as it stands: of a fight both fighters, who acts, who was hit and how hard, bars,
//! running effects, the queue; of any other game its facts.

mod team;

use maud::{Markup, html};
use outplay::game::Player;
use outplay::{About, Kind, Scene, thousands};

use crate::address::Address;
use crate::chrome::{picture, picture_of};
use crate::here::Here;
use crate::words::played_by;

/// More places of a queue are counted, not shown.
const MOST_PLACES: usize = 60;

/// The scene of a position; with `address`, who plays.
pub(super) fn scene(about: &About, here: &Here, address: Option<&Address>) -> Markup {
    if about.kind != Kind::Fight {
        return facts(about, here, address);
    }
    let view = View { about, here, now: &here.position.now, before: before(here) };
    html! {
        section.scene aria-label="The fighters" {
            @for player in Player::BOTH {
                @if about.members[player.index()].is_empty() { (view.fighter(player, address)) }
                @else { (team::side(&view, player, address)) }
            }
        }
        (queue(about, here))
    }
}

/// A position without fighters: what there is to say of it, and who plays.
fn facts(about: &About, here: &Here, address: Option<&Address>) -> Markup {
    html! {
        section.sheet {
            h2 { "Position" }
            ul.chips aria-label="The position" {
                @for (name, fact) in &here.position.now.facts { li.chip { (name) " " strong { (fact) } } }
            }
            @if let Some(address) = address {
                @for player in Player::BOTH {
                    p.soft.small {
                        "Player " (player.number()) " · " (played_by(address, player, about)) " · "
                        (standing(here, player, false))
                    }
                }
            }
        }
    }
}

/// Whose turns come next, where there is a queue.
fn queue(about: &About, here: &Here) -> Markup {
    let places = here.position.now.places();
    let more = places.len().saturating_sub(MOST_PLACES);
    html! {
        @if about.has_queue() {
            section.sheet {
                h2 { "Queue" }
                ol.queue.over[here.replay().over] aria-label="Whose turns come next" {
                    @for place in places.iter().take(MOST_PLACES) {
                        @let unable = if place.able { "" } else { " unable" };
                        li class=(format!("p{}{unable}", place.player.number()))
                            title=[(!place.able).then_some("not able to add")] {
                            (about.side(place.player).name) " " (place.player.number())
                        }
                    }
                    @if more > 0 { li.more { "and " (thousands(more as u64)) " more" } }
                    @if places.is_empty() { li.more { "nobody" } }
                }
            }
        }
    }
}

/// The position before the last thing that somebody chose.
fn before(here: &Here) -> Scene {
    let turns = &here.replay().turns;
    // The turns since the last choice of a person are what they have just seen happen.
    let last = turns.iter().rposition(|turn| turn.skill.is_some());
    let chosen = last.map(|last| {
        let chooser = turns[last].player();
        let own = turns[..=last].iter().rposition(|turn| {
            turn.skill.is_some() && here.chooser().is_none_or(|now| now == turn.player())
        });
        let first = || turns.iter().position(|turn| turn.player() == chooser);
        own.unwrap_or_else(|| first().unwrap_or(last))
    });
    match chosen {
        Some(first) if first > 0 => turns[first - 1].after(),
        _ => here.replay().opening(),
    }
}

/// How a side stands, in a word or two.
fn standing(here: &Here, player: Player, fallen: bool) -> &'static str {
    match here.replay().won_by() {
        _ if here.chooser() == Some(player) => "to move",
        Some(winner) if winner == player => "has won",
        _ if fallen || here.replay().won_by().is_some() => "is beaten",
        _ => "waits",
    }
}

/// What is looked at.
struct View<'a> {
    about: &'a About,
    here: &'a Here,
    now: &'a Scene,
    before: Scene,
}

impl View<'_> {
    fn fighter(&self, player: Player, address: Option<&Address>) -> Markup {
        let (side, own) = (player.index(), self.about.side(player));
        let hp = |scene: &Scene| own.numbers.first().map_or(0, |hp| scene.sides[side].number(hp));
        let change = hp(self.now) - hp(&self.before);
        let acts = self.here.chooser() == Some(player);
        let lost = self.here.replay().won_by().is_some_and(|winner| winner != player);
        let fallen = hp(self.now) <= 0 || lost;
        let effects = self.now.running(self.about, Some(player));
        html! {
            div.fighter.two[side == 1].acts[acts].fallen[fallen].struck[change < 0] {
                div.who {
                    div.portrait {
                        (picture(picture_of(&own.id)))
                        @if change < 0 { span.hit { "−" (change.unsigned_abs()) } }
                        @if change > 0 { span.hit.up { "+" (change) } }
                    }
                    div {
                        div.name { (own.name) }
                        div.tag {
                            "Player " (player.number()) " · "
                            @if let Some(address) = address { (played_by(address, player, self.about)) " · " }
                            (standing(self.here, player, fallen))
                        }
                    }
                }
                @for (place, number) in own.numbers.iter().enumerate() {
                    (meter(number, self.now.sides[side].number(number), self.most(side, number), place == 0))
                }
                @if !own.constants.is_empty() {
                    p.soft.small {
                        @for (index, (name, number)) in own.constants.iter().enumerate() {
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
    fn most(&self, side: usize, number: &str) -> i32 {
        let replay = self.here.replay();
        let turns = replay.turns.iter().map(|turn| if side == 0 { &turn.p1 } else { &turn.p2 });
        let all = std::iter::once(&replay.start[side]).chain(turns);
        all.map(|state| state.number(number)).max().unwrap_or(1).max(1)
    }
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
