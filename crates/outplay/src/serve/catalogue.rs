//! The games that are served: those that ship, and the rules files given at the start.

use outplay::{Failure, Request, TreeRequest};

use crate::cli::shipped_games;

/// A game.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// Its name in addresses.
    pub(crate) name: String,
    /// What it is called.
    pub(crate) title: String,
    /// In a sentence.
    pub(crate) about: Option<String>,
    /// What it is.
    pub(crate) kind: Kind,
}

/// What kind of game.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A fight from a rules file.
    Fight(Box<Request>),
    /// A game tree from a rules file.
    Tree(TreeRequest),
    /// The best turn of a hand.
    Hand,
    /// Decks that fight by themselves.
    Combat,
}

/// All games.
#[derive(Clone, Debug)]
pub(crate) struct Catalogue(Vec<Game>);

impl Catalogue {
    /// The games that ship.
    pub(crate) fn shipped() -> Result<Self, Failure> {
        let games = shipped_games()?.into_iter().map(|(name, title, about, _)| {
            let kind = match (Request::shipped(name), TreeRequest::shipped(name)) {
                (Some(request), _) => Kind::Fight(Box::new(request)),
                (_, Some(request)) => Kind::Tree(request),
                _ if name == "hand" => Kind::Hand,
                _ => Kind::Combat,
            };
            Game { name: name.to_owned(), title, about: Some(about), kind }
        });
        Ok(Self(games.collect()))
    }

    /// Adds a game of the user's.
    pub(crate) fn add(&mut self, game: Game) -> Result<(), String> {
        if self.find(&game.name).is_some() {
            let name = game.name;
            return Err(format!("two games would be called {name}: rename the file"));
        }
        self.0.push(game);
        Ok(())
    }

    /// The game of that name.
    pub(crate) fn find(&self, name: &str) -> Option<&Game> {
        self.0.iter().find(|game| game.name == name)
    }

    /// All of them, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Game> {
        self.0.iter()
    }
}
