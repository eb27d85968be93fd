//! Decks that fight by themselves: paste or deal them, see who wins, step through the rounds.
//!
//! The address holds both decks and the step, so it is the position.

mod forms;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use outplay::combat::{Deal, Mode};
use outplay::{
    Answer, Budget, CombatAnswer, CombatReplay, CombatRound, Contents, Ending, Options, Question,
    Replay, Solver, Source, Text, count, read_combat_mode, thousands,
};
use outplay_render::ran_out;

use super::{error, verdict_class, winner};
use crate::app::Shared;
use crate::chrome::{Page, Place, page};
use crate::error::Error;
use crate::notes::Notes;
use crate::query::{Query, with_query};
use crate::work::{Work, work};

const NAMES: [&str; 7] = ["p1", "p2", "input", "mode", "step", "deal", "seed"];
/// So many rounds of all games can be stepped through.
const MOST_STEPS: u64 = 2000;
/// A page does not deal more cards: they would not fit in an address.
const MOST_DEALT: u32 = 400;
/// Nor does it show more, which were given to it.
const MOST_SHOWN: usize = 4000;
/// Rounds listed around the one that is shown.
const LISTED: usize = 12;

pub(crate) async fn combat(State(app): State<Shared>, request: Request) -> Result<Response, Error> {
    let query = Query::read(request, &app).await?;
    work(&app, move |work| match answered(&query, &work) {
        Err(wrong) if wrong.status() == StatusCode::BAD_REQUEST => {
            Ok((StatusCode::BAD_REQUEST, again(&query, &wrong)).into_response())
        }
        answer => answer,
    })
    .await
}

/// What cannot be answered, shown again with what is wrong beside its field.
fn again(query: &Query, wrong: &Error) -> Page {
    let notes = forms::notes(wrong);
    let mode = read_combat_mode(query.typed("mode")).unwrap_or(Mode::BOTH[0]);
    let body = html! {
        (intro())
        (error::above(wrong, &notes))
        (forms::forms(query, &notes, None, mode))
    };
    page(Place::Combat, "Combat: that cannot be answered", &body)
}

fn answered(query: &Query, work: &Work) -> Result<Response, Error> {
    query.only(&NAMES, false)?;
    let mode = read_combat_mode(query.one("mode")?)?;
    if let Some(deal) = to_move(query, mode, work)? {
        return Ok(Redirect::to(&link(&deal, mode, 1)).into_response());
    }
    let sides = [query.text("p1")?, query.text("p2")?];
    let [Some(_), Some(_)] = &sides else {
        let given = |name: &str| query.pairs().iter().any(|(other, _)| other == name);
        let missing = match (given("p1"), given("p2")) {
            (true, _) => "p2",
            (_, true) => "p1",
            _ => {
                let body = html! { (intro()) (forms::forms(query, &Notes::default(), None, mode)) };
                return Ok(page(Place::Combat, "Combat", &body).into_response());
            }
        };
        let message = format!("the deck `{missing}` is missing, for example 9 2 6 3 1");
        return Err(Error::value(missing, message));
    };
    let options = Options { sides, mode: Some(mode.name().to_owned()), ..Options::default() };
    let table = work.table(&Source { options, ..Source::game("combat") }, None)?;
    let Contents::Combat(deal, _) = table.contents() else {
        return Err(Error::not_found("there are no decks here"));
    };
    if deal.cards() > MOST_SHOWN {
        return Err(too_many(deal));
    }
    let mut solver = work.solver(&table);
    let solve =
        |solver: &mut Solver, budget: &Budget<'_>| solver.solve(&Question::default(), budget);
    let answer = work.ask(&mut solver, &work.budget()?, solve)?;
    let budget = Budget { states: MOST_STEPS, ..work.budget()? };
    let told = solver.replay(&Text::new("after", ""), "", &budget)?;
    let (Answer::Combat(answer), Replay::Combat(told)) = (answer, told) else {
        return Err(Error::not_found("there are no decks here"));
    };
    let step = query.number("step", "1")?.unwrap_or(1_usize).clamp(1, told.turns.len().max(1));
    Ok(shown(query, (deal, mode), &answer, &told, step).into_response())
}

/// Decks that were pasted or dealt, and have to go into an address.
fn to_move(query: &Query, mode: Mode, work: &Work) -> Result<Option<Deal>, Error> {
    if let Some(text) = query.one("input")? {
        let options = Options {
            input: Some(Text::new(forms::PASTED, text)),
            mode: Some(mode.name().to_owned()),
            ..Options::default()
        };
        let table = work.table(&Source { options, ..Source::game("combat") }, None)?;
        return match table.contents() {
            Contents::Combat(deal, _) if deal.cards() > MOST_DEALT as usize => Err(too_many(deal)),
            Contents::Combat(deal, _) => Ok(Some(deal.clone())),
            _ => Ok(None),
        };
    }
    let Some(cards) = query.number::<u32>("deal", "20")? else { return Ok(None) };
    if !(2..=MOST_DEALT).contains(&cards) {
        let message = format!("a page deals 2 to {MOST_DEALT} cards, not {cards}");
        return Err(Error::value("deal", message));
    }
    Ok(Some(Deal::random(cards, query.number("seed", "1")?.unwrap_or(1), 1)))
}

