//! The `outplay` program: reads arguments, asks the library, draws the answer.

mod cli;
mod json;
mod play;
mod serve;
mod tell;
mod tui;

fn main() -> std::process::ExitCode {
    cli::run()
}
