//! Every page says what it should.

use axum::http::StatusCode;
use outplay::Source;
use serde_json::Value;

use super::{Allowed, App, Catalogue, ask, ask_again, post};

/// The text of a page that must be there.
pub(super) fn shown(address: &str) -> String {
    let answer = ask(address);
    assert_eq!(answer.status, 200, "{address}: {}", answer.text);
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{address}");
    assert!(!answer.text.contains(" style=") && !answer.text.contains("onclick"), "{address}");
    answer.text
}

pub(super) fn assert_shows(address: &str, parts: &[&str]) {
    let text = shown(address);
    for part in parts {
        assert!(text.contains(part), "{address} does not show {part:?}: {text}");
    }
}

#[test]
fn the_first_page_has_every_game_with_a_picture() {
    let text = shown("/");
    for link in ["/play/wizard", "/solve/lighthouse", "/explore/lesson", "/hand", "/combat?p1="] {
        assert!(text.contains(&format!("href=\"{link}")), "{link}");
    }
    assert_eq!(text.matches("<article").count(), outplay::registry::GAMES.len() + 2);
    assert!(text.matches("<svg").count() >= 9);
}

#[test]
fn what_a_rules_file_says_is_escaped_everywhere() {
    let pages =
        ["/", "/show/mine", "/solve/mine", "/play/mine?moves=s", "/explore/mine", "/lab/mine"];
    for address in pages {
        let text = shown(address);
        assert!(text.contains("&lt;b&gt;Mine &amp; yours") || text.contains("&lt;i&gt;Hero"));
        assert!(!text.contains("<b>Mine") && !text.contains("<i>Hero"), "{address}");
    }
}

#[test]
fn a_solution_is_shown_turn_by_turn_and_drawn() {
    let address = "/solve/wizard?boss.hp=71&boss.attack=10&explain=1&all=1";
    assert_shows(
        address,
        &[
            "1,824 mana",
            "Proved: no less will do",
            "turn by turn",
            "<polyline",
            "as good",
            "Every optimal line",
        ],
    );
    assert_shows("/solve/wizard?boss.hp=71&boss.attack=10&mode=hard", &["1,937 mana"]);
    assert_shows(
        "/solve/wizard?boss.hp=14&boss.attack=8&wizard.hp=10&wizard.mana=250",
        &["641 mana", "42130"],
    );
    assert_shows("/solve/wizard?boss.hp=40&boss.attack=10&after=30", &["mana", "value=\"30\""]);
    assert_shows("/solve/wizard?boss.hp=200&boss.attack=40", &["cannot beat", "Proved"]);
    assert_shows("/solve/wizard?set=boss.hp%3D21&set=boss.attack%3D1", &["279 mana"]);
}

#[test]
fn the_address_is_the_position() {
    assert_shows("/play/wizard", &["Wizard to move", "moves=0\"", "data-key=\"4\"", "500"]);
    assert_shows("/play/wizard?moves=3", &["Poison is active", "aria-disabled", "42", "327"]);
    assert_shows("/play/wizard?moves=3&hint=1", &["best: 780 mana to win", "throws the win away"]);
    let won = "/play/wizard?boss.hp=40&boss.attack=10&mode=hard&moves=304320";
    assert_shows(
        won,
        &["Wizard wins", "794 mana in 6 rounds", "that was perfect play", "looked at again"],
    );
}

#[test]
fn a_side_of_the_solver_moves_by_itself_and_goes_into_the_address() {
    let answer = ask("/play/lighthouse?p2=drowned%3Aminimax&mode=calm&keeper.hp=40");
    assert_eq!(answer.status, 200, "{}", answer.text);
    let answer = ask("/play/lighthouse?p2=drowned%3Aminimax&drowned.hp=4&moves=f");
    assert_eq!(answer.status, 303);
    let there = answer.header("location").to_owned();
    assert!(there.contains("moves=f") && there.len() > "moves=f".len(), "{there}");
    assert_shows(&there, &["Keeper to move"]);
    // Undo goes back to the last choice of the person, not to the solver's.
    assert!(!ask(&there).text.contains("moves=f\" id=\"undo\""));
}

