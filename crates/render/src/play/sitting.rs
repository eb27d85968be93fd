//! Who sits at a fight, how they play, and the moves so far. Every question goes to the library
//! with the moves from the start, so taking one back is forgetting it.

use std::sync::atomic::AtomicBool;

use outplay::StyleName;
use outplay::duel::Names;
use outplay::game::Player;
use outplay::{Failure, Hint, Limits, Position, Request, choose, hints, position};

use crate::commands::quoted;

/// A fight with players.
#[derive(Clone, Debug)]
pub struct Sitting {
    /// The fight.
    pub request: Request,
    /// How each side is played.
    pub styles: [StyleName; 2],
    /// What random styles start from.
    pub seed: u64,
    /// What a search for one move may take.
    pub budget: Budget,
    /// The options that name this fight on the command line, the game first; without the sides.
    pub options: Vec<String>,
    made: Vec<Made>,
}

/// What a search may take.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// States to keep.
    pub max_states: u64,
    /// Seconds.
    pub max_seconds: f64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { max_states: Limits::default().max_states, max_seconds: 10.0 }
    }
}

impl Budget {
    /// As the limits of one answer.
    pub fn limits(self, interrupt: Option<&AtomicBool>) -> Limits<'_> {
        Limits {
            max_states: self.max_states,
            max_seconds: Some(self.max_seconds),
            interrupt,
            on_progress: None,
        }
    }
}

/// A move that was made.
#[derive(Clone, Copy, Debug)]
struct Made {
    key: char,
    by_somebody: bool,
}

/// What a style plays.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The key.
    pub key: char,
    /// Why it is not what the style would play.
    pub instead: Option<String>,
}

impl Sitting {
    /// Nothing is played yet.
    pub fn new(request: Request, styles: [StyleName; 2], seed: u64) -> Self {
        let options = vec![request.file.clone()];
        Self { request, styles, seed, budget: Budget::default(), options, made: Vec::new() }
    }

    /// The moves so far, as `replay` takes them.
    pub fn moves(&self) -> String {
        self.made.iter().map(|made| made.key).collect()
    }

    /// How many moves there are.
    pub fn count(&self) -> usize {
        self.made.len()
    }

    /// Is somebody asked for this side's moves?
    pub fn is_asked(&self, player: Player) -> bool {
        self.styles[player.index()] == StyleName::Manual
    }

    /// Does nobody sit here?
    pub fn is_watched(&self) -> bool {
        !Player::BOTH.into_iter().any(|player| self.is_asked(player))
    }

    /// How a side is played, in a word or two.
    pub fn style(&self, player: Player, names: &Names) -> String {
        let other_is_asked = self.is_asked(player.other());
        match &self.styles[player.index()] {
            _ if names.fighters[player.index()].skills.len() < 2 => "no choice".to_owned(),
            StyleName::Manual if !other_is_asked => "you".to_owned(),
            StyleName::Manual => format!("player {}", player.number()),
            style => style.to_string(),
        }
    }

    /// The position as it stands.
    pub fn position(&self) -> Result<Position, Failure> {
        position(&self.request, &self.moves())
    }

    /// Makes a move by its key, in either case. A move that cannot be made changes nothing.
    ///
    /// # Errors
    /// The inner one says why the move cannot be made.
    pub fn play(&mut self, key: char, by_somebody: bool) -> Result<Result<(), String>, Failure> {
        let before = self.position()?;
        let Some(player) = before.chooses else { return Ok(Err("nobody is to choose".to_owned())) };
        let after = position(&self.request, &format!("{}{key}", self.moves()))?;
        if let Some(refusal) = after.account.refused {
            return Ok(Err(refusal.reason));
        }
        // The turn that had begun now has its skill.
        let begun = before.account.turns.len().saturating_sub(1);
        let skill = after.account.turns.get(begun).and_then(|turn| turn.skill);
        let skills = &after.names.fighters[player.index()].skills;
        let key = skill.map_or(key, |skill| skills[skill].key);
        self.made.push(Made { key, by_somebody });
        Ok(Ok(()))
    }

    /// Takes back the last move that somebody made, and what followed it; where nobody sits, the
    /// last move.
    pub fn undo(&mut self) -> bool {
        let watched = self.is_watched();
        let last = self.made.iter().rposition(|made| made.by_somebody || watched);
        if let Some(last) = last {
            self.made.truncate(last);
        }
        last.is_some()
    }

    /// Begins again; random styles play another game.
    pub fn again(&mut self) {
        self.made.clear();
        self.seed = self.seed.wrapping_add(1);
    }

    /// What the style of whoever chooses plays; nothing where somebody is asked. A style that does
    /// not get far enough is replaced by the most damage now.
    pub fn choose(&self, interrupt: Option<&AtomicBool>) -> Result<Option<Chosen>, Failure> {
        let limits = self.budget.limits(interrupt);
        let moves = self.moves();
        let ask = |styles| choose(&self.request, &moves, styles, self.seed, limits);
        match ask(self.styles.clone())? {
            Ok(key) => Ok(key.map(|key| Chosen { key, instead: None })),
            Err(stopped) => {
                let instead = Some(Failure::from(stopped).to_string().trim_end().to_owned());
                let styles = self.styles.clone().map(|style| match style {
                    StyleName::Manual => StyleName::Manual,
                    _ => StyleName::Greedy,
                });
                Ok(ask(styles)??.map(|key| Chosen { key, instead }))
            }
        }
    }

    /// What each move is worth.
    pub fn hints(&self, interrupt: Option<&AtomicBool>) -> Result<Vec<Hint>, Failure> {
        Ok(hints(&self.request, &self.moves(), self.budget.limits(interrupt))??)
    }

    /// The command that tells this game again.
    pub fn replay_command(&self) -> String {
        let mut words = vec!["outplay".to_owned(), "replay".to_owned()];
        words.extend(self.options.iter().cloned());
        for (option, fighter) in ["--p1", "--p2"].into_iter().zip(&self.request.sides) {
            words.extend(fighter.iter().flat_map(|fighter| [option.to_owned(), fighter.clone()]));
        }
        let after = self.request.after.iter();
        words.extend(after.flat_map(|after| ["--after".to_owned(), after.clone()]));
        words.extend(["--moves".to_owned(), self.moves()]);
        quoted(&words)
    }

    /// The command that goes on from here.
    pub fn play_command(&self) -> String {
        let mut words = vec!["outplay".to_owned(), "play".to_owned()];
        words.extend(self.options.iter().cloned());
        let usual = [StyleName::Manual, StyleName::Minimax];
        let sides = ["--p1", "--p2"].into_iter().zip(&self.request.sides);
        for ((option, fighter), (style, usual)) in sides.zip(self.styles.iter().zip(&usual)) {
            let mut seat = fighter.clone().unwrap_or_default();
            if style != usual {
                seat += &format!(":{style}");
            }
            if !seat.is_empty() {
                words.extend([option.to_owned(), seat]);
            }
        }
        if self.styles.contains(&StyleName::Random) {
            words.extend(["--seed".to_owned(), self.seed.to_string()]);
        }
        let moves = format!("{}{}", self.request.after.as_deref().unwrap_or(""), self.moves());
        if !moves.is_empty() {
            words.extend(["--after".to_owned(), moves]);
        }
        quoted(&words)
    }
}
