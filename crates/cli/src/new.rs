//! `outplay new`: a rules file to start from.

use std::io::ErrorKind;
use std::path::Path;

use outplay::registry::{GAMES, template};
use outplay::text::nearest;

use super::args::New;
use super::{Done, Wrong, files, print};

pub(super) fn run(args: &New) -> Result<Done, Wrong> {
    let name = args.name.strip_suffix(".toml").unwrap_or(&args.name);
    let right = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    if name.is_empty() || !name.chars().all(right) {
        return Err(Wrong::Plain(format!(
            "{} cannot be the name of a fight: use letters, digits and hyphens, as in my-fight",
            args.name
        )));
    }
    let text = match &args.from {
        None => template(name),
        Some(from) => shipped(from)?.to_owned(),
    };
    let file = format!("{name}.toml");
    match files::write_new(Path::new(&file), &text) {
        Ok(()) => {
            print(&format!("{file} is written: outplay solve {file}\n"));
            Ok(Done::Well)
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(Wrong::Plain(format!(
            "{file} is there already and was left alone: choose another name"
        ))),
        Err(error) => Err(Wrong::Plain(format!("{file} cannot be written: {error}"))),
    }
}

/// The rules file of a game that ships.
fn shipped(name: &str) -> Result<&'static str, Wrong> {
    let all = || GAMES.iter().filter_map(|game| Some((game.name, game.text()?)));
    let found = all().find(|(game, _)| *game == name);
    found.map(|(_, text)| text).ok_or_else(|| {
        let names: Vec<_> = all().map(|(game, _)| game).collect();
        let help = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("there is {}", names.join(", ")),
        };
        Wrong::Plain(format!("no rules file called {name} ships: {help}"))
    })
}