/// Every step is an address that holds both decks.
fn too_many(deal: &Deal) -> Error {
    Error::question(format!(
        "{} cards do not fit in an address: POST them to /api/solve/combat",
        thousands(deal.cards() as u64)
    ))
}

fn list(deck: &[u32]) -> String {
    deck.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

fn link(deal: &Deal, mode: Mode, step: usize) -> String {
    let [one, two] = deal.decks().map(list);
    let step = step.to_string();
    with_query(
        "/combat",
        &[("p1", one.as_str()), ("p2", &two), ("mode", mode.name()), ("step", &step)],
    )
}

fn intro() -> Markup {
    html! {
        div.crumbs { a href="/" { "Games" } " / combat" }
        h1 { "Combat" }
        p.lead { "Both draw; the higher card wins the round and both cards. Nobody chooses anything, and yet it is hard to see who wins." }
    }
}

fn shown(
    query: &Query,
    (deal, mode): (&Deal, Mode),
    answer: &CombatAnswer,
    told: &CombatReplay,
    step: usize,
) -> Page {
    let body = html! {
        (intro())
        (verdict(answer))
        div data-smooth {
            @if let Some(round) = told.turns.get(step - 1) {
                (stepped(deal, mode, told, round, step))
            }
        }
        (forms::forms(query, &Notes::default(), Some(deal), mode))
    };
    page(Place::Combat, "Combat", &body)
}

fn verdict(answer: &CombatAnswer) -> Markup {
    html! {
        section class=(verdict_class(winner(answer.winner), answer.stopped.is_none())) {
            p.big { @match (answer.winner, answer.stopped) {
                (Some(winner), _) => { "Player " (winner) " wins with " (answer.score.map(|score| score.to_string()).unwrap_or_default()) " points" }
                (None, None) => "It never ends: nobody wins",
                (None, stopped) => { "Too long to play out: " (ran_out(stopped)) }
            } }
            p.proof {
                @if let Some(rounds) = answer.rounds { (count(rounds, "round")) }
                @if let Some(games) = answer.games.filter(|games| *games > 1) { ", " (count(games, "game")) " in all" }
                @if answer.ends == Some(Ending::Repetition) { ", ended by a repetition" }
                @if let Some(cycle) = answer.cycle {
                    @if answer.winner.is_none() { "The decks of round " (cycle.start) " come back after " (count(cycle.length, "round")) }
                }
                "."
            }
        }
    }
}

fn stepped(
    deal: &Deal,
    mode: Mode,
    told: &CombatReplay,
    round: &CombatRound,
    step: usize,
) -> Markup {
    let last = told.turns.len();
    let to = |step: usize| link(deal, mode, step);
    let first = step.saturating_sub(LISTED / 2).clamp(1, last.saturating_sub(LISTED).max(1));
    html! {
        section.sheet {
            h2 {
                @if told.games > 1 { "Game " (round.game) ", round " (round.round) } @else { "Round " (round.round) }
                span.soft.small { " (step " (step) " of " (thousands(last as u64)) @if !told.over { ", and more" } ")" }
            }
            @for side in 0..2 {
                h3 { "Player " (side + 1) }
                ol class=(format!("pile p{}", side + 1)) {
                    @for (place, card) in round.before[side].iter().enumerate() {
                        li.drawn[place == 0].wins[place == 0 && round.winner == Some(if side == 0 { 1 } else { 2 })] { (card) }
                    }
                }
            }
            p { strong { @match (round.winner, round.sub_game) {
                (Some(winner), Some(game)) => { "Game " (game) " decides: player " (winner) " wins the round." }
                (Some(winner), None) => { "Player " (winner) " wins the round." }
                (None, Some(game)) => { "Game " (game) " decides." }
                (None, None) => "Undecided.",
            } } }
            div.bar-of {
                @if step > 1 { a.button href=(to(1)) { "First" } a.button #back href=(to(step - 1)) data-arrow="ArrowLeft" { "Back" } }
                @else { span.button.off { "First" } span.button.off { "Back" } }
                @if step < last { a.button.main #next href=(to(step + 1)) data-key="n" data-arrow="ArrowRight" { "Next" } a.button href=(to(last)) { "Last" } }
                @else { span.button.off { "Next" } span.button.off { "Last" } }
            }
        }
        section.sheet {
            h2 { "Rounds" }
            div.scroll { table {
                thead { tr { th.n { "step" } th.n { "game" } th.n { "round" } th.n { "player 1" } th.n { "player 2" } th { "winner" } } }
                tbody {
                    @for (index, turn) in told.turns.iter().enumerate().skip(first - 1).take(LISTED) {
                        tr.best[index + 1 == step] {
                            td.n { a href=(to(index + 1)) { (index + 1) } }
                            td.n { (turn.game) } td.n { (turn.round) } td.n { (turn.cards[0]) } td.n { (turn.cards[1]) }
                            td { @if let Some(winner) = turn.winner { (winner) } @if let Some(game) = turn.sub_game { span.soft { " (game " (game) ")" } } }
                        }
                    }
                }
            } }
        }
    }
}
