//! Somebody at a game: who sits where, how they play, the moves so far, and what came of it.
//!
//! Every question goes to one solver, which copies of a sitting share: a hint after a reply costs
//! nothing, and taking a move back is forgetting it. No rule of any game is known here.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outplay_game::{Budget, Limits, Player};
use outplay_lab::Dice;

use crate::styles::seed_after;
use crate::table::Choice;
use crate::{
    About, Answer, Failure, Hint, Position, Question, Replay, ReplayTurn, SidesReplay, Solver,
    Stake, StyleName, Table, Text, given_away,
};

/// A game with players.
#[derive(Clone)]
pub struct Sitting {
    table: Table,
    solver: Arc<Mutex<Solver>>,
    /// How each side is played.
    pub styles: [StyleName; 2],
    /// What random styles start from.
    pub seed: u64,
    /// What a search for one move may take.
    pub limits: Limits,
    /// The moves before the start.
    start: Text,
    made: Vec<Made>,
}

/// A move that was made.
#[derive(Clone, Debug)]
struct Made {
    key: String,
    by_somebody: bool,
}

impl Made {
    /// Did the dice fall so? Those stand in brackets.
    fn is_roll(&self) -> bool {
        self.key.starts_with('[')
    }
}

/// What a style plays.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The move.
    pub key: String,
    /// What kept the style from playing as it would: the most damage now is played instead.
    pub instead: Option<Failure>,
}

/// A search for one move at a table takes no longer, unless told.
const SECONDS: f64 = 10.0;

impl Sitting {
    /// Nothing is played yet, but for the moves before the start.
    ///
    /// # Errors
    /// A style that cannot play, a start that cannot be reached: better said before the first move.
    pub fn new(
        table: &Table,
        styles: [StyleName; 2],
        start: Option<Text>,
    ) -> Result<Self, Failure> {
        table.check_styles(&styles)?;
        let start = start.unwrap_or_else(|| Text::new("after", ""));
        let mut solver = table.solver();
        // Moves that cannot be made are said with their place.
        let none = Budget { states: 0, ..Budget::default() };
        solver.replay(&start, "", &none)?;
        let mut sitting = Self {
            table: table.clone(),
            solver: Arc::new(Mutex::new(solver)),
            styles,
            seed: 1,
            limits: Limits { seconds: Some(SECONDS), ..Limits::default() },
            start,
            made: Vec::new(),
        };
        sitting.roll();
        Ok(sitting)
    }

