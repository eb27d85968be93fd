//! Every optimal line.
//!
//! Walks depth first from the start and follows the moves that keep the value, each checked by a
//! solve of its own (remembered by state). A line does not return to a position it has passed: one
//! that does has a shorter twin. The number of lines can be astronomical, and so can their length
//! where a move costs nothing, so there are limits on both.

use outplay_game::{Budget, MinCost, Stop};
use rustc_hash::FxHashSet;

use crate::Costs;
use crate::explain::Allowance;

/// Optimal lines, in move order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllLines<M> {
    /// The lines.
    pub lines: Vec<Vec<M>>,
    /// Are these all, or were they cut off?
    pub complete: bool,
    /// The limit that stopped the search for more, where one did.
    pub stopped: Option<Stop>,
}

/// All lines of the least cost, at most `most` of them. Player 2 gives their worst replies. What
/// `costs` knows already is not searched again.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::{Costs, all_lines};
/// let game: outplay_game::sketch::Sketch = "a: 2 b, 3 win, 1 c\nb: 1 win\nc: 9 win".parse().unwrap();
/// let all = all_lines(&game, &0, 10, &mut Costs::default(), &Budget::default());
/// assert_eq!(all.lines, [vec![0, 0], vec![1]]);
/// ```
pub fn all_lines<G: MinCost>(
    game: &G,
    from: &G::State,
    most: usize,
    costs: &mut Costs<G>,
    budget: &Budget,
) -> AllLines<G::Move> {
    let mut all = AllLines { lines: Vec::new(), complete: true, stopped: None };
    if let Err(stop) = walk(game, from, most, &mut Allowance::new(costs, budget), &mut all) {
        all.stopped = Some(stop);
        all.complete = false;
    }
    all
}

fn walk<G: MinCost>(
    game: &G,
    from: &G::State,
    most: usize,
    costs: &mut Allowance<G>,
    all: &mut AllLines<G::Move>,
) -> Result<(), Stop> {
    // Each frame: a state of the line, and the moves from it that keep the value.
    let mut stack: Vec<(G::State, std::vec::IntoIter<G::Move>)> = Vec::new();
    let mut passed: FxHashSet<G::State> = FxHashSet::default();
    let mut line = Vec::new();
    let mut pending = Some(from.clone());
    loop {
        if let Some(state) = pending.take() {
            let mut kept = Vec::new();
            if game.is_goal(&state) {
                if all.lines.len() == most {
                    all.complete = false;
                    return Ok(());
                }
                all.lines.push(line.clone());
            } else if let Some(here) = costs.cost(game, &state)? {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                for mv in moves {
                    let rest = costs.cost(game, &game.play(&state, mv))?;
                    if rest.map(|rest| rest + game.cost(&state, mv)) == Some(here) {
                        kept.push(mv);
                    }
                }
            }
            passed.insert(state.clone());
            stack.push((state, kept.into_iter()));
        }
        let Some((state, moves)) = stack.last_mut() else { return Ok(()) };
        match moves.next() {
            Some(mv) => {
                let next = game.play(state, mv);
                if !passed.contains(&next) {
                    line.push(mv);
                    pending = Some(next);
                }
            }
            None => {
                passed.remove(state);
                stack.pop();
                line.pop();
            }
        }
    }
}
