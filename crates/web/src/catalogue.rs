//! The games that are served: those that ship, and the rules files given at the start.

use outplay::{Failure, Request, TreeRequest};

use outplay_render::games::shipped as shipped_games;

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its name in addresses.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// In a sentence.
    pub about: Option<String>,
    /// Its modes.
    pub modes: Vec<String>,
    /// The fighters of the two sides, as the rules file calls them, where it is a fight.
    pub fighters: Vec<String>,
    /// What it is.
    pub kind: Kind,
}

impl Game {
    /// A fight; what every page says of it is looked up now, and not with every request.
    pub fn fight(name: &str, request: Request) -> Result<Self, Failure> {
        let loaded = request.load()?;
        let names = loaded.fight.names;
        Ok(Self {
            name: name.to_owned(),
            title: names.title,
            about: loaded.fight.spec.about,
            modes: request.modes(),
            fighters: names.fighters.map(|fighter| fighter.id).to_vec(),
            kind: Kind::Fight(Box::new(request)),
        })
    }

    /// A game tree.
    pub fn tree(name: &str, request: TreeRequest) -> Result<Self, Failure> {
        let file = request.load()?;
        Ok(Self {
            name: name.to_owned(),
            title: file.title.unwrap_or_else(|| name.to_owned()),
            about: file.about,
            modes: Vec::new(),
            fighters: Vec::new(),
            kind: Kind::Tree(request),
        })
    }
}

/// What kind of game.
#[derive(Clone, Debug)]
pub enum Kind {
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
pub struct Catalogue(Vec<Game>);

impl Catalogue {
    /// The games that ship.
    pub fn shipped() -> Result<Self, Failure> {
        let mut games = Vec::new();
        for (name, title, about, modes) in shipped_games()? {
            games.push(match (Request::shipped(name), TreeRequest::shipped(name)) {
                (Some(request), _) => Game::fight(name, request)?,
                (_, Some(request)) => Game::tree(name, request)?,
                _ => Game {
                    name: name.to_owned(),
                    title,
                    about: Some(about),
                    modes,
                    fighters: Vec::new(),
                    kind: if name == "hand" { Kind::Hand } else { Kind::Combat },
                },
            });
        }
        Ok(Self(games))
    }

    /// Adds a game of the user's.
    pub fn add(&mut self, game: Game) -> Result<(), String> {
        if self.find(&game.name).is_some() {
            let name = game.name;
            return Err(format!("two games would be called {name}: rename the file"));
        }
        self.0.push(game);
        Ok(())
    }

    /// The game of that name.
    pub fn find(&self, name: &str) -> Option<&Game> {
        self.0.iter().find(|game| game.name == name)
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Game> {
        self.0.iter()
    }
}
