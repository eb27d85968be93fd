//! A battle queue: the front acts and leaves, skills add to the end.

use std::fmt;
use std::str::FromStr;

use outplay_game::Player;

use super::packed::Packed;
use super::{NotAPlace, Order, Place, Step, read_places, write_places};

/// A queue to whose end everyone may be added, at any length.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Queue(Packed<1>);

const _: () = assert!(size_of::<Queue>() == 24, "127 places take two words and a tag");

impl Queue {
    /// A queue with nobody in it.
    pub const EMPTY: Self = Self(Packed::EMPTY);

    /// Adds a place to the end.
    #[inline]
    pub fn add(&mut self, player: Player) {
        self.0.push(player as u64);
    }

    /// The place in front.
    #[inline]
    pub fn peek(&self) -> Option<Place> {
        (self.0.len() > 0).then(|| place(self.0.get(0)))
    }

    /// Takes the front away.
    #[inline]
    pub fn remove(&mut self) -> Option<Place> {
        (self.0.len() > 0).then(|| place(self.0.pop_front()))
    }
}

fn place(number: u64) -> Place {
    Place { player: if number == 0 { Player::One } else { Player::Two }, able: true }
}

impl Order for Queue {
    const PLACES: bool = true;

    fn opening(first: Player, given: Option<&[Place]>) -> Self {
        let mut queue = Self::EMPTY;
        match given {
            Some(places) => places.iter().for_each(|place| queue.add(place.player)),
            None => [first, first.other()].into_iter().for_each(|player| queue.add(player)),
        }
        queue
    }

    #[inline]
    fn front(&self) -> Option<Player> {
        self.peek().map(|place| place.player)
    }

    #[inline]
    fn pass(&mut self, _: Player) -> Option<Player> {
        self.remove();
        self.front()
    }

    #[inline]
    fn step(&mut self, user: Player, step: Step) {
        match step {
            Step::Own => self.add(user),
            Step::Enemy => self.add(user.other()),
            Step::Reset => *self = Self::opening(user, None),
        }
    }

    #[inline]
    fn forget(&mut self, player: Player) {
        if self.0.iter().any(|number| number == player as u64) {
            self.0 = self.0.iter().filter(|&number| number != player as u64).collect();
        }
    }

    fn places(&self) -> Vec<Place> {
        self.0.iter().map(place).collect()
    }
}

impl FromStr for Queue {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Self, NotAPlace> {
        Ok(Self::opening(Player::One, Some(&read_places(text)?)))
    }
}

impl fmt::Display for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_places(&self.places(), f)
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
