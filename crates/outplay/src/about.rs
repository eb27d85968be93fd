//! What a game says about itself: all that a view needs to show it, whatever it is.

use outplay_duel::order::OrderKind;
use outplay_game::{Objective, Player};
use serde::{Deserialize, Serialize};

use crate::Setting;

/// What a game says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// What it is called in answers.
    pub game: String,
    /// What it is called by people.
    pub title: String,
    /// In a sentence.
    pub about: Option<String>,
    /// What kind of game it is.
    pub kind: Kind,
    /// The variation that is played.
    pub mode: String,
    /// All variations, the plain rules first; none where there are no others.
    pub modes: Vec<Mode>,
    /// What it is played for.
    pub objective: Objective,
    /// Whose turn comes next, where the rules say so.
    pub order: Option<OrderKind>,
    /// The two sides; what a game for one has is not told here.
    pub sides: [Side; 2],
    /// Every effect that can run, in the order in which they are told.
    pub effects: Vec<Effect>,
    /// What else is counted, in the order in which it is told: whose, and what.
    #[serde(default)]
    pub counters: Vec<(Player, String)>,
    /// May it end with nobody as the winner, though the sides take turns? It may after so many
    /// rounds, or where both can fall at once.
    #[serde(default)]
    pub undecided: bool,
    /// Are moves single letters that stand side by side? Else they are words with commas between.
    pub letters: bool,
    /// May dice fall, or teams fight? Then words have spaces between, and a roll stands in brackets.
    #[serde(default)]
    pub rolls: bool,
    /// In a fight of teams, who stands on each side: what they are called, their letter, and which
    /// number of the side's is their hp.
    #[serde(default)]
    pub members: [Vec<Member>; 2],
}

/// One of a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// What the rules call them.
    pub id: String,
    /// What people call them.
    pub name: String,
    /// The letter that stands for them in a line of moves.
    pub letter: String,
}

/// What a game is played for, in the words of a rules file: the answer says which goal was asked about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// A win with the least of this.
    Least(String),
    /// The most of this.
    Most(String),
}

/// The kinds of game: what a view with a screen of its own for one of them asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A fight from a rules file.
    Fight,
    /// Any other game of two sides who choose in turn.
    Sides,
    /// A hand of cards.
    Hand,
    /// Two decks that fight by themselves.
    Combat,
}

/// A variation of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mode {
    /// Its name.
    pub name: String,
    /// What it says of itself.
    pub about: Option<String>,
}

/// One side of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// What the rules call it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The numbers that change in play, hp first.
    pub numbers: Vec<String>,
    /// The numbers that do not.
    pub constants: Vec<(String, i32)>,
    /// What it can do.
    pub skills: Vec<Skill>,
    /// Does it ever have a choice? Else its actions are not among the moves of a line.
    pub chooses: bool,
}

impl Side {
    /// A side of a game without numbers or skills.
    pub(crate) fn named(id: &str, name: impl Into<String>) -> Self {
        Self {
            id: id.to_owned(),
            name: name.into(),
            numbers: Vec::new(),
            constants: Vec::new(),
            skills: Vec::new(),
            chooses: true,
        }
    }

    /// What a skill is called by people.
    pub fn skill(&self, id: &str) -> Option<&Skill> {
        self.skills.iter().find(|skill| skill.id == id)
    }
}

/// Something that a side can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skill {
    /// What the rules call it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its letter in a line of moves.
    pub key: char,
    /// What it does, in a short sentence.
    #[serde(default)]
    pub does: String,
    /// In a sentence.
    pub about: Option<String>,
}

/// Something that runs for some turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// Who casts it.
    pub caster: Player,
    /// What the rules call it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Does it run for a number of turns? Else until something holds.
    pub counts: bool,
}

impl About {
    /// Who meets whom, and how.
    pub(crate) fn setting(&self) -> Setting {
        Setting {
            mode: self.mode.clone(),
            order: self.order.map_or("alternate", |order| order.name()).to_owned(),
            p1: self.sides[0].id.clone(),
            p2: self.sides[1].id.clone(),
        }
    }

    /// One side.
    pub fn side(&self, player: Player) -> &Side {
        &self.sides[player.index()]
    }

    /// What people call the sides.
    pub fn names(&self) -> [&str; 2] {
        self.sides.each_ref().map(|side| side.name.as_str())
    }

    /// What a value counts.
    pub fn unit(&self) -> &str {
        self.objective.unit()
    }

    /// The goal, where somebody chooses.
    pub fn goal(&self) -> Option<Goal> {
        match &self.objective {
            Objective::LeastCost(unit) => Some(Goal::Least(unit.clone())),
            Objective::ZeroSum(unit) if self.kind == Kind::Fight && unit == "hp" => {
                Some(Goal::Most("winner-hp".to_owned()))
            }
            Objective::ZeroSum(unit) | Objective::Most(unit) => Some(Goal::Most(unit.clone())),
            Objective::Win => Some(Goal::Most("win".to_owned())),
            Objective::PlayedOut => None,
        }
    }

    /// Is there a queue?
    pub fn has_queue(&self) -> bool {
        self.order.is_some_and(OrderKind::has_places)
    }

    /// What the turns of the game are counted in: `round` or `turn`.
    pub fn counts(&self) -> &'static str {
        self.order.map_or("turn", OrderKind::counts)
    }

    /// The moves of a line, one by one.
    ///
    /// ```
    /// let arena = outplay::open("arena").unwrap();
    /// assert_eq!(arena.about().split("SA, S"), ["S", "A", "S"]);
    /// ```
    pub fn split(&self, line: &str) -> Vec<String> {
        if self.rolls {
            return outplay_duel::words_of(line, self.letters);
        }
        if self.letters {
            let keys = line.chars().filter(|letter| outplay_duel::is_key(*letter));
            return keys.map(String::from).collect();
        }
        let words = line.split(',').map(str::trim).filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    }

    /// Moves as a line.
    pub fn join<S: AsRef<str>>(&self, moves: &[S]) -> String {
        let moves: Vec<&str> = moves.iter().map(AsRef::as_ref).collect();
        moves.join(match (self.letters, self.rolls) {
            (true, _) => "",
            (false, true) => " ",
            (false, false) => ", ",
        })
    }

    /// A line with one more move.
    pub fn extended(&self, line: &str, mv: &str) -> String {
        let mut moves = self.split(line);
        moves.push(mv.to_owned());
        self.join(&moves)
    }
}
