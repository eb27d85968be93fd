//! A battle queue in which a place may or may not be able to add.

use std::fmt;
use std::str::FromStr;

use outplay_game::Player;

use super::packed::{Counted, Packed, Those};
use super::{Census, NotAPlace, Order, Pace, Place, Step, read_places, write_places};

/// A queue in which what may be added depends on the place in front.
///
/// [`Self::add`] has the rule. The first number of the row says who was ever added; the places
/// follow.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RestrictedQueue(Packed<2>);

const ABLE: u64 = 2;

impl RestrictedQueue {
    /// A queue with nobody in it, to which nobody was ever added.
    pub fn new() -> Self {
        Self([0].into_iter().collect())
    }

    /// Adds a place to the end, as far as the place in front allows:
    ///
    /// 1. who was never added before is added, able; so is anyone to an empty queue;
    /// 2. if the front is not able to add, nothing happens;
    /// 3. if the front is the other player's, the place is added, not able;
    /// 4. if it is the same player's, the place is added, able where fewer than two places of
    ///    theirs are able (the front counts), else not able.
    #[inline]
    pub fn add(&mut self, player: Player) {
        let bit = 1 << player as u64;
        let added = self.0.get(0);
        if added & bit == 0 {
            self.0.set(0, added | bit);
        }
        let able = match self.peek() {
            _ if added & bit == 0 => true,
            None => true,
            Some(front) if !front.able => return,
            Some(front) if front.player != player => false,
            Some(_) => {
                let able = Those { from: 1, mask: 1 | ABLE, number: player as u64 | ABLE };
                !self.0.has_two(able)
            }
        };
        self.push(Place { player, able });
    }

    /// The place in front.
    #[inline]
    pub fn peek(&self) -> Option<Place> {
        (self.0.len() > 1).then(|| place(self.0.get(1)))
    }

    /// Takes the front away.
    #[inline]
    pub fn remove(&mut self) -> Option<Place> {
        let front = self.peek()?;
        self.0.pop_second();
        Some(front)
    }

    /// Adds a place to the end without asking the front.
    #[inline]
    fn push(&mut self, Place { player, able }: Place) {
        self.0.push(player as u64 | if able { ABLE } else { 0 });
    }
}

/// How many bits are set, where that is a few.
#[inline]
fn few_ones(mut word: u64) -> u32 {
    let mut ones = 0;
    while word != 0 {
        word &= word - 1;
        ones += 1;
    }
    ones
}

impl Default for RestrictedQueue {
    fn default() -> Self {
        Self::new()
    }
}

fn place(number: u64) -> Place {
    let player = if number & 1 == 0 { Player::One } else { Player::Two };
    Place { player, able: number & ABLE != 0 }
}

/// The places of a player.
fn of(player: Player) -> Those {
    Those { from: 1, mask: 1, number: player as u64 }
}

impl Order for RestrictedQueue {
    const PLACES: bool = true;

    /// Both players have been added before: a fight begins with both.
    fn opening(first: Player, given: Option<&[Place]>) -> Self {
        let both = [first, first.other()].map(|player| Place { player, able: true });
        let mut queue = Self([3].into_iter().collect());
        given.unwrap_or(&both).iter().for_each(|&place| queue.push(place));
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
        let theirs = self.0.iter().skip(1).position(|number| place(number).player != user);
        if let Some(found) = theirs {
            let able = self.0.get(found + 1) & ABLE;
            self.0.set(found + 1, user as u64 | able);
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
        self.0.iter().skip(1).map(place).collect()
    }

    #[inline]
    fn census(&self) -> Census {
        let length = u32::try_from(self.0.len()).unwrap_or(u32::MAX) - 1;
        let (mut two, mut able, mut able_two, mut first_able) = (0, 0, 0, None);
        for (word, lowest) in self.0.lowest(1) {
            let twos = word & lowest;
            let can = (word >> 1) & lowest;
            if first_able.is_none() && can != 0 {
                let is_two = can & can.wrapping_neg() & twos != 0;
                first_able = Some(if is_two { Player::Two } else { Player::One });
            }
            two += Counted::new(twos).all();
            able += few_ones(can);
            able_two += few_ones(can & twos);
        }
        Census { places: [length - two, two], able: [able - able_two, able_two], first_able }
    }

    #[inline]
    fn length(&self) -> usize {
        self.0.len()
    }

    /// All who stand here act before anyone who is added. From then on only able places add, and a
    /// side never comes to have more of them than it has now, or one: so in each round, of places
    /// added by the round before, the player has at most `most` turns for each. The other side has
    /// one at least: whoever has an able place and adds themselves keeps one. If their only one
    /// stands before all of the player's, so will it in the next round.
    #[inline]
    fn turns_before(&self, census: &Census, player: Player, nth: u32, pace: Pace) -> u32 {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        if pace.anew {
            // From the first of them on they take turns.
            let first = self.0.find(of(player.other()), 1);
            return first.map_or(0, |first| nth.saturating_sub(count(first) - 1));
        }
        let nth = if pace.resets { 1 } else { nth.max(1) };
        let (me, other) = (player.index(), player.other().index());
        let (ours, theirs) = (census.places[me], census.places[other]);
        if nth <= ours {
            return self.0.find(of(player), nth as usize).map_or(0, |place| count(place) - nth);
        }
        let (our_able, their_able) = (census.able[me], census.able[other]);
        let both_added = self.0.get(0) == 3;
        if pace.gives || pace.resets || pace.back == 0 || !both_added {
            return theirs;
        }
        if their_able == 0 {
            return theirs;
        }
        let a_round = our_able.max(1).saturating_mul(pace.most.max(1));
        let rounds = nth.saturating_sub(ours + 1) / a_round;
        let they_lead = our_able > 0 && census.first_able == Some(player.other());
        let ahead = u32::from(they_lead && their_able == 1);
        rounds.saturating_add(theirs + ahead)
    }
}

impl FromStr for RestrictedQueue {
    type Err = NotAPlace;

    /// Reads places as letters; who is among them was added before.
    fn from_str(text: &str) -> Result<Self, NotAPlace> {
        let mut queue = Self::new();
        for place in read_places(text)? {
            let added = queue.0.get(0);
            queue.0.set(0, added | 1 << place.player as u64);
            queue.push(place);
        }
        Ok(queue)
    }
}

impl fmt::Display for RestrictedQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_places(&self.places(), f)
    }
}

impl fmt::Debug for RestrictedQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
