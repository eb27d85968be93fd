//! The pages for people. Each reads its question, has the library answer it, and shows the answer.

mod combat;
mod explore;
mod hand;
mod home;
mod lab;
mod play;
mod review;
mod scene;
mod show;
mod solve;
mod tree;
mod versus;
mod wrong;

use axum::extract::Request;
use maud::{Markup, html};

pub(super) use combat::combat;
pub(super) use explore::explore;
pub(super) use hand::hand;
pub(super) use home::home;
pub(super) use lab::{lab, lab_of};
pub(super) use play::play;
pub(super) use show::show;
pub(super) use solve::solve;
pub(super) use tree::picture;
pub(super) use wrong::wrong;

use super::Game;
use super::app::App;
use super::asked::Asked;
use super::fight::Question;
use super::work::{Allowance, work};
use super::wrong::Wrong;

/// Reads a question about a game and answers it off the async threads.
async fn answer<T: Send + 'static>(
    app: &App,
    name: &str,
    request: Request,
    job: impl FnOnce(&Game, &Asked, &Allowance) -> Result<T, Wrong> + Send + 'static,
) -> Result<T, Wrong> {
    let game = app.game(name)?.clone();
    let asked = Asked::read(request, app.allowed.body).await?;
    work(app, move |allowance| job(&game, &asked, &allowance)).await
}

/// The head of a page about a fight: where we are, and what else there is about it.
fn head(question: &Question, title: &str, here: &str, moves: &str) -> Markup {
    let pages = [
        ("play", "Play"),
        ("solve", "Solve"),
        ("explore", "Explore"),
        ("lab", "Lab"),
        ("show", "Rules"),
    ];
    let moves_there = |page: &str| match (page, moves) {
        (_, "") | ("lab" | "show", _) => Vec::new(),
        ("solve", moves) => vec![("after", moves)],
        (_, moves) => vec![("moves", moves)],
    };
    html! {
        div.crumbs { a href="/" { "Games" } " / " (question.game) }
        h1 { (title) }
        nav.tabs aria-label="This game" {
            @for (page, name) in pages {
                a href=(question.link(page, &moves_there(page)))
                    aria-current=[(page == here).then_some("page")] { (name) }
            }
        }
    }
}
