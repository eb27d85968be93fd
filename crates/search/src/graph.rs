//! A game as an explicit graph: states reached, their moves, and values carried backwards.
//!
//! [`Graph::backward`] is Dijkstra's algorithm from the goals for a game of two: a state of the
//! player who pursues the goal is settled by its first settled move, a state of the opponent when
//! its last move is settled, always at the lowest value open. Costs are not negative, so that
//! order is final (Knuth's generalisation), loops need no care, and whatever is never settled
//! cannot be forced.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use outplay_game::{Budget, Game, PACE, Player, Stop};

use crate::pick::Pick;
use crate::table::Numbered;

pub(crate) struct Graph<G: Game> {
    pub(crate) states: Numbered<G::State, Vertex<G::Move>>,
    /// How many moves all of them have.
    edges: usize,
}

pub(crate) struct Vertex<M> {
    /// Least cost of a path from the start.
    pub(crate) cost: u64,
    /// The cost at which its moves were followed last; the largest number if never.
    pub(crate) expanded_at: u64,
    /// The moves with their costs and targets, once expanded.
    pub(crate) edges: Option<Vec<(M, u64, u32)>>,
}

/// What a list takes besides what it holds.
const BYTES_OF_A_LIST: usize = 16;

/// What [`Graph::backward`] found for a state: its value, and when it was settled.
#[derive(Clone, Copy)]
pub(crate) struct Settled {
    pub(crate) value: u64,
    pub(crate) rank: u32,
}

impl<G: Game> Graph<G> {
    pub(crate) fn new(from: &G::State) -> Self {
        let mut states = Numbered::new(G::extra_bytes);
        states.insert(from.clone(), Vertex { cost: 0, expanded_at: u64::MAX, edges: None });
        Self { states, edges: 0 }
    }

    /// Fills in the moves of a state, or follows them again at a lower cost, and returns the targets
    /// that are new or have become cheaper to reach. Refuses a state where dice are rolled.
    pub(crate) fn expand(
        &mut self,
        game: &G,
        place: u32,
        cost_of: impl Fn(&G::State, G::Move) -> u64,
        moves: &mut Vec<G::Move>,
    ) -> Result<Vec<u32>, Stop> {
        let state = self.states.state(place).clone();
        Pick::of(game.node(&state))?;
        let cost = self.states.data(place).cost;
        let mut cheaper = Vec::new();
        moves.clear();
        game.moves(&state, moves);
        let mut edges = Vec::with_capacity(moves.len());
        for &mv in &*moves {
            let step = cost_of(&state, mv);
            let vertex = Vertex { cost: cost + step, expanded_at: u64::MAX, edges: None };
            let (next, is_new) = self.states.insert(game.play(&state, mv), vertex);
            let known = self.states.data_mut(next);
            if is_new || cost + step < known.cost {
                known.cost = cost + step;
                cheaper.push(next);
            }
            edges.push((mv, step, next));
        }
        let vertex = self.states.data_mut(place);
        vertex.expanded_at = cost;
        if vertex.edges.is_none() {
            self.edges += edges.len();
        }
        vertex.edges = Some(edges);
        Ok(cheaper)
    }

