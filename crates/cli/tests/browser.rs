//! The page in a real browser: headless Chromium, driven through `WebDriver`.
//!
//! Needs Debian's `chromium` and `chromium-driver`, which `scripts/test.sh` installs; hence ignored
//! unless asked for: `cargo test -p outplay-cli --test browser -- --ignored`.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod served;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use served::{Served, ask};

/// A visit that takes longer hangs.
const AT_LONGEST: Duration = Duration::from_mins(3);

/// How somebody looks at the page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Desk,
    Phone,
    WithoutScripts,
}

/// The driver of the browser; both end with the value.
struct Driver {
    child: Child,
    address: SocketAddr,
}

impl Driver {
    fn start() -> Self {
        let mut child = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver is there: scripts/test.sh installs it");
        let output = BufReader::new(child.stdout.take().unwrap());
        let port = output.lines().map_while(Result::ok).find_map(|line| {
            line.strip_prefix("ChromeDriver was started successfully on port ")
                .and_then(|rest| rest.trim_end_matches('.').parse::<u16>().ok())
        });
        let address = SocketAddr::from(([127, 0, 0, 1], port.expect("the driver says its port")));
        Self { child, address }
    }

    /// A window of some kind.
    async fn window(&self, kind: Kind) -> Client {
        let mut options = json!({ "args": [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--window-size=1280,860",
        ] });
        if kind == Kind::Phone {
            let metrics = json!({ "width": 390, "height": 844, "pixelRatio": 1.0 });
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        let wanted = json!({
            "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(wanted) = wanted else { unreachable!("an object was written above") };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(wanted)
            .connect(&format!("http://{}", self.address))
            .await
            .unwrap();
        if kind == Kind::WithoutScripts {
            let command = json!({
                "cmd": "Emulation.setScriptExecutionDisabled", "params": { "value": true },
            });
            self.tell(&client, "goog/cdp/execute", &command).await;
        }
        client
    }

    /// A command that only this driver knows.
    async fn tell(&self, window: &Client, command: &str, body: &Value) -> Value {
        let session = window.session_id().await.unwrap().unwrap();
        let path = format!("/session/{session}/{command}");
        let (status, answer) = ask(self.address, "POST", &path, &body.to_string());
        assert_eq!(status, 200, "{answer}");
        serde_json::from_str(&answer).unwrap()
    }

    /// Everything that the browser complained of.
    async fn complaints(&self, window: &Client) -> Vec<String> {
        let log = self.tell(window, "se/log", &json!({ "type": "browser" })).await;
        let entries = log["value"].as_array().unwrap().iter();
        let bad = entries.filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING");
        bad.map(|entry| entry["message"].to_string()).collect()
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Asked to shut down it closes its browsers, which it does not when it is killed.
        if let Ok(mut stream) = TcpStream::connect(self.address) {
            let _ = write!(stream, "GET /shutdown HTTP/1.1\r\nhost: {}\r\n\r\n", self.address);
            let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
            let _ = stream.read(&mut [0; 64]);
        }
        for _ in 0..50 {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a person does with a page.
struct Person<'a> {
    window: &'a Client,
    served: &'a Served,
}

impl Person<'_> {
    async fn open(&self, path: &str) {
        self.window.goto(&self.served.page(path)).await.unwrap();
        self.nothing_sticks_out(path).await;
    }

    /// Waits for an element.
    async fn finds(&self, selector: &str) -> Element {
        let found = self.window.wait().for_element(Locator::Css(selector)).await;
        found.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    async fn click(&self, selector: &str) {
        self.finds(selector).await.click().await.unwrap();
    }

    /// Clicks on what leads to another page, and waits until it is there.
    async fn follows(&self, selector: &str) {
        self.turns_the_page(self.click(selector)).await;
    }

    async fn goes_back(&self) {
        self.turns_the_page(async { self.window.back().await.unwrap() }).await;
    }

    async fn reloads(&self) {
        self.turns_the_page(async { self.window.refresh().await.unwrap() }).await;
    }

    /// Does what leads to another page, and waits until that is there: with the script the browser
    /// does not know that a page is on its way, and what is looked for may stand on the old one too.
    async fn turns_the_page(&self, act: impl Future<Output = ()>) {
        let old = self.finds("main").await;
        act.await;
        for _ in 0..1500 {
            if old.tag_name().await.is_err() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("nothing follows {}", self.address().await);
    }

    /// Waits until the page says something.
    async fn sees(&self, text: &str) {
        let path = format!("//main[contains(normalize-space(.), {text:?})]");
        let found = self.window.wait().for_element(Locator::XPath(&path)).await;
        if found.is_err() {
            let main = self.window.find(Locator::Css("main")).await.unwrap().text().await.unwrap();
            panic!("{text:?} is not in {}: {main}", self.window.current_url().await.unwrap());
        }
    }

    async fn fill(&self, field: &str, value: &str) {
        let field = self.window.find(Locator::Css(&format!("[name='{field}']"))).await.unwrap();
        field.clear().await.unwrap();
        field.send_keys(value).await.unwrap();
    }

    async fn address(&self) -> String {
        let url = self.window.current_url().await.unwrap();
        format!("{}?{}", url.path(), url.query().unwrap_or_default())
    }

    async fn count(&self, selector: &str) -> usize {
        self.window.find_all(Locator::Css(selector)).await.unwrap().len()
    }

    /// The page is not wider than its window, and was laid out by our sheet.
    async fn nothing_sticks_out(&self, path: &str) {
        let body = self.window.find(Locator::Css("body")).await.unwrap();
        assert_eq!(body.css_value("display").await.unwrap(), "flex", "{path}");
        let (_, _, body, _) = body.rectangle().await.unwrap();
        let main = self.window.find(Locator::Css("main")).await.unwrap();
        let (_, _, main, _) = main.rectangle().await.unwrap();
        assert!(main <= body, "{path} is wider than its window");
    }

    /// A whole game by its hints, a look back, and an address that is shared.
    async fn plays_the_wizard(&self) {
        self.open("/").await;
        self.follows("a[aria-label='Play: Wizard Simulator 20XX']").await;
        self.sees("Wizard to move").await;
        self.follows("a.move[data-key='3']").await;
        self.sees("Moves: 3").await;
        self.follows("#hint").await;
        self.sees("best: 780 mana to win").await;
        assert_eq!(self.address().await, "/play/wizard?moves=3&hint=1");
        self.goes_back().await;
        self.sees("Moves: 3").await;
        assert_eq!(self.address().await, "/play/wizard?moves=3");
        self.follows("#hint").await;
        while self.count(".verdict").await == 0 {
            self.follows("a.move.best").await;
        }
        self.sees("that was perfect play").await;
        self.sees("953 mana").await;
        let shared = self.address().await;
        self.open("/").await;
        self.open(&shared).await;
        self.sees("that was perfect play").await;
        self.reloads().await;
        self.sees("Your moves, looked at again").await;
    }

    /// Two fighters in a queue: numbers through the form, a poor move taken back, hints to the end.
    async fn plays_the_arena(&self) {
        self.open("/").await;
        self.follows("a[aria-label='Play: Arena']").await;
        self.sees("Mage to move").await;
        self.click("details summary").await;
        self.click("[name='p2'] option[value='rogue:minimax']").await;
        self.click("[name='order'] option[value='restricted-queue']").await;
        self.fill("mage.hp", "40").await;
        self.fill("rogue.hp", "60").await;
        self.follows("details form button.main").await;
        self.finds("[aria-label='hp 40 of 40']").await;
        // The solver answers before the page is shown.
        self.follows("a.move[data-key='A']").await;
        self.sees("Moves: AS").await;
        self.goes_back().await;
        self.finds("[aria-label='hp 40 of 40']").await;
        assert!(!self.address().await.contains("moves="));
        self.follows("#hint").await;
        self.sees("best: worth 16").await;
        self.sees("worth -10, gives away 26").await;
        self.follows("a.move.best[data-key='S']").await;
        self.finds("[aria-label='hp 16 of 40']").await;
        self.sees("Moves: SSS").await;
        self.follows("a.move.best[data-key='S']").await;
        self.sees("Mage wins").await;
        self.sees("Worth 16 to player 1").await;
        self.sees("That is what perfect play comes to").await;
        let shared = "/play/arena?p1=mage&p2=vampire:manual&order=restricted-queue&moves=ASAS";
        self.open(shared).await;
        self.sees("Moves: ASAS").await;
        // The source: what is seen depends on how far a hit has faded in.
        let before = self.finds("main").await.html(true).await.unwrap();
        self.reloads().await;
        self.sees("Moves: ASAS").await;
        let after = self.finds("main").await.html(true).await.unwrap();
        assert_eq!((after, self.address().await), (before, shared.to_owned()));
    }

    async fn explores_the_arena(&self) {
        self.open("/explore/arena?order=restricted-queue&mage.hp=40&rogue.hp=60").await;
        self.sees("Mage (player 1) wins with 16 hp").await;
        self.follows("tr:not(.best) a[data-key='A']").await;
        self.sees("Rogue (player 2) wins with 10 hp").await;
        self.follows("tr.best a[data-key='S']").await;
        self.sees("Rogue Special").await;
        assert!(self.address().await.ends_with("moves=AS"));
        self.goes_back().await;
        self.sees("Rogue (player 2) wins with 10 hp").await;
        assert!(self.address().await.ends_with("moves=A"));
    }

    /// Two styles play by themselves: a move at a time by clicking, or with the script unasked.
    async fn watches_the_arena(&self, scripts: bool) {
        let styles = "p1=mage:minimax&p2=rogue:minimax&order=restricted-queue";
        self.open(&format!("/play/arena?{styles}&mage.hp=40&rogue.hp=60")).await;
        self.follows("#on").await;
        self.sees("Moves: S").await;
        self.follows("#watch").await;
        self.finds("#stop").await;
        for moves in ["SS", "SSS", "SSSS"] {
            if !scripts {
                self.follows("#on").await;
            }
            self.sees(&format!("Moves: {moves}")).await;
        }
        self.sees("Mage wins").await;
        if scripts {
            // What went by by itself is one step back, not one for each move.
            self.goes_back().await;
            assert!(self.address().await.ends_with("moves=S"));
        }
    }

    /// Where the solver plays the only side that chooses, it is watched too.
    async fn watches_the_wizard(&self) {
        self.open("/play/wizard?p1=wizard:minimax").await;
        self.sees("Player 1 · the solver · to move").await;
        self.follows("#on").await;
        self.sees("Moves: 0").await;
        self.follows("#undo").await;
        assert_eq!(self.address().await, "/play/wizard?p1=wizard%3Aminimax");
    }

    /// The keys of the moves play them.
    async fn plays_by_keys(&self) {
        self.open("/play/wizard").await;
        for (key, seen) in [("3", "Moves: 3"), ("0", "Moves: 30")] {
            let main = self.finds("main").await;
            self.turns_the_page(async { main.send_keys(key).await.unwrap() }).await;
            self.sees(seen).await;
        }
        assert_eq!(self.address().await, "/play/wizard?moves=30");
    }

    async fn solves_and_explores(&self) {
        self.open("/solve/wizard").await;
        self.fill("boss.hp", "71").await;
        self.fill("boss.attack", "10").await;
        self.follows("form button.main").await;
        self.sees("Wizard beats Boss with 1,824 mana").await;
        assert!(self.count("polyline").await >= 3);
        self.open("/explore/wizard").await;
        self.follows("tr.best a[data-key='3']").await;
        self.sees("Spent so far: 173 mana").await;
        self.follows("tr.best a[data-key='0']").await;
        self.sees("Spent so far: 226 mana").await;
        self.goes_back().await;
        self.sees("Spent so far: 173 mana").await;
        self.open("/explore/lesson").await;
        self.follows("tbody tr:last-child a").await;
        self.sees("Player 2 to move").await;
        self.open("/solve/lesson").await;
        let drawn = self.window.find(Locator::Css("img.picture")).await.unwrap();
        // Without the drawing there would be a line of text in its place.
        assert!(drawn.rectangle().await.unwrap().3 > 100.0);
    }

    async fn plays_cards(&self) {
        self.open("/hand").await;
        self.fill("deal", "7").await;
        self.follows("form[action='/hand'] button.main").await;
        self.sees("nr6").await;
        assert_eq!(self.count("li.card").await, 7);
        self.open("/combat").await;
        self.follows("form button.main").await;
        self.sees("Player 2 wins with 306 points").await;
        self.follows("#next").await;
        self.sees("step 2 of 29").await;
        self.follows("#next").await;
        self.sees("step 3 of 29").await;
        self.follows("#back").await;
        self.sees("step 2 of 29").await;
    }

    async fn reads_the_heat_map(&self, scripts: bool) {
        self.open("/lab/wizard").await;
        self.sees("3,200 fights solved exactly").await;
        assert_eq!(self.count(".heat a rect").await, 3200);
        if scripts {
            // One square is reached by the tab key, the others from there by the arrows.
            self.finds(".heat a[tabindex='0']").await.send_keys("\u{e014}").await.unwrap();
            let second = self.finds(".heat a[tabindex='0']").await;
            second.send_keys("\u{e015}").await.unwrap();
            self.finds(".heat a[tabindex='0'][href='/solve/wizard?boss.hp=2&boss.attack=2']").await;
        }
        let cell = "a[href='/solve/wizard?boss.hp=21&boss.attack=1'] rect";
        self.follows(cell).await;
        self.sees("Wizard beats Boss with 279 mana").await;
    }
}

async fn visits(kind: Kind) {
    let driver = Driver::start();
    let served = Served::start(&[]);
    let window = driver.window(kind).await;
    let person = Person { window: &window, served: &served };
    person.plays_the_wizard().await;
    person.plays_the_arena().await;
    person.explores_the_arena().await;
    person.watches_the_arena(kind != Kind::WithoutScripts).await;
    person.watches_the_wizard().await;
    if kind != Kind::WithoutScripts {
        person.plays_by_keys().await;
    }
    person.solves_and_explores().await;
    person.plays_cards().await;
    person.reads_the_heat_map(kind != Kind::WithoutScripts).await;
    assert_eq!(driver.complaints(&window).await, Vec::<String>::new());
    // A mistake is explained where the person is.
    person.open("/solve/wizard?boss.hpp=71").await;
    person.sees("did you mean `boss.hp`?").await;
    window.close().await.unwrap();
}

fn run(work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let ended = runtime.unwrap().block_on(async { tokio::time::timeout(AT_LONGEST, work).await });
    assert!(ended.is_ok(), "the browser does not answer");
}

#[test]
#[ignore = "needs Chromium; scripts/test.sh installs it and runs this"]
fn a_person_plays_solves_and_explores() {
    run(visits(Kind::Desk));
}

#[test]
#[ignore = "needs Chromium; scripts/test.sh installs it and runs this"]
fn a_phone_is_wide_enough() {
    run(visits(Kind::Phone));
}

#[test]
#[ignore = "needs Chromium; scripts/test.sh installs it and runs this"]
fn everything_works_without_scripts() {
    run(visits(Kind::WithoutScripts));
}
