//! The same answers for programs: `/api/COMMAND/GAME` is what the command line prints as JSON, with
//! its options as names of the query, a form or a JSON object.
//!
//! `commands.rs` and `names.rs` list what can be asked, for whoever reads a question, for the page
//! (`pages/api.rs`) and for the document (`openapi.rs`, with the schemas of `schemas/` and the answers
//! of `examples/`). The objects come from `outplay_render::json`, which the command line uses too. A
//! wrong question is answered with 400 and the same `error` and `problems`; an answer that a limit
//! stopped is an answer, and says so. `stream.rs` answers by events, which `running.rs` can cancel.

mod answers;
mod arguments;
mod commands;
mod lab;
mod names;
mod openapi;
mod running;
mod schemas;
mod stream;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};

pub(crate) use commands::{COMMANDS, Command, Example};
pub(crate) use names::{GAME, LIMITS, Name, Takes};
pub(crate) use running::Running;
#[cfg(test)]
pub(crate) use schemas::SCHEMAS;

use super::app::{Named, Shared};
use super::catalogue::Game;
use super::error::Error;
use super::own::OWN;
use super::pages;
use super::query::Query;
use super::work::{Work, work};
use arguments::Arguments;

/// Adds the addresses.
pub(super) fn routes(mut routes: Router<Shared>) -> Router<Shared> {
    for command in &COMMANDS {
        let handler =
            async move |State(app): State<Shared>, Named(name): Named, request: Request| {
                answered(&app, &name, request, command).await
            };
        let path = format!("/api/{}/{{game}}", command.name);
        routes = routes.route(&path, get(handler).post(handler));
    }
    routes
        .route("/api", get(front))
        .route("/api/openapi.json", get(async |State(app): State<Shared>| document(&app)))
        .route("/api/cancel", post(cancel))
        .route(
            "/api/games",
            get(async |State(app): State<Shared>| sent(readable(&answers::games(&app.catalogue)))),
        )
}

/// The page for people, the document for programs.
async fn front(State(app): State<Shared>, request: Request) -> Response {
    let mut response = if accepts(request.headers(), "text/html") {
        pages::api(&app, request).await.into_response()
    } else {
        document(&app)
    };
    let vary = header::HeaderValue::from_static("accept");
    response.headers_mut().append(header::VARY, vary);
    response
}

fn document(app: &Shared) -> Response {
    sent(readable(&openapi::document(&app.catalogue)))
}

/// Does whoever asks name that kind of answer?
pub(crate) fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut kinds = accepted.flat_map(|value| value.split(','));
    kinds.any(|accepted| {
        let (name, weight) = accepted.split_once(';').unwrap_or((accepted, ""));
        let refused = matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        name.trim().eq_ignore_ascii_case(kind) && !refused
    })
}

async fn answered(
    app: &Shared,
    name: &str,
    request: Request,
    command: &'static Command,
) -> Result<Response, Error> {
    // What is no question about a game is refused at once.
    if name != OWN {
        app.game(name)?;
    }
    let name = name.to_owned();
    let asks_for_events = accepts(request.headers(), "text/event-stream");
    let query = Query::read(request, app).await?;
    let events = asks_for_events || query.flag("progress")?;
    let job = move |work: Work| {
        let game = work.game(&name, &query)?;
        answer(command, &game, &query, work)
    };
    if events { stream::events(app, command.counts, job) } else { work(app, job).await.map(sent) }
}

/// The answer of a command as text.
pub(crate) fn answer(
    command: &'static Command,
    game: &Game,
    query: &Query,
    mut work: Work,
) -> Result<String, Error> {
    let most_seconds: Option<f64> = query.number("max-seconds", "2.5")?;
    if most_seconds.is_some_and(|seconds| !(seconds.is_finite() && seconds >= 0.0)) {
        return Err(Error::question("`max-seconds` should be a number of seconds such as 2.5"));
    }
    work.at_most(most_seconds, query.number("max-states", "100000")?);
    let asked = Arguments { game, query, command };
    if !command.has(game.listed.kind) {
        return Err(asked.no_such());
    }
    let value = (command.answer)(&asked, &work)?;
    Ok(written(&value, work.light().answer))
}

/// Ends a question that is answered by events.
async fn cancel(State(app): State<Shared>, request: Request) -> Result<Response, Error> {
    let query = Query::read(request, &app).await?;
    query.only(&["id"], false)?;
    let id = query.one("id")?;
    let id = id.ok_or_else(|| Error::question("which? give the `id` of the first event"))?;
    if !app.running.cancel(id) {
        return Err(Error::not_found("no question of that id is being answered"));
    }
    Ok(sent(readable(&json!({ "cancelled": true }))))
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

fn sent(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}
