//! Answers that are kept, known again, compressed, and bounded.

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

use super::{Allowed, Shared, app_with, ask_again, get, routes, send, wait};

/// A response with its bytes as they are.
fn ask_with(app: &Shared, address: &str, headers: &[(&str, &str)]) -> (u16, HeaderMap, Vec<u8>) {
    let mut request = Request::builder().method(Method::GET).uri(address);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    wait(async {
        let request = request.body(Body::empty()).unwrap();
        let response = routes(app.clone()).oneshot(request).await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        (status, headers, response.into_body().collect().await.unwrap().to_bytes().to_vec())
    })
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).map_or("", |value| value.to_str().unwrap())
}

#[test]
fn an_address_gives_the_same_answer_to_the_letter() {
    let app = app_with(Allowed::default());
    for address in ["/api/solve/wizard", "/solve/arena", "/api/compare/lesson", "/hand?deal=5"] {
        let (first, second) = (ask_again(&app, address), ask_again(&app, address));
        assert_eq!(first.status, 200, "{address}: {}", first.text);
        // Seconds and all: it was not answered again.
        assert_eq!(first.text, second.text, "{address}");
        assert_eq!(first.header("etag"), second.header("etag"));
    }
    assert_eq!(app.finished.size().1, 4);
    app.finished.forget();
    assert_eq!(app.finished.size(), (0, 0));
}

#[test]
fn the_same_question_asked_by_many_at_once_is_worked_on_once() {
    let app = app_with(Allowed::default());
    let ask = |address: &str| tokio::spawn(send(routes(app.clone()), get(address)));
    wait(async {
        let asked: Vec<_> = (0..20).map(|_| ask("/api/solve/lighthouse")).collect();
        let mut answers = Vec::new();
        for answer in asked {
            answers.push(answer.await.unwrap());
        }
        assert_eq!(answers[0].status, 200);
        // Seconds and all.
        assert!(answers.iter().all(|answer| answer.text == answers[0].text));
        // Whoever goes away while others wait for the same leaves it to one of them.
        let first = ask("/api/solve/lighthouse?keeper.oil=40");
        tokio::task::yield_now().await;
        let second = ask("/api/solve/lighthouse?keeper.oil=40");
        tokio::task::yield_now().await;
        first.abort();
        assert_eq!(second.await.unwrap().status, 200);
    });
}

#[test]
fn whoever_has_it_is_told_so() {
    let app = app_with(Allowed::default());
    for address in ["/", "/style.css", "/script.js", "/api/games", "/solve/wizard", "/favicon.svg"]
    {
        let (status, headers, body) = ask_with(&app, address, &[]);
        let tag = header(&headers, "etag");
        assert!(status == 200 && tag.len() == 34 && tag.starts_with('"'), "{address}: {tag}");
        assert_eq!(header(&headers, "cache-control"), "no-cache");
        for known in [tag, &format!("\"x\", W/{tag}"), "*"] {
            let (status, headers, body) = ask_with(&app, address, &[("if-none-match", known)]);
            assert_eq!((status, body.len(), header(&headers, "etag")), (304, 0, tag), "{address}");
            assert!(header(&headers, "content-security-policy").contains("default-src 'none'"));
        }
        let (status, _, again) = ask_with(&app, address, &[("if-none-match", "\"other\"")]);
        assert!(status == 200 && again == body, "{address}");
    }
}

#[test]
fn what_is_worth_it_is_compressed_for_those_who_take_it() {
    let app = app_with(Allowed::default());
    for address in ["/", "/style.css", "/show/wizard"] {
        let (_, plain, long) = ask_with(&app, address, &[]);
        assert_eq!(header(&plain, "content-encoding"), "", "{address}");
        let takes = [("accept-encoding", "br;q=1.0, gzip;q=0.8")];
        let (_, zipped, short) = ask_with(&app, address, &takes);
        assert_eq!(header(&zipped, "content-encoding"), "gzip", "{address}");
        assert!(short.starts_with(&[0x1f, 0x8b]) && short.len() < long.len() / 2, "{address}");
        assert!(header(&plain, "vary").contains("accept-encoding"));
        assert!(header(&zipped, "vary").contains("accept-encoding"));
        // Other bytes are another tag, which names only them.
        assert_ne!(header(&plain, "etag"), header(&zipped, "etag"));
        let known = [("if-none-match", header(&plain, "etag")), takes[0]];
        assert_eq!(ask_with(&app, address, &known).0, 200);
        let refuses = [("accept-encoding", "gzip;q=0")];
        assert_eq!(header(&ask_with(&app, address, &refuses).1, "content-encoding"), "");
    }
    let small = ask_with(&app, "/api/deal/hand?cards=1", &[("accept-encoding", "gzip")]);
    assert!(small.2.len() < 1024 && header(&small.1, "content-encoding").is_empty());
}

#[test]
fn what_was_hurried_is_not_kept_and_what_states_stopped_is() {
    let app = app_with(Allowed::default());
    let hard = "/api/solve/lighthouse?drowned.hp=60&keeper.hp=60&keeper.oil=90";
    for (limit, stopped, kept) in [("max-seconds=0.01", "time", 0), ("max-states=500", "states", 1)]
    {
        let answer = ask_again(&app, &format!("{hard}&{limit}"));
        let json: Value = serde_json::from_str(&answer.text).unwrap();
        assert_eq!(json["stopped"], stopped);
        assert_eq!(app.finished.size().1, kept, "{limit}");
    }
    // Nor what went wrong.
    assert_eq!(ask_again(&app, "/solve/wizard?boss.hpp=1").status, 400);
    assert_eq!(app.finished.size().1, 1);
}

#[test]
fn what_is_kept_and_what_is_written_have_limits() {
    let app = app_with(Allowed { answers: 1 << 20, ..Allowed::default() });
    for seed in 0..60 {
        assert_eq!(ask_again(&app, &format!("/hand?deal=12&seed={seed}")).status, 200);
        assert!(app.finished.size().0 <= 1 << 19, "{:?}", app.finished.size());
    }
    assert!((5..60).contains(&app.finished.size().1), "{:?}", app.finished.size());
    // No room for the smallest page.
    let app = app_with(Allowed { answers: 1 << 10, ..Allowed::default() });
    let answer = ask_again(&app, "/");
    assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, "2"));
}
