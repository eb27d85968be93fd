//! A fight that a program plays move by move, looks at, edits and takes back.
//!
//! [`Battle`] hides the size of the states and the turn order behind one private `dyn` trait
//! (`stage.rs`): a virtual call for each question, while the rules of a turn are carried out in
//! `play.rs` as for everyone else. It always stands where somebody with a choice of skills has to choose, or where
//! it is over, or where it only goes on by itself for ever: whoever has a single skill uses it
//! unasked, as in an [`Account`](crate::Account). Whatever changes it is kept for
//! [`Battle::undo`], a state each.

mod stage;

use std::fmt;
use std::sync::Arc;

use outplay_game::Player;
use serde::{Deserialize, Serialize};

use crate::Snapshot;
use crate::load::Fight;
use crate::order::Place;
use crate::state::{CEILING, Status};
use stage::{Stage, Staging};

/// A fight that is played move by move.
///
/// ```
/// use outplay_duel::{Options, RulesFile};
/// use outplay_game::Player;
/// use outplay_text::{Problems, Sources};
///
/// let (mut sources, mut problems) = (Sources::default(), Problems::default());
/// let text = "format = 1\ngame = 'duel'\n[fighters.cat]\nhp = 5\nskills = ['claw', 'bite']\n\
///             [fighters.dog]\nhp = 6\nskills = ['snap']\n[skills.claw]\ndamage = 1\n\
///             [skills.bite]\ndamage = 3\n[skills.snap]\ndamage = 2";
/// let file = sources.add("pets.toml", text);
/// let rules = RulesFile::read(&sources, file, &mut problems);
/// let fight = rules.fight(&sources, &Options::default(), &mut problems).unwrap();
///
/// let mut battle = fight.battle();
/// assert_eq!(battle.current(), Some(Player::One));
/// assert_eq!(battle.play("bite").unwrap(), ["Cat: Bite hits for 3", "Dog: Snap hits for 2"]);
/// assert_eq!(battle.number(Player::One, "hp"), Some(3));
/// battle.play("b").unwrap();
/// assert_eq!(battle.winner(), Some(Player::One));
/// assert!(battle.undo() && !battle.is_over());
/// ```
#[derive(Clone)]
pub struct Battle {
    fight: Arc<Fight>,
    stage: Box<dyn Stage>,
}

/// A move that can be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Legal {
    /// The letter of a line of moves.
    pub key: char,
    /// The skill's name in the file.
    pub id: String,
    /// The skill's name for people.
    pub name: String,
    /// What it costs: how much of which number.
    pub cost: Vec<(i32, String)>,
    /// How many hp it costs the enemy at once.
    pub harm: i32,
}

/// Why a move was not made. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "reason")]
pub enum Refused {
    /// The fight is over.
    Over,
    /// Nobody chooses: it goes on by itself without end.
    NobodyChooses,
    /// Whoever chooses has no such skill: the reason in words.
    Unknown(String),
    /// They have it, but cannot use it now: the reason in words.
    Unusable(String),
}

/// Why a number was not set. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotSet {
    /// The fighter has no such number: who, and what was asked for.
    Unknown {
        /// The fighter.
        fighter: String,
        /// The number.
        number: String,
    },
    /// The fighter has it, but nothing of this fight ever changes it, so it is part of the rules.
    Fixed {
        /// The fighter.
        fighter: String,
        /// The number.
        number: String,
    },
    /// Numbers are 0 to a thousand million.
    OutOfRange(i32),
}

/// There is no queue: the sides take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoQueue;

impl Fight {
    /// The fight as one to be played move by move. Where an `Arc` of it is at hand,
    /// [`Battle::new`] saves a copy.
    pub fn battle(&self) -> Battle {
        Battle::new(Arc::new(self.clone()))
    }
}

impl Battle {
    /// A fight from its opening.
    pub fn new(fight: Arc<Fight>) -> Self {
        let stage = Arc::clone(&fight).build_large(Staging);
        Self { fight, stage }
    }

    /// The fight that is played.
    pub fn fight(&self) -> &Fight {
        &self.fight
    }

    /// Who chooses; nobody where it is over, or only goes on by itself.
    pub fn current(&self) -> Option<Player> {
        match self.stage.status() {
            Status::Chooses(player) => Some(player),
            Status::Before(_) | Status::Over(_) => None,
        }
    }

    /// What whoever chooses can do, in the order of their skills; nothing where nobody chooses.
    pub fn moves(&self) -> Vec<Legal> {
        self.stage.legal()
    }

    /// Makes a move, given by its key or the skill's id, and goes on to the next choice. Gives what
    /// happened, in words.
    ///
    /// # Errors
    /// Where there is no such move, or it cannot be made now.
    pub fn play(&mut self, key_or_id: &str) -> Result<Vec<String>, Refused> {
        self.stage.play(key_or_id.trim())
    }

    /// Takes back the last move or edit; says whether there was one.
    pub fn undo(&mut self) -> bool {
        self.stage.undo()
    }

    /// A number of a fighter as it stands, or one that never changes as the rules have it. What
    /// running effects add while they last is not counted.
    pub fn number(&self, player: Player, number: &str) -> Option<i32> {
        let fighter = &self.fight.names.fighters[player.index()];
        let fixed = fighter.constants.iter().find(|(name, _)| name == number);
        match fighter.numbers.iter().position(|(name, _)| name == number) {
            Some(place) => self.snapshot().numbers[player.index()].get(place).copied(),
            None => fixed.map(|&(_, number)| number),
        }
    }

