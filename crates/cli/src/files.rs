//! Reading what people name on the command line, whatever the bytes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use outplay::text::nearest;
use outplay::{Source, Text, registry};

use super::{Wrong, signals};

/// Larger files are not rules, and not puzzles.
const MOST_BYTES: u64 = 1 << 20;

/// As many as Linux follows.
const MOST_LINKS: usize = 40;

/// More files that were left half-written beside one are not there by chance.
const MOST_BESIDE: u32 = 100;

/// The text of a file, or of standard input for `-`.
pub(super) fn text(path: &Path) -> Result<String, Wrong> {
    text_up_to(path, MOST_BYTES)
}

/// The text of a file that may be as large as that.
pub(super) fn text_up_to(path: &Path, most_bytes: u64) -> Result<String, Wrong> {
    let name = name(path);
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        std::io::stdin().lock().take(most_bytes + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most_bytes + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| Wrong::Plain(format!("{name} cannot be read: {error}")))?;
    if bytes.len() as u64 > most_bytes {
        return Err(Wrong::Plain(format!("{name} is larger than {most_bytes} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        Wrong::Plain(format!("{name} is not text: byte {place} is not UTF-8"))
    })
}

/// What to call a file.
pub(super) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

/// The game of that name, or the rules file at that path; `foo` finds `foo.toml`.
pub(super) fn source(name: &str) -> Result<Source, Wrong> {
    if registry::find(name).is_some() {
        return Ok(Source::game(name));
    }
    match path_of(name) {
        Some(path) => file(&path),
        None => Err(nothing_called(name, &paths(name))),
    }
}

/// Where the rules file of that name is, where there is one.
pub(super) fn path_of(name: &str) -> Option<PathBuf> {
    let tried = paths(name);
    // A folder may have the name of the file beside it.
    let found = tried.iter().find(|path| path.exists() && !path.is_dir());
    found.or_else(|| tried.iter().find(|path| path.exists())).cloned()
}

/// The files that a name may mean.
fn paths(name: &str) -> Vec<PathBuf> {
    let path = PathBuf::from(name);
    let has_ending = path.extension().is_some_and(|ending| ending == "toml");
    let with_ending = (!has_ending).then(|| PathBuf::from(format!("{name}.toml")));
    std::iter::once(path).chain(with_ending).collect()
}

/// Neither a game nor a file has that name: what was tried, and what may have been meant.
fn nothing_called(name: &str, tried: &[PathBuf]) -> Wrong {
    let known = || registry::GAMES.iter().map(|entry| entry.name);
    let hint = match nearest(name, known()) {
        Some(near) => format!("did you mean {near}?"),
        None => {
            let known: Vec<_> = known().collect();
            format!("there is {}, or give the path of a rules file", known.join(", "))
        }
    };
    let tried: Vec<_> = tried.iter().map(|path| path.display().to_string()).collect();
    let tried = tried.join(" or ");
    Wrong::Plain(format!("no game is called {name}, and no file {tried} is here: {hint}"))
}

/// The rules file at that path; the game is called like the file without its ending.
fn file(path: &Path) -> Result<Source, Wrong> {
    let name = path.display().to_string();
    let stem = path.file_stem().map_or(name.clone(), |stem| stem.display().to_string());
    Ok(Source::rules(stem, name, text(path)?))
}

/// A file as a text with its name.
pub(super) fn named(path: &Path) -> Result<Text, Wrong> {
    Ok(Text::new(name(path), text(path)?))
}

/// Writes what was asked for into a file.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Wrong> {
    write_bytes(path, text.as_bytes())
}

/// Can that file be written? Better asked before the work than after it.
pub(super) fn has_a_place(path: &Path) -> Result<(), Wrong> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let why = match folder {
        Some(folder) if !folder.is_dir() => format!("there is no folder {}", folder.display()),
        _ if path.is_dir() => "it is a folder".to_owned(),
        _ => return put(path, None),
    };
    Err(Wrong::Plain(format!("{} cannot be written: {why}", path.display())))
}

