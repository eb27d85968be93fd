//! Many games between two styles, on all cores.
//!
//! Game i is played from seed + i and from nothing else, so each can be replayed alone, and games
//! are counted in the order of their seeds, so the report is the same on any number of threads. A
//! match that is stopped counts the games before the first that was not finished: its report is
//! that of a smaller match. There are as many pairs of styles as games at a time, lent from game to
//! game, so that what a style has learned is kept.

use std::sync::Mutex;

use outplay_game::{Budget, Chance, Stop, Versus, ZeroSum};

use crate::playout::play_out;
use crate::report::Tally;
use crate::{Dice, MatchReport, Playout, Price, Style, in_order};

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
    /// When to stop; its progress is the number of games that are over. (How much a style may keep
    /// to think, the style knows itself.)
    pub budget: Budget<'a>,
}

impl Default for MatchSetup<'_> {
    fn default() -> Self {
        Self { games: 1, seed: 1, max_moves: 10_000, budget: Budget::UNLIMITED }
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
) -> MatchReport<Playout<G::Move>>
where
    G: Versus + ZeroSum + Sync,
    G::State: Sync,
    G::Move: Send,
    F: Fn(&'g G) -> StylePair<'g, G> + Sync,
{
    play_games(game, from, setup, None, styles, || None)
}

/// The same, where it is counted what player 1 spends.
///
/// # Panics
/// When a style chooses a move that it does not have.
pub fn play_match_for<'g, G, F>(
    game: &'g G,
    from: &G::State,
    setup: &MatchSetup,
    price: Option<Price<'_, G>>,
    styles: F,
) -> MatchReport<Playout<G::Move>>
where
    G: Versus + ZeroSum + Sync,
    G::State: Sync,
    G::Move: Send,
    F: Fn(&'g G) -> StylePair<'g, G> + Sync,
{
    play_games(game, from, setup, price, styles, || None)
}

/// The same with dice, which fall as the seed of each game says.
///
/// # Panics
/// When a style chooses a move that it does not have.
pub fn play_match_with_dice<'g, G, F>(
    game: &'g G,
    from: &G::State,
    setup: &MatchSetup,
    price: Option<Price<'_, G>>,
    styles: F,
) -> MatchReport<Playout<G::Move>>
where
    G: Versus + ZeroSum + Chance + Sync,
    G::State: Sync,
    G::Move: Send,
    F: Fn(&'g G) -> StylePair<'g, G> + Sync,
{
    play_games(game, from, setup, price, styles, || Some(Box::new(Dice::default())))
}

fn play_games<'g, G, F, D>(
    game: &'g G,
    from: &G::State,
    setup: &MatchSetup,
    price: Option<Price<'_, G>>,
    styles: F,
    dice: D,
) -> MatchReport<Playout<G::Move>>
where
    G: Versus + ZeroSum + Sync,
    G::State: Sync,
    G::Move: Send,
    F: Fn(&'g G) -> StylePair<'g, G> + Sync,
    D: Fn() -> Option<Box<dyn Style<G> + 'g>> + Sync,
{
    let &MatchSetup { games, seed, max_moves, budget } = setup;
    let first = styles(game);
    let one_for_all = dice().is_none() && !first.iter().any(|style| style.is_random());
    let idle = Mutex::new(vec![first]);
    let lock = || idle.lock().expect("no style plays while this is locked");
    let play = |number: u64| -> Result<Playout<G::Move>, Stop> {
        let idle = lock().pop();
        let mut lent = idle.unwrap_or_else(|| styles(game));
        let [one, two] = &mut lent;
        let seed = seed.wrapping_add(number);
        let mut dice = dice();
        let dice = dice.as_deref_mut().map(|dice| dice as &mut dyn Style<G>);
        let styles: [&mut dyn Style<G>; 2] = [&mut **one, &mut **two];
        let played = play_out(game, from, styles, (dice, price), seed, max_moves, &budget)?;
        lock().push(lent);
        Ok(played)
    };
    let mut tally = Tally::new(price.map(|price| price.unit));
    let (count, times) = if one_for_all { (games.min(1), games) } else { (games, 1) };
    let ended = in_order(count, BLOCK, budget.on_progress, &play, &mut |played| {
        tally.add(&played, times);
        Ok(())
    });
    let stopped = ended.err();
    tally.report((seed, games), one_for_all, stopped)
}
