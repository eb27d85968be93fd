//! Rules files that were given at the start are watched: when one changes on disk, its game does.
//!
//! Every half second each file is read whole, up to a limit; what was read twice alike has been
//! written to its end, and is checked as at the start. If it is right, the game is replaced; if it is
//! wrong, too large or gone, the old rules stay, and every page of the game says so, with places. No
//! request ever reaches the file system: this is the only reader.

use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use outplay::text::{Code, Problem};
use outplay::{Failure, Source, thousands};
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use crate::app::{App, Shared};
use crate::catalogue::{Catalogue, FileNews, Game};

/// So often the files are looked at.
const LOOK: Duration = Duration::from_millis(500);
/// Larger files are not rules.
const MOST_BYTES: u64 = 1 << 20;

/// Looks after the files until the program ends.
pub(crate) async fn watch(app: Shared) {
    let mut files = files(&app.catalogue);
    if files.is_empty() {
        return;
    }
    let mut clock = interval(LOOK);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        clock.tick().await;
        let shared = app.clone();
        let looked = spawn_blocking(move || {
            look(&shared, &mut files);
            files
        });
        // A look that breaks down would do so again.
        let Ok(again) = looked.await else { return };
        files = again;
    }
}

/// Looks at all files once; what was answered about a game that is another now is forgotten.
pub(crate) fn look(app: &App, files: &mut [Watched]) {
    let mut changed = false;
    for file in files {
        changed |= file.look(&app.catalogue);
    }
    if changed {
        app.finished.forget();
    }
}

/// The files that are watched, as they were at the start.
pub(crate) fn files(catalogue: &Catalogue) -> Vec<Watched> {
    let watched = catalogue.watched().iter().filter_map(|(name, path)| {
        let text = catalogue.find(name)?.source.file.as_ref()?.text.clone();
        Some(Watched { name: name.clone(), path: path.clone(), known: Ok(text), seen: None })
    });
    watched.collect()
}

/// What is known of a file before it changes.
pub(crate) fn news_at_the_start(path: &Path, text: &str) -> FileNews {
    FileNews { name: called(path), version: version(&Ok(text.to_owned())), ..FileNews::default() }
}

/// The text of a file, or why there is none.
type Reading = Result<String, String>;

/// A file that is watched.
pub(crate) struct Watched {
    /// The name of its game.
    name: String,
    path: PathBuf,
    /// What the game was last made of.
    known: Reading,
    /// Something else that was read the last time.
    seen: Option<Reading>,
}

impl Watched {
    /// Looks at the file once, and says whether its game is another now.
    fn look(&mut self, catalogue: &Catalogue) -> bool {
        let now = read(&self.path);
        if now == self.known {
            self.seen = None;
            return false;
        }
        let written_to_its_end = self.seen.as_ref() == Some(&now);
        if written_to_its_end {
            self.seen = None;
            self.known = now;
            self.changed(catalogue);
        } else {
            self.seen = Some(now);
        }
        written_to_its_end
    }

    /// Replaces the game, or says why it is not.
    fn changed(&self, catalogue: &Catalogue) {
        let Some(old) = catalogue.find(&self.name) else { return };
        let file = called(&self.path);
        let made = match &self.known {
            Ok(text) => Game::checked(&self.name, Source::rules(&self.name, &file, text)),
            Err(why) => Err(Failure::plain(Problem::error(Code::Unreadable, None, why))),
        };
        let changed = Some(when(&self.path));
        let news = FileNews { name: file, version: version(&self.known), changed, wrong: None };
        let game = match made {
            Ok(game) => Game { file: Some(news.into()), ..game },
            Err(wrong) => {
                let news = FileNews { wrong: Some(wrong), ..news };
                Game { file: Some(news.into()), ..(*old).clone() }
            }
        };
        catalogue.replace(game);
    }
}

fn called(path: &Path) -> String {
    path.display().to_string()
}

/// Reads a file, whatever it is by now.
fn read(path: &Path) -> Reading {
    let name = called(path);
    let cannot = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => format!("{name} is gone"),
        _ => format!("{name} cannot be read: {error}"),
    };
    let about = std::fs::metadata(path).map_err(cannot)?;
    // A pipe would be waited for.
    if !about.is_file() {
        return Err(format!("{name} is no file any more"));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(cannot)?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("{name} is larger than {} bytes", thousands(MOST_BYTES)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        format!("{name} is not text: byte {place} is not UTF-8")
    })
}

/// When a file was changed, in seconds since 1970; of one that is gone, now.
fn when(path: &Path) -> u64 {
    let written = std::fs::metadata(path).and_then(|about| about.modified());
    let written = written.unwrap_or_else(|_| SystemTime::now());
    written.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Differs where what was read does; the same after a restart.
fn version(reading: &Reading) -> String {
    let mut hasher = DefaultHasher::new();
    reading.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
