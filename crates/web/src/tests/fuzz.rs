//! Noise: whatever is sent, the answer is an answer or a refusal, never a failure of ours.

use axum::body::Body;
use axum::http::{Method, Request, Uri, header};
use proptest::prelude::*;

use super::{hasty, page_with, send, wait};

fn path() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "/",
        "/solve/wizard",
        "/play/wizard",
        "/play/mine",
        "/explore/wizard",
        "/explore/lesson",
        "/play/nim",
        "/explore/nim",
        "/solve/nim",
        "/show/nim",
        "/picture/nim",
        "/api/replay/nim",
        "/api/match/lesson",
        "/edit",
        "/edit/mine",
        "/edit/own",
        "/play/own",
        "/solve/own",
        "/api/solve/own",
        "/api/version/mine",
        "/hand",
        "/combat",
        "/lab/mine",
        "/show/wizard",
        "/picture/lesson",
        "/api/solve/wizard",
        "/api/replay/wizard",
        "/api/solve/hand",
        "/api/solve/combat",
        "/api/replay/combat",
        "/api/replay/hand",
        "/api/deal/combat",
        "/api/deal/hand",
        "/api/match/combat",
        "/api/match/arena",
        "/api/tournament/arena",
        "/api/sweep/mine",
        "/api/sweep/hand",
        "/api/tune/mine",
        "/api/tune/wizard",
        "/api/report/mine",
        "/api/compare/hand",
        "/api/compare/lesson",
        "/api/solve/lesson",
    ]);
    prop_oneof![
        8 => known.prop_map(str::to_owned),
        1 => "[!-~]{0,30}".prop_map(|text| format!("/{text}")),
        1 => "(%[0-9a-f]{2}|[a-z/.]){0,20}".prop_map(|text| format!("/play/{text}")),
    ]
}

fn name() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "rules",
        "rules-text",
        "do",
        "mode",
        "p1",
        "p2",
        "set",
        "input",
        "moves",
        "after",
        "by",
        "explain",
        "all",
        "at-most",
        "vary",
        "want",
        "change",
        "hint",
        "boss.hp",
        "wizard.mana",
        "hero.hp",
        "rat.bite",
        "magic-missile.cost",
        "start.A",
        "step",
        "deal",
        "seed",
        "cards",
        "card",
        "name",
        "cost",
        "attack",
        "x",
        "y",
        "x-from",
        "x-to",
        "to",
        "sizes",
        "order",
        "max-seconds",
        "max-states",
        "max-rounds",
        "games",
        "fighters",
        "styles",
        "number",
        "repeat",
        "resources",
    ]);
    prop_oneof![9 => known.prop_map(str::to_owned), 1 => "\\PC{0,8}"]
}

fn value() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "hard",
        "all",
        "normal",
        "recursive",
        "1",
        "0",
        "-1",
        "9 2 6",
        "5 8 4",
        "30",
        "304320",
        "s",
        "srs",
        "99999999999999999999",
        "2147483647",
        "-2147483648",
        "boss.hp=1..9",
        "boss.attack=1..3",
        "rat.hp",
        "astar",
        "brute",
        "greedy",
        "A,cost=1,pitch=1,attack=2",
        "boss.hp=71",
        "C",
        "a1, b3",
        ":greedy",
        "heaps=[1, 2]",
        "1..3",
        "wizard:minimax",
        "mage:random",
        "mage,rogue",
        "random,greedy",
        "Player 1:\n9\n\nPlayer 2:\n5\n",
        "boss.attack",
        "1e300",
        "NaN",
        "alternate",
    ]);
    prop_oneof![6 => known.prop_map(str::to_owned), 1 => "\\PC{0,12}", 1 => "[0-9]{1,4}"]
}

fn encoded(pairs: &[(String, String)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn queries_of_known_and_unknown_words(path in path(), pairs in prop::collection::vec((name(), value()), 0..6)) {
        let Ok(uri) = format!("{path}?{}", encoded(&pairs)).parse::<Uri>() else { return Ok(()) };
        let request = Request::get(uri.clone()).body(Body::empty()).unwrap();
        let answer = wait(send(page_with(hasty()), request));
        prop_assert!(answer.status.as_u16() < 500, "{uri}: {} {}", answer.status, answer.text);
    }

    #[test]
    fn bytes_of_any_kind_as_a_body(
        path in path(),
        kind in prop::sample::select(vec!["application/json", "application/x-www-form-urlencoded", "text/html", "\u{7f}"]),
        body in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let Ok(uri) = path.parse::<Uri>() else { return Ok(()) };
        let request = Request::builder().method(Method::POST).uri(uri);
        let Ok(request) = request.header(header::CONTENT_TYPE, kind).body(Body::from(body)) else { return Ok(()) };
        let answer = wait(send(page_with(hasty()), request));
        prop_assert!(answer.status.as_u16() < 500, "{}", answer.text);
    }

    #[test]
    fn bodies_that_are_almost_questions(path in path(), pairs in prop::collection::vec((name(), value()), 0..6)) {
        let Ok(uri) = path.parse::<Uri>() else { return Ok(()) };
        let request = Request::builder().method(Method::POST).uri(uri);
        let request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        let answer = wait(send(page_with(hasty()), request.body(Body::from(encoded(&pairs))).unwrap()));
        prop_assert!(answer.status.as_u16() < 500, "{}", answer.text);
    }

    #[test]
    fn queries_of_any_bytes(path in path(), query in "[!-~]{0,80}") {
        let Ok(uri) = format!("{path}?{query}").parse::<Uri>() else { return Ok(()) };
        let answer = wait(send(page_with(hasty()), Request::get(uri).body(Body::empty()).unwrap()));
        prop_assert!(answer.status.as_u16() < 500, "{}", answer.text);
    }
}
