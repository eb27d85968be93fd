//! A question as it reaches the code that answers it: of which game, with which names, to which command.

use super::commands::Command;
use crate::address::{Address, names as of_a_game};
use crate::catalogue::Game;
use crate::error::Error;
use crate::query::Query;

/// What a command is asked.
pub(super) struct Arguments<'a> {
    /// The game.
    pub(super) game: &'a Game,
    /// The names and their values.
    pub(super) query: &'a Query,
    /// The command.
    pub(super) command: &'static Command,
}

impl Arguments<'_> {
    /// The game in all its variations; a name that the command does not know is refused.
    pub(super) fn address(&self) -> Result<Address, Error> {
        let kind = self.game.listed.kind;
        let of_a_game = of_a_game(kind);
        let more = self.command.names(kind).map(|name| name.name);
        let more: Vec<_> = more.filter(|name| !of_a_game.contains(name)).collect();
        Address::read(self.game, self.query, &more)
    }

    /// Refuses names that the command does not know, where the game cannot be varied.
    pub(super) fn only(&self) -> Result<(), Error> {
        let names = self.command.names(self.game.listed.kind).map(|name| name.name);
        self.query.only(&names.collect::<Vec<_>>(), false)
    }

    /// A command that the game does not have.
    pub(super) fn no_such(&self) -> Error {
        let (command, game) = (self.command.name, &self.game.listed.name);
        Error::not_found(format!("there is no {command} for {game}"))
    }
}
