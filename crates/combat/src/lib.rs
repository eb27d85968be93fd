//! Combat: two decks that fight by themselves.
//!
//! Both players draw their top card, the higher one wins, and the winner puts both at the bottom of
//! their deck, the winning card first; who holds all the cards wins. In the recursive kind a round
//! may be decided by a smaller game, and a position that returns ends its game for player 1.
//!
//! The way through: a text is read into a [`Deal`] ([`parse`](parse()), [`parse_decks`]) or dealt at
//! random; [`solve`] finds the [`Outcome`] at speed, with shortcuts that are proved in its module;
//! a [`Position`] is the rules taken literally, one step at a time, for [`replay`](replay()),
//! [`count`] and the [`Game`](outplay_game::Game) trait; [`reference`](mod@reference) is the rules
//! again, in lists and sets, to compare with. Nobody chooses anything: every turn is forced.

mod compact;
mod deal;
mod deck;
mod engine;
mod game;
mod outcome;
mod parse;
mod passages;
mod position;
pub mod reference;
mod replay;
mod seen;
mod solve;
mod table;

pub use deal::{Deal, MOST_DEALT, Misdeal};
pub use deck::Deck;
pub use game::{Combat, Draw};
pub use outcome::{Counts, Cycle, Ends, Mode, Outcome, Unfinished, score};
pub use parse::{parse, parse_decks};
pub use position::{Position, Step};
pub use replay::{Replay, Told, count, replay};
pub use solve::solve;
