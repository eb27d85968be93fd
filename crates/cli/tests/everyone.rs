//! The page for everyone, in a real browser: what axe-core finds on every page, light and dark, wide and
//! narrow; by keyboard alone; what a screen reader is told; forms that follow what is chosen.
//!
//! Needs Chromium as `browser.rs` does, and the script of axe-core, whose path is in `OUTPLAY_AXE`:
//! `scripts/test.sh` gets both, and runs this.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod browsing;
mod served;

use std::path::PathBuf;

use browsing::{Driver, Kind, Person, run};
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use served::Served;

/// Every page, in most of its states.
const PAGES: &[&str] = &[
    "/",
    "/play/wizard",
    "/play/wizard?moves=3&hint=1",
    "/play/wizard?moves=304320&boss.hp=40&boss.attack=10&mode=hard",
    "/play/arena?p2=rogue:manual",
    "/play/rpglite?p1=KA:manual&p2=HM:manual",
    "/play/monsters",
    "/play/lesson?p1=:manual&p2=:manual",
    "/solve/wizard?explain=1&all=1",
    "/solve/wizard?boss.hp=200&boss.attack=40",
    "/solve/arena?p1=vampire&mage.hp=50&explain=1",
    "/solve/monsters",
    "/solve/lesson",
    "/explore/wizard?moves=3",
    "/explore/arena",
    "/explore/lesson?to=C",
    "/show/wizard",
    "/show/arena",
    "/show/monsters",
    "/lab/wizard?x-from=9&x-to=12&y-from=5&y-to=8",
    "/lab/arena",
    "/hand",
    "/combat",
    "/combat?p1=9+2+6+3+1&p2=5+8+4+7+10&step=3",
];

/// The links of these are followed as well: whatever page there is, one of them leads to it.
const LEADING: &[&str] = &["/play/wizard", "/play/lesson", "/lab/wizard", "/lab/arena", "/hand"];

/// What cannot be answered has a page too; the browser complains of its status.
const WRONG: &[&str] = &[
    "/solve/wizard?boss.hp=-5&wizard.hp=44",
    "/play/wizard?mode=hrad&moves=3",
    "/lab/wizard?x-to=many",
    "/hand?name=A&cost=x&name=B&cost=2",
    "/combat?p1=9+9&p2=1+x",
    "/nothing",
];

/// How wide a window is: of a desk, of a desk at 200 %, of a phone.
const WIDTHS: [u32; 3] = [1280, 640, 390];

/// The script of axe-core.
fn axe() -> String {
    let usual =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/axe/node_modules/axe-core/axe.min.js");
    let path = std::env::var_os("OUTPLAY_AXE").map_or_else(|| PathBuf::from(usual), PathBuf::from);
    let script = std::fs::read_to_string(&path);
    script.unwrap_or_else(|error| panic!("{}: {error}; scripts/test.sh gets it", path.display()))
}

/// A command of the browser's own.
async fn command(driver: &Driver, window: &Client, name: &str, parameters: Value) {
    let body = json!({ "cmd": name, "params": parameters });
    driver.tell(window, "goog/cdp/execute", &body).await;
}

/// Every page: those of the list, and those that the links at the top of some lead to.
async fn pages(person: &Person<'_>) -> Vec<String> {
    let mut all: Vec<String> = PAGES.iter().map(|page| (*page).to_owned()).collect();
    for page in LEADING {
        person.open(page).await;
        let links = person.window.find_all(Locator::Css("header nav a, .tabs a")).await.unwrap();
        for link in links {
            let to = link.attr("href").await.unwrap().unwrap();
            // What is no page is for programs.
            if !all.contains(&to) && person.served.get(&to).1.starts_with("<!DOCTYPE html>") {
                all.push(to);
            }
        }
    }
    all
}

/// A window so wide, light or dark.
async fn looks(driver: &Driver, window: &Client, width: u32, scheme: &str) {
    let metrics = json!({ "width": width, "height": 844, "deviceScaleFactor": 1, "mobile": false });
    command(driver, window, "Emulation.setDeviceMetricsOverride", metrics).await;
    let features = json!({ "features": [
        { "name": "prefers-color-scheme", "value": scheme },
        // What is still fading in has no contrast yet.
        { "name": "prefers-reduced-motion", "value": "reduce" },
    ] });
    command(driver, window, "Emulation.setEmulatedMedia", features).await;
}

