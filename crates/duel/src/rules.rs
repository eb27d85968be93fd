//! A fight as tables: what [`crate::compile()`] makes of the written rules.
//!
//! Everything is a number here: which word of the packed state, by how much, whose. Names are kept
//! apart, in [`Names`], for views alone.

use outplay_game::Player;

use crate::state::{Field, State};

/// The compiled rules of one fight between two fighters.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The fighters: player 1's, then player 2's. A side is a team; so far, of one.
    pub(crate) fighters: [Fighter; 2],
    /// Every effect that can run, in the order in which they apply.
    pub(crate) effects: Vec<Effect>,
    /// Who begins.
    pub(crate) first: Player,
    /// What happens to a side that can use no skill.
    pub(crate) stuck: Stuck,
    /// A hit does at least this much.
    pub(crate) least_damage: Option<i32>,
    /// How many words a state has.
    pub(crate) words: usize,
    /// The words of the state before the first turn, as a rules file may set them.
    pub(crate) start: Vec<u32>,
}

/// What happens to a side that can use no skill on its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stuck {
    Lose,
    Skip,
}

#[derive(Clone, Debug)]
pub(crate) struct Fighter {
    /// The word that holds the hp.
    pub(crate) hp: Slot,
    pub(crate) armor: Amount,
    pub(crate) skills: Vec<Skill>,
    pub(crate) upkeep: Vec<Change>,
    /// Does each of the fighter's actions count as a move? Else they are folded into the move
    /// before: there is nothing to choose and nothing to count.
    pub(crate) moves: bool,
}

/// A word of the state that holds a number.
pub(crate) type Slot = usize;

#[derive(Clone, Debug)]
pub(crate) struct Skill {
    /// What is paid; hp must be left over, anything else may be spent whole.
    pub(crate) cost: Vec<(Slot, i32)>,
    /// What it counts towards the goal.
    pub(crate) price: u64,
    pub(crate) hit: Option<Hit>,
    pub(crate) at_once: Vec<Change>,
    /// The effect that it starts, and for how many turns.
    pub(crate) starts: Option<(usize, u32)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Hit {
    pub(crate) amount: Amount,
    pub(crate) pierces: bool,
}

/// A number that may depend on the state: a fixed part, perhaps a word of the state, and what
/// running effects add.
#[derive(Clone, Debug)]
pub(crate) struct Amount {
    pub(crate) base: i32,
    pub(crate) slot: Option<Slot>,
    pub(crate) held: Vec<Held>,
}

impl Amount {
    /// The number as it stands, with what running effects add.
    #[inline]
    pub(crate) fn read<const W: usize>(&self, state: &State<W>) -> i32 {
        let mut total = self.base + self.slot.map_or(0, |slot| state.number(slot));
        for held in &self.held {
            if state.bits(held.timer) > 0 {
                total += held.by;
            }
        }
        total
    }
}

/// An effect that adds to an [`Amount`] while it runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub(crate) effect: usize,
    pub(crate) timer: Field,
    pub(crate) by: i32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) slot: Slot,
    pub(crate) by: i32,
}

#[derive(Clone, Debug)]
pub(crate) struct Effect {
    /// Who casts it.
    pub(crate) caster: Player,
    /// Turns left; 0 when it does not run.
    pub(crate) timer: Field,
    pub(crate) each_turn: Vec<Change>,
}

/// What things are called.
#[derive(Clone, Debug)]
pub struct Names {
    /// What the fight is called.
    pub title: String,
    /// The fighters of the two sides.
    pub fighters: [FighterNames; 2],
    /// The effects, in the order in which they apply: who casts them, and the skill's id and name.
    pub effects: Vec<(Player, String, String)>,
    /// What the price of a skill is counted in: the goal's pool, or "actions".
    pub price: String,
    pub(crate) timers: Vec<Field>,
}

/// What a fighter's parts are called.
#[derive(Clone, Debug)]
pub struct FighterNames {
    /// The name in the file.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The numbers that change in play, hp first, with their words of the state.
    pub numbers: Vec<(String, usize)>,
    /// The other numbers.
    pub constants: Vec<(String, i32)>,
    /// The skills, in the order of the moves.
    pub skills: Vec<SkillNames>,
}

/// What a skill is called.
#[derive(Clone, Debug)]
pub struct SkillNames {
    /// The name in the file.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The letter of a line of moves.
    pub key: char,
}

impl Rules {
    pub(crate) fn fighter(&self, player: Player) -> &Fighter {
        &self.fighters[player.index()]
    }
}