#[test]
fn the_tree_of_a_fight_is_walked_move_by_move() {
    assert_shows(
        "/explore/wizard?moves=3",
        &["wins from here with 780 mana", "gives away", "316", "moves=34"],
    );
    assert_shows("/explore/wizard?boss.hp=4&moves=0", &["Wizard has won"]);
    assert_shows("/explore/lesson", &["worth to player 1", "moves=C"]);
    assert_shows("/explore/lesson?to=C", &["Player 2 to move", "140"]);
    assert_shows("/explore/lesson?to=C&to=E", &["Worth -50 to player 1"]);
}

#[test]
fn a_tree_is_solved_and_drawn() {
    assert_shows("/solve/lesson", &["Worth 80 to player 1", "/picture/lesson"]);
    assert_shows("/solve/lesson?by=retrograde", &["retrograde,"]);
    let estimated = ["Worth about 80.00 to player 1 (95 % confidence: ", "playouts from seed 1"];
    assert_shows("/solve/lesson?by=mcts", &estimated);
    assert_shows("/solve/arena?by=mcts", &["Worth about", "playouts from seed 1", "tried most"]);
    let told = ask("/api/solve/lesson?by=mcts&playouts=50&seed=3");
    let parts = ["\"confidence\"", "\"playouts\": 50", "\"seed\": 3"];
    assert!(parts.iter().all(|part| told.text.contains(part)), "{}", told.text);
    let drawn = ask("/picture/lesson");
    assert_eq!((drawn.status.as_u16(), drawn.header("content-type")), (200, "image/svg+xml"));
    assert!(drawn.text.starts_with("<svg"));
}

#[test]
fn a_hand_is_played_card_by_card_and_compared_with_greedy() {
    let cards = "card=A,cost%3D2,pitch%3D1,attack%3D6&card=B,cost%3D3,pitch%3D2,attack%3D4";
    assert_shows(&format!("/hand?{cards}"), &["6 damage", "pitch B", "2. played"]);
    let rows = "name=A&cost=2&pitch=1&attack=6&go_again=0&name=&cost=3&pitch=2&attack=4&go_again=0";
    assert_shows(&format!("/hand?{rows}"), &["6 damage", "pitch card 1"]);
    assert_shows("/hand?deal=9&seed=3", &["nr8", "Proved"]);
    assert_shows("/hand", &["leaves 4 on the table"]);
    let form = "application/x-www-form-urlencoded";
    let pasted = post("/hand", form, "input=name%2Ccost%2Cpitch%2Cattack%0AA%2C0%2C1%2C5");
    assert!(pasted.text.contains("5 damage"), "{}", pasted.text);
}

#[test]
fn decks_fight_and_can_be_stepped_through() {
    let decks = "/combat?p1=9+2+6+3+1&p2=5+8+4+7+10";
    assert_shows(decks, &["Player 2 wins with 306 points", "Round 1", "step=2"]);
    assert_shows(
        &format!("{decks}&mode=recursive&step=9"),
        &["291 points", "Game 2 decides: player 2"],
    );
    assert_shows("/combat?p1=43+19&p2=2+29+14&mode=recursive", &["105 points", "repetition"]);
    assert_shows("/combat", &["Decks, top card first"]);
    let dealt = ask("/combat?deal=20&seed=4&mode=recursive");
    assert_eq!(dealt.status, 303);
    assert_shows(dealt.header("location"), &["Player", "step 1 of"]);
    let form = "application/x-www-form-urlencoded";
    let pasted = post("/combat", form, "input=Player+1%3A%0A9%0A2%0A%0APlayer+2%3A%0A5%0A8%0A");
    assert_eq!(pasted.header("location"), "/combat?p1=9%202&p2=5%208&mode=plain&step=1");
}

#[test]
fn a_fight_without_end_has_no_empty_drawing() {
    let text = shown("/solve/mine?hero.hp=9&rat.hp=3&rat.bite=0&stab.damage=0");
    assert!(!text.contains("Over the turns") && !text.contains("<figure"), "{text}");
}

