//! Many games between two styles, on all cores.
//!
//! Game i is played from seed + i and from nothing else, so each can be replayed alone, and games
//! are counted in the order of their seeds, so the report is the same on any number of threads. A
//! match that is stopped counts the games before the first that was not finished: its report is
//! that of a smaller match. There are as many pairs of styles as games at a time, lent from game to
//! game, so that what a style has learned is kept.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use outplay_game::{Versus, ZeroSum};
use outplay_search::Stop;
use rayon::prelude::*;
use serde::Serialize;

use crate::report::Tally;
use crate::{Limits, MatchReport, Playout, Style, playout};

/// The styles of player 1 and player 2.
pub type StylePair<'g, G> = [Box<dyn Style<G> + 'g>; 2];

/// How many games, and what they may cost.
#[derive(Clone, Copy)]
pub struct MatchSetup<'a> {
    /// How many games.
    pub games: u64,
    /// The seed of the first.
    pub seed: u64,
    /// A game with more moves is cut, and a draw.
    pub max_moves: u64,
    /// When to stop (how many states a style may keep, it knows itself).
    pub limits: Limits<'a>,
    /// Called now and then, from any thread, with the number of games that are over.
    pub on_progress: Option<&'a (dyn Fn(u64) + Sync)>,
}

impl Default for MatchSetup<'_> {
    fn default() -> Self {
        let limits = Limits::default();
        Self { games: 1, seed: 1, max_moves: 10_000, limits, on_progress: None }
    }
}

/// So many games are played before they are counted: what a stopped match may lose.
const BLOCK: u64 = 256;

/// Plays a match from a state. `styles` makes a pair of styles for a game.
///
/// # Panics
/// When a style chooses a move that it does not have.
pub fn play_match<'g, G, F>(
    game: &'g G,
    from: &G::State,
    setup: &MatchSetup,
    styles: F,
) -> MatchReport<G::Move>
where
    G: Versus + ZeroSum + Sync,
    G::State: Sync,
    G::Move: Send,
    F: Fn(&'g G) -> StylePair<'g, G> + Sync,
{
    let &MatchSetup { games, seed, max_moves, limits, on_progress } = setup;
    let first = styles(game);
    let names = first.each_ref().map(|style| style.name().into_owned());
    let one_for_all = !first.iter().any(|style| style.is_random());
    let idle = Mutex::new(vec![first]);
    let lock = || idle.lock().expect("no style plays while this is locked");
    let over = AtomicU64::new(0);
    let play = |number: u64| -> Result<Playout<G::Move>, Stop> {
        if let Some(stop) = limits.stop() {
            return Err(stop);
        }
        let lent = lock().pop();
        let mut pair = lent.unwrap_or_else(|| styles(game));
        let [one, two] = &mut pair;
        let seed = seed.wrapping_add(number);
        let played = playout(game, from, [&mut **one, &mut **two], seed, max_moves)?;
        lock().push(pair);
        let over = over.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(tell) = on_progress {
            tell(over);
        }
        Ok(played)
    };
    let (mut tally, mut stopped) = (Tally::new(), None);
    if one_for_all && games > 0 {
        match play(0) {
            Ok(played) => tally.add(&played, games),
            Err(stop) => stopped = Some(stop),
        }
    }
    while tally.games() < games && stopped.is_none() {
        let last = games.min(tally.games() + BLOCK);
        let block: Vec<u64> = (tally.games()..last).collect();
        let block: Vec<_> = block.into_par_iter().with_max_len(1).map(play).collect();
        for played in block {
            match played {
                Ok(played) => tally.add(&played, 1),
                Err(stop) => {
                    stopped = Some(stop);
                    break;
                }
            }
        }
    }
    tally.report(names, (seed, games), one_for_all, stopped)
}

/// The same match with player 1 first, and with player 2 first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BothWays<M> {
    /// With player 1 first.
    pub p1_first: MatchReport<M>,
    /// With player 2 first.
    pub p2_first: MatchReport<M>,
    /// What moving first is worth: half of what player 1's mean margin is higher with player 1
    /// first than with player 2 first. `None` where a match was stopped.
    pub first_mover_advantage: Option<f64>,
}

/// Plays the same seeds in two games that differ in who is first.
///
/// # Panics
/// When a style chooses a move that it does not have.
pub fn play_both_ways<'g, G, F>(
    p1_first: (&'g G, &G::State),
    p2_first: (&'g G, &G::State),
    setup: &MatchSetup,
    styles: F,
) -> BothWays<G::Move>
where
    G: Versus + ZeroSum + Sync,
    G::State: Sync,
    G::Move: Send,
    F: Fn(&'g G) -> StylePair<'g, G> + Sync,
{
    let tell_of_second = |over: u64| {
        if let Some(tell) = setup.on_progress {
            tell(setup.games + over);
        }
    };
    let second = MatchSetup { on_progress: Some(&tell_of_second), ..*setup };
    let p1_first = play_match(p1_first.0, p1_first.1, setup, &styles);
    let p2_first = play_match(p2_first.0, p2_first.1, &second, &styles);
    let whole = p1_first.stopped.is_none() && p2_first.stopped.is_none();
    let means = p1_first.mean_margin.zip(p2_first.mean_margin).filter(|_| whole);
    let first_mover_advantage = means.map(|(first, second)| (first - second) / 2.0);
    BothWays { p1_first, p2_first, first_mover_advantage }
}
