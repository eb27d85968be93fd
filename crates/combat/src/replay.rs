//! Every round of every game as data, in the order in which the puzzle's text tells them; and how
//! many there are.
//!
//! Both follow a [`Position`] step by step, without shortcuts. Games are numbered as they begin.

use outplay_game::{Budget, Player, Stop};

use crate::seen::Seen;
use crate::{Counts, Cycle, Deal, Deck, Ends, Mode, Position, Step};

/// What is kept of a play takes at most so many bytes, whatever the budget.
const MOST_BYTES: u64 = 1 << 27;
/// The clock is looked at once in so many rounds: with large decks each takes a while.
const PACE: u64 = 16;
/// Bytes that a card takes in an answer, and a round besides its cards, roughly.
const CARD_TOLD: u64 = 7;
const ROUND_TOLD: u64 = 80;

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
    /// The limit that ended it before the game and the rounds asked for did, where one did.
    pub stopped: Option<Stop>,
}

/// Plays a deal by the rules and tells it, up to `max_rounds` rounds of all games together. The
/// budget's states are rounds, too; its `answer` limits what is told, by a rough count of the bytes
/// that programs would read. What was told until then is the start of the whole: the last rounds
/// may have begun and not ended.
///
/// ```
/// use outplay_combat::{Deal, Mode, replay};
/// use outplay_game::{Budget, Stop};
/// let deal = Deal::random(5000, 1, 1);
/// let budget = Budget { answer: 1_000_000, ..Budget::UNLIMITED };
/// let told = replay(&deal, Mode::Recursive, 10_000, &budget);
/// assert_eq!((told.stopped, told.winner), (Some(Stop::Answer), None));
/// assert!(told.rounds < 1000);
/// ```
pub fn replay(deal: &Deal, mode: Mode, max_rounds: u64, budget: &Budget) -> Replay {
    let mut position = Position::new(deal, mode);
    let mut told = vec![Told::Game { game: 1, depth: 0 }];
    // The game and the round that are being played, for every game of the stack.
    let mut places = vec![(1_u64, 0_u64)];
    let (mut rounds, mut games) = (0, 1);
    let mut size = Size::default();
    let mut plain = Seen::default();
    let (mut ends, mut stopped) = (None, None);
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
        if begins && rounds >= max_rounds {
            break;
        }
        let depth = position.depth();
        // The end of the first game lists no more decks.
        if begins || depth > 0 {
            let kept = (position.cards_kept() + plain.cards()) as u64;
            stopped = size.stop(deal.cards() as u64, kept, budget);
        }
        if begins && stopped.is_none() {
            // Whoever is told keeps all of it once more.
            let crowded = || budget.without_room_for(size.bytes());
            let crowded = || rounds.is_multiple_of(PACE).then(crowded).flatten();
            stopped = rounds_stop(rounds, budget).or_else(crowded);
        }
        if stopped.is_some() {
            break;
        }
        let decks = lists(decks);
        let (game, last_round) = places[depth];
        let round = last_round + 1;
        let step = position.advance();
        if let Step::Round { cards, .. } | Step::SubGame { cards } = step {
            rounds += 1;
            size.add((decks[0].len() + decks[1].len()) as u64);
            places[depth].1 = round;
            let sub_game = matches!(step, Step::SubGame { .. }).then_some(games + 1);
            told.push(Told::Round { game, depth, round, decks, cards, sub_game });
        }
        match step {
            Step::Round { winner, .. } => {
                let decks = lists(position.decks());
                size.add(cards_of(position.decks()));
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
                    size.add(cards_of(position.decks()));
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
    Replay { told, ends, winner: position.winner(), rounds, games, decks, stopped }
}

/// How much was told.
#[derive(Default)]
struct Size {
    /// Cards in all decks that were listed.
    cards: u64,
    /// Times that decks were listed: twice a round.
    lists: u64,
}

impl Size {
    /// Decks of so many cards together were listed.
    fn add(&mut self, cards: u64) {
        self.cards += cards;
        self.lists += 1;
    }

    /// Bytes of all that was told.
    fn bytes(&self) -> u64 {
        self.cards * size_of::<u32>() as u64 + self.lists * size_of::<Told>() as u64
    }

    /// Would another round of at most so many cards, listed twice, be too much to tell or to keep,
    /// when so many cards are kept to play by the rules?
    fn stop(&self, cards: u64, kept: u64, budget: &Budget) -> Option<Stop> {
        let told = self.cards + 2 * cards;
        if told * CARD_TOLD + (self.lists + 2) * ROUND_TOLD / 2 > budget.answer {
            return Some(Stop::Answer);
        }
        let bytes = (told + kept) * size_of::<u32>() as u64 + self.lists * size_of::<Told>() as u64;
        (bytes > budget.bytes.min(MOST_BYTES)).then_some(Stop::Memory)
    }
}

fn cards_of(decks: &[Deck; 2]) -> u64 {
    decks.iter().map(|deck| deck.len() as u64).sum()
}

/// Must a play stop after so many rounds?
fn rounds_stop(rounds: u64, budget: &Budget) -> Option<Stop> {
    if rounds >= budget.states {
        return Some(Stop::States);
    }
    if rounds.is_multiple_of(PACE) { budget.look_around(rounds) } else { None }
}

fn lists(decks: &[Deck; 2]) -> [Vec<u32>; 2] {
    decks.each_ref().map(Deck::to_vec)
}

/// Counts the games and rounds of a play by the rules, at most as many rounds as the budget has
/// states.
///
/// # Errors
/// When a limit stops it before the end.
pub fn count(deal: &Deal, mode: Mode, budget: &Budget) -> Result<Counts, Stop> {
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
        if counts.rounds > budget.states {
            return Err(Stop::States);
        }
        if counts.rounds.is_multiple_of(PACE) {
            let bytes = (position.cards_kept() * size_of::<u32>()) as u64;
            if bytes > budget.bytes.min(MOST_BYTES) {
                return Err(Stop::Memory);
            }
            budget.look_around(counts.rounds).map_or(Ok(()), Err)?;
        }
    }
    Ok(counts)
}
