//! A game of two sides on the full screen: what every key and every answer does to it.
//!
//! Whoever is to choose is either asked (keys make moves) or a style is (a question goes out, and
//! its answer waits for the clock before it is played, so that it can be seen). Every question has
//! a number; answers to any but the last are dropped.

use std::cell::Cell;
use std::time::Duration;

use outplay::game::Player;
use outplay::{Chosen, Failure, Hint, MoveOption, Position, Review, Sitting};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::save::transcript;
use super::worker::{Answer, Found, Query, Question};
use super::{App, Command, Effect, Event, Speed, Theme, closes, game_view, saving_note};
use outplay_render::commands::{play_on, replay_of};
use outplay_render::play::{best_line, makeshift, review_verdict, seat};

/// Players who are never asked pause after so many moves.
const MOST_UNASKED: usize = 500;

/// What only drawing finds out: how far things can be scrolled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// So many lines of the log are a page.
    pub(super) page: usize,
    /// The log cannot be scrolled back any further.
    pub(super) back: usize,
    /// Nor the review on.
    pub(super) review: usize,
    /// Does the log take the place of the review while it is scrolled?
    pub(super) shared: bool,
}

/// A game of two sides on the full screen: a fight, or any other. Whoever sits at it is asked for moves,
/// styles play by the clock, and in the end the moves are looked at again.
pub struct GameApp {
    pub(super) sitting: Sitting,
    pub(super) position: Position,
    /// Which option the arrows are at.
    pub(super) selected: usize,
    /// What each move is worth, once asked for.
    pub(super) hints: Vec<Hint>,
    /// Something to say in a line.
    pub(super) note: String,
    pub(super) waiting: Option<Waiting>,
    /// What a style plays when the time has come.
    pub(super) ready: Option<Chosen>,
    pub(super) review: Option<Review>,
    pub(super) help: bool,
    pub(super) speed: Speed,
    pub(super) paused: bool,
    /// The move that must be seen where there is not room for all: where the arrows are, or the
    /// best one when a hint has come.
    pub(super) in_view: usize,
    /// How far the log is scrolled back from its end; where it takes the place of the review, 1 is
    /// its end.
    pub(super) scroll: usize,
    /// How far the review is scrolled from its start.
    pub(super) reviewed: usize,
    pub(super) room: Cell<Room>,
    number: u64,
    unasked: usize,
}

/// What the last question was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waiting {
    Move,
    Hints,
    Review,
}

impl GameApp {
    /// A game, shown from where it stands.
    ///
    /// # Errors
    /// When it is not played move by move.
    pub fn new(sitting: Sitting) -> Result<Self, Failure> {
        let position = sitting.position()?;
        Ok(Self {
            sitting,
            position,
            selected: 0,
            hints: Vec::new(),
            note: String::new(),
            waiting: None,
            ready: None,
            review: None,
            help: false,
            speed: Speed::Normal,
            paused: false,
            in_view: 0,
            scroll: 0,
            reviewed: 0,
            room: Cell::new(Room { page: 1, back: 0, review: 0, shared: false }),
            number: 0,
            unasked: 0,
        })
    }

    /// The player who is asked now.
    pub(super) fn asked(&self) -> Option<Player> {
        self.position.chooses.filter(|&player| self.sitting.is_asked(player))
    }

    fn name(&self, player: Player) -> &str {
        &self.sitting.about().side(player).name
    }

    fn ask(&mut self, waiting: Waiting) -> Vec<Effect> {
        self.number += 1;
        self.waiting = Some(waiting);
        let sitting = Box::new(self.sitting.clone());
        let query = match waiting {
            Waiting::Move => Query::Choose(sitting),
            Waiting::Hints => Query::Hints(sitting),
            Waiting::Review => Query::Review(sitting),
        };
        vec![Effect::Ask(Question { number: self.number, query })]
    }

