//! Questions about combat, answered with plain data: how a deal ends, and how it is played.
//!
//! How it ends is computed with the engine's shortcuts, the counts of rounds and games without
//! them, since they are of what is really played. Points can outgrow 64 bits and are `u128`. A deal
//! that never ends is an answer, with the circle that it runs in; limits leave the rest open.

use std::time::Instant;

use outplay_combat::{
    Counts, Cycle, Deal, Ends, Mode, Stopped as Halted, Told, count, parse, parse_decks, replay,
    solve,
};
use outplay_game::Player;
use outplay_text::{Problems, Sources};
use serde::Serialize;

use crate::proof::Watch;
use crate::{Failure, Limits, Proof, Stopped};

/// The games of a recursive deal are counted up to so many rounds.
const MOST_COUNTED: u64 = 2_000_000;

/// Where decks come from.
#[derive(Clone, Debug)]
pub enum DecksFrom {
    /// The puzzle's own text, and what to call it.
    Text(String, String),
    /// Two lists of cards, top first.
    Lists([String; 2]),
}

impl DecksFrom {
    /// Reads the decks.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn deal(&self) -> Result<Deal, Failure> {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let deal = match self {
            Self::Text(name, text) => {
                let source = sources.add(name, text);
                parse(&sources, source, &mut problems)
            }
            Self::Lists([one, two]) => {
                let lists = [sources.add("--p1", one), sources.add("--p2", two)];
                parse_decks(&sources, lists, &mut problems)
            }
        };
        deal.ok_or_else(|| Failure { sources, problems: problems.into_sorted() })
    }
}

/// The circle that a game goes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Circle {
    /// The first round, counted from 1, whose decks come back.
    pub start: u64,
    /// After so many rounds.
    pub length: u64,
}

/// A line of the score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scored {
    /// The card.
    pub card: u32,
    /// Its place from the bottom.
    pub weight: u64,
    /// What it counts.
    pub points: u128,
}

/// How a deal ends.
#[derive(Clone, Debug, Serialize)]
pub struct CombatAnswer {
    /// `combat`.
    pub game: &'static str,
    /// `plain` or `recursive`.
    pub mode: &'static str,
    /// The winner's score; none where it never ends.
    pub value: Option<u128>,
    /// 1, 2 or nobody.
    pub winner: Option<u8>,
    /// The same as `value`.
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
    pub ends: Option<&'static str>,
    /// With `repetition` and `never`: what comes back, and when.
    pub cycle: Option<Circle>,
    /// Nobody chooses anything, so this is empty.
    pub moves: &'static str,
    /// And so is this.
    pub line: [String; 0],
    /// `optimal`: every round was played or proved; `none`: it was stopped.
    pub proof: Proof,
    /// What stopped it: `states`, `time`, `interrupted` or `memory`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// How: always `play`.
    pub by: &'static str,
    /// Rounds played to find this out, sub-games included.
    pub states: u64,
    /// Sub-games that did not have to be played.
    pub skipped: u64,
    /// Time that took, counting apart.
    pub seconds: f64,
    /// Both decks at the end, top first; where it never ends, those that come back.
    pub decks: Option<[Vec<u32>; 2]>,
    /// How the score comes about, from the top card down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<Vec<Scored>>,
}

/// Plays a deal to its end. `max_states` of the limits are rounds of all games together.
///
/// ```
/// use outplay::{DecksFrom, Limits, combat::Mode, solve_combat};
/// let deal = DecksFrom::Lists(["9 2 6 3 1".into(), "5 8 4 7 10".into()]).deal().unwrap();
/// let answer = solve_combat(&deal, Mode::Recursive, false, &Limits::default());
/// assert_eq!((answer.winner, answer.score, answer.games), (Some(2), Some(291), Some(5)));
/// ```
pub fn solve_combat(deal: &Deal, mode: Mode, explain: bool, limits: &Limits) -> CombatAnswer {
    let watch = Watch::new(*limits);
    let mut stopped = None;
    let mut states = 0;
    let begin = Instant::now();
    let outcome = solve(deal, mode, &mut |played| {
        states = played;
        if let Some(tell) = limits.on_progress {
            tell(played);
        }
        stopped = watch.stop(played);
        stopped.is_none()
    });
    let seconds = begin.elapsed().as_secs_f64();
    let empty = CombatAnswer {
        game: "combat",
        mode: mode.name(),
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
        moves: "",
        line: [],
        proof: Proof::None,
        stopped,
        by: "play",
        states,
        skipped: 0,
        seconds,
        decks: None,
        explain: None,
    };
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(Halted::Asked) => return empty,
        Err(Halted::Memory) => {
            return CombatAnswer { stopped: Some(Stopped::Memory), ..empty };
        }
    };
    let never = matches!(outcome.ends, Ends::Never(_));
    let rounds = (!never).then_some(outcome.rounds);
    let counts = match mode {
        Mode::Plain => rounds.map(|rounds| Counts { games: 1, rounds, deepest: 0, repetitions: 0 }),
        Mode::Recursive => count(deal, mode, MOST_COUNTED, &mut || watch.stop(0).is_none()),
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
        ends: Some(name(outcome.ends)),
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

pub(crate) fn name(ends: Ends) -> &'static str {
    match ends {
        Ends::AllCards => "all cards",
        Ends::Repetition(_) => "repetition",
        Ends::Never(_) => "never",
    }
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
#[derive(Clone, Debug, Serialize)]
pub struct CombatReplay {
    /// `combat`.
    pub game: &'static str,
    /// `plain` or `recursive`.
    pub mode: &'static str,
    /// 1, 2 or nobody (yet).
    pub winner: Option<u8>,
    /// Is it over?
    pub over: bool,
    /// The winner's score.
    pub score: Option<u128>,
    /// `all cards`, `repetition` or `never`; none where the rounds asked for end before it does.
    pub ends: Option<&'static str>,
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
    /// The same in the order of the puzzle's text.
    #[serde(skip)]
    pub told: Vec<Told>,
}

/// One round.
#[derive(Clone, Debug, Serialize)]
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

/// Plays a deal by the rules, without shortcuts, for so many rounds of all games together.
///
/// # Panics
/// Never: every round that ends has begun.
///
/// ```
/// use outplay::{DecksFrom, combat::Mode, replay_combat};
/// let deal = DecksFrom::Lists(["43 19".into(), "2 29 14".into()]).deal().unwrap();
/// let answer = replay_combat(&deal, Mode::Recursive, 100);
/// assert_eq!((answer.winner, answer.ends, answer.score), (Some(1), Some("repetition"), Some(105)));
/// ```
pub fn replay_combat(deal: &Deal, mode: Mode, max_rounds: u64) -> CombatReplay {
    let replay = replay(deal, mode, max_rounds);
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
        game: "combat",
        mode: mode.name(),
        winner: replay.winner.map(Player::number),
        over: replay.winner.is_some(),
        score: last.map(|(decks, winner)| outplay_combat::score(&decks[winner.index()])),
        ends: replay.ends.map(name),
        cycle: replay.ends.and_then(circle),
        rounds: replay.rounds,
        games: replay.games,
        spent: 0,
        listed_cost: 0,
        refused: None,
        turns,
        decks: replay.decks,
        told: replay.told,
    }
}
