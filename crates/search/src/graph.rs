//! A game as an explicit graph: states reached, their moves, and values carried backwards.
//!
//! [`Graph::backward`] is Dijkstra's algorithm from the goals for a game of two: a state of the
//! player who pursues the goal is settled by its first settled move, a state of the opponent when
//! its last move is settled, always at the lowest value open. Costs are not negative, so that
//! order is final (Knuth's generalisation), loops need no care, and whatever is never settled
//! cannot be forced.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use outplay_game::{Budget, Game, Player, Stop};

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
    ) -> Result<Vec<Option<Settled>>, Stop> {
        let count = self.states.len();
        let places = 0..u32::try_from(count).expect("states are numbered by u32");
        // For each state, who leads to it and at what cost.
        let mut before: Vec<Vec<(u32, u64)>> = vec![Vec::new(); count];
        let mut open_moves = vec![0_usize; count];
        for place in places.clone() {
            for &(_, cost, next) in self.states.data(place).edges.iter().flatten() {
                before[next as usize].push((place, cost));
                open_moves[place as usize] += 1;
            }
        }
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
            if settled[place as usize].is_some() {
                continue;
            }
            settled[place as usize] = Some(Settled { value, rank });
            rank += 1;
            for &(from, cost) in &before[place as usize] {
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
        self.edges * size_of::<(G::Move, u64, u32)>()
    }

    /// Bytes that [`Self::backward`] takes.
    fn lists(&self) -> usize {
        let state = size_of::<Vec<(u32, u64)>>()
            + size_of::<usize>()
            + size_of::<u64>()
            + size_of::<Option<Settled>>();
        self.states.len() * state + self.edges * size_of::<(u32, u64)>()
    }
}
