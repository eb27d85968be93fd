//! The games that are served: those that ship, and those that were added at the start.

use outplay::registry::{GAMES, Listed};
use outplay::text::{Code, Problem};
use outplay::{Failure, Source, Table};

/// All games.
#[derive(Clone)]
pub struct Catalogue(Vec<Game>);

/// A game that is served.
#[derive(Clone)]
pub(crate) struct Game {
    /// What every page says of it, looked up once.
    pub(crate) listed: Listed,
    /// Where it comes from, without any options.
    pub(crate) source: Source,
    /// The game as it stands; none where it takes cards to begin.
    pub(crate) table: Option<Table>,
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
            Ok(Game { listed, source, table })
        });
        Ok(Self(games.collect::<Result<_, Failure>>()?))
    }

    /// Adds a game under a name of its own; its rules are checked in every mode.
    ///
    /// # Errors
    /// Everything that is wrong with its rules; a name that another game has.
    pub fn add(&mut self, name: &str, source: Source) -> Result<(), Failure> {
        if self.find(name).is_some() {
            let message = format!("two games would be called {name}: rename the file");
            return Err(Failure::plain(Problem::error(Code::Twice, None, message)));
        }
        let found = source.check();
        if found.has_errors() {
            return Err(found);
        }
        let source = Source { game: name.to_owned(), ..source };
        let table = source.open()?;
        let listed = Listed::of(name, table.about());
        self.0.push(Game { listed, source, table: Some(table) });
        Ok(())
    }

    /// The game of that name.
    pub(crate) fn find(&self, name: &str) -> Option<&Game> {
        self.iter().find(|game| game.listed.name == name)
    }

    /// All of them, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Game> {
        self.0.iter()
    }
}
