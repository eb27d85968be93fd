//! The command line: arguments in, answers printed. Here files are read and exit statuses known: 0 it
//! did what was asked, 1 the input is wrong, 2 the arguments cannot be parsed, 3 a limit stopped it,
//! 128 and a signal that ended it.

mod args;
mod check;
mod combat;
mod compare;
mod draw;
mod fight;
mod files;
mod games;
mod hand;
mod matches;
mod new;
mod play;
mod prompts;
mod replay;
mod schema;
mod serve;
mod show;
mod solve;
mod tournament;
mod tree;
mod versus;

use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Parser;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use outplay::{Failure, thousands};

use args::{Arguments, Command, Format};
use outplay_render::{self as tell, json};

/// How a command ended.
enum Done {
    /// It did what was asked.
    Well,
    /// The input is wrong, and that was said.
    WrongInput,
    /// A limit stopped it, and that was said.
    Stopped,
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

fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    let format = command.format();
    // Hands, trees and combat have commands of their own; everything else is a fight.
    let done = hand::run(&command)
        .or_else(|| hand::refuse_elsewhere(&command).err().map(Err))
        .or_else(|| tree::run(&command))
        .or_else(|| combat::run(&command))
        .unwrap_or_else(|| match command {
            Command::Games(asked) => games::run(&asked),
            Command::Show(asked) => show::run(&asked),
            Command::Check(asked) => check::run(&asked),
            Command::New(asked) => new::run(&asked),
            Command::Solve(asked) => solve::run(&asked),
            Command::Replay(asked) => replay::run(&asked),
            Command::Compare(asked) => compare::run(&asked),
            Command::Deal(asked) => {
                Err(files::no_such("deal", &asked.game, &[tell::hand::NAME, tell::combat::NAME]))
            }
            Command::Match(asked) => matches::run(&asked),
            Command::Play(asked) => play::run(&asked),
            Command::Tournament(asked) => tournament::run(&asked),
            Command::Schema => schema::run(),
            Command::Serve(asked) => serve::run(&asked),
        });
    match done {
        Ok(Done::Well) => ExitCode::SUCCESS,
        Ok(Done::WrongInput) => ExitCode::from(1),
        Ok(Done::Stopped) => ExitCode::from(3),
        // As shells count signals.
        Ok(Done::Ended(signal)) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(u8::MAX)),
        Err(wrong) => {
            draw::wrong(&wrong, format);
            ExitCode::from(1)
        }
    }
}

/// Prints an answer. A reader who has gone away is no reason to complain.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Prints a remark that is not part of the answer.
fn remark(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(text.as_bytes());
}

/// Prints an answer for programs.
fn print_json(value: &impl serde::Serialize) {
    let text = serde_json::to_string_pretty(value).expect("answers have only string keys");
    print(&(text + "\n"));
}

/// Prints the answers of several modes as one value for programs: one answer as itself, more of
/// them under the name of the game.
fn print_modes(game: &str, answers: &[impl serde::Serialize]) {
    print_json(&json::modes(game, answers));
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C asks the search to stop; a second one ends the program.
fn listen_for_interrupts() -> &'static AtomicBool {
    // A handler that cannot be set leaves the usual behaviour, which is fine.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    &INTERRUPTED
}

/// A spinner that counts states, on a terminal, for work that takes a moment.
struct Progress(ProgressBar);

impl Progress {
    fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed})");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// A bar for work whose length is known.
    fn counting(length: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
        let style =
            ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} ({eta} left)");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// How much of it is done.
    fn at(&self, done: u64) {
        self.0.set_position(done);
    }

    fn tell(&self, states: u64) {
        self.tell_of(states, "states");
    }

    fn tell_of(&self, number: u64, what: &str) {
        if self.0.elapsed() > Duration::from_millis(300) {
            self.0.set_message(format!("{} {what}, Ctrl-C for what is known", thousands(number)));
            self.0.tick();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Is the answer read by a person at a terminal who wants colour?
fn colourful(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether somebody wants JSON.
fn wants_json(format: Format) -> bool {
    format == Format::Json
}
