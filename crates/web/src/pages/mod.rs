//! The pages for people. Each reads its question, has the library answer it, and shows the answer.

mod chance;
mod combat;
mod error;
mod explore;
mod form;
mod hand;
mod home;
mod lab;
mod play;
mod review;
mod scene;
mod show;
mod sides;
mod solve;
mod teams;
mod turns;
mod versus;

use axum::extract::{Request, State};
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get};
use maud::{Markup, html};
use outplay::Kind;

pub(super) use combat::combat;
pub(super) use error::error;
pub(super) use explore::explore;
pub(super) use hand::hand;
pub(super) use home::home;
pub(crate) use lab::MOST_CELLS;
pub(super) use lab::{lab, lab_of};
pub(super) use play::play;
pub(super) use show::show;
pub(super) use sides::picture;
pub(super) use solve::solve;

use super::address::Address;
use super::app::{Named, Shared};
use super::catalogue::Game;
use super::error::Error;
use super::query::Query;
use super::work::{Work, work};

/// An address about a game: the question is read, and answered off the async threads.
pub(super) fn about<T: IntoResponse + Send + 'static>(
    job: fn(&Game, &Query, &Work) -> Result<T, Error>,
) -> MethodRouter<Shared> {
    get(async move |State(app): State<Shared>, Named(name): Named, request: Request| {
        let game = app.game(&name)?.clone();
        let query = Query::read(request, app.allowed.body).await?;
        work(&app, move |work| job(&game, &query, &work)).await
    })
}

/// The head of a page about a game: where we are, and what else there is about it.
fn head(address: &Address, title: &str, here: &str, moves: &str) -> Markup {
    let pages = [
        ("play", "Play"),
        ("solve", "Solve"),
        ("explore", "Explore"),
        ("lab", "Lab"),
        ("show", "Rules"),
    ];
    let there = |(page, _): &(&str, &str)| *page != "lab" || address.kind == Kind::Fight;
    let moves_there = |page: &str| match (page, moves) {
        (_, "") | ("lab" | "show", _) => Vec::new(),
        ("solve", moves) => vec![("after", moves)],
        (_, moves) => vec![("moves", moves)],
    };
    html! {
        div.crumbs { a href="/" { "Games" } " / " (address.game) }
        h1 { (title) }
        nav.tabs aria-label="This game" {
            @for (page, name) in pages.into_iter().filter(there) {
                a href=(address.link(page, &moves_there(page)))
                    aria-current=[(page == here).then_some("page")] { (name) }
            }
        }
    }
}
