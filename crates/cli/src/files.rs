//! Reading what people name on the command line, whatever the bytes.

use std::fs::{self, File, Metadata, OpenOptions};
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
    if is_open_already(&place) || path.exists() && !path.is_file() {
        return bytes.map_or(Ok(()), |bytes| append(&place, bytes).map_err(wrong));
    }
    let old = match fs::metadata(&place) {
        Ok(old) => {
            may_be_changed(&place, &old).map_err(wrong)?;
            Some(old)
        }
        Err(_) => None,
    };
    let last = |beside: &Path| match bytes {
        Some(_) => fs::rename(beside, &place),
        None => fs::remove_file(beside),
    };
    put_beside(&place, old, bytes.unwrap_or_default(), last).map_err(wrong)
}

/// Writes a file that is not there yet, and never over one that is: that is an error of the kind
/// [`ErrorKind::AlreadyExists`].
pub(super) fn write_new(path: &Path, text: &str) -> io::Result<()> {
    put_beside(path, None, text.as_bytes(), |beside| match fs::hard_link(beside, path) {
        // Not every file system has files with two names.
        Err(error)
            if error.kind() != ErrorKind::AlreadyExists && fs::symlink_metadata(path).is_err() =>
        {
            fs::rename(beside, path)
        }
        linked => linked.and_then(|()| fs::remove_file(beside)),
    })
}

/// Writes a file beside a place, as whole as it will ever be, and does with it what comes last.
fn put_beside(
    place: &Path,
    old: Option<Metadata>,
    bytes: &[u8],
    last: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let name = place.file_name().ok_or_else(|| io::Error::other("that is no name for a file"))?;
    let _whole = signals::whole();
    let (beside, file) = beside(place, &name.display().to_string())?;
    fill(file, old, bytes).and_then(|()| last(&beside)).inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

/// May the file that is there be written by whoever asks? Nothing is, yet.
fn may_be_changed(place: &Path, old: &Metadata) -> io::Result<()> {
    if old.permissions().readonly() {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "it is write-protected"));
    }
    OpenOptions::new().write(true).open(place).map(drop)
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
/// rights it has from the start, and whose owner where that may be.
fn fill(mut file: File, old: Option<Metadata>, bytes: &[u8]) -> io::Result<()> {
    if let Some(old) = old {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let _ = std::os::unix::fs::fchown(&file, Some(old.uid()), Some(old.gid()));
        }
        file.set_permissions(old.permissions())?;
    }
    file.write_all(bytes)?;
    if bytes.is_empty() { Ok(()) } else { file.sync_all() }
}

/// Writes what comes after what is there.
fn append(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let is_one_of = |names: [&str; 3]| names.iter().any(|name| place == Path::new(name));
    // What this program writes to by itself goes on where that ends: opened anew it would begin elsewhere.
    if is_one_of(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]) {
        let mut out = io::stdout().lock();
        return out.write_all(bytes).and_then(|()| out.flush());
    }
    if is_one_of(["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"]) {
        return io::stderr().lock().write_all(bytes);
    }
    OpenOptions::new().append(true).open(place)?.write_all(bytes)
}

/// Is it the name of what a process has open, whatever that is?
fn is_open_already(place: &Path) -> bool {
    let parts: Option<Vec<_>> = place.iter().map(|part| part.to_str()).collect();
    matches!(
        parts.as_deref(),
        Some(
            ["/", "dev", "stdin" | "stdout" | "stderr"]
                | ["/", "dev", "fd", _]
                | ["/", "proc", _, "fd", _]
        )
    )
}

/// Where a file is that may be a link, to a link, to one that is not there yet. What is open already is not
/// followed any further.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        if is_open_already(&place) {
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