    /// Looks at the position anew after the moves have changed.
    fn refresh(&mut self) -> Vec<Effect> {
        self.hints.clear();
        (self.ready, self.review, self.waiting) = (None, None, None);
        (self.scroll, self.reviewed) = (0, 0);
        match self.sitting.position() {
            Ok(position) => self.position = position,
            Err(failure) => {
                self.note = failure.to_string();
                return vec![Effect::Forget];
            }
        }
        let usable = self.position.options.iter().position(|option| option.refused.is_none());
        self.select(usable.unwrap_or(0));
        match self.position.chooses {
            None => self.ask(Waiting::Review),
            Some(player) if self.sitting.is_asked(player) => {
                self.unasked = 0;
                vec![Effect::Forget]
            }
            Some(_) => self.ask(Waiting::Move),
        }
    }

    fn select(&mut self, option: usize) {
        (self.selected, self.in_view) = (option, option);
    }

    /// Makes a move.
    fn play(&mut self, key: &str, by_somebody: bool) -> Vec<Effect> {
        match self.sitting.play(key, by_somebody) {
            Ok(()) => self.refresh(),
            Err(reason) => {
                self.note = format!("{reason}.");
                Vec::new()
            }
        }
    }

    /// Plays what a style has chosen.
    fn step(&mut self) -> Vec<Effect> {
        let Some(chosen) = self.ready.take() else { return Vec::new() };
        self.note.clear();
        if let Some(why) = chosen.instead {
            let who = self.position.chooses.map_or("", |player| self.name(player));
            let (what, why) = (makeshift(self.sitting.about()), why.to_string());
            self.note = format!("{who} plays {what} instead: {}", why.trim_end());
        }
        self.unasked += 1;
        if self.unasked.is_multiple_of(MOST_UNASKED) {
            self.paused = true;
            self.note = format!("No end in sight after {} moves. F7 goes on.", self.unasked);
        }
        self.play(&chosen.key, false)
    }

    /// Makes the move with this key for whoever is asked.
    fn choose(&mut self, key: &str) -> Vec<Effect> {
        self.note.clear();
        if self.asked().is_some() {
            return self.play(key, true);
        }
        self.note = match self.position.chooses {
            Some(player) => format!("{} is to choose.", self.name(player)),
            None => "It is over. F3 takes a move back, F4 begins a new game.".to_owned(),
        };
        Vec::new()
    }

