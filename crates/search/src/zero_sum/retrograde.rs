//! Backwards from the ends: exact whatever the game, cycles included.
//!
//! All states are enumerated, then the best ends are carried backwards: first those that are good
//! for player 1, the best first. A state of player 1 has that value as soon as one move leads there,
//! a state of player 2 when the last of its moves does. Likewise those that are good for player 2.
//! What neither can force to an end goes on for ever, a draw worth 0. Linear in states and moves,
//! but for sorting the ends.

use std::collections::VecDeque;
use std::ops::Range;

use outplay_game::{Player, Turn, ZeroSum};

use super::answer::{ZeroSumSolution, bounds};
use crate::control::PACE;
use crate::table::Numbered;
use crate::{Control, Stats, Stop};

/// The best play by retrograde analysis.
///
/// ```
/// use outplay_search::{Control, retrograde};
/// let game: outplay_game::sketch::Sketch =
///     "a: 0 b?, 0 c\nb?: 0 a, 0 d\nc = -1\nd = 5".parse().unwrap();
/// let solution = retrograde(&game, &0, &mut Control::default());
/// assert_eq!((solution.value(), solution.line), (Some(0), vec![0, 0]));
/// assert_eq!(solution.returns_to, Some(0)); // and so on for ever
/// ```
pub fn retrograde<G: ZeroSum>(
    game: &G,
    from: &G::State,
    control: &mut Control,
) -> ZeroSumSolution<G::Move> {
    Retrograde::solve(game, from, control).0
}

/// A game that was solved whole, for many questions about it.
pub struct Retrograde<'g, G: ZeroSum> {
    graph: Graph<'g, G>,
    settled: Vec<Settled>,
}

impl<'g, G: ZeroSum> Retrograde<'g, G> {
    /// Solves everything that can be reached from a state.
    ///
    /// # Errors
    /// When a limit stops it.
    pub fn new(game: &'g G, from: &G::State, control: &mut Control) -> Result<Self, Stop> {
        let mut graph = Graph::new(game, from);
        graph.enumerate(control)?;
        let settled = graph.backward(|state| game.payoff(state), control)?;
        Ok(Self { graph, settled })
    }

    /// The answer for a state, and everything that can be reached from it, unless a limit stopped
    /// it. Then a state that was not reached is worth what the game says: at least, at most.
    pub(super) fn solve(
        game: &'g G,
        from: &G::State,
        control: &mut Control,
    ) -> (ZeroSumSolution<G::Move>, Option<Self>) {
        let mut graph = Graph::new(game, from);
        let enumerated = graph.enumerate(control);
        let least = graph.backward(|state| bounds(game, state).0, control);
        let mut stats = graph.stats;
        stats.peak_bytes = graph.bytes();
        let (own_least, own_most) = bounds(game, from);
        let stopped = |lower, upper, stop| {
            let (line, stopped) = (Vec::new(), Some(stop));
            ZeroSumSolution { lower, upper, line, returns_to: None, stopped, stats }
        };
        match (enumerated, least) {
            (Ok(()), Ok(settled)) => {
                let solved = Self { graph, settled };
                let (line, returns_to) = solved.line(from);
                let value = solved.settled[0].value;
                let solution = ZeroSumSolution::proved(value, line, stats);
                (ZeroSumSolution { returns_to, ..solution }, Some(solved))
            }
            (Err(stop), Ok(least)) => {
                let most = graph.backward(|state| bounds(game, state).1, control);
                let upper = most.map_or(own_most, |most| most[0].value.min(own_most));
                (stopped(least[0].value.max(own_least), upper, stop), None)
            }
            (Err(stop), Err(_)) | (Ok(()), Err(stop)) => (stopped(own_least, own_most, stop), None),
        }
    }

    /// The value of a state to player 1, if it was reached.
    pub fn value(&self, state: &G::State) -> Option<i64> {
        self.graph.states.find(state).map(|place| self.settled[place as usize].value)
    }

    /// What it took.
    pub fn stats(&self) -> Stats {
        Stats { peak_bytes: self.graph.bytes(), ..self.graph.stats }
    }

    /// The first best move in move order, again and again, and whether and where the line comes
    /// back to itself. Where states can return, only moves that bring the end nearer count as best
    /// for the one who gains by it.
    ///
    /// # Panics
    /// When the state was not reached.
    pub fn line(&self, from: &G::State) -> (Vec<G::Move>, Option<usize>) {
        let mut place = self.graph.states.find(from).expect("the line starts where it was solved");
        let mut after = vec![None; self.settled.len()];
        let mut line = Vec::new();
        loop {
            let returns_to: &mut Option<usize> = &mut after[place as usize];
            if returns_to.is_some() {
                return (line, *returns_to);
            }
            *returns_to = Some(line.len());
            let Some((mv, next)) = self.best(place) else { return (line, None) };
            line.push(mv);
            place = next;
        }
    }

