//! How a deal ends, and how it is played, as plain data.
//!
//! How it ends is computed with the engine's shortcuts, the counts of rounds and games without
//! them, since they are of what is really played. Points can outgrow 64 bits and are `u128`. A deal
//! that never ends is an answer, with the circle that it runs in; limits leave the rest open.

use std::time::Instant;

use outplay_combat::{Counts, Cycle, Deal, Ends, Mode, Told, count, replay, solve};
use outplay_game::{Budget, Player, Proof, Stop};
use serde::{Deserialize, Serialize};

use crate::By;

/// The games of a recursive deal are counted up to so many rounds.
const MOST_COUNTED: u64 = 2_000_000;

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ending {
    /// Somebody holds all the cards.
    #[serde(rename = "all cards")]
    AllCards,
    /// Decks come back, which ends it for player 1.
    #[serde(rename = "repetition")]
    Repetition,
    /// Decks come back, again and again.
    #[serde(rename = "never")]
    Never,
}

impl Ending {
    /// As answers give it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AllCards => "all cards",
            Self::Repetition => "repetition",
            Self::Never => "never",
        }
    }
}

impl From<Ends> for Ending {
    fn from(ends: Ends) -> Self {
        match ends {
            Ends::AllCards => Self::AllCards,
            Ends::Repetition(_) => Self::Repetition,
            Ends::Never(_) => Self::Never,
        }
    }
}

/// Scores are written whole; one beyond 64 bits cannot be read back by serde's usual means.
mod large {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "as serde calls it")]
    pub(super) fn serialize<S: Serializer>(to: &Option<u128>, s: S) -> Result<S::Ok, S::Error> {
        to.serialize(s)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<u128>, D::Error> {
        Ok(Option::<u64>::deserialize(d)?.map(u128::from))
    }

    pub(super) fn points<'de, D: Deserializer<'de>>(d: D) -> Result<u128, D::Error> {
        Ok(u64::deserialize(d)?.into())
    }
}

/// The circle that a game goes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Circle {
    /// The first round, counted from 1, whose decks come back.
    pub start: u64,
    /// After so many rounds.
    pub length: u64,
}

/// A line of the score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scored {
    /// The card.
    pub card: u32,
    /// Its place from the bottom.
    pub weight: u64,
    /// What it counts.
    #[serde(deserialize_with = "large::points")]
    pub points: u128,
}

/// How a deal ends.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CombatAnswer {
    /// `combat`.
    pub game: String,
    /// `plain` or `recursive`.
    pub mode: String,
    /// The winner's score; none where it never ends.
    #[serde(with = "large")]
    pub value: Option<u128>,
    /// 1, 2 or nobody.
    pub winner: Option<u8>,
    /// The same as `value`.
    #[serde(with = "large")]
    pub score: Option<u128>,
    /// Rounds of the game itself, sub-games apart; none where it never ends.
    pub rounds: Option<u64>,
    /// Games by the rules, the first included; none where there are too many to count.
    pub games: Option<u64>,
    /// Rounds of all these games.
    pub rounds_of_all_games: Option<u64>,
    /// How deep sub-games lie.
    pub deepest: Option<u64>,
    /// How many of the games a repetition ended.
    pub repetitions: Option<u64>,
    /// `all cards`, `repetition` or `never`.
    pub ends: Option<Ending>,
    /// With `repetition` and `never`: what comes back, and when.
    pub cycle: Option<Circle>,
    /// Nobody chooses anything, so this is empty.
    pub moves: String,
    /// And so is this.
    pub line: [String; 0],
    /// `optimal`: every round was played or proved; `none`: it was stopped.
    pub proof: Proof,
    /// What stopped it: `states`, `time`, `interrupted` or `memory`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// How: always `play`.
    pub by: By,
    /// Rounds played to find this out, sub-games included.
    pub states: u64,
    /// Sub-games that did not have to be played.
    pub skipped: u64,
    /// Time that took, counting apart.
    pub seconds: f64,
    /// Both decks at the end, top first; where it never ends, those that come back.
    pub decks: Option<[Vec<u32>; 2]>,
    /// How the score comes about, from the top card down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explain: Option<Vec<Scored>>,
}

