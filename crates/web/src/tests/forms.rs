//! A form asks about the fight that it stands beside.

use super::pages::{assert_shows, shown};
use super::{Answer, ask, ask_within, hasty, post};

/// The hidden fields of a page's form: what goes along besides its fields.
fn sent(text: &str) -> Vec<String> {
    let form = text.split("<form").nth(1).unwrap().split("</form>").next().unwrap();
    let hidden = form.split("<input type=\"hidden\" ").skip(1);
    let hidden = hidden.map(|rest| rest.split('>').next().unwrap().replace("name=", ""));
    hidden.map(|field| field.replace("\" value=\"", "=").replace('"', "")).collect()
}

#[test]
fn what_no_field_carries_goes_along_unseen() {
    // Two fighters, so that there is no choice of them; in turns, so that there is none of queues.
    let changed = "p1=yang&p2=yin&order=alternate";
    let text = ask_within(hasty(), &format!("/solve/shades?{changed}&yang.hp=7"));
    assert_eq!(sent(&text.text), ["p1=yang", "p2=yin", "order=alternate"]);
    // What a field does carry is not sent twice.
    assert_eq!(sent(&shown("/solve/arena?p1=rogue&p2=mage&order=queue")), Vec::<String>::new());
    assert_eq!(sent(&shown("/play/shades?p1=yang&p2=yin:greedy")), Vec::<String>::new());
    assert_eq!(sent(&shown("/solve/wizard?mode=hard&set=boss.hp%3D9")), ["set=boss.hp=9"]);
}

#[test]
fn a_style_that_no_form_offers_stays_chosen() {
    assert_shows(
        "/play/arena?p1=sorcerer:minimax-iterative&p2=mage",
        &["value=\"sorcerer:minimax-iterative\" selected"],
    );
    assert_shows("/solve/arena?p1=mage:greedy", &["value=\"mage:greedy\" selected"]);
}

#[test]
fn a_square_of_the_matrix_leads_to_its_own_fight() {
    let text = ask_within(hasty(), "/lab/shades/everyone?yin.hp=5").text;
    assert!(text.contains("/solve/shades?yin.hp=5&amp;p1=yang&amp;p2=yin&amp;order=queue"));
}

/// The form of a question that cannot be answered: everything as typed, the field marked, and what is
/// right beside it.
fn assert_again(answer: &Answer, kept: &[&str], field: &str, remark: &str) {
    assert_eq!(answer.status, 400, "{}", answer.text);
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    let text = &answer.text;
    for part in kept {
        assert!(text.contains(part), "{part:?} was not kept: {text}");
    }
    let marked =
        format!("id=\"field-{field}\" aria-invalid=\"true\" aria-describedby=\"wrong-{field}\"");
    assert_eq!(text.matches(&marked).count(), 1, "{field} is not marked once: {text}");
    assert!(text.contains(&format!("href=\"#field-{field}\"")), "no way to {field}: {text}");
    let beside = text.split(&format!("id=\"wrong-{field}\">")).nth(1).unwrap_or_default();
    let beside = beside.split("</div>").next().unwrap_or_default();
    assert!(beside.contains(remark), "{field} says {beside:?}");
}

#[test]
fn a_wrong_number_keeps_the_form_and_is_said_beside_its_field() {
    let typed = "boss.hp=-5&wizard.mana=444&mode=hard&explain=1&after=30&at-most=1000";
    let kept = [
        "name=\"boss.hp\" value=\"-5\"",
        "name=\"wizard.mana\" value=\"444\"",
        "value=\"hard\" selected",
        "name=\"explain\" value=\"1\" checked",
        "name=\"after\" value=\"30\"",
        "name=\"at-most\" value=\"1000\"",
    ];
    let range = "-5 is out of range: it may be 1 to 1000000";
    assert_again(&ask(&format!("/solve/wizard?{typed}")), &kept, "boss.hp", range);
    for page in ["play", "explore", "lab", "show"] {
        let typed = format!("/{page}/wizard?boss.hp=-5&wizard.mana=444&mode=hard");
        assert_again(&ask(&typed), &kept[..3], "boss.hp", range);
    }
    // Letters stay in the field too, which a field of numbers would not show.
    let letters = ask("/solve/wizard?boss.hp=lots");
    let kept = ["<input type=\"text\" name=\"boss.hp\" value=\"lots\""];
    assert_again(&letters, &kept, "boss.hp", "expected a whole number");
}