/// What axe-core finds on the page that is open, each with where.
async fn found(window: &Client) -> Vec<String> {
    let script = "
        const done = arguments[arguments.length - 1];
        axe.run(document, { resultTypes: ['violations'] }).then(
            (found) => done(found.violations.map((rule) => `${rule.impact}: ${rule.id}: ` +
                rule.nodes.slice(0, 3).map((node) => node.target.join(' ') + ' [' + node.failureSummary.replace(/\\s+/g, ' ') + ']').join('; '))),
            (error) => done(['axe-core broke: ' + error]));";
    let found = window.execute_async(script, Vec::new()).await.unwrap();
    let found = found.as_array().cloned().unwrap_or_default();
    found.iter().map(|one| one.as_str().unwrap_or_default().to_owned()).collect()
}

/// Looks at every page in every width, light or dark.
async fn looks_at_everything(scheme: &str) {
    let driver = Driver::start();
    let served = Served::start(&[]);
    let window = driver.window(Kind::Desk).await;
    let person = Person { window: &window, served: &served };
    let script = json!({ "source": axe() });
    command(&driver, &window, "Page.addScriptToEvaluateOnNewDocument", script).await;
    let pages = pages(&person).await;
    let mut wrong = Vec::new();
    for width in WIDTHS {
        looks(&driver, &window, width, scheme).await;
        for page in pages.iter().map(String::as_str).chain(WRONG.iter().copied()) {
            person.open(page).await;
            // What is in between is only looked at for its width.
            let violations = if width == 640 { Vec::new() } else { found(&window).await };
            for violation in violations {
                wrong.push(format!("{page} {width} {scheme}: {violation}"));
            }
            let wide = "return document.documentElement.scrollWidth - window.innerWidth";
            let wide = window.execute(wide, Vec::new()).await.unwrap();
            if wide.as_i64().is_none_or(|wide| wide > 0) {
                wrong.push(format!("{page} {width}: {wide} pixels wider than its window"));
            }
            let complaints = driver.complaints(&window).await;
            if !WRONG.contains(&page) {
                wrong.extend(complaints.iter().map(|said| format!("{page}: {said}")));
            }
        }
    }
    window.close().await.unwrap();
    assert!(wrong.is_empty(), "{} things:\n{}", wrong.len(), wrong.join("\n"));
}

/// What is worth looking at while a fight is analysed or played, and what of it stands lowest.
const BOARDS: &[(&str, &str)] = &[
    ("/explore/wizard?moves=04321", ".along"),
    ("/explore/arena?moves=ASAAAASS", ".along"),
    ("/explore/lighthouse", ".along"),
    ("/explore/rpglite?moves=[p1]+A>WR+[hit+hit]+W>A+[hit]", ".along"),
    ("/explore/monsters", ".along"),
    ("/explore/nim", ".along"),
    ("/play/wizard?moves=3&hint=1", ".analysis"),
    ("/play/lighthouse?hint=1", ".analysis"),
];

