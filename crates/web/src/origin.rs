//! Who asks: a page of ours, or one from elsewhere that would use this machine through a browser.
//!
//! A browser says where a request comes from (`Sec-Fetch-Site`, and `Origin` for what is not just a
//! link). A link from elsewhere may open a page; images, scripts, frames, fetches and forms that send
//! something may not, unless their origin is allowed. Programs that are no browsers send neither header,
//! and are not meant.

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::app::Allowed;
use super::error::Error;

/// Refuses what a page from elsewhere makes a browser ask.
pub(super) fn admit(method: &Method, headers: &HeaderMap, allowed: &[String]) -> Result<(), Error> {
    let word = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let origin = word("origin");
    let is_allowed = |origin: &str| allowed.iter().any(|one| one == "*" || one == origin);
    if origin.is_some_and(is_allowed) || allowed.iter().any(|one| one == "*") {
        return Ok(());
    }
    let ours = match (word("sec-fetch-site"), origin) {
        (Some("same-origin" | "none"), _) | (None, None) => true,
        (Some(_), _) => is_link(method, &word),
        (None, Some(origin)) => is_own(origin, headers),
    };
    if ours {
        return Ok(());
    }
    let message = "a page from elsewhere may link here, but not make a browser ask; whoever serves \
                   this page can allow its origin";
    Err(Error::new(StatusCode::FORBIDDEN, message))
}

/// Does somebody follow a link?
fn is_link<'a>(method: &Method, word: &impl Fn(&str) -> Option<&'a str>) -> bool {
    method == Method::GET
        && word("sec-fetch-mode") == Some("navigate")
        && word("sec-fetch-dest") == Some("document")
        && word("sec-purpose").is_none()
}

/// Is it the origin of this very page?
fn is_own(origin: &str, headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let named = origin.split_once("://").map(|(_, rest)| rest);
    named.is_some() && named == host
}

impl Allowed {
    /// Lets pages from elsewhere ask: an origin as browsers write it, or `*` for all.
    ///
    /// # Errors
    /// When it is no origin, in a sentence without its end.
    pub fn allow_origin(&mut self, origin: &str) -> Result<(), String> {
        if !is_origin(origin) {
            return Err(format!("{origin:?} is no origin such as https://example.org, nor *"));
        }
        self.origins.push(origin.to_owned());
        Ok(())
    }
}

/// Is it an origin as browsers write it?
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    let is_host = |host: &str| {
        let plain = |byte: u8| byte.is_ascii_graphic() && !b"/?#@\\\"".contains(&byte);
        !host.is_empty() && host.bytes().all(plain) && host.to_ascii_lowercase() == host
    };
    text == "*" || host.is_some_and(is_host)
}

/// Tells browsers which pages from elsewhere may read the answers, where any may.
pub(super) fn permission(allowed: &[String]) -> Option<CorsLayer> {
    let all = allowed.iter().any(|one| one == "*");
    let named = allowed.iter().filter_map(|one| HeaderValue::from_str(one).ok());
    let origins = match (all, allowed.is_empty()) {
        (true, _) => AllowOrigin::any(),
        (_, true) => return None,
        _ => AllowOrigin::list(named),
    };
    let layer = CorsLayer::new().allow_origin(origins).allow_methods([Method::GET, Method::POST]);
    Some(layer.allow_headers([header::CONTENT_TYPE]))
}