    /// Sets a number of a fighter, one that changes in play. At 0 hp they have lost. Otherwise a
    /// turn that has begun stays that player's, unless they can now use no skill, which goes as
    /// the rules say; and a fight that was over goes on.
    ///
    /// From then on the moves alone no longer lead here: see [`Self::is_edited`].
    ///
    /// # Errors
    /// Where the fighter has no such number, or it never changes, or the value is not one.
    pub fn set(&mut self, player: Player, number: &str, value: i32) -> Result<(), NotSet> {
        let who = &self.fight.names.fighters[player.index()];
        let (fighter, asked) = (who.id.clone(), number.to_owned());
        let Some(&(_, slot)) = who.numbers.iter().find(|(name, _)| name == number) else {
            // Armor of 0 is not worth a name, but everyone has it.
            let fixed = number == "armor" || who.constants.iter().any(|(name, _)| name == number);
            return Err(if fixed {
                NotSet::Fixed { fighter, number: asked }
            } else {
                NotSet::Unknown { fighter, number: asked }
            });
        };
        if !(0..=CEILING).contains(&value) {
            return Err(NotSet::OutOfRange(value));
        }
        self.stage.set(slot, value);
        Ok(())
    }

    /// The effects that a player has cast and that still run: their ids, and the turns left.
    pub fn effects(&self, player: Player) -> Vec<(String, u32)> {
        let effects = self.fight.names.effects.iter().zip(self.snapshot().timers);
        effects
            .filter(|((caster, _, _), turns)| *caster == player && *turns > 0)
            .map(|((_, id, _), turns)| (id.clone(), turns))
            .collect()
    }

    /// What else is counted of a player: `cooldown.SKILL` (the turns until it is ready),
    /// `uses.SKILL`, `stacks.SKILL`, `stunned`, `stolen`, and `actions`, those left in the turn that
    /// is on where there may be several; only what this fight has.
    pub fn counters(&self, player: Player) -> Vec<(String, u32)> {
        let counters = self.fight.names.counters.iter().zip(self.snapshot().counters);
        let own = counters.filter(|((whose, _, _), _)| *whose == player);
        let mut all: Vec<_> = own.map(|((_, name, _), count)| (name.clone(), count)).collect();
        let actions = self.stage.actions_left().filter(|_| self.current() == Some(player));
        all.extend(actions.map(|actions| ("actions".to_owned(), actions)));
        all
    }

    /// Who stands in the queue, the front first; nobody where there is none.
    pub fn queue(&self) -> Vec<Place> {
        self.snapshot().queue
    }

    /// Adds a player to the end of the queue, as a skill would. Gives the place, or `None` where
    /// the front of a restricted queue is not able to add. As in play, a place at the front is
    /// dropped at once where its fighter can use no skill; and a fight that was over because nobody
    /// was left goes on.
    ///
    /// From then on the moves alone no longer lead here: see [`Self::is_edited`].
    ///
    /// # Errors
    /// Where the sides take turns.
    pub fn enqueue(&mut self, player: Player) -> Result<Option<Place>, NoQueue> {
        self.stage.enqueue(player)
    }

    /// Takes the front of the queue away, whose turn is over then without a move, and gives it.
    /// The next one's turn begins; where nobody is left the fight is over, and nobody wins.
    ///
    /// From then on the moves alone no longer lead here: see [`Self::is_edited`].
    ///
    /// # Errors
    /// Where the sides take turns.
    pub fn dequeue(&mut self) -> Result<Option<Place>, NoQueue> {
        self.stage.dequeue()
    }

    /// Is it over?
    pub fn is_over(&self) -> bool {
        matches!(self.stage.status(), Status::Over(_))
    }

    /// Who has won, where it is over and somebody has.
    pub fn winner(&self) -> Option<Player> {
        match self.stage.status() {
            Status::Over(winner) => winner,
            Status::Chooses(_) | Status::Before(_) => None,
        }
    }

    /// The keys of the moves made, as [`Duel::account`](crate::Duel::account) takes them. They lead here from the
    /// opening as long as nothing was edited.
    pub fn moves_made(&self) -> String {
        self.stage.moves_made().to_owned()
    }

    /// Was anything set, added to the queue or taken from it? Then the moves made do not lead here
    /// from the opening.
    pub fn is_edited(&self) -> bool {
        self.stage.is_edited()
    }

    /// What the position looks like.
    pub fn snapshot(&self) -> Snapshot {
        self.stage.snapshot()
    }
}

impl fmt::Debug for Battle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Battle")
            .field("fight", &self.fight.names.title)
            .field("moves_made", &self.stage.moves_made())
            .field("is_edited", &self.is_edited())
            .field("status", &self.stage.status())
            .field("snapshot", &self.snapshot())
            .finish()
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Over => "the fight is over",
            Self::NobodyChooses => "nobody chooses: it goes on by itself",
            Self::Unknown(reason) | Self::Unusable(reason) => reason,
        })
    }
}

impl std::error::Error for Refused {}

impl fmt::Display for NotSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { fighter, number } => {
                write!(f, "`{fighter}` has no number `{number}`")
            }
            Self::Fixed { fighter, number } => {
                write!(f, "`{number}` of `{fighter}` does not change in play")
            }
            Self::OutOfRange(number) => {
                write!(f, "{number} is out of range: it may be 0 to {CEILING}")
            }
        }
    }
}

impl std::error::Error for NotSet {}

impl fmt::Display for NoQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no queue: the sides take turns")
    }
}

impl std::error::Error for NoQueue {}
