//! From where player 1 can win with probability 1, whatever player 2 does.
//!
//! Nobody can be sure who may end up in a place that is not: so places are taken away from which the
//! goal cannot be made possible again and again by actions that stay among those left, until nothing
//! more goes. Those that are left are numbered in the order in which the goal was made possible from
//! them: an action that may lead to a lower number exists in each, and who always takes it wins.

use outplay_game::{Budget, Chance, PACE, Stop};

use super::graph::{Graph, Kind};

/// The number of each place from which the goal can be made sure, by actions that are `allowed`; 0
/// where it cannot. Goals have 1.
pub(crate) fn sure_ranks<G: Chance>(
    graph: &Graph<G>,
    is_goal: &[bool],
    allowed: impl Fn(u32, u32) -> bool,
    budget: &Budget,
) -> Result<Vec<u32>, Stop> {
    let mut left = vec![true; is_goal.len()];
    loop {
        let ranks = possible(graph, is_goal, &left, &allowed, budget)?;
        let mut gone = false;
        for (left, &rank) in left.iter_mut().zip(&ranks) {
            gone |= *left && rank == 0;
            *left = rank != 0;
        }
        if !gone {
            return Ok(ranks);
        }
    }
}

/// Numbers the places from which player 1 can make the goal possible, staying among those left.
fn possible<G: Chance>(
    graph: &Graph<G>,
    is_goal: &[bool],
    left: &[bool],
    allowed: &impl Fn(u32, u32) -> bool,
    budget: &Budget,
) -> Result<Vec<u32>, Stop> {
    let mut ranks: Vec<u32> = is_goal.iter().map(|&goal| u32::from(goal)).collect();
    let mut next = 2;
    let mut passed = 0;
    loop {
        let before = next;
        let count = u32::try_from(ranks.len()).expect("places are numbered by u32");
        for place in (0..count).rev() {
            passed += 1;
            if u64::is_multiple_of(passed, PACE) {
                budget.ended().map_or(Ok(()), Err)?;
            }
            if ranks[place as usize] != 0 || !left[place as usize] {
                continue;
            }
            let leads = |action: u32| {
                let targets = graph.action(action).targets;
                targets.iter().all(|&target| left[target as usize])
                    && targets.iter().any(|&target| ranks[target as usize] != 0)
            };
            let mut actions = graph.actions(place);
            let joins = match graph.kind(place) {
                Kind::Max => actions.any(|action| leads(action) && allowed(place, action)),
                Kind::Min => actions.all(leads),
                Kind::End => false,
            };
            if joins {
                ranks[place as usize] = next;
                next += 1;
            }
        }
        if next == before {
            return Ok(ranks);
        }
    }
}
