//! What every key does to a game of two sides.

use outplay::MoveOption;
use outplay::game::Player;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::game::{GameApp, Waiting};
use super::save::transcript;
use super::{Command, Effect};
use outplay_render::commands::replay_of;
use outplay_render::play::{review_verdict, seat};

/// Is this what a letter stands for?
fn is_key(option: &MoveOption, letter: char) -> bool {
    option.key.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4]))
}

impl GameApp {
    /// Makes the move with this key for whoever is asked.
    fn choose(&mut self, key: &str) -> Vec<Effect> {
        self.note.clear();
        if self.asked().is_some() {
            return self.play(key, true);
        }
        self.note = match self.position.chooses {
            Some(player) => format!("{} is to choose.", self.name(player)),
            None => "It is over. Left steps back through it, F3 takes a move back, F4 begins a \
                     new game."
                .to_owned(),
        };
        Vec::new()
    }

    /// A letter is the key of a move; where keys are longer it leads to the next that begins with it.
    fn letter(&mut self, letter: char) -> Vec<Effect> {
        if let Some(look) = &self.look {
            let mut options = look.position.options.iter();
            let can = options.any(|option| is_key(option, letter) && option.refused.is_none());
            let asked = look.position.chooses.is_some_and(|player| self.sitting.is_asked(player));
            if !(can && asked) {
                self.say("Enter goes on from here; Left and Right step.");
                return Vec::new();
            }
            let mut effects = self.try_again();
            effects.extend(self.choose(&letter.to_string()));
            return effects;
        }
        let options = &self.position.options;
        let begins = |option: &MoveOption| {
            option.key.chars().next().is_some_and(|first| first.eq_ignore_ascii_case(&letter))
        };
        if self.asked().is_some() && !options.iter().any(|option| is_key(option, letter)) {
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

    pub(super) fn say(&mut self, note: &str) {
        note.clone_into(&mut self.note);
    }

    /// Hints on and off: on, they come with every position in which somebody is asked.
    fn hint(&mut self) -> Vec<Effect> {
        if self.hinting {
            self.hinting = false;
            self.hints.clear();
            self.in_view = self.selected;
            return self.no_more_hints();
        }
        if self.look.is_some() || self.asked().is_some() {
            self.hinting = true;
            return self.ask_for_hints();
        }
        if self.ready.is_some() {
            return self.ask(Waiting::Hints);
        }
        self.say(match self.position.chooses {
            None => "It is over. Left steps back to where there was something to choose.",
            Some(_) => "Wait for the move.",
        });
        Vec::new()
    }

    fn command(&mut self, command: Command) -> Vec<Effect> {
        self.note.clear();
        match command {
            Command::Quit => return vec![Effect::Quit],
            Command::Help => self.help.open(),
            Command::Hint => return self.hint(),
            Command::Undo if self.sitting.undo() => {
                // Whoever only watches would see it made again at once.
                self.paused = self.sitting.is_watched();
                let count = self.sitting.count();
                self.worths.retain(|&known, _| known <= count);
                let effects = self.refresh(None);
                self.say(if self.paused { "" } else { "Taken back." });
                return effects;
            }
            Command::Undo => self.say("There is nothing to take back."),
            Command::New => {
                self.sitting.again();
                self.worths.clear();
                (self.unasked, self.paused) = (0, false);
                let effects = self.refresh(None);
                self.say("A new game.");
                return effects;
            }
            Command::Save => return vec![self.save()],
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

    /// A transcript.
    fn save(&self) -> Effect {
        let about = self.sitting.about();
        let [one, two] = Player::BOTH.map(|player| seat(&self.sitting, player));
        let title = format!("{}: {one} against {two}", about.title);
        let outcome = match &self.review {
            Some(review) => review_verdict(about, review),
            None => "Not over yet.".to_owned(),
        };
        let text = transcript(&title, &outcome, &replay_of(&self.sitting));
        Effect::Save(about.game.clone(), text)
    }

    /// What a key does.
    pub(super) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let command = Command::of(key);
        if self.help.takes(key, command) {
            return Vec::new();
        }
        if self.is_showing() {
            self.show_all();
            // Whoever only wants to go on makes no move by that; who watches holds it with a space.
            let goes_on = matches!(key.code, KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Esc);
            if goes_on && !self.sitting.is_watched() {
                return Vec::new();
            }
        }
        if let Some(command) = command {
            return self.command(command);
        }
        let plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Char(letter) if plain => self.letter(letter),
            KeyCode::Enter | KeyCode::Right if self.paused && self.ready.is_some() => self.step(),
            KeyCode::Enter if self.look.is_some() => self.try_again(),
            KeyCode::Enter if self.asked().is_some() => {
                let option = self.position.options.get(self.selected);
                let key = option.map(|option| option.key.clone());
                key.map_or(Vec::new(), |key| self.choose(&key))
            }
            code if self.position.chooses.is_none() => self.step_key(code),
            code => {
                self.list_key(code);
                Vec::new()
            }
        }
    }

    /// What the arrows do in a finished game.
    fn step_key(&mut self, code: KeyCode) -> Vec<Effect> {
        let stop = self.stop();
        match code {
            KeyCode::Left => return self.look_at(stop.saturating_sub(1)),
            KeyCode::Right => return self.look_at(stop.saturating_add(1)),
            KeyCode::Home => return self.look_at(0),
            KeyCode::End => return self.look_at(usize::MAX),
            KeyCode::Esc if self.look.is_some() => return self.look_at(usize::MAX),
            KeyCode::Up | KeyCode::Down if self.look.is_some() => {
                match self.next_mistake(code == KeyCode::Up) {
                    Some(stop) => return self.look_at(stop),
                    None => self.say("No move on that side gave anything away."),
                }
            }
            KeyCode::Up => self.reviewed = self.reviewed.saturating_sub(1),
            KeyCode::Down => self.reviewed = (self.reviewed + 1).min(self.room.get().review),
            code => self.list_key(code),
        }
        Vec::new()
    }

    /// What the arrows do to the list of moves, and the pages to the log.
    fn list_key(&mut self, code: KeyCode) {
        let last = self.position.options.len().saturating_sub(1);
        let room = self.room.get();
        match code {
            KeyCode::Up => self.select(self.selected.checked_sub(1).unwrap_or(last)),
            KeyCode::Down => self.select(if self.selected < last { self.selected + 1 } else { 0 }),
            KeyCode::PageUp if room.shared && self.scroll == 0 => self.scroll = 1,
            KeyCode::PageUp => self.scroll = (self.scroll + room.page).min(room.back),
            KeyCode::PageDown => {
                let least = usize::from(room.shared && self.scroll > 1);
                self.scroll = self.scroll.saturating_sub(room.page).max(least);
            }
            KeyCode::Esc => {
                self.hinting = false;
                self.hints.clear();
                self.note.clear();
                (self.scroll, self.in_view) = (0, self.selected);
            }
            _ => {}
        }
    }
}
