//! Games that no page knows: whatever is registered is shown, played, solved and walked.

use outplay::Kind;
use outplay::registry::GAMES;
use serde_json::Value;

use super::ask;
use super::pages::{assert_shows, shown};

fn json(address: &str) -> Value {
    let answer = ask(address);
    assert_eq!(answer.status, 200, "{address}: {}", answer.text);
    serde_json::from_str(&answer.text).unwrap()
}

#[test]
fn every_game_of_two_sides_has_every_page_and_command() {
    let two_sides = GAMES.iter().filter(|game| matches!(game.kind, Kind::Fight | Kind::Sides));
    for name in two_sides.map(|game| game.name) {
        for page in ["solve", "explore", "show"] {
            shown(&format!("/{page}/{name}"));
        }
        // Where a coin decides who starts, or the solver is to start, that has happened.
        let answer = ask(&format!("/play/{name}"));
        if answer.status == 303 {
            shown(answer.header("location"));
        } else {
            shown(&format!("/play/{name}"));
        }
        for command in ["show", "solve", "replay", "compare"] {
            let answer = json(&format!("/api/{command}/{name}?max-seconds=2"));
            assert_eq!(answer["game"], name, "{command}");
        }
        let answer = json(&format!("/api/match/{name}?p1=:random&p2=:greedy&games=5"));
        assert_eq!(answer["games"], 5, "{answer}");
    }
}

#[test]
fn a_game_of_its_own_is_played_by_its_facts() {
    assert_shows("/play/nim", &["heap a <strong>3", "Player 1 to move", ">c5<", "Another game"]);
    let answer = ask("/play/nim?moves=c4");
    assert_eq!(answer.status, 303, "{}", answer.text);
    let there = answer.header("location").to_owned();
    assert!(there.starts_with("/play/nim?moves=c4%2C%20"), "{there}");
    assert_shows(&there, &["Player 1 to move", "id=\"undo\"", "What happened"]);
    assert_shows("/play/nim?set=heaps%3D%5B1%2C2%5D&p2=:manual&hint=1", &["best: worth 1"]);
    assert_shows(
        "/play/nim?set=heaps%3D%5B1%5D&moves=a1",
        &["Player 1 wins", "That is what perfect play comes to", "The moves, looked at again"],
    );
    assert_shows(
        "/explore/nim?to=c4&to=b1",
        &["heap c <strong>1", "Player 1 to move", "gives away"],
    );
    assert_shows("/explore/nim?moves=c4,b1", &["heap c <strong>1", "moves=c4%2C%20b1&amp;at=1"]);
    assert_shows("/solve/nim?set=heaps%3D%5B1%2C2%5D", &["Worth 1 to player 1", "/picture/nim"]);
    assert_shows("/show/nim", &["whoever takes the last one wins"]);
    let answer = ask("/play/nim?moves=c4,z9");
    assert_eq!(answer.status, 400);
    assert!(answer.text.contains("c4,<mark>z9</mark>"), "{}", answer.text);
    assert_eq!(ask("/play/nim?p1=mage").status, 400);
    assert_eq!(ask("/lab/nim").status, 404);
}

#[test]
fn a_tree_is_played_too() {
    assert_shows("/play/lesson?p2=:manual&moves=C", &["Player 2 to move", "moves=C%2C%20D"]);
    assert_eq!(ask("/play/lesson?moves=C").status, 303);
    let replay = json("/api/replay/lesson?moves=C,E");
    assert_eq!((&replay["value"], &replay["over"]), (&(-50).into(), &true.into()));
    assert_eq!(json("/api/solve/lesson?after=C")["value"], -50);
}

#[test]
fn what_a_game_cannot_do_is_said() {
    for (address, parts) in [
        ("/api/deal/wizard?cards=3", "there is no deal for wizard"),
        ("/api/tune/nim?want=win&change=a%3D1..2", "there is no tune for nim"),
        ("/api/report/hand", "there is no report for hand"),
        ("/api/tournament/lesson", "there is no tournament for lesson"),
        ("/api/match/hand", "there is no match for hand"),
        ("/api/compare/combat", "there is no compare for combat"),
        ("/picture/wizard", "cannot be drawn as a tree"),
        ("/picture/hand", "is no fight"),
    ] {
        let answer = ask(address);
        assert_eq!(answer.status, 404, "{address}: {}", answer.text);
        assert!(answer.text.contains(parts), "{address}: {}", answer.text);
    }
}

#[test]
fn a_problem_has_a_code_and_goes_by_the_names_of_the_api() {
    let problem = |address: &str| {
        let answer = ask(address);
        assert_eq!(answer.status, 400, "{address}: {}", answer.text);
        let json: Value = serde_json::from_str(&answer.text).unwrap();
        assert!(!answer.text.contains("--"), "{address}: {}", answer.text);
        let problem = &json["problems"][0];
        let word = |name: &str| problem[name].as_str().unwrap_or_default().to_owned();
        (word("code"), word("file"))
    };
    let wrong = |code: &str, file: &str| (code.to_owned(), file.to_owned());
    let fighters = problem("/api/tournament/arena?fighters=mag");
    assert_eq!(fighters, wrong("unknown-fighter", "fighters"));
    assert_eq!(problem("/api/tournament/arena?styles=fast"), wrong("unknown-style", "styles"));
    assert_eq!(problem("/api/match/arena?p1=mage:fast"), wrong("unknown-style", "p1"));
    assert_eq!(problem("/api/match/arena?p2=magg").1, "p2");
    assert_eq!(problem("/api/solve/wizard?set=bos.hp%3D1"), wrong("unknown-path", "set"));
    assert_eq!(problem("/api/solve/wizard?bos.hp=1"), wrong("unknown-path", "bos.hp"));
    assert_eq!(problem("/api/solve/wizard?after=33"), wrong("refused-move", "after"));
    assert_eq!(problem("/api/solve/hand?card=A,cots%3D2").1, "card");
    assert_eq!(problem("/api/solve/combat?p1=9+9&p2=x").1, "p1");
    let decks = ask("/api/solve/combat");
    assert!(decks.text.contains("which decks?") && decks.text.contains("give `p1` and `p2`"));
}
