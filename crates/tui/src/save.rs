//! Saving a transcript: a shell script with the one command that tells the game again. The name is
//! always a new one, so nothing is ever overwritten.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// After so many transcripts of a game somebody should tidy up.
const MOST: u32 = 9_999;

/// Writes a text to the first file in the folder that is not there yet: `NAME-1.sh`, `NAME-2.sh`...
pub(super) fn save(folder: &Path, name: &str, text: &str) -> Result<String, String> {
    let plain = |letter: char| {
        if letter.is_alphanumeric() || letter == '-' || letter == '_' { letter } else { '-' }
    };
    let name: String = name.chars().map(plain).take(60).collect();
    for number in 1..=MOST {
        let file = format!("{name}-{number}.sh");
        let opened = OpenOptions::new().write(true).create_new(true).open(folder.join(&file));
        let failed = |error: std::io::Error| format!("{file} cannot be written: {error}");
        match opened {
            Ok(mut opened) => {
                // Half a transcript is none.
                opened.write_all(text.as_bytes()).map_err(|error| {
                    let _ = std::fs::remove_file(folder.join(&file));
                    failed(error)
                })?;
                return Ok(file);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Err(format!("{name}-1.sh to {name}-{MOST}.sh are all there already"))
}

/// The text of a transcript.
pub(super) fn transcript(title: &str, about: &str, command: &str) -> String {
    let line = |text: &str| text.replace(['\n', '\r'], " ");
    format!("# {}\n# {}\n{command}\n", line(title), line(about))
}
