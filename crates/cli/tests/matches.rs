//! Matches and tournaments of fights as a user types them.

#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]

use std::process::{Command, Output};

use serde_json::Value;

const FIGHTERS: [&str; 4] = ["mage", "rogue", "vampire", "sorcerer"];

fn outplay(arguments: &[&str], threads: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("RAYON_NUM_THREADS", threads)
        .output()
        .unwrap()
}

/// What is printed by a command that succeeds.
fn told(command: &str) -> String {
    told_on(command, "2")
}

fn told_on(command: &str, threads: &str) -> String {
    let arguments: Vec<&str> = command.split_whitespace().collect();
    let output = outplay(&arguments, threads);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{command}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(command: &str) -> Value {
    serde_json::from_str(&told(&format!("{command} --format json"))).unwrap()
}

/// What is said of a command that ends with this status.
fn refused(command: &str, status: i32) -> String {
    let arguments: Vec<&str> = command.split_whitespace().collect();
    let output = outplay(&arguments, "2");
    assert_eq!(output.status.code(), Some(status), "{command}");
    String::from_utf8(output.stderr).unwrap()
}

fn solved(order: &str, one: &str, two: &str) -> Value {
    json(&format!("solve arena --p1 {one} --p2 {two} --order {order}"))
}

#[test]
fn perfect_play_against_itself_is_the_solved_game_every_time() {
    for order in ["queue", "restricted-queue"] {
        for (one, two) in [("mage", "rogue"), ("vampire", "sorcerer"), ("rogue", "rogue")] {
            let sides = format!("--p1 {one}:minimax --p2 {two} --order {order}");
            let played = json(&format!("match arena {sides} --games 50 --seed 3"));
            let solved = solved(order, one, two);
            assert_eq!(played["mean_margin"].as_f64(), solved["value"].as_f64(), "{sides}");
            assert_eq!(played["margin_within"].as_f64(), Some(0.0));
            for game in ["shortest", "longest", "closest"] {
                assert_eq!(played[game]["margin"], solved["value"], "{sides}");
                assert_eq!(played[game]["winner"], solved["winner"], "{sides}");
            }
            assert_eq!((&played["games"], &played["one_for_all"]), (&50.into(), &true.into()));
        }
    }
}

#[test]
fn every_cell_of_the_matrix_is_what_solve_says() {
    let tournament = json("tournament arena");
    let orders = tournament["orders"].as_array().unwrap();
    assert_eq!(orders.len(), 2);
    for table in orders {
        for (row, one) in FIGHTERS.iter().enumerate() {
            for (column, two) in FIGHTERS.iter().enumerate() {
                let cell = &table["rows"][row][column];
                let solved = solved(table["order"].as_str().unwrap(), one, two);
                assert_eq!(cell["value_to_p1"].as_f64(), solved["value"].as_f64(), "{one} {two}");
                for detail in ["moves", "winner", "states", "proof"] {
                    assert_eq!(cell["detail"][detail], solved[detail], "{one} {two}: {detail}");
                }
            }
        }
    }
}

#[test]
fn a_cell_of_styles_is_the_match_of_the_same_seed() {
    let tournament = json("tournament arena --styles random,greedy --fighters m,r --games 30");
    let table = &tournament["orders"][0];
    let entrants: Vec<&str> =
        table["entrants"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert_eq!(entrants, ["mage:random", "mage:greedy", "rogue:random", "rogue:greedy"]);
    for (row, one) in entrants.iter().enumerate() {
        for (column, two) in entrants.iter().enumerate() {
            let played = json(&format!("match arena --p1 {one} --p2 {two} --games 30 --seed 1"));
            let cell = &table["rows"][row][column];
            assert_eq!(cell["value_to_p1"], played["mean_margin"], "{one} {two}");
            for detail in ["p1_wins", "p2_wins", "ties", "mean_length", "margin_within"] {
                assert_eq!(cell["detail"][detail], played[detail], "{one} {two}: {detail}");
            }
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_answer() {
    for command in [
        "match arena --p1 mage:random --p2 rogue:minimax --games 300 --seed 7",
        "match arena --p1 v:random --p2 s:random --games 600 --format csv",
        "tournament arena --format csv",
        "tournament arena --styles random,minimax --games 20 --seed 5",
    ] {
        assert_eq!(told_on(command, "1"), told_on(command, "2"), "{command}");
    }
}

#[test]
fn the_games_of_a_match_are_counted_and_told_so_that_they_can_be_replayed() {
    let setting = "--order restricted-queue --set p1.hp=60";
    let played = json(&format!("match arena --p1 m:random --p2 v:random {setting} --games 200"));
    let count = |what: &str| played[what].as_u64().unwrap();
    assert_eq!(count("p1_wins") + count("p2_wins") + count("ties") + count("cut"), 200);
    let (shortest, longest) = (&played["shortest"], &played["longest"]);
    assert!(shortest["length"].as_u64() < longest["length"].as_u64());
    for game in [shortest, longest, &played["closest"]] {
        let command = game["replay"].as_str().unwrap();
        assert!(command.starts_with("outplay replay arena --p1 m --p2 v --order restricted-queue"));
        let replayed = json(command.strip_prefix("outplay ").unwrap());
        assert_eq!((&replayed["refused"], &replayed["unused"]), (&Value::Null, &0.into()));
        assert_eq!((&replayed["over"], &replayed["winner"]), (&true.into(), &game["winner"]));
        assert_eq!(replayed["value"], game["margin"], "{command}");
        // A match of one game with its seed plays it again.
        let seed = &game["seed"];
        let again = format!("match arena --p1 m:random --p2 v:random {setting} --games 1");
        let again = json(&format!("{again} --seed {seed}"));
        assert_eq!(again["shortest"]["moves"], game["moves"]);
    }
}

#[test]
fn moving_first_is_weighed_by_playing_both_ways() {
    let played = json("match arena --p1 mage --p2 rogue --games 2");
    let turned = json("solve arena --p1 mage --p2 rogue --set turns.first=p2");
    let (first, second) = (-10.0, turned["value"].as_f64().unwrap());
    assert_eq!(played["mean_margin"].as_f64(), Some(first));
    assert_eq!(played["other_first"]["mean_margin"].as_f64(), Some(second));
    assert_eq!(played["first_mover_advantage"].as_f64(), Some((first - second) / 2.0));
    // Seen from the other end it is the same.
    let turned = json("match arena --p1 mage --p2 rogue --games 2 --set turns.first=p2");
    assert_eq!(turned["first_mover_advantage"], played["first_mover_advantage"]);
    assert_eq!(turned["first"].as_u64(), Some(2));
    for (start, why) in [
        ("--set queue=ABb", "the queue at the start says who is first"),
        ("--after S", "the moves before say whose turn it is"),
    ] {
        let played = json(&format!("match arena --p1 mage --p2 rogue --games 2 {start}"));
        assert_eq!(played["first_mover_advantage"], Value::Null);
        assert_eq!(played["left_out"], why);
    }
}

#[test]
fn a_matrix_tells_what_moving_first_is_worth_where_all_else_is_alike() {
    let gain = |more: &str| {
        let answer = json(&format!("tournament arena --order queue {more}"));
        let table = &answer["orders"][0];
        let cells =
            table["rows"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap());
        let values: Vec<f64> = cells.map(|cell| cell["value_to_p1"].as_f64().unwrap()).collect();
        let mean = values.iter().sum::<f64>() / 16.0;
        (table["first_mover_advantage"].as_f64(), mean, answer["left_out"].clone())
    };
    let (told, mean, _) = gain("");
    assert_eq!(told, Some(mean));
    // With player 2 first, all is seen from the other side.
    let (turned, turned_mean, _) = gain("--set turns.first=p2");
    assert_eq!((turned, turned_mean), (Some(mean), -mean));
    let (alike, mean, _) = gain("--set p1.hp=60 --set p2.hp=60");
    assert_eq!(alike, Some(mean));
    let (told, _, why) = gain("--set p1.hp=60");
    assert_eq!((told, why), (None, "the sides do not start alike".into()));
}

#[test]
fn fights_with_a_price_have_matches_but_no_tournaments() {
    let played = json("match wizard --p1 wizard:random --games 40");
    assert_eq!(played["p1_wins"].as_u64().unwrap() + played["p2_wins"].as_u64().unwrap(), 40);
    let cheapest = json("match wizard --games 5");
    assert_eq!(cheapest["p1_wins"], 5);
    let error = refused("tournament wizard", 1);
    assert!(error.contains("a tournament needs a fight for the winner's hp"), "{error}");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (command, status, words) in [
        ("match arena --p1 mgae:random --p2 rogue", 1, &["mgae", "did you mean `mage`?"][..]),
        ("match arena --p1 mage:rnadom --p2 rogue:x", 1, &["did you mean `random`?", "`x`"]),
        ("match arena --p1 mage:manual --p2 rogue", 1, &["outplay play", "--p1:1:6"]),
        ("match arena --p1 mage:tree=none --p2 rogue", 1, &["none"]),
        ("match arena --games 0", 2, &["0", "1..=1000000"]),
        ("match arena --cards 5", 1, &["--cards means nothing in a fight"]),
        ("match combat --cards 5 --p1 1,2", 1, &["--p1 means nothing in combat"]),
        ("match hand", 1, &["a hand has no opponent"]),
        ("match arena --mode all", 1, &["in one mode"]),
        ("match arean", 1, &["did you mean arena?"]),
        ("match lesson --p1 mage", 1, &["--p1: a game without fighters has no such thing"]),
        ("tournament lesson", 1, &["a tournament needs a fight"]),
        ("tournament arena --p1 mage", 1, &["--fighters"]),
        ("tournament arena --fighters mage,rouge,,m", 1, &["rogue", "missing", "twice"]),
        ("tournament arena --styles random,manual,gredy", 1, &["outplay play", "greedy"]),
        ("tournament arena --games 5", 1, &["go with --styles"]),
        ("tournament combat", 1, &["combat has no fighters"]),
        ("tournament arena --order queueu", 1, &["queue"]),
    ] {
        let error = refused(command, status);
        for word in words {
            assert!(error.contains(word), "{command}: `{word}` is not in\n{error}");
        }
    }
    let output = outplay(&["match", "arena", "--p1", "mage:x", "--format", "json"], "2");
    let problems: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(problems.to_string().contains("\"column\":6"), "{problems}");
}

#[test]
fn too_many_entrants_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("crowd.toml");
    let mut rules = String::from("format = 1\ngame = \"duel\"\n[goal]\nmost = \"winner-hp\"\n");
    for number in 0..65 {
        rules += &format!("[fighters.f{number}]\nhp = 3\nskills = [\"hit\"]\n");
    }
    rules += "[skills.hit]\nkey = \"h\"\ndamage = 1\n";
    std::fs::write(&path, rules).unwrap();
    let path = path.to_str().unwrap();
    let error = refused(&format!("tournament {path}"), 1);
    assert!(error.contains("65 entrants are too many: at most 64"), "{error}");
    let two = told(&format!("tournament {path} --fighters f1,f2"));
    assert!(two.contains("alternate"), "{two}");
}

#[test]
fn a_limit_gives_what_is_known_and_says_so() {
    let arguments = "match arena --p1 mage:random --p2 rogue:random --games 1000000";
    let arguments = format!("{arguments} --max-seconds 0.2 --format json");
    let output = outplay(&arguments.split_whitespace().collect::<Vec<_>>(), "2");
    assert_eq!(output.status.code(), Some(3));
    let played: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&played["stopped"], &played["asked"]), (&"time".into(), &1_000_000.into()));
    assert!(played["games"].as_u64().unwrap() < 1_000_000);
    let output = outplay(&["tournament", "arena", "--max-states", "20", "--format", "json"], "2");
    assert_eq!(output.status.code(), Some(3));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["stopped"], "states");
    assert_eq!(answer["orders"][0]["first_mover_advantage"], Value::Null);
}
