//! The longest life among lines that come equally near.
//!
//! Player 1 keeps to moves after which the gap can still be forced, until it is reached, and lives as
//! long as possible; player 2 keeps to moves that allow no less, and ends it as soon as possible. So
//! the rounds until the end are carried backwards from the ends, the fewest first: a state of player 2
//! has them as soon as one move does, a state of player 1 when the last one does. What is never
//! settled can be kept up: player 1 lives as long as they like.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use outplay_game::{Budget, Nearness, Stop};
use rustc_hash::FxHashMap;

use super::{Edge, Nearest};
use crate::pick::Pick;

/// A state, and whether the gap has been reached.
pub(super) type Moment = (u32, bool);

/// The rounds until the end, and when they were settled.
type Rounds = Option<(u64, u32)>;

/// Bytes that a moment takes while the rounds are carried back: its number, its lists, what is known of it.
const MOMENT: usize = 4 * size_of::<(Moment, u32)>()
    + size_of::<Vec<(u32, u32)>>()
    + size_of::<Rounds>()
    + 2 * size_of::<(u64, u32)>();
/// Bytes that a move takes: where it comes from, and its place in the queue.
const MOVE: usize = 2 * size_of::<(u32, u32)>() + size_of::<(u64, u32)>();

/// How long player 1 lives.
pub(super) struct Lives {
    gap: i64,
    numbers: FxHashMap<Moment, u32>,
    rounds: Vec<Rounds>,
}

impl<G: Nearness> Nearest<G> {
    /// How long player 1 lives from these moments on, reaching the gap; what is forced from each
    /// must be this gap, or no less where it has been reached.
    ///
    /// # Errors
    /// When a limit stops it.
    pub(super) fn lives(
        &self,
        game: &G,
        from: &[Moment],
        gap: i64,
        budget: &Budget,
    ) -> Result<Lives, Stop> {
        let mut numbers = FxHashMap::default();
        let mut moments: Vec<Moment> = Vec::new();
        let mut number = |moment: Moment, moments: &mut Vec<Moment>| {
            *numbers.entry(moment).or_insert_with(|| {
                moments.push(moment);
                u32::try_from(moments.len() - 1).expect("states are numbered by u32")
            })
        };
        for &moment in from {
            number(moment, &mut moments);
        }
        let (mut before, mut open_moves) = (Vec::<Vec<(u32, u32)>>::new(), Vec::new());
        let (mut at, mut edges) = (0, 0);
        while at < moments.len() {
            let bytes = self.bytes() + (moments.len() * MOMENT + edges * MOVE) as u64;
            budget.stop(0, bytes, at as u64).map_or(Ok(()), Err)?;
            let moves: Vec<_> = self.allowed(game, moments[at], gap).collect();
            open_moves.push(moves.len());
            edges += moves.len();
            for (_, edge, next) in moves {
                let next = number(next, &mut moments) as usize;
                if before.len() <= next {
                    before.resize(next + 1, Vec::new());
                }
                let here = u32::try_from(at).expect("states are numbered by u32");
                before[next].push((here, edge.rounds));
            }
            at += 1;
        }
        before.resize(moments.len(), Vec::new());
        let mut rounds: Vec<Rounds> = vec![None; moments.len()];
        let mut most = vec![0_u64; moments.len()];
        let mut queue: BinaryHeap<_> = (0_u32..)
            .zip(&open_moves)
            .filter(|(_, moves)| **moves == 0)
            .map(|(end, _)| Reverse((0_u64, end)))
            .collect();
        let mut rank = 0;
        while let Some(Reverse((value, place))) = queue.pop() {
            if rounds[place as usize].is_some() {
                continue;
            }
            rounds[place as usize] = Some((value, rank));
            rank += 1;
            budget.stop(0, 0, u64::from(rank)).map_or(Ok(()), Err)?;
            for &(from, step) in &before[place as usize] {
                let index = from as usize;
                most[index] = most[index].max(value + u64::from(step));
                open_moves[index] -= 1;
                let state = self.states.state(moments[index].0);
                if matches!(Pick::of(game.node(state)), Ok(Some(Pick::Smallest))) {
                    queue.push(Reverse((value + u64::from(step), from)));
                } else if open_moves[index] == 0 {
                    queue.push(Reverse((most[index], from)));
                }
            }
        }
        Ok(Lives { gap, numbers, rounds })
    }

    /// The moves that are worth making for whoever chooses: which, how, and where to.
    fn allowed(
        &self,
        game: &G,
        (place, reached): Moment,
        gap: i64,
    ) -> impl Iterator<Item = (usize, Edge, Moment)> {
        let pick = Pick::of(game.node(self.states.state(place)));
        let opposed = matches!(pick, Ok(Some(Pick::Smallest)));
        let edges = self.edges[self.moves_of(place)].iter().copied().enumerate();
        edges.filter_map(move |(index, edge)| {
            let left = self.through(edge);
            let fits = if opposed { left >= gap } else { reached || left == gap };
            let next = (edge.next, reached || self.reaches(game, edge, gap));
            fits.then_some((index, edge, next))
        })
    }
}

impl Lives {
    /// Rounds from a moment on; none where it can be kept up.
    pub(super) fn of(&self, moment: Moment) -> Option<u64> {
        Some(self.rounds[self.numbers[&moment] as usize]?.0)
    }

    /// The line, and the rounds that begin on it; none where they can be kept up. Then it goes to the
    /// gap by the shortest way.
    pub(super) fn line<G: Nearness>(
        &self,
        graph: &Nearest<G>,
        game: &G,
        from: Moment,
    ) -> (Vec<G::Move>, Option<u64>) {
        let (mut line, mut moves, mut moment) = (Vec::new(), Vec::new(), from);
        loop {
            let here = self.rounds[self.numbers[&moment] as usize];
            let best = match here {
                None if moment.1 => break,
                None => graph.towards(moment.0, self.gap).map(|best| {
                    let edge = graph.edges[graph.moves_of(moment.0).start + best];
                    (best, (edge.next, graph.reaches(game, edge, self.gap)))
                }),
                Some((rounds, rank)) => {
                    let mut allowed = graph.allowed(game, moment, self.gap);
                    let fitting = allowed.find(|(_, edge, next)| {
                        let there = self.rounds[self.numbers[next] as usize];
                        there.is_some_and(|(rest, earlier)| {
                            rest + u64::from(edge.rounds) == rounds && earlier < rank
                        })
                    });
                    fitting.map(|(index, _, next)| (index, next))
                }
            };
            let Some((best, next)) = best else { break };
            moves.clear();
            game.moves(graph.states.state(moment.0), &mut moves);
            line.push(moves[best]);
            moment = next;
        }
        (line, self.of(from))
    }
}
