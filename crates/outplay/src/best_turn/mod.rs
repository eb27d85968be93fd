//! Questions about hands, answered with plain data: the best turn, a replay, what a deck's hands
//! are worth, the three ways compared; and the two drawings.

mod compare;
mod odds;
mod replay;
mod request;
mod solve;
mod svg;

pub use compare::{CompareHands, HandComparison, SizeRow, compare_hands};
pub use odds::{DamageRow, DeckAnswer, DeckCardRow, DrawnHand, deck_odds};
pub use replay::{HandRefused, HandReplay, HandStep, replay_hand, rest_of_hand};
pub use request::{HandRequest, LoadedDeck, LoadedHand, deal_ranges};
pub use solve::{CardUse, CardWorth, HandAnswer, HandBy, HandWorth, solve_hand};
pub use svg::{histogram_svg, times_svg};
