//! Rules written in the browser, without a script; and what the script asks for.

use form_urlencoded::Serializer;

use super::own::rules_of;
use super::{Answer, MINE, ask, post};
use crate::own::{MOST_BYTES, pack};

/// Presses a button of the form.
fn send(page: &str, text: &str, deed: &str) -> Answer {
    // A browser sends line ends like this.
    let text = text.replace('\n', "\r\n");
    let body = Serializer::new(String::new())
        .append_pair("rules-text", &text)
        .append_pair("do", deed)
        .finish();
    post(page, "application/x-www-form-urlencoded", &body)
}

/// The text in the page's text area.
fn kept(page: &str) -> String {
    let area = page.split("<textarea").nth(1).unwrap().split("</textarea>").next().unwrap();
    let text = area.split_once('>').unwrap().1;
    // The first line break is the browser's.
    let text = text.strip_prefix('\n').unwrap();
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

fn assert_says(answer: &Answer, status: u16, parts: &[&str]) {
    assert_eq!(answer.status, status, "{}", answer.text);
    for part in parts {
        assert!(answer.text.contains(part), "no {part:?} in {}", answer.text);
    }
}

/// Letters that nothing makes shorter, as a remark.
fn remark(length: usize) -> String {
    let mut state = 1_u64;
    let letters = std::iter::repeat_with(|| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b'!' + u8::try_from((state >> 33) % 90).unwrap())
    });
    letters.take(length).enumerate().fold(String::new(), |mut text, (place, letter)| {
        if place % 70 == 0 {
            text.push_str("\n# ");
        }
        text.push(letter);
        text
    })
}

#[test]
fn a_copy_of_any_rules_file_can_be_changed_and_its_value_stands_beside_it() {
    for game in ["wizard", "arena", "siege", "lesson", "hedge"] {
        let page = ask(&format!("/edit/{game}"));
        assert_says(
            &page,
            200,
            &["Right", "id=\"beside\"", "this address", "name=\"do\" value=\"play\""],
        );
        assert_eq!(kept(&page.text), rules_of(game), "{game}");
    }
    let page = ask("/edit/wizard");
    assert_says(&page, 200, &["Wizard beats Boss with 953 mana", "1,289 mana", "Proved"]);
    assert_says(&ask("/edit"), 200, &["A fight of your own", "[fighters.dragon]", "Right"]);
    assert_says(&ask("/edit/mine"), 200, &["Right"]);
    assert_says(&ask("/edit/nim"), 404, &["nim has no rules file"]);
    assert_says(&ask("/edit/wizard?boss.hp=9"), 400, &["means nothing here"]);
    // Every page of a game with a file leads there, and the rules page says what for.
    assert_says(&ask("/solve/wizard?boss.hp=9"), 200, &["href=\"/edit/wizard\""]);
    assert_says(&ask("/show/wizard"), 200, &["Change a copy of these rules"]);
    assert!(!ask("/show/nim").text.contains("/edit/nim"));
    assert_says(&ask("/"), 200, &["href=\"/edit\""]);
}

#[test]
fn a_text_that_was_sent_goes_on_to_an_address_that_holds_it() {
    let changed = rules_of("wizard").replace("hp = 50", "hp = 51");
    let rules = pack(&changed);
    for (deed, page) in [("check", "edit"), ("play", "play"), ("lab", "lab"), ("solve", "solve")] {
        let answer = send("/edit/wizard", &changed, deed);
        assert_eq!(
            (answer.status.as_u16(), answer.header("location")),
            (303, &*format!("/{page}/own?rules={rules}"))
        );
    }
    let page = ask(&format!("/edit/own?rules={rules}"));
    assert_says(&page, 200, &["Right", "Wizard beats Boss with"]);
    assert_eq!(kept(&page.text), changed);
    // What nobody changed needs no address of its own.
    let answer = send("/edit/wizard", &rules_of("wizard"), "play");
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/play/wizard"));
    // A tree has no lab.
    let answer = send("/edit/lesson", &format!("{}#\n", rules_of("lesson")), "lab");
    assert!(answer.header("location").starts_with("/solve/own?rules="));
    assert_says(&send("/edit", "", "check"), 303, &[]);
    assert_says(&send("/edit", MINE, "dance"), 400, &["should be one of check, play"]);
}