#[test]
fn whatever_is_wrong_has_a_field_to_mend_it() {
    let mode = "value=\"hrad\" selected";
    assert_again(&ask("/play/wizard?mode=hrad"), &[mode], "mode", "did you mean `hard`?");
    assert_again(
        &ask("/solve/wizard?mod=hard"),
        &["value=\"hard\""],
        "mod",
        "did you mean `mode`?",
    );
    let typo = ask("/solve/wizard?boss.hpp=3&boss.attack=9");
    let kept = ["name=\"boss.hpp\" value=\"3\"", "name=\"boss.attack\" value=\"9\""];
    assert_again(&typo, &kept, "boss.hpp", "did you mean `boss.hp`?");
    let moves = ask("/play/wizard?moves=322&boss.hp=60&hint=1");
    let kept = ["name=\"moves\" value=\"322\"", "name=\"boss.hp\" value=\"60\""];
    assert_again(&moves, &kept, "moves", "Shield is active");
    assert!(moves.text.contains("<input type=\"hidden\" name=\"hint\" value=\"1\">"));
    assert_again(
        &ask("/solve/wizard?by=fast"),
        &["value=\"fast\" selected"],
        "by",
        "astar, dijkstra",
    );
    let seat = ask("/play/arena?p1=mage:lucky&p2=rogue&mage.hp=40");
    let kept = ["value=\"mage:lucky\" selected", "name=\"mage.hp\" value=\"40\""];
    assert_again(&seat, &kept, "p1", "no style is called `lucky`");
    let lab = ask("/lab/wizard?x-to=many&y-to=5");
    assert_eq!(lab.status, 400);
    assert!(
        lab.text.contains("value=\"many\"") && lab.text.contains("value=\"5\""),
        "{}",
        lab.text
    );
    // Given twice, one of them can be left out.
    let twice = ask("/solve/wizard?by=astar&by=dfs");
    assert_again(&twice, &[], "by", "given more than once");
    assert_eq!(twice.text.matches("name=\"by\"").count(), 1);
}

#[test]
fn the_way_on_from_a_wrong_form_is_without_what_is_wrong() {
    let text = ask("/solve/wizard?boss.hp=-5&wizard.hp=44").text;
    assert!(text.contains("href=\"/play/wizard?wizard.hp=44\""), "{text}");
    assert!(!text.contains("/play/wizard?boss.hp"), "{text}");
}

#[test]
fn cards_that_were_typed_stay_in_their_rows() {
    let rows = ask("/hand?name=A&cost=1&attack=3&name=B%3Cb%3E&cost=much&attack=4&resources=2");
    let kept = ["value=\"A\"", "value=\"B&lt;b&gt;\"", "value=\"much\"", "value=\"4\""];
    assert_again(&rows, &kept, "row-2-cost", "expected a whole number");
    let dealt = ask("/hand?deal=100000&seed=7");
    let kept = ["name=\"deal\" value=\"100000\"", "name=\"seed\" value=\"7\""];
    assert_again(&dealt, &kept, "deal", "at most 200");
    assert_again(&ask("/hand?resources=-1"), &["value=\"-1\""], "resources", "0 to 10000");
}

#[test]
fn what_was_pasted_stays_in_its_text_area() {
    let form = "application/x-www-form-urlencoded";
    let pasted = post("/hand", form, "input=name%2Ccost%2Cpitch%2Cattack%0AA%2Cx%2C1%2C5");
    assert_again(&pasted, &["A,x,1,5</textarea>"], "input", "expected a whole number");
    let right = post("/hand", form, "input=name%2Ccost%2Cpitch%2Cattack%0AA%2C0%2C1%2C5");
    assert!(right.text.contains("A,0,1,5</textarea>"), "{}", right.text);
    let decks = post("/combat", form, "mode=recursive&input=Player+1%3A%0A9%0Atwo%0A");
    let kept = ["9\ntwo\n</textarea>", "<option selected>recursive"];
    assert_again(&decks, &kept, "input", "is not a card");
}

#[test]
fn decks_that_were_typed_stay() {
    let decks = ask("/combat?p1=9+9&p2=1+x&mode=recursive");
    assert_again(&decks, &["value=\"9 9\"", "value=\"1 x\""], "p1", "twice");
    assert_again(&decks, &[], "p2", "a card is a whole number above 0");
    assert_again(&ask("/combat?p1=9&mode=plain"), &["value=\"9\""], "p2", "is missing");
    let mode = ask("/combat?p1=9&p2=1&mode=war");
    assert_again(&mode, &["value=\"war\" selected"], "mode", "recursive");
    assert_again(&ask("/combat?deal=1&seed=5"), &["name=\"seed\" value=\"5\""], "deal", "2 to 400");
}

#[test]
fn a_number_of_somebody_who_does_not_take_part_is_said_and_does_not_go_along() {
    for page in ["solve", "play", "explore"] {
        let text = shown(&format!("/{page}/arena?p1=vampire&mage.hp=50&rogue.hp=90"));
        assert!(text.contains("<code>mage.hp=50</code> changes nothing"), "{page}: {text}");
        let without = format!("href=\"/{page}/arena?p1=vampire&amp;rogue.hp=90\"");
        assert!(text.contains(&without), "{page}: {text}");
        assert!(!text.contains("name=\"mage.hp\""), "{page}: {text}");
        assert!(!text.contains("<code>rogue.hp"), "{page}: {text}");
    }
    // Whoever stands on a team takes part.
    let text = shown("/solve/rpglite?p1=KA&p2=HM&knight.hp=5&barbarian.hp=3");
    assert!(text.contains("<code>barbarian.hp=3</code> changes"), "{text}");
    assert!(!text.contains("<code>knight.hp"), "{text}");
    assert!(!shown("/solve/wizard?boss.hp=60").contains("changes nothing"));
}
