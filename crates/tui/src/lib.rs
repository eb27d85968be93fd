//! Outplay on the full screen of a terminal.
//!
//! [`GameApp`] plays any game of two sides, [`HandApp`] a hand of cards, [`CombatApp`] shows two decks
//! that fight; [`run`] puts one of them on the screen until somebody leaves.
//!
//! Three parts that do not know each other's business: an [`App`] is a state machine (events in,
//! effects out) that can draw itself into a frame; `worker` answers its questions off this
//! thread, so that no search holds up a key; `screen` owns the terminal and the clock.
//! `game`, `hand` and `combat` are the apps, each with its view beside it. No game is known here by
//! its name or its rules.

mod combat;
mod combat_view;
#[cfg(test)]
mod dice_tests;
mod game;
mod game_fighters;
mod game_keys;
mod game_line;
mod game_log;
mod game_moves;
mod game_steps;
mod game_view;
mod hand;
mod hand_view;
mod help;
#[cfg(all(test, unix))]
mod panic_tests;
mod pieces;
mod save;
mod screen;
#[cfg(test)]
mod size_tests;
#[cfg(test)]
mod step_tests;
#[cfg(test)]
mod tests;
mod theme;
mod worker;

use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;

pub use combat::CombatApp;
pub use game::GameApp;
pub use hand::HandApp;
pub use screen::{Left, run};
pub use theme::Theme;
pub use worker::{Answer, Found, Query, Question};

/// What happens to an app.
#[derive(Debug)]
pub enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// The time that [`App::pace`] asked for has passed.
    Tick,
    /// A question was answered.
    Answer(Answer),
    /// Something was saved under this name, or why not.
    Saved(Result<String, String>),
}

/// What an app wants done.
#[derive(Debug)]
pub enum Effect {
    /// Answer this; earlier questions do not matter any more.
    Ask(Question),
    /// No question matters any more.
    Forget,
    /// Save a text in a new file whose name begins like this.
    Save(String, String),
    /// Leave.
    Quit,
}

/// Something on the full screen: a state machine that takes in [`Event`]s, says what is to be done
/// about them as [`Effect`]s, and draws itself. It neither waits nor searches; [`run`] does.
pub trait App {
    /// What to do at the start.
    fn begin(&mut self) -> Vec<Effect> {
        Vec::new()
    }

    /// Takes in what happened, and says what is to be done.
    fn handle(&mut self, event: Event) -> Vec<Effect>;

    /// When the next [`Event::Tick`] is wanted.
    fn pace(&self) -> Option<Duration>;

    /// Draws the whole screen.
    fn draw(&self, frame: &mut Frame, theme: Theme);

    /// What to say on the way out.
    fn farewell(&self) -> String;
}

/// What came of saving, in a line.
fn saving_note(saved: Result<String, String>) -> String {
    saved.map_or_else(|why| why, |file| format!("Saved. It is told again by: sh {file}"))
}

/// How fast things go that nobody is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speed {
    /// A step in a second and a half.
    Slow,
    /// Two steps a second.
    Normal,
    /// Eight steps a second.
    Fast,
    /// No waiting.
    AtOnce,
}

impl Speed {
    /// The next one round.
    pub(crate) fn next(self) -> Self {
        match self {
            Self::Slow => Self::Normal,
            Self::Normal => Self::Fast,
            Self::Fast => Self::AtOnce,
            Self::AtOnce => Self::Slow,
        }
    }

    /// What it is called.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Normal => "normal",
            Self::Fast => "fast",
            Self::AtOnce => "at once",
        }
    }

    /// How long a step takes.
    pub(crate) fn step(self) -> Duration {
        Duration::from_millis(match self {
            Self::Slow => 1500,
            Self::Normal => 500,
            Self::Fast => 125,
            Self::AtOnce => 0,
        })
    }
}

/// What a key asks for, the same in every app. Letters and digits belong to the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Help,
    Hint,
    Undo,
    New,
    Save,
    Speed,
    Pause,
    Quit,
}

impl Command {
    /// The command of a key, if it is one.
    pub(crate) fn of(key: KeyEvent) -> Option<Self> {
        use ratatui::crossterm::event::{KeyCode, KeyModifiers};
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        Some(match key.code {
            KeyCode::F(1) => Self::Help,
            KeyCode::F(2) => Self::Hint,
            KeyCode::F(3) | KeyCode::Backspace => Self::Undo,
            KeyCode::F(4) => Self::New,
            KeyCode::F(5) => Self::Save,
            KeyCode::F(6) => Self::Speed,
            KeyCode::F(7) | KeyCode::Char(' ') => Self::Pause,
            KeyCode::F(10) => Self::Quit,
            KeyCode::Char(letter) if control => match letter.to_ascii_lowercase() {
                'k' => Self::Help,
                't' => Self::Hint,
                'u' => Self::Undo,
                'n' => Self::New,
                's' => Self::Save,
                'r' => Self::Speed,
                'p' => Self::Pause,
                'c' | 'q' => Self::Quit,
                _ => return None,
            },
            _ => return None,
        })
    }
}
