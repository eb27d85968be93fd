//! Backwards from the ends: exact whatever the game, cycles included.
//!
//! All states are enumerated, then the best ends are carried backwards: first those that are good
//! for player 1, the best first. A state of player 1 has that value as soon as one move leads there,
//! a state of player 2 when the last of its moves does. Likewise those that are good for player 2.
//! What neither can force to an end goes on for ever, a draw worth 0. Linear in states and moves,
//! but for sorting the ends.
//!
//! A state's value, and how far its end is, depend on nothing but the state, so more states can be
//! reached later and all be settled together: what was known before comes out the same.

use std::collections::VecDeque;
use std::ops::Range;

use outplay_game::{Budget, PACE, Player, Stop, ZeroSum};
use rustc_hash::FxHashMap;

use super::answer::{Solved, ZeroSumSolution, bounds};
use crate::Stats;
use crate::pick::Pick;
use crate::table::Numbered;

/// The best play by retrograde analysis.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::retrograde;
/// let game: outplay_game::sketch::Sketch =
///     "a: 0 b?, 0 c\nb?: 0 a, 0 d\nc = -1\nd = 5".parse().unwrap();
/// let solution = retrograde(&game, &0, &Budget::default());
/// assert_eq!((solution.value(), solution.line), (Some(0), vec![0, 0]));
/// assert_eq!(solution.returns_to, Some(0)); // and so on for ever
/// ```
pub fn retrograde<G: ZeroSum>(game: &G, from: &G::State, budget: &Budget) -> Solved<G> {
    Retrograde::new().solve(game, from, budget)
}

/// The states of a game that were solved, for many questions about the one that it was made for.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::Retrograde;
/// let game: outplay_game::sketch::Sketch =
///     "a: 0 b, 0 a\nb = 3\nc?: 0 c?, 0 d\nd = -2".parse().unwrap();
/// let mut solved = Retrograde::new();
/// solved.reach(&game, &0, &Budget::default()).unwrap();
/// assert_eq!((solved.value(&0), solved.value(&2)), (Some(3), None));
/// solved.reach(&game, &2, &Budget::default()).unwrap();
/// assert_eq!((solved.value(&0), solved.value(&2)), (Some(3), Some(-2)));
/// ```
pub struct Retrograde<G: ZeroSum> {
    graph: Graph<G>,
    /// What is known of the first states of the graph, all that they lead to among them.
    settled: Vec<Settled>,
}

impl<G: ZeroSum> Default for Retrograde<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: ZeroSum> Retrograde<G> {
    /// Nothing is solved yet.
    pub fn new() -> Self {
        Self { graph: Graph::new(), settled: Vec::new() }
    }

    /// Solves everything that can be reached from a state, unless it is solved already.
    ///
    /// # Errors
    /// When a limit stops it. What was solved before stays, and when it is asked about the same state
    /// again it goes on from there.
    pub fn reach(&mut self, game: &G, from: &G::State, budget: &Budget) -> Result<(), Stop> {
        if self.value(from).is_some() {
            return Ok(());
        }
        // What another question left unfinished may be far larger than this one.
        let solved = self.settled.len();
        let begun = self.graph.states.find(from).map(|place| place as usize);
        if solved < self.graph.states.len() && begun != Some(solved) {
            self.graph.truncate(solved);
        }
        self.graph.states.insert(from.clone(), ());
        self.graph.enumerate(game, budget)?;
        self.settled = self.graph.backward(game, |state| game.payoff(state), budget)?;
        Ok(())
    }

    /// Solves everything that can be reached from these states, where nothing is solved yet: they are the
    /// first.
    pub(crate) fn reach_all(
        &mut self,
        game: &G,
        from: &[G::State],
        budget: &Budget,
    ) -> Result<(), Stop> {
        for state in from {
            self.graph.states.insert(state.clone(), ());
        }
        self.graph.enumerate(game, budget)?;
        self.settled = self.graph.backward(game, |state| game.payoff(state), budget)?;
        Ok(())
    }

    /// Every state that is solved: its value, how far its end is, and where its moves lead.
    pub(crate) fn into_all(self) -> impl Iterator<Item = (G::State, i64, u32, Vec<u32>)> {
        let Graph { states, edges, ends, .. } = self.graph;
        let mut start = 0;
        let all = states.into_entries().zip(self.settled).zip(ends);
        all.map(move |(((state, ()), settled), end)| {
            let nexts = edges[start..end].to_vec();
            start = end;
            (state, settled.value, settled.distance, nexts)
        })
    }

