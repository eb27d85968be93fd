//! The pages for people. Each reads its question, has the library answer it, and shows the answer.

mod again;
mod api;
mod board;
mod chance;
mod combat;
mod edit;
mod error;
mod explore;
mod field;
mod form;
mod hand;
mod home;
mod lab;
mod news;
mod play;
mod review;
mod scene;
mod show;
mod sides;
mod solve;
mod turns;
mod versus;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use maud::{Markup, html};
use outplay::game::Player;
use outplay::{About, Kind, Table};
use outplay_render::rules::goal;

pub(crate) use api::api;
pub(super) use combat::combat;
pub(super) use edit::{edit, new, schema};
pub(super) use error::error;
pub(super) use explore::explore;
pub(super) use hand::hand;
pub(super) use home::home;
pub(crate) use lab::MOST_CELLS;
pub(super) use lab::routes as lab_routes;
pub(super) use news::version;
pub(super) use play::play;
pub(super) use show::show;
pub(super) use sides::picture;
pub(super) use solve::solve;

use news::file_news;

use super::address::Address;
use super::app::{Named, Shared};
use super::catalogue::Game;
use super::error::Error;
use super::here::Best;
use super::own::OWN;
use super::query::Query;
use super::work::{Work, work};

/// An address about a game: the question is read, and answered off the async threads. Where it is
/// wrong, the form is shown again with what is wrong beside its fields.
pub(super) fn about<T: IntoResponse + Send + 'static>(
    job: fn(&Game, &Query, &Work) -> Result<T, Error>,
) -> MethodRouter<Shared> {
    get(async move |State(app): State<Shared>, Named(name): Named, request: Request| {
        let path = request.uri().path().to_owned();
        let query = Query::read(request, &app).await?;
        work(&app, move |work| {
            let game = work.game(&name, &query)?;
            match job(&game, &query, &work) {
                Ok(answer) => Ok(answer.into_response()),
                Err(wrong) => match again::again(&game, &path, &query, &work, &wrong) {
                    Some(page) => Ok((StatusCode::BAD_REQUEST, page).into_response()),
                    None => Err::<Response, _>(wrong),
                },
            }
        })
        .await
    })
}

/// The head of a page about a game: where we are, and what else there is about it.
fn head(address: &Address, title: &str, here: &str, moves: &str) -> Markup {
    let moves_there = |page: &str| match (page, moves) {
        (_, "") | ("lab" | "show", _) => Vec::new(),
        ("solve", moves) => vec![("after", moves)],
        (_, moves) => vec![("moves", moves)],
    };
    let link = |page: &str| match page {
        "edit" => address.rules_link(),
        page => Some(address.link(page, &moves_there(page))),
    };
    html! {
        div.about-game {
            h1 { (title) @if address.game == OWN { " " span.chip { "your rules" } } }
            (tabs(address.kind == Kind::Fight, here, link))
        }
        (file_news(address.file.as_deref(), &address.game))
        @if ["play", "solve", "explore"].contains(&here) { (idle(address, here, &moves_there(here))) }
    }
}

/// What a game is played for, above its board: one without fighters says it of itself.
fn stated(table: &Table) -> Markup {
    let said = table.about().about.as_ref().filter(|_| table.fight().is_none());
    html! {
        @match said {
            Some(said) => p.goal.worded { (said) },
            None => p.goal { (goal(table)) },
        }
    }
}

/// All pages about a game, by their links; a page without one is left out.
fn tabs(is_fight: bool, here: &str, link: impl Fn(&str) -> Option<String>) -> Markup {
    let pages = [
        ("play", "Play"),
        ("solve", "Solve"),
        ("explore", "Explore"),
        ("lab", "Lab"),
        ("show", "Rules"),
        ("edit", "Edit"),
    ];
    let there = |(page, _): &(&str, &str)| *page != "lab" || is_fight;
    html! {
    nav.tabs aria-label="This game" {
                @for (page, name) in pages.into_iter().filter(there) {
                    @if let Some(link) = link(page) {
                        a href=(link) aria-current=[(page == here).then_some("page")] { (name) }
                    }
                }
            }
        }
}

/// Numbers of fighters who do not take part change nothing, and are said.
fn idle(address: &Address, here: &str, more: &[(&str, &str)]) -> Markup {
    let idle = address.idle();
    html! {
        @if !idle.is_empty() {
            div.sheet.problem.warning {
                p {
                    @for (index, name) in idle.iter().enumerate() {
                        @if index > 0 { ", " }
                        code { (name) "=" (address.given(name).unwrap_or_default()) }
                    }
                    @if idle.len() == 1 { " changes" } @else { " change" }
                    " nothing: whoever it belongs to does not take part. "
                    a href=(address.without_idle().link(here, more)) { "The same without it" }
                }
            }
        }
    }
}

/// The classes of a sheet with a verdict: it has the colour of the side that it goes to (see `.answer`
/// in `style.css`).
pub(crate) fn verdict_class(goes_to: Option<Player>, settled: bool) -> &'static str {
    match (settled, goes_to) {
        (false, _) => "sheet answer open",
        (true, Some(Player::One)) => "sheet answer one",
        (true, Some(Player::Two)) => "sheet answer two",
        (true, None) => "sheet answer none",
    }
}

/// The same for what best play comes to.
fn verdict_of(about: &About, best: &Best) -> &'static str {
    let measure = board::Measure::of(about);
    let worth = measure.with_best_play(best, 0);
    verdict_class(measure.goes_to(worth), worth.is_settled())
}

/// The side of a number in an answer.
fn winner(number: Option<u8>) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| Some(player.number()) == number)
}
