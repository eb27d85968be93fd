//! The lab's pages: each for each fight, their values against what a solver says, and their files.

use axum::http::StatusCode;
use outplay::registry::GAMES;
use outplay::{Kind, Number, Question, Source};
use serde_json::Value;

use super::{Allowed, Answer, app_with, ask_again, ask_within, post, within};

/// Asks with time enough for a busy machine: what stops a page here are states.
fn ask(address: &str) -> Answer {
    ask_within(within(50.0), address)
}

fn shown(address: &str) -> String {
    let answer = ask(address);
    assert_eq!(answer.status, StatusCode::OK, "{address}: {}", answer.text);
    assert!(!answer.text.contains(" style="), "{address}");
    answer.text
}

fn assert_shows(address: &str, parts: &[&str]) {
    let text = shown(address);
    for part in parts {
        assert!(text.contains(part), "{address} does not show {part:?}: {text}");
    }
}

/// The rows of a text with commas; none of ours has a comma in a field here.
fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn json(address: &str) -> Value {
    let answer = ask(address);
    assert_eq!(answer.status, StatusCode::OK, "{address}: {}", answer.text);
    serde_json::from_str(&answer.text).unwrap()
}

/// Where a link of a page with these words leads.
fn link(text: &str, words: &str) -> String {
    let before = text.split(&format!(">{words}</a>")).next().unwrap();
    let start = before.rfind("href=\"").unwrap() + 6;
    let address = before[start..].split('"').next().unwrap();
    address.replace("&amp;", "&")
}

/// What a page says, without its head.
fn main(text: &str) -> &str {
    text.split("<main").nth(1).unwrap_or(text)
}

/// The small text and the fights that answer at once.
const SMALL: &str = "x-from=21&x-to=23&x-step=1&y-from=1&y-to=2&y-step=1";

#[test]
fn every_page_of_every_fight_answers() {
    let fights = GAMES.iter().filter(|entry| entry.kind == Kind::Fight);
    for name in fights.map(|entry| entry.name) {
        for (page, says) in [
            ("", "as written"),
            ("/sliders", "data-sliders"),
            ("/match", "name=\"games\""),
            ("/compare", "Bars are of states"),
            ("/versions", "Both are the fight as it stands"),
            ("/report", "class=\"report\""),
        ] {
            let Answer { status, text, .. } =
                ask_within(within(0.05), &format!("/lab/{name}{page}"));
            assert_eq!(status, StatusCode::OK, "{name}{page}: {}", main(&text));
            assert!(text.contains(says), "{name}{page} does not say {says:?}: {}", main(&text));
            assert!(text.contains("aria-current=\"page\""), "{name}{page}");
            assert!(text.len() < 400 << 10, "{name}{page} has {} bytes", text.len());
            assert!(!text.contains("style=\"") && !text.contains("<style"), "{name}{page}");
        }
    }
}

#[test]
fn the_map_begins_around_what_is_written() {
    let text = shown("/lab/wizard");
    assert!(text.contains("As written, boss hp 55, boss attack 8: 953 mana."), "{text}");
    assert!(text.contains("class=\"base\"") && text.contains(">as written<"), "{text}");
    let [from, to] = ["x-from", "x-to"].map(|name| {
        let field = text.split(&format!("name=\"{name}\" value=\"")).nth(1).unwrap();
        field.split('"').next().unwrap().parse::<i64>().unwrap()
    });
    assert!(from < 45 && to > 65, "{from} to {to}");
    // Also where a number is small, or a share.
    assert_shows("/lab/arena", &["As written, mage hp 100, rogue hp 100: -10 hp."]);
    let address = "/lab/rpglite?x=knight.accuracy&y=none&x-from=0.5&x-to=0.7&x-step=0.1";
    assert_shows(address, &["0.6", "<svg class=\"curve\""]);
}

