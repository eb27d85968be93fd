//! The same answers for programs: `/api/COMMAND/GAME` is what `outplay COMMAND GAME --format json`
//! prints, with the options of the command line as names of the query, a form or a JSON object.
//!
//! The objects come from `json.rs`, which the command line uses too. A wrong question is answered
//! with 400 and the same `error` and `problems`; an answer that a limit stopped is an answer, and
//! says so.

mod answers;
mod lab;
mod openapi;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::Value;

use super::Game;
use super::app::{Named, Shared};
use super::asked::Asked;
use super::work::{Allowance, work};
use super::wrong::Wrong;

/// Answers a question about a game.
type Answer = fn(&Game, &Asked, &mut Allowance) -> Result<Value, Wrong>;

/// The commands, each with its address and how it is answered.
const COMMANDS: [(&str, Answer); 8] = [
    ("/api/show/{game}", answers::show),
    ("/api/solve/{game}", answers::solve),
    ("/api/replay/{game}", answers::replay),
    ("/api/compare/{game}", answers::compare),
    ("/api/deal/{game}", answers::deal),
    ("/api/match/{game}", lab::matched),
    ("/api/tournament/{game}", lab::tournament),
    ("/api/sweep/{game}", answers::sweep),
];

/// Adds the addresses.
pub(super) fn routes(mut routes: Router<Shared>) -> Router<Shared> {
    for (path, answer) in COMMANDS {
        let handler =
            async move |State(app): State<Shared>, Named(name): Named, request: Request| {
                answered(&app, &name, request, answer).await
            };
        routes = routes.route(path, get(handler).post(handler));
    }
    routes.route("/api", get(async || json(&openapi::document()))).route(
        "/api/games",
        get(async |State(app): State<Shared>| json(&answers::games(&app.catalogue))),
    )
}

async fn answered(
    app: &Shared,
    name: &str,
    request: Request,
    answer: Answer,
) -> Result<Response, Wrong> {
    let game = app.game(name)?.clone();
    let asked = Asked::read(request, app.allowed.body).await?;
    let value = work(app, move |mut allowance| {
        let most_seconds: Option<f64> = asked.number("max-seconds", "2.5")?;
        if most_seconds.is_some_and(|seconds| !(seconds.is_finite() && seconds >= 0.0)) {
            return Err(Wrong::question("`max-seconds` should be a number of seconds such as 2.5"));
        }
        allowance.at_most(most_seconds, asked.number("max-states", "100000")?);
        answer(&game, &asked, &mut allowance)
    })
    .await?;
    Ok(json(&value))
}

fn json(value: &Value) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], format!("{value:#}\n")).into_response()
}
