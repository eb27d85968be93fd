//! Pages from elsewhere may link here, and no more.

use axum::body::Body;
use axum::http::{Method, Request};

use super::{Allowed, page_with, send, wait};

fn status(allowed: &Allowed, method: &Method, headers: &[(&str, &str)]) -> u16 {
    let mut request = Request::builder().method(method).uri("/api/solve/wizard");
    request = request.header("host", "localhost:7878");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::empty()).unwrap();
    wait(send(page_with(allowed.clone()), request)).status.as_u16()
}

const LINK: [(&str, &str); 3] = [
    ("sec-fetch-site", "cross-site"),
    ("sec-fetch-mode", "navigate"),
    ("sec-fetch-dest", "document"),
];

#[test]
fn a_page_from_elsewhere_may_link_here_and_no_more() {
    let usual = Allowed::default();
    let get = |headers: &[(&str, &str)]| status(&usual, &Method::GET, headers);
    let post = |headers: &[(&str, &str)]| status(&usual, &Method::POST, headers);
    // Programs, our own pages, what somebody typed, and links.
    assert_eq!(get(&[]), 200);
    assert_eq!(post(&[]), 200);
    for site in ["same-origin", "none"] {
        assert_eq!(get(&[("sec-fetch-site", site), ("sec-fetch-mode", "cors")]), 200);
        assert_eq!(post(&[("sec-fetch-site", site), ("origin", "http://localhost:7878")]), 200);
    }
    assert_eq!(get(&LINK), 200);
    // Images, scripts, frames, fetches, forms that send something, pages fetched ahead.
    for site in ["cross-site", "same-site", "anything"] {
        for (mode, dest) in
            [("no-cors", "image"), ("no-cors", "script"), ("navigate", "iframe"), ("cors", "empty")]
        {
            let headers =
                [("sec-fetch-site", site), ("sec-fetch-mode", mode), ("sec-fetch-dest", dest)];
            assert_eq!(get(&headers), 403, "{headers:?}");
        }
    }
    assert_eq!(post(&LINK), 403);
    assert_eq!(get(&[LINK[0], LINK[1], LINK[2], ("sec-purpose", "prefetch")]), 403);
    assert_eq!(get(&[("sec-fetch-site", "\u{e9}")]), 403);
    // Browsers that say only their origin.
    assert_eq!(post(&[("origin", "http://localhost:7878")]), 200);
    for origin in ["http://localhost:1", "https://evil.example", "null", ""] {
        assert_eq!(post(&[("origin", origin)]), 403, "{origin}");
        assert_eq!(get(&[("origin", origin)]), 403, "{origin}");
    }
}

#[test]
fn an_origin_can_be_allowed() {
    let mut some = Allowed::default();
    some.allow_origin("https://example.org").unwrap();
    let fetch = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "cors")];
    let from = |origin: &'static str| [fetch[0], fetch[1], ("origin", origin)];
    assert_eq!(status(&some, &Method::GET, &from("https://example.org")), 200);
    assert_eq!(status(&some, &Method::GET, &from("https://example.com")), 403);
    assert_eq!(status(&some, &Method::GET, &fetch), 403);
    let mut all = Allowed::default();
    all.allow_origin("*").unwrap();
    assert_eq!(status(&all, &Method::POST, &from("https://example.com")), 200);
    let request = Request::builder().uri("/api/games").header("origin", "https://example.org");
    let answer = wait(send(page_with(some.clone()), request.body(Body::empty()).unwrap()));
    assert_eq!(answer.header("access-control-allow-origin"), "https://example.org");
    // Whoever allows nobody answers no such question.
    assert_eq!(status(&Allowed::default(), &Method::OPTIONS, &[]), 405);
    for wrong in ["example.org", "https://example.org/", "https://", "HTTPS://A", "https://a b"] {
        assert!(some.allow_origin(wrong).unwrap_err().contains("is no origin"), "{wrong}");
    }
}
