//! The rules taken literally, one step at a time: what `replay` tells and what the laws check.
//!
//! A position is a stack of games, the first at the bottom; only the last one is played, the others
//! wait with the two drawn cards still on top of their decks. No shortcuts. In the recursive kind
//! each game keeps all positions that it has been in, so a position is as large as its past is long.

use std::fmt;

use outplay_game::Player;

use crate::seen::Seen;
use crate::{Deal, Deck, Mode};

/// Where a play by the rules stands.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    mode: Mode,
    games: Vec<Table>,
    winner: Option<Player>,
}

/// One game of the stack.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Table {
    decks: [Deck; 2],
    seen: Seen,
}

/// What happened in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A round was decided by the higher card.
    Round {
        /// The cards drawn.
        cards: [u32; 2],
        /// Who won it.
        winner: Player,
    },
    /// A round has to be decided by a sub-game, which begins.
    SubGame {
        /// The cards drawn.
        cards: [u32; 2],
    },
    /// A game ended, and with it the round of the game around it.
    Game {
        /// Who won it.
        winner: Player,
        /// Because a position came back: the number of the round before which it first stood.
        repeats: Option<u64>,
    },
}

impl Position {
    /// The start of a deal.
    pub fn new(deal: &Deal, mode: Mode) -> Self {
        let first = Table::new(deal.decks());
        Self { mode, games: vec![first], winner: None }
    }

    /// Who has won, where it is over.
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// The decks of the game that is being played.
    pub fn decks(&self) -> &[Deck; 2] {
        &self.last().decks
    }

    /// How many games wait for the one that is being played.
    pub fn depth(&self) -> usize {
        self.games.len() - 1
    }

    /// How many cards there is room for, in all decks and in what is kept to notice repetitions.
    pub fn cards_kept(&self) -> usize {
        let room = |table: &Table| table.decks.iter().map(Deck::room).sum::<usize>();
        self.games.iter().map(|table| table.seen.cards() + room(table)).sum()
    }

    /// Does the next thing that the rules say. Trusts its caller that it is not over.
    ///
    /// # Panics
    /// Never: there is always a first game.
    pub fn advance(&mut self) -> Step {
        debug_assert!(self.winner.is_none(), "a finished game has no next step");
        let recursive = self.mode == Mode::Recursive;
        let table = self.games.last_mut().expect("the first game stays");
        let [Some(first), Some(second)] = table.decks.each_ref().map(Deck::top) else {
            let winner = if table.decks[0].is_empty() { Player::Two } else { Player::One };
            return self.end(winner, None);
        };
        if recursive && let Some(before) = table.seen.meet(&table.decks) {
            return self.end(Player::One, Some(before as u64 + 1));
        }
        let cards = [first, second];
        let takes = cards.map(|card| card as usize);
        if recursive && (0..2).all(|side| takes[side] < table.decks[side].len()) {
            let copies = [0, 1]
                .map(|side| table.decks[side].iter().skip(1).take(takes[side]).collect::<Vec<_>>());
            self.games.push(Table::new(copies.each_ref().map(Vec::as_slice)));
            return Step::SubGame { cards };
        }
        let winner = if first > second { Player::One } else { Player::Two };
        table.settle(winner);
        Step::Round { cards, winner }
    }

    /// Ends the last game, and the round that waits for it.
    fn end(&mut self, winner: Player, repeats: Option<u64>) -> Step {
        if self.games.len() == 1 {
            self.winner = Some(winner);
        } else {
            self.games.pop();
            self.games.last_mut().expect("the first game stays").settle(winner);
        }
        Step::Game { winner, repeats }
    }

    fn last(&self) -> &Table {
        self.games.last().expect("the first game stays")
    }
}

impl Table {
    fn new(decks: [&[u32]; 2]) -> Self {
        let room = decks[0].len() + decks[1].len();
        Self { decks: decks.map(|deck| Deck::new(deck, room)), seen: Seen::default() }
    }

    /// Both cards go to the winner's deck, the winner's own first.
    fn settle(&mut self, winner: Player) {
        let drawn = self.decks.each_mut().map(Deck::draw);
        let (own, other) = (drawn[winner.index()], drawn[winner.other().index()]);
        for card in [own, other].into_iter().flatten() {
            self.decks[winner.index()].put(card);
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.games.iter().map(|table| &table.decks)).finish()
    }
}