#[test]
fn a_fight_for_two_is_solved_played_and_explored() {
    let pair = "p1=vampire&p2=rogue";
    assert_shows(
        &format!("/solve/arena?{pair}&explain=1"),
        &["wins with 132 hp", "Proved", "<polyline"],
    );
    assert_shows(
        &format!("/play/arena?{pair}:manual&order=restricted-queue&moves=S"),
        &["Queue", "Rogue to move"],
    );
    assert_shows(&format!("/play/arena?{pair}&hint=1"), &["best: worth 132", "gives away"]);
    assert_shows(
        &format!("/explore/arena?{pair}"),
        &["Vampire (player 1) wins with 132 hp", "gives away"],
    );
    let replied = ask("/play/arena?p1=mage&p2=vampire:minimax&moves=A");
    assert_eq!(replied.status, 303);
    assert_shows(replied.header("location"), &["Mage to move"]);
    assert_shows("/lab/arena/everyone", &["restricted-queue", "132", "Moving first is worth"]);
    assert_shows("/show/arena", &["Sorcerer"]);
}

#[test]
fn the_rules_are_shown_as_tables() {
    assert_shows(
        "/show/lighthouse",
        &["Burning Oil", "each turn enemy hp -1", "storm", "is passed over", "the least oil"],
    );
    let arena = [
        "in a queue; Mage begins",
        "Decision tree channelling",
        "└─ 1 rogue-attack",
        "Skills: Mage Attack, Mage Special",
    ];
    assert_shows("/show/arena", &arena);
    assert_shows("/show/lighthouse?mode=storm", &["At the start of each turn of keeper: oil -1."]);
}

#[test]
fn the_api_describes_itself_and_every_path_of_it_is_there() {
    let document: Value = serde_json::from_str(&ask("/api").text).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    for path in document["paths"].as_object().unwrap().keys() {
        let answer = ask(&path.replace("{game}", "wizard"));
        assert_ne!(answer.status, 500, "{path}");
        assert!(!answer.text.contains("nothing is at this address"), "{path}");
        assert_eq!(answer.header("content-type"), "application/json", "{path}");
    }
    let tune = &document["paths"]["/api/tune/{game}"];
    let named = tune["get"]["parameters"].as_array().unwrap().iter();
    let required = named.filter(|named| named["required"] == true);
    assert_eq!(required.map(|named| &named["name"]).collect::<Vec<_>>(), ["want", "change"]);
    let body = &tune["post"]["requestBody"]["content"]["application/json"]["schema"];
    assert_eq!(body["required"], serde_json::json!(["want", "change"]));
    for status in ["405", "408", "421", "500"] {
        assert!(tune["post"]["responses"][status].is_object(), "{status}");
    }
}

