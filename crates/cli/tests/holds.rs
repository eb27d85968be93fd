//! The page under what is too much for it: it stays below a gigabyte of memory, answers or refuses, and ends
//! in good order. `scripts/load.py` asks for much more; a short version of it runs here.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod served;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use served::{Served, ask};

/// The most memory that the program has taken, where the system says.
fn peak(served: &Served) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", served.child.id())).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Two decks of so many cards together, shuffled a little.
fn decks(cards: u64) -> [String; 2] {
    let card = |place: u64| (place * 7919) % cards + 1;
    [0..cards / 2, cards / 2..cards]
        .map(|places| places.map(|place| card(place).to_string()).collect::<Vec<_>>().join(" "))
}

/// Asks all at once; every status.
fn all_at_once(served: &Served, asked: &[(&str, String, String)]) -> Vec<u16> {
    std::thread::scope(|scope| {
        let clients: Vec<_> = asked
            .iter()
            .map(|(method, path, body)| {
                scope.spawn(move || ask(served.address, method, path, body).0)
            })
            .collect();
        clients.into_iter().map(|client| client.join().unwrap()).collect()
    })
}

fn assert_small(served: &Served, what: &str) {
    if let Some(peak) = peak(served) {
        assert!(peak < 1_000_000_000, "{what}: {peak} bytes");
    }
}

#[test]
fn large_decks_all_at_once_stay_below_a_gigabyte() {
    let served = Served::start(&[]);
    let deck = |cards: u64, mode: &str| {
        let [one, two] = decks(cards);
        format!("{{\"p1\": \"{one}\", \"p2\": \"{two}\", \"mode\": \"{mode}\"}}")
    };
    let post = |path: &str, body: String| ("POST", path.to_owned(), body);
    let replays: Vec<_> =
        (0..6).map(|_| post("/api/replay/combat", deck(5000, "recursive"))).collect();
    let statuses = all_at_once(&served, &replays);
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&200), "{statuses:?}");
    assert_small(&served, "six replays");
    let [one, two] = decks(1000).map(|deck| deck.replace(' ', "+"));
    let (status, text) = served.get(&format!("/api/replay/combat?p1={one}&p2={two}"));
    assert!(status == 200 && text.len() < 8 << 20, "{status} {}", text.len());
    let pages: Vec<_> = (0..20).map(|_| post("/combat", deck(10_000, "plain"))).collect();
    let statuses = all_at_once(&served, &pages);
    assert!(statuses.iter().all(|status| [400, 503].contains(status)), "{statuses:?}");
    assert_small(&served, "twenty pages");
}

#[test]
fn a_short_load_is_held() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/load.py");
    let run = Command::new("python3")
        .arg(script)
        .args([env!("CARGO_BIN_EXE_outplay"), "--small"])
        .output();
    // A machine without Python tests the rest.
    let Ok(output) = run else { return };
    let said = String::from_utf8_lossy(&output.stdout);
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{wrong}");
}

#[cfg(unix)]
#[test]
fn a_polite_signal_lets_a_search_say_what_it_knows() {
    let mut served = Served::start(&[]);
    let mut stream = TcpStream::connect(served.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let hard = "GET /api/solve/lighthouse?by=brute&keeper.hp=90&drowned.hp=90&keeper.oil=90 HTTP/1.1\r\nhost: localhost\r\n\r\n";
    stream.write_all(hard.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let id = served.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("interrupted"), "{answer}");
    assert!(served.child.wait().unwrap().success());
    assert!(TcpStream::connect(served.address).is_err());
}
