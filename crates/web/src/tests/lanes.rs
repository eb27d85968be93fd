//! Who waits for whom.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use hyper::body::{Bytes, Frame};
use outplay::Limits;
use serde_json::Value;

use super::{Allowed, app_with, ask_again, ask_within, get, page_with, send, wait};

const ENDLESS: &str = "/solve/lighthouse?by=brute&drowned.hp=90&keeper.hp=90&keeper.oil=90";
const MANY_GAMES: &str = "/api/match/combat?cards=10000&games=100000&mode=recursive";

/// As long as it takes, for one at a time.
fn patient() -> Allowed {
    let usual = Allowed::default();
    let limits = Limits { seconds: Some(600.0), states: u64::MAX, ..usual.limits };
    Allowed { workers: 1, limits, ..usual }
}

#[test]
fn what_is_quick_does_not_wait_for_what_is_long() {
    wait(async {
        let page = page_with(patient());
        let asked = |address: &'static str| tokio::spawn(send(page.clone(), get(address)));
        let long = [ENDLESS, ENDLESS, MANY_GAMES, MANY_GAMES, MANY_GAMES, ENDLESS].map(asked);
        tokio::time::sleep(Duration::from_millis(300)).await;
        for quick in ["/solve/wizard", "/play/arena", "/api/solve/lesson", "/combat?deal=9", "/"] {
            let answer = send(page.clone(), get(quick)).await;
            assert!([200, 303].contains(&answer.status.as_u16()), "{quick}: {}", answer.text);
        }
        assert!(long.iter().all(|task| !task.is_finished()), "they were not so long");
        long.iter().for_each(tokio::task::JoinHandle::abort);
    });
}

#[test]
fn what_is_long_waits_for_a_while_and_is_then_told_to_come_back() {
    wait(async {
        let page = page_with(Allowed { wait: Duration::from_millis(200), ..patient() });
        let first = tokio::spawn(send(page.clone(), get(ENDLESS)));
        tokio::time::sleep(Duration::from_millis(300)).await;
        let second = send(page.clone(), get(ENDLESS)).await;
        assert_eq!((second.status.as_u16(), second.header("retry-after")), (503, "2"));
        assert!(!first.is_finished());
        first.abort();
    });
}

#[test]
fn what_was_waited_does_not_count_as_time() {
    let usual = Allowed::default();
    // The second waits for longer than it may work.
    let limits = Limits { seconds: Some(0.5), states: 3000, ..usual.limits };
    let allowed = Allowed { workers: 1, limits, ..usual };
    let hard = "/api/solve/lighthouse?drowned.hp=60&keeper.hp=60&keeper.oil=90";
    let alone: Value = serde_json::from_str(&ask_within(allowed.clone(), hard).text).unwrap();
    wait(async {
        let page = page_with(allowed);
        let first = tokio::spawn(send(page.clone(), get(ENDLESS)));
        tokio::time::sleep(Duration::from_millis(100)).await;
        let second = send(page.clone(), get(hard)).await;
        let mut json: Value = serde_json::from_str(&second.text).unwrap();
        json["seconds"] = alone["seconds"].clone();
        assert_eq!(json, alone);
        first.abort();
    });
}

/// A body of which so much comes, and then nothing more.
struct Stalls(Option<Bytes>);

impl hyper::body::Body for Stalls {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        match self.0.take() {
            Some(bytes) => Poll::Ready(Some(Ok(Frame::data(bytes)))),
            None => Poll::Pending,
        }
    }
}

fn form(address: &str, body: Body) -> Request<Body> {
    let request = Request::builder().method(Method::POST).uri(address);
    request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded").body(body).unwrap()
}

#[test]
fn slow_bodies_take_no_place_and_all_bodies_together_are_limited() {
    let allowed = Allowed { quick: 1, workers: 1, bodies: 1000, ..Allowed::default() };
    wait(async {
        let page = page_with(allowed);
        let stalled = |length: usize| {
            let body = Body::new(Stalls(Some(Bytes::from(vec![b'a'; length]))));
            tokio::spawn(send(page.clone(), form("/hand", body)))
        };
        let slow: Vec<_> = (0..300).map(|_| stalled(3)).collect();
        tokio::time::sleep(Duration::from_millis(50)).await;
        for address in ["/", "/solve/wizard", "/hand?deal=4"] {
            assert_eq!(send(page.clone(), get(address)).await.status, 200, "{address}");
        }
        let post = async |body: &str| {
            let body = Body::from(body.to_owned());
            send(page.clone(), form("/api/solve/wizard", body)).await.status
        };
        assert_eq!(post("boss.hp=9").await, 200);
        let large = format!("boss.hp=9&mode={}", "a".repeat(200));
        assert_eq!(post(&large).await, StatusCode::SERVICE_UNAVAILABLE);
        slow.iter().for_each(tokio::task::JoinHandle::abort);
        tokio::time::sleep(Duration::from_millis(50)).await;
        // What they took is there again.
        assert_eq!(post(&large).await, StatusCode::BAD_REQUEST);
    });
}

#[test]
fn an_answer_does_not_depend_on_what_was_asked_before() {
    let usual = Allowed::default();
    let allowed =
        Allowed { limits: Limits { states: 20_000, ..usual.limits }, ..Allowed::default() };
    let warm = app_with(allowed.clone());
    // Some of these are settled within so many states, and some are not.
    let hard = "drowned.hp=30&keeper.hp=30";
    let moves = ["", "l", "lh", "h", "hl", "lhl", ""];
    for round in 0..2 {
        for moves in moves {
            let address = format!("/api/solve/lighthouse?{hard}&after={moves}&seed={round}");
            let [cold, warm]: [Value; 2] =
                [ask_within(allowed.clone(), &address), ask_again(&warm, &address)]
                    .map(|answer| serde_json::from_str(&answer.text).unwrap());
            for field in ["value", "proof", "moves", "stopped", "bound"] {
                assert_eq!(cold[field], warm[field], "{address}: {field}: {cold} {warm}");
            }
        }
    }
}
