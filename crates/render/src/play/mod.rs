//! Somebody at a game, in words; and somebody with a hand or two decks, who play alone.

mod again;
mod decks;
mod turn;
mod words;

pub use again::{accuracy, maximum, worst};
pub use decks::CombatSitting;
pub use turn::{BestTurn, HAND_GOAL, HandReview, HandSitting};
pub use words::{
    best_line, cost, harm, hint_text, judged, judgement, makeshift, nearness, played_by, price,
    review_verdict, seat, shown,
};
