//! Connections: how many, how long they may take to ask, and how they end.
//!
//! A client that sends its headers a byte at a time is cut off, one that goes away drops the future
//! that answers it (and with it the search, see `work.rs`), and Ctrl-C lets running answers finish
//! for a moment.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Headers have to be there within this.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);
/// So long running answers may still take after Ctrl-C.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Resolves when somebody asks the program to end, by Ctrl-C or a polite signal.
pub(super) fn until_interrupted() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        Ok(std::future::poll_fn(move |context| {
            if interrupt.poll_recv(context).is_ready() || terminate.poll_recv(context).is_ready() {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        }))
    }
    #[cfg(not(unix))]
    {
        Ok(async {
            let _ = tokio::signal::ctrl_c().await;
        })
    }
}

/// Answers connections until `ended`.
pub(super) async fn listen(
    listener: TcpListener,
    routes: Router,
    connections: usize,
    ended: impl Future<Output = ()>,
) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(connections));
    let accepting = async {
        loop {
            let place = Arc::clone(&places).acquire_owned().await.expect("it is never closed");
            let Ok((stream, _)) = listener.accept().await else {
                // Out of sockets, or a client that left at the door: not for ever.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let _ = stream.set_nodelay(true);
            let routes = routes.clone();
            let service = tower_service(routes);
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADERS_WITHIN)
                .serve_connection(TokioIo::new(stream), service);
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                let _place = place;
                // A client that breaks off is no news.
                let _ = connection.await;
            });
        }
    };
    first(accepting, ended).await;
    drop(listener);
    let _ = tokio::time::timeout(LAST_WORDS, graceful.shutdown()).await;
}

/// Does the endless until the other ends.
async fn first(endless: impl Future<Output = Infallible>, ended: impl Future<Output = ()>) {
    let (mut endless, mut ended) = (std::pin::pin!(endless), std::pin::pin!(ended));
    std::future::poll_fn(|context| {
        let _: Poll<Infallible> = endless.as_mut().poll(context);
        ended.as_mut().poll(context)
    })
    .await;
}

/// The routes as hyper calls them.
fn tower_service(
    routes: Router,
) -> impl hyper::service::Service<
    hyper::Request<hyper::body::Incoming>,
    Response = hyper::Response<Body>,
    Error = Infallible,
    Future: Send,
> {
    TowerToHyperService::new(routes)
}
