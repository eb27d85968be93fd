//! What the API says of itself is what it does: its document, its examples, its schemas, its page.

use axum::body::Body;
use axum::http::{Request, header};
use outplay::{Kind, Limits};
use serde_json::{Value, json};

use super::schema::faults;
use super::{Allowed, Answer, CATALOGUE, ask, ask_within, page_with, send, wait, within};
use crate::address;
use crate::api::{COMMANDS, Example, GAME};
use crate::query::{encode, with_query};

/// As a browser asks.
fn as_a_page(address: &str) -> Answer {
    let accepted = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    accepting(accepted, address)
}

fn accepting(kinds: &str, address: &str) -> Answer {
    let request = Request::get(address).header(header::ACCEPT, kinds).body(Body::empty()).unwrap();
    wait(send(page_with(Allowed::default()), request))
}

fn document() -> Value {
    serde_json::from_str(&ask("/api/openapi.json").text).unwrap()
}

fn address_of(command: &str, example: &Example) -> String {
    with_query(&format!("/api/{command}/{}", encode(example.game)), example.query)
}

/// Without what was measured.
fn blanked(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match name.as_str() {
                    name if name.ends_with("seconds") => *value = json!(0.0),
                    "states" | "generated" | "peak_bytes" => *value = json!(0),
                    _ => blanked(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(blanked),
        _ => {}
    }
}

fn assert_fits(document: &Value, command: &str, address: &str, answer: &Answer) {
    let json: Value = serde_json::from_str(&answer.text).unwrap();
    let path = match command {
        "games" => "/api/games".to_owned(),
        command => format!("/api/{command}/{{game}}"),
    };
    let status = answer.status.as_str();
    let response = &document["paths"][path.as_str()]["get"]["responses"][status];
    let schema = &response["content"]["application/json"]["schema"];
    assert!(schema.is_object(), "{address}: {status} is not in the document: {}", answer.text);
    let faults = faults(&document["components"]["schemas"], schema, &json);
    let faults = &faults[..faults.len().min(5)];
    assert!(faults.is_empty(), "{address} is answered outside its schema: {faults:#?}");
}

#[test]
fn people_get_a_page_and_programs_the_document() {
    let page = as_a_page("/api");
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(page.header("vary"), "accept");
    assert!(page.text.contains(r#"href="/api/openapi.json""#));
    assert!(page.text.contains(r#"href="/api" aria-current="page""#));
    assert!(page.text.len() < 60_000, "{}", page.text.len());
    let document = ask("/api/openapi.json");
    for kinds in ["application/json", "*/*", "text/html;q=0, application/json"] {
        let answer = accepting(kinds, "/api");
        assert_eq!(answer.header("content-type"), "application/json", "{kinds}");
        assert_eq!(answer.text, document.text, "{kinds}");
    }
}

#[test]
fn the_page_names_every_command_every_name_and_every_example() {
    let page = as_a_page("/api").text;
    for command in &COMMANDS {
        assert!(page.contains(command.summary), "{}", command.name);
        for name in command.all_names() {
            let told = format!("<dt><code>{}</code>", name.name);
            assert!(page.contains(&told), "{} of {}", name.name, command.name);
        }
        for example in command.examples {
            let link = maud::html! { a href=(address_of(command.name, example)) {} }.into_string();
            assert!(page.contains(link.trim_end_matches("</a>")), "{link}");
        }
    }
}

#[test]
fn the_form_asks_and_shows_the_answer_below_it() {
    let page =
        as_a_page("/api?command=solve&game=wizard&mode=hard&set=boss.hp%3D40%0D%0Aboss.attack%3D9");
    assert_eq!(page.status, 200);
    let asked = "/api/solve/wizard?mode=hard&set=boss.hp%3D40&set=boss.attack%3D9";
    let answer: Value = serde_json::from_str(&ask(asked).text).unwrap();
    for part in [
        asked.replace('&', "&amp;"),
        format!("&quot;moves&quot;: {},", answer["moves"]).replace('"', "&quot;"),
        // What was typed is still there.
        "boss.hp=40\r\nboss.attack=9</textarea>".to_owned(),
    ] {
        assert!(page.text.contains(&part), "{part} is not in {}", page.text);
    }
    let page = as_a_page("/api?command=solve&game=wizard&boss.hp=40&explain=1");
    assert!(page.text.contains("boss.hp=40</textarea>"), "{}", page.text);
    assert!(page.text.contains(r#"name="explain" value="1" checked"#), "{}", page.text);
    let page = as_a_page("/api?command=solve&game=wizard&by=fast");
    assert!(page.text.contains("no search of a fight is called"), "{}", page.text);
    assert!(page.text.contains("400 Bad Request"));
    let page = as_a_page("/api?command=match&game=combat&cards=9");
    assert!(page.text.contains("p1_wins"), "{}", page.text);
    assert_eq!(as_a_page("/api?command=sing").status, 404);
    assert_eq!(as_a_page("/api?command=solve&game=wizzard").status, 404);
    for command in &COMMANDS {
        let page = as_a_page(&format!("/api?command={}", command.name));
        assert_eq!(page.status, 200);
        assert!(!page.text.contains("The answer</h2>"), "nothing was asked yet");
    }
}

#[test]
fn the_examples_are_what_is_answered() {
    let document = document();
    let update = std::env::var_os("UPDATE_EXAMPLES").is_some();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/api/examples");
    for command in &COMMANDS {
        for example in command.examples {
            let address = address_of(command.name, example);
            let answer = ask(&address);
            assert_eq!(answer.status, 200, "{address}: {}", answer.text);
            assert_fits(&document, command.name, &address, &answer);
            let mut json: Value = serde_json::from_str(&answer.text).unwrap();
            blanked(&mut json);
            let Some((file, wanted)) = example.answer else { continue };
            if update {
                std::fs::write(format!("{folder}/{file}.json"), format!("{json:#}\n")).unwrap();
                continue;
            }
            let wanted: Value = serde_json::from_str(wanted).unwrap();
            assert_eq!(json, wanted, "{address} (UPDATE_EXAMPLES=1 rewrites it)");
        }
    }
}

/// Questions to one game of every kind of answer that it has.
fn questions(game: &str, kind: Kind) -> Vec<(&'static str, String)> {
    let deck = "p1=9+2+6&p2=5+8+4";
    let cards = "card=A,cost=2,pitch=1,attack=6&card=B,cost=0,pitch=3,attack=1,go_again=1";
    let questions: &[(&str, &str)] = match kind {
        Kind::Fight => &[
            ("show", ""),
            ("show", "mode=all"),
            ("solve", "explain=1"),
            ("solve", "mode=all"),
            ("solve", "max-states=5"),
            ("solve", "at-most=3&all=1"),
            ("solve", "by=mcts&playouts=100"),
            ("compare", ""),
            ("replay", ""),
            ("replay", "moves=1"),
            ("replay", "mode=all&moves=zzz"),
            ("replay", "at-most=10"),
            ("match", "games=20"),
            ("match", "games=20&p1=:random&p2=:greedy"),
            ("tournament", "max-states=2000"),
            ("tournament", "styles=random,greedy&games=2"),
            ("report", "games=20&max-states=1000"),
            ("sweep", "vary=mode=normal"),
            ("tune", "want=win&change=nobody.hp=1..2"),
        ],
        Kind::Sides => &[
            ("show", ""),
            ("solve", "explain=1"),
            ("solve", "max-states=5"),
            ("solve", "by=mcts&playouts=100"),
            ("compare", ""),
            ("replay", ""),
            ("replay", "moves=zzz"),
            ("match", "games=20&p1=:random&p2=:greedy"),
            ("tournament", ""),
        ],
        Kind::Hand => &[
            ("show", ""),
            ("solve", "explain=1&CARDS"),
            ("solve", "by=greedy&CARDS"),
            ("solve", "max-states=1&CARDS"),
            ("solve", ""),
            ("replay", "moves=play+B,+play+A&CARDS"),
            ("replay", "moves=pitch+B,+play+A&CARDS"),
            ("compare", "sizes=1..4&repeat=2"),
            ("deal", "cards=4"),
            ("deal", ""),
            ("sweep", "vary=cards=1..3"),
        ],
        Kind::Combat => &[
            ("show", ""),
            ("solve", "explain=1&DECKS"),
            ("solve", "mode=all&DECKS"),
            ("solve", "p1=43+19&p2=2+29+14"),
            ("solve", "p1=43+19&p2=2+29+14&mode=recursive"),
            ("solve", "max-states=1&DECKS"),
            ("replay", "DECKS"),
            ("replay", "mode=all&max-rounds=2&DECKS"),
            ("deal", "cards=8"),
            ("match", "cards=10&games=20"),
            ("match", "cards=10&games=20&mode=recursive"),
            ("match", "cards=1"),
        ],
    };
    let whole = |(command, query): &(&'static str, &str)| {
        let query = query.replace("CARDS", cards).replace("DECKS", deck);
        (*command, format!("/api/{command}/{game}?{query}"))
    };
    questions.iter().map(whole).collect()
}

/// What only one game shows.
const MORE: [(&str, &str); 15] = [
    ("games", "/api/games"),
    ("solve", "/api/solve/wizzard"),
    ("solve", "/api/solve/wizard?boss.hpp=2"),
    ("solve", "/api/solve/wizard?boss.hp=200&explain=1&max-states=20000"),
    ("solve", "/api/solve/wizard?by=dfs"),
    ("solve", "/api/solve/mine"),
    ("solve", "/api/solve/rpglite?goal=win&explain=1"),
    ("replay", "/api/replay/wizard?moves=33"),
    ("replay", "/api/replay/arena?moves=0&p1=mage&p2=rogue"),
    ("sweep", "/api/sweep/wizard?x=boss.hp=50..52&y=boss.attack=7..9"),
    ("sweep", "/api/sweep/wizard?vary=boss.hp=50..60:5&max-states=3"),
    ("sweep", "/api/sweep/arena?vary=p1=mage,rogue&vary=p2=mage,nobody"),
    ("tune", "/api/tune/wizard?want=win&change=wizard.hp=40..60"),
    ("tune", "/api/tune/wizard?want=no-win&change=wizard.hp=49..50"),
    ("tune", "/api/tune/arena?want=balanced&change=mage.hp=8..12"),
];

#[test]
fn no_answer_of_any_game_is_outside_its_schema() {
    let document = document();
    let games = CATALOGUE.iter();
    let asked = games.flat_map(|game| questions(&game.listed.name, game.listed.kind));
    let more = MORE.map(|(command, address)| (command, address.to_owned()));
    let (mut answers, mut refusals) = (0, 0);
    let usual = within(0.3);
    let limits = Limits { states: 3000, ..usual.limits };
    let allowed = Allowed { limits, ..usual };
    for (command, address) in asked.chain(more) {
        let answer = ask_within(allowed.clone(), &address);
        assert_fits(&document, command, &address, &answer);
        *(if answer.status == 200 { &mut answers } else { &mut refusals }) += 1;
    }
    assert!(answers > 200 && refusals > 20, "{answers} answers, {refusals} refusals");
}

#[test]
fn the_checker_of_schemas_finds_what_is_wrong() {
    let schemas = json!({ "A": {
        "type": "object", "required": ["n"],
        "properties": { "n": { "type": "integer", "minimum": 0 }, "w": { "enum": ["x"] } },
    } });
    let wrong =
        |value: Value| faults(&schemas, &json!({ "$ref": "#/components/schemas/A" }), &value);
    assert!(wrong(json!({ "n": 1, "w": "x" })).is_empty());
    for value in [json!({}), json!({ "n": -1 }), json!({ "n": 1.5 }), json!({ "n": 1, "w": "y" })] {
        assert_eq!(wrong(value.clone()).len(), 1, "{value}");
    }
    assert_eq!(wrong(json!({ "n": 1, "more": 2 })), ["$.more is not in the schema"]);
    let list = json!({ "type": "array", "prefixItems": [{ "type": "string" }], "maxItems": 1 });
    assert_eq!(faults(&schemas, &list, &json!(["a", 2])).len(), 2);
}

#[test]
fn the_document_has_the_games_that_are_served_and_an_example_of_every_answer() {
    let document = document();
    for command in &COMMANDS {
        let path = &document["paths"][format!("/api/{}/{{game}}", command.name)];
        let games = path["parameters"][0]["schema"]["enum"].as_array().unwrap();
        for game in CATALOGUE.iter() {
            let (name, kind) = (game.listed.name.as_str(), game.listed.kind);
            assert_eq!(games.contains(&name.into()), command.has(kind), "{} {name}", command.name);
            if !command.has(kind) {
                let answer = ask(&format!("/api/{}/{name}", command.name));
                assert_eq!(answer.status, 404, "{} {name}: {}", command.name, answer.text);
            }
        }
        let answered = &path["get"]["responses"]["200"]["content"]["application/json"];
        let examples = answered["examples"].as_object().unwrap();
        assert!(!examples.is_empty() && examples.values().all(|one| one["value"].is_object()));
    }
    for schema in document["components"]["schemas"].as_object().unwrap().keys() {
        let used = document.to_string().contains(&format!("#/components/schemas/{schema}\""));
        assert!(used, "nothing is a {schema}");
    }
}

#[test]
fn the_names_of_a_game_are_those_that_are_read() {
    for kind in [Kind::Fight, Kind::Sides, Kind::Hand, Kind::Combat] {
        let named = GAME.iter().filter(|name| name.of.contains(&kind)).map(|name| name.name);
        let (mut named, mut read) = (named.collect::<Vec<_>>(), address::names(kind).to_vec());
        named.sort_unstable();
        read.sort_unstable();
        assert_eq!(named, read, "{kind:?}");
    }
}
