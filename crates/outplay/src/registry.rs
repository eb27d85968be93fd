//! The games that ship, and the kinds of rules file: the one place that knows them all.
//!
//! A game from a rules file is a line with its text; a game that is a crate of its own is a line with
//! the function that opens it. Everything else, every view included, asks [`games`] and [`Source::open`].

use outplay_text::{Code, Problem, Problems, Sources, json_schema, nearest, parse};
use serde_json::Value;

use crate::about::{About, Kind};
use crate::{Failure, Source, Table, Text};

/// A game that comes with the library.
#[derive(Clone, Copy)]
pub struct Entry {
    /// What to ask for.
    pub name: &'static str,
    /// What it is.
    pub kind: Kind,
    game: Game,
}

#[derive(Clone, Copy)]
enum Game {
    /// A rules file.
    Rules(&'static str),
    /// A game that can be opened as it is.
    Open(fn(&Source) -> Result<Table, Failure>),
    /// A game that needs cards: what it is called, in a sentence, its modes, and how it is opened.
    Cards(&'static str, &'static str, &'static [&'static str], OpenCards),
}

type OpenCards = fn(&Source, &str, &str) -> Result<Table, Failure>;

/// The games that ship, in the order in which they are listed.
pub const GAMES: &[Entry] = &[
    rules("wizard", Kind::Fight, include_str!("../../../rules/wizard.toml")),
    rules("arena", Kind::Fight, include_str!("../../../rules/arena.toml")),
    rules("rpglite", Kind::Fight, include_str!("../../../rules/rpglite.toml")),
    rules("lighthouse", Kind::Fight, include_str!("../../../rules/lighthouse.toml")),
    rules("fencers", Kind::Fight, include_str!("../../../rules/fencers.toml")),
    rules("dragon", Kind::Fight, include_str!("../../../rules/dragon.toml")),
    rules("stairs", Kind::Fight, include_str!("../../../rules/stairs.toml")),
    rules("monsters", Kind::Fight, include_str!("../../../rules/monsters.toml")),
    rules("hedge", Kind::Fight, include_str!("../../../rules/hedge.toml")),
    rules("duelists", Kind::Fight, include_str!("../../../rules/duelists.toml")),
    rules("siege", Kind::Fight, include_str!("../../../rules/siege.toml")),
    rules("lesson", Kind::Sides, include_str!("../../../rules/lesson.toml")),
    cards(
        "hand",
        Kind::Hand,
        ("The hand", "The best turn from cards that are played, pitched or kept (Flesh and Blood)"),
        &[],
        crate::hands::open,
    ),
    cards(
        "combat",
        Kind::Combat,
        ("Combat", "Two decks that fight by themselves, plain and recursive."),
        &["plain", "recursive"],
        crate::combat_decks::open,
    ),
    sides("nim", |source| crate::sides::open(source, outplay_nim::read)),
];

const fn rules(name: &'static str, kind: Kind, text: &'static str) -> Entry {
    Entry { name, kind, game: Game::Rules(text) }
}

const fn cards(
    name: &'static str,
    kind: Kind,
    (title, about): (&'static str, &'static str),
    modes: &'static [&'static str],
    open: OpenCards,
) -> Entry {
    Entry { name, kind, game: Game::Cards(title, about, modes, open) }
}

const fn sides(name: &'static str, open: fn(&Source) -> Result<Table, Failure>) -> Entry {
    Entry { name, kind: Kind::Sides, game: Game::Open(open) }
}

/// A game in the list of all.
#[derive(Clone, Debug)]
pub struct Listed {
    /// What to ask for.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// What people call it.
    pub title: String,
    /// In a sentence.
    pub about: String,
    /// Its modes.
    pub modes: Vec<String>,
    /// What the two sides are called in its file, where it is a fight.
    pub sides: Vec<String>,
}

impl Listed {
    /// A game that was opened, as the list has it.
    pub fn of(name: &str, about: &About) -> Self {
        Self {
            name: name.to_owned(),
            kind: about.kind,
            title: about.title.clone(),
            about: about.about.clone().unwrap_or_default(),
            modes: about.modes.iter().map(|mode| mode.name.clone()).collect(),
            sides: about.sides.iter().map(|side| side.id.clone()).collect(),
        }
    }
}