/// The whole board is seen at once on a small desk: position, moves, verdict and graph.
async fn sees_the_whole_board() {
    let driver = Driver::start();
    let served = Served::start(&[]);
    let window = driver.window(Kind::Desk).await;
    let person = Person { window: &window, served: &served };
    let metrics = json!({ "width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false });
    command(&driver, &window, "Emulation.setDeviceMetricsOverride", metrics).await;
    for (page, lowest) in BOARDS {
        person.open(page).await;
        let script = "return document.querySelector(arguments[0]).getBoundingClientRect().bottom";
        let bottom = window.execute(script, vec![json!(lowest)]).await.unwrap();
        let bottom = bottom.as_f64().unwrap();
        assert!(bottom <= 800.0, "{page}: {lowest} ends at {bottom} of 800 pixels");
    }
    window.close().await.unwrap();
}

/// Presses a key wherever the focus is.
async fn presses(window: &Client, key: &str) {
    // Where a page has just been replaced, what had the focus may be gone before the key is there.
    for _ in 0..20 {
        if window.active_element().await.unwrap().send_keys(key).await.is_ok() {
            return;
        }
    }
    panic!("nothing takes a key");
}

/// Tabs on until the focus is on something; every stop on the way can be seen.
async fn tabs_to(window: &Client, selector: &str) {
    for _ in 0..60 {
        presses(window, "\u{e004}").await;
        let script = "
            const here = document.activeElement, box = here.getBoundingClientRect();
            const seen = getComputedStyle(here).outlineStyle !== 'none' && box.width > 0;
            return [here.matches(arguments[0]), seen, here.outerHTML.slice(0, 200)];";
        let at = window.execute(script, vec![json!(selector)]).await.unwrap();
        assert_eq!(at[1], true, "the focus cannot be seen on {}", at[2]);
        if at[0] == true {
            return;
        }
    }
    panic!("the tab key does not lead to {selector}");
}

async fn said(window: &Client) -> String {
    let script = "return document.getElementById('said').textContent";
    window.execute(script, Vec::new()).await.unwrap().as_str().unwrap_or_default().to_owned()
}

/// The skip link, a move and the next by keyboard alone; what happened is said.
async fn plays_by_keyboard() {
    let driver = Driver::start();
    let served = Served::start(&[]);
    let window = driver.window(Kind::Desk).await;
    let person = Person { window: &window, served: &served };
    person.open("/play/wizard").await;
    assert_eq!(said(&window).await, "", "a page that was loaded is read anyway");
    tabs_to(&window, ".skip").await;
    presses(&window, "\u{e007}").await;
    tabs_to(&window, "a[data-key='3']").await;
    person.turns_the_page(presses(&window, "\u{e007}")).await;
    assert!(person.address().await.ends_with("moves=3"));
    let first = said(&window).await;
    assert!(first.contains("Poison"), "said: {first:?}");
    tabs_to(&window, "a[data-key='0']").await;
    person.turns_the_page(presses(&window, "\u{e007}")).await;
    let next = said(&window).await;
    assert!(next.contains("Magic Missile") && next.contains("Strike"), "said: {next:?}");
    window.close().await.unwrap();
}

/// A wrong number is mended where it stands; another fighter brings other fields along.
async fn fills_in_forms() {
    let driver = Driver::start();
    let served = Served::start(&[]);
    let window = driver.window(Kind::Desk).await;
    let person = Person { window: &window, served: &served };
    person.open("/solve/wizard").await;
    person.fill("wizard.hp", "44").await;
    person.fill("boss.hp", "-5").await;
    person.follows("form button.main").await;
    let wrong = person.finds("[name='boss.hp'][aria-invalid='true']").await;
    assert_eq!(wrong.prop("value").await.unwrap().as_deref(), Some("-5"));
    let kept = person.finds("[name='wizard.hp']").await;
    assert_eq!(kept.prop("value").await.unwrap().as_deref(), Some("44"));
    // The focus is where something is to be put right.
    let focused = window.active_element().await.unwrap();
    assert_eq!(focused.attr("name").await.unwrap().as_deref(), Some("boss.hp"));
    person.fill("boss.hp", "30").await;
    person.follows("form button.main").await;
    person.sees("Wizard beats Boss").await;
    assert_eq!(
        person.address().await,
        "/solve/wizard?mode=normal&wizard.hp=44&boss.hp=30&by=astar"
    );

    // Counting up begins at the number that stands there faintly; what it would be anyway is not said.
    person.open("/solve/wizard").await;
    let (hp, up, down) = (person.finds("[name='boss.hp']").await, "\u{e013}", "\u{e015}");
    hp.send_keys(up).await.unwrap();
    assert_eq!(hp.prop("value").await.unwrap().as_deref(), Some("56"));
    hp.send_keys(down).await.unwrap();
    person.follows("form button.main").await;
    assert_eq!(person.address().await, "/solve/wizard?mode=normal&by=astar");

    person.open("/solve/arena").await;
    person.fill("mage.hp", "50").await;
    person.fill("rogue.hp", "90").await;
    let vampire = "select[name='p1'] option[value='vampire']";
    person.click(vampire).await;
    person.finds("[name='vampire.hp']").await;
    assert_eq!(person.count("[name='mage.hp']").await, 0);
    let kept = person.finds("[name='rogue.hp']").await;
    assert_eq!(kept.prop("value").await.unwrap().as_deref(), Some("90"));
    let focused = window.active_element().await.unwrap();
    assert_eq!(focused.attr("name").await.unwrap().as_deref(), Some("p1"));
    assert!(window.find(Locator::Css(".problem")).await.is_err(), "nothing is wrong");
    window.close().await.unwrap();
}

#[test]
#[ignore = "needs Chromium and axe-core; scripts/test.sh gets them and runs this"]
fn axe_core_finds_nothing_on_any_page() {
    run(looks_at_everything("light"));
}

#[test]
#[ignore = "needs Chromium and axe-core; scripts/test.sh gets them and runs this"]
fn axe_core_finds_nothing_in_the_dark() {
    run(looks_at_everything("dark"));
}

#[test]
#[ignore = "needs Chromium; scripts/test.sh installs it and runs this"]
fn the_whole_board_is_seen_at_once() {
    run(sees_the_whole_board());
}

#[test]
#[ignore = "needs Chromium; scripts/test.sh installs it and runs this"]
fn a_fight_is_played_by_keyboard_and_told_to_a_screen_reader() {
    run(plays_by_keyboard());
}

#[test]
#[ignore = "needs Chromium; scripts/test.sh installs it and runs this"]
fn forms_keep_what_was_typed_and_follow_what_is_chosen() {
    run(fills_in_forms());
}
