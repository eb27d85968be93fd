//! Plain minimax without recursion: the stack is a vector.
//!
//! The same lines in the same order as [`recursive`](super::recursive()), without memory and
//! without pruning, but a line may be as long as memory allows.

use outplay_game::{Budget, Stop, ZeroSum};
use rustc_hash::FxHashSet;

use super::answer::{Solved, ZeroSumSolution};
use crate::Stats;
use crate::pick::Pick;
use crate::table::BYTES_OF_A_STATE;

/// The line that is being followed, from the first state on.
struct Line<G: ZeroSum> {
    frames: Vec<Frame<G::State, G::Move>>,
    /// Its states, where one can return.
    states: FxHashSet<G::State>,
    /// The bytes that they take elsewhere in memory.
    elsewhere: u64,
}

struct Frame<S, M> {
    state: S,
    pick: Pick,
    moves: Vec<M>,
    next: usize,
    /// The best move so far: its value, and its line backwards.
    best: Option<(i64, Vec<M>)>,
}

/// The best play by minimax with an explicit stack. `Stats::expanded` counts every visit of a state.
///
/// # Panics
/// When a state that is not over offers no move, against the laws.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::iterative;
/// let game: outplay_game::sketch::Sketch =
///     "a: 0 b, 0 c\nb: 0 d, 0 e\nc = 1\nd = -9\ne = 5".parse().unwrap();
/// let solution = iterative(&game, &0, &Budget::default());
/// assert_eq!((solution.value(), solution.line), (Some(5), vec![0, 1]));
/// ```
pub fn iterative<G: ZeroSum>(game: &G, from: &G::State, budget: &Budget) -> Solved<G> {
    let mut stats = Stats::default();
    let mut stack = Line::<G>::new();
    let mut pending = Some(from.clone());
    loop {
        // What the state just entered or left is worth, once that is known.
        let mut settled: Option<(i64, Vec<G::Move>)> = None;
        if let Some(state) = pending.take() {
            match stack.enter(game, state, budget, &mut stats) {
                Ok(Some(payoff)) => settled = Some((payoff, Vec::new())),
                Ok(None) => {}
                Err(stop) => {
                    stats.peak_bytes = stack.bytes();
                    let best = stack.frames.into_iter().next().and_then(|root| root.best);
                    let best = best.map(|(value, line)| (value, line.into_iter().rev().collect()));
                    return ZeroSumSolution::stopped(game, from, best, stop, stats);
                }
            }
        } else if let Some(frame) = stack.frames.last_mut() {
            if let Some(&mv) = frame.moves.get(frame.next) {
                frame.next += 1;
                stats.generated += 1;
                pending = Some(game.play(&frame.state, mv));
            } else {
                settled = Some(stack.leave().expect("a state that is not over has a move"));
            }
        }
        let Some((value, mut line)) = settled else { continue };
        let Some(parent) = stack.frames.last_mut() else {
            line.reverse();
            stats.peak_bytes = stack.bytes();
            return ZeroSumSolution::proved(value, line, stats);
        };
        if parent.best.as_ref().is_none_or(|(best, _)| parent.pick.prefers(value, *best)) {
            line.push(parent.moves[parent.next - 1]);
            parent.best = Some((value, line));
        }
    }
}

impl<G: ZeroSum> Line<G> {
    fn new() -> Self {
        Self { frames: Vec::new(), states: FxHashSet::default(), elsewhere: 0 }
    }

    /// Goes on to a state; says what it is worth if the game is over there.
    fn enter(
        &mut self,
        game: &G,
        state: G::State,
        budget: &Budget,
        stats: &mut Stats,
    ) -> Result<Option<i64>, Stop> {
        let Some(pick) = Pick::of(game.node(&state))? else {
            return Ok(Some(game.payoff(&state)));
        };
        let kept = stats.expanded + self.elsewhere / BYTES_OF_A_STATE;
        let more = self.growth();
        let crowded = || if more > 0 { budget.without_room_for(more) } else { None };
        let stop = budget.stop(kept, self.bytes() + more, stats.expanded).or_else(crowded);
        stop.map_or(Ok(()), Err)?;
        if !game.is_acyclic() && !self.states.insert(state.clone()) {
            return Err(Stop::Cycle);
        }
        stats.expanded += 1;
        self.elsewhere += G::extra_bytes(&state) as u64;
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        self.frames.push(Frame { state, pick, moves, next: 0, best: None });
        Ok(None)
    }

    /// Leaves the last state, with its best move.
    fn leave(&mut self) -> Option<(i64, Vec<G::Move>)> {
        let done = self.frames.pop()?;
        self.states.remove(&done.state);
        self.elsewhere -= G::extra_bytes(&done.state) as u64;
        done.best
    }

    /// Bytes that the next state will ask for at once, for a larger set beside the one that there is.
    fn growth(&self) -> u64 {
        let full = !self.states.is_empty() && self.states.len() == self.states.capacity();
        if full { 2 * (self.states.capacity() * size_of::<G::State>()) as u64 } else { 0 }
    }

    fn bytes(&self) -> u64 {
        let frames = self.frames.capacity() * size_of::<Frame<G::State, G::Move>>();
        let states = self.states.capacity() * size_of::<G::State>();
        (frames + states) as u64 + self.elsewhere
    }
}

#[cfg(test)]
mod tests {
    use outplay_game::sketch::Sketch;

    use super::*;

    #[test]
    fn a_set_about_to_grow_counts_as_if_it_had() {
        let mut line = Line::<Sketch>::new();
        assert_eq!(line.growth(), 0);
        let mut next = 0;
        while next < 1000 || line.states.len() < line.states.capacity() {
            line.states.insert(next);
            next += 1;
        }
        let before = line.states.capacity() * size_of_val(&next);
        assert!(line.growth() >= 2 * before as u64);
        line.states.insert(next);
        assert_eq!(line.growth(), 0);
    }
}
