//! What is turned away, and how that is said.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, header};
use outplay::Limits;
use serde_json::Value;

use super::{Allowed, Answer, ask, ask_within, get, page_with, post, send, wait, within};

fn assert_wrong(address: &str, status: u16, parts: &[&str]) {
    let answer = ask(address);
    assert_eq!(answer.status, status, "{address}: {}", answer.text);
    for part in parts {
        assert!(answer.text.contains(part), "{address} does not say {part:?}: {}", answer.text);
    }
}

#[test]
fn a_wrong_question_gets_a_page_that_says_where_and_what_is_right() {
    let typo = ["nothing is called", "<mark>boss.hpp</mark>", "did you mean `boss.hp`?"];
    assert_wrong("/solve/wizard?boss.hpp=3", 400, &typo);
    assert_wrong("/solve/wizard?mod=hard", 400, &["did you mean `mode`?"]);
    assert_wrong("/solve/wizard?mode=hrad", 400, &["did you mean `hard`?"]);
    assert_wrong("/solve/wizard?by=fast", 400, &["astar, dijkstra, dfs, brute"]);
    assert_wrong("/api/solve/arena?by=fast", 400, &["no search for two sides is called"]);
    assert_wrong("/solve/wizard?at-most=many", 400, &["should be a number such as"]);
    assert_wrong("/solve/wizard?mode=hard&mode=normal", 400, &["more than once"]);
    let refused = ["move 3 cannot be made: Shield is active", "32<mark>2</mark>"];
    assert_wrong("/play/wizard?moves=322", 400, &refused);
    assert_wrong("/play/wizard?p1=wizard:lucky", 400, &["no style is called `lucky`"]);
    assert_wrong("/play/wizard?p1=wizzard", 400, &["wizzard"]);
    assert_wrong("/explore/lesson?to=Z", 400, &["there is A, B, C"]);
    assert_wrong("/hand?deal=100000", 400, &["at most 200"]);
    assert_wrong("/combat?p1=9+9&p2=1", 400, &["problem"]);
    assert_wrong("/combat?p1=9", 400, &["`p2` is missing"]);
    assert_wrong("/lab/wizard?x-to=9999999", 400, &["are too many for a page"]);
    assert_wrong("/api/match/arena?games=100001", 400, &["may be 1 to 100,000"]);
    assert_wrong("/api/tournament/arena?games=5", 400, &["go with `styles`"]);
    let many = "/api/tournament/arena?styles=random&games=10001";
    assert_wrong(many, 400, &["may be 1 to 10,000"]);
    assert_wrong("/api/tournament/arena?p1=mage", 400, &["everyone meets everyone"]);
    assert_wrong("/api/tournament/hand", 404, &["there is no tournament for hand"]);
}

#[test]
fn what_is_not_there_is_said_in_the_form_that_was_asked_for() {
    assert_wrong("/nothing", 404, &["Nothing is here", "To the games"]);
    assert_wrong("/play/wizzard", 404, &["did you mean wizard?"]);
    assert_wrong("/play/hand", 404, &["is no fight"]);
    assert_wrong("/%ff/..%2f..%2fetc/passwd", 404, &[]);
    assert_wrong("/play/..%2f..%2fetc%2fpasswd", 404, &["no game is called"]);
    let answer = ask("/api/solve/wizzard");
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (404, "application/json"));
    let json: Value = serde_json::from_str(&answer.text).unwrap();
    assert!(json["error"].as_str().unwrap().contains("did you mean wizard?"));
}

fn with_method(method: Method, address: &str) -> Answer {
    let request = Request::builder().method(method).uri(address).body(Body::empty()).unwrap();
    wait(send(page_with(Allowed::default()), request))
}

#[test]
fn other_methods_are_refused_and_told_which_there_are() {
    for method in [Method::PUT, Method::DELETE, Method::POST] {
        let answer = with_method(method, "/solve/wizard");
        assert_eq!(answer.status, 405);
        assert_eq!(answer.header("allow"), "GET,HEAD");
        assert!(answer.text.contains("Not that way"));
    }
    assert_eq!(with_method(Method::HEAD, "/solve/wizard").status, 200);
}

#[test]
fn every_response_has_the_headers_that_hold_a_browser_back() {
    for address in
        ["/", "/solve/wizard", "/nothing", "/api/games", "/style.css", "/solve/wizard?x=1"]
    {
        let answer = ask(address);
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{address}");
        assert!(policy.contains("frame-ancestors 'none'"));
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
    }
}