/// Plays a deal to its end. The states of the budget are rounds of all games together.
///
/// ```
/// use outplay::combat::{Deal, Mode};
/// use outplay::{Budget, solve_combat};
/// let deal = Deal::new([vec![9, 2, 6, 3, 1], vec![5, 8, 4, 7, 10]]).unwrap();
/// let answer = solve_combat(&deal, Mode::Recursive, false, &Budget::UNLIMITED);
/// assert_eq!((answer.winner, answer.score, answer.games), (Some(2), Some(291), Some(5)));
/// ```
pub fn solve_combat(deal: &Deal, mode: Mode, explain: bool, budget: &Budget) -> CombatAnswer {
    let begin = Instant::now();
    let outcome = solve(deal, mode, budget);
    let seconds = begin.elapsed().as_secs_f64();
    let empty = CombatAnswer {
        game: "combat".to_owned(),
        mode: mode.name().to_owned(),
        value: None,
        winner: None,
        score: None,
        rounds: None,
        games: None,
        rounds_of_all_games: None,
        deepest: None,
        repetitions: None,
        ends: None,
        cycle: None,
        moves: String::new(),
        line: [],
        proof: Proof::None,
        stopped: None,
        by: By::Play,
        states: 0,
        skipped: 0,
        seconds,
        decks: None,
        explain: None,
    };
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(halted) => {
            return CombatAnswer { stopped: Some(halted.stopped), states: halted.played, ..empty };
        }
    };
    let never = matches!(outcome.ends, Ends::Never(_));
    let rounds = (!never).then_some(outcome.rounds);
    let counts = match mode {
        Mode::Plain => rounds.map(|rounds| Counts { games: 1, rounds, deepest: 0, repetitions: 0 }),
        Mode::Recursive => {
            let budget = Budget { states: MOST_COUNTED, ..budget.quiet() };
            count(deal, mode, &budget).ok()
        }
    };
    let score = outcome.score();
    let winner = outcome.winner;
    CombatAnswer {
        value: score,
        winner: winner.map(Player::number),
        score,
        rounds,
        games: if never { Some(1) } else { counts.map(|counts| counts.games) },
        rounds_of_all_games: counts.map(|counts| counts.rounds),
        deepest: counts.map(|counts| counts.deepest),
        repetitions: counts.map(|counts| counts.repetitions),
        ends: Some(outcome.ends.into()),
        cycle: circle(outcome.ends),
        proof: Proof::Optimal,
        states: outcome.played,
        skipped: outcome.skipped,
        explain: winner.filter(|_| explain).map(|winner| scored(&outcome.decks[winner.index()])),
        decks: Some(outcome.decks),
        ..empty
    }
}

fn scored(deck: &[u32]) -> Vec<Scored> {
    let weights = (1..=deck.len() as u64).rev();
    let line =
        |(&card, weight)| Scored { card, weight, points: u128::from(card) * u128::from(weight) };
    deck.iter().zip(weights).map(line).collect()
}

fn circle(ends: Ends) -> Option<Circle> {
    match ends {
        Ends::AllCards => None,
        Ends::Repetition(Cycle { start, length }) | Ends::Never(Cycle { start, length }) => {
            Some(Circle { start, length })
        }
    }
}