    /// The same, with dice and random styles that go by this seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.made.retain(|made| made.by_somebody);
        self.seed = seed;
        self.roll();
        self
    }

    /// Where the dice are about to fall, they do: as the seed and the number of moves made say.
    fn roll(&mut self) {
        while let Ok(position) = self.position() {
            if position.rolls.is_empty() || position.replay.refused.is_some() {
                return;
            }
            let weights: Vec<u64> = position.rolls.iter().map(|(_, weight)| *weight).collect();
            let sum = weights.iter().try_fold(0_u64, |sum, weight| sum.checked_add(*weight));
            if sum.is_none() {
                return;
            }
            let seed = seed_after(self.seed, self.made.len());
            let key = position.rolls[Dice::new(seed).roll(&weights)].0.clone();
            self.made.push(Made { key, by_somebody: false });
        }
    }

    /// The game.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// What the game says about itself.
    pub fn about(&self) -> &About {
        self.table.about()
    }

    /// The moves before the start.
    pub fn start(&self) -> &str {
        &self.start.text
    }

    /// The moves so far, as a replay takes them, without those before the start.
    pub fn moves(&self) -> String {
        let keys: Vec<&str> = self.made.iter().map(|made| made.key.as_str()).collect();
        self.about().join(&keys)
    }

    /// All moves, those before the start included.
    pub fn all_moves(&self) -> String {
        self.after(self.made.len())
    }

    /// The moves before the start and so many more.
    fn after(&self, count: usize) -> String {
        let mut moves = self.about().split(&self.start.text);
        moves.extend(self.made[..count].iter().map(|made| made.key.clone()));
        self.about().join(&moves)
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

    /// The position as it stands; what happened is told from where the start leads.
    ///
    /// # Errors
    /// Never, once the sitting was begun, but for a game that is not played move by move.
    pub fn position(&self) -> Result<Position, Failure> {
        self.table.position_after(&self.start, &self.moves())
    }

    /// Makes a move, in either case of its letters. A move that cannot be made changes nothing.
    ///
    /// # Errors
    /// Why the move cannot be made.
    pub fn play(&mut self, key: &str, by_somebody: bool) -> Result<(), String> {
        let position = self.position().map_err(|failure| failure.to_string())?;
        if position.chooses.is_none() {
            return Err("nobody is to choose".to_owned());
        }
        let exact = position.options.iter().find(|option| option.key == key);
        let alike = || {
            let mut alike = position.options.iter();
            let mut alike = alike.by_ref().filter(|option| option.key.eq_ignore_ascii_case(key));
            alike.next().filter(|_| alike.next().is_none())
        };
        match exact.or_else(alike) {
            Some(option) => match &option.refused {
                Some(reason) => Err(reason.clone()),
                None => {
                    self.made.push(Made { key: option.key.clone(), by_somebody });
                    self.roll();
                    Ok(())
                }
            },
            None => {
                // The game says it best.
                let moves = self.about().extended(&self.moves(), key);
                let tried = self.table.position_after(&self.start, &moves);
                let tried = tried.map_err(|failure| failure.to_string())?;
                let refused = tried.replay.refused.map(|refused| refused.reason);
                Err(refused.unwrap_or_else(|| format!("no move is called {key}")))
            }
        }
    }

    /// Takes back the last move that somebody made, and what followed it; where nobody sits, the
    /// last move.
    pub fn undo(&mut self) -> bool {
        let watched = self.is_watched();
        let chosen = |made: &Made| made.by_somebody || watched && !made.is_roll();
        let last = self.made.iter().rposition(chosen);
        if let Some(last) = last {
            self.made.truncate(last);
        }
        last.is_some()
    }

    /// The same game after so many of its moves, where the dice had just fallen: to be looked at, or to
    /// be played on from there. Random styles and dice go on as they did.
    #[must_use]
    pub fn after_moves(&self, count: usize) -> Self {
        let mut sitting = self.clone();
        sitting.made.truncate(count);
        sitting.roll();
        sitting
    }

    /// Was the move of this number, counted from 0, a fall of the dice?
    pub fn is_roll(&self, place: usize) -> bool {
        self.made.get(place).is_some_and(Made::is_roll)
    }

    /// How the dice fell as the move of this number, as it stands in a line, and how likely that was.
    pub fn fall(&self, place: usize) -> Option<(String, f64)> {
        let made = self.made.get(place).filter(|made| made.is_roll())?;
        let before: Vec<&str> = self.made[..place].iter().map(|made| made.key.as_str()).collect();
        let position = self.table.position_after(&self.start, &self.about().join(&before)).ok()?;
        let weight = position.rolls.iter().find(|(key, _)| *key == made.key)?.1;
        let sum: u128 = position.rolls.iter().map(|(_, weight)| u128::from(*weight)).sum();
        #[expect(clippy::cast_precision_loss, reason = "shown with two digits")]
        let chance = weight as f64 / sum as f64;
        Some((made.key.clone(), chance))
    }

    /// Begins again; random styles play another game.
    pub fn again(&mut self) {
        self.made.clear();
        self.seed = self.seed.wrapping_add(1);
        self.roll();
    }

    fn solver(&self) -> MutexGuard<'_, Solver> {
        self.solver.lock().unwrap_or_else(|poisoned| {
            // What a search that broke down knew is not trusted.
            let mut guard = PoisonError::into_inner(poisoned);
            *guard = self.table.solver();
            self.solver.clear_poison();
            guard
        })
    }

    fn budget<'a>(&self, interrupt: Option<&'a AtomicBool>) -> Budget<'a> {
        Budget { interrupt, ..self.limits.start() }
    }

    /// What the style of whoever chooses plays; nothing where somebody is asked. A style that does
    /// not get far enough is replaced by the most damage now.
    ///
    /// # Errors
    /// Never, once the sitting was begun, but for a limit too tight for anything.
    pub fn choose(&self, interrupt: Option<&AtomicBool>) -> Result<Option<Chosen>, Failure> {
        let moves = Text::new("moves", self.all_moves());
        let ask = |styles: &[StyleName; 2]| {
            let seed = seed_after(self.seed, self.made.len());
            let choice = Choice { moves: &moves, styles, seed };
            self.solver().choose_from(&choice, &self.budget(interrupt))
        };
        match ask(&self.styles) {
            Ok(key) => Ok(key.map(|key| Chosen { key, instead: None })),
            Err(failure) if failure.stopped.is_some() => {
                let styles = self.styles.clone().map(|style| match style {
                    StyleName::Manual => StyleName::Manual,
                    _ => StyleName::Greedy,
                });
                let chosen = ask(&styles)?;
                Ok(chosen.map(|key| Chosen { key, instead: Some(failure) }))
            }
            Err(failure) => Err(failure),
        }
    }

    /// What each move is worth.
    ///
    /// # Errors
    /// The limit that stopped it.
    pub fn hints(&self, interrupt: Option<&AtomicBool>) -> Result<Vec<Hint>, Failure> {
        self.solver().hints(&self.all_moves(), &self.budget(interrupt))
    }

    /// Looks at the game again.
    ///
    /// # Errors
    /// Never, once the sitting was begun.
    pub fn review(&self, interrupt: Option<&AtomicBool>) -> Result<Review, Failure> {
        let mut solver = self.solver();
        let replay = solver.replay(&self.start, &self.moves(), &self.budget(interrupt))?;
        let Replay::Sides(replay) = replay else {
            unreachable!("a sitting is a game of two sides")
        };
        let about = self.about();
        let zero_sum = about.objective.is_zero_sum();
        let watched = self.is_watched();
        let (mut moves, mut open) = (Vec::new(), false);
        if about.rolls {
            moves = self.reviewed_with_dice(&mut solver, interrupt)?;
        }
        let chosen = replay
            .turns
            .iter()
            .filter(|turn| turn.skill.is_some() && about.side(turn.player()).chooses)
            .filter(|_| !about.rolls);
        for (index, turn) in chosen.enumerate() {
            let player = turn.player();
            if !watched && !self.is_asked(player) {
                continue;
            }
            let name = turn.skill.as_deref().unwrap_or_default();
            let skill = about.side(player).skill(name);
            let key = self.made.get(index).map(|made| made.key.clone()).unwrap_or_default();
            let mut weighed = None;
            if !open {
                weighed = solver.hints(&self.after(index), &self.budget(interrupt)).ok();
                open = weighed.is_none();
            }
            let judged = match &weighed {
                _ if zero_sum => Judged::of_turn(turn),
                Some(hints) => Judged::of_hints(hints, &key, player),
                None => Judged::Open,
            };
            moves.push(Reviewed {
                round: turn.round,
                player,
                name: skill.map_or(name, |skill| skill.name.as_str()).to_owned(),
                judged,
                stake: weighed.as_ref().and_then(|hints| Stake::in_choice(hints, &key)),
                given_away: weighed.map_or(0.0, |hints| given_away(&hints, &key)),
            });
        }
        let after = Some(self.start.clone()).filter(|start| !start.text.is_empty());
        let best =
            solver.solve(&Question { after, ..Question::default() }, &self.budget(interrupt))?;
        Ok(Review { replay: *replay, moves, best })
    }
}

