//! Walking the game tree of a fight: for each move its value, its regret and where it leads. The tree
//! of any other game is walked in `sides.rs`.

use maud::{Markup, html};
use outplay::game::Player;
use outplay::{About, ChanceAnswer, Hint, Kind, Objective, Scene, Table, amount, count, thousands};
use outplay_render::chance::{self, gives_away, per_cent};
use outplay_render::play::{nearness, price};
use outplay_render::sheet::who_is_who;

use super::scene::scene;
use super::{head, sides};
use crate::address::Address;
use crate::catalogue::Game;
use crate::chrome::{Page, Place, page};
use crate::error::Error;
use crate::here::{Best, Here, Settled, hints, is_roll};
use crate::query::Query;
use crate::words;
use crate::work::Work;

/// Moves further away than this have no link: each holds all the moves before it.
const MOST_LINKED: usize = 50;
/// More places of a queue are counted.
const MOST_PLACES: usize = 40;

pub(crate) fn explore(game: &Game, query: &Query, work: &Work) -> Result<Page, Error> {
    if game.listed.kind == Kind::Sides {
        return sides::explored(game, query, work);
    }
    let address = Address::of_a_page(game, query, &["moves"])?;
    let table = address.open(work)?;
    let about = table.about();
    let here = Here::at(&table, query.one("moves")?.unwrap_or_default())?;
    let mut solver = work.solver(&table);
    let best =
        if here.replay().over { None } else { Some(Best::after(&mut solver, &here.moves, work)?) };
    let known = match here.chooser() {
        Some(_) => hints(&mut solver, &here.moves, work)?,
        None => Ok(Vec::new()),
    };
    let body = html! {
        (head(&address, &about.title, "explore", &here.moves))
        div data-smooth {
            (path(&address, about, &here, best.as_ref()))
            (scene(about, &here, None))
            (value(about, &here, best.as_ref()))
            @if let Some(answer) = best.as_ref().and_then(Best::chance).filter(|_| here.rolls()) {
                (falling(&address, about, &here, answer))
            }
            @if let (Some(player), Some(best)) = (here.chooser(), &best) {
                (moves(&address, &table, &here, player, known, best)?)
            }
        }
    };
    Ok(page(Place::Games, &format!("{}: explore", about.title), &body))
}

/// The moves so far, and the best line from here; each a place to jump to, where it is not far.
fn path(address: &Address, about: &About, here: &Here, best: Option<&Best>) -> Markup {
    let so_far = here.keys.len();
    let line: &[String] = best.map_or(&[], |best| &best.keys);
    let mut names = here.names(about);
    names.extend(best.iter().flat_map(|best| best.answer.line()).cloned());
    let all: Vec<&str> = here.keys.iter().chain(line).map(String::as_str).collect();
    let first = so_far.saturating_sub(MOST_LINKED);
    let last = all.len().min(so_far + MOST_LINKED);
    html! {
        nav.sheet aria-label="The line" {
            h2 { "Line" }
            ol.chips {
                li { a.chip.here[so_far == 0] href=(address.link("explore", &[])) { "start" } }
                @if first > 0 { li.soft { "… " (count(first as u64, "move")) } }
                @for index in first + 1..=last {
                    li {
                        a.chip.best[index > so_far].here[index == so_far]
                            href=(address.link("explore", &[("moves", &about.join(&all[..index]))])) {
                            @if is_roll(about, all[index - 1]) {
                                strong.die { (words::roll(about, all[index - 1])) }
                            } @else {
                                kbd { (all[index - 1]) } @if let Some(name) = names.get(index - 1) { (name) }
                            }
                        }
                    }
                }
                @if last < all.len() { li.soft { "… " (count((all.len() - last) as u64, "move")) } }
            }
            @if let (false, Some(best)) = (line.is_empty(), best) {
                p.soft.small {
                    @if best.chance().is_some() { "Green is the likeliest line under best play from here." }
                    @else if best.is_proved() { "Green is the best line from here." }
                    @else { "Green is the most promising line so far; nothing is proved of it." }
                }
            }
        }
    }
}

fn value(about: &About, here: &Here, best: Option<&Best>) -> Markup {
    let replay = here.replay();
    let spent = amount(replay.spent, &replay.unit);
    let lost = match best {
        Some(best) => match best.chance() {
            Some(answer) => answer.stopped.is_none() && answer.upper == Some(0.0),
            None => best.is_proved() && best.value().is_none(),
        },
        None => replay.won_by() != Some(Player::One),
    };
    html! {
        section.sheet.answer.none[lost].open[best.is_some_and(|best| !best.is_proved())] {
            @if let Some(best) = best {
                @let [value, proof] = words::best(about, best, here.keys.is_empty());
                p.big { (value) }
                p.proof {
                    @if matches!(about.objective, Objective::LeastCost(_)) { "Spent so far: " (spent) ". " }
                    (proof)
                }
            } @else {
                p.big { @match replay.won_by() {
                    Some(winner) => { (about.side(winner).name) " " (words::does(about, winner, ["has won", "have won"])) }
                    None => "Nobody has won",
                } }
                p.proof { @match replay.value {
                    Some(value) => { "Worth " (value) " to player 1." }
                    None if about.objective == Objective::Win => {}
                    None => { "Spent: " (spent) "." }
                } }
            }
        }
    }
}

