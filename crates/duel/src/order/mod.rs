//! Turn orders: whose turn comes next, and what skills may do about it.
//!
//! Three kinds ship, each in its own file: [`Alternate`], [`Queue`] and [`RestrictedQueue`]. They
//! are values that a position carries with it, so a queue is searched, compared and shown with the
//! rest of the state, and an order of one's own is a type that implements [`Order`], handed to
//! [`Fight::visit_with`](crate::Fight::visit_with). The queues can also be used by themselves:
//!
//! ```
//! use outplay_duel::order::{Order, RestrictedQueue};
//! use outplay_game::Player;
//!
//! let mut queue: RestrictedQueue = "AB".parse().unwrap();
//! queue.add(Player::Two);
//! assert_eq!(queue.to_string(), "ABb");
//! assert!(queue.remove().is_some_and(|place| place.player == Player::One && place.able));
//! assert_eq!(queue.peek().map(|place| place.player), Some(Player::Two));
//! ```

mod alternate;
mod packed;
mod queue;
mod restricted;

use std::fmt::{self, Debug, Write};
use std::hash::Hash;

use outplay_game::Player;
use serde::{Deserialize, Serialize};

pub use alternate::Alternate;
pub use queue::Queue;
pub use restricted::RestrictedQueue;

/// A turn order, as a position holds it.
pub trait Order: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// Are turns places in a line? Then one whose fighter can use no skill is dropped before the
    /// turn begins (unless whoever is stuck loses); else the turn begins and is passed over.
    const PLACES: bool;

    /// The order before the first turn: `first` begins, unless the places are given.
    fn opening(first: Player, given: Option<&[Place]>) -> Self;

    /// Whose turn it is, as far as the order itself knows; `None` also where nobody is left.
    fn front(&self) -> Option<Player>;

    /// Ends the turn (or drops the place) of a player, and says whose turn is next.
    fn pass(&mut self, player: Player) -> Option<Player>;

    /// Carries out what a skill does to the order, while its user's turn lasts.
    fn step(&mut self, user: Player, step: Step);

    /// The first place of the other side becomes this player's, where there are places; where the
    /// sides take turns, the fight itself counts what is stolen.
    fn steal(&mut self, user: Player) {
        let _ = user;
    }

    /// The player can act so often at most: drops the places that they can never reach. To keep
    /// them is always right, and a search then sees more states than need be.
    #[inline]
    fn keep(&mut self, player: Player, most: usize) {
        let _ = (player, most);
    }

    /// The places, the front first; none where there is no line.
    fn places(&self) -> Vec<Place>;

    /// How many bytes it takes besides its own size.
    fn extra_bytes(&self) -> usize {
        0
    }

    /// How many turns the other side has for sure before the `nth` turn of `player`, counted from
    /// the turn that is now on, as long as nothing happens faster than the [`Pace`] allows and the
    /// other side can act. Bounds are derived from it; 0 is always right.
    #[inline]
    fn turns_before(&self, census: &Census, player: Player, nth: u32, pace: Pace) -> u32 {
        let _ = (census, player, nth, pace);
        0
    }

    /// Who stands in it, for [`Order::turns_before`].
    #[inline]
    fn census(&self) -> Census {
        Census::default()
    }

    /// More places than this there are not; to say more is always right.
    #[inline]
    fn length(&self) -> usize {
        usize::MAX
    }
}

/// Who stands in a turn order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// How many places each player has.
    pub places: [u32; 2],
    /// How many of them are able to add, where that differs.
    pub able: [u32; 2],
    /// Whose the first of those is.
    pub first_able: Option<Player>,
}

/// How fast a player and the other side can come back to the turn order, in
/// [`Order::turns_before`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// A turn of the player adds at most so many places of their own.
    pub most: u32,
    /// A turn of the player may reset the queue.
    pub resets: bool,
    /// A turn of the other side, where it does not reset the queue, adds at least so many of its own.
    pub back: u32,
    /// A turn of the other side may add places of the player.
    pub gives: bool,
    /// A turn of the other side begins the queue anew: a place of the player, then one of their own.
    /// Nothing else matters then.
    pub anew: bool,
}