/// The same for bytes. The file is there whole or not at all: it is written beside its place, and put there
/// when it is complete.
pub(super) fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Wrong> {
    put(path, Some(bytes))
}

/// Puts a file with these bytes in its place; without bytes, does all of that but the last step.
fn put(path: &Path, bytes: Option<&[u8]>) -> Result<(), Wrong> {
    let wrong =
        |error: io::Error| Wrong::Plain(format!("{} cannot be written: {error}", path.display()));
    // A link stays one.
    let place = followed(path).map_err(wrong)?;
    // What is no plain file (a pipe), or open already (/dev/stdout), is written as it is.
    if is_of_the_system(&place) || path.exists() && !path.is_file() {
        return bytes.map_or(Ok(()), |bytes| append(path, bytes).map_err(wrong));
    }
    let Some(name) = place.file_name() else {
        return Err(Wrong::Plain(format!("{} is no name for a file", path.display())));
    };
    let old = fs::metadata(&place).ok().map(|old| old.permissions());
    if old.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(Wrong::Plain(format!(
            "{} cannot be written: it is write-protected",
            path.display()
        )));
    }
    let whole = signals::whole();
    let (beside, file) = beside(&place, &name.display().to_string()).map_err(wrong)?;
    let written = fill(file, old, bytes.unwrap_or_default()).and_then(|()| {
        bytes.map_or_else(|| fs::remove_file(&beside), |_| fs::rename(&beside, &place))
    });
    let written = written.inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    });
    drop(whole);
    written.map_err(wrong)
}

/// A new file beside a place, which nobody else has.
fn beside(place: &Path, name: &str) -> io::Result<(PathBuf, File)> {
    let process = std::process::id();
    let mut number = 0;
    loop {
        let more = if number == 0 { String::new() } else { format!(".{number}") };
        let path = place.with_file_name(format!(".{name}.{process}{more}"));
        match File::create_new(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < MOST_BESIDE => {
                number += 1;
            }
            file => return file.map(|file| (path, file)),
        }
    }
}

/// Writes a file that is on the disk, not only on its way there, before it takes the place of another, whose
/// rights it has from the start.
fn fill(mut file: File, rights: Option<fs::Permissions>, bytes: &[u8]) -> io::Result<()> {
    rights.map_or(Ok(()), |rights| file.set_permissions(rights))?;
    file.write_all(bytes)?;
    if bytes.is_empty() { Ok(()) } else { file.sync_all() }
}

/// Writes what comes after what is there.
fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    OpenOptions::new().append(true).open(path)?.write_all(bytes)
}

/// Is it no name of a file, but of what the system or this process has open?
fn is_of_the_system(place: &Path) -> bool {
    ["/dev", "/proc"].iter().any(|folder| place.starts_with(folder))
}

/// Where a file is that may be a link, to a link, to one that is not there yet. What the system has open is not
/// followed any further.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        if is_of_the_system(&place) {
            return Ok(place);
        }
        let Ok(target) = fs::read_link(&place) else { return Ok(place) };
        place = place.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other("it is a link that leads nowhere"))
}

/// An answer for programs as the bytes of a file.
pub(super) fn json(value: &impl serde::Serialize) -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(value).expect("answers have only string keys");
    text.push(b'\n');
    text
}

/// A file whose ending says nothing about what to put in.
pub(super) fn unknown_ending(path: &Path, known: &[&str]) -> Wrong {
    let known: Vec<_> = known.iter().map(|ending| format!(".{ending}")).collect();
    let message =
        format!("what is {} to be? name a file that ends in {}", path.display(), known.join(", "));
    Wrong::Plain(message)
}

/// A command that this game does not have.
pub(super) fn no_such(command: &str, game: &str, games: &[&str]) -> Wrong {
    let hint = match nearest(game, games.iter().copied()) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("it can be asked for {}", games.join(" and ")),
    };
    Wrong::Plain(format!("there is no {command} for {game}: {hint}"))
}
