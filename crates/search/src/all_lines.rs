//! Every optimal line.
//!
//! Walks depth first from the start and follows the moves that keep the value, each checked by a
//! solve of its own (remembered by state). A line does not return to a position it has passed: one
//! that does has a shorter twin. The number of lines can be astronomical, so there is a limit.

use outplay_game::MinCost;
use rustc_hash::FxHashMap;

use crate::explain::value;
use crate::{Control, Stop};

/// Optimal lines, in move order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllLines<M> {
    /// The lines.
    pub lines: Vec<Vec<M>>,
    /// Are these all, or did the limit cut them off?
    pub complete: bool,
}

/// All lines of the least cost, at most `most` of them. Player 2 gives their worst replies.
///
/// # Errors
/// When a limit stops one of the searches.
///
/// ```
/// use outplay_search::{Control, all_lines};
/// let game: outplay_game::sketch::Sketch = "a: 2 b, 3 win, 1 c\nb: 1 win\nc: 9 win".parse().unwrap();
/// let all = all_lines(&game, &0, 10, &Control::default()).unwrap();
/// assert_eq!(all.lines, [vec![0, 0], vec![1]]);
/// ```
pub fn all_lines<G: MinCost>(
    game: &G,
    from: &G::State,
    most: usize,
    control: &Control,
) -> Result<AllLines<G::Move>, Stop> {
    let mut known: FxHashMap<G::State, Option<u64>> = FxHashMap::default();
    let mut all = AllLines { lines: Vec::new(), complete: true };
    let mut value_of = |state: &G::State| match known.get(state) {
        Some(&value) => Ok(value),
        None => {
            let found = value(game, state, control)?;
            known.insert(state.clone(), found);
            Ok(found)
        }
    };
    // Each frame: a state of the line, and the moves from it that keep the value.
    let mut stack: Vec<(G::State, std::vec::IntoIter<G::Move>)> = Vec::new();
    let mut line = Vec::new();
    let mut pending = Some(from.clone());
    loop {
        if let Some(state) = pending.take() {
            let mut moves = Vec::new();
            if game.is_goal(&state) {
                if all.lines.len() == most {
                    all.complete = false;
                    break;
                }
                all.lines.push(line.clone());
            } else if let Some(here) = value_of(&state)? {
                game.moves(&state, &mut moves);
                let mut kept = Vec::with_capacity(moves.len());
                for mv in moves.drain(..) {
                    let rest = value_of(&game.play(&state, mv))?;
                    if rest.map(|rest| rest + game.cost(&state, mv)) == Some(here) {
                        kept.push(mv);
                    }
                }
                moves = kept;
            }
            stack.push((state, moves.into_iter()));
        }
        let Some((state, moves)) = stack.last_mut() else { break };
        match moves.next() {
            Some(mv) => {
                let next = game.play(state, mv);
                if !stack.iter().any(|(passed, _)| *passed == next) {
                    line.push(mv);
                    pending = Some(next);
                }
            }
            None => {
                stack.pop();
                line.pop();
            }
        }
    }
    Ok(all)
}