/// A place in a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Whose turn it will be.
    pub player: Player,
    /// Can the turn add places? Always, except in a restricted queue.
    pub able: bool,
}

/// What a skill does to a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Adds the user.
    Own,
    /// Adds the enemy.
    Enemy,
    /// The queue becomes the user and then the enemy.
    Reset,
}

impl Step {
    /// The steps as rules files write them.
    pub(crate) const WORDS: [(&'static str, Self); 3] =
        [("self", Self::Own), ("enemy", Self::Enemy), ("reset", Self::Reset)];

    /// Whom it adds to the queue; nobody where the queue begins anew.
    pub fn adds(self, user: Player) -> Option<Player> {
        match self {
            Self::Own => Some(user),
            Self::Enemy => Some(user.other()),
            Self::Reset => None,
        }
    }
}

/// The orders that ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderKind {
    /// The sides take turns.
    Alternate,
    /// The front of a queue acts, and skills add to its end.
    Queue,
    /// A queue in which not everyone may add.
    RestrictedQueue,
    /// Each fighter once a round, the fastest first.
    Speed,
}

impl OrderKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Alternate, Self::Queue, Self::RestrictedQueue, Self::Speed];

    /// The name in rules files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alternate => "alternate",
            Self::Queue => "queue",
            Self::RestrictedQueue => "restricted-queue",
            Self::Speed => "speed",
        }
    }

    /// The order that is called so, or the only one whose name begins so: `r` is `restricted-queue`.
    ///
    /// ```
    /// use outplay_duel::order::OrderKind;
    /// assert_eq!(OrderKind::called("Restricted"), Some(OrderKind::RestrictedQueue));
    /// assert_eq!(OrderKind::called("q"), Some(OrderKind::Queue));
    /// assert_eq!(OrderKind::called(""), None);
    /// ```
    pub fn called(word: &str) -> Option<Self> {
        let word = word.trim().to_ascii_lowercase();
        let mut like = Self::ALL.into_iter().filter(|kind| kind.name().starts_with(&word));
        match (Self::ALL.into_iter().find(|kind| kind.name() == word), like.next(), like.next()) {
            (Some(same), _, _) => Some(same),
            (None, Some(only), None) => Some(only),
            _ => None,
        }
    }

    /// What the turns of an account are counted in: rounds of both sides, or turns.
    pub const fn counts(self) -> &'static str {
        if self.has_places() { "turn" } else { "round" }
    }

    /// Is there a queue?
    pub const fn has_places(self) -> bool {
        matches!(self, Self::Queue | Self::RestrictedQueue)
    }
}

impl Place {
    /// The place that a letter stands for: `A` or `a` is player 1's, `B` or `b` player 2's, and an
    /// upper case letter is able to add.
    pub fn from_letter(letter: char) -> Option<Self> {
        let player = match letter.to_ascii_uppercase() {
            'A' => Player::One,
            'B' => Player::Two,
            _ => return None,
        };
        Some(Self { player, able: letter.is_ascii_uppercase() })
    }

    /// The letter that stands for it.
    pub fn letter(self) -> char {
        match (self.player, self.able) {
            (Player::One, true) => 'A',
            (Player::One, false) => 'a',
            (Player::Two, true) => 'B',
            (Player::Two, false) => 'b',
        }
    }
}

/// A letter of a queue that stands for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPlace {
    /// The letter.
    pub letter: char,
    /// Where it stands, in bytes.
    pub at: usize,
}

impl fmt::Display for NotAPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is nobody's place: A or a is player 1, B or b player 2", self.letter)
    }
}

impl std::error::Error for NotAPlace {}

/// Reads places as letters, the front first.
///
/// # Errors
/// The first letter that stands for nobody.
pub fn read_places(text: &str) -> Result<Vec<Place>, NotAPlace> {
    let place = |(at, letter)| Place::from_letter(letter).ok_or(NotAPlace { letter, at });
    text.char_indices().map(place).collect()
}

fn write_places(places: &[Place], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    places.iter().try_for_each(|place| f.write_char(place.letter()))
}