#[test]
fn a_mistake_comes_back_with_the_text_its_place_and_what_would_be_right() {
    let wrong = rules_of("wizard").replace("[skills.drain]\n", "[skills.drain]\ncots = 7\n");
    assert_ne!(wrong, rules_of("wizard"));
    let line = wrong.lines().position(|line| line == "cots = 7").unwrap() + 1;
    // Whoever wants to play it is shown what is wrong first.
    let answer = send("/edit/wizard", &wrong, "play");
    assert!(answer.header("location").starts_with("/edit/own?rules="));
    let page = ask(answer.header("location"));
    let place = format!("line {line}, column 1");
    let parts = ["1 error", "<mark>cots</mark>", "did you mean `cost`?", &place];
    assert_says(&page, 200, &parts);
    assert_eq!(kept(&page.text), wrong);
    assert!(!page.text.contains("beats"));
}

#[test]
fn what_the_script_asks_for_is_the_part_beside_the_text_with_places_as_it_counts() {
    let text =
        "title = \"\u{1f409} \u{e4}\"\n".to_owned() + &MINE.replacen("damage =", "damge =", 1);
    let text = text.replacen("title = \"<b>Mine & yours</b>\"", "", 1);
    let before: usize = text.split("damge").next().unwrap().encode_utf16().count();
    let part = send("/edit/own", &text, "beside");
    assert_says(&part, 200, &[&format!("data-start=\"{before}\" data-end=\"{}\"", before + 5)]);
    assert!(part.text.starts_with("<div class=\"of-the-text\"") && !part.text.contains("<html"));
    assert!(part.text.contains(&format!("data-rules=\"{}\"", pack(&text))));
    let part = send("/edit/own", MINE, "beside");
    assert_says(&part, 200, &["Right"]);
}

#[test]
fn rules_too_long_for_an_address_are_kept_solved_and_can_be_taken_along() {
    let long = rules_of("wizard") + &remark(30_000) + "\n";
    for deed in ["check", "play"] {
        let page = send("/edit/wizard", &long, deed);
        assert_says(&page, 200, &["Wizard beats Boss with 953 mana", "too long for an address"]);
        assert_eq!(kept(&page.text), long);
    }
    let file = send("/edit/wizard", &long, "download");
    assert_eq!(file.text, long);
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"wizard.toml\"");
    let own = send("/edit/own", "title = \"Mein \u{dc}ber / \\\"; x\"\n", "download");
    assert_eq!(own.header("content-disposition"), "attachment; filename=\"mein-ber.toml\"");
    assert_eq!(own.header("x-content-type-options"), "nosniff");
    let huge = format!("{long}# {}\n", "x".repeat(MOST_BYTES));
    let page = send("/edit/wizard", &huge, "check");
    assert_says(&page, 200, &["1 error", "rules may have 262,144 bytes"]);
    assert_eq!(kept(&page.text), huge);
}

#[test]
fn a_file_with_too_many_pairs_and_modes_is_checked_in_part_and_says_so() {
    let mut rules = MINE.to_owned();
    for number in 0..12 {
        rules += &format!("\n[fighters.extra{number}]\nhp = 9\nskills = []\n");
    }
    for number in 0..60 {
        rules += &format!("\n[modes.mode{number}]\nabout = \"another\"\n");
    }
    let page = send("/edit/own", &rules, "beside");
    assert_says(
        &page,
        200,
        &["Right", "Too large to be checked whole here", "… and 55 more modes"],
    );
    // What is wrong with the rules as they stand is said all the same.
    let wrong = rules.replacen("damage =", "damge =", 1);
    assert_says(&send("/edit/own", &wrong, "beside"), 200, &["did you mean `damage`?"]);
}

#[test]
fn what_the_words_mean_stands_below_the_text_and_is_there_for_the_script() {
    let page = ask("/edit");
    assert_says(
        &page,
        200,
        &["What the words mean", "it cannot be used again in the same turn", "restricted-queue"],
    );
    let schema = ask("/schema.json");
    assert_eq!(schema.header("content-type"), "application/schema+json");
    let schema: serde_json::Value = serde_json::from_str(&schema.text).unwrap();
    assert_eq!(schema["oneOf"][0]["properties"]["goal"]["description"], "what player 1 wants");
}
