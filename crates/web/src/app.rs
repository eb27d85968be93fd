//! The page as a whole: what it knows, what it allows, and which address leads where.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use outplay::Limits;
use outplay::text::nearest;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate, SizeAbove};

use super::body::Bodies;
use super::cache::Cache;
use super::catalogue::{Catalogue, Game};
use super::error::Error;
use super::finished::Finished;
use super::lanes::Lanes;
use super::pools::Pools;
use super::{api, chrome, gate, origin, pages};

/// A smaller body is sent as it is.
const WORTH_COMPRESSING: u64 = 1 << 10;

/// What requests may use.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// Bytes of an address.
    pub address: usize,
    /// Bytes of a body.
    pub body: usize,
    /// Bytes of all bodies together that are being read or worked on.
    pub bodies: u64,
    /// What all searches of one request may take together: the states and bytes of memory that each of
    /// them may keep, the size of the answer, and, as a backstop, time.
    pub limits: Limits,
    /// Bytes of the games and of what was proved of them that are kept between requests.
    pub cache: u64,
    /// Bytes of answers that are being written, half of them for those that are kept.
    pub answers: u64,
    /// Long searches at once.
    pub workers: usize,
    /// Quick questions at once.
    pub quick: usize,
    /// Questions that wait for their turn.
    pub waiting: usize,
    /// Connections at once.
    pub connections: usize,
    /// How long a request waits for its turn: longer than a search takes, so that it comes.
    pub wait: Duration,
    /// Pages from elsewhere that may ask, as browsers write where they are from; `*` is all.
    pub origins: Vec<String>,
}

/// What one long search may keep in memory, where the whole program has enough for some of them.
const LONG_SEARCH: u64 = 128 << 20;
/// More of them at once help nobody.
const MOST_WORKERS: u64 = 16;

impl Allowed {
    /// What requests may use where the whole program may use so many bytes of memory: a third of it is
    /// for what is kept, read and written, the rest for searches.
    pub fn within(memory: u64) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let searches = memory / 3 * 2;
        // One is for many games at once.
        let count = (searches / LONG_SEARCH).clamp(2, MOST_WORKERS);
        let limits = Limits {
            states: 2_000_000,
            seconds: Some(20.0),
            bytes: (searches / count).min(LONG_SEARCH),
            answer: 2 << 20,
            ..Limits::default()
        };
        Self {
            address: 16 << 10,
            body: 1 << 20,
            bodies: (memory / 64).max(2 << 20),
            limits: limits.memory(memory),
            cache: memory / 8,
            answers: memory / 16,
            workers: usize::try_from(count - 1).unwrap_or(1).min(cores),
            quick: 2 * cores + 2,
            waiting: 2000,
            connections: 4096,
            wait: Duration::from_secs(20),
            origins: Vec::new(),
        }
    }

    /// What the program may use unless somebody says otherwise: less than a gigabyte.
    pub const MEMORY: u64 = 900_000_000;
}

impl Default for Allowed {
    fn default() -> Self {
        Self::within(Self::MEMORY)
    }
}

/// What the handlers share.
pub(super) struct App {
    pub(super) catalogue: Catalogue,
    pub(super) allowed: Allowed,
    pub(super) cache: Arc<Cache>,
    /// Questions that are answered by events, and can be cancelled.
    pub(super) running: Arc<api::Running>,
    pub(super) finished: Finished,
    pub(super) lanes: Lanes,
    pub(super) pools: Pools,
    pub(super) bodies: Bodies,
    /// Is the program about to end?
    ending: AtomicBool,
    /// Is it to be reached from this machine alone?
    pub(super) loopback_only: bool,
}

/// The app as handlers get it.
pub(super) type Shared = Arc<App>;

impl App {
    pub(super) fn new(catalogue: Catalogue, allowed: Allowed, loopback_only: bool) -> Shared {
        Arc::new(Self {
            cache: Cache::new(allowed.cache),
            finished: Finished::new(allowed.answers),
            lanes: Lanes::new(&allowed),
            pools: Pools::default(),
            bodies: Bodies::new(&allowed),
            ending: AtomicBool::new(false),
            running: Arc::default(),
            catalogue,
            allowed,
            loopback_only,
        })
    }

    /// Tells all who search and all who wait that it is over.
    pub(super) fn end(&self) {
        self.ending.store(true, Ordering::Relaxed);
    }

    /// Is the program about to end?
    pub(super) fn is_ending(&self) -> bool {
        self.ending.load(Ordering::Relaxed)
    }

    /// The game of that name, or which there are.
    pub(super) fn game(&self, name: &str) -> Result<Arc<Game>, Error> {
        self.catalogue.find(name).ok_or_else(|| {
            let known: Vec<_> =
                self.catalogue.iter().map(|game| game.listed.name.clone()).collect();
            let hint = match nearest(name, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean {near}?"),
                None => format!("there is {}", known.join(", ")),
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
        .route("/picture/{game}", pages::about(pages::picture))
        .route("/edit", get(pages::new).post(pages::new))
        .route("/edit/{game}", get(pages::edit).post(pages::edit))
        .route("/schema.json", get(pages::schema))
        .route("/api/version/{game}", get(pages::version))
        .route("/style.css", get(chrome::style))
        .route("/script.js", get(chrome::script))
        .route("/favicon.svg", get(chrome::favicon))
        .route("/favicon.ico", get(chrome::favicon));
    routes = api::routes(pages::lab_routes(routes));
    let routes = routes
        .fallback(async || {
            Error::not_found("nothing is at this address; the games are all on the first page")
        })
        .method_not_allowed_fallback(async |method: Method| {
            let message = format!("{method} means nothing here; ask with GET");
            Error::new(StatusCode::METHOD_NOT_ALLOWED, message)
        })
        .layer(from_fn_with_state(Arc::clone(&app), gate::draw))
        .layer(compression())
        .layer(from_fn_with_state(Arc::clone(&app), gate::pass));
    let routes = match origin::permission(&app.allowed.origins) {
        Some(permission) => routes.layer(permission),
        None => routes,
    };
    routes.with_state(app)
}

/// Compressed is what is worth it, quickly rather than well.
fn compression() -> CompressionLayer<impl Predicate> {
    let worth_it = DefaultPredicate::new().and(SizeAbove::new(WORTH_COMPRESSING));
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worth_it)
}
