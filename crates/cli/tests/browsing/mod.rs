//! A real browser, and what a person does with it.

#![allow(dead_code, reason = "each test uses its part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::served::{Served, ask};

/// A visit that takes longer hangs.
const AT_LONGEST: Duration = Duration::from_mins(10);

/// How somebody looks at the page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Desk,
    Phone,
    WithoutScripts,
}

/// The driver of the browser; both end with the value.
pub(crate) struct Driver {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Driver {
    pub(crate) fn start() -> Self {
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
    pub(crate) async fn window(&self, kind: Kind) -> Client {
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
    pub(crate) async fn tell(&self, window: &Client, command: &str, body: &Value) -> Value {
        let session = window.session_id().await.unwrap().unwrap();
        let path = format!("/session/{session}/{command}");
        let (status, answer) = ask(self.address, "POST", &path, &body.to_string());
        assert_eq!(status, 200, "{answer}");
        serde_json::from_str(&answer).unwrap()
    }

    /// Everything that the browser complained of.
    pub(crate) async fn complaints(&self, window: &Client) -> Vec<String> {
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
pub(crate) struct Person<'a> {
    pub(crate) window: &'a Client,
    pub(crate) served: &'a Served,
}

impl Person<'_> {
    pub(crate) async fn open(&self, path: &str) {
        self.window.goto(&self.served.page(path)).await.unwrap();
        self.nothing_sticks_out(path).await;
    }

    /// Waits for an element.
    pub(crate) async fn finds(&self, selector: &str) -> Element {
        let found = self.window.wait().for_element(Locator::Css(selector)).await;
        found.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    pub(crate) async fn click(&self, selector: &str) {
        self.finds(selector).await.click().await.unwrap();
    }

    /// Clicks on what leads to another page, and waits until it is there.
    pub(crate) async fn follows(&self, selector: &str) {
        self.turns_the_page(self.click(selector)).await;
    }

    pub(crate) async fn goes_back(&self) {
        self.turns_the_page(async { self.window.back().await.unwrap() }).await;
    }

    pub(crate) async fn reloads(&self) {
        self.turns_the_page(async { self.window.refresh().await.unwrap() }).await;
    }

    /// Does what leads to another page, and waits until that is there: with the script the browser
    /// does not know that a page is on its way, and what is looked for may stand on the old one too.
    pub(crate) async fn turns_the_page(&self, act: impl Future<Output = ()>) {
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
    pub(crate) async fn sees(&self, text: &str) {
        let path = format!("//main[contains(normalize-space(.), {text:?})]");
        let found = self.window.wait().for_element(Locator::XPath(&path)).await;
        if found.is_err() {
            let main = self.window.find(Locator::Css("main")).await.unwrap().text().await.unwrap();
            panic!("{text:?} is not in {}: {main}", self.window.current_url().await.unwrap());
        }
    }

    pub(crate) async fn fill(&self, field: &str, value: &str) {
        let field = self.window.find(Locator::Css(&format!("[name='{field}']"))).await.unwrap();
        field.clear().await.unwrap();
        field.send_keys(value).await.unwrap();
    }

    pub(crate) async fn address(&self) -> String {
        let url = self.window.current_url().await.unwrap();
        format!("{}?{}", url.path(), url.query().unwrap_or_default())
    }

    pub(crate) async fn count(&self, selector: &str) -> usize {
        self.window.find_all(Locator::Css(selector)).await.unwrap().len()
    }

    /// The page is not wider than its window, and was laid out by our sheet.
    pub(crate) async fn nothing_sticks_out(&self, path: &str) {
        let body = self.window.find(Locator::Css("body")).await.unwrap();
        assert_eq!(body.css_value("display").await.unwrap(), "flex", "{path}");
        let (_, _, body, _) = body.rectangle().await.unwrap();
        let main = self.window.find(Locator::Css("main")).await.unwrap();
        let (_, _, main, _) = main.rectangle().await.unwrap();
        assert!(main <= body, "{path} is wider than its window");
    }
}

/// Runs a visit to its end.
pub(crate) fn run(work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let ended = runtime.unwrap().block_on(async { tokio::time::timeout(AT_LONGEST, work).await });
    assert!(ended.is_ok(), "the browser does not answer");
}