impl Sitting {
    /// The moves of a game with dice, each by what it gives away on average.
    fn reviewed_with_dice(
        &self,
        solver: &mut Solver,
        interrupt: Option<&AtomicBool>,
    ) -> Result<Vec<Reviewed>, Failure> {
        let position = self.position()?;
        let chosen = (0..self.made.len()).filter(|place| !self.is_roll(*place));
        let (mut moves, mut open) = (Vec::new(), false);
        for (place, (player, name)) in chosen.zip(position.made) {
            if !self.is_watched() && !self.is_asked(player) {
                continue;
            }
            let keys: Vec<&str> = self.made[..place].iter().map(|made| made.key.as_str()).collect();
            let before = self.table.position_after(&self.start, &self.about().join(&keys))?;
            let mut weighed = None;
            if !open {
                weighed = solver.hints(&self.after(place), &self.budget(interrupt)).ok();
                open = weighed.is_none();
            }
            let key = &self.made[place].key;
            let stake = weighed.as_ref().and_then(|hints| Stake::in_choice(hints, key));
            let given_away = weighed.as_ref().map_or(0.0, |hints| given_away(hints, key));
            let judged = weighed.map_or(Judged::Open, |hints| Judged::on_average(&hints, key));
            let round = before.replay.rounds;
            moves.push(Reviewed { round, player, name, judged, stake, given_away });
        }
        Ok(moves)
    }
}

