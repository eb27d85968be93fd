//! A battle queue: the front acts and leaves, skills add to the end.

use std::fmt;
use std::str::FromStr;

use outplay_game::Player;

use super::packed::{Counted, Packed, Those};
use super::{Census, NotAPlace, Order, Pace, Place, Step, read_places, write_places};

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

/// The places of a player.
fn of(player: Player) -> Those {
    Those { from: 0, mask: 1, number: player as u64 }
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
        match step.adds(user) {
            Some(player) => self.add(player),
            None => *self = Self::opening(user, None),
        }
    }

    fn steal(&mut self, user: Player) {
        let theirs = self.0.iter().position(|number| number != user as u64);
        if let Some(place) = theirs {
            self.0.set(place, user as u64);
        }
    }

    #[inline]
    fn keep(&mut self, player: Player, most: usize) {
        self.0.keep(of(player), most);
    }

    #[inline]
    fn extra_bytes(&self) -> usize {
        self.0.extra_bytes()
    }

    fn places(&self) -> Vec<Place> {
        self.0.iter().map(place).collect()
    }

    #[inline]
    fn census(&self) -> Census {
        let length = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        let twos = self.0.lowest(0).map(|(word, lowest)| Counted::new(word & lowest).all());
        let two = twos.sum();
        Census { places: [length - two, two], ..Census::default() }
    }

    #[inline]
    fn length(&self) -> usize {
        self.0.len()
    }

    /// Places are only ever added behind those that stand there. So all of these act first; then
    /// all that they added, in the order of those who added them; and so on. In each such round a
    /// place of the player has become at most `most` as many, one of the other side at least
    /// `back`.
    #[inline]
    fn turns_before(&self, census: &Census, player: Player, nth: u32, pace: Pace) -> u32 {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        if pace.anew {
            // From the first of them on they take turns.
            let first = self.0.find(of(player.other()), 1);
            return first.map_or(0, |first| nth.saturating_sub(count(first)));
        }
        let nth = if pace.resets { 1 } else { nth.max(1) };
        let ours = census.places[player.index()];
        let theirs = census.places[player.other().index()];
        if nth <= ours {
            return self.0.find(of(player), nth as usize).map_or(0, |place| count(place) + 1 - nth);
        }
        let (mut before, mut left) = (0_u32, nth);
        let (mut our_share, mut their_share) = (1_u32, 1_u32);
        while left > ours.saturating_mul(our_share) {
            before = before.saturating_add(theirs.saturating_mul(their_share));
            left -= ours * our_share;
            our_share = our_share.saturating_mul(pace.most);
            their_share = their_share.saturating_mul(pace.back);
            let known =
                !pace.gives && ours * our_share.min(1) > 0 && theirs * their_share.min(1) > 0;
            if !known {
                return before;
            }
        }
        // The place that the last turn goes back to, and who stands before it.
        let last = left.div_ceil(our_share);
        let place = self.0.find(of(player), last as usize).map_or(last, |place| count(place) + 1);
        let in_front = place - last;
        before.saturating_add(their_share.saturating_mul(in_front))
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
