//! What is kept between requests makes answers faster, and never others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde_json::Value;

use super::{Allowed, app_with, ask, ask_again};
use crate::cache::Cache;

/// An answer without what was measured: how long it took, and with how many states.
fn settled(text: &str) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                let measured = ["seconds", "states", "generated", "found", "peak_bytes"];
                fields.retain(|name, _| !measured.contains(&name.as_str()));
                fields.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    strip(&mut value);
    value
}

#[test]
fn a_warm_app_answers_what_a_fresh_one_does() {
    let arena = "p1=mage&mage.hp=40&rogue.hp=60";
    let wizard = "boss.hp=40&boss.attack=10";
    let api = |game: &str, options: &str, after: &[&str]| {
        let mut addresses = Vec::new();
        for after in after {
            addresses.push(format!("/api/solve/{game}?{options}&after={after}&explain=1"));
            addresses.push(format!("/api/solve/{game}?{options}&after={after}"));
            addresses.push(format!("/api/replay/{game}?{options}&moves={after}"));
        }
        addresses
    };
    let mut addresses = api("arena", &format!("{arena}&p2=rogue"), &["", "S", "SA", "SAS", "S"]);
    addresses.extend(api("wizard", wizard, &["", "3", "30", "304", "30", ""]));
    for moves in ["", "S", "SA", "SAA"] {
        addresses.push(format!("/play/arena?{arena}&p2=rogue:manual&moves={moves}&hint=1"));
        addresses.push(format!("/play/arena?{arena}&p2=rogue&moves={moves}"));
    }
    for moves in ["", "3", "30", "304320"] {
        addresses.push(format!("/play/wizard?{wizard}&moves={moves}&hint=1"));
    }
    let warm = app_with(Allowed::default());
    for _ in 0..2 {
        for address in &addresses {
            let (before, now) = (ask(address), ask_again(&warm, address));
            assert_eq!(before.status, now.status, "{address}");
            assert!(before.status.as_u16() < 400, "{address}: {}", before.text);
            assert_eq!(before.header("location"), now.header("location"), "{address}");
            assert_eq!(settled(&before.text), settled(&now.text), "{address}");
        }
    }
    assert!(warm.cache.size().1 >= 2, "{:?}", warm.cache.size());
    // Where states are counted, those of earlier questions are not.
    for states in [100, 1000, 10_000] {
        let address = format!("/api/solve/arena?{arena}&p2=rogue&max-states={states}");
        let [before, mut now]: [Value; 2] = [ask(&address), ask_again(&warm, &address)]
            .map(|answer| serde_json::from_str(&answer.text).unwrap());
        now["seconds"] = before["seconds"].clone();
        assert_eq!(before, now, "{address}");
    }
}

#[test]
fn what_is_kept_has_a_limit_and_the_last_used_stays() {
    let allowed = Allowed { cache: 1 << 20, ..Allowed::default() };
    let app = app_with(allowed);
    for hp in 1..60 {
        assert_eq!(ask_again(&app, &format!("/api/solve/wizard?boss.hp={hp}")).status, 200);
        let (bytes, _) = app.cache.size();
        assert!(bytes <= 1 << 20, "{bytes}");
    }
    let (_, tables) = app.cache.size();
    assert!((1..59).contains(&tables), "{tables}");
}

#[test]
fn a_solver_is_lent_to_one_and_what_was_given_up_does_not_come_back() {
    let cache = Cache::new(64 << 20);
    let source = outplay::Source::game("arena").sides("mage", "rogue");
    let table = cache.table(&source, || source.open()).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let spoils = || [Arc::clone(&stop), Arc::default()];
    let budget = outplay::Budget::default();
    let mut first = cache.solver(&table, spoils());
    first.hints("", &budget).unwrap();
    let knows = first.bytes();
    // Busy: another knows nothing, and what it has learned does not replace what knows more.
    let second = cache.solver(&table, spoils());
    assert!(second.bytes() < knows);
    drop(first);
    drop(second);
    let again = cache.solver(&table, spoils());
    assert_eq!(again.bytes(), knows);
    stop.store(true, Ordering::Relaxed);
    drop(again);
    stop.store(false, Ordering::Relaxed);
    let mut fresh = cache.solver(&table, spoils());
    assert!(fresh.bytes() < knows, "an interrupted solver came back");
    fresh.hints("", &budget).unwrap();
    let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
        let _fresh = fresh;
        panic!("on purpose");
    }));
    assert!(broken.is_err());
    assert!(cache.solver(&table, spoils()).bytes() < knows, "a broken solver came back");
}

#[test]
fn replies_in_a_known_fight_are_quick() {
    let options = "p2=drowned:minimax&drowned.hp=10";
    let source = outplay::Source::game("lighthouse");
    let table = source.set("drowned.hp=10").open().unwrap();
    // Whoever sits there does the first thing that does not end it, or begins again.
    let replies = |app: Option<&crate::app::Shared>| {
        let (begin, mut moves) = (Instant::now(), String::new());
        let mut said = Vec::new();
        while said.len() < 15 {
            let position = table.position(&moves).unwrap();
            let mut legal = position.options.iter().filter(|option| option.refused.is_none());
            let Some(option) = legal.next_back() else {
                moves.clear();
                continue;
            };
            let address = format!("/play/lighthouse?{options}&moves={moves}{}", option.key);
            let answer = match app {
                Some(app) => ask_again(app, &address),
                None => ask(&address),
            };
            let there = answer.header("location").split_once("moves=");
            moves = there.map_or(String::new(), |(_, moves)| moves.to_owned());
            said.push(there.map(|(_, moves)| moves.to_owned()));
        }
        (begin.elapsed(), said)
    };
    let warm = app_with(Allowed::default());
    replies(Some(&warm));
    let (cold, of_cold) = replies(None);
    let (quick, of_quick) = replies(Some(&warm));
    assert_eq!(of_cold, of_quick);
    // To be looked at, not relied on: `cargo test -- --nocapture`.
    #[expect(clippy::print_stderr, reason = "a measurement for whoever asks for it")]
    {
        eprintln!("15 replies: {cold:?} each in a fresh app, {quick:?} in a warm one");
    }
}
