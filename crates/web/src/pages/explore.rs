//! Walking the game tree of a fight: for each move its value, its regret and where it leads.

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use outplay::duel::Snapshot;
use outplay::game::Player;
use outplay::{Loaded, amount, count, queue_letters, running, thousands, who_is_who};

use super::scene::{now, scene};
use super::{answer, head, tree};
use crate::app::{Named, Shared};
use crate::asked::Asked;
use crate::fight::{Best, Position, Question, Worth, best, first_of, move_values, position};
use crate::look::{Page, Place, page};
use crate::work::Allowance;
use crate::wrong::Wrong;
use crate::{Game, Kind};

/// Moves further away than this have no link: each holds all the moves before it.
const MOST_LINKED: usize = 50;
/// More places of a queue are counted.
const MOST_PLACES: usize = 40;

pub(in super::super) async fn explore(
    State(app): State<Shared>,
    Named(name): Named,
    request: Request,
) -> Result<Response, Wrong> {
    if matches!(app.game(&name)?.kind, Kind::Tree(_)) {
        return answer(&app, &name, request, tree::explored).await.map(IntoResponse::into_response);
    }
    answer(&app, &name, request, explored).await.map(IntoResponse::into_response)
}

fn explored(game: &Game, asked: &Asked, allowance: &Allowance) -> Result<Page, Wrong> {
    let question = Question::read(game, asked, &["moves"])?;
    let loaded = question.load()?;
    let moves = asked.one("moves")?.unwrap_or_default();
    let here = position(&loaded, &question.request, moves)?;
    let best = if here.account.over {
        None
    } else {
        Some(best(&loaded, &question.request.clone().after(&here.moves), allowance)?)
    };
    let known = match here.chooser {
        Some(_) => move_values(&question.request, &here, allowance)?,
        None => Ok(Vec::new()),
    };
    let title = loaded.fight.names.title.clone();
    let body = html! {
        (head(&question, &title, "explore", &here.moves))
        div data-smooth {
            (path(&question, &here, best.as_ref()))
            (scene(&loaded, &here, None))
            (value(&loaded, &here, best.as_ref()))
            @if let (Some(player), Some(best)) = (here.chooser, &best) {
                (table(&question, &loaded, &here, player, known, best)?)
            }
        }
    };
    Ok(page(Place::Games, &format!("{title}: explore"), &body))
}

/// The moves so far, and the best line from here; each a place to jump to, where it is not far.
fn path(question: &Question, here: &Position, best: Option<&Best>) -> Markup {
    let so_far: Vec<char> = here.moves.chars().collect();
    let line: Vec<char> = best.map_or(Vec::new(), |best| best.moves.chars().collect());
    let names = here.made.iter().map(|(_, name)| name);
    let names: Vec<&String> = names.chain(best.iter().flat_map(|best| &best.line)).collect();
    let all: Vec<char> = so_far.iter().chain(&line).copied().collect();
    let first = so_far.len().saturating_sub(MOST_LINKED);
    let last = all.len().min(so_far.len() + MOST_LINKED);
    html! {
        nav.sheet aria-label="The line" {
            h2 { "Line" }
            ol.chips {
                li { a.chip.here[so_far.is_empty()] href=(question.link("explore", &[])) { "start" } }
                @if first > 0 { li.soft { "… " (count(first as u64, "move")) } }
                @for index in first + 1..=last {
                    @let moves: String = all[..index].iter().collect();
                    li {
                        a.chip.best[index > so_far.len()].here[index == so_far.len()]
                            href=(question.link("explore", &[("moves", &moves)])) {
                            kbd { (all[index - 1]) } @if let Some(name) = names.get(index - 1) { (name) }
                        }
                    }
                }
                @if last < all.len() { li.soft { "… " (count((all.len() - last) as u64, "move")) } }
            }
            @if let (false, Some(best)) = (line.is_empty(), best) {
                p.soft.small {
                    @if best.proved { "Green is the best line from here." }
                    @else { "Green is the most promising line so far; nothing is proved of it." }
                }
            }
        }
    }
}