    /// The answer for a state. Where a limit stopped it, a state that was not reached is worth what
    /// the game says: at least, at most. The statistics are those of this question alone.
    pub fn solve(&mut self, game: &G, from: &G::State, budget: &Budget) -> Solved<G> {
        let before = self.graph.stats;
        let reached = self.reach(game, from, budget);
        let mut stats = self.stats();
        stats.expanded -= before.expanded;
        stats.generated -= before.generated;
        let stop = match (reached, self.value(from)) {
            (Ok(()), Some(value)) => {
                let (line, returns_to) = self.line(game, from);
                let solution = ZeroSumSolution::proved(value, line, stats);
                return ZeroSumSolution { returns_to, ..solution };
            }
            (Ok(()), None) => Stop::States,
            (Err(stop), _) => stop,
        };
        let (mut lower, mut upper) = bounds(game, from);
        if let Some(place) = self.graph.states.find(from) {
            let worth = |settled: Vec<Settled>| settled[place as usize].value;
            let least = self.graph.backward(game, |state| bounds(game, state).0, budget);
            if let Ok(least) = least.map(worth) {
                lower = lower.max(least);
                let most = self.graph.backward(game, |state| bounds(game, state).1, budget);
                upper = most.map_or(upper, |most| upper.min(worth(most)));
            }
        }
        let line = Vec::new();
        ZeroSumSolution { lower, upper, line, returns_to: None, stopped: Some(stop), stats }
    }

    /// The value of a state to player 1, if it was solved.
    pub fn value(&self, state: &G::State) -> Option<i64> {
        self.solved(state).map(|place| self.settled[place as usize].value)
    }

    fn solved(&self, state: &G::State) -> Option<u32> {
        self.graph.states.find(state).filter(|&place| (place as usize) < self.settled.len())
    }

    /// What it took.
    pub fn stats(&self) -> Stats {
        Stats { peak_bytes: self.bytes(), ..self.graph.stats }
    }

    /// Has it met no state yet?
    pub fn is_empty(&self) -> bool {
        self.graph.states.len() == 0
    }

    /// Bytes in use when it solves.
    pub fn bytes(&self) -> u64 {
        self.graph.bytes()
    }

    /// The first best move in move order, again and again, and whether and where the line comes
    /// back to itself. Where states can return, only moves that bring the end nearer count as best
    /// for the one who gains by it. Empty where the state was not solved.
    pub fn line(&self, game: &G, from: &G::State) -> (Vec<G::Move>, Option<usize>) {
        let mut after = FxHashMap::default();
        let mut line = Vec::new();
        let mut place = self.solved(from);
        while let Some(here) = place {
            if let Some(&returns_to) = after.get(&here) {
                return (line, Some(returns_to));
            }
            after.insert(here, line.len());
            let best = self.best(game, here);
            line.extend(best.map(|(mv, _)| mv));
            place = best.map(|(_, next)| next);
        }
        (line, None)
    }

    /// The first move of [`Self::line`]: none where the game is over or the state was not solved.
    pub fn best_move(&self, game: &G, state: &G::State) -> Option<G::Move> {
        self.best(game, self.solved(state)?).map(|(mv, _)| mv)
    }

    /// The best move of a state, and where it leads.
    fn best(&self, game: &G, place: u32) -> Option<(G::Move, u32)> {
        let state = self.graph.states.state(place);
        let here = self.settled[place as usize];
        // What rolls dice is never solved.
        let pick = Pick::of(game.node(state)).ok()??;
        let opposed = match pick {
            Pick::Smallest => here.value > 0,
            Pick::Largest => here.value < 0,
        };
        let free = opposed || here.value == 0 || game.is_acyclic();
        let edges = &self.graph.edges[self.graph.moves_of(place)];
        let best = edges.iter().position(|&next| {
            let there = self.settled[next as usize];
            there.value == here.value && (free || there.distance < here.distance)
        });
        let best = best.expect("a value comes from one of the moves");
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        Some((moves[best], edges[best]))
    }
}

/// A state's value, and within how many moves the one who gains by it gets it.
#[derive(Clone, Copy)]
struct Settled {
    value: i64,
    distance: u32,
}

/// Not settled: it goes on for ever.
const FOR_EVER: Settled = Settled { value: 0, distance: u32::MAX };

/// All states, and where their moves lead: those of state `n` are the edges from `ends[n - 1]` to
/// `ends[n]`.
struct Graph<G: ZeroSum> {
    states: Numbered<G::State, ()>,
    edges: Vec<u32>,
    ends: Vec<usize>,
    stats: Stats,
}

impl<G: ZeroSum> Graph<G> {
    fn new() -> Self {
        let states = Numbered::new(G::extra_bytes);
        Self { states, edges: Vec::new(), ends: Vec::new(), stats: Stats::default() }
    }

    fn moves_of(&self, place: u32) -> Range<usize> {
        let place = place as usize;
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        start..self.ends[place]
    }

