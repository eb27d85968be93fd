//! Small questions do not get large answers.

use serde_json::Value;

use super::{Allowed, ask, post};

const FORM: &str = "application/x-www-form-urlencoded";

/// Two decks of so many cards together, as a form.
fn decks(cards: u32) -> String {
    let deck = |first: u32| {
        let cards: Vec<String> =
            (0..cards / 2).map(|place| (first + 2 * place).to_string()).collect();
        cards.join("+")
    };
    format!("p1={}&p2={}", deck(1), deck(2))
}

#[test]
fn a_replay_of_large_decks_is_cut() {
    let most = usize::try_from(Allowed::default().limits.answer).unwrap();
    for mode in ["plain", "recursive"] {
        let answer = post("/api/replay/combat", FORM, &format!("{}&mode={mode}", decks(5000)));
        assert_eq!(answer.status, 200, "{}", &answer.text[..200]);
        assert!(answer.text.len() < 2 * most, "{mode}: {}", answer.text.len());
        let json: Value = serde_json::from_str(&answer.text).unwrap();
        assert_eq!(json["stopped"], "answer", "{mode}");
        assert_eq!(json["over"], false);
    }
    let answer = post("/api/replay/combat", FORM, &format!("{}&mode=all", decks(5000)));
    assert!(answer.text.len() < 4 * most, "{}", answer.text.len());
}

#[test]
fn a_page_does_not_show_decks_that_no_address_holds() {
    let answer = post("/combat", FORM, &decks(10_000));
    assert_eq!(answer.status, 400);
    assert!(answer.text.len() < 10_000 && answer.text.contains("do not fit in an address"));
    let answer = post("/combat", FORM, &decks(3_000));
    assert_eq!(answer.status, 200, "{}", &answer.text[..200]);
    assert!(answer.text.len() < 2 << 20, "{}", answer.text.len());
}

#[test]
fn a_short_question_does_not_make_a_long_list() {
    for address in [
        "/lab/wizard?x-to=9999999",
        "/api/sweep/wizard?vary=boss.hp%3D1..9999999",
        "/api/sweep/wizard?x=boss.hp%3D1..9000&y=boss.attack%3D1..9000",
        "/api/sweep/arena?vary=mage.hp%3D0..1:0.000001",
        "/api/tune/wizard?want=win&change=boss.hp%3D1..5000,6000..9999999",
    ] {
        let answer = ask(address);
        assert_eq!(answer.status, 400, "{address}: {}", answer.text);
        assert!(answer.text.contains("too many"), "{address}: {}", answer.text);
    }
    let few = ask("/api/sweep/wizard?vary=boss.hp%3D9..11,20");
    assert_eq!(few.status, 200, "{}", few.text);
}

#[test]
fn not_every_problem_of_a_large_text_is_told() {
    let answer = post("/api/solve/combat", FORM, &format!("p1={}&p2=1", "x+".repeat(400_000)));
    assert_eq!(answer.status, 400);
    assert!(answer.text.len() < 4 << 20, "{}", answer.text.len());
    let rows = format!("input=name,cost%0A{}", "A,x%0A".repeat(150_000));
    let answer = post("/api/solve/hand", FORM, &rows);
    assert_eq!(answer.status, 400);
    assert!(answer.text.len() < 4 << 20, "{}", answer.text.len());
}

#[test]
fn memory_is_a_limit_too() {
    let usual = Allowed::default();
    let limits = outplay::Limits { bytes: 1 << 20, ..usual.limits };
    let hard = "drowned.hp=60&keeper.hp=60&keeper.oil=90";
    let allowed = Allowed { limits, ..usual };
    let text = super::ask_within(allowed, &format!("/api/solve/lighthouse?{hard}")).text;
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["stopped"], "memory", "{text}");
}