fn value(loaded: &Loaded, here: &Position, best: Option<&Best>) -> Markup {
    let names = &loaded.fight.names;
    let lost = match best {
        Some(best) => best.proved && best.value.is_none(),
        None => here.account.winner != Some(Player::One),
    };
    html! {
        section.sheet.answer.none[lost].open[best.is_some_and(|best| !best.proved)] {
            @if let Some(best) = best {
                p.big { (best.told) }
                p.proof {
                    @if !names.zero_sum { "Spent so far: " (amount(here.account.spent, &names.price)) ". " }
                    (best.proof)
                }
            } @else {
                p.big { @match here.account.winner {
                    Some(winner) => { (names.fighters[winner.index()].name) " has won" }
                    None => "Nobody has won",
                } }
                p.proof { @match here.value {
                    Some(value) => { "Worth " (value) " to player 1." }
                    None => { "Spent: " (amount(here.account.spent, &names.price)) "." }
                } }
            }
        }
    }
}

fn table(
    question: &Question,
    loaded: &Loaded,
    here: &Position,
    player: Player,
    known: Result<Vec<Worth>, &'static str>,
    best: &Best,
) -> Result<Markup, Wrong> {
    let names = &loaded.fight.names;
    let (worths, open) = match known {
        Ok(worths) => (worths, None),
        Err(reason) => (first_of(best, player, names.zero_sum), Some(reason)),
    };
    let mut rows = Vec::new();
    for option in &here.options {
        let moves = format!("{}{}", here.moves, option.key);
        let there = match option.refused {
            Some(_) => None,
            None => Some(position(loaded, &question.request, &moves)?),
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
                        @if names.zero_sum { "worth to " (names.fighters[player.index()].name) }
                        @else if player == Player::One { (names.price) " to win" }
                        @else { (names.price) " for " (names.fighters[0].name) " to win" }
                    }
                    th.n { "regret" } th { "leads to" }
                } }
                tbody {
                    @for (option, worth, there, moves) in &rows {
                        tr.best[worth.is_some_and(|worth| worth.is_good(player))].off[there.is_none()] {
                            td {
                                kbd { (option.key) } " "
                                @if there.is_some() { a data-key=(option.key) href=(question.link("explore", &[("moves", moves)])) { (option.name) } }
                                @else { (option.name) }
                            }
                            td { (option.cost) }
                            @match worth {
                                Some(worth) => {
                                    td.n { @match worth.value { Some(value) => (value), None => "no win" } }
                                    td.n { @match (worth.best, worth.is_good(player), worth.regret) {
                                        (true, true, _) => "best",
                                        (true, false, _) => "–",
                                        (false, _, Some(regret)) => (thousands(regret)),
                                        (false, _, None) => "all",
                                    } }
                                }
                                None => { td.n { "–" } td.n { "–" } }
                            }
                            td { @match (there, &option.refused) {
                                (Some(there), _) => (leads_to(loaded, there)),
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
            @if names.order.has_places() { p.soft.small { "In the queue, the front first: " (who_is_who(names)) "." } }
        }
    })
}

/// A position in a line.
fn leads_to(loaded: &Loaded, there: &Position) -> Markup {
    let names = &loaded.fight.names;
    let snapshot = now(there);
    html! {
        @for (side, fighter) in names.fighters.iter().enumerate() {
            @if side > 0 { " · " }
            (fighter.name)
            @for ((number, _), value) in fighter.numbers.iter().zip(&snapshot.numbers[side]) { " " (number) " " (value) }
        }
        @let effects = running(snapshot, names, None);
        @if !effects.is_empty() { " · " (effects.join(", ")) }
        @if names.order.has_places() { " · queue " (front(snapshot)) }
        @if there.account.over {
            strong { @match there.account.winner {
                Some(winner) => { " · " (names.fighters[winner.index()].name) " wins" }
                None => " · nobody wins",
            } }
        }
    }
}

/// The first places of a queue.
fn front(now: &Snapshot) -> String {
    let queue = &now.queue;
    let more = queue.len().saturating_sub(MOST_PLACES);
    match queue_letters(&queue[..queue.len() - more]) {
        letters if letters.is_empty() => "(empty)".to_owned(),
        letters if more > 0 => format!("{letters} and {} more", thousands(more as u64)),
        letters => letters,
    }
}
