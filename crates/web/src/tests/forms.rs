//! A form asks about the fight that it stands beside.

use super::pages::{assert_shows, shown};
use super::{ask, ask_within, hasty};

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
    let text = ask_within(hasty(), "/lab/shades?yin.hp=5").text;
    assert!(text.contains("/solve/shades?yin.hp=5&amp;p1=yang&amp;p2=yin&amp;order=queue"));
}

#[test]
fn two_axes_are_two_numbers() {
    let answer = ask("/lab/wizard?x=boss.hp&y=boss.hp");
    assert_eq!(answer.status, 400);
    assert!(answer.text.contains("boss.hp cannot vary twice"), "{}", answer.text);
    assert_shows("/lab/wizard?x=boss.attack&x-to=3&y-to=3", &["boss attack 1, boss hp 1:"]);
    assert_shows("/lab/wizard?y=boss.hp&x-to=3&y-to=3", &["boss attack 1, boss hp 1:"]);
}
