//! One game on the table: two rings of cards side by side, and the loop that all time is spent in.
//!
//! Both decks lose their top card in every round, so one counter is the top of both; only the
//! bottoms differ. Counters only ever rise, and a mask makes them places in the ring: a game of
//! copies of the next cards is thus the same rings with the bottoms further up. The winner of a
//! round is as random as the cards, so the loop does not wait for it: both cards are written below
//! both decks, where there always is room for them, and only the winner's bottom moves. Where all
//! cards fit, the room of a ring is known when this is compiled (`ROOM`, else 0), which spares the
//! loop all checks of places.

use outplay_game::Player;

use crate::compact::Card;
use crate::passages::{Passages, Place, same};

/// The room of a ring that all games of so few cards use.
pub(crate) const SMALL: usize = 64;

/// A game that is being played.
#[derive(Default)]
pub(crate) struct Table<C> {
    /// Player 1's ring, then player 2's, each with `room` places.
    cards: Vec<C>,
    /// A power of two, at least the number of cards.
    room: usize,
    /// The counter with which the game began.
    begun: usize,
    /// The counter of the top cards.
    round: usize,
    /// One past the bottom card of each deck, by the same counter.
    bottoms: [usize; 2],
    highest: C,
    passages: Passages<C>,
}

/// Why a table stops playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// This player holds all the cards.
    Won(Player),
    /// The position is that of a kept passage, whose index this is.
    Returned(usize),
    /// The round has to be decided by a game of so many cards of each player.
    SubGame([usize; 2]),
    /// As many rounds were played as were asked for.
    Rounds,
}

impl<C: Card> Table<C> {
    /// Begins a game with these decks.
    pub(crate) fn begin(&mut self, decks: [&[C]; 2]) {
        let lens = decks.map(<[C]>::len);
        self.room = (lens[0] + lens[1]).next_power_of_two().max(SMALL);
        self.cards.clear();
        self.cards.resize(2 * self.room, C::default());
        for (side, deck) in decks.into_iter().enumerate() {
            self.cards[side * self.room..][..lens[side]].copy_from_slice(deck);
        }
        let highest = decks.map(|deck| deck.iter().copied().max().unwrap_or_default());
        self.set(0, lens, highest[0].max(highest[1]));
    }

    /// Begins a game with copies of the next cards of another, those on top apart.
    pub(crate) fn begin_sub_game(&mut self, outer: &Self, cards: [usize; 2], highest: C) {
        let from = outer.round + 1;
        let room = (cards[0] + cards[1]).next_power_of_two().max(SMALL);
        self.cards.clear();
        if room == outer.room {
            self.room = room;
            self.cards.extend_from_slice(&outer.cards);
            self.set(from, cards.map(|count| from + count), highest);
        } else {
            self.room = room;
            self.cards.resize(2 * room, C::default());
            for side in 0..2 {
                let (first, rest) = outer.parts(side, from, from + cards[side]);
                let ring = &mut self.cards[side * room..];
                ring[..first.len()].copy_from_slice(first);
                ring[first.len()..cards[side]].copy_from_slice(rest);
            }
            self.set(0, cards, highest);
        }
    }

    fn set(&mut self, round: usize, bottoms: [usize; 2], highest: C) {
        (self.begun, self.round, self.bottoms) = (round, round, bottoms);
        self.passages.clear();
        self.highest = highest;
    }

