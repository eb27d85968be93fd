//! A game of two sides on the full screen: who is asked what, and what comes of it.
//!
//! Whoever is to choose is either asked (keys make moves) or a style is (a question goes out, and
//! its answer waits for the clock before it is played, so that it can be seen). Every question has
//! a number; answers to any but the last are dropped. Keys are in `game_keys`; what is shown turn by
//! turn, and a finished game stepped through, in `game_steps`.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Duration;

use outplay::game::Player;
use outplay::{Chosen, Failure, Hint, Position, Review, Sitting};
use ratatui::Frame;

use super::game_steps::Look;
use super::help::Help;
use super::worker::{Answer, Found, Query, Question};
use super::{App, Effect, Event, Speed, Theme, game_view, saving_note};
use outplay_render::commands::{play_on, replay_of};
use outplay_render::play::{best_line, makeshift, review_verdict};

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
    /// A finished game that is stepped through: where it is looked at.
    pub(super) look: Option<Look>,
    /// So many turns of what has happened have been shown.
    pub(super) seen: usize,
    /// How the dice fell after the last move, and how likely that was.
    pub(super) falls: Vec<(String, f64)>,
    /// Are hints wanted wherever somebody is asked?
    pub(super) hinting: bool,
    /// What each move is worth, where that is known.
    pub(super) hints: Vec<Hint>,
    /// What each move was worth along the line, by how many had been made.
    pub(super) worths: BTreeMap<usize, Vec<Hint>>,
    /// Something to say in a line.
    pub(super) note: String,
    pub(super) waiting: Option<Waiting>,
    /// What a style plays when the time has come.
    pub(super) ready: Option<Chosen>,
    pub(super) review: Option<Review>,
    pub(super) help: Help,
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
    pub(super) unasked: usize,
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
            look: None,
            seen: usize::MAX,
            falls: Vec::new(),
            hinting: false,
            worths: BTreeMap::new(),
            selected: 0,
            hints: Vec::new(),
            note: String::new(),
            waiting: None,
            ready: None,
            review: None,
            help: Help::default(),
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

    pub(super) fn name(&self, player: Player) -> &str {
        &self.sitting.about().side(player).name
    }

    /// Asks, about the position that is looked at.
    pub(super) fn ask(&mut self, waiting: Waiting) -> Vec<Effect> {
        self.number += 1;
        self.waiting = Some(waiting);
        let sitting = self.look.as_ref().map_or(&self.sitting, |look| &look.sitting);
        let sitting = Box::new(sitting.clone());
        let query = match waiting {
            Waiting::Move => Query::Choose(sitting),
            Waiting::Hints => Query::Hints(sitting),
            Waiting::Review => Query::Review(sitting),
        };
        vec![Effect::Ask(Question { number: self.number, query })]
    }

    /// Looks at the position anew after the moves have changed: by a move, when so many had been made,
    /// or otherwise.
    pub(super) fn refresh(&mut self, moved: Option<usize>) -> Vec<Effect> {
        self.hints.clear();
        (self.ready, self.review, self.waiting) = (None, None, None);
        self.look = None;
        (self.scroll, self.reviewed) = (0, 0);
        match self.sitting.position() {
            Ok(position) => {
                let before = std::mem::replace(&mut self.position, position);
                self.show_all();
                self.falls.clear();
                if let Some(count) = moved {
                    self.show_from(&before);
                    let new = count..self.sitting.count();
                    self.falls = new.filter_map(|place| self.sitting.fall(place)).collect();
                }
            }
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
                if self.hinting { self.ask_for_hints() } else { vec![Effect::Forget] }
            }
            Some(_) => self.ask(Waiting::Move),
        }
    }

    pub(super) fn select(&mut self, option: usize) {
        (self.selected, self.in_view) = (option, option);
    }

    /// Makes a move.
    pub(super) fn play(&mut self, key: &str, by_somebody: bool) -> Vec<Effect> {
        let count = self.sitting.count();
        match self.sitting.play(key, by_somebody) {
            Ok(()) => self.refresh(Some(count)),
            Err(reason) => {
                self.note = format!("{reason}.");
                Vec::new()
            }
        }
    }

    /// Plays what a style has chosen.
    pub(super) fn step(&mut self) -> Vec<Effect> {
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

    /// Shows what each move is worth.
    pub(super) fn take_hints(&mut self, hints: Vec<Hint>) {
        let best = hints.iter().find(|hint| hint.best).map(|hint| &hint.key);
        let options = &self.shown().options;
        let best = options.iter().position(|option| Some(&option.key) == best);
        self.in_view = best.unwrap_or(self.selected);
        self.hints = hints;
    }

    fn answer(&mut self, answer: Answer) -> Vec<Effect> {
        if answer.number != self.number || self.waiting.take().is_none() {
            return Vec::new();
        }
        match answer.found {
            Ok(Found::Chosen(chosen)) => self.ready = chosen,
            Ok(Found::Hints(hints)) => {
                let count = self.look.as_ref().map_or(self.sitting.count(), |look| look.count);
                self.worths.insert(count, hints.clone());
                self.take_hints(hints);
            }
            Ok(Found::Review(review)) => {
                self.review = Some(*review);
                // Where somebody has stepped back meanwhile.
                if self.hinting && self.look.is_some() {
                    return self.ask_for_hints();
                }
            }
            Ok(Found::Turns(_)) => {}
            Err(why) => self.note = format!("No answer: {why}"),
        }
        Vec::new()
    }
}

impl App for GameApp {
    fn begin(&mut self) -> Vec<Effect> {
        self.refresh(None)
    }

    fn handle(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Key(key) => return self.key(key),
            Event::Tick if self.is_showing() => self.show_next(),
            Event::Tick if !self.paused => return self.step(),
            Event::Tick => {}
            Event::Answer(answer) => return self.answer(answer),
            Event::Saved(saved) => self.note = saving_note(saved),
        }
        Vec::new()
    }

    fn pace(&self) -> Option<Duration> {
        let goes_on = self.is_showing() || self.ready.is_some() && !self.paused;
        goes_on.then(|| self.speed.step())
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
