//! What can be done in a position, and what each move is worth: to choose from, with what it gives away;
//! where the dice are about to fall, how they may. Where each move leads stands apart.

use maud::{Markup, html};
use outplay::game::Player;
use outplay::{About, ChanceAnswer, Hint, Scene, Table, thousands};
use outplay_render::chance::{self, gives_away, per_cent};
use outplay_render::play::{nearness, price};
use outplay_render::sheet::who_is_who;

use crate::address::Address;
use crate::error::Error;
use crate::here::{Best, Here, Settled};
use crate::words::{self, hint_unit};

/// More places of a queue are counted.
const MOST_PLACES: usize = 40;

/// The moves with what they are worth; where that is not settled, with what is known.
pub(crate) fn moves(
    address: &Address,
    about: &About,
    here: &Here,
    player: Player,
    known: &Settled<Vec<Hint>>,
    best: &Best,
) -> Markup {
    let (worths, open) = match known {
        Ok(worths) => (worths.clone(), None),
        Err(reason) => (best.first(player, about), Some(reason)),
    };
    html! {
        section.choices aria-label="Moves" {
            table.moves-of {
                thead { tr {
                    th { (words::side(about, player)) " to move" }
                    th.n { (worth_heading(about, player)) }
                    th.n { "gives away" }
                } }
                tbody {
                    @for option in &here.position.options {
                        @let worth = worths.iter().find(|worth| worth.key == option.key);
                        @let moves = about.extended(&here.moves, &option.key);
                        tr.best[worth.is_some_and(|worth| worth.is_good(player))].off[option.refused.is_some()] {
                            td {
                                @if option.key != option.name { kbd { (option.key) } " " }
                                @if option.refused.is_none() {
                                    a data-key=(option.key) href=(address.link("explore", &[("moves", &moves)])) { (option.name) }
                                } @else { (option.name) }
                                @if !option.cost.is_empty() { span.does { (price(option)) ": " } }
                                @match &option.refused {
                                    Some(reason) => span.does { (reason) },
                                    None => span.does { (option.does) },
                                }
                            }
                            (worth_cells(worth, player, about))
                        }
                    }
                }
            }
            @if let Some(reason) = open {
                p.soft { "What each move is worth is not settled: " (reason) "." }
            }
        }
    }
}

/// What the column of values is about.
fn worth_heading(about: &About, player: Player) -> String {
    let one = &about.sides[0].name;
    if about.rolls {
        format!("worth to {one}")
    } else if about.objective.is_zero_sum() {
        format!("worth to {}", about.side(player).name)
    } else if player == Player::One {
        format!("{} to win", about.unit())
    } else {
        format!("{} for {one} to win", about.unit())
    }
}

fn worth_cells(worth: Option<&Hint>, player: Player, about: &About) -> Markup {
    html! {
        @match worth {
            Some(hint @ Hint { mean: Some((value, regret)), .. }) => {
                @let unit = hint_unit(hint, about);
                td.n { (chance::worth(*value, unit)) }
                td.n { @if hint.best { "best" } @else { (gives_away(*regret, unit)) } }
            }
            Some(worth) if about.rolls => {
                td.n { "no sure win" }
                td.n { @if worth.best { "best" } @else { "–" } }
            }
            Some(worth) => {
                td.n { @match (worth.value, worth.near) {
                    (Some(value), _) => { @if value < 0 { "-" } (thousands(value.unsigned_abs())) },
                    (None, Some(near)) => { "no win, " (nearness(near, about)) }
                    (None, None) => "no win",
                } }
                td.n { @match (worth.best, worth.is_good(player), worth.regret) {
                    (true, true, _) => "best",
                    (true, false, _) => "–",
                    (false, _, Some(regret)) => (thousands(regret)),
                    (false, _, None) if worth.near.is_some() => "–",
                    (false, _, None) => "all",
                } }
            }
            None => { td.n { "–" } td.n { "–" } }
        }
    }
}