    /// The value of every state that `player` can force to a goal from, within what is expanded.
    pub(crate) fn backward(
        &self,
        game: &G,
        player: Player,
        is_goal: impl Fn(&G::State) -> bool,
        budget: &Budget,
    ) -> Result<Vec<Option<Settled>>, Stop> {
        budget.ended().map_or(Ok(()), Err)?;
        let mut passed = 0_u64;
        let mut look = || {
            passed += 1;
            if passed.is_multiple_of(PACE) { budget.ended().map_or(Ok(()), Err) } else { Ok(()) }
        };
        let count = self.states.len();
        let places = 0..u32::try_from(count).expect("states are numbered by u32");
        let edges_of = |place: u32| self.states.data(place).edges.iter().flatten();
        // Who leads to each state and at what cost: those of `n` end where those of `n + 1` begin.
        let mut ends = vec![0_usize; count];
        let mut open_moves = vec![0_u32; count];
        for place in places.clone() {
            look()?;
            for &(_, _, next) in edges_of(place) {
                ends[next as usize] += 1;
                open_moves[place as usize] += 1;
            }
        }
        let mut sum = 0;
        for end in &mut ends {
            (*end, sum) = (sum, sum + *end);
        }
        let mut before = vec![(0_u32, 0_u64); sum];
        for place in places.clone() {
            look()?;
            for &(_, cost, next) in edges_of(place) {
                before[ends[next as usize]] = (place, cost);
                ends[next as usize] += 1;
            }
        }
        let before = |place: u32| {
            let begin = if place == 0 { 0 } else { ends[place as usize - 1] };
            &before[begin..ends[place as usize]]
        };
        let mut worst = vec![0_u64; count];
        let mut settled: Vec<Option<Settled>> = vec![None; count];
        let mut queue = BinaryHeap::new();
        queue.extend(
            places
                .filter(|&place| is_goal(self.states.state(place)))
                .map(|goal| Reverse((0, goal))),
        );
        let mut rank = 0;
        while let Some(Reverse((value, place))) = queue.pop() {
            look()?;
            if settled[place as usize].is_some() {
                continue;
            }
            settled[place as usize] = Some(Settled { value, rank });
            rank += 1;
            for &(from, cost) in before(place) {
                if settled[from as usize].is_some() {
                    continue;
                }
                let through = value + cost;
                let pick = Pick::of(game.node(self.states.state(from)))?;
                let opposed = pick.is_some_and(|pick| pick.opposes(player));
                let from_index = from as usize;
                worst[from_index] = worst[from_index].max(through);
                open_moves[from_index] -= 1;
                if !opposed {
                    queue.push(Reverse((through, from)));
                } else if open_moves[from_index] == 0 {
                    queue.push(Reverse((worst[from_index], from)));
                }
            }
        }
        Ok(settled)
    }

    /// Must the search stop, having expanded so many states, with a queue of so many bytes?
    #[inline]
    pub(crate) fn stop(&self, budget: &Budget, expanded: u64, queue: usize) -> Option<Stop> {
        self.states.stop_before(budget, expanded, || (self.edges() + queue, self.lists()))
    }

    /// Bytes in use, those that [`Self::backward`] takes included.
    pub(crate) fn bytes(&self) -> u64 {
        self.states.bytes() + (self.edges() + self.lists()) as u64
    }

    fn edges(&self) -> usize {
        self.edges * size_of::<(G::Move, u64, u32)>() + self.states.len() * BYTES_OF_A_LIST
    }

    /// Bytes that [`Self::backward`] takes.
    fn lists(&self) -> usize {
        let open = size_of::<Reverse<(u64, u32)>>();
        let state = size_of::<usize>()
            + size_of::<u32>()
            + size_of::<u64>()
            + size_of::<Option<Settled>>()
            + open;
        self.states.len() * state + self.edges * size_of::<(u32, u64)>()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use outplay_game::MinCost;
    use outplay_game::sketch::Sketch;

    use super::*;

    #[test]
    fn the_way_back_ends_with_the_time() {
        let mut text: String = (0..2000).map(|n| format!("s{n}: 1 s{}\n", n + 1)).collect();
        text += "s2000: 1 win";
        let game: Sketch = text.parse().unwrap();
        let mut graph = Graph::new(&game.start());
        let (mut place, mut moves) = (0, Vec::new());
        while (place as usize) < graph.states.len() {
            graph.expand(&game, place, |_, _| 1, &mut moves).unwrap();
            place += 1;
        }
        let asked = AtomicU64::new(0);
        let back = |most: u64| {
            asked.store(0, Ordering::Relaxed);
            let turn = || (asked.fetch_add(1, Ordering::Relaxed) >= most).then_some(Stop::Time);
            let budget = Budget { turn: Some(&turn), ..Budget::UNLIMITED };
            let is_goal = |state: &_| game.is_goal(state);
            let settled = graph.backward(&game, Player::One, is_goal, &budget);
            settled.map(|settled| settled[0].unwrap().value)
        };
        assert_eq!(back(u64::MAX), Ok(2001));
        let looks = asked.load(Ordering::Relaxed);
        assert!(looks > 3 * 2000 / PACE, "{looks}");
        for most in 0..looks {
            assert_eq!(back(most), Err(Stop::Time));
            assert_eq!(asked.load(Ordering::Relaxed), most + 1);
        }
    }
}
