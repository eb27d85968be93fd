//! The page asked in process, without a socket: every page, every refusal, and noise.

mod api;
mod cache;
mod dice;
mod edit;
mod finished;
mod forms;
mod fuzz;
mod games;
mod lab;
mod lanes;
mod limits;
mod origin;
mod own;
mod pages;
mod play;
mod refusals;
mod schema;
mod streams;
mod watch;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use outplay::{Limits, Source};
use tower::ServiceExt;

use super::Catalogue;
use super::app::{Allowed, App, Shared, routes};

/// A response, read to its end.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: axum::http::HeaderMap,
    pub(super) text: String,
}

impl Answer {
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap_or(""))
    }
}

const MINE: &str = include_str!("rules/mine.toml");
/// Two fighters in a queue, and nobody else to choose from; neither can hurt the other, and only one
/// ever gets out of breath.
const SHADES: &str = include_str!("rules/shades.toml");

/// Limits that let a test end.
pub(super) fn hasty() -> Allowed {
    within(0.3)
}

/// The usual limits with another time.
pub(super) fn within(seconds: f64) -> Allowed {
    let usual = Allowed::default();
    Allowed { limits: Limits { seconds: Some(seconds), ..usual.limits }, ..usual }
}

/// The games that ship, with rules files of somebody's own.
static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    let mut catalogue = Catalogue::shipped().unwrap();
    catalogue.add("mine", Source::rules("mine", "mine.toml", MINE)).unwrap();
    catalogue.add("shades", Source::rules("shades", "shades.toml", SHADES)).unwrap();
    catalogue
});

/// What a page shares between its requests.
pub(super) fn app_with(allowed: Allowed) -> Shared {
    App::new(CATALOGUE.clone(), allowed, true)
}

/// The page.
pub(super) fn page_with(allowed: Allowed) -> Router {
    routes(app_with(allowed))
}

/// Asks an app that may have answered before.
pub(super) fn ask_again(app: &Shared, address: &str) -> Answer {
    wait(send(routes(Arc::clone(app)), get(address)))
}

/// One runtime for all tests.
pub(super) fn wait<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.unwrap().block_on(future)
}

/// A plain request.
pub(super) fn get(address: &str) -> Request<Body> {
    Request::get(address).body(Body::empty()).unwrap()
}

pub(super) async fn send(page: Router, request: Request<Body>) -> Answer {
    let response = page.oneshot(request).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    Answer { status, headers, text: String::from_utf8_lossy(&bytes).into_owned() }
}

/// Asks for an address.
pub(super) fn ask(address: &str) -> Answer {
    ask_within(Allowed::default(), address)
}

/// Asks for an address under limits of its own.
pub(super) fn ask_within(allowed: Allowed, address: &str) -> Answer {
    let request = Request::get(address).header(header::HOST, "localhost:7878");
    wait(send(page_with(allowed), request.body(Body::empty()).unwrap()))
}

/// Sends a body.
pub(super) fn post(address: &str, kind: &str, body: &str) -> Answer {
    let request = Request::builder().method(Method::POST).uri(address);
    let request = request.header(header::CONTENT_TYPE, kind).body(Body::from(body.to_owned()));
    wait(send(page_with(Allowed::default()), request.unwrap()))
}
