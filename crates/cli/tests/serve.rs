//! The web page as a program: its answers against the command line's, many clients at once, and how
//! it starts and ends.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod served;

use std::io::{BufRead, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use served::Served;

/// What the program prints with `--format json`.
fn printed(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(arguments)
        .args(["--format", "json"])
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
}

/// Without measured times, and without what each view says in its own words.
fn comparable(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            // Texts are called, and put right, as each view spells its options.
            let same = |name: &str| !name.ends_with("seconds") && !["file", "help"].contains(&name);
            fields.retain(|name, _| same(name));
            fields.values_mut().for_each(comparable);
        }
        Value::Array(values) => values.iter_mut().for_each(comparable),
        _ => {}
    }
}

#[test]
fn the_api_answers_what_the_command_line_prints() {
    let served = Served::start(&[]);
    let card = "A,cost=2,pitch=1,attack=6";
    let cases: &[(&[&str], &str)] = &[
        (&["games"], "/api/games"),
        (&["solve", "wizard"], "/api/solve/wizard"),
        (
            &["solve", "wizard", "--set", "boss.hp=71", "--set", "boss.attack=10", "--mode", "all"],
            "/api/solve/wizard?set=boss.hp%3D71&boss.attack=10&mode=all",
        ),
        (
            &["solve", "wizard", "--explain", "--all", "--by", "dijkstra", "--after", "30"],
            "/api/solve/wizard?explain=1&all=1&by=dijkstra&after=30",
        ),
        (&["solve", "wizard", "--at-most", "900"], "/api/solve/wizard?at-most=900"),
        (&["solve", "wizard", "--set", "bos.hp=1"], "/api/solve/wizard?set=bos.hp%3D1"),
        (&["solve", "wizard", "--after", "33"], "/api/solve/wizard?after=33"),
        (&["solve", "lighthouse", "--mode", "calm"], "/api/solve/lighthouse?mode=calm"),
        (&["solve", "lesson"], "/api/solve/lesson"),
        (&["compare", "lesson"], "/api/compare/lesson"),
        (
            &["solve", "lesson", "--by", "memo", "--set", "start.A=95"],
            "/api/solve/lesson?by=memo&start.A=95",
        ),
        (&["compare", "wizard", "--set", "boss.hp=30"], "/api/compare/wizard?boss.hp=30"),
        (&["replay", "wizard", "--moves", "304310"], "/api/replay/wizard?moves=304310"),
        (&["replay", "wizard", "--moves", "322"], "/api/replay/wizard?moves=322"),
        (
            &["solve", "hand", "--card", card, "--card", "B,cost=3,pitch=2,attack=4", "--explain"],
            "/api/solve/hand?card=A,cost%3D2,pitch%3D1,attack%3D6&card=B,cost%3D3,pitch%3D2,attack%3D4&explain=1",
        ),
        (&["solve", "hand", "--card", "A,cots=2"], "/api/solve/hand?card=A,cots%3D2"),
        (
            &["replay", "hand", "--card", card, "--moves", "play A"],
            "/api/replay/hand?card=A,cost%3D2,pitch%3D1,attack%3D6&moves=play+A",
        ),
        (
            &[
                "solve",
                "combat",
                "--p1",
                "9 2 6 3 1",
                "--p2",
                "5 8 4 7 10",
                "--mode",
                "all",
                "--explain",
            ],
            "/api/solve/combat?p1=9+2+6+3+1&p2=5+8+4+7+10&mode=all&explain=1",
        ),
        (
            &["replay", "combat", "--p1", "9 2 6 3 1", "--p2", "5 8 4 7 10", "--mode", "recursive"],
            "/api/replay/combat?p1=9+2+6+3+1&p2=5+8+4+7+10&mode=recursive",
        ),
        (&["solve", "combat", "--p1", "9 9", "--p2", "x"], "/api/solve/combat?p1=9+9&p2=x"),
        (&["deal", "hand", "--cards", "7", "--seed", "3"], "/api/deal/hand?cards=7&seed=3"),
        (&["deal", "combat", "--cards", "9", "--seed", "3"], "/api/deal/combat?cards=9&seed=3"),
        (
            &["match", "combat", "--cards", "12", "--games", "50", "--mode", "recursive"],
            "/api/match/combat?cards=12&games=50&mode=recursive",
        ),
        (
            &["match", "arena", "--p1", "mage:random", "--p2", "rogue:greedy", "--games", "40"],
            "/api/match/arena?p1=mage:random&p2=rogue:greedy&games=40",
        ),
        (
            &["match", "arena", "--after", "S", "--set", "mage.hp=40", "--order", "queue"],
            "/api/match/arena?after=S&mage.hp=40&order=queue",
        ),
        (
            &["match", "arena", "--p1", "mage:gredy", "--p2", "rogue:manual"],
            "/api/match/arena?p1=mage:gredy&p2=rogue:manual",
        ),
        (&["match", "wizard", "--mode", "all"], "/api/match/wizard?mode=all"),
        (&["tournament", "arena"], "/api/tournament/arena"),
        (
            &[
                "tournament",
                "arena",
                "--fighters",
                "mage,r",
                "--styles",
                "random,minimax",
                "--games",
                "20",
            ],
            "/api/tournament/arena?fighters=mage,r&styles=random,minimax&games=20",
        ),
        (&["tournament", "arena", "--fighters", "mag"], "/api/tournament/arena?fighters=mag"),
    ];
    for (arguments, path) in cases {
        assert_same(&served, arguments, path);
    }
}

