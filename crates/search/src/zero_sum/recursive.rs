//! Plain minimax as it is taught: a function that calls itself on every move.
//!
//! Follows every line to its end, without memory and without pruning: the number of lines is its
//! cost. It uses the machine's stack, so lines longer than 2,000 moves are refused, never followed
//! into an overflow; what is large (states, moves) lies in vectors, and a call takes few words.

use outplay_game::{Budget, Stop, ZeroSum};

use super::answer::{Solved, ZeroSumSolution};
use crate::Stats;
use crate::pick::Pick;

/// The longest line that [`recursive`] follows.
pub(super) const DEEPEST: usize = 2000;

/// The best play by plain recursive minimax. `Stats::expanded` counts every visit of a state.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::recursive;
/// let game: outplay_game::sketch::Sketch =
///     "a: 0 b?, 0 c\nb?: 0 d, 0 e\nc = 1\nd = -9\ne = 5".parse().unwrap();
/// let solution = recursive(&game, &0, &Budget::default());
/// assert_eq!((solution.value(), solution.line), (Some(1), vec![1]));
/// ```
pub fn recursive<G: ZeroSum>(game: &G, from: &G::State, budget: &Budget) -> Solved<G> {
    let (path, stats) = (vec![from.clone()], Stats::default());
    let mut minimax = Minimax { game, budget, path, moves: Vec::new(), best: None, stats };
    let result = minimax.value();
    let Minimax { best, mut stats, path, moves, .. } = minimax;
    stats.peak_bytes =
        (path.capacity() * size_of::<G::State>() + moves.capacity() * size_of::<G::Move>()) as u64;
    match result {
        Ok((value, mut line)) => {
            line.reverse();
            ZeroSumSolution::proved(value, line, stats)
        }
        Err(stop) => ZeroSumSolution::stopped(game, from, best, stop, stats),
    }
}

struct Minimax<'a, 'b, G: ZeroSum> {
    game: &'a G,
    budget: &'a Budget<'b>,
    /// The states of the line, the current one last.
    path: Vec<G::State>,
    /// The moves of all of them.
    moves: Vec<G::Move>,
    /// The best finished move of the first state, with its line.
    best: Option<(i64, Vec<G::Move>)>,
    stats: Stats,
}

impl<G: ZeroSum> Minimax<'_, '_, G> {
    /// The value of the last state of the path, and its line backwards.
    fn value(&mut self) -> Result<(i64, Vec<G::Move>), Stop> {
        let Some(pick) = self.enter()? else {
            return Ok((self.game.payoff(self.here()), Vec::new()));
        };
        let first = self.moves.len();
        self.game.moves(self.path.last().expect("the path holds this state"), &mut self.moves);
        let mut best: Option<(i64, Vec<G::Move>)> = None;
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            self.step(mv);
            let (value, mut line) = self.value()?;
            self.path.pop();
            if best.as_ref().is_none_or(|(best, _)| pick.prefers(value, *best)) {
                line.push(mv);
                if self.path.len() == 1 {
                    self.best = Some((value, line.iter().rev().copied().collect()));
                }
                best = Some((value, line));
            }
        }
        self.moves.truncate(first);
        Ok(best.expect("a state that is not over has a move"))
    }

    /// Looks at the state just stepped into: may the search go on, and who picks?
    #[inline(never)]
    fn enter(&mut self) -> Result<Option<Pick>, Stop> {
        let pick = Pick::of(self.game.node(self.here()))?;
        if pick.is_none() {
            return Ok(None);
        }
        let bytes = (self.path.capacity() * size_of::<G::State>()) as u64;
        if let Some(stop) = self.budget.stop(self.stats.expanded, bytes, self.stats.expanded) {
            return Err(stop);
        }
        if self.path.len() > DEEPEST {
            return Err(Stop::Depth);
        }
        let (here, before) = self.path.split_last().expect("the path holds this state");
        if !self.game.is_acyclic() && before.contains(here) {
            return Err(Stop::Cycle);
        }
        self.stats.expanded += 1;
        Ok(pick)
    }

    /// Kept apart from [`Self::value`], so that a state in passing takes none of its stack.
    #[inline(never)]
    fn step(&mut self, mv: G::Move) {
        self.stats.generated += 1;
        let next = self.game.play(self.here(), mv);
        self.path.push(next);
    }

    fn here(&self) -> &G::State {
        self.path.last().expect("the path holds this state")
    }
}
