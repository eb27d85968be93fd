//! Somebody at a fight, a hand or two decks: who sits where, what was played ([`Sitting`]), and
//! what came of it ([`Review`]). Prompts and the full screen share this; no rule is known here.

mod decks;
mod review;
mod sitting;
mod turn;
mod words;

pub use decks::CombatSitting;
pub use review::{Review, Reviewed};
pub use sitting::{Budget, Chosen, Sitting};
pub use turn::{BestTurn, HandReview, HandSitting};
pub use words::{cost, harm, hint_text, judged, shown};
