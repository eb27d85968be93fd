//! What is printed: answers on standard output, remarks on standard error.
//!
//! An answer that could not be written is remembered, and the program ends with a word about it and
//! exit status 1: nobody may take half an answer for a whole one. A reader who has gone away (`| head`)
//! has seen what they wanted.

use std::io::{BufWriter, ErrorKind, IsTerminal, Write};
use std::sync::Mutex;

use outplay_render::json;

use super::args::Format;

/// The first answer that could not be written, and why.
static UNWRITTEN: Mutex<Option<String>> = Mutex::new(None);

/// Prints an answer.
pub(super) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    written(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// Remembers what came of writing to standard output.
pub(super) fn written(result: std::io::Result<()>) {
    let Err(error) = result else { return };
    if error.kind() != ErrorKind::BrokenPipe
        && let Ok(mut unwritten) = UNWRITTEN.lock()
    {
        unwritten.get_or_insert_with(|| error.to_string());
    }
}

/// Why an answer could not be written, where that happened.
pub(super) fn unwritten() -> Option<String> {
    UNWRITTEN.lock().ok().and_then(|unwritten| unwritten.clone())
}

/// Prints a remark that is not part of the answer.
pub(super) fn remark(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(text.as_bytes());
}

/// Prints an answer for programs, as it is made: the text of one may be larger than the answer.
pub(super) fn print_json(value: &impl serde::Serialize) {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let told = serde_json::to_writer_pretty(&mut out, value).map_err(std::io::Error::from);
    written(told.and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush()));
}

/// Prints the answers of several modes as one value for programs: one answer as itself, more of
/// them under the name of the game.
pub(super) fn print_modes(game: &str, answers: &[impl serde::Serialize]) {
    print_json(&json::modes(game, answers));
}

/// How many columns the window of whoever reads the answer has; none where it goes elsewhere.
pub(super) fn columns() -> Option<usize> {
    let (terminal_size::Width(columns), _) = terminal_size::terminal_size_of(std::io::stdout())?;
    Some(columns.into())
}

/// Is the answer read by a person at a terminal who wants colour?
pub(super) fn colourful(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether somebody wants JSON.
pub(super) fn wants_json(format: Format) -> bool {
    format == Format::Json
}