#[test]
fn values_on_the_map_are_what_a_solver_says() {
    let text = shown(&format!("/lab/wizard?{SMALL}"));
    for (hp, attack) in [(21, 1), (22, 2), (23, 1)] {
        let source = Source::game("wizard").set(format!("boss.hp={hp}"));
        let table = source.set(format!("boss.attack={attack}")).open().unwrap();
        let answer = table.solver().solve(&Question::default(), &outplay::Budget::default());
        let value = answer.unwrap().value().unwrap();
        let cell = format!("/solve/wizard?boss.hp={hp}&amp;boss.attack={attack}\">{value}</a>");
        assert!(text.contains(&cell), "{cell}: {text}");
    }
    assert!(text.contains("6 fights solved exactly"), "{text}");
    // A fight leads to its solution without any script, too.
    assert!(text.contains("data-open") && text.contains("Open this fight"), "{text}");
}

#[test]
fn csv_equals_json_and_the_drawing_is_a_file() {
    for address in [
        format!("/lab/wizard?{SMALL}&mode=hard"),
        "/lab/arena?x-from=90&x-to=110&x-step=10&y-from=90&y-to=110&y-step=10".to_owned(),
        "/lab/arena?x=order&y=p2&p1=vampire".to_owned(),
        "/lab/rpglite?x=wizard.accuracy&x-from=0.6&x-to=0.7&x-step=0.1&y=none".to_owned(),
    ] {
        let page = shown(&address);
        let told = json(&link(&page, "JSON"));
        let file = ask(&format!("{address}&format=csv"));
        assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
        assert!(file.header("content-disposition").contains("-map.csv"), "{address}");
        let table = rows(&file.text);
        let fights = told["fights"].as_array().unwrap();
        assert_eq!(table.len(), fights.len() + 1, "{address}");
        for (row, fight) in table[1..].iter().zip(fights) {
            for (name, field) in table[0].iter().zip(row) {
                let same = match &fight[name.as_str()] {
                    Value::Null => field.is_empty(),
                    Value::String(text) => text == field,
                    Value::Number(number) => {
                        let read: f64 = field.parse().unwrap();
                        (number.as_f64().unwrap() - read).abs() < 1e-12
                    }
                    other => panic!("{other}"),
                };
                assert!(same, "{address}: {name} is {field} and {}", fight[name.as_str()]);
            }
        }
        let drawn = ask(&format!("{address}&format=svg"));
        assert_eq!(drawn.header("content-type"), "image/svg+xml");
        assert!(drawn.text.starts_with("<svg class=\"map\" xmlns="), "{}", drawn.text);
    }
    assert_eq!(ask("/lab/wizard?format=pdf").status, StatusCode::BAD_REQUEST);
}

#[test]
fn a_large_map_is_small_on_the_wire() {
    let text = shown("/lab/wizard?x-from=1&x-to=80&y-from=1&y-to=40");
    assert!(text.contains("3,200 fights solved exactly"), "{}", text.len());
    assert!(text.len() < 100 << 10, "{} bytes", text.len());
}

#[test]
fn too_large_a_map_is_refused_with_what_would_fit_and_the_form_stays() {
    let answer = ask("/lab/wizard?x-from=1&x-to=999&y-from=1&y-to=100&x=boss.hp");
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    for part in
        ["99,900 fights are too many for a page", "steps 4 times as large", "value=\"999\"", "Draw"]
    {
        assert!(answer.text.contains(part), "{part}: {}", answer.text);
    }
    // And so it does when a number is none, or the rules do not take it.
    for (wrong, says) in [
        ("x-from=abc&x-to=9", "no number"),
        ("x-from=0&x-to=1e30", "are too many for a page"),
        ("x-from=1&x-to=9999999&x-step=0.0001", "are too many for a page"),
        ("x-from=1&x-to=9&x-step=0", "more than nothing"),
        ("x-from=9&x-to=1", "runs backwards"),
        ("x-from=0&x-to=3", "hp"),
        ("x=boss.hp&y=boss.hp", "across and down are the same"),
        ("x=nobody.hp&x-from=1&x-to=2", "nothing is called"),
    ] {
        let answer = ask(&format!("/lab/wizard?{wrong}"));
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{wrong}");
        assert!(answer.text.contains(says), "{wrong}: {}", answer.text);
        assert!(answer.text.contains("form class=\"sheet sweep\""), "{wrong}: {}", answer.text);
    }
}