impl Entry {
    /// The rules file, where the game has one.
    pub fn text(&self) -> Option<&'static str> {
        match self.game {
            Game::Rules(text) => Some(text),
            Game::Open(_) | Game::Cards(..) => None,
        }
    }

    /// The game as the list of all has it.
    ///
    /// # Errors
    /// When its rules are wrong, which would be a fault of the library.
    pub fn listed(&self) -> Result<Listed, Failure> {
        match self.game {
            Game::Cards(title, about, modes, _) => Ok(Listed {
                name: self.name.to_owned(),
                kind: self.kind,
                title: title.to_owned(),
                about: about.to_owned(),
                modes: modes.iter().map(|mode| (*mode).to_owned()).collect(),
                sides: Vec::new(),
            }),
            Game::Rules(_) | Game::Open(_) => {
                Ok(Listed::of(self.name, Source::game(self.name).open()?.about()))
            }
        }
    }
}

/// The games that ship, as the list of all has them.
///
/// # Errors
/// When the rules of one are wrong, which would be a fault of the library.
pub fn games() -> Result<Vec<Listed>, Failure> {
    GAMES.iter().map(Entry::listed).collect()
}

/// The game of that name, where it ships.
pub fn find(name: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.name == name)
}

/// A fight to start from, of that name: a rules file with something of everything, and remarks.
pub fn template(name: &str) -> String {
    include_str!("template.toml").replace("NAME", name)
}

/// What may stand in a rules file, and what it means, as a JSON Schema.
pub fn schema() -> Value {
    let shapes = [("a fight", &outplay_duel::FORMAT), ("a game tree", &outplay_tree::FORMAT)];
    json_schema(&shapes, "outplay-rules-1.json", "Outplay rules file, format 1")
}

/// What a game is: by its name, or by what its file says.
pub fn kind(source: &Source) -> Option<Kind> {
    match &source.file {
        Some(file) => Some(kind_of_file(file)),
        None => find(&source.game).map(|entry| entry.kind),
    }
}

/// A rules file is a fight's unless it says otherwise.
fn kind_of_file(file: &Text) -> Kind {
    // Most files need not be read to know that.
    if !file.text.contains("tree") {
        return Kind::Fight;
    }
    let mut sources = Sources::default();
    let source = sources.add(&file.name, &file.text);
    let root = parse(&sources, source, &mut Problems::default());
    match root.get("game").and_then(|game| game.as_text()) {
        Some("tree") => Kind::Sides,
        _ => Kind::Fight,
    }
}

/// Opens a game.
pub(crate) fn open(source: &Source) -> Result<Table, Failure> {
    if let Some(file) = &source.file {
        return open_as(kind_of_file(file), source, file);
    }
    let entry = find(&source.game).ok_or_else(|| unknown(&source.game))?;
    match entry.game {
        Game::Rules(text) => open_as(entry.kind, source, &shipped(entry.name, text)),
        Game::Open(open) => open(source),
        Game::Cards(title, about, _, open) => open(source, title, about),
    }
}

fn shipped(name: &str, text: &str) -> Text {
    Text::new(format!("{name}.toml"), text)
}

fn open_as(kind: Kind, source: &Source, file: &Text) -> Result<Table, Failure> {
    match kind {
        Kind::Sides => crate::sides::open_tree(source, file),
        Kind::Fight | Kind::Hand | Kind::Combat => crate::fight::open(source, file),
    }
}

/// A name that no game has.
fn unknown(name: &str) -> Failure {
    let known = || GAMES.iter().map(|entry| entry.name);
    let hint = match nearest(name, known()) {
        Some(near) => format!("did you mean {near}?"),
        None => {
            let known: Vec<_> = known().collect();
            format!("there is {}, or give the path of a rules file", known.join(", "))
        }
    };
    let message = format!("no game and no file is called {name}: {hint}");
    Failure::plain(Problem::error(Code::UnknownGame, None, message))
}

/// The rules file of a game, and what to call it, where it has one.
pub fn file_of(source: &Source) -> Option<Text> {
    source.file.clone().or_else(|| {
        let entry = find(&source.game)?;
        Some(shipped(entry.name, entry.text()?))
    })
}

/// The modes of a game, the plain rules first.
pub(crate) fn modes(source: &Source) -> Vec<String> {
    match (kind(source), file_of(source)) {
        (Some(Kind::Fight), Some(file)) => crate::source::modes_of_a_fight(&file),
        (Some(Kind::Combat), _) => ["plain", "recursive"].map(str::to_owned).to_vec(),
        _ => vec![outplay_duel::NORMAL.to_owned()],
    }
}

/// All problems of a rules file, in every mode.
pub(crate) fn check(source: &Source) -> Failure {
    match (kind(source), file_of(source)) {
        (Some(Kind::Fight), Some(file)) => crate::fight::check(&file),
        _ => match source.open() {
            Ok(table) => {
                let (sources, warnings) = table.warnings();
                Failure { sources: sources.clone(), problems: warnings.to_vec(), stopped: None }
            }
            Err(failure) => failure,
        },
    }
}
