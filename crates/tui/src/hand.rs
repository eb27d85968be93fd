//! A hand on the full screen: play cards, pitch cards, and see what was possible.

use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::help::Help;
use super::save::transcript;
use super::worker::{Answer, Found, Query, Question};
use super::{App, Command, Effect, Event, Theme, hand_view, saving_note};
use outplay_render::play::{BestTurn, HandReview, HandSitting};

/// A hand of cards on the full screen: cards are played and pitched, and in the end what was possible
/// is shown beside what was done.
pub struct HandApp {
    pub(super) sitting: HandSitting,
    /// Which card the arrows are at.
    pub(super) selected: usize,
    pub(super) note: String,
    /// The best turn from here, once asked for.
    pub(super) hint: String,
    pub(super) review: Option<HandReview>,
    pub(super) help: Help,
    pub(super) waiting: bool,
    number: u64,
}

impl HandApp {
    /// A hand, nothing of it played.
    pub fn new(sitting: HandSitting) -> Self {
        Self {
            sitting,
            selected: 0,
            note: String::new(),
            hint: String::new(),
            review: None,
            help: Help::default(),
            waiting: false,
            number: 0,
        }
    }

    fn is_over(&self) -> bool {
        self.sitting.state().0.is_over()
    }

    /// After a move: at the end of the turn, what was possible.
    fn refresh(&mut self) -> Vec<Effect> {
        self.review = None;
        self.hint.clear();
        if self.is_over() {
            return self.ask(self.sitting.rests());
        }
        self.waiting = false;
        vec![Effect::Forget]
    }

    fn ask(&mut self, hands: Vec<outplay::hand::Hand>) -> Vec<Effect> {
        self.number += 1;
        self.waiting = true;
        let query = Query::Turns(hands, self.sitting.limits);
        vec![Effect::Ask(Question { number: self.number, query })]
    }

    fn play(&mut self, verb: &str) -> Vec<Effect> {
        let Some(card) = self.sitting.hand.cards.get(self.selected) else { return Vec::new() };
        let text = if verb == "end" { verb.to_owned() } else { format!("{verb} {}", card.name) };
        match self.sitting.play(&text) {
            Ok(()) => self.refresh(),
            Err(reason) => {
                self.note = format!("{text}: {reason}.");
                Vec::new()
            }
        }
    }

    fn say(&mut self, note: &str) {
        note.clone_into(&mut self.note);
    }

    fn command(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::Quit => return vec![Effect::Quit],
            Command::Help => self.help.open(),
            Command::Hint if self.is_over() => {
                self.say("The turn is over. F3 takes a move back.");
            }
            Command::Hint => {
                let rest = self.sitting.rests().pop();
                return self.ask(rest.into_iter().collect());
            }
            Command::Undo if self.sitting.undo() => {
                self.say("Taken back.");
                return self.refresh();
            }
            Command::Undo => self.say("There is nothing to take back."),
            Command::New => {
                self.sitting.again();
                self.selected = 0;
                self.note = match self.sitting.dealt {
                    Some(seed) => format!("The hand of seed {seed}."),
                    None => "The same hand again.".to_owned(),
                };
                return self.refresh();
            }
            Command::Save => {
                let about = match &self.review {
                    Some(review) => review.verdict.join(" "),
                    None => "Not over yet.".to_owned(),
                };
                let text = transcript("A hand", &about, &self.sitting.replay_command());
                return vec![Effect::Save("hand".to_owned(), text)];
            }
            Command::Speed | Command::Pause => {}
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
        let plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        let count = self.sitting.hand.cards.len();
        let last = count.saturating_sub(1);
        match key.code {
            KeyCode::Enter => return self.play("play"),
            KeyCode::Char(letter) if plain => match letter.to_ascii_lowercase() {
                'p' => return self.play("play"),
                'i' => return self.play("pitch"),
                'e' => return self.play("end"),
                digit @ '1'..='9' => {
                    let place = digit as usize - '1' as usize;
                    self.selected = if place < count { place } else { self.selected };
                }
                _ => self.say("P plays the card, I pitches it, E ends the turn."),
            },
            KeyCode::Up => self.selected = self.selected.checked_sub(1).unwrap_or(last),
            KeyCode::Down => {
                self.selected = if self.selected < last { self.selected + 1 } else { 0 }
            }
            KeyCode::Esc => self.hint.clear(),
            KeyCode::Home => self.selected = 0,
            KeyCode::End => self.selected = last,
            KeyCode::PageUp => self.selected = self.selected.saturating_sub(10),
            KeyCode::PageDown => self.selected = (self.selected + 10).min(last),
            _ => {}
        }
        Vec::new()
    }

    fn answer(&mut self, answer: Answer) {
        if answer.number != self.number || !std::mem::take(&mut self.waiting) {
            return;
        }
        match answer.found {
            Ok(Found::Turns(turns)) if self.is_over() => {
                self.review = Some(self.sitting.review(&turns));
            }
            Ok(Found::Turns(turns)) => {
                self.hint = turns.first().map_or(String::new(), BestTurn::hint);
            }
            Ok(_) => {}
            Err(why) => self.note = format!("No answer: {why}"),
        }
    }
}

impl App for HandApp {
    fn begin(&mut self) -> Vec<Effect> {
        self.refresh()
    }

    fn handle(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Key(key) => return self.key(key),
            Event::Tick => {}
            Event::Answer(answer) => self.answer(answer),
            Event::Saved(saved) => self.note = saving_note(saved),
        }
        Vec::new()
    }

    fn pace(&self) -> Option<Duration> {
        None
    }

    fn draw(&self, frame: &mut Frame, theme: Theme) {
        hand_view::draw(self, frame, theme);
    }

    fn farewell(&self) -> String {
        if self.sitting.line.is_empty() {
            return String::new();
        }
        let verdict = self.review.as_ref().map_or(String::new(), |review| {
            review.verdict.iter().map(|line| format!("{line}\n")).collect()
        });
        format!("{verdict}To see it again: {}\n", self.sitting.replay_command())
    }
}
