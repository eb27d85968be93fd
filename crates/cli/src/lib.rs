//! The command line: arguments in, answers printed. Here files are read and exit statuses known: 0 it
//! did what was asked, 1 the input is wrong or the answer could not be written, 2 the arguments cannot
//! be parsed, 3 a limit stopped it, 4 the answer is not what was expected, 128 and a signal that ended it.
//!
//! The program `outplay` is [`run`] and nothing else; `python -m outplay` is the same with a [`Cluster`].

mod args;
mod check;
mod cluster;
mod combat;
mod compare;
mod completions;
mod expect;
mod files;
mod games;
mod hand;
mod job;
mod matches;
mod new;
mod output;
mod play;
mod problems;
mod progress;
mod prompts;
mod replay;
mod report;
mod schema;
#[cfg(feature = "web")]
mod serve;
mod show;
mod signals;
mod size;
mod solve;
mod source;
mod sweep;
mod tournament;
mod tune;

use std::ffi::OsString;

use clap::Parser;
use outplay::{Failure, Kind, memory, registry};

use args::{Arguments, Command};
pub use cluster::Cluster;
use output::{colourful, print, print_json, print_modes, remark, unwritten, wants_json, written};

/// How a command ended.
enum Done {
    /// It did what was asked.
    Well,
    /// The input is wrong, and that was said.
    WrongInput,
    /// A limit stopped it, and that was said.
    Stopped,
    /// The answer is not what was expected, and that was said.
    Unexpected,
    /// The signal of this number ended it.
    Ended(i32),
}

/// What went wrong before there was an answer.
enum Wrong {
    /// The rules or the question.
    Input(Failure),
    /// A sentence that says it all.
    Plain(String),
}

impl From<Failure> for Wrong {
    fn from(failure: Failure) -> Self {
        Self::Input(failure)
    }
}

/// Does what the arguments say, the name of the program first, and returns the exit status. With a cluster the
/// cells of jobs may be done there (`--dask`).
pub fn run<A: Into<OsString> + Clone>(
    arguments: impl IntoIterator<Item = A>,
    cluster: Option<Box<dyn Cluster>>,
) -> u8 {
    signals::survive_large_files();
    outplay_render::fit_to(output::columns());
    cluster::set(cluster);
    let status = match Arguments::try_parse_from(arguments) {
        Ok(Arguments { command }) => ended(done(&command), &command),
        Err(error) => unparsed(&error),
    };
    match unwritten() {
        Some(why) => {
            remark(&format!("error: the answer could not be written: {why}\n"));
            1
        }
        None => status,
    }
}

/// Says why there is nothing to do: the arguments are wrong, or help was asked for.
fn unparsed(error: &clap::Error) -> u8 {
    let printed = error.print();
    if error.use_stderr() {
        return 2;
    }
    written(printed);
    0
}

/// The exit status, and what went wrong where there is no answer.
fn ended(done: Result<Done, Wrong>, command: &Command) -> u8 {
    match done {
        Ok(Done::Well) => 0,
        Ok(Done::WrongInput) => 1,
        Ok(Done::Stopped) => 3,
        Ok(Done::Unexpected) => 4,
        // As shells count signals.
        Ok(Done::Ended(signal)) => u8::try_from(128 + signal).unwrap_or(u8::MAX),
        Err(wrong) => {
            let stopped = matches!(&wrong, Wrong::Input(failure) if failure.stopped.is_some());
            problems::wrong(wrong, command.format());
            if stopped { 3 } else { 1 }
        }
    }
}

/// Does what was asked. A hand and two decks have options of their own; all other games are alike.
fn done(command: &Command) -> Result<Done, Wrong> {
    match command {
        Command::Games(args) => return games::run(args),
        Command::New(args) => return new::run(args),
        Command::Schema => return schema::run(),
        Command::Completions(args) => return Ok(completions::run(args)),
        #[cfg(feature = "web")]
        Command::Serve(args) => return serve::run(args),
        _ => {}
    }
    memory::allow(command.max_memory().unwrap_or_else(memory::usual));
    let name = command.game().unwrap_or_default();
    if let (Command::Deal(_), None | Some(Kind::Fight | Kind::Sides)) = (command, kind_of(name)) {
        hand::refuse_elsewhere(command)?;
        return Err(files::no_such("deal", name, &[outplay_render::hand::NAME, "combat"]));
    }
    let source = files::source(name)?;
    if let Command::Sweep(args) = command {
        return sweep::run(args, source);
    }
    match registry::kind(&source) {
        Some(Kind::Hand) => return hand::run(command, source),
        Some(Kind::Combat) => return combat::run(command, &source),
        Some(Kind::Fight | Kind::Sides) | None => {}
    }
    hand::refuse_elsewhere(command)?;
    match command {
        Command::Show(args) => show::run(args, source),
        Command::Check(args) => check::run(args, &source),
        Command::Solve(args) => solve::run(args, source),
        Command::Replay(args) => replay::run(args, source),
        Command::Compare(args) => compare::run(args, source),
        Command::Match(args) => matches::run(args, source),
        Command::Play(args) => play::run(args, source),
        Command::Tournament(args) => tournament::run(args, source),
        Command::Tune(args) => tune::run(args, source),
        Command::Report(args) => report::run(args, source),
        _ => unreachable!("what has no game was done above"),
    }
}

/// What a game that ships is.
fn kind_of(name: &str) -> Option<Kind> {
    registry::find(name).map(|entry| entry.kind)
}
