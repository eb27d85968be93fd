//! The best play where dice fall: how likely a win is, and what each first move gives away.

use maud::{Markup, html};
use outplay::game::Player;
use outplay::{About, ChanceAnswer, ChanceChoice, ChanceOption, SidesReplay};
use outplay_render::Voice;
use outplay_render::chance::{gives_away, headline, number, per_cent, proof, worth};

use super::turns::turn_by_turn;
use super::{verdict_class, winner};
use crate::address::Address;
use crate::here::joined;
use crate::words::unit_of;

/// The solution of a fight with dice, or of teams.
pub(super) fn answered(
    address: &Address,
    about: &About,
    answer: &ChanceAnswer,
    replay: Option<&SidesReplay>,
    after: &str,
) -> Markup {
    let unit = &unit_of(about, Some(answer));
    let moves = joined(about, after, &about.split(&answer.moves));
    html! {
        section class=(verdict_class(favoured(answer), answer.stopped.is_none())) {
            p.big data-announce { (headline(about, answer)) }
            p.proof { (proof(answer, Voice::Page)) }
            @if let Some(advice) = &answer.advice { p.soft { (advice) } }
            @for start in &answer.starts {
                h3 { (about.sides[usize::from(start.first) - 1].name) " first: " (worth(start.value.value, unit)) }
                p.soft { (number(start.value.value)) }
                (options(&start.options, unit))
            }
            @if answer.starts.is_empty() && answer.options.len() > 1 { (options(&answer.options, unit)) }
        }
        @if let Some(replay) = replay {
            section.sheet {
                h2 { "The likeliest line under best play" }
                p { (per_cent(answer.probability)) ": " code { (answer.moves) } }
                div.bar-of {
                    a.button href=(address.link("play", &[("moves", &moves)])) { "See the end" }
                    a.button href=(address.link("explore", &[("moves", after)])) { "Explore" }
                }
            }
            (turn_by_turn(about, replay))
        }
        @if let Some(choices) = &answer.explain { (explained(about, choices, unit)) }
    }
}

/// Whom it goes to: of a chance, whoever is likelier to win; a win that is sure at some price is player 1's.
fn favoured(answer: &ChanceAnswer) -> Option<Player> {
    let chance = match answer.best_chance {
        Some(best) => Some(best.value),
        None => answer.value.filter(|_| answer.unit == "chance"),
    };
    match chance {
        Some(chance) if chance > 0.5 => Some(Player::One),
        Some(chance) if chance < 0.5 => Some(Player::Two),
        Some(_) => None,
        None => winner(answer.winner).or_else(|| match answer.value {
            Some(value) if value < 0.0 => Some(Player::Two),
            value => value.map(|_| Player::One),
        }),
    }
}

/// Moves with what they are worth and give away, or how a roll may fall.
fn options(options: &[ChanceOption], unit: &str) -> Markup {
    html! {
        div.scroll {
            table {
                thead { tr { th { "key" } th { "move" } th.n { "worth" } th.n { "gives away" } } }
                tbody {
                    @for option in options {
                        tr.best[option.best] {
                            td { code { (option.key) } }
                            td { (option.name) }
                            td.n { @match option.value {
                                Some(value) => (worth(value.value, unit)),
                                None => "no sure win",
                            } }
                            td.n { @match (option.likely, option.regret) {
                                (Some(likely), _) => { "falls " (per_cent(likely)) },
                                (None, Some(_)) if option.best => "best",
                                (None, Some(regret)) => (gives_away(regret, unit)),
                                (None, None) => "",
                            } }
                        }
                    }
                }
            }
        }
    }
}

fn explained(about: &About, choices: &[ChanceChoice], unit: &str) -> Markup {
    html! {
        section.sheet {
            h2 { "What each move gives away" }
            @for choice in choices {
                h3 { (about.sides[usize::from(choice.side) - 1].name) }
                @if !choice.after.is_empty() { p.soft { "after " code { (choice.after) } } }
                (options(&choice.moves, unit))
            }
        }
    }
}
