//! A position of a fight, packed into a few words.
//!
//! The first word holds the [`Status`] in its low byte; the rest of it and as many words as needed
//! hold the timers of the effects; then comes one word for each number that changes in play. `W` is
//! the number of words, chosen when a fight is compiled. Beside them stands the turn order, which
//! for a queue is everyone in it. States are compared and hashed whole.

use std::hash::{Hash, Hasher};

use outplay_game::Player;
use serde::{Deserialize, Serialize};

use crate::order::{Alternate, Order, Queue};

/// A position of a fight with at most `W` words and this turn order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State<const W: usize, O> {
    words: [u32; W],
    pub(crate) order: O,
}

const _: () =
    assert!(size_of::<State<4, Alternate>>() == 16, "the wizard's state is two machine words");
const _: () = assert!(size_of::<State<8, Alternate>>() == 32, "a state has no padding");
const _: () = assert!(size_of::<State<6, Queue>>() == 48, "the arena's state is six");

/// No number grows beyond this: it is as good as endless, and everything stays finite.
pub const CEILING: i32 = 1_000_000_000;

/// Some bits of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Field {
    pub(crate) word: usize,
    pub(crate) shift: u32,
    pub(crate) mask: u32,
}

/// What a position waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The turn of this player has begun, and they choose.
    Chooses(Player),
    /// The turn of this player is about to begin.
    Before(Player),
    /// It is over, and won by this player or by nobody.
    Over(Option<Player>),
}

const STATUSES: [Status; 7] = [
    Status::Chooses(Player::One),
    Status::Chooses(Player::Two),
    Status::Before(Player::One),
    Status::Before(Player::Two),
    Status::Over(Some(Player::One)),
    Status::Over(Some(Player::Two)),
    Status::Over(None),
];

impl Status {
    fn code(self) -> u32 {
        match self {
            Self::Chooses(player) => player as u32,
            Self::Before(player) => 2 + player as u32,
            Self::Over(Some(player)) => 4 + player as u32,
            Self::Over(None) => 6,
        }
    }
}

impl<const W: usize, O: Order> State<W, O> {
    /// A state from the words that the compiler laid out.
    pub(crate) fn new(words: &[u32], status: Status, order: O) -> Self {
        let mut state = Self { words: [0; W], order };
        state.words[..words.len()].copy_from_slice(words);
        state.set_status(status);
        state
    }

    #[inline]
    pub(crate) fn status(&self) -> Status {
        STATUSES[(self.words[0] & 0xff) as usize]
    }

    #[inline]
    pub(crate) fn set_status(&mut self, status: Status) {
        self.words[0] = (self.words[0] & !0xff) | status.code();
    }

    /// The turn order as it stands.
    pub fn order(&self) -> &O {
        &self.order
    }

    /// The number in a word; never negative.
    #[inline]
    #[expect(clippy::cast_possible_wrap, reason = "numbers are at most CEILING")]
    pub fn number(&self, slot: usize) -> i32 {
        self.words[slot] as i32
    }

    /// Changes a number, which stops at 0 and at `most`; returns by how much it changed.
    #[inline]
    #[expect(clippy::cast_sign_loss, reason = "the number was just clamped to 0 or more")]
    pub(crate) fn change(&mut self, slot: usize, by: i32, most: i32) -> i32 {
        let before = self.number(slot);
        let after = (before + by).clamp(0, most);
        self.words[slot] = after as u32;
        after - before
    }

    /// Takes a number out of the state: 0 is left in its word.
    #[inline]
    pub(crate) fn take(&mut self, slot: usize) -> i32 {
        let number = self.number(slot);
        self.words[slot] = 0;
        number
    }

    #[inline]
    pub(crate) fn bits(&self, field: Field) -> u32 {
        (self.words[field.word] >> field.shift) & field.mask
    }

    #[inline]
    pub(crate) fn set_bits(&mut self, field: Field, bits: u32) {
        let word = &mut self.words[field.word];
        *word = (*word & !(field.mask << field.shift)) | (bits << field.shift);
    }

    /// Takes one off bits that are not 0.
    #[inline]
    pub(crate) fn count_down(&mut self, field: Field) {
        self.words[field.word] -= 1 << field.shift;
    }
}

impl<const W: usize, O: Order> Hash for State<W, O> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for pair in self.words.chunks_exact(2) {
            hasher.write_u64(u64::from(pair[0]) | u64::from(pair[1]) << 32);
        }
        self.order.hash(hasher);
    }
}