/// The dice are about to fall: how they may, how likely that is, and what it is worth.
pub(crate) fn falling(
    address: &Address,
    about: &About,
    here: &Here,
    answer: &ChanceAnswer,
) -> Markup {
    let unit = words::unit_of(about, Some(answer));
    let all: u128 = here.position.rolls.iter().map(|(_, weight)| u128::from(*weight)).sum();
    let worth = |key: &str| {
        let option = answer.options.iter().find(|option| option.key == key);
        let start = answer.starts.iter().find(|start| key == format!("[p{}]", start.first));
        option.and_then(|option| option.value).or(start.map(|start| start.value))
    };
    html! {
        section.choices aria-label="How the dice may fall" {
            table.moves-of {
                thead { tr { th { "The dice are about to fall" } th.n { "how likely" } th.n { "worth to " (about.sides[0].name) } } }
                tbody {
                    @for (key, weight) in &here.position.rolls {
                        @let moves = about.extended(&here.moves, key);
                        tr {
                            td { a href=(address.link("explore", &[("moves", &moves)])) data-key=(key) {
                                strong.die { (words::roll(about, key)) }
                            } }
                            td.n { (per_cent(share(*weight, all))) }
                            td.n { @match worth(key) {
                                Some(value) => (chance::worth(value.value, &unit)),
                                None if answer.value.is_none() || answer.stopped.is_some() => "–",
                                None => "no sure win",
                            } }
                        }
                    }
                }
            }
        }
    }
}

/// A weight among all of them.
#[expect(clippy::cast_precision_loss, reason = "a share for people to read")]
fn share(weight: u64, all: u128) -> f64 {
    weight as f64 / all.max(1) as f64
}

/// Where each move leads, in a line each.
pub(crate) fn leads(address: &Address, table: &Table, here: &Here) -> Result<Markup, Error> {
    let about = table.about();
    let mut rows = Vec::new();
    for option in here.position.options.iter().filter(|option| option.refused.is_none()) {
        let moves = about.extended(&here.moves, &option.key);
        rows.push((option, Here::at(table, &moves)?, moves));
    }
    Ok(html! {
        @if !rows.is_empty() {
            details.sheet {
                summary { "Where each move leads" }
                div.scroll { table.broad {
                    thead { tr { th { "move" } th { "leads to" } } }
                    tbody {
                        @for (option, there, moves) in &rows {
                            tr {
                                td { a href=(address.link("explore", &[("moves", moves)])) { (option.name) } }
                                td { (leads_to(about, there)) }
                            }
                        }
                    }
                } }
                @if about.has_queue() { p.soft.small { "In the queue, the front first: " (who_is_who(about)) "." } }
            }
        }
    })
}

/// A position in a line.
fn leads_to(about: &About, there: &Here) -> Markup {
    let now = &there.position.now;
    let effects = now.running(about, None);
    html! {
        @for (side, (fighter, state)) in about.sides.iter().zip(&now.sides).enumerate() {
            @if side > 0 && !fighter.numbers.is_empty() { " · " }
            @if !fighter.numbers.is_empty() { (fighter.name) }
            @for number in &fighter.numbers { " " (number) " " (state.number(number)) }
        }
        @for (index, (name, fact)) in now.facts.iter().enumerate() { @if index > 0 { " · " } (name) " " (fact) }
        @if !effects.is_empty() { " · " (effects.join(", ")) }
        @if about.has_queue() { " · queue " (front(now)) }
        @if there.rolls() { " · the dice fall" }
        @if there.replay().over {
            strong { @match there.replay().won_by() {
                Some(winner) => { " · " (about.side(winner).name) " " (words::does(about, winner, ["wins", "win"])) }
                None => " · nobody wins",
            } }
        }
    }
}

/// The first places of a queue.
fn front(now: &Scene) -> String {
    let queue = now.queue.as_deref().unwrap_or_default();
    let more = queue.chars().count().saturating_sub(MOST_PLACES);
    match queue.chars().take(MOST_PLACES).collect::<String>() {
        letters if letters.is_empty() => "(empty)".to_owned(),
        letters if more > 0 => format!("{letters} and {} more", thousands(more as u64)),
        letters => letters,
    }
}
