//! The page as a whole: what it knows, what it allows, and which address leads where.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::routing::get;
use outplay::Limits;
use outplay::text::nearest;
use tokio::sync::Semaphore;

use super::cache::Cache;
use super::catalogue::{Catalogue, Game};
use super::error::Error;
use super::{api, chrome, gate, pages};

/// What requests may use.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// Bytes of an address.
    pub address: usize,
    /// Bytes of a body.
    pub body: usize,
    /// What all searches of one request may take together: the time, the states and bytes of memory
    /// that each of them may keep, and the size of the answer.
    pub limits: Limits,
    /// Bytes of the games and of what was proved of them that are kept between requests.
    pub cache: u64,
    /// Searches at once.
    pub workers: usize,
    /// Requests that are open at once.
    pub requests: usize,
    /// Connections at once.
    pub connections: usize,
    /// How long a request waits for its turn: longer than a search takes, so that it comes.
    pub wait: Duration,
}

impl Default for Allowed {
    fn default() -> Self {
        Self {
            address: 8 << 10,
            body: 1 << 20,
            limits: Limits {
                states: 5_000_000,
                seconds: Some(5.0),
                bytes: 512 << 20,
                process: u64::MAX,
                answer: 4 << 20,
            },
            cache: 256 << 20,
            workers: std::thread::available_parallelism().map_or(2, usize::from),
            requests: 256,
            connections: 1024,
            wait: Duration::from_secs(12),
        }
    }
}

/// What the handlers share.
pub(super) struct App {
    pub(super) catalogue: Catalogue,
    pub(super) allowed: Allowed,
    pub(super) cache: Arc<Cache>,
    pub(super) workers: Arc<Semaphore>,
    pub(super) requests: Semaphore,
    /// Is it to be reached from this machine alone?
    pub(super) loopback_only: bool,
}

/// The app as handlers get it.
pub(super) type Shared = Arc<App>;

impl App {
    pub(super) fn new(catalogue: Catalogue, allowed: Allowed, loopback_only: bool) -> Shared {
        let workers = Arc::new(Semaphore::new(allowed.workers));
        let requests = Semaphore::new(allowed.requests);
        let cache = Cache::new(allowed.cache);
        Arc::new(Self { catalogue, allowed, cache, workers, requests, loopback_only })
    }

    /// The game of that name, or which there are.
    pub(super) fn game(&self, name: &str) -> Result<&Game, Error> {
        self.catalogue.find(name).ok_or_else(|| {
            let known = || self.catalogue.iter().map(|game| game.listed.name.as_str());
            let hint = match nearest(name, known()) {
                Some(near) => format!("did you mean {near}?"),
                None => format!("there is {}", known().collect::<Vec<_>>().join(", ")),
            };
            Error::not_found(format!("no game is called {name:?}: {hint}"))
        })
    }
}

/// The name of a game in an address.
pub(super) struct Named(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let path = axum::extract::Path::<String>::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(name)| Self(name))
            .map_err(|_| Error::not_found("the address is not UTF-8"))
    }
}

/// Every address.
pub(super) fn routes(app: Shared) -> Router {
    let mut routes = Router::new()
        .route("/", get(pages::home))
        .route("/show/{game}", pages::about(pages::show))
        .route("/solve/{game}", pages::about(pages::solve))
        .route("/play/{game}", pages::about(pages::play))
        .route("/explore/{game}", pages::about(pages::explore))
        .route("/hand", get(pages::hand).post(pages::hand))
        .route("/combat", get(pages::combat).post(pages::combat))
        .route("/lab", get(pages::lab))
        .route("/lab/{game}", pages::about(pages::lab_of))
        .route("/picture/{game}", pages::about(pages::picture))
        .route("/style.css", get(chrome::style))
        .route("/script.js", get(chrome::script))
        .route("/favicon.svg", get(chrome::favicon))
        .route("/favicon.ico", get(chrome::favicon));
    routes = api::routes(routes);
    routes
        .fallback(async || {
            Error::not_found("nothing is at this address; the games are all on the first page")
        })
        .method_not_allowed_fallback(async |method: Method| {
            let message = format!("{method} means nothing here; ask with GET");
            Error::new(StatusCode::METHOD_NOT_ALLOWED, message)
        })
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), gate::pass))
        .with_state(app)
}
