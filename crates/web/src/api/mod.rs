//! The same answers for programs: `/api/COMMAND/GAME` is what the command line prints as JSON, with
//! its options as names of the query, a form or a JSON object.
//!
//! The objects come from `outplay_render::json`, which the command line uses too. A wrong question is
//! answered with 400 and the same `error` and `problems`; an answer that a limit stopped is an
//! answer, and says so.

mod answers;
mod lab;
mod openapi;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::Value;

use super::app::{Named, Shared};
use super::catalogue::Game;
use super::error::Error;
use super::query::Query;
use super::work::{Work, work};

/// Answers a question about a game.
type Answer = fn(&Game, &Query, &Work) -> Result<Value, Error>;

/// The commands, each with its address and how it is answered.
const COMMANDS: [(&str, Answer); 10] = [
    ("/api/show/{game}", answers::show),
    ("/api/solve/{game}", answers::solve),
    ("/api/replay/{game}", answers::replay),
    ("/api/compare/{game}", answers::compare),
    ("/api/deal/{game}", answers::deal),
    ("/api/match/{game}", lab::matched),
    ("/api/tournament/{game}", lab::tournament),
    ("/api/sweep/{game}", lab::sweep),
    ("/api/tune/{game}", lab::tune),
    ("/api/report/{game}", lab::report),
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
    routes.route("/api", get(async || json(readable(&openapi::document())))).route(
        "/api/games",
        get(async |State(app): State<Shared>| json(readable(&answers::games(&app.catalogue)))),
    )
}

async fn answered(
    app: &Shared,
    name: &str,
    request: Request,
    answer: Answer,
) -> Result<Response, Error> {
    let game = app.game(name)?.clone();
    let query = Query::read(request, app.allowed.body).await?;
    let text = work(app, move |mut work| {
        let most_seconds: Option<f64> = query.number("max-seconds", "2.5")?;
        if most_seconds.is_some_and(|seconds| !(seconds.is_finite() && seconds >= 0.0)) {
            return Err(Error::question("`max-seconds` should be a number of seconds such as 2.5"));
        }
        work.at_most(most_seconds, query.number("max-states", "100000")?);
        Ok(written(&answer(&game, &query, &work)?, work.light().answer))
    })
    .await?;
    Ok(json(text))
}

/// An answer as people like to read it; one that is too long for that without spaces.
fn written(value: &Value, most: u64) -> String {
    match readable(value) {
        text if text.len() as u64 <= most => text,
        _ => format!("{value}\n"),
    }
}

fn readable(value: &Value) -> String {
    format!("{value:#}\n")
}

fn json(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}
