//! Connections: how many, how long they may take to ask, and how they end.
//!
//! A client that sends its headers a byte at a time is cut off, one that goes away drops the future
//! that answers it (and with it the search, see `work.rs`). Where there are too many, those that do
//! nothing go (`connections.rs`), and where all do something a newcomer is told to come back. At the end
//! no more come in, running answers have a moment to finish, then searches are told to stop and have
//! another to say what they know.

use std::convert::Infallible;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use super::app::Shared;
use super::connections::{Connection, Connections, Written};
use super::lanes::LOOK_UP;

/// Headers have to be there within this, and the next question of a connection.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);
/// No more of a question is read ahead, and no headers are larger.
const READ_AHEAD: usize = 32 << 10;
/// So long running answers may still take at the end, and so long what is known of the others.
const LAST_WORDS: [Duration; 2] = [Duration::from_millis(1500), Duration::from_secs(2)];
/// So often connections are looked through for those that are quiet.
const SWEEP: Duration = Duration::from_secs(5);
/// Files that the program has open besides connections.
const OTHER_FILES: u64 = 64;
/// What a newcomer gets where all places are taken and everybody is busy.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 2\r\nconnection: close\r\n\
    content-type: text/plain\r\ncontent-length: 30\r\n\r\ntoo many connections: try again";

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

/// As many connections as are allowed, or as the system lets us have: every one is an open file.
fn most_connections(allowed: usize) -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let wanted = (allowed as u64).saturating_add(OTHER_FILES);
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        if current.is_some_and(|current| current < wanted) {
            let more = maximum.map_or(wanted, |maximum| maximum.min(wanted));
            let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(more), maximum });
        }
        let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        let left = usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX);
        allowed.min(left).max(1)
    }
    #[cfg(not(unix))]
    {
        let _ = OTHER_FILES;
        allowed
    }
}

/// Answers connections until `ended`.
pub(super) async fn listen(
    listener: TcpListener,
    app: Shared,
    routes: Router,
    ended: impl Future<Output = ()>,
) {
    let graceful = GracefulShutdown::new();
    let connections = Connections::new(most_connections(app.allowed.connections));
    let sweeping = tokio::spawn({
        let connections = Arc::clone(&connections);
        async move {
            loop {
                tokio::time::sleep(SWEEP).await;
                connections.sweep();
            }
        }
    });
    let accepting = async {
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                // Out of sockets, or a client that left at the door: not for ever.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let Some(entered) = connections.enter() else {
                turn_away(&stream);
                continue;
            };
            let _ = stream.set_nodelay(true);
            let routes = TowerToHyperService::new(routes.clone());
            let connection = Arc::clone(&entered.connection);
            let service =
                service_fn(move |request| answer(routes.clone(), request, Arc::clone(&connection)));
            let serving = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADERS_WITHIN)
                .max_buf_size(READ_AHEAD)
                .serve_connection(TokioIo::new(stream), service);
            let (serving, number) = (graceful.watch(serving), entered.number);
            let task = tokio::spawn(async move {
                let _entered = entered;
                // A client that breaks off is no news.
                let _ = serving.await;
            });
            connections.closes(number, task.abort_handle());
        }
    };
    first(accepting, ended).await;
    drop(listener);
    sweeping.abort();
    let mut finishing = pin!(graceful.shutdown());
    if timeout(LAST_WORDS[0], finishing.as_mut()).await.is_err() {
        app.end();
        let _ = timeout(LAST_WORDS[1], finishing).await;
    }
    app.end();
    if app.lanes.is_waited_for() {
        // They look up, see that it is over, and leave before the clock stops.
        tokio::time::sleep(2 * LOOK_UP).await;
    }
}

/// Answers one request of a connection.
async fn answer(
    routes: TowerToHyperService<Router>,
    request: Request<Incoming>,
    connection: Arc<Connection>,
) -> Result<Response<Written>, Infallible> {
    connection.works();
    let response = routes.call(request).await?;
    Ok(response.map(|body| Written::new(body, connection)))
}

/// Says that there is no place, to whoever hears it.
fn turn_away(stream: &TcpStream) {
    let _ = stream.try_write(FULL);
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
