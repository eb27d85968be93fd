//! `outplay completions`: what a shell needs to know to complete commands, options, words and files; in
//! bash, which also tries files where no word fits, the names of the games that ship.

use clap::builder::PossibleValuesParser;
use clap::{Arg, CommandFactory, ValueHint};
use clap_complete::{Shell, generate};
use outplay::registry::GAMES;

use super::args::{Arguments, Completions};
use super::{Done, print};

/// The arguments that take a game.
const OF_A_GAME: [&str; 2] = ["game", "file"];

pub(super) fn run(args: &Completions) -> Done {
    let mut script = Vec::new();
    let complete = if args.shell == Shell::Bash { by_name } else { by_path };
    let mut command = with_games(Arguments::command(), complete);
    generate(args.shell, &mut command, "outplay", &mut script);
    print(&String::from_utf8_lossy(&script));
    Done::Well
}

/// A game that ships. A path is taken there too, which is why the program itself does not know the names
/// as the only words.
fn by_name(game: Arg) -> Arg {
    game.value_parser(PossibleValuesParser::new(GAMES.iter().map(|game| game.name)))
}

/// A rules file.
fn by_path(game: Arg) -> Arg {
    game.value_hint(ValueHint::FilePath)
}

/// The commands, with what completes a game where one is taken.
fn with_games(mut command: clap::Command, complete: fn(Arg) -> Arg) -> clap::Command {
    let names: Vec<String> =
        command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, |command| {
            let takes: Vec<_> = command
                .get_positionals()
                .map(|arg| arg.get_id().clone())
                .filter(|id| OF_A_GAME.contains(&id.as_str()))
                .collect();
            takes.into_iter().fold(command, |command, id| command.mut_arg(id, complete))
        });
    }
    command
}
