//! The best turn from a hand of cards.
//!
//! A [`Hand`] is cards and what the turn starts with; as a [`outplay_game::Game`] it offers
//! [`Move`]s. Three ways to a [`Plan`]: [`brute()`] tries every line and is the reference,
//! [`greedy()`] guesses, [`exact()`] proves; what may cost much can be asked within a
//! [`Budget`](outplay_game::Budget). [`Plan::line`] is always legal step by step, and
//! [`Hand::replay`] checks any line. [`worth()`] prices cards and means, [`Deck`] plays every hand
//! of a deck. Files and card lists are read in [`read`], random hands dealt in [`Ranges`].
//!
//! ```
//! use outplay_hand::{Card, Hand, exact};
//! let hand = Hand::new(vec![Card::new("A", 2, 1, 6, 0), Card::new("B", 3, 2, 4, 0)]);
//! let plan = exact(&hand);
//! assert_eq!((plan.damage, hand.spell(&plan.line).as_str()), (6, "pitch B, play A"));
//! ```

mod brute;
mod card;
mod deal;
mod deck;
mod exact;
mod few;
#[cfg(test)]
mod figures;
mod found;
mod greedy;
mod plan;
mod prices;
pub mod read;
mod replay;
mod turn;
mod worth;

pub use brute::{MOST_FOR_BRUTE, brute, brute_within};
pub use card::{Card, Hand, MOST_CARDS, MOST_NUMBER};
pub use deal::{Range, Ranges};
pub use deck::{Carries, Deck, DeckCard, Odds, Stack, choose};
pub use exact::{exact, exact_within};
pub use found::Found;
pub use greedy::greedy;
pub use plan::{Plan, Use};
pub use replay::{Refused, Replay, Step};
pub use turn::{Move, State};
pub use worth::{Worth, worth, worth_within};
