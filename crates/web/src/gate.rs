//! What every request passes on its way in, and every response on its way out.
//!
//! In: an address that is too long, a name that is not ours (a page elsewhere whose name was pointed
//! at this machine), too many requests at once. Out: what went wrong becomes a page or JSON, and
//! every response gets the headers that keep a browser from doing more than it should.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use super::app::App;
use super::error::Error;
use super::pages;

/// Nothing from elsewhere, no inline script or style, no frames.
const CONTENT: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// No request as a whole takes longer than its work and its waiting.
const AT_LONGEST: Duration = Duration::from_mins(1);

/// In and out.
pub(super) async fn pass(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api");
    let response = match admit(&app, &request) {
        Err(error) => error.into_response(),
        Ok(()) => match timeout(app.allowed.wait, app.requests.acquire()).await {
            Ok(Ok(_place)) => timeout(AT_LONGEST, next.run(request))
                .await
                .unwrap_or_else(|_| Error::busy().into_response()),
            _ => Error::busy().into_response(),
        },
    };
    finish(response, api)
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
    Ok(())
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

fn finish(response: Response, api: bool) -> Response {
    let error = response.extensions().get::<Arc<Error>>().cloned();
    let mut response = match error {
        None => response,
        Some(error) => {
            let (mut parts, _) = response.into_parts();
            let (kind, body) = if api {
                ("application/json", format!("{:#}\n", error.json()))
            } else {
                ("text/html; charset=utf-8", pages::error(&error).into_string())
            };
            parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
            Response::from_parts(parts, Body::from(body))
        }
    };
    let headers = response.headers_mut();
    let standing: [(HeaderName, &'static str); 6] = [
        (header::CONTENT_SECURITY_POLICY, CONTENT),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in standing {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
