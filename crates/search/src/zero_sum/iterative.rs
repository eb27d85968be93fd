//! Plain minimax without recursion: the stack is a vector.
//!
//! The same lines in the same order as [`recursive`](super::recursive()), without memory and
//! without pruning, but a line may be as long as memory allows.

use outplay_game::{Turn, ZeroSum};

use super::answer::{ZeroSumSolution, is_better};
use crate::{Control, Stats, Stop};

struct Frame<S, M> {
    state: S,
    turn: Turn,
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
/// use outplay_search::{Control, iterative};
/// let game: outplay_game::sketch::Sketch =
///     "a: 0 b, 0 c\nb: 0 d, 0 e\nc = 1\nd = -9\ne = 5".parse().unwrap();
/// let solution = iterative(&game, &0, &mut Control::default());
/// assert_eq!((solution.value(), solution.line), (Some(5), vec![0, 1]));
/// ```
pub fn iterative<G: ZeroSum>(
    game: &G,
    from: &G::State,
    control: &mut Control,
) -> ZeroSumSolution<G::Move> {
    let mut stats = Stats::default();
    let mut stack: Vec<Frame<G::State, G::Move>> = Vec::new();
    let mut pending = Some(from.clone());
    loop {
        // What the state just entered or left is worth, once that is known.
        let mut settled: Option<(i64, Vec<G::Move>)> = None;
        if let Some(state) = pending.take() {
            match enter(game, state, &stack, control, &mut stats) {
                Ok(Entered::Over(payoff)) => settled = Some((payoff, Vec::new())),
                Ok(Entered::Open(frame)) => stack.push(frame),
                Err(stop) => {
                    let best = stack.into_iter().next().and_then(|root| root.best);
                    let best = best.map(|(value, line)| (value, line.into_iter().rev().collect()));
                    return ZeroSumSolution::stopped(game, from, best, stop, stats);
                }
            }
        } else if let Some(frame) = stack.last_mut() {
            if let Some(&mv) = frame.moves.get(frame.next) {
                frame.next += 1;
                stats.generated += 1;
                pending = Some(game.play(&frame.state, mv));
            } else {
                let done = stack.pop().expect("just looked at it");
                settled = Some(done.best.expect("a state that is not over has a move"));
            }
        }
        let Some((value, mut line)) = settled else { continue };
        let Some(parent) = stack.last_mut() else {
            line.reverse();
            stats.peak_bytes = (stack.capacity() * size_of::<Frame<G::State, G::Move>>()) as u64;
            return ZeroSumSolution::proved(value, line, stats);
        };
        if parent.best.as_ref().is_none_or(|(best, _)| is_better(parent.turn, value, *best)) {
            line.push(parent.moves[parent.next - 1]);
            parent.best = Some((value, line));
        }
    }
}

enum Entered<S, M> {
    Over(i64),
    Open(Frame<S, M>),
}

fn enter<G: ZeroSum>(
    game: &G,
    state: G::State,
    stack: &[Frame<G::State, G::Move>],
    control: &mut Control,
    stats: &mut Stats,
) -> Result<Entered<G::State, G::Move>, Stop> {
    let turn = game.turn(&state);
    if turn == Turn::Over {
        return Ok(Entered::Over(game.payoff(&state)));
    }
    if let Some(stop) = control.stop(stats.expanded, stats.expanded) {
        return Err(stop);
    }
    if !game.is_acyclic() && stack.iter().any(|frame| frame.state == state) {
        return Err(Stop::Cycle);
    }
    stats.expanded += 1;
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    Ok(Entered::Open(Frame { state, turn, moves, next: 0, best: None }))
}
