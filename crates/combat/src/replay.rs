//! Every round of every game as data, in the order in which the puzzle's text tells them; and how
//! many there are.
//!
//! Both follow a [`Position`] step by step, without shortcuts. Games are numbered as they begin.

use outplay_game::Player;

use crate::seen::Seen;
use crate::{Counts, Cycle, Deal, Deck, Ends, Mode, Position, Step};

/// Replays keep so many cards at most, whatever the number of rounds asked for.
const MOST_CARDS: usize = 1 << 25;

/// What is told. `depth` is how many games wait; `game` and `round` count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A game begins.
    Game {
        /// Its number.
        game: u64,
        /// How many games wait for it.
        depth: usize,
    },
    /// A round begins.
    Round {
        /// The game.
        game: u64,
        /// How many games wait for it.
        depth: usize,
        /// The round.
        round: u64,
        /// Both decks before the draw.
        decks: [Vec<u32>; 2],
        /// The cards drawn.
        cards: [u32; 2],
        /// The number of the sub-game that decides it.
        sub_game: Option<u64>,
    },
    /// A round ends.
    RoundWon {
        /// The game.
        game: u64,
        /// How many games wait for it.
        depth: usize,
        /// The round.
        round: u64,
        /// Who won it.
        winner: Player,
        /// Both decks after it.
        decks: [Vec<u32>; 2],
    },
    /// A game ends.
    GameWon {
        /// The game.
        game: u64,
        /// How many games wait for it.
        depth: usize,
        /// Who won it.
        winner: Player,
        /// Because the position before this round came back.
        repeats: Option<u64>,
        /// The game that goes on.
        back_to: Option<u64>,
    },
}

/// A play by the rules, told as far as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// What happened.
    pub told: Vec<Told>,
    /// Why the first game ended, where it did (or never will).
    pub ends: Option<Ends>,
    /// Who won it.
    pub winner: Option<Player>,
    /// Rounds begun in all games.
    pub rounds: u64,
    /// Games begun.
    pub games: u64,
    /// The decks of the first game at the end, where it is over.
    pub decks: Option<[Vec<u32>; 2]>,
}

/// Plays a deal by the rules and tells it, up to `max_rounds` rounds of all games together.
pub fn replay(deal: &Deal, mode: Mode, max_rounds: u64) -> Replay {
    let mut position = Position::new(deal, mode);
    let mut told = vec![Told::Game { game: 1, depth: 0 }];
    // The game and the round that are being played, for every game of the stack.
    let mut places = vec![(1_u64, 0_u64)];
    let (mut rounds, mut games, mut cards_told) = (0, 1, 0);
    let mut plain = Seen::default();
    let mut ends = None;
    while position.winner().is_none() {
        let decks = position.decks();
        let begins = decks.iter().all(|deck| !deck.is_empty());
        if begins
            && mode == Mode::Plain
            && let Some(before) = plain.meet(decks)
        {
            let start = before as u64 + 1;
            ends = Some(Ends::Never(Cycle { start, length: rounds + 1 - start }));
            break;
        }
        let held = cards_told + position.cards_kept() + plain.cards();
        if begins && (rounds >= max_rounds || held >= MOST_CARDS) {
            break;
        }
        let depth = position.depth();
        let decks = lists(decks);
        let (game, last_round) = places[depth];
        let round = last_round + 1;
        let step = position.advance();
        if let Step::Round { cards, .. } | Step::SubGame { cards } = step {
            rounds += 1;
            cards_told += decks[0].len() + decks[1].len();
            places[depth].1 = round;
            let sub_game = matches!(step, Step::SubGame { .. }).then_some(games + 1);
            told.push(Told::Round { game, depth, round, decks, cards, sub_game });
        }
        match step {
            Step::Round { winner, .. } => {
                let decks = lists(position.decks());
                told.push(Told::RoundWon { game, depth, round, winner, decks });
            }
            Step::SubGame { .. } => {
                games += 1;
                places.push((games, 0));
                told.push(Told::Game { game: games, depth: depth + 1 });
            }
            Step::Game { winner, repeats } => {
                places.pop();
                let back_to = places.last().map(|&(outer, _)| outer);
                told.push(Told::GameWon { game, depth, winner, repeats, back_to });
                if let Some(&(game, round)) = places.last() {
                    let decks = lists(position.decks());
                    told.push(Told::RoundWon { game, depth: depth - 1, round, winner, decks });
                } else {
                    ends = Some(match repeats {
                        None => Ends::AllCards,
                        Some(start) => {
                            Ends::Repetition(Cycle { start, length: last_round + 1 - start })
                        }
                    });
                }
            }
        }
    }
    let decks = ends.is_some().then(|| lists(position.decks()));
    Replay { told, ends, winner: position.winner(), rounds, games, decks }
}

fn lists(decks: &[Deck; 2]) -> [Vec<u32>; 2] {
    decks.each_ref().map(Deck::to_vec)
}

/// Counts the games and rounds of a play by the rules; nothing where there are more rounds than
/// `max_rounds`, or they take too much memory, or `keep_going` (asked now and then) says no.
pub fn count(
    deal: &Deal,
    mode: Mode,
    max_rounds: u64,
    keep_going: &mut dyn FnMut() -> bool,
) -> Option<Counts> {
    let mut position = Position::new(deal, mode);
    let mut counts = Counts { games: 1, ..Counts::default() };
    while position.winner().is_none() {
        match position.advance() {
            Step::Round { .. } => counts.rounds += 1,
            Step::SubGame { .. } => {
                counts.rounds += 1;
                counts.games += 1;
                counts.deepest = counts.deepest.max(position.depth() as u64);
            }
            Step::Game { repeats, .. } => counts.repetitions += u64::from(repeats.is_some()),
        }
        if counts.rounds > max_rounds {
            return None;
        }
        if counts.rounds.is_multiple_of(16) && (position.cards_kept() > MOST_CARDS || !keep_going())
        {
            return None;
        }
    }
    Some(counts)
}
