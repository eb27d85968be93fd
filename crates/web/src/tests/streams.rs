//! Questions that are answered by events, and how they end before their time.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, header};
use http_body_util::BodyExt;
use outplay::Limits;
use serde_json::Value;
use tower::ServiceExt;

use super::schema::faults;
use super::{Allowed, app_with, ask, get, routes, send, wait};
use crate::api::SCHEMAS;
use crate::app::Shared;

/// A search that takes longer than any test.
const LONG: &str = "/api/solve/lighthouse?by=brute&drowned.hp=90&keeper.hp=90&keeper.oil=90";

/// One search at a time, with time enough for it.
fn patient() -> Shared {
    app_with(Allowed {
        workers: 1,
        wait: Duration::from_secs(20),
        limits: Limits { seconds: Some(60.0), states: 1_000_000_000, ..Limits::default() },
        ..Allowed::default()
    })
}

/// Events as they come.
struct Events {
    body: Body,
    text: String,
}

impl Events {
    async fn of(app: &Shared, request: Request<Body>) -> Self {
        let response = routes(Arc::clone(app)).oneshot(request).await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
        Self { body: response.into_body(), text: String::new() }
    }

    async fn open(app: &Shared, address: &str) -> Self {
        let request = Request::get(address).header(header::ACCEPT, "text/event-stream");
        Self::of(app, request.body(Body::empty()).unwrap()).await
    }

    /// The next event: its name and its data.
    async fn next(&mut self) -> Option<(String, String)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let lines = |field: &str| {
                    let lines = event.lines().filter_map(|line| line.strip_prefix(field));
                    lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>()
                };
                let found = (lines("event:").concat(), lines("data:").join("\n"));
                self.text = rest.to_owned();
                if !found.0.is_empty() {
                    return Some(found);
                }
                continue;
            }
            let frame = self.body.frame().await?.unwrap();
            self.text += std::str::from_utf8(frame.data_ref().unwrap()).unwrap();
        }
    }

    async fn id(&mut self) -> String {
        let (name, data) = self.next().await.unwrap();
        assert_eq!(name, "id");
        assert_told("Asked", &data);
        json(&data)["id"].as_str().unwrap().to_owned()
    }

    /// Everything up to the last event, which it gives.
    async fn last(&mut self) -> (String, String) {
        let mut last = None;
        while let Some((name, data)) = self.next().await {
            if name == "progress" {
                assert_told("Progress", &data);
            }
            last = Some((name, data));
        }
        last.unwrap()
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn assert_told(schema: &str, data: &str) {
    let schemas = Value::Object(SCHEMAS.clone());
    let faults = faults(&schemas, &schemas[schema], &json(data));
    assert!(faults.is_empty(), "{data}: {faults:?}");
}

async fn cancel(app: &Shared, id: &str) -> u16 {
    let request = Request::post(format!("/api/cancel?id={id}")).body(Body::empty()).unwrap();
    send(routes(Arc::clone(app)), request).await.status.as_u16()
}

#[test]
fn a_short_question_is_answered_with_the_same_words_as_without_events() {
    let address = "/api/show/wizard";
    let plain = ask(address).text;
    wait(async {
        let app = patient();
        for request in [None, Some(get("/api/show/wizard?progress=1"))] {
            let mut events = match request {
                None => Events::open(&app, address).await,
                Some(request) => Events::of(&app, request).await,
            };
            assert_eq!(events.id().await.len(), 32);
            let (name, data) = events.next().await.unwrap();
            assert_eq!((name.as_str(), format!("{data}\n")), ("answer", plain.clone()));
            assert_eq!(events.next().await, None);
            drop(events);
            assert_eq!(app.running.count(), 0);
        }
    });
}

#[test]
fn a_wrong_question_ends_with_an_error() {
    let wrong = "/api/solve/wizard?boss.hpp=3";
    let plain = json(&ask(wrong).text);
    wait(async {
        let mut events = Events::open(&patient(), wrong).await;
        events.id().await;
        let (name, data) = events.last().await;
        assert_eq!(name, "error");
        assert_eq!(json(&data), plain);
        // What is no question about a game is refused at once.
        let request =
            Request::get("/api/solve/wizzard").header(header::ACCEPT, "text/event-stream");
        let request = request.body(Body::empty()).unwrap();
        assert_eq!(send(routes(patient()), request).await.status, 404);
    });
}

#[test]
fn a_long_question_says_how_far_it_is_and_can_be_cancelled() {
    wait(async {
        let app = patient();
        let mut events = Events::open(&app, LONG).await;
        let id = events.id().await;
        let (name, data) = events.next().await.unwrap();
        assert_eq!(name, "progress");
        assert!(json(&data)["done"].as_u64().unwrap() > 0, "{data}");
        assert_eq!(json(&data)["unit"], "states");
        assert_eq!(cancel(&app, "0123456789abcdef0123456789abcdef").await, 404);
        assert_eq!(cancel(&app, &id).await, 200);
        let (name, data) = events.last().await;
        assert_eq!(name, "answer", "{data}");
        assert_eq!(json(&data)["stopped"], "interrupted");
        drop(events);
        assert_eq!(cancel(&app, &id).await, 404);
    });
}

#[test]
fn one_that_still_waits_for_its_place_can_be_cancelled_too() {
    wait(async {
        let app = patient();
        let mut first = Events::open(&app, LONG).await;
        first.id().await;
        assert_eq!(first.next().await.unwrap().0, "progress");
        // What is quick does not wait for it.
        let mut quick = Events::open(&app, "/api/solve/wizard").await;
        quick.id().await;
        assert_eq!(quick.last().await.0, "answer");
        let mut second = Events::open(&app, &format!("{LONG}&explain=1")).await;
        let id = second.id().await;
        assert_eq!(cancel(&app, &id).await, 200);
        // It may have begun in the fast line; if not, there is nothing to tell.
        let (name, data) = second.last().await;
        match name.as_str() {
            "answer" => assert_eq!(json(&data)["stopped"], "interrupted", "{data}"),
            _ => assert!(data.contains("cancelled before its search began"), "{name}: {data}"),
        }
    });
}

#[test]
fn a_closed_connection_ends_the_search() {
    wait(async {
        let app = patient();
        let mut events = Events::open(&app, LONG).await;
        events.id().await;
        assert_eq!(events.next().await.unwrap().0, "progress");
        assert_eq!(app.running.count(), 1);
        drop(events);
        assert_eq!(app.running.count(), 0);
        // The only place is free again long before the minute that the search would have taken.
        let answer = send(routes(Arc::clone(&app)), get("/api/solve/wizard")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    });
}

#[test]
fn there_are_only_so_many_streams_at_a_time() {
    wait(async {
        let app = patient();
        let mut open = Vec::new();
        for _ in 0..64 {
            open.push(Events::open(&app, "/api/show/wizard").await);
        }
        let request = Request::get("/api/show/wizard").header(header::ACCEPT, "text/event-stream");
        let request = request.body(Body::empty()).unwrap();
        assert_eq!(send(routes(Arc::clone(&app)), request).await.status, 503);
        drop(open);
        assert_eq!(app.running.count(), 0);
    });
}

#[test]
fn every_command_can_be_asked_for_events() {
    wait(async {
        let app = patient();
        for address in [
            "/api/match/arena?games=20&p1=mage:random",
            "/api/tournament/arena",
            "/api/sweep/wizard?vary=boss.hp=50..52",
            "/api/deal/hand?cards=3",
        ] {
            let mut events = Events::open(&app, address).await;
            events.id().await;
            assert_eq!(events.last().await.0, "answer", "{address}");
        }
    });
}