/// The dice are about to fall: how they may, how likely that is, and what it is worth.
fn falling(address: &Address, about: &About, here: &Here, answer: &ChanceAnswer) -> Markup {
    let unit = words::unit_of(about, Some(answer));
    let all: u128 = here.position.rolls.iter().map(|(_, weight)| u128::from(*weight)).sum();
    let worth = |key: &str| {
        let option = answer.options.iter().find(|option| option.key == key);
        let start = answer.starts.iter().find(|start| key == format!("[p{}]", start.first));
        option.and_then(|option| option.value).or(start.map(|start| start.value))
    };
    html! {
        section.sheet {
            h2 { "The dice are about to fall" }
            div.scroll { table.tight {
                thead { tr { th { "falls" } th.n { "how likely" } th.n { "worth to " (about.sides[0].name) } } }
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
            } }
        }
    }
}

/// A weight among all of them.
#[expect(clippy::cast_precision_loss, reason = "a share for people to read")]
fn share(weight: u64, all: u128) -> f64 {
    weight as f64 / all.max(1) as f64
}

fn moves(
    address: &Address,
    table: &Table,
    here: &Here,
    player: Player,
    known: Settled<Vec<Hint>>,
    best: &Best,
) -> Result<Markup, Error> {
    let about = table.about();
    let (worths, open) = match known {
        Ok(worths) => (worths, None),
        Err(reason) => (best.first(player, about), Some(reason)),
    };
    let unit = words::unit_of(about, best.chance());
    let mut rows = Vec::new();
    for option in &here.position.options {
        let moves = about.extended(&here.moves, &option.key);
        let there = match option.refused {
            Some(_) => None,
            None => Some(Here::at(table, &moves)?),
        };
        rows.push((option, worths.iter().find(|worth| worth.key == option.key), there, moves));
    }
    Ok(html! {
        section.sheet {
            h2 { "Moves" }
            div.scroll { table.broad {
                thead { tr {
                    th { "move" } th { "cost" }
                    th.n {
                        @if best.chance().is_some() { "worth to " (about.sides[0].name) }
                        @else if about.objective.is_zero_sum() { "worth to " (about.side(player).name) }
                        @else if player == Player::One { (about.unit()) " to win" }
                        @else { (about.unit()) " for " (about.sides[0].name) " to win" }
                    }
                    th.n { @if best.chance().is_some() { "gives away" } @else { "regret" } } th { "leads to" }
                } }
                tbody {
                    @for (option, worth, there, moves) in &rows {
                        tr.best[worth.is_some_and(|worth| worth.is_good(player))].off[there.is_none()] {
                            td {
                                kbd { (option.key) } " "
                                @if there.is_some() { a data-key=(option.key) href=(address.link("explore", &[("moves", moves)])) { (option.name) } }
                                @else { (option.name) }
                                @if !option.does.is_empty() { div.soft.small { (option.does) } }
                            }
                            td { (price(option)) }
                            @match worth {
                                Some(Hint { mean: Some((value, regret)), best, .. }) => {
                                    td.n { (chance::worth(*value, &unit)) }
                                    td.n { @if *best { "best" } @else { (gives_away(*regret, &unit)) } }
                                }
                                Some(worth) if about.rolls => {
                                    td.n { "no sure win" }
                                    td.n { @if worth.best { "best" } @else { "–" } }
                                }
                                Some(worth) => {
                                    td.n { @match (worth.value, worth.near) {
                                        (Some(value), _) => (value),
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
                            td { @match (there, &option.refused) {
                                (Some(there), _) => (leads_to(about, there)),
                                (None, Some(reason)) => (reason),
                                (None, None) => {},
                            } }
                        }
                    }
                }
            } }
            @if let Some(reason) = open {
                p.soft { "What each move is worth is not settled: " (reason) "." }
            }
            @if about.has_queue() { p.soft.small { "In the queue, the front first: " (who_is_who(about)) "." } }
        }
    })
}

/// A position in a line.
fn leads_to(about: &About, there: &Here) -> Markup {
    let now = &there.position.now;
    let effects = now.running(about, None);
    html! {
        @for (side, (fighter, state)) in about.sides.iter().zip(&now.sides).enumerate() {
            @if side > 0 { " · " }
            (fighter.name)
            @for number in &fighter.numbers { " " (number) " " (state.number(number)) }
        }
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
