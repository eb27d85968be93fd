//! What every request passes on its way in, and every response on its way out.
//!
//! In: an address that is too long, a name that is not ours (a page elsewhere whose name was pointed
//! at this machine), a page elsewhere that makes a browser ask. What was answered before is answered
//! again at once. Out: what went wrong becomes a page or JSON ([`draw`], before it is compressed), and
//! every response gets the headers that keep a browser from doing more than it should, and a tag by which
//! the browser knows it again.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::response::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use tokio::time::timeout;

use super::api::accepts;
use super::app::{App, Shared};
use super::error::Error;
use super::finished::{Answer, Room};
use super::origin;
use super::pages;
use super::ticket::Ticket;

/// Nothing from elsewhere, no inline script or style, no frames.
const CONTENT: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// No request as a whole takes longer than its work and its waiting.
const AT_LONGEST: Duration = Duration::from_mins(1);

/// A larger body takes a while to be compressed: not on an async thread.
const LARGE: usize = 64 << 10;

/// In and out.
pub(super) async fn pass(State(app): State<Shared>, mut request: Request, next: Next) -> Response {
    if let Err(error) = admit(&app, &request) {
        return finish(drawn(error.into_response(), is_api(&request)));
    }
    let asked = only_conditions(request.headers());
    let key = key(&request);
    let (mut found, mut age, mut begun) = (None, 0, None);
    if let Some(key) = key.as_deref() {
        (found, age) = app.finished.find(key);
        if found.is_none() {
            let Ok(first) = timeout(app.allowed.wait, app.finished.begin(key)).await else {
                return finish(drawn(Error::busy().into_response(), is_api(&request)));
            };
            begun = first;
            if begun.is_none() {
                (found, age) = app.finished.find(key);
            }
        }
    }
    if let Some(answer) = found {
        return finish(answer.response(&asked));
    }
    simplify(request.headers_mut());
    let head = request.method() == Method::HEAD;
    let (api, ticket) = (is_api(&request), Ticket::new(request.uri().path()));
    let response = match timeout(AT_LONGEST, ticket.with(next.run(request))).await {
        Ok(response) => response,
        Err(_) => drawn(Error::busy().into_response(), api),
    };
    if head || is_stream(&response) {
        return finish(response);
    }
    let Some((parts, body)) = collected(response).await else {
        return finish(drawn(Error::busy().into_response(), api));
    };
    let Some(key) = key.filter(|_| parts.status == StatusCode::OK) else {
        return finish(Response::from_parts(parts, Body::from(body)));
    };
    let answer = Answer::new(parts.headers, body);
    if !ticket.was_hurried() && answer.may_be_kept() {
        app.finished.keep(&key, &answer, age);
    }
    drop(begun);
    finish(answer.response(&asked))
}

fn is_api(request: &Request) -> bool {
    request.uri().path().starts_with("/api")
}

fn admit(app: &App, request: &Request) -> Result<(), Error> {
    let uri = request.uri();
    let length = uri.path().len() + uri.query().map_or(0, str::len);
    if length > app.allowed.address {
        let most = app.allowed.address;
        let message =
            format!("an address may have {most} bytes; /api takes more in the body of a POST");
        return Err(Error::new(StatusCode::URI_TOO_LONG, message));
    }
    if app.loopback_only && !names_this_machine(request.headers()) {
        return Err(Error::new(
            StatusCode::MISDIRECTED_REQUEST,
            "this page answers to localhost only, unless it is served to other machines, too",
        ));
    }
    origin::admit(request.method(), request.headers(), &app.allowed.origins)
}

/// Is the request meant for this machine by name? A missing name is fine: no browser leaves it out.
fn names_this_machine(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(header::HOST) else { return true };
    let Ok(host) = host.to_str() else { return false };
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// What a finished answer is known by: the address, and what a response may depend on besides. None
/// for what is not just read.
fn key(request: &Request) -> Option<String> {
    if request.method() != Method::GET {
        return None;
    }
    let headers = request.headers();
    let kinds = ["text/html", "text/event-stream"].map(|kind| u8::from(accepts(headers, kind)));
    let zipped = u8::from(takes_gzip(headers));
    Some(format!("{zipped} {kinds:?} {}", request.uri()))
}

/// Does the client take what is compressed?
fn takes_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING);
    let mut words =
        values.iter().filter_map(|value| value.to_str().ok()).flat_map(|v| v.split(','));
    words.any(|word| {
        let mut parts = word.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let refused =
            |part: &str| part.strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0_f32));
        named && !parts.any(refused)
    })
}

/// There are two ways to answer: compressed and not.
fn simplify(headers: &mut HeaderMap) {
    let zipped = takes_gzip(headers);
    headers.remove(header::ACCEPT_ENCODING);
    if zipped {
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    }
}

/// What the client has already.
fn only_conditions(headers: &HeaderMap) -> HeaderMap {
    let tags = headers.get_all(header::IF_NONE_MATCH).iter();
    tags.map(|tag| (header::IF_NONE_MATCH, tag.clone())).collect()
}

fn is_stream(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"))
}

/// The size of a body before it was compressed, and the room that it takes. Extensions are cloned:
/// whoever takes the room first has it.
#[derive(Clone)]
struct Made(usize, Arc<Mutex<Option<Room>>>);

/// The whole body, compressed by now; none where it broke off.
async fn collected(mut response: Response) -> Option<(Parts, Bytes)> {
    let made = response.extensions_mut().remove::<Made>();
    let large = made.as_ref().is_none_or(|made| made.0 > LARGE);
    let (parts, body) = response.into_parts();
    let body = if large && parts.headers.contains_key(header::CONTENT_ENCODING) {
        let runtime = tokio::runtime::Handle::current();
        tokio::task::spawn_blocking(move || runtime.block_on(body.collect())).await.ok()?
    } else {
        body.collect().await
    };
    let body = body.ok()?.to_bytes();
    let room = made.and_then(|made| made.1.lock().ok()?.take());
    let body = match room {
        Some(room) => room.hold(body),
        None => body,
    };
    Some((parts, body))
}

/// The innermost part: errors as a page or as JSON, and room for what is to be sent.
pub(super) async fn draw(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let api = is_api(&request);
    let response = drawn(next.run(request).await, api);
    let Some(length) = response.body().size_hint().exact().filter(|length| *length > 0) else {
        return response;
    };
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let Some(room) = app.finished.room(length) else {
        return drawn(Error::busy().into_response(), api);
    };
    let (mut parts, body) = response.into_parts();
    parts.extensions.insert(Made(length, Arc::new(Mutex::new(Some(room)))));
    Response::from_parts(parts, body)
}

/// What went wrong as a page, or as JSON.
fn drawn(response: Response, api: bool) -> Response {
    let Some(error) = response.extensions().get::<Arc<Error>>().cloned() else { return response };
    let (mut parts, _) = response.into_parts();
    let (kind, body) = if api {
        ("application/json", format!("{:#}\n", error.json()))
    } else {
        ("text/html; charset=utf-8", pages::error(&error).into_string())
    };
    parts.extensions.remove::<Arc<Error>>();
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    Response::from_parts(parts, Body::from(body))
}

fn finish(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let standing: [(HeaderName, &'static str); 8] = [
        (header::CONTENT_SECURITY_POLICY, CONTENT),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in standing {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
