//! Plays a deal to its end at speed: tables for sub-games in a stack of their own, so that no depth
//! of games uses up the machine's; their buffers are used again and again.
//!
//! Of a sub-game only the winner matters, which allows two shortcuts.
//! *The highest card.* Who holds the highest card of a game never loses it (see [`passages`]). If
//! that is player 1, they never run out of cards, and a game that never ends is theirs too: player
//! 1 wins, and it need not be played. For player 2 this does not follow, as a repetition is won by
//! player 1; nor does it help in the first game, whose decks are scored.
//! *Circles late.* What follows a position depends on the decks alone, sub-games included, so a
//! position that returns once returns for ever. A sub-game may therefore notice at any later round
//! that it goes in a circle. For the first game the exact round of the first return is worked out
//! afterwards: the kept passage before the one that returned stands before the circle, and from
//! there two tables, one a whole circle ahead of the other, walk until they show the same.
//!
//! [`passages`]: crate::passages

use outplay_game::{Budget, Player, Stop};

use crate::Cycle;
use crate::compact::Card;
use crate::table::{Pause, SMALL, Table};

/// The budget is looked at once in about so many rounds.
const PACE: usize = 1 << 16;
/// All tables may take so much memory, whatever the budget.
const MOST_BYTES: u64 = 1 << 30;

/// How the first game ended.
pub(crate) enum End<C> {
    /// Somebody holds all the cards.
    Won(Player, u64, [Vec<C>; 2]),
    /// It goes in a circle; with the decks that return.
    Circle(Cycle, [Vec<C>; 2]),
}

/// The stack of sub-games, and what was done.
pub(crate) struct Engine<'a, 'b, C> {
    tables: Vec<Table<C>>,
    /// Bytes of the tables, roughly, and how many they may be.
    bytes: u64,
    most_bytes: u64,
    budget: &'a Budget<'b>,
    /// Rounds played when the budget was last looked at.
    looked: u64,
    /// Rounds played in all games.
    pub(crate) played: u64,
    /// Sub-games decided by the highest card.
    pub(crate) skipped: u64,
}

impl<'a, 'b, C: Card> Engine<'a, 'b, C> {
    pub(crate) fn new(budget: &'a Budget<'b>) -> Self {
        let most_bytes = budget.bytes.min(MOST_BYTES);
        let (tables, bytes) = (Vec::new(), 0);
        Self { tables, bytes, most_bytes, budget, looked: 0, played: 0, skipped: 0 }
    }

    /// Plays a deal to its end.
    pub(crate) fn run<const RECURSIVE: bool>(&mut self, decks: [&[C]; 2]) -> Result<End<C>, Stop> {
        if decks[0].len() + decks[1].len() <= SMALL {
            self.run_in::<RECURSIVE, SMALL>(decks)
        } else {
            self.run_in::<RECURSIVE, 0>(decks)
        }
    }

    fn run_in<const RECURSIVE: bool, const ROOM: usize>(
        &mut self,
        decks: [&[C]; 2],
    ) -> Result<End<C>, Stop> {
        let mut table = Table::default();
        table.begin(decks);
        self.fits(&table)?;
        match self.play::<RECURSIVE, true, ROOM>(&mut table, usize::MAX)? {
            Pause::Won(player) => Ok(End::Won(player, table.round() as u64, table.decks())),
            Pause::Returned(index) => {
                let (cycle, decks) = self.circle::<RECURSIVE, ROOM>(&table, index, decks)?;
                Ok(End::Circle(cycle, decks))
            }
            Pause::SubGame(_) | Pause::Rounds => unreachable!("the first game is played out"),
        }
    }

    /// Plays a table on, with all its sub-games.
    fn play<const RECURSIVE: bool, const LOGGED: bool, const ROOM: usize>(
        &mut self,
        first: &mut Table<C>,
        until: usize,
    ) -> Result<Pause, Stop> {
        let mut depth = 0;
        loop {
            let (table, inner) = match depth {
                0 => (&mut *first, &mut self.tables[..]),
                _ => {
                    let (outer, inner) = self.tables.split_at_mut(depth);
                    (&mut outer[depth - 1], inner)
                }
            };
            let before = table.round();
            let soon = before.saturating_add(PACE);
            let pause = if depth == 0 {
                table.play::<RECURSIVE, LOGGED, ROOM>(until.min(soon))
            } else {
                table.play::<RECURSIVE, true, ROOM>(soon)
            };
            self.played += (table.round() - before) as u64;
            let winner = match pause {
                Pause::SubGame(cards) => {
                    let [one, two] = table.highest_of_next(cards);
                    if one > two {
                        self.skipped += 1;
                        self.played += 1;
                        table.settle(Player::One);
                        continue;
                    }
                    if let Some(next) = inner.first_mut() {
                        next.begin_sub_game(table, cards, two);
                    } else {
                        let mut next = Table::default();
                        next.begin_sub_game(table, cards, two);
                        // Both will grow as they are played.
                        self.bytes += (table.bytes() + next.bytes()) as u64;
                        self.tables.push(next);
                    }
                    if self.bytes > self.most_bytes {
                        return Err(Stop::Memory);
                    }
                    depth += 1;
                    continue;
                }
                Pause::Rounds if depth == 0 && table.round() == until => return Ok(pause),
                Pause::Rounds => None,
                Pause::Won(_) | Pause::Returned(_) if depth == 0 => return Ok(pause),
                Pause::Won(winner) => Some(winner),
                Pause::Returned(_) => Some(Player::One),
            };
            if let Some(winner) = winner {
                depth -= 1;
                let outer = if depth == 0 { &mut *first } else { &mut self.tables[depth - 1] };
                outer.settle(winner);
                self.played += 1;
            }
            if self.played - self.looked >= PACE as u64 {
                self.looked = self.played;
                self.bytes = self.tables.iter().map(|table| table.bytes() as u64).sum();
                self.fits(first)?;
                if self.played >= self.budget.states {
                    return Err(Stop::States);
                }
                self.budget.look_around(self.played).map_or(Ok(()), Err)?;
            }
        }
    }

    /// Is there memory for the first table besides all others?
    fn fits(&self, first: &Table<C>) -> Result<(), Stop> {
        let bytes = self.bytes + first.bytes() as u64;
        if bytes > self.most_bytes { Err(Stop::Memory) } else { Ok(()) }
    }

    /// The circle that a table was found to go in, and the decks that are the first to return.
    fn circle<const RECURSIVE: bool, const ROOM: usize>(
        &mut self,
        table: &Table<C>,
        returned: usize,
        start: [&[C]; 2],
    ) -> Result<(Cycle, [Vec<C>; 2]), Stop> {
        let length = table.round() - table.kept(returned).1;
        let from = || match returned.checked_sub(1) {
            Some(previous) => table.kept(previous),
            None => {
                let mut table = Table::default();
                table.begin(start);
                (table, 0)
            }
        };
        let ((mut behind, before), (mut ahead, _)) = (from(), from());
        self.play::<RECURSIVE, false, ROOM>(&mut ahead, length)?;
        while !behind.shows_the_same_as(&ahead) {
            let next = behind.round() + 1;
            self.play::<RECURSIVE, false, ROOM>(&mut behind, next)?;
            self.play::<RECURSIVE, false, ROOM>(&mut ahead, next + length)?;
        }
        let start = (before + behind.round()) as u64 + 1;
        Ok((Cycle { start, length: length as u64 }, behind.decks()))
    }
}
