//! The sides take turns.

use outplay_game::Player;

use super::{Order, Place, Step};

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
    fn forget(&mut self, _: Player) {}

    fn places(&self) -> Vec<Place> {
        Vec::new()
    }
}
