//! The games that are served: those that ship, and those that were added at the start.
//!
//! A game whose file is watched may be replaced while the page is served (`watch.rs`): whoever asked
//! before keeps the game that they began with, since a game is handed out whole.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use outplay::registry::{GAMES, Listed};
use outplay::text::{Code, Problem};
use outplay::{Failure, Source, Table};

use crate::own::OWN;

/// All games.
#[derive(Default)]
pub struct Catalogue {
    games: RwLock<Vec<Arc<Game>>>,
    /// How many of them were added; they come first.
    added: usize,
    /// The files that are watched, by the names of their games.
    watched: Vec<(String, PathBuf)>,
}

/// A game that is served.
#[derive(Clone)]
pub(crate) struct Game {
    /// What every page says of it, looked up once.
    pub(crate) listed: Listed,
    /// Where it comes from, without any options.
    pub(crate) source: Source,
    /// The game as it stands; none where it takes cards to begin.
    pub(crate) table: Option<Table>,
    /// Its rules as an address has them, where it came in one.
    pub(crate) packed: Option<String>,
    /// What is new of its file, where that is watched.
    pub(crate) file: Option<Arc<FileNews>>,
}

/// What is new of a file that is watched.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileNews {
    /// What the file is called.
    pub(crate) name: String,
    /// Differs whenever what is known of the file does.
    pub(crate) version: String,
    /// When it was changed, in seconds since 1970; none where it is as it was at the start.
    pub(crate) changed: Option<u64>,
    /// Why the rules of before are still served.
    pub(crate) wrong: Option<Failure>,
}

impl Clone for Catalogue {
    fn clone(&self) -> Self {
        Self { games: RwLock::new(self.all()), added: self.added, watched: self.watched.clone() }
    }
}

impl Catalogue {
    /// The games that ship.
    ///
    /// # Errors
    /// When the rules of one are wrong, which would be a fault of the library.
    pub fn shipped() -> Result<Self, Failure> {
        let games = GAMES.iter().map(|entry| {
            let source = Source::game(entry.name);
            // A game of cards cannot be opened without any.
            let table = source.open().ok();
            let listed = match &table {
                Some(table) => Listed::of(entry.name, table.about()),
                None => entry.listed()?,
            };
            Ok(Arc::new(Game { listed, source, table, packed: None, file: None }))
        });
        let games = RwLock::new(games.collect::<Result<_, Failure>>()?);
        Ok(Self { games, added: 0, watched: Vec::new() })
    }

    /// Adds a game under a name of its own; its rules are checked in every mode.
    ///
    /// # Errors
    /// Everything that is wrong with its rules; a name that another game has.
    pub fn add(&mut self, name: &str, source: Source) -> Result<(), Failure> {
        let taken = |message: String| Failure::plain(Problem::error(Code::Twice, None, message));
        if name == OWN {
            let message = format!("{name} is the game of rules in an address: rename the file");
            return Err(taken(message));
        }
        if self.find(name).is_some() {
            return Err(taken(format!("two games would be called {name}: rename the file")));
        }
        let game = Arc::new(Game::checked(name, source)?);
        // Before those that ship, which are there anyway.
        let games = self.games.get_mut().unwrap_or_else(PoisonError::into_inner);
        games.insert(self.added, game);
        self.added += 1;
        Ok(())
    }

    /// Watches the file of a game that was added: when it changes, the game does.
    pub fn watch(&mut self, name: &str, path: impl AsRef<Path>) {
        let Some(game) = self.find(name) else { return };
        let text = game.source.file.as_ref().map_or("", |file| &file.text);
        let news = crate::watch::news_at_the_start(path.as_ref(), text);
        self.replace(Game { file: Some(Arc::new(news)), ..(*game).clone() });
        self.watched.push((name.to_owned(), path.as_ref().to_owned()));
    }

    /// The files that are watched, by the names of their games.
    pub(crate) fn watched(&self) -> &[(String, PathBuf)] {
        &self.watched
    }

    /// Puts a game in the place of the one of its name.
    pub(crate) fn replace(&self, game: Game) {
        let mut games = self.games.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = games.iter_mut().find(|old| old.listed.name == game.listed.name) {
            *place = Arc::new(game);
        }
    }

    /// The game of that name.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<Game>> {
        self.all().into_iter().find(|game| game.listed.name == name)
    }

    /// All of them, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Arc<Game>> + use<> {
        self.all().into_iter()
    }

    fn all(&self) -> Vec<Arc<Game>> {
        self.games.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Game {
    /// A game from a rules file, checked in every mode.
    pub(crate) fn checked(name: &str, source: Source) -> Result<Self, Failure> {
        let found = source.check();
        if found.has_errors() {
            return Err(found);
        }
        let source = Source { game: name.to_owned(), ..source };
        let table = source.open()?;
        let listed = Listed::of(name, table.about());
        Ok(Self { listed, source, table: Some(table), packed: None, file: None })
    }
}