#[test]
fn what_is_wrong_is_said_beside_its_field() {
    for (address, field) in [
        ("/lab/wizard?x-from=abc&x-to=9", "x-from"),
        ("/lab/wizard?x-from=1&x-to=9&y-from=1&y-to=x", "y-to"),
        ("/lab/wizard?x-from=1&x-to=9&x-step=0", "x-step"),
        ("/lab/wizard?x-from=1&x-to=999&y-from=1&y-to=100", "x-step"),
        ("/lab/wizard?x=nobody.hp&x-from=1&x-to=2", "x"),
        ("/lab/wizard/versions?a=boss.hp%3D60&a=nonsense", "A-2"),
        ("/lab/wizard/versions?b=boss.hpp%3D3", "B-1"),
        ("/lab/wizard/versions?b=boss.hp%3D3&b=goal%3Dglory", "B-2"),
        ("/lab/wizard/sliders?boss.hp=-5", "boss.hp"),
        ("/lab/arena/match?s1=genius&games=5", "s1"),
        ("/lab/arena/match?games=999999", "games"),
        ("/lab/arena/everyone?fighters=mage,nobody", "fighters"),
        ("/hand/odds?deck=3x%20Nobody%20(red)", "deck"),
        ("/hand/odds?draw=many", "draw"),
        ("/hand/compare?cards=99", "cards"),
    ] {
        let answer = ask(address);
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{address}");
        // The field is marked, tied to what is said beside it, and led to from above.
        for part in [
            format!(
                "id=\"field-{field}\" aria-invalid=\"true\" aria-describedby=\"wrong-{field}\""
            ),
            format!("class=\"beside\" id=\"wrong-{field}\""),
            format!("href=\"#field-{field}\""),
        ] {
            assert!(answer.text.contains(&part), "{address}: {part}: {}", main(&answer.text));
        }
    }
}

#[test]
fn what_was_typed_for_one_number_is_not_for_another() {
    let address = "/lab/wizard?x=wizard.mana&x-of=boss.hp&x-from=1&x-to=9&y=none";
    let text = shown(address);
    assert!(text.contains("wizard mana 500: 953"), "{text}");
}

#[test]
fn what_is_not_settled_is_counted_and_dotted() {
    let usual = Allowed::default();
    let limits = outplay::Limits { states: 40, ..usual.limits };
    let allowed = Allowed { limits, ..usual };
    let text = ask_within(allowed, "/lab/wizard?x-from=50&x-to=60&y-from=8&y-to=9").text;
    assert!(text.contains("url(#dots)") && text.contains(">not settled<"), "{text}");
    assert!(text.contains("are drawn with dots"), "{text}");
    assert!(shown("/lab/wizard").contains("url(#hatch)"));
}

#[test]
fn one_address_has_one_map() {
    let map = |text: &str| {
        text.split("<svg class=\"cells\"")
            .nth(1)
            .unwrap()
            .split("</svg>")
            .next()
            .unwrap()
            .to_owned()
    };
    let [first, second] = [1, 2].map(|_| {
        map(&ask_within(within(60.0), "/lab/lighthouse?x-to=19&x-from=17&y-from=0&y-to=2").text)
    });
    assert_eq!(first, second);
}