fn assert_same(served: &Served, arguments: &[&str], path: &str) {
    let (mut wanted, (_, body)) = (printed(arguments), served.get(path));
    let mut answer: Value =
        serde_json::from_str(&body).unwrap_or_else(|_| panic!("{path}: {body}"));
    comparable(&mut wanted);
    comparable(&mut answer);
    assert_eq!(answer, wanted, "{path}");
}

#[test]
fn the_api_shows_the_rules_that_the_command_line_shows() {
    let served = Served::start(&[]);
    assert_same(&served, &["show", "wizard", "--mode", "all"], "/api/show/wizard?mode=all");
    for game in ["lighthouse", "arena", "hand", "combat"] {
        assert_same(&served, &["show", game], &format!("/api/show/{game}"));
    }
}

#[test]
fn two_hundred_clients_at_once_are_all_answered() {
    let served = Served::start(&[]);
    let paths = [
        "/",
        "/solve/wizard",
        "/play/wizard?moves=3&hint=1",
        "/hand?deal=6&seed=2",
        "/api/solve/wizard",
    ];
    let answered: Vec<u16> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..200)
            .map(|number| {
                let served = &served;
                scope.spawn(move || served.get(paths[number % paths.len()]).0)
            })
            .collect();
        clients.into_iter().map(|client| client.join().unwrap()).collect()
    });
    assert_eq!(answered, vec![200; 200]);
}

#[test]
fn a_client_that_hangs_up_does_not_keep_the_cores() {
    let served = Served::start(&[]);
    let heavy = "GET /solve/lighthouse?by=brute&keeper.hp=90&drowned.hp=90&keeper.oil=90 HTTP/1.1\r\nhost: localhost\r\n\r\n";
    for _ in 0..8 {
        let mut stream = TcpStream::connect(served.address).unwrap();
        stream.write_all(heavy.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(60));
    }
    let begin = Instant::now();
    assert_eq!(served.get("/solve/wizard").0, 200);
    // Eight searches of five seconds each would have been before us.
    assert!(begin.elapsed() < Duration::from_secs(4), "{:?}", begin.elapsed());
}

#[test]
fn what_is_no_http_is_turned_away_and_the_server_lives() {
    let served = Served::start(&[]);
    let noise: [&[u8]; 5] = [
        b"\x00\x01\x02\xff\xfe\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /hand HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999999999999999\r\n\r\n",
        b"GET /solve/\xff\xff HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    ];
    for bytes in noise {
        let mut stream = TcpStream::connect(served.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        stream.write_all(bytes).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    let long = format!("/solve/wizard?after={}", "0".repeat(100_000));
    assert!([414, 431].contains(&served.get(&long).0));
    assert_eq!(served.get("/").0, 200);
}

#[test]
fn a_rules_file_is_served_beside_the_games_and_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my fight.toml");
    let rules =
        include_str!("../../../rules/wizard.toml").replace("Wizard Simulator 20XX", "My fight");
    std::fs::write(&path, rules).unwrap();
    let served = Served::start(&[path.to_str().unwrap()]);
    std::fs::remove_file(&path).unwrap();
    assert!(served.get("/").1.contains("href=\"/play/my%20fight\""));
    let (status, page) = served.get("/solve/my%20fight?boss.hp=71&boss.attack=10");
    assert!(status == 200 && page.contains("My fight") && page.contains("1,824 mana"));
    let neighbour = folder.path().join("secret.toml");
    std::fs::write(&neighbour, "format = 1").unwrap();
    let outside = neighbour.to_str().unwrap().replace('/', "%2F");
    assert_eq!(served.get(&format!("/solve/{outside}")).0, 404);
}

#[test]
fn what_cannot_be_served_is_said_before_anything_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let refused = |arguments: &[&str]| {
        let program =
            Command::new(env!("CARGO_BIN_EXE_outplay")).arg("serve").args(arguments).output();
        let output = program.unwrap();
        assert!(output.stdout.is_empty());
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, said) = refused(&[&path("bad.toml", "format = 1\ngame = \"duel\"\nhpp = 3\n")]);
    assert!(status == Some(1) && said.contains("hpp"), "{said}");
    let (status, said) = refused(&["no-such-file.toml"]);
    assert!(status == Some(1) && said.contains("no file no-such-file.toml is here"), "{said}");
    let (status, said) =
        refused(&[&path("wizard.toml", include_str!("../../../rules/wizard.toml"))]);
    assert!(status == Some(1) && said.contains("rename the file"), "{said}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (status, said) = refused(&["--port", &port]);
    assert!(status == Some(1) && said.contains("cannot be served"), "{said}");
}

#[test]
fn opening_it_to_others_is_said_loudly() {
    let mut served = Served::start(&["--host", "0.0.0.0"]);
    let _ = served.child.kill();
    let mut said = String::new();
    served.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("OPEN TO OTHER MACHINES"), "{said}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_in_good_order() {
    let mut served = Served::start(&[]);
    assert_eq!(served.get("/").0, 200);
    let _idle = TcpStream::connect(served.address).unwrap();
    let id = served.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let status = served.child.wait().unwrap();
    let mut line = String::new();
    served.output.read_line(&mut line).unwrap();
    assert!(status.success() && line == "Outplay has ended.\n", "{status} {line:?}");
}
