//! Two decks on the full screen: step through the rounds, or let them run.

use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::help::Help;
use super::save::transcript;
use super::{App, Command, Effect, Event, Speed, Theme, combat_view, saving_note};
use outplay_render::play::CombatSitting;

/// Two decks that fight by themselves on the full screen: round by round, or by the clock.
pub struct CombatApp {
    pub(super) sitting: CombatSitting,
    /// How many rounds have been shown to their end.
    pub(super) shown: usize,
    pub(super) running: bool,
    pub(super) speed: Speed,
    pub(super) note: String,
    pub(super) help: Help,
}

impl CombatApp {
    /// Two decks before the first round.
    pub fn new(sitting: CombatSitting) -> Self {
        Self {
            sitting,
            shown: 0,
            running: false,
            speed: Speed::Normal,
            note: String::new(),
            help: Help::default(),
        }
    }

    /// How many rounds there are.
    pub(super) fn rounds(&self) -> usize {
        self.sitting.replay.turns.len()
    }

    /// Has the last round been shown?
    pub(super) fn is_over(&self) -> bool {
        self.shown == self.rounds()
    }

    fn go(&mut self, shown: usize) {
        self.shown = shown.min(self.rounds());
        self.running &= !self.is_over();
    }

    fn say(&mut self, note: &str) {
        note.clone_into(&mut self.note);
    }

    fn command(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::Quit => return vec![Effect::Quit],
            Command::Help => self.help.open(),
            Command::Undo => self.go(self.shown.saturating_sub(1)),
            Command::New => {
                self.sitting.again();
                (self.shown, self.running) = (0, false);
            }
            Command::Save => {
                let ending = outplay_render::combat::ending(&self.sitting.replay);
                let about = ending.lines().last().unwrap_or_default();
                let text = transcript("Combat", about, &self.sitting.replay_command());
                return vec![Effect::Save("combat".to_owned(), text)];
            }
            Command::Speed => {
                self.speed = self.speed.next();
                self.note = format!("Speed: {}.", self.speed.name());
            }
            Command::Pause if self.is_over() => self.say("It is over. F4 begins again."),
            Command::Pause => self.running = !self.running,
            Command::Hint => self.say("Nobody chooses anything here."),
        }
        Vec::new()
    }

    fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let command = Command::of(key);
        if self.help.takes(key, command) {
            return Vec::new();
        }
        self.note.clear();
        if let Some(command) = command {
            return self.command(command);
        }
        match key.code {
            KeyCode::Enter | KeyCode::Right | KeyCode::Down => self.go(self.shown + 1),
            KeyCode::Left | KeyCode::Up => self.go(self.shown.saturating_sub(1)),
            KeyCode::PageDown => self.go(self.shown + 10),
            KeyCode::PageUp => self.go(self.shown.saturating_sub(10)),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(usize::MAX),
            _ => {}
        }
        Vec::new()
    }
}

impl App for CombatApp {
    fn handle(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Key(key) => return self.key(key),
            Event::Tick if self.running => self.go(self.shown + 1),
            Event::Tick | Event::Answer(_) => {}
            Event::Saved(saved) => self.note = saving_note(saved),
        }
        Vec::new()
    }

    fn pace(&self) -> Option<Duration> {
        self.running.then(|| self.speed.step())
    }

    fn draw(&self, frame: &mut Frame, theme: Theme) {
        combat_view::draw(self, frame, theme);
    }

    fn farewell(&self) -> String {
        format!("To see all of it: {}\n", self.sitting.replay_command())
    }
}
