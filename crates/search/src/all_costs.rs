//! The least costs of all states at once.
//!
//! From the goals backwards, the cheapest first (Knuth's generalisation of Dijkstra's algorithm): a state of
//! player 1 costs what its cheapest move does, one of player 2 what its dearest does, once all of them are
//! known. What is never reached so cannot be won.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use outplay_game::{Budget, Game, MinCost, Node, PACE, Stop};
use rustc_hash::FxHashMap;

/// A step from a state, and what it costs.
struct Step {
    from: u32,
    to: u32,
    cost: u64,
}

/// States with their least costs; none where they cannot be won.
pub(crate) type AllCosts<G> = Vec<(<G as Game>::State, Option<u64>)>;

/// The least cost of every state that can be reached, in the order in which they were found; none where
/// they are more than `most`, or dice fall.
pub(crate) fn all_costs<G: MinCost>(
    game: &G,
    start: &G::State,
    most: usize,
    budget: &Budget,
) -> Result<Option<AllCosts<G>>, Stop> {
    let (mut states, mut steps, mut known) =
        (vec![start.clone()], Vec::new(), FxHashMap::default());
    known.insert(start.clone(), 0_u32);
    let (mut moves, mut next, mut extra) = (Vec::new(), 0, 0);
    while next < states.len() {
        if (next as u64).is_multiple_of(PACE) {
            let place = 2 * (size_of::<G::State>() + size_of::<u32>()) + 1;
            let bytes = states.len() * place + steps.len() * 2 * size_of::<Step>() + extra;
            budget.stop(states.len() as u64, bytes as u64, PACE).map_or(Ok(()), Err)?;
        }
        let state = states[next].clone();
        if game.node(&state) == Node::Mean {
            return Ok(None);
        }
        moves.clear();
        game.moves(&state, &mut moves);
        for &mv in &moves {
            let after = game.play(&state, mv);
            let place = number(states.len());
            let to = *known.entry(after.clone()).or_insert(place);
            if to == place {
                if states.len() == most {
                    return Ok(None);
                }
                extra += 2 * G::extra_bytes(&after);
                states.push(after);
            }
            steps.push(Step { from: number(next), to, cost: game.cost(&state, mv) });
        }
        next += 1;
    }
    drop(known);
    let costs = backwards(game, &states, &mut steps, budget)?;
    Ok(Some(states.into_iter().zip(costs).collect()))
}

fn backwards<G: MinCost>(
    game: &G,
    states: &[G::State],
    steps: &mut [Step],
    budget: &Budget,
) -> Result<Vec<Option<u64>>, Stop> {
    // Of states of player 2: how many moves are not known yet.
    let mut open = vec![0_u32; states.len()];
    for step in &*steps {
        open[step.from as usize] += 1;
    }
    steps.sort_by_key(|step| step.to);
    let mut costs: Vec<Option<u64>> = vec![None; states.len()];
    let mut worst = vec![0_u64; states.len()];
    let mut settled = vec![false; states.len()];
    let mut queue = BinaryHeap::new();
    for (place, state) in states.iter().enumerate() {
        if game.node(state) == Node::End && game.is_goal(state) {
            costs[place] = Some(0);
            queue.push(Reverse((0_u64, number(place))));
        }
    }
    let mut passed = 0_u64;
    while let Some(Reverse((cost, place))) = queue.pop() {
        if std::mem::replace(&mut settled[place as usize], true) {
            continue;
        }
        passed += 1;
        if passed.is_multiple_of(PACE) {
            budget.ended().map_or(Ok(()), Err)?;
        }
        let first = steps.partition_point(|step| step.to < place);
        for step in steps[first..].iter().take_while(|step| step.to == place) {
            let from = step.from as usize;
            let through = cost.saturating_add(step.cost);
            let better = match game.node(&states[from]) {
                Node::Min => {
                    worst[from] = worst[from].max(through);
                    open[from] -= 1;
                    (open[from] == 0).then_some(worst[from])
                }
                _ => {
                    Some(through).filter(|&through| costs[from].is_none_or(|known| through < known))
                }
            };
            if let Some(better) = better {
                costs[from] = Some(better);
                queue.push(Reverse((better, step.from)));
            }
        }
    }
    Ok(costs)
}

fn number(count: usize) -> u32 {
    u32::try_from(count).expect("fewer than 2^32 states")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Costs;
    use outplay_game::sketch::Sketch;
    use proptest::prelude::*;

    /// Any game without dice, loops and all.
    fn sketches() -> impl Strategy<Value = String> {
        let place = (any::<bool>(), prop::collection::vec((0..6_u64, 0..9_usize), 1..4));
        prop::collection::vec(place, 2..8).prop_map(|places| {
            let count = places.len();
            let name = |place: usize| match place {
                place if place >= count => if place == count { "win" } else { "lost" }.to_owned(),
                place => format!("n{place}{}", if places[place].0 { "?" } else { "" }),
            };
            let mut text = String::new();
            for (place, (_, moves)) in places.iter().enumerate() {
                let moves = moves.iter().map(|&(cost, to)| format!("{cost} {}", name(to)));
                text += &format!("{}: {}\n", name(place), moves.collect::<Vec<_>>().join(", "));
            }
            text + "lost:\n"
        })
    }

    proptest! {
        #[test]
        fn every_cost_is_that_of_a_search_of_its_own(text in sketches()) {
            let game: Sketch = text.parse().unwrap();
            let all = all_costs(&game, &0, 100, &Budget::UNLIMITED).unwrap().unwrap();
            for (state, cost) in all {
                let alone = Costs::default().cost(&game, &state, &Budget::UNLIMITED);
                prop_assert_eq!(alone, Ok(cost), "{}", state);
            }
        }
    }

    #[test]
    fn too_many_states_are_said_and_what_was_learned_is_not_searched_for() {
        let game: Sketch = "a: 1 b, 5 win\nb: 1 a, 2 win".parse().unwrap();
        let mut costs = Costs::default();
        assert_eq!(costs.learn_all(&game, &0, 2, &Budget::UNLIMITED), Ok(false));
        assert_eq!(costs.learn_all(&game, &0, 3, &Budget::UNLIMITED), Ok(true));
        assert_eq!(costs.cost(&game, &1, &Budget::UNLIMITED), Ok(Some(2)));
        assert_eq!(costs.spent(), 0);
        let dice: Sketch = "a: 1 b~\nb~: 1x0 win, 1x0 a".parse().unwrap();
        assert_eq!(costs.learn_all(&dice, &0, 9, &Budget::UNLIMITED), Ok(false));
    }
}