    /// The first move of [`Self::line`]: none where the game is over.
    ///
    /// # Panics
    /// When the state was not reached.
    pub fn best_move(&self, state: &G::State) -> Option<G::Move> {
        let place = self.graph.states.find(state).expect("asked of a state that was solved");
        self.best(place).map(|(mv, _)| mv)
    }

    /// The best move of a state, and where it leads.
    fn best(&self, place: u32) -> Option<(G::Move, u32)> {
        let state = self.graph.states.state(place);
        let here = self.settled[place as usize];
        let opposed = match self.graph.game.turn(state) {
            Turn::Over => return None,
            Turn::Choose(Player::Two) => here.value > 0,
            Turn::Choose(Player::One) => here.value < 0,
            Turn::Forced => true,
        };
        let free = opposed || here.value == 0 || self.graph.game.is_acyclic();
        let edges = &self.graph.edges[self.graph.moves_of(place)];
        let best = edges.iter().position(|&next| {
            let there = self.settled[next as usize];
            there.value == here.value && (free || there.rank < here.rank)
        });
        let best = best.expect("a value comes from one of the moves");
        let mut moves = Vec::new();
        self.graph.game.moves(state, &mut moves);
        Some((moves[best], edges[best]))
    }
}

/// A state's value, and how many were settled before it.
#[derive(Clone, Copy)]
struct Settled {
    value: i64,
    rank: u32,
}

/// Not settled: it goes on for ever.
const FOR_EVER: Settled = Settled { value: 0, rank: u32::MAX };

/// All states, and where their moves lead: those of state `n` are the edges from `ends[n - 1]` to
/// `ends[n]`.
struct Graph<'g, G: ZeroSum> {
    game: &'g G,
    states: Numbered<G::State, ()>,
    edges: Vec<u32>,
    ends: Vec<usize>,
    stats: Stats,
}

impl<'g, G: ZeroSum> Graph<'g, G> {
    fn new(game: &'g G, from: &G::State) -> Self {
        let mut states = Numbered::new(G::extra_bytes);
        states.insert(from.clone(), ());
        Self { game, states, edges: Vec::new(), ends: Vec::new(), stats: Stats::default() }
    }

    fn moves_of(&self, place: u32) -> Range<usize> {
        let place = place as usize;
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        start..self.ends[place]
    }

    /// Breadth first, every state, unless a limit stops it.
    fn enumerate(&mut self, control: &mut Control) -> Result<(), Stop> {
        let mut moves = Vec::new();
        while self.ends.len() < self.states.len() {
            let place = u32::try_from(self.ends.len()).expect("states are numbered by u32");
            let state = self.states.state(place).clone();
            moves.clear();
            self.game.moves(&state, &mut moves);
            if !moves.is_empty() {
                let kept = self.states.kept();
                if let Some(stop) = control.stop(kept, self.stats.expanded) {
                    return Err(stop);
                }
                self.stats.expanded += 1;
            }
            for &mv in &moves {
                self.stats.generated += 1;
                let (next, _) = self.states.insert(self.game.play(&state, mv), ());
                self.edges.push(next);
            }
            self.ends.push(self.edges.len());
        }
        Ok(())
    }

    /// The value of every state, where a state without moves (or not yet expanded) has this `worth`.
    fn backward(
        &self,
        worth: impl Fn(&G::State) -> i64,
        control: &Control,
    ) -> Result<Vec<Settled>, Stop> {
        control.ended().map_or(Ok(()), Err)?;
        let mut passed = 0;
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
        let (mut rank, mut queue) = (0, VecDeque::new());
        let alike = |one: &(i64, u32), other: &(i64, u32)| one.0 == other.0;
        let good = good.chunk_by(alike).rev().map(|ends| (ends, Player::One));
        let bad = bad.chunk_by(alike).map(|ends| (ends, Player::Two));
        for (ends, winner) in good.chain(bad) {
            let (value, _) = ends[0];
            for &(_, end) in ends {
                settled[end as usize] = Settled { value, rank };
                rank += 1;
                if value != 0 {
                    queue.push_back(end);
                }
            }
            while let Some(place) = queue.pop_front() {
                passed += 1;
                if u64::is_multiple_of(passed, PACE) {
                    control.ended().map_or(Ok(()), Err)?;
                }
                for &from in &before[begins[place as usize]..begins[place as usize + 1]] {
                    let index = from as usize;
                    if settled[index].rank != FOR_EVER.rank {
                        continue;
                    }
                    let turn = self.game.turn(self.states.state(from));
                    if turn == Turn::Choose(winner.other()) {
                        open_moves[index] -= 1;
                        if open_moves[index] > 0 {
                            continue;
                        }
                    }
                    settled[index] = Settled { value, rank };
                    rank += 1;
                    queue.push_back(from);
                }
            }
        }
        Ok(settled)
    }

    fn bytes(&self) -> u64 {
        let lists = self.edges.capacity() * 2 * size_of::<u32>()
            + self.ends.capacity() * (3 * size_of::<usize>() + size_of::<u32>())
            + self.states.len() * size_of::<Settled>();
        self.states.bytes() + lists as u64
    }
}