/// A play by the rules, round by round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CombatReplay {
    /// `combat`.
    pub game: String,
    /// `plain` or `recursive`.
    pub mode: String,
    /// 1, 2 or nobody (yet).
    pub winner: Option<u8>,
    /// Is it over?
    pub over: bool,
    /// The winner's score.
    #[serde(with = "large")]
    pub score: Option<u128>,
    /// `all cards`, `repetition` or `never`; none where the rounds asked for end before it does.
    pub ends: Option<Ending>,
    /// With `repetition` and `never`: what comes back, and when.
    pub cycle: Option<Circle>,
    /// Rounds begun in all games.
    pub rounds: u64,
    /// Games begun.
    pub games: u64,
    /// Nothing is ever spent.
    pub spent: u64,
    /// Nor listed.
    pub listed_cost: u64,
    /// And nothing can be refused.
    pub refused: Option<String>,
    /// Every round, in the order in which they begin.
    pub turns: Vec<CombatRound>,
    /// The decks of the first game at the end.
    pub decks: Option<[Vec<u32>; 2]>,
    /// What kept it from being told to its end: `states` (the rounds asked for), `answer` (its
    /// size), `time` or `interrupted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// The same in the order of the puzzle's text.
    #[serde(skip)]
    pub told: Vec<Told>,
}

/// One round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CombatRound {
    /// The game, counted from 1 in the order in which they begin.
    pub game: u64,
    /// How many games wait for it.
    pub depth: usize,
    /// The round, counted from 1.
    pub round: u64,
    /// Both decks before the draw, top first.
    pub before: [Vec<u32>; 2],
    /// The cards drawn.
    pub cards: [u32; 2],
    /// The game that decides the round.
    pub sub_game: Option<u64>,
    /// Who won it: 1, 2 or, where the rounds asked for end before it does, nobody yet.
    pub winner: Option<u8>,
    /// Both decks after it.
    pub after: Option<[Vec<u32>; 2]>,
}

/// Plays a deal by the rules, without shortcuts, as far as the budget goes: its states are rounds of
/// all games together, and its answer is what may be told.
///
/// # Panics
/// Never: every round that ends has begun.
///
/// ```
/// use outplay::combat::{Deal, Mode};
/// use outplay::{Budget, Ending, replay_combat};
/// let deal = Deal::new([vec![43, 19], vec![2, 29, 14]]).unwrap();
/// let answer = replay_combat(&deal, Mode::Recursive, &Budget { states: 100, ..Budget::default() });
/// assert_eq!((answer.winner, answer.score), (Some(1), Some(105)));
/// assert_eq!(answer.ends, Some(Ending::Repetition));
/// ```
pub fn replay_combat(deal: &Deal, mode: Mode, budget: &Budget) -> CombatReplay {
    let replay = replay(deal, mode, budget.states, budget);
    let mut turns: Vec<CombatRound> = Vec::new();
    let mut open = Vec::new();
    for told in &replay.told {
        match told {
            &Told::Round { game, depth, round, ref decks, cards, sub_game } => {
                open.push(turns.len());
                turns.push(CombatRound {
                    game,
                    depth,
                    round,
                    before: decks.clone(),
                    cards,
                    sub_game,
                    winner: None,
                    after: None,
                });
            }
            Told::RoundWon { winner, decks, .. } => {
                let turn = open.pop().expect("a round ends after it began");
                turns[turn].winner = Some(winner.number());
                turns[turn].after = Some(decks.clone());
            }
            Told::Game { .. } | Told::GameWon { .. } => {}
        }
    }
    let last = replay.decks.as_ref().zip(replay.winner);
    CombatReplay {
        game: "combat".to_owned(),
        mode: mode.name().to_owned(),
        winner: replay.winner.map(Player::number),
        over: replay.winner.is_some(),
        score: last.map(|(decks, winner)| outplay_combat::score(&decks[winner.index()])),
        ends: replay.ends.map(Ending::from),
        cycle: replay.ends.and_then(circle),
        rounds: replay.rounds,
        games: replay.games,
        spent: 0,
        listed_cost: 0,
        refused: None,
        turns,
        decks: replay.decks,
        stopped: replay.stopped,
        told: replay.told,
    }
}