    /// A letter is the key of a move; where keys are longer it leads to the next that begins with it.
    fn letter(&mut self, letter: char) -> Vec<Effect> {
        let options = &self.position.options;
        let is_key =
            |option: &MoveOption| option.key.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4]));
        let begins = |option: &MoveOption| {
            option.key.chars().next().is_some_and(|first| first.eq_ignore_ascii_case(&letter))
        };
        if self.asked().is_some() && !options.iter().any(is_key) {
            let count = options.len();
            let next = (1..=count).map(|steps| (self.selected + steps) % count);
            if let Some(next) = next.into_iter().find(|&next| begins(&options[next])) {
                self.note.clear();
                self.select(next);
                return Vec::new();
            }
        }
        self.choose(&letter.to_string())
    }

    fn say(&mut self, note: &str) {
        note.clone_into(&mut self.note);
    }

    fn command(&mut self, command: Command) -> Vec<Effect> {
        self.note.clear();
        match command {
            Command::Quit => return vec![Effect::Quit],
            Command::Help => self.help = true,
            Command::Hint if self.position.chooses.is_none() => {
                self.say("It is over: there is nothing to choose.");
            }
            Command::Hint if self.asked().is_some() || self.ready.is_some() => {
                return self.ask(Waiting::Hints);
            }
            Command::Hint => self.say("Wait for the move."),
            Command::Undo if self.sitting.undo() => {
                // Whoever only watches would see it made again at once.
                self.paused = self.sitting.is_watched();
                let effects = self.refresh();
                self.say(if self.paused { "" } else { "Taken back." });
                return effects;
            }
            Command::Undo => self.say("There is nothing to take back."),
            Command::New => {
                self.sitting.again();
                (self.unasked, self.paused) = (0, false);
                let effects = self.refresh();
                self.say("A new game.");
                return effects;
            }
            Command::Save => {
                let about = self.sitting.about();
                let [one, two] = Player::BOTH.map(|player| seat(&self.sitting, player));
                let title = format!("{}: {one} against {two}", about.title);
                let outcome = match &self.review {
                    Some(review) => review_verdict(about, review),
                    None => "Not over yet.".to_owned(),
                };
                let text = transcript(&title, &outcome, &replay_of(&self.sitting));
                return vec![Effect::Save(about.game.clone(), text)];
            }
            Command::Speed => {
                self.speed = self.speed.next();
                self.note = format!("Speed: {}.", self.speed.name());
            }
            Command::Pause if self.asked().is_some() && !self.paused => {
                self.say("It is your move: there is nothing to pause.");
            }
            Command::Pause => {
                self.paused = !self.paused;
                self.say(if self.paused { "" } else { "On it goes." });
            }
        }
        Vec::new()
    }

    fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let command = Command::of(key);
        if closes(&mut self.help, command) {
            return Vec::new();
        }
        if let Some(command) = command {
            return self.command(command);
        }
        let plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        let last = self.position.options.len().saturating_sub(1);
        let room = self.room.get();
        match key.code {
            KeyCode::Char(letter) if plain => return self.letter(letter),
            KeyCode::Enter | KeyCode::Right if self.paused && self.ready.is_some() => {
                return self.step();
            }
            KeyCode::Enter if self.asked().is_some() => {
                let option = self.position.options.get(self.selected);
                let key = option.map(|option| option.key.clone());
                return key.map_or(Vec::new(), |key| self.choose(&key));
            }
            KeyCode::Up if self.review.is_some() => {
                self.reviewed = self.reviewed.saturating_sub(1);
            }
            KeyCode::Down if self.review.is_some() => {
                self.reviewed = (self.reviewed + 1).min(room.review);
            }
            KeyCode::Up => self.select(self.selected.checked_sub(1).unwrap_or(last)),
            KeyCode::Down => self.select(if self.selected < last { self.selected + 1 } else { 0 }),
            KeyCode::PageUp if room.shared && self.scroll == 0 => self.scroll = 1,
            KeyCode::PageUp => self.scroll = (self.scroll + room.page).min(room.back),
            KeyCode::PageDown => {
                let least = usize::from(room.shared && self.scroll > 1);
                self.scroll = self.scroll.saturating_sub(room.page).max(least);
            }
            KeyCode::Esc => {
                self.hints.clear();
                self.note.clear();
                (self.scroll, self.in_view) = (0, self.selected);
            }
            _ => {}
        }
        Vec::new()
    }

    fn answer(&mut self, answer: Answer) {
        if answer.number != self.number || self.waiting.take().is_none() {
            return;
        }
        match answer.found {
            Ok(Found::Chosen(chosen)) => self.ready = chosen,
            Ok(Found::Hints(hints)) => {
                let best = hints.iter().find(|hint| hint.best).map(|hint| &hint.key);
                let options = &self.position.options;
                let best = options.iter().position(|option| Some(&option.key) == best);
                self.in_view = best.unwrap_or(self.selected);
                self.hints = hints;
            }
            Ok(Found::Review(review)) => self.review = Some(*review),
            Ok(Found::Turns(_)) => {}
            Err(why) => self.note = format!("No answer: {why}"),
        }
    }
}

impl App for GameApp {
    fn begin(&mut self) -> Vec<Effect> {
        self.refresh()
    }

    fn handle(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Key(key) => return self.key(key),
            Event::Tick if !self.paused => return self.step(),
            Event::Tick => {}
            Event::Answer(answer) => self.answer(answer),
            Event::Saved(saved) => self.note = saving_note(saved),
        }
        Vec::new()
    }

    fn pace(&self) -> Option<Duration> {
        (self.ready.is_some() && !self.paused).then(|| self.speed.step())
    }

    fn draw(&self, frame: &mut Frame, theme: Theme) {
        game_view::draw(self, frame, theme);
    }

    fn farewell(&self) -> String {
        let (about, replay) = (self.sitting.about(), replay_of(&self.sitting));
        match &self.review {
            Some(review) => {
                let verdict = review_verdict(about, review);
                let best = best_line(about, &review.best);
                format!("{verdict}\n{best}\nTo see it again: {replay}\n")
            }
            None if self.sitting.count() == 0 => String::new(),
            None => {
                let go_on = play_on(&self.sitting);
                format!("To see it again: {replay}\nTo go on:        {go_on}\n")
            }
        }
    }
}
