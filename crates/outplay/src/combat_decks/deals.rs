//! Combat over many random deals, on all cores.
//!
//! Every deal has a number and is dealt from the seed and that number alone, and the answer is put
//! together in the order of the numbers, so it is the same on any number of threads.

use std::time::Instant;

use outplay_combat::{Deal, MOST_DEALT, Mode, solve};
use outplay_game::{Budget, Player, Stop};
use outplay_lab::in_order;
use serde::{Deserialize, Serialize};

use super::Ending;

/// So many deals are played before they are counted: what a match that is stopped may lose.
const BLOCK: u64 = 1024;

/// Many random deals.
#[derive(Clone, Copy, Debug)]
pub struct CombatMatch {
    /// Cards of both players together.
    pub cards: u32,
    /// How many deals.
    pub games: u64,
    /// What they are dealt from.
    pub seed: u64,
    /// By which rules they are played.
    pub mode: Mode,
}

/// What came of one deal of many.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Dealt {
    /// Its number, counted from 1.
    pub number: u64,
    /// 1, 2 or nobody.
    pub winner: Option<u8>,
    /// `all cards`, `repetition` or `never`.
    pub ends: Ending,
    /// The rounds of the game itself; where it never ends, until decks come back.
    pub rounds: u64,
    /// The winner's score.
    pub score: Option<u128>,
}

/// What came of many random deals.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CombatMatchAnswer {
    /// `combat`.
    pub game: String,
    /// `plain` or `recursive`.
    pub mode: String,
    /// Cards of both players together.
    pub cards: u32,
    /// What they were dealt from.
    pub seed: u64,
    /// Deals played.
    pub games: u64,
    /// How many player 1 won.
    pub p1_wins: u64,
    /// How many player 2 won.
    pub p2_wins: u64,
    /// How many never end.
    pub never: u64,
    /// How many of player 1's wins are repetitions.
    pub repetitions: u64,
    /// Rounds of a deal that ends, on average.
    pub mean_rounds: Option<f64>,
    /// Half of the deals that end take at most so many rounds.
    pub median_rounds: Option<u64>,
    /// The shortest deal that ends, the first of them.
    pub shortest: Option<Dealt>,
    /// The longest.
    pub longest: Option<Dealt>,
    /// The winner's score, on average.
    pub mean_score: Option<f64>,
    /// What stopped it: `time` or `interrupted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// Rounds played in all games and sub-games.
    pub states: u64,
    /// Time that took.
    pub seconds: f64,
    /// Every deal.
    #[serde(skip)]
    pub deals: Vec<Dealt>,
}

/// Plays many random deals on all cores. The answer does not depend on how many there are.
///
/// # Panics
/// With fewer than 2 or more than [`MOST_DEALT`] cards.
pub fn match_combat(question: &CombatMatch, budget: &Budget) -> CombatMatchAnswer {
    let &CombatMatch { cards, games, seed, mode } = question;
    assert!((2..=MOST_DEALT).contains(&cards), "a deal has 2 to {MOST_DEALT} cards");
    let begin = Instant::now();
    let (mut deals, mut states) = (Vec::new(), 0);
    let play = |number: u64| -> Result<(Dealt, u64), Stop> {
        // A deal may be over before it looks at the clock.
        if let Some(stop) = budget.ended() {
            return Err(stop);
        }
        let number = number + 1;
        let deal = Deal::random(cards, seed, number);
        let outcome = solve(&deal, mode, &budget.quiet()).map_err(|halted| halted.stopped)?;
        let row = Dealt {
            number,
            winner: outcome.winner.map(Player::number),
            ends: outcome.ends.into(),
            rounds: outcome.rounds,
            score: outcome.score(),
        };
        Ok((row, outcome.played))
    };
    let ended = in_order(games, BLOCK, budget.on_progress, &play, &mut |(dealt, played)| {
        deals.push(dealt);
        states += played;
        let full = states >= budget.states && (deals.len() as u64) < games;
        if full { Err(Stop::States) } else { Ok(()) }
    });
    // A deal may be given up for a limit, or because its sub-games lie too deep.
    let stopped = ended.err();
    let seconds = begin.elapsed().as_secs_f64();
    let count =
        |which: &dyn Fn(&Dealt) -> bool| deals.iter().filter(|dealt| which(dealt)).count() as u64;
    let mut ended: Vec<Dealt> =
        deals.iter().filter(|dealt| dealt.winner.is_some()).copied().collect();
    ended.sort_by_key(|dealt| dealt.rounds);
    let longest = ended.last().map(|last| last.rounds);
    CombatMatchAnswer {
        game: "combat".to_owned(),
        mode: mode.name().to_owned(),
        cards,
        seed,
        games: deals.len() as u64,
        p1_wins: count(&|dealt| dealt.winner == Some(1)),
        p2_wins: count(&|dealt| dealt.winner == Some(2)),
        never: count(&|dealt| dealt.winner.is_none()),
        repetitions: count(&|dealt| dealt.ends == Ending::Repetition),
        mean_rounds: mean(ended.iter().map(|dealt| u128::from(dealt.rounds))),
        median_rounds: ended.get(ended.len().saturating_sub(1) / 2).map(|dealt| dealt.rounds),
        shortest: ended.first().copied(),
        longest: ended.iter().find(|dealt| Some(dealt.rounds) == longest).copied(),
        mean_score: mean(ended.iter().filter_map(|dealt| dealt.score)),
        stopped,
        states,
        seconds,
        deals,
    }
}

#[expect(clippy::cast_precision_loss, reason = "a mean is for people")]
fn mean(numbers: impl Iterator<Item = u128>) -> Option<f64> {
    let (count, sum) = numbers.fold((0_u64, 0_u128), |(count, sum), n| (count + 1, sum + n));
    (count > 0).then(|| sum as f64 / count as f64)
}
