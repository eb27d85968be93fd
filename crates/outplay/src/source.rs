//! Which game, and from where: texts only, before any of them is understood.
//!
//! Every text carries what to call it in problems: a file by its path, an option as the view that
//! took it spells it. So the library points at `--set` on the command line and at `boss.hp` in an
//! address without knowing either.

use std::fmt;
use std::path::Path;

use outplay_duel::{ALL, RulesFile};
use outplay_text::{Code, Problem, Problems, Sources};
use serde::{Deserialize, Serialize};

use crate::{Failure, Mode, Table};

/// A text, and what to call it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Text {
    /// What to call it: a path, an option.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Text {
    /// A text with its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Which game: a name and, where the game has one, its rules file; and all that changes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Source {
    /// What the game is called in answers; without a file, the name of a game that ships.
    pub game: String,
    /// The rules file.
    pub file: Option<Text>,
    /// What is laid over it.
    pub options: Options,
}

/// What is laid over the rules, or fills them: each kind of game takes some of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Options {
    /// A named variation of the rules.
    pub mode: Option<String>,
    /// The fighters of the two sides, by name or by short name; or their decks.
    pub sides: [Option<Text>; 2],
    /// The turn order.
    pub order: Option<Text>,
    /// Another goal than that of the rules: `winner-hp`, or what to win with the least of.
    #[serde(default)]
    pub goal: Option<Text>,
    /// The puzzle's own text.
    pub input: Option<Text>,
    /// Changes, each `PATH=VALUE`, in order.
    pub set: Vec<Text>,
    /// Cards of a hand, each as `Snatch,cost=0,pitch=1,attack=4,go_again=0`.
    pub cards: Vec<Text>,
    /// Cards of a hand by name, from the card list: `Snatch (red); ...`.
    pub hand: Option<Text>,
    /// The card list.
    pub card_list: Option<Text>,
    /// A deck list.
    pub deck: Option<Text>,
}

impl Source {
    /// A game that ships, by its name.
    pub fn game(name: impl Into<String>) -> Self {
        Self { game: name.into(), file: None, options: Options::default() }
    }

    /// A rules file that was read: what the game is called, what the file is, and its text.
    pub fn rules(
        game: impl Into<String>,
        file: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        let file = Some(Text::new(file, text));
        Self { game: game.into(), file, options: Options::default() }
    }

    /// Reads a rules file; the game is called like the file without its ending.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Failure> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| {
            let message = format!("{name} cannot be read: {error}");
            Failure::plain(Problem::error(Code::Unreadable, None, message))
        })?;
        let stem = path.file_stem().map_or(name.clone(), |stem| stem.display().to_string());
        Ok(Self::rules(stem, name, text))
    }

    /// Changes one number or word of the rules: `PATH=VALUE`.
    #[must_use]
    pub fn set(mut self, change: impl Into<String>) -> Self {
        self.options.set.push(Text::new("set", change));
        self
    }

    /// Chooses a named variation of the rules.
    #[must_use]
    pub fn mode(mut self, mode: impl Into<String>) -> Self {
        self.options.mode = Some(mode.into());
        self
    }

    /// Chooses the fighters of the two sides, by name or by short name; or gives their decks.
    #[must_use]
    pub fn sides(mut self, one: impl Into<String>, two: impl Into<String>) -> Self {
        self.options.sides = [Some(Text::new("p1", one)), Some(Text::new("p2", two))];
        self
    }

    /// Chooses the turn order.
    #[must_use]
    pub fn order(mut self, order: impl Into<String>) -> Self {
        self.options.order = Some(Text::new("order", order));
        self
    }

    /// Asks for another goal than that of the rules: `winner-hp`, or what to win with the least of.
    ///
    /// ```
    /// use outplay::{Goal, Source};
    /// let arena = Source::game("arena").goal("sp").open().unwrap();
    /// assert_eq!(arena.about().goal(), Some(Goal::Least("sp".to_owned())));
    /// ```
    #[must_use]
    pub fn goal(mut self, goal: impl Into<String>) -> Self {
        self.options.goal = Some(Text::new("goal", goal));
        self
    }

    /// Gives the puzzle's own text.
    #[must_use]
    pub fn input(mut self, text: impl Into<String>) -> Self {
        self.options.input = Some(Text::new("input", text));
        self
    }

    /// Opens it: reads, checks and compiles everything, once.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn open(&self) -> Result<Table, Failure> {
        crate::registry::open(self)
    }

    /// The names of the modes, the plain rules first.
    pub fn modes(&self) -> Vec<String> {
        crate::registry::modes(self)
    }

    /// One source for each mode that is asked for: several where the mode is `all`.
    pub fn each_mode(&self) -> Vec<Self> {
        if self.options.mode.as_deref() != Some(ALL) {
            return vec![self.clone()];
        }
        self.modes().into_iter().map(|mode| self.clone().mode(mode)).collect()
    }

    /// Opens it in each mode that is asked for, several where the mode is `all`; its file is read once.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn open_each_mode(&self) -> Result<Vec<Table>, Failure> {
        if self.options.mode.as_deref() != Some(ALL) {
            return Ok(vec![self.open()?]);
        }
        let mut plain = self.clone();
        plain.options.mode = None;
        let table = plain.open()?;
        let in_mode = |mode: &Mode| table.edited(|options| options.mode = Some(mode.name.clone()));
        match &table.about().modes[..] {
            [] => Ok(vec![table]),
            modes => modes.iter().map(in_mode).collect(),
        }
    }

    /// All problems of the rules file itself, in every mode; warnings too.
    pub fn check(&self) -> Failure {
        crate::registry::check(self)
    }
}

impl From<&str> for Source {
    fn from(name: &str) -> Self {
        Self::game(name)
    }
}

/// The modes of a rules file of a fight.
pub(crate) fn modes_of_a_fight(file: &Text) -> Vec<String> {
    let mut sources = Sources::default();
    let source = sources.add(&file.name, &file.text);
    RulesFile::read(&sources, source, &mut Problems::default()).modes()
}
