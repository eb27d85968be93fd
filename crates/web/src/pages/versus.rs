//! The best play of a fight for two, in which the winner's hp counts.

use maud::{Markup, html};
use outplay::{About, SidesReplay, VersusAnswer};
use outplay_render::answer::versus_proof;
use outplay_render::{Voice, ran_out};

use super::solve::grown;
use super::turns::turn_by_turn;
use super::{verdict_class, winner};
use crate::address::Address;
use crate::here::joined;
use crate::words::{known, outcome, took};

/// The solution of a fight for two.
pub(super) fn answered(
    address: &Address,
    about: &About,
    answer: &VersusAnswer,
    replay: Option<&SidesReplay>,
    after: &str,
) -> Markup {
    html! {
        (verdict(address, about, answer, after))
        @if let Some(replay) = replay { (turn_by_turn(about, replay)) }
        (explained(answer, Some(about)))
        @if answer.cut_short { p.soft { "Not every other move is priced: " (ran_out(answer.stopped)) "." } }
    }
}

fn verdict(address: &Address, about: &About, answer: &VersusAnswer, after: &str) -> Markup {
    let [one, two] = about.names();
    let current = answer.current.map(|side| if side == 1 { one } else { two });
    let moves = joined(about, after, &about.split(&answer.moves));
    html! {
        section class=(verdict_class(winner(answer.winner), answer.value.is_some())) {
            p.big data-announce { (outcome(about, answer, &format!("{one} against {two}: a tie"))) }
            p.proof { @match answer.value {
                None if answer.sample.is_some() => (versus_proof(answer, Voice::Page)),
                Some(_) => (versus_proof(answer, Voice::Page)),
                None => { (known(answer)) " (" (took(answer)) ")." }
            } }
            (grown(&answer.grows, answer.advice.as_deref()))
            @if !answer.move_values.is_empty() {
                p { "What each first move is worth to " (current.unwrap_or("whoever makes it")) ":" }
                ul.chips aria-label="First moves" {
                    @for option in &answer.move_values {
                        li.chip.best[Some(option.value) == answer.value_to_current] { (option.r#move) ": " (option.value) }
                    }
                }
            }
            @if !answer.moves.is_empty() {
                div.bar-of {
                    @if answer.value.is_some() {
                        a.button href=(address.link("play", &[("moves", &moves)])) { "See the end" }
                    }
                    a.button href=(address.link("explore", &[("moves", after)])) { "Explore" }
                    span.soft {
                        @if answer.value.is_some() { "as moves: " } @else if answer.sample.is_some() { "tried most: " } @else { "The most promising line so far: " }
                        code { (answer.moves) }
                    }
                }
            }
        }
    }
}

/// What each choice was worth; in a fight, with the names of the fighters and the keys of the moves.
pub(super) fn explained(answer: &VersusAnswer, fight: Option<&About>) -> Markup {
    html! {
        @if let Some(choices) = &answer.explain {
            section.sheet {
                h2 { "What each choice was worth to whoever made it" }
                div.scroll { table.broad {
                    thead { tr { th.n { "turn" } th { "who" } th { "moves" } } }
                    tbody { @for choice in choices {
                        tr class=(format!("p{}", choice.side)) {
                            td.n { (choice.round) }
                            td { @match fight {
                                Some(about) => (about.sides[usize::from(choice.side) - 1].name),
                                None => { "Player " (choice.side) }
                            } }
                            td { @for option in &choice.moves {
                                span.chip.best[option.chosen] {
                                    @if fight.is_some() { kbd { (option.key) } }
                                    (option.name) ": " (option.value)
                                } " "
                            } }
                        }
                    } }
                } }
            }
        }
    }
}
