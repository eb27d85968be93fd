//! Several fighters on a side: each with its figure, its name and its bars.

use maud::{Markup, html};
use outplay::game::Player;
use outplay::{Member, Scene};

use super::{View, meter};
use crate::address::Address;
use crate::chrome::{picture, picture_of};
use crate::words::played_by;

/// One side of a fight of teams.
pub(super) fn side(view: &View, player: Player, address: Option<&Address>) -> Markup {
    let (side, own) = (player.index(), view.about.side(player));
    let members = &view.about.members[side];
    let beaten = view.is_beaten(player);
    let fallen = beaten || members.iter().all(|member| is_fallen(view, side, member));
    let effects = view.now.running(view.about, Some(player));
    html! {
        div.fighter.team.two[side == 1].acts[view.acts == Some(player)] {
            div.name { (own.name) }
            div.tag {
                "Player " (player.number()) " · "
                @if let Some(address) = address { (played_by(address, player, view.about)) " · " }
                (view.standing(player, fallen))
            }
            ul.members {
                @for member in members { (fighter(view, side, member)) }
            }
            @if !effects.is_empty() {
                ul.chips aria-label="Running effects" {
                    @for effect in &effects { li class=(format!("chip p{}", side + 1)) { (effect) } }
                }
            }
        }
    }
}

/// One of a team: lying where fallen, and marked where stunned.
fn fighter(view: &View, side: usize, member: &Member) -> Markup {
    let own = &view.about.sides[side];
    let hp = hp_of(member);
    let change = view.now.sides[side].number(&hp) - view.before.sides[side].number(&hp);
    let fallen = is_fallen(view, side, member);
    let stunned = view.now.sides[side].counters.get(&format!("{}.stunned", member.id));
    let stunned = !fallen && stunned.is_some_and(|turns| *turns > 0);
    let numbers = own.numbers.iter().filter_map(|number| {
        let (whose, name) = number.rsplit_once('.')?;
        (whose == member.id).then_some((number, name))
    });
    html! {
        li.member.fallen[fallen].stunned[stunned].struck[change < 0] {
            div.portrait {
                (picture(picture_of(&member.id)))
                @if change < 0 { span.hit { "−" (change.unsigned_abs()) } }
                @if change > 0 { span.hit.up { "+" (change) } }
            }
            div.about {
                div.name {
                    kbd { (member.letter) } " " (member.name)
                    @if fallen { span.state { "fallen" } }
                    @if stunned { span.state { "stunned" } }
                }
                @for (number, name) in numbers {
                    (meter(name, view.now.sides[side].number(number), view.most(side, number), *number == hp))
                }
            }
        }
    }
}

/// Which number is their hp.
fn hp_of(member: &Member) -> String {
    format!("{}.hp", member.id)
}

fn is_fallen(view: &View, side: usize, member: &Member) -> bool {
    let now: &Scene = view.now;
    now.sides[side].number(&hp_of(member)) <= 0
}