#[test]
fn how_much_a_map_shows_does_not_depend_on_what_was_asked_before() {
    // The form is drawn for so many squares as a page affords, also where nothing else can be.
    let address = "/lab/monsters?x=ogre.hp&y=ogre.hp";
    let form = |text: &str| {
        let form = text.split("<form class=\"sheet sweep\"").nth(1).unwrap_or_default();
        form.split("</form>").next().unwrap_or_default().to_owned()
    };
    let app = app_with(within(60.0));
    let explored = ask_again(&app, "/explore/monsters").text;
    assert!(explored.contains("a chance of 33.92 % to win"), "{explored}");
    let [cold, warm] = [ask(address), ask_again(&app, address)].map(|answer| form(&answer.text));
    assert!(cold.contains("x-step"), "{cold}");
    assert_eq!(cold, warm);
}

#[test]
fn a_slider_says_what_the_fight_is_worth_then() {
    assert_shows(
        "/lab/wizard/sliders?boss.hp=60&last=boss.hp",
        &["Wizard wins with 1,249 mana", "now 60: 1,249", "Over boss hp", "value=\"60\""],
    );
    let wrong = ask("/lab/wizard/sliders?boss.hp=-5");
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    assert!(
        wrong.text.contains("value=\"-5\"") && wrong.text.contains("data-sliders"),
        "{}",
        wrong.text
    );
    let file = ask("/lab/wizard/sliders?last=boss.hp&format=csv");
    let table = rows(&file.text);
    let row = table.iter().find(|row| row[0] == "55").unwrap();
    assert_eq!(row[1], "953");
}