#[test]
fn too_long_an_address_and_too_large_a_body_are_refused() {
    let long = format!("/solve/wizard?after={}", "0".repeat(17_000));
    assert_wrong(&long, 414, &["may have 16384 bytes", "/api takes more in the body of a POST"]);
    let form = "application/x-www-form-urlencoded";
    let answer = post("/api/solve/hand", form, &format!("input={}", "x".repeat(1_100_000)));
    assert_eq!(answer.status, 413, "{}", answer.text);
    assert_eq!(post("/hand", "text/plain", "input=1").status, 415);
    assert_eq!(post("/api/solve/wizard", "Application/JSON; charset=utf-8", "{}").status, 200);
    assert_eq!(post("/hand", "application/json", "[1]").status, 400);
    assert_eq!(post("/hand", "application/json", "{\"input\": {}}").status, 400);
    assert_eq!(post("/hand", "application/json", &"[".repeat(100_000)).status, 400);
}

/// A body whose connection is lost.
struct BreaksOff;

impl hyper::body::Body for BreaksOff {
    type Data = hyper::body::Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<Self::Data>, Self::Error>>> {
        Poll::Ready(Some(Err(std::io::Error::other("lost"))))
    }
}

#[test]
fn a_body_that_breaks_off_is_a_wrong_question() {
    let body = Body::new(BreaksOff);
    let request = Request::builder().method(Method::POST).uri("/hand").body(body).unwrap();
    let answer = wait(send(page_with(Allowed::default()), request));
    assert_eq!(answer.status, 400, "{}", answer.text);
}

#[test]
fn a_page_does_not_speak_of_the_command_line() {
    for address in [
        "/solve/wizard?boss.hpp=3",
        "/solve/wizard?set=zzz%3D3",
        "/solve/wizard?p1=wizzard",
        "/solve/lighthouse?by=alphabeta",
        "/solve/wizard?after=33",
        "/explore/arena?order=chaos",
    ] {
        let answer = ask(address);
        assert_eq!(answer.status, 400, "{address}");
        let main = answer.text.split("<main").nth(1).unwrap();
        assert!(!main.contains("--") && !main.contains("outplay "), "{address}: {main}");
    }
}

#[test]
fn a_page_elsewhere_cannot_borrow_our_name() {
    let host = |name: &str| {
        let request = Request::get("/").header(header::HOST, name).body(Body::empty()).unwrap();
        wait(send(page_with(Allowed::default()), request)).status.as_u16()
    };
    assert_eq!(
        ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80"].map(host),
        [421; 3]
    );
    assert_eq!(["localhost", "LOCALHOST:1", "127.0.0.1:7878", "[::1]:7878"].map(host), [200; 4]);
}

#[test]
fn a_search_that_takes_too_long_says_what_is_known() {
    let ask = |address: &str| ask_within(within(0.02), address);
    let page = ask("/solve/lighthouse?drowned.hp=60&keeper.hp=60&keeper.oil=90");
    assert_eq!(page.status, 200, "{}", page.text);
    assert!(page.text.contains("It takes at least"), "{}", page.text);
    let page = ask("/play/lighthouse?drowned.hp=60&keeper.hp=60&keeper.oil=90&hint=1");
    assert!(
        page.text.contains("Not settled: the time that a page may take ran out"),
        "{}",
        page.text
    );
    assert!(page.text.contains("It takes at least"), "{}", page.text);
    let json = ask("/api/solve/lighthouse?drowned.hp=60&keeper.hp=60&keeper.oil=90");
    let json: Value = serde_json::from_str(&json.text).unwrap();
    assert_eq!((&json["proof"], &json["stopped"]), (&"bound".into(), &"time".into()));
}

#[test]
fn a_search_ends_when_the_client_goes_away() {
    let allowed = Allowed {
        workers: 1,
        wait: Duration::from_secs(5),
        limits: Limits { seconds: Some(60.0), states: 1_000_000_000, ..Limits::default() },
        ..Allowed::default()
    };
    wait(async {
        let page = page_with(allowed);
        let heavy = "/solve/lighthouse?by=brute&drowned.hp=90&keeper.hp=90&keeper.oil=90";
        let first = send(page.clone(), get(heavy));
        // Dropped after a moment, as the connection drops it when the client hangs up.
        assert!(tokio::time::timeout(Duration::from_millis(300), first).await.is_err());
        assert_eq!(send(page, get("/solve/wizard")).await.status, 200);
    });
}
