//! One game on the table: two rings of cards side by side, and the loop that all time is spent in.
//!
//! Both decks lose their top card in every round, so one counter, the rounds played, is the top of
//! both; only the bottoms differ. The winner of a round is as random as the cards, so the loop does
//! not branch on it: it computes which ring the two cards go to.

use outplay_game::Player;

use crate::compact::Card;
use crate::passages::{Parts, Passages};

/// A game that is being played.
#[derive(Default)]
pub(crate) struct Table<C> {
    /// Player 1's ring, then player 2's, each with `room` places.
    cards: Vec<C>,
    /// A power of two, at least the number of cards.
    room: usize,
    round: usize,
    /// One past the bottom card of each deck, counted as rounds are.
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
        self.begin_parts(decks.map(|deck| (deck, &[][..])));
    }

    /// Begins a game with copies of the next cards of another, those on top apart.
    pub(crate) fn begin_sub_game(&mut self, outer: &Self, cards: [usize; 2]) {
        let from = outer.round + 1;
        self.begin_parts([0, 1].map(|side| outer.parts(side, from, from + cards[side])));
    }

    fn begin_parts(&mut self, decks: [Parts<C>; 2]) {
        let lens = decks.map(|(first, rest)| first.len() + rest.len());
        self.room = (lens[0] + lens[1]).next_power_of_two();
        // Whatever lies outside the decks is never read, so a larger old table will do.
        if self.cards.len() < 2 * self.room {
            self.cards.resize(2 * self.room, C::default());
        }
        self.round = 0;
        self.bottoms = lens;
        self.highest = C::default();
        for (side, (first, rest)) in decks.into_iter().enumerate() {
            let ring = &mut self.cards[side * self.room..];
            ring[..first.len()].copy_from_slice(first);
            ring[first.len()..lens[side]].copy_from_slice(rest);
            let highest = ring[..lens[side]].iter().copied().max().unwrap_or_default();
            self.highest = self.highest.max(highest);
        }
        self.passages.clear();
    }

    /// Plays until `until` rounds are played in all, or something needs attention. `LOGGED` games
    /// notice when they go in a circle.
    pub(crate) fn play<const RECURSIVE: bool, const LOGGED: bool>(
        &mut self,
        until: usize,
    ) -> Pause {
        let (room, highest) = (self.room, self.highest);
        let mask = room - 1;
        let cards = &mut self.cards[..2 * room];
        let (mut round, [mut one, mut two]) = (self.round, self.bottoms);
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
                let decks = [(0, one), (1, two)]
                    .map(|(side, bottom)| parts(&cards[side * room..][..room], round, bottom));
                if let Some(index) = self.passages.visit(round, decks) {
                    break Pause::Returned(index);
                }
            }
            if RECURSIVE && (first.number() < one - round) & (second.number() < two - round) {
                break Pause::SubGame([first.number(), second.number()]);
            }
            let two_wins = second > first;
            let (ring, bottom) = if two_wins { (room, two) } else { (0, one) };
            cards[ring + (bottom & mask)] = higher;
            cards[ring + ((bottom + 1) & mask)] = first.min(second);
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

    /// Would player 1 hold the highest card in a game of copies of the next cards?
    pub(crate) fn one_would_hold_the_highest(&self, cards: [usize; 2]) -> bool {
        let from = self.round + 1;
        let [one, two] = [0, 1].map(|side| {
            let (first, rest) = self.parts(side, from, from + cards[side]);
            let highest = |part: &[C]| part.iter().copied().max().unwrap_or_default();
            highest(first).max(highest(rest))
        });
        one > two
    }

    /// Rounds played.
    pub(crate) fn round(&self) -> usize {
        self.round
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
        let left = |table: &Self| table.bottoms.map(|bottom| bottom - table.round);
        left(self) == left(other)
            && (0..2).all(|side| {
                let deck = |table: &Self, place: usize| {
                    table.cards[side * table.room + ((table.round + place) & (table.room - 1))]
                };
                (0..left(self)[side]).all(|place| deck(self, place) == deck(other, place))
            })
    }

    /// The kept passages.
    pub(crate) fn passages(&self) -> &Passages<C> {
        &self.passages
    }

    /// The memory in use.
    pub(crate) fn bytes(&self) -> usize {
        self.cards.capacity() * size_of::<C>() + self.passages.bytes()
    }

    fn parts(&self, side: usize, from: usize, to: usize) -> Parts<'_, C> {
        parts(&self.cards[side * self.room..][..self.room], from, to)
    }
}

/// The cards of a ring between two counters.
fn parts<C>(ring: &[C], from: usize, to: usize) -> Parts<'_, C> {
    let start = from & (ring.len() - 1);
    let first = &ring[start..(start + to - from).min(ring.len())];
    (first, &ring[..to - from - first.len()])
}
