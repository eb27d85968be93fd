//! What cannot be answered, and why.
//!
//! A handler that fails returns an [`Error`]; the response that it becomes carries it along, and
//! `gate.rs` draws it on the way out: as a page for people, as JSON below `/api`.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use outplay::Failure;
use outplay::text::{Code, Problem};
use serde_json::Value;

use outplay_render::json;

/// Problems beyond so many bytes are not said.
const MOST_SAID: usize = 1 << 20;
/// Of rules that came with the question no more problems are said: each looks for its line.
const MOST_OF_RULES: usize = 200;
/// What a problem takes besides its message and its place.
const ALSO_SAID: usize = 250;

/// Why there is no answer.
#[derive(Clone, Debug)]
pub(super) enum Error {
    /// The rules or the question, with places.
    Input(Box<Failure>),
    /// The rules in an address, with places, and where they can be mended.
    Rules(Box<Failure>, String),
    /// A sentence that says it all.
    Plain(StatusCode, String),
    /// A sentence about the value of a name: what is wrong with it, and what would be right.
    Value {
        /// The name, which is that of a field of a form.
        name: String,
        /// The sentence.
        message: String,
    },
}

impl Error {
    /// A sentence with its status.
    pub(super) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self::Plain(status, message.into())
    }

    /// The question is wrong.
    pub(super) fn question(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// Rules that came with the question are wrong; `mend` is where they can be mended.
    pub(super) fn rules(mut failure: Failure, mend: String) -> Self {
        failure.problems.truncate(MOST_OF_RULES);
        Self::Rules(Box::new(shortened(failure)), mend)
    }

    /// What is given under a name is wrong: a form says so beside the field.
    pub(super) fn value(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Value { name: name.into(), message: message.into() }
    }

    /// There is no such thing.
    pub(super) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// Too much at once.
    pub(super) fn busy() -> Self {
        let message = "too much is being asked at once; try again in a moment";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// The status of the response.
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Self::Input(failure) if failure.problems.iter().any(is_not_here) => {
                StatusCode::NOT_FOUND
            }
            Self::Input(_) | Self::Rules(..) | Self::Value { .. } => StatusCode::BAD_REQUEST,
            Self::Plain(status, _) => *status,
        }
    }

    /// For programs.
    pub(super) fn json(&self) -> Value {
        match self {
            Self::Input(failure) | Self::Rules(failure, _) => json::failure(failure),
            Self::Plain(_, message) | Self::Value { message, .. } => json::plain(message),
        }
    }
}

/// Is it something that the game does not do?
fn is_not_here(problem: &Problem) -> bool {
    problem.code == Code::NotHere
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        Self::Input(Box::new(shortened(failure)))
    }
}

/// As many of its problems as an answer may hold, the first ones; each quotes its place.
fn shortened(mut failure: Failure) -> Failure {
    let mut bytes = 0;
    let fits = failure.problems.iter().take_while(|problem| {
        let quoted = problem.span.map_or(0, |span| failure.sources.text(span).len());
        let fits = bytes < MOST_SAID;
        bytes += ALSO_SAID + problem.message.len() + quoted;
        fits
    });
    let fits = fits.count();
    failure.problems.truncate(fits);
    failure
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = self.status();
        let mut response = Response::new(Body::empty());
        *response.status_mut() = status;
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}