#[test]
fn a_question_to_the_api_may_be_a_query_a_form_or_json() {
    let wanted: Value =
        serde_json::from_str(&ask("/api/solve/wizard?set=boss.hp%3D71&mode=hard").text).unwrap();
    let form = post(
        "/api/solve/wizard",
        "application/x-www-form-urlencoded",
        "set=boss.hp%3D71&mode=hard",
    );
    let json =
        post("/api/solve/wizard", "application/json", r#"{"set":["boss.hp=71"],"mode":"hard"}"#);
    for answer in [form, json] {
        let answer: Value = serde_json::from_str(&answer.text).unwrap();
        assert_eq!(answer["moves"], wanted["moves"]);
        assert_eq!(answer["value"], wanted["value"]);
    }
}

#[test]
fn the_sheet_the_script_and_the_icon_are_embedded() {
    assert!(ask("/style.css").text.contains("prefers-color-scheme: dark"));
    assert!(ask("/script.js").text.contains("\"use strict\""));
    assert!(ask("/favicon.svg").text.starts_with("<svg"));
}

#[test]
fn a_meeting_that_cannot_be_played_is_a_square_that_says_why() {
    // Only named sides need to fit each other: the cat takes what no cat has.
    let rules = "format = 1\ngame = 'duel'\n[sides]\np1 = 'ox'\np2 = 'cat'\n[goal]\nmost = 'winner-hp'\n\
                 [fighters.ox]\nhp = 10\nstamina = 5\nskills = ['hit']\n\
                 [fighters.cat]\nhp = 10\nskills = ['hit', 'rush']\n\
                 [skills.hit]\ndamage = 3\n\
                 [skills.rush]\ndamage = 2\nat-once = { enemy.stamina = -1 }\n";
    let mut catalogue = Catalogue::shipped().unwrap();
    catalogue.add("pairs", Source::rules("pairs", "pairs.toml", rules)).unwrap();
    let app = App::new(catalogue, Allowed::default(), true);
    let why = "`cat` has no number `stamina`";
    let page = ask_again(&app, "/lab/pairs/everyone");
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    assert!(page.text.contains(&format!("Cat cannot meet Cat: {why}.")), "{}", page.text);
    let answer = ask_again(&app, "/api/tournament/pairs");
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert!(answer.text.contains(&format!("\"impossible\": \"{why}\"")), "{}", answer.text);
    // And a move says what it does, wherever it is offered.
    for address in ["/play/pairs?p2=cat:manual&moves=h", "/explore/pairs", "/api/show/pairs"] {
        let page = ask_again(&app, address);
        assert!(page.text.contains("2 damage; enemy stamina -1"), "{address}: {}", page.text);
    }
}

#[test]
fn the_lab_is_asked_as_on_the_command_line() {
    let read = |path: &str| serde_json::from_str::<Value>(&ask(path).text).unwrap();
    let swept = read("/api/sweep/wizard?vary=boss.hp%3D21..23&vary=boss.attack%3D1,8&mode=all");
    assert_eq!((swept["cells"].clone(), swept["open"].clone()), (12.into(), 0.into()));
    assert_eq!(swept["fights"][0]["value"], 279);
    assert_eq!(swept["fights"][0]["boss.hp"], 21);
    // As it was when a sweep was of two numbers.
    let two = read("/api/sweep/wizard?x=boss.hp%3D21..23&y=boss.attack%3D1..2");
    assert_eq!(two["rows"][0][0]["value"], 279);
    assert_eq!((two["x"]["from"].clone(), two["y"]["to"].clone()), (21.into(), 2.into()));
    let tuned = read("/api/tune/wizard?want=value%3C%3D900&change=boss.hp%3D40..70");
    assert_eq!(tuned["found"]["changes"][0]["to"], "52");
    assert_eq!(tuned["proof"], "nearest");
    let report = read("/api/report/arena?games=100");
    assert_eq!(report["roster"]["tournament"]["orders"][0]["rows"].as_array().unwrap().len(), 4);
    let wrong = read("/api/tune/wizard?want=cheap&change=boss.hp%3D1..2");
    assert!(wrong["error"].as_str().unwrap().contains("or balanced"), "{wrong}");
}

#[test]
fn a_verdict_has_the_colour_of_the_side_that_it_goes_to() {
    let class_of = |address: &str| {
        let text = shown(address);
        let class = text.split("class=\"sheet answer").nth(1).unwrap_or_default();
        class.split('"').next().unwrap_or_default().trim().to_owned()
    };
    assert_eq!(class_of("/solve/arena?p1=vampire&p2=rogue"), "one");
    assert_eq!(class_of("/solve/arena?p1=rogue&p2=vampire"), "two");
    assert_eq!(class_of("/solve/arena?p1=vampire&p2=vampire"), "none");
    assert_eq!(class_of("/solve/wizard"), "one");
    assert_eq!(class_of("/solve/wizard?boss.hp=200&boss.attack=40"), "two");
    assert_eq!(class_of("/hand"), "one");
    assert_eq!(class_of("/combat?p1=9+2+6+3+1&p2=5+8+4+7+10"), "two");
    let open =
        super::ask_within(super::within(0.02), "/solve/lighthouse?drowned.hp=60&keeper.hp=60");
    assert!(open.text.contains("class=\"sheet answer open\""), "{}", open.text);
}

#[test]
fn what_is_said_after_a_move_stands_outside_of_what_is_replaced() {
    let text = shown("/play/wizard?moves=3");
    let (main, after) = text.split_once("</main>").unwrap();
    assert!(after.contains("id=\"said\"") && after.contains("aria-live=\"polite\""), "{after}");
    // The move, as the log has it.
    let told = main.split("data-announce").skip(1);
    assert!(told.into_iter().any(|told| told.contains("Poison (-173 mana)")), "{main}");
}