#[test]
fn a_match_is_counted_drawn_and_can_be_seen_again() {
    let address = "/lab/arena/match?p1=mage&p2=rogue&s1=random&s2=greedy&games=200&seed=7";
    let text = shown(address);
    for part in [
        "How long a game takes",
        "How far Mage wins",
        "Exactly",
        "Games worth a look",
        "explore it",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let told = json(&link(&text, "JSON"));
    assert_eq!((told["games"].as_u64(), told["seed"].as_u64()), (Some(200), Some(7)));
    let table = rows(&ask(&format!("{address}&format=csv")).text);
    let place = table[0].iter().position(|name| name == "p1_wins").unwrap();
    assert_eq!(table[1][place], told["p1_wins"].to_string());
    let drawn = ask(&format!("{address}&format=svg"));
    assert_eq!(drawn.header("content-type"), "image/svg+xml");
    assert_eq!(drawn.text.matches("class=\"title\"").count(), 2, "{}", drawn.text);
    // The games of the histogram are all games.
    assert_eq!(ask(&link(&text, "explore it")).status, StatusCode::OK);
    assert_eq!(ask(&link(&text, "its end")).status, StatusCode::OK);
    let wrong = ask("/lab/arena/match?s1=genius&games=5");
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    assert!(
        wrong.text.contains("no style is called") && wrong.text.contains("name=\"games\""),
        "{}",
        wrong.text
    );
    assert_eq!(ask("/lab/arena/match?games=999999").status, StatusCode::BAD_REQUEST);
}

#[test]
fn two_versions_are_set_side_by_side() {
    let text = shown("/lab/wizard/versions?b=boss.hp%3D60&b=boss.attack%3D9");
    assert!(text.contains("A win costs 316 mana more in B than in A (+33.2 %)."), "{text}");
    assert!(text.contains("/solve/wizard?boss.hp=60&amp;boss.attack=9"), "{text}");
    assert!(text.contains("What moves it"), "{text}");
    assert_shows("/lab/wizard/versions?a=mode%3Dhard", &["A win costs", "less in B"]);
    assert_shows("/lab/wizard/versions?b=boss.attack%3D90", &["B cannot be won for sure"]);
    assert_shows("/lab/arena/versions?b=mage.hp%3D140", &["more to Mage than A"]);
    // A copy beside its original.
    let text = shown("/lab/mine/versions?against=wizard&a=boss.hp%3D20");
    assert!(text.contains("A: Wizard Simulator 20XX, boss.hp=20"), "{text}");
    assert!(text.contains("href=\"/solve/wizard?boss.hp=20\""), "{text}");
    assert!(text.contains("href=\"/solve/mine\""), "{text}");
    let answer = ask("/lab/wizard/versions?against=nim");
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert!(answer.text.contains("no fight is called &quot;nim&quot;"), "{}", answer.text);
    assert!(answer.text.contains("name=\"against\" id=\"field-against\""), "{}", answer.text);
    for wrong in ["nonsense", "boss.hpp=3"] {
        let answer = ask(&format!("/lab/wizard/versions?b={}", wrong.replace('=', "%3D")));
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        assert!(answer.text.contains(&format!("value=\"{wrong}\"")), "{}", answer.text);
    }
}

#[test]
fn searches_agree_on_a_page_as_everywhere() {
    let text = shown("/lab/wizard/compare?boss.hp=21&boss.attack=1");
    assert!(text.contains("All agree.") && text.contains(">279<"), "{text}");
    let file = ask("/lab/wizard/compare?boss.hp=21&boss.attack=1&format=csv");
    assert!(rows(&file.text)[1..].iter().all(|row| row[3] == "279"), "{}", file.text);
}

#[test]
fn a_report_stands_in_the_frame_and_alone() {
    let text =
        ask_within(within(20.0), "/lab/wizard/report?games=50&boss.hp=21&boss.attack=1").text;
    assert!(text.contains("What moves the answer") && text.contains("279 mana"), "{text}");
    let file = ask_within(within(1.0), "/lab/wizard/report?games=50&boss.hp=21&format=html");
    assert!(file.header("content-disposition").contains("wizard-report.html"));
    assert!(file.text.contains("<style>"), "{}", file.text);
}

#[test]
fn a_deck_has_exact_odds() {
    assert_shows("/hand/odds", &["damage on average", "1,365 hands in all", "class=\"bar\""]);
    let form = "application/x-www-form-urlencoded";
    let cards = "Name,Color,Pitch,Cost,Power,Card Keywords%0ATwig,Red,1,0,3,%0AStone,Red,1,0,5,";
    let body = format!("deck=1x+Twig+(red)%0A1x+Stone+(red)&draw=1&card-list={cards}");
    let answer = post("/hand/odds", form, &body);
    assert!(answer.text.contains("4.000 damage on average"), "{}", answer.text);
    let wrong = post("/hand/odds", form, "deck=3x+Nobody+(red)");
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    assert!(wrong.text.contains("3x Nobody (red)</textarea>"), "{}", wrong.text);
    let table = rows(&ask("/hand/odds?format=csv").text);
    let total: f64 = table[1..].iter().map(|row| row[2].parse::<f64>().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-9);
    assert_eq!(ask("/hand/odds?draw=99").status, StatusCode::BAD_REQUEST);
    assert_shows(
        "/hand/compare?cards=3&hands=2",
        &["Brute force and the exact search agree", "<polyline"],
    );
}

#[test]
fn pages_that_a_fight_does_not_have_say_so() {
    assert_eq!(ask("/lab/wizard/everyone").status, StatusCode::NOT_FOUND);
    assert!(!shown("/lab/wizard").contains("/lab/wizard/everyone"));
    // Whoever has a file of their own served wants that one first.
    assert_eq!(ask("/lab").header("location"), "/lab/mine");
    assert_eq!(ask("/lab/hand").status, StatusCode::NOT_FOUND);
    // As it was when everyone against everyone stood at the door.
    assert_shows("/lab/arena?fighters=mage,rogue", &["The same as", "-10"]);
}

#[test]
fn the_value_as_written_is_the_value_of_the_fight() {
    for game in ["arena", "hedge", "stairs"] {
        let table = Source::game(game).open().unwrap();
        let answer =
            table.solver().solve(&Question::default(), &outplay::Budget::default()).unwrap();
        let worth = outplay::Worth::of(&answer);
        let Some(Number::Whole(value)) = worth.value else { panic!("{game}: {worth:?}") };
        let text = ask_within(within(60.0), &format!("/lab/{game}/sliders")).text;
        assert!(text.contains(&format!(": {value}</text>")), "{game} {value}: {text}");
    }
}
