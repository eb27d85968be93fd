//! Fights: fighters, skills, timed effects and turn orders, from a rules file.
//!
//! The way of a rules file: `format.rs` says what may stand in it, [`RulesFile`] reads it and
//! applies modes and overrides, `spec.rs` holds it as typed, `compile/` turns it into tables
//! without a string (`rules.rs`), `state.rs` packs a position into a few words, `play.rs` carries
//! out the turns in one of the [`order`]s and `deeds.rs` what skills do in them (`swift.rs` the same for
//! the simplest of fights), and [`Duel`] is the game that the searches see, with bounds
//! that `bound/` (on the cost of a win) and `worth.rs` (on what the winner has left) derive from the
//! rules, and with the numbers that `merit.rs` proves to be good for their owners. [`Account`] tells a fight turn by turn, [`words`] in sentences, and [`Battle`] is one that a
//! program plays move by move. No code here knows a wizard.

mod account;
mod amount;
mod battle;
mod bound;
mod compile;
pub mod condition;
mod deeds;
mod dice;
mod endless;
mod event;
mod format;
pub mod formula;
mod game;
mod guess;
mod hints;
mod input;
mod load;
mod merit;
mod nearness;
pub mod order;
pub mod phrases;
mod plan;
mod play;
mod range;
mod rules;
pub mod spec;
mod state;
mod swift;
mod switch;
mod teams;
mod telling;
mod told;
mod without;
pub mod words;
mod worth;

pub use account::{Account, Refusal, Snapshot, TurnAccount, is_key};
pub use battle::{Battle, Legal, NoQueue, NotSet, Refused};
pub use dice::{Dice, DiceMove, Rolling};
pub use event::Event;
pub use format::FORMAT;
pub use game::{Duel, Move};
pub use load::{ALL, Builder, Fight, NORMAL, Options, RulesFile, Visitor};
pub use plan::Plan;
pub use rules::{FighterNames, MemberNames, Names, RollKind, SkillNames, Terms, Who};
pub use state::{CEILING, State};
pub use telling::{PASS, Told, words_of};
pub use told::Mistold;
pub use without::Without;
