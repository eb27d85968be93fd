//! A plain interpreter of the whole language of fights, written from docs/language.md alone: no
//! packing, no folding, maps and names. The engine is held against it.
//!
//! `formula.rs` reads formulas and conditions, `file.rs` a rules file, `state.rs` says what a
//! position is and what a name in a formula comes to there, `skill.rs` what using a skill does,
//! `hit.rs` what a hit does and who falls, `turn.rs` whose turn it is and what belongs to it, and
//! `readings.rs` how the docs are read where they leave it open. `generate.rs` (with `words.rs`)
//! writes random files, `solver.rs` solves small fights, `engine.rs` opens them with the engine.
#![allow(clippy::struct_excessive_bools, reason = "a word is there or not")]

pub(crate) mod engine;
pub(crate) mod file;
pub(crate) mod formula;
pub(crate) mod generate;
mod hit;
pub(crate) mod readings;
mod skill;
pub(crate) mod solver;
pub(crate) mod state;
mod turn;

use file::{Goal, Rules};
pub(crate) use state::{Phase, State};
use turn::Play;

/// No number, and no step of a formula, goes beyond.
pub(crate) const LIMIT: i64 = 1_000_000_000;

/// The id of the move that ends a turn.
pub(crate) const END_TURN: &str = "end-turn";

/// A fight as its file has it.
pub(crate) struct Fight {
    pub(crate) rules: Rules,
}

/// What a move has come to.
pub(crate) struct Played {
    pub(crate) state: State,
    /// How much of what the goal counts player 1 has used.
    pub(crate) spent: u64,
}

impl Fight {
    pub(crate) fn open(text: &str) -> Self {
        Self { rules: Rules::read(text) }
    }

    /// Where somebody first acts, or it is over.
    pub(crate) fn start(&self) -> State {
        self.start_from(State::opening(&self.rules)).0
    }

    /// The same from any position before a turn, and how many turns of player 1 have begun by then.
    pub(crate) fn start_from(&self, mut opening: State) -> (State, u64) {
        let fallen = [0, 1].map(|side| opening.numbers[side]["hp"] == 0);
        if fallen != [false, false] {
            let winner = fallen.iter().position(|fallen| !fallen);
            opening.phase = Phase::Over(winner);
        }
        let mut play = Play::new(&self.rules, opening);
        play.advance();
        let turns = u64::try_from(play.turns_of_one).expect("nothing below 0");
        (play.into_state(), turns)
    }

    /// What whoever acts can do: ids, and what they cost. Nothing where nobody acts any more.
    pub(crate) fn choices(&self, state: &State) -> Vec<(String, Vec<(String, i64)>)> {
        if state.phase != Phase::Acting {
            return Vec::new();
        }
        let play = Play::new(&self.rules, state.clone());
        let side = state.turn;
        let usable = self.rules.own_moves(side).into_iter();
        let usable = usable.filter(|skill| play.is_usable(side, skill));
        let mut all: Vec<_> =
            usable.map(|skill| (skill.id.clone(), play.price(side, skill))).collect();
        if self.rules.may_end(side) {
            all.push((END_TURN.to_owned(), Vec::new()));
        }
        all
    }

    /// Plays a move that can be made, and goes on until somebody acts.
    pub(crate) fn play(&self, state: &State, id: &str) -> Played {
        let mut play = Play::new(&self.rules, state.clone());
        let before = play.turns_of_one;
        let price = play.act(id);
        let pool = |pool: &String| price.iter().find(|(name, _)| name == pool);
        let mine = state.turn == 0 && id != END_TURN;
        let spent = match &self.rules.goal {
            Goal::LeastPool(name) if mine => pool(name).map_or(0, |(_, much)| *much),
            Goal::LeastActions if mine => 1,
            Goal::LeastRounds => play.turns_of_one - before,
            _ => 0,
        };
        Played { state: play.into_state(), spent: u64::try_from(spent).expect("nothing below 0") }
    }

    /// What the end is worth to player 1.
    pub(crate) fn worth(&self, state: &State) -> i64 {
        let hp = |side: usize| state.numbers[side]["hp"];
        match (&self.rules.goal, state.winner()) {
            (Goal::Damage, _) => State::opening(&self.rules).numbers[1]["hp"] - hp(1),
            (_, Some(0)) => hp(0),
            (_, Some(_)) => -hp(1),
            (_, None) => 0,
        }
    }
}
