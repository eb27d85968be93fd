//! What every game of Outplay has in common.
//!
//! [`Game`] is the one trait a game implements; [`MinCost`] is the capability that the cost
//! searches ask for, [`ZeroSum`] the one of the searches for two sides, and [`Versus`] says who won;
//! [`Chance`] says how likely the results of a roll are.
//! [`laws`] is the conformance suite that every game runs in its tests, [`sketch`] a tiny game
//! written as a string, for testing searches alone, and [`perft`] counts lines of play; [`memory`] says
//! how much of it there is. Nothing here knows a concrete game, a rules file or a search.

mod acyclic;
mod budget;
mod described;
pub mod laws;
pub mod memory;
mod node;
mod objective;
mod perft;
mod player;
pub mod sketch;
mod traits;

pub use acyclic::is_acyclic;
pub use budget::{Budget, Limits, PACE, Proof, Stop};
pub use described::Described;
pub use node::Node;
pub use objective::Objective;
pub use perft::perft;
pub use player::{NoSuchPlayer, Player};
pub use traits::{
    Chance, Game, MOST_MERITS, MOST_WEIGHT, MinCost, Nearness, Passage, Versus, ZeroSum,
};
