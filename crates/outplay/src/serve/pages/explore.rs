//! Walking the game tree of a fight: for each move its value, its regret and where it leads.

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use outplay::{Loaded, amount, running, thousands};

use super::scene::{now, scene};
use super::{answer, head, tree};
use crate::serve::app::{Named, Shared};
use crate::serve::asked::Asked;
use crate::serve::fight::{Best, Position, Question, Worth, best, move_values, position};
use crate::serve::look::{Page, Place, page};
use crate::serve::work::Allowance;
use crate::serve::wrong::Wrong;
use crate::serve::{Game, Kind};

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
    let worths = move_values(&question.request, &here, allowance);
    let request = question.request.clone().after(&here.moves);
    let best = best(&loaded, &request, allowance)?;
    let title = loaded.fight.names.title.clone();
    let body = html! {
        (head(&question, &title, "explore", &here.moves))
        div data-smooth {
            (path(&question, &here, &best))
            (scene(&loaded, &here))
            (value(&loaded, &here, &best))
            @if here.chooser.is_some() { (table(&question, &loaded, &here, &worths)?) }
        }
    };
    Ok(page(Place::Games, &format!("{title}: explore"), &body))
}

/// The moves so far, and the best line from here; each a place to jump to.
fn path(question: &Question, here: &Position, best: &Best) -> Markup {
    let so_far: Vec<char> = here.moves.chars().collect();
    let line: Vec<char> = best.moves.chars().collect();
    let all: Vec<char> = so_far.iter().chain(&line).copied().collect();
    html! {
        nav.sheet aria-label="The line" {
            h2 { "Line" }
            ol.chips {
                li { a.chip.here[so_far.is_empty()] href=(question.link("explore", &[])) { "start" } }
                @for index in 1..=all.len() {
                    @let moves: String = all[..index].iter().collect();
                    @let name = index.checked_sub(so_far.len() + 1).and_then(|place| best.line.get(place));
                    li {
                        a.chip.best[index > so_far.len()].here[index == so_far.len()]
                            href=(question.link("explore", &[("moves", &moves)])) {
                            kbd { (all[index - 1]) } @if let Some(name) = name { (name) }
                        }
                    }
                }
            }
            @if !line.is_empty() { p.soft.small { "Green is the best line from here." } }
        }
    }
}

fn value(loaded: &Loaded, here: &Position, best: &Best) -> Markup {
    let names = &loaded.fight.names;
    let lost = best.proved && best.value.is_none();
    html! {
        section.sheet.answer.none[lost].open[!best.proved] {
            @if here.account.over {
                p.big { @match here.account.winner {
                    Some(winner) => { (names.fighters[winner.index()].name) " has won" }
                    None => "Nobody has won",
                } }
                p.proof { @match here.value {
                    Some(value) => { "Worth " (value) " to player 1." }
                    None => { "Spent: " (amount(here.account.spent, &names.price)) "." }
                } }
            } @else {
                p.big { (best.told) }
                p.proof {
                    @if !names.zero_sum { "Spent so far: " (amount(here.account.spent, &names.price)) ". " }
                    (best.proof)
                }
            }
        }
    }
}

fn table(
    question: &Question,
    loaded: &Loaded,
    here: &Position,
    worths: &[Worth],
) -> Result<Markup, Wrong> {
    let names = &loaded.fight.names;
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
                thead { tr { th { "move" } th { "cost" } th.n { @if let (true, Some(player)) = (names.zero_sum, here.chooser) { "worth to " (names.fighters[player.index()].name) } @else if names.zero_sum { "worth" } @else { (names.price) " to win" } } th.n { "regret" } th { "leads to" } } }
                tbody {
                    @for (option, worth, there, moves) in &rows {
                        tr.best[worth.is_some_and(|worth| worth.best && worth.value.is_some())].off[there.is_none()] {
                            td {
                                kbd { (option.key) } " "
                                @if there.is_some() { a data-key=(option.key) href=(question.link("explore", &[("moves", moves)])) { (option.name) } }
                                @else { (option.name) }
                            }
                            td { (option.cost) }
                            @match worth {
                                Some(worth) => {
                                    td.n { @match worth.value { Some(value) => (value), None => "no win" } }
                                    td.n { @match (worth.best, worth.value, worth.regret) {
                                        (true, Some(_), _) => "best",
                                        (true, None, _) => "–",
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
        @if there.account.over {
            strong { @match there.account.winner {
                Some(winner) => { " · " (names.fighters[winner.index()].name) " wins" }
                None => " · nobody wins",
            } }
        }
    }
}
