//! The sides take turns.

use outplay_game::Player;

use super::{Census, Order, Pace, Place, Step};

/// The sides take turns; skills change nothing about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alternate;

impl Order for Alternate {
    const PLACES: bool = false;

    #[inline]
    fn opening(_: Player, _: Option<&[Place]>) -> Self {
        Self
    }

    #[inline]
    fn front(&self) -> Option<Player> {
        None
    }

    #[inline]
    fn pass(&mut self, player: Player) -> Option<Player> {
        Some(player.other())
    }

    #[inline]
    fn step(&mut self, _: Player, _: Step) {}

    #[inline]
    fn places(&self) -> Vec<Place> {
        Vec::new()
    }

    /// One between any two, and perhaps one before the first.
    #[inline]
    fn turns_before(&self, _: &Census, _: Player, nth: u32, _: Pace) -> u32 {
        nth.saturating_sub(1)
    }
}