    /// Forgets all states but the first so many, whose moves lead to none of the others.
    fn truncate(&mut self, count: usize) {
        self.states.truncate(count);
        self.ends.truncate(count);
        self.edges.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Breadth first, every state, unless a limit stops it.
    fn enumerate(&mut self, game: &G, budget: &Budget) -> Result<(), Stop> {
        let mut moves = Vec::new();
        while self.ends.len() < self.states.len() {
            let place = u32::try_from(self.ends.len()).expect("states are numbered by u32");
            let state = self.states.state(place).clone();
            moves.clear();
            if Pick::of(game.node(&state))?.is_some() {
                let bytes = || (self.edge_bytes(), self.lists());
                let stop = self.states.stop_before(budget, self.stats.expanded, bytes);
                stop.map_or(Ok(()), Err)?;
                self.stats.expanded += 1;
                game.moves(&state, &mut moves);
            }
            for &mv in &moves {
                self.stats.generated += 1;
                let (next, _) = self.states.insert(game.play(&state, mv), ());
                self.edges.push(next);
            }
            self.ends.push(self.edges.len());
        }
        Ok(())
    }

    /// The value of every state, where a state without moves (or not yet expanded) has this `worth`.
    fn backward(
        &self,
        game: &G,
        worth: impl Fn(&G::State) -> i64,
        budget: &Budget,
    ) -> Result<Vec<Settled>, Stop> {
        budget.ended().map_or(Ok(()), Err)?;
        let mut passed = 0_u64;
        let mut look = || {
            passed += 1;
            if passed.is_multiple_of(PACE) { budget.ended().map_or(Ok(()), Err) } else { Ok(()) }
        };
        let count = self.states.len();
        let expanded = u32::try_from(self.ends.len()).expect("states are numbered by u32");
        // Who leads to a state: the predecessors of `n` end where those of `n + 1` begin.
        let mut begins = vec![0_usize; count + 1];
        for &next in &self.edges {
            begins[next as usize + 1] += 1;
        }
        for index in 0..count {
            begins[index + 1] += begins[index];
        }
        let mut filled = begins.clone();
        let mut before = vec![0_u32; self.edges.len()];
        let mut open_moves = vec![0_u32; count];
        for place in 0..expanded {
            look()?;
            for &next in &self.edges[self.moves_of(place)] {
                before[filled[next as usize]] = place;
                filled[next as usize] += 1;
                open_moves[place as usize] += 1;
            }
        }
        let mut ends: Vec<(i64, u32)> = (0..u32::try_from(count).expect("numbered by u32"))
            .filter(|&place| open_moves[place as usize] == 0)
            .map(|place| (worth(self.states.state(place)), place))
            .collect();
        ends.sort_unstable();
        let split = ends.partition_point(|&(value, _)| value < 0);
        let (bad, good) = ends.split_at(split);
        let mut settled = vec![FOR_EVER; count];
        let mut queue = VecDeque::new();
        let alike = |one: &(i64, u32), other: &(i64, u32)| one.0 == other.0;
        let good = good.chunk_by(alike).rev().map(|ends| (ends, Player::One));
        let bad = bad.chunk_by(alike).map(|ends| (ends, Player::Two));
        for (ends, winner) in good.chain(bad) {
            let (value, _) = ends[0];
            for &(_, end) in ends {
                settled[end as usize] = Settled { value, distance: 0 };
                if value != 0 {
                    queue.push_back(end);
                }
            }
            while let Some(place) = queue.pop_front() {
                look()?;
                // First come, first served: the nearest are settled first.
                let distance = settled[place as usize].distance + 1;
                for &from in &before[begins[place as usize]..begins[place as usize + 1]] {
                    let index = from as usize;
                    if settled[index].distance != FOR_EVER.distance {
                        continue;
                    }
                    let pick = Pick::of(game.node(self.states.state(from)))?;
                    if pick.is_some_and(|pick| pick.opposes(winner)) {
                        open_moves[index] -= 1;
                        if open_moves[index] > 0 {
                            continue;
                        }
                    }
                    settled[index] = Settled { value, distance };
                    queue.push_back(from);
                }
            }
        }
        Ok(settled)
    }

    fn bytes(&self) -> u64 {
        self.states.bytes() + (self.edge_bytes() + self.lists()) as u64
    }

    fn edge_bytes(&self) -> usize {
        self.edges.capacity() * size_of::<u32>() + self.ends.capacity() * size_of::<usize>()
    }

    /// Bytes of all lists that [`Self::backward`] makes.
    fn lists(&self) -> usize {
        self.edges.len() * size_of::<u32>()
            + self.states.len() * (2 * size_of::<usize>() + size_of::<u32>() + size_of::<Settled>())
    }
}
