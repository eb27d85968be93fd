//! Rules in an address.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use outplay::Source;
use outplay::registry::file_of;
use proptest::prelude::*;
use serde_json::Value;

use super::{MINE, ask, post, within};
use crate::Catalogue;
use crate::own::{MOST_BYTES, pack, unpack};

/// The rules of a game that ships.
pub(super) fn rules_of(game: &str) -> String {
    file_of(&Source::game(game)).unwrap().text
}

fn packed(bytes: &[u8]) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    format!("1.{}", URL_SAFE_NO_PAD.encode(encoder.finish().unwrap()))
}

proptest! {
    #[test]
    fn what_was_packed_is_unpacked_and_needs_no_escapes(rules in ".{0,200}(\n.{0,40}){0,20}") {
        let packed = pack(&rules);
        prop_assert!(packed.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)));
        prop_assert_eq!(unpack(&packed).unwrap(), rules);
    }

    #[test]
    fn whatever_else_is_unpacked_is_text_or_refused(noise in "(1\\.)?[A-Za-z0-9_-]{0,400}") {
        if let Err(error) = unpack(&noise) {
            prop_assert_eq!(error.status(), 400);
        }
    }
}

#[test]
fn rules_that_were_never_packed_are_refused_with_the_reason() {
    let good = pack(MINE);
    let bomb = packed(&vec![b'#'; 50 << 20]);
    assert!(bomb.len() < 80_000);
    let wrong = |rules: &str, part: &str| {
        let answer =
            post("/api/solve/own", "application/json", &format!("{{\"rules\": {rules:?}}}"));
        assert_eq!(answer.status, 400, "{}", answer.text);
        assert!(answer.text.contains(part), "no {part:?} in {}", answer.text);
    };
    wrong("", "`rules` is missing");
    wrong(&good[2..], "should begin with `1.`");
    wrong(&format!("2.{}", &good[2..]), "should begin with `1.`");
    wrong(&good[..2 + good.len() / 8 * 4], "breaks off");
    wrong(&format!("{good}!"), "no base64 for addresses");
    wrong(&packed(b"hp = \xff"), "byte 5 is not UTF-8");
    wrong(&bomb, "rules may have 262,144 bytes");
    let mut longer = URL_SAFE_NO_PAD.decode(&good[2..]).unwrap();
    longer.extend([0, 1, 2, 3]);
    wrong(&format!("1.{}", URL_SAFE_NO_PAD.encode(longer)), "has more behind its end");
    assert_eq!(unpack(&packed(&vec![b'#'; MOST_BYTES])).unwrap().len(), MOST_BYTES);
}

#[test]
fn every_page_of_rules_in_an_address_keeps_them_in_its_links_and_forms() {
    for (game, pages) in [
        ("wizard", &["play", "solve", "explore", "show", "edit"][..]),
        ("arena", &["play", "solve", "explore", "lab", "show"]),
        ("siege", &["solve", "explore", "show"]),
        ("lesson", &["play", "solve", "explore", "show"]),
    ] {
        let rules = pack(&rules_of(game));
        for page in pages {
            let answer = ask(&format!("/{page}/own?rules={rules}"));
            assert_eq!(answer.status, 200, "{page} {game}: {}", answer.text);
            let links = answer.text.split("href=\"").skip(1).map(|rest| rest.split('"').next());
            let links: Vec<_> = links.flatten().filter(|link| link.contains("/own")).collect();
            assert!(links.len() > 3, "{page} {game}");
            for link in links {
                assert!(link.contains(&rules), "{page} {game}: {link}");
            }
            for form in answer.text.split("<form").skip(1) {
                let form = form.split("</form>").next().unwrap();
                let sent = form.contains("method=\"post\"") || form.contains(&rules);
                assert!(sent, "{page} {game}: {form}");
            }
        }
    }
}

#[test]
fn rules_in_an_address_are_worth_what_the_game_is() {
    let rules = pack(&rules_of("wizard"));
    for question in ["solve/GAME?mode=hard", "replay/GAME?moves=30", "show/GAME?boss.hp=9"] {
        let ask = |game: &str, more: &str| {
            let answer = ask(&format!("/api/{}{more}", question.replace("GAME", game)));
            let mut json: Value = serde_json::from_str(&answer.text).unwrap();
            let object = json.as_object_mut().unwrap();
            object.retain(|name, _| !["seconds", "game"].contains(&name.as_str()));
            (answer.status, json)
        };
        assert_eq!(ask("own", &format!("&rules={rules}")), ask("wizard", ""), "{question}");
    }
    // A program need not pack them.
    let body = serde_json::json!({ "rules-text": rules_of("wizard") }).to_string();
    let json: Value =
        serde_json::from_str(&post("/api/solve/own", "application/json", &body).text).unwrap();
    assert_eq!(json["value"], 953, "{json}");
}

#[test]
fn wrong_rules_are_said_with_places_and_lead_to_where_they_can_be_mended() {
    let rules = pack(&MINE.replacen("damage =", "damge =", 1));
    let page = ask(&format!("/play/own?rules={rules}"));
    assert_eq!(page.status, 400);
    for part in ["<mark>damge</mark>", "did you mean `damage`?", "Mend these rules"] {
        assert!(page.text.contains(part), "no {part} in {}", page.text);
    }
    assert!(page.text.contains(&format!("href=\"/edit/own?rules={rules}\"")));
    let json = ask(&format!("/api/solve/own?rules={rules}"));
    let json: Value = serde_json::from_str(&json.text).unwrap();
    assert_eq!(json["problems"][0]["text"], "damge");
    // They are rules of an address only: no other game takes any.
    let other = ask(&format!("/play/wizard?rules={rules}"));
    assert_eq!(other.status, 400);
    assert!(other.text.contains("`rules` means nothing here"));
}

#[test]
fn no_file_can_be_served_under_the_name_of_rules_in_an_address() {
    let mut catalogue = Catalogue::shipped().unwrap();
    let refused = catalogue.add("own", Source::rules("own", "own.toml", MINE)).unwrap_err();
    assert!(refused.reason().contains("rename the file"));
}

#[test]
fn a_formula_that_is_too_long_is_a_problem_and_does_not_end_the_program() {
    let rules =
        MINE.replace("damage = ", &format!("damage = \"{}\" #", vec!["hp"; 30_000].join("+")));
    assert_ne!(rules, MINE);
    let body = serde_json::json!({ "rules-text": rules }).to_string();
    let answer = post("/api/solve/own", "application/json", &body);
    assert_eq!(answer.status, 400);
    assert!(answer.text.contains("this is too long"), "{}", &answer.text[..200]);
    let set = format!("{{\"set\": \"magic-missile.damage={}1\"}}", "hp+".repeat(50_000));
    assert_eq!(post("/api/solve/wizard", "application/json", &set).status, 400);
}

#[test]
fn an_address_holds_rules_of_some_length() {
    let allowed = within(1.0);
    assert!(pack(&rules_of("monsters")).len() * 8 < allowed.address);
}
