//! The web page: a server on this machine that shows what the library answers.
//!
//! The way of a request: `listen.rs` takes the connection, `gate.rs` turns away what is too long,
//! too much or not meant for us and finishes every response, `app.rs` finds the page, `query.rs`
//! reads the question and `address.rs` the game in it, `work.rs` answers it off the async threads
//! with a table and a solver from `cache.rs`, within one budget, and `pages/` or `api/` show the
//! answer. No session is kept: a URL is the whole question, and with moves in it the whole position;
//! what is kept between requests only makes answers faster. No page knows a rule of a game, and no
//! path of a request reaches the file system: rules files are read before the first request, and again
//! by `watch.rs` when they change. Rules that come in an address (`own.rs`) are not kept.
//!
//! ```no_run
//! use outplay_web::{Allowed, Catalogue, serve};
//! let mut catalogue = Catalogue::shipped().unwrap();
//! catalogue.add("mine", outplay::Source::read("mine.toml").unwrap()).unwrap();
//! let address = "127.0.0.1:7878".parse().unwrap();
//! serve(address, catalogue, Allowed::default(), |address| eprintln!("at {address}")).unwrap();
//! ```

mod address;
mod api;
mod app;
mod body;
mod cache;
mod catalogue;
mod chrome;
mod connections;
mod error;
mod finished;
mod gate;
mod here;
mod lanes;
mod listen;
mod notes;
mod origin;
mod own;
mod pages;
mod pools;
mod query;
#[cfg(test)]
mod tests;
mod ticket;
mod turn;
mod watch;
mod words;
mod work;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

pub use app::Allowed;
pub use catalogue::Catalogue;

use app::App;

/// Serves until Ctrl-C; `ready` is told the address once it is taken.
///
/// # Errors
/// When the address cannot be taken.
pub fn serve(
    address: SocketAddr,
    catalogue: Catalogue,
    allowed: Allowed,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let app = App::new(catalogue, allowed, address.ip().is_loopback());
        tokio::spawn(watch::watch(Arc::clone(&app)));
        let routes = app::routes(Arc::clone(&app));
        let ended = listen::until_interrupted()?;
        ready(address);
        listen::listen(listener, app, routes, ended).await;
        Ok(())
    });
    // A search that is still on its way has been told to stop; nobody waits for it.
    runtime.shutdown_background();
    served
}