/// What came of a game. Where nobody sits, the moves of both sides are looked at. For two sides all
/// of them have the limits of one move, the last moves first; for a price each has them. What they
/// do not settle is open.
#[derive(Clone, Debug)]
pub struct Review {
    /// What happened.
    pub replay: SidesReplay,
    /// The moves that were looked at.
    pub moves: Vec<Reviewed>,
    /// The best play from the start.
    pub best: Answer,
}

/// A move, looked at again.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// The turn (in turns that alternate: the round).
    pub round: u32,
    /// Who made it.
    pub player: Player,
    /// What it is called.
    pub name: String,
    /// How good it was.
    pub judged: Judged,
    /// What was at stake; none where nothing was, or where that is not known.
    pub stake: Option<Stake>,
    /// How much it gave away (see [`given_away`]); 0 where that is not known.
    pub given_away: f64,
}

/// How good a move was.
#[derive(Clone, Debug, PartialEq)]
pub enum Judged {
    /// That is not settled.
    Open,
    /// There was nothing better.
    Best,
    /// There was nothing better, and no move wins any more.
    Lost,
    /// It gave so much away; and what was best.
    GaveAway(u64, String),
    /// Where dice fall: it gave so much away on average; and what was best.
    GaveOnAverage(f64, String),
    /// No move wins any more, and this one comes less near by so many hp, or ends sooner; and what was
    /// best.
    FellShort(u64, String),
    /// It threw the win away, or for player 2 let player 1 win; and what was best.
    ThrewAway(String),
}

impl Judged {
    /// Was there nothing better, as far as is known?
    pub fn is_good(&self) -> bool {
        matches!(self, Self::Open | Self::Best | Self::Lost)
    }

    /// What a move gave away where dice fall.
    fn on_average(hints: &[Hint], key: &str) -> Self {
        let best = hints.iter().find(|hint| hint.best).map(|hint| hint.key.clone());
        let best = best.unwrap_or_default();
        match hints.iter().find(|hint| hint.key == key) {
            None => Self::Open,
            Some(made) if made.best => Self::Best,
            Some(Hint { mean: Some((_, regret)), .. }) => Self::GaveOnAverage(*regret, best),
            Some(_) => Self::ThrewAway(best),
        }
    }

    fn of_turn(turn: &ReplayTurn) -> Self {
        match (turn.regret, &turn.best) {
            (Some(0), Some(_)) => Self::Best,
            (Some(regret), Some(best)) => Self::GaveAway(regret.unsigned_abs(), best.clone()),
            _ => Self::Open,
        }
    }

    /// What a move added to the price of a win.
    fn of_hints(hints: &[Hint], key: &str, player: Player) -> Self {
        let made = hints.iter().find(|hint| hint.key == key);
        let best: String =
            hints.iter().filter(|hint| hint.best).map(|hint| hint.key.as_str()).collect();
        match made {
            None => Self::Open,
            Some(Hint { near: Some(near), best: false, .. }) => {
                let most = hints.iter().find(|hint| hint.best).and_then(|hint| hint.near);
                let by = most.map_or(0, |most| most.enemy_hp.abs_diff(near.enemy_hp));
                Self::FellShort(by, best)
            }
            Some(made) if made.near.is_some() && player == Player::One => Self::Lost,
            Some(made) if made.is_good(player) => Self::Best,
            Some(made) if made.best => Self::Lost,
            Some(made) => match made.regret {
                Some(regret) => Self::GaveAway(regret, best),
                None => Self::ThrewAway(best),
            },
        }
    }
}
