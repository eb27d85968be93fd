//! A rules file that changes while the page is served.

use std::path::Path;

use axum::http::StatusCode;
use outplay::Source;
use serde_json::Value;
use tempfile::TempDir;

use super::{MINE, ask_again};
use crate::app::{Allowed, App, Shared};
use crate::catalogue::Catalogue;
use crate::watch::{Watched, files, look};

struct Served {
    folder: TempDir,
    app: Shared,
    files: Vec<Watched>,
}

impl Served {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fight.toml");
        std::fs::write(&path, MINE).unwrap();
        let mut catalogue = Catalogue::shipped().unwrap();
        catalogue.add("fight", Source::read(&path).unwrap()).unwrap();
        catalogue.watch("fight", &path);
        let app = App::new(catalogue, Allowed::default(), true);
        let files = files(&app.catalogue);
        Self { folder, app, files }
    }

    fn write(&self, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(), text).unwrap();
    }

    fn path(&self) -> impl AsRef<Path> + use<> {
        self.folder.path().join("fight.toml")
    }

    /// What the clock does, so often.
    fn look(&mut self, times: usize) {
        for _ in 0..times {
            look(&self.app, &mut self.files);
        }
    }

    fn shows(&self, parts: &[&str]) {
        let page = ask_again(&self.app, "/show/fight");
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        for part in parts {
            assert!(page.text.contains(part), "no {part:?} in {}", page.text);
        }
    }

    fn version(&self) -> Value {
        serde_json::from_str(&ask_again(&self.app, "/api/version/fight").text).unwrap()
    }
}

fn titled(title: &str) -> String {
    let (before, rest) = MINE.split_once("title = ").unwrap();
    format!("{before}title = \"{title}\"\n{}", rest.split_once('\n').unwrap().1)
}

#[test]
fn a_file_that_was_changed_is_read_again_and_its_pages_say_when() {
    let mut served = Served::start();
    let first = served.version();
    assert!(!ask_again(&served.app, "/show/fight").text.contains("was changed"));
    served.look(3);
    assert_eq!(served.version(), first);
    served.write(titled("Changed"));
    // Whoever asked before keeps the game that they began with.
    let old = served.app.game("fight").unwrap();
    served.look(2);
    assert_eq!(old.listed.title, "<b>Mine & yours</b>");
    served.shows(&[
        "<h1>Changed</h1>",
        "fight.toml was changed at ",
        "this page shows the new rules",
    ]);
    assert!(ask_again(&served.app, "/").text.contains("Changed"));
    let second = served.version();
    assert_ne!(second["version"], first["version"]);
    assert_eq!(second["right"], true);
    // As it was before is as it was before.
    served.write(MINE);
    served.look(2);
    assert_eq!(served.version()["version"], first["version"]);
    served.shows(&["Mine &amp; yours"]);
}

#[test]
fn a_file_that_is_being_written_is_left_alone_until_it_is() {
    let mut served = Served::start();
    let first = served.version();
    for length in [10, 40, 90] {
        served.write(&titled("Changed")[..length]);
        served.look(1);
        assert_eq!(served.version(), first);
    }
    served.write(titled("Changed"));
    served.look(1);
    assert_eq!(served.version(), first);
    served.look(1);
    served.shows(&["<h1>Changed</h1>"]);
}

#[test]
fn a_file_that_is_wrong_keeps_the_old_rules_and_says_what_is_wrong_and_where() {
    let mut served = Served::start();
    served.write(titled("Changed").replacen("damage =", "damge =", 1));
    served.look(2);
    served.shows(&[
        "Mine &amp; yours",
        "cannot be used as it is now",
        "<mark>damge</mark>",
        "did you mean `damage`?",
    ]);
    assert_eq!(served.version()["right"], false);
    served.write(titled("Mended"));
    served.look(2);
    served.shows(&["<h1>Mended</h1>"]);
    assert!(!ask_again(&served.app, "/show/fight").text.contains("cannot be used"));
    served.write([b'#', 0xff]);
    served.look(2);
    served.shows(&["<h1>Mended</h1>", "byte 1 is not UTF-8"]);
    served.write(vec![b'#'; (1 << 20) + 1]);
    served.look(2);
    served.shows(&["<h1>Mended</h1>", "is larger than 1,048,576 bytes"]);
}

#[test]
fn a_file_that_is_gone_keeps_the_old_rules_until_it_is_back() {
    let mut served = Served::start();
    let first = served.version();
    std::fs::remove_file(served.path()).unwrap();
    served.look(1);
    assert_eq!(served.version(), first);
    served.look(2);
    served.shows(&["Mine &amp; yours", "fight.toml is gone"]);
    std::fs::create_dir(served.path()).unwrap();
    served.look(2);
    served.shows(&["Mine &amp; yours", "is no file any more"]);
    std::fs::remove_dir(served.path()).unwrap();
    served.write(titled("Back"));
    served.look(2);
    served.shows(&["<h1>Back</h1>"]);
}

#[test]
fn games_without_a_file_to_watch_have_a_version_that_never_changes() {
    let served = Served::start();
    let answer = ask_again(&served.app, "/api/version/wizard");
    let version: Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!((&version["version"], &version["right"]), (&Value::Null, &Value::Bool(true)));
    assert_eq!(ask_again(&served.app, "/api/version/nothing").status, 404);
}
