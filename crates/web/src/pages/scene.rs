//! A position as it stands: of a fight both fighters, who acts, who was hit and how hard, bars,
//! running effects, the queue; of any other game its facts.

mod team;

use maud::{Markup, html};
use outplay::game::Player;
use outplay::{About, Kind, Scene, thousands};

use crate::address::Address;
use crate::chrome::{picture, picture_of};
use crate::here::Here;
use crate::words::{self, played_by};

/// More places of a queue are counted, not shown.
const MOST_PLACES: usize = 60;
/// More turns are not shown one after the other.
const MOST_FRAMES: usize = 12;
/// More turns are not told.
const MOST_TOLD: usize = 100;

/// The scene of a position, with what changed since `before`; with `address`, who plays.
pub(super) fn scene(
    about: &About,
    here: &Here,
    before: &Here,
    address: Option<&Address>,
) -> Markup {
    let view = View {
        about,
        here,
        now: &here.position.now,
        before: &before.position.now,
        acts: here.chooser(),
        final_state: true,
    };
    html! { div #stage { (view.shown(address)) } }
}

/// The scene after a turn that has passed: what happened in it, before what came later.
pub(super) fn passed(
    about: &About,
    here: &Here,
    turn: usize,
    address: Option<&Address>,
) -> Option<Markup> {
    let replay = here.replay();
    let now = replay.turns.get(turn)?;
    let before = match turn.checked_sub(1).and_then(|turn| replay.turns.get(turn)) {
        Some(turn) => turn.after(),
        None => replay.opening(),
    };
    let view = View {
        about,
        here,
        now: &now.after(),
        before: &before,
        acts: Some(now.player()),
        final_state: false,
    };
    Some(html! {
        (view.shown(address))
        p.moment { strong { (now.round) ". " (words::side(about, now.player())) } " " (now.events.join("; ")) }
    })
}

/// The turns that happened since an earlier position: those that it did not have, or not yet whole.
pub(super) fn since(here: &Here, before: &Here) -> std::ops::Range<usize> {
    let (now, then) = (&here.replay().turns, &before.replay().turns);
    let same = now.iter().zip(then).take_while(|(one, other)| one == other).count();
    same..now.len()
}

/// Each of these turns as a scene of its own, for the script to show one after the other.
pub(super) fn frames(
    about: &About,
    here: &Here,
    turns: std::ops::Range<usize>,
    address: &Address,
) -> Markup {
    let told = |turn: &usize| !here.replay().turns[*turn].events.is_empty();
    let turns: Vec<usize> = turns.filter(told).collect();
    let first = turns.len().saturating_sub(MOST_FRAMES);
    html! {
        @if turns.len() > 1 {
            @for turn in &turns[first..] {
                @if let Some(scene) = passed(about, here, *turn, Some(address)) { template.frame { (scene) } }
            }
        }
    }
}

/// What happened, the newest first: what is new since `before` is marked, and leads to how it stood
/// where there is a `link`.
pub(super) fn happened(
    about: &About,
    here: &Here,
    before: &Here,
    link: Option<&dyn Fn(usize) -> String>,
) -> Markup {
    let new = since(here, before);
    let turns = here.replay().turns.iter().enumerate().rev();
    let turns: Vec<_> = turns.filter(|(_, turn)| !turn.events.is_empty()).take(MOST_TOLD).collect();
    html! {
        @if !turns.is_empty() {
            section.sheet.log {
                h2 { "What happened" }
                div.chronicle tabindex="0" role="region" aria-label="What happened" {
                    ol reversed {
                        @for (place, turn) in turns {
                            li.new[new.contains(&place)].p1[turn.side == 1].p2[turn.side == 2] data-announce[new.contains(&place)] {
                                @let who = words::side(about, turn.player());
                                @match link.filter(|_| new.contains(&place)) {
                                    Some(link) => a href=(link(place)) title="How it stood after this" { (turn.round) ". " (who) },
                                    None => strong { (turn.round) ". " (who) },
                                }
                                " " (turn.events.join("; "))
                            }
                        }
                    }
                }
                @if !here.moves.is_empty() { p.soft.small { "Moves: " code { (here.moves) } } }
            }
        }
    }
}

/// A position without fighters: what there is to say of it, and who plays.
fn facts(about: &About, here: &Here, now: &Scene, address: Option<&Address>) -> Markup {
    html! {
        section.sheet {
            h2 { "Position" }
            @if now.facts.is_empty() {
                p.soft { @if here.keys.is_empty() { "At the start." } @else { "After " (here.keys.join(", ")) "." } }
            }
            ul.chips aria-label="The position" {
                @for (name, fact) in &now.facts { li.chip { (name) " " strong { (fact) } } }
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
fn queue(about: &About, now: &Scene, over: bool) -> Markup {
    let places = now.places();
    let more = places.len().saturating_sub(MOST_PLACES);
    html! {
        @if about.has_queue() {
            ol.queue.over[over] aria-label="Queue: whose turns come next" {
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
    before: &'a Scene,
    /// Who is to act, or acted.
    acts: Option<Player>,
    /// Is it how it stands now? Else something that has passed.
    final_state: bool,
}

impl View<'_> {
    /// All of it.
    fn shown(&self, address: Option<&Address>) -> Markup {
        if self.about.kind != Kind::Fight {
            return facts(self.about, self.here, self.now, address);
        }
        html! {
            section.scene aria-label="The fighters" {
                @for player in Player::BOTH {
                    @if self.about.members[player.index()].is_empty() { (self.fighter(player, address)) }
                    @else { (team::side(self, player, address)) }
                }
            }
            (queue(self.about, self.now, self.final_state && self.here.replay().over))
        }
    }

    /// Has this side lost, as far as is shown?
    fn is_beaten(&self, player: Player) -> bool {
        self.final_state && self.here.replay().won_by().is_some_and(|winner| winner != player)
    }

    /// How a side stands, in a word or two.
    fn standing(&self, player: Player, fallen: bool) -> &'static str {
        if self.final_state {
            return standing(self.here, player, fallen);
        }
        if self.acts == Some(player) { "acts" } else { "waits" }
    }

    fn fighter(&self, player: Player, address: Option<&Address>) -> Markup {
        let (side, own) = (player.index(), self.about.side(player));
        let hp = |scene: &Scene| own.numbers.first().map_or(0, |hp| scene.sides[side].number(hp));
        let change = hp(self.now) - hp(self.before);
        let acts = self.acts == Some(player);
        let fallen = hp(self.now) <= 0 || self.is_beaten(player);
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
                            (self.standing(player, fallen))
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