    /// Plays until `until` rounds are played in all, or something needs attention. `LOGGED` games
    /// notice when they go in a circle.
    pub(crate) fn play<const RECURSIVE: bool, const LOGGED: bool, const ROOM: usize>(
        &mut self,
        until: usize,
    ) -> Pause {
        debug_assert!(ROOM == 0 || ROOM == self.room, "a table of that room");
        let room = if ROOM == 0 { self.room } else { ROOM };
        let mask = room - 1;
        let cards = &mut self.cards[..2 * room];
        let (mut round, [mut one, mut two]) = (self.round, self.bottoms);
        let until = self.begun.saturating_add(until);
        let highest = self.highest;
        let pause = loop {
            if one == round {
                break Pause::Won(Player::Two);
            }
            if two == round {
                break Pause::Won(Player::One);
            }
            if round == until {
                break Pause::Rounds;
            }
            let top = round & mask;
            let (first, second) = (cards[top], cards[room + top]);
            let higher = first.max(second);
            if LOGGED && higher == highest {
                let place = Place { round, bottoms: [one, two] };
                if let Some(index) = self.passages.visit::<ROOM>(cards, place) {
                    break Pause::Returned(index);
                }
            }
            if RECURSIVE {
                // Below 0 where a deck is too short; both at once, as either alone is a coin toss.
                let spare = (one - round - 1).wrapping_sub(first.number())
                    | (two - round - 1).wrapping_sub(second.number());
                if spare.cast_signed() >= 0 {
                    break Pause::SubGame([first.number(), second.number()]);
                }
            }
            let two_wins = second > first;
            let lower = first.min(second);
            cards[one & mask] = higher;
            cards[(one + 1) & mask] = lower;
            cards[room + (two & mask)] = higher;
            cards[room + ((two + 1) & mask)] = lower;
            one += usize::from(!two_wins) * 2;
            two += usize::from(two_wins) * 2;
            round += 1;
        };
        self.round = round;
        self.bottoms = [one, two];
        pause
    }

    /// Ends the round of a sub-game: the winner puts their card first, even when it is the lower.
    pub(crate) fn settle(&mut self, winner: Player) {
        let mask = self.room - 1;
        let drawn = [0, self.room].map(|ring| self.cards[ring + (self.round & mask)]);
        let side = winner.index();
        for card in [drawn[side], drawn[1 - side]] {
            self.cards[side * self.room + (self.bottoms[side] & mask)] = card;
            self.bottoms[side] += 1;
        }
        self.round += 1;
    }

    /// The highest card of each player in a game of copies of the next cards.
    pub(crate) fn highest_of_next(&self, cards: [usize; 2]) -> [C; 2] {
        let from = self.round + 1;
        [0, 1].map(|side| {
            let (first, rest) = self.parts(side, from, from + cards[side]);
            let highest = |part: &[C]| part.iter().fold(C::default(), |most, &card| most.max(card));
            highest(first).max(highest(rest))
        })
    }

    /// Rounds played.
    pub(crate) fn round(&self) -> usize {
        self.round - self.begun
    }

    /// The decks, top first.
    pub(crate) fn decks(&self) -> [Vec<C>; 2] {
        [0, 1].map(|side| {
            let (first, rest) = self.parts(side, self.round, self.bottoms[side]);
            [first, rest].concat()
        })
    }

    /// Do both tables show the same position?
    pub(crate) fn shows_the_same_as(&self, other: &Self) -> bool {
        let view = |table: &Self| Place { round: table.round, bottoms: table.bottoms };
        same((&self.cards, view(self)), (&other.cards, view(other)))
    }

    /// A table that shows a kept passage, for play that is not `LOGGED`, and the rounds that were played before it.
    pub(crate) fn kept(&self, index: usize) -> (Self, usize) {
        let (place, rings) = self.passages.kept(index, 2 * self.room);
        let mut table = Self { cards: rings.to_vec(), room: self.room, ..Self::default() };
        (table.begun, table.round, table.bottoms) = (place.round, place.round, place.bottoms);
        (table, place.round - self.begun)
    }

    /// The memory in use.
    pub(crate) fn bytes(&self) -> usize {
        self.cards.capacity() * size_of::<C>() + self.passages.bytes()
    }

    /// The cards of a deck between two counters, as they lie in the ring.
    fn parts(&self, side: usize, from: usize, to: usize) -> (&[C], &[C]) {
        let ring = &self.cards[side * self.room..][..self.room];
        let start = from & (self.room - 1);
        let first = &ring[start..(start + to - from).min(self.room)];
        (first, &ring[..to - from - first.len()])
    }
}
