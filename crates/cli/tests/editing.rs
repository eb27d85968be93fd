//! Rules written in a real browser: a mistake is underlined, mended, and the fight played; a file that
//! changes on disk is noticed.
//!
//! Needs what `browser.rs` needs: `cargo test -p outplay-cli --test editing -- --ignored`.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod browsing;
mod served;

use browsing::{Driver, Kind, Person, run};
use fantoccini::Locator;
use served::Served;

/// Keys that are no letters.
const END: &str = "\u{e009}\u{e010}\u{e000}"; // Ctrl-End
const TAB: &str = "\u{e004}";
const BACK: &str = "\u{e003}";
const DOWN: &str = "\u{e015}";
const ESCAPE: &str = "\u{e00c}";

const FIGHT: &str = include_str!("../../../rules/wizard.toml");

impl Person<'_> {
    async fn types(&self, keys: &str) {
        self.finds("#rules-text").await.send_keys(keys).await.unwrap();
    }

    /// What is in the text area.
    async fn text(&self) -> String {
        self.finds("#rules-text").await.prop("value").await.unwrap().unwrap()
    }

    /// Makes a mistake, mends it, changes what the fight is worth, and plays it.
    async fn edits_the_wizard(&self) {
        self.open("/show/wizard").await;
        self.follows("main a[href='/edit/wizard'].button").await;
        self.finds(".editor.live .numbers").await;
        self.sees("Wizard beats Boss with 953 mana").await;
        self.types(END).await;
        self.types("\n[skills.zap]\ndamge = 3").await;
        self.sees("did you mean `damage`?").await;
        let marked = self.finds(".mirror mark.error").await;
        assert_eq!(marked.prop("textContent").await.unwrap().as_deref(), Some("damge"));
        // The number of the line stands out, too, for those who do not see the colour.
        let lines = FIGHT.lines().count() + 3;
        assert_eq!(self.finds(".numbers b").await.text().await.unwrap(), lines.to_string());
        self.types(&BACK.repeat("damge = 3".len())).await;
        self.types("damage = 3").await;
        self.sees("Right: 2 fighters, 7 skills, 2 modes").await;
        assert_eq!(self.count(".mirror mark.error").await, 0);
        // Words that may stand at the cursor are offered, and taken by the tab key; what they mean is said.
        self.types("\n[modes.easy]\nfighters.boss.ab").await;
        self.finds("#suggestions:not([hidden])").await;
        self.types(TAB).await;
        self.sees("fighters.boss.about: the fighter in a sentence").await;
        assert!(self.text().await.ends_with("fighters.boss.about"));
        self.types(&BACK.repeat("about".len())).await;
        self.types(&format!("hp{ESCAPE} = 1")).await;
        self.sees("Wizard beats Boss with 53 mana").await;
        let shared = self.address().await;
        assert!(shared.starts_with("/edit/own?rules=1."), "{shared}");
        self.follows("button[value='play']").await;
        self.sees("Wizard to move").await;
        self.follows("a.move[data-key='0']").await;
        assert!(self.address().await.starts_with("/play/own?rules=1."));
        self.open(&shared).await;
        self.sees("Wizard beats Boss with 53 mana").await;
        assert!(self.text().await.ends_with("fighters.boss.hp = 1"));
    }

    /// The keyboard goes in and out of the text, and along what is offered.
    async fn leaves_by_the_tab_key(&self) {
        self.open("/edit").await;
        self.finds(".editor.live").await;
        self.types(TAB).await;
        let focused = self.window.active_element().await.unwrap();
        assert_eq!(focused.attr("value").await.unwrap().as_deref(), Some("check"));
        self.types(END).await;
        self.types("[skills.zap]\non = ").await;
        self.types("\u{e009} \u{e000}").await;
        self.finds("#suggestions:not([hidden]) [aria-selected='true']").await;
        self.types(DOWN).await;
        let area = self.finds("#rules-text").await;
        let active = area.attr("aria-activedescendant").await.unwrap();
        assert_eq!(active.as_deref(), Some("suggestion-1"));
        self.types("\n").await;
        assert!(self.text().await.ends_with("on = \"hurt\""), "{}", self.text().await);
        // A line can be ended though words are offered.
        self.types("\nc").await;
        self.finds("#suggestions:not([hidden])").await;
        self.types("\n").await;
        assert!(self.text().await.ends_with("\nc\n"));
    }

    /// The same without a script: by the buttons of the form.
    async fn edits_by_the_form(&self) {
        self.open("/edit/wizard").await;
        self.sees("Wizard beats Boss with 953 mana").await;
        self.types(END).await;
        self.types("\n[skills.zap]\ndamge = 3").await;
        self.follows("button[value='check']").await;
        self.sees("did you mean `damage`?").await;
        assert!(self.text().await.ends_with("damge = 3"));
        self.types(END).await;
        self.types(&BACK.repeat("damge = 3".len())).await;
        self.types("damage = 3").await;
        self.follows("button[value='play']").await;
        self.sees("Wizard to move").await;
        self.follows("nav.tabs a[href^='/edit/own']").await;
        assert!(self.text().await.ends_with("damage = 3"));
    }
}

async fn edits(kind: Kind) {
    let driver = Driver::start();
    let served = Served::start(&[]);
    let window = driver.window(kind).await;
    let person = Person { window: &window, served: &served };
    if kind == Kind::WithoutScripts {
        person.edits_by_the_form().await;
    } else {
        person.edits_the_wizard().await;
        person.leaves_by_the_tab_key().await;
    }
    assert_eq!(driver.complaints(&window).await, Vec::<String>::new());
    window.close().await.unwrap();
}

/// An open page says that its file was changed, and that it is wrong, without being asked.
async fn watches() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fight.toml");
    std::fs::write(&path, FIGHT).unwrap();
    let driver = Driver::start();
    let served = Served::start(&[path.to_str().unwrap()]);
    let window = driver.window(Kind::Desk).await;
    let person = Person { window: &window, served: &served };
    person.open("/solve/fight").await;
    person.sees("Wizard beats Boss with 953 mana").await;
    std::fs::write(&path, FIGHT.replace("[sides]", "[sidess]")).unwrap();
    person.sees("something is wrong with it").await;
    person.sees("Wizard beats Boss with 953 mana").await;
    person.follows(".news a.button").await;
    person.sees("did you mean `sides`?").await;
    std::fs::write(&path, FIGHT.replace("title = \"", "title = \"New ")).unwrap();
    person.follows(".news a.button").await;
    person.sees("this page shows the new rules").await;
    let title = window.find(Locator::Css("h1")).await.unwrap().text().await.unwrap();
    assert_eq!(title, "New Wizard Simulator 20XX");
    assert_eq!(driver.complaints(&window).await, Vec::<String>::new());
    window.close().await.unwrap();
}

#[test]
#[ignore = "needs Chromium; scripts/test.sh installs it and runs this"]
fn a_person_makes_a_mistake_mends_it_and_plays_the_fight() {
    run(edits(Kind::Desk));
}

#[test]
#[ignore = "needs Chromium; scripts/test.sh installs it and runs this"]
fn rules_are_written_without_scripts_too() {
    run(edits(Kind::WithoutScripts));
}

#[test]
#[ignore = "needs Chromium; scripts/test.sh installs it and runs this"]
fn an_open_page_notices_that_its_file_was_changed() {
    run(watches());
}
