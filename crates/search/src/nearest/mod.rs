//! How near player 1 comes to a goal that cannot be reached.
//!
//! All states are enumerated; then the least gap that player 1 can force is carried backwards, the
//! least first: a state of player 1 has it as soon as one move does, a state of player 2 when the
//! last of its moves does. Every state has a gap of its own, so that all are settled, loops or not.
//! Among lines with equally small a gap the longest life comes first (`life.rs`).
//!
//! Where a limit stops it, what was seen so far is treated as if play ended at its edge: player 1 can
//! force at least that. Where player 2 has no choice a beam (`beam.rs`) looks deeper.

mod beam;
mod life;

use std::collections::VecDeque;
use std::ops::Range;

use outplay_game::{Budget, Nearness, PACE, Stop};

use crate::pick::Pick;
use crate::table::Numbered;

/// The line that comes nearest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approach<M> {
    /// The least gap.
    pub gap: i64,
    /// Rounds that begin before the end; none where player 1 lives as long as they like. Nothing is
    /// known of it where the search was stopped.
    pub rounds: Option<u64>,
    /// The moves of both: to the end, or as far as it takes where there need be none.
    pub line: Vec<M>,
    /// What stopped the search: then player 1 may come nearer.
    pub stopped: Option<Stop>,
    /// States expanded.
    pub expanded: u64,
}

/// How near a move still lets player 1 come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near<M> {
    /// The move.
    pub mv: M,
    /// The least gap from there on.
    pub gap: i64,
    /// Rounds that begin until the end; none where player 1 lives as long as they like.
    pub rounds: Option<u64>,
}

/// Knows how near player 1 comes from the states of one game, for many questions about it.
///
/// ```
/// use outplay_search::Nearest;
/// # use outplay_game::{Budget, Game, MinCost, Nearness, Node, Passage};
/// /// Strike for 2 or for 3, from 10; after three strokes it is over.
/// struct Strokes;
/// # impl Game for Strokes {
/// #     type State = (u8, i64);
/// #     type Move = i64;
/// #     fn start(&self) -> (u8, i64) { (3, 10) }
/// #     fn node(&self, state: &(u8, i64)) -> Node { if state.0 == 0 { Node::End } else { Node::Max } }
/// #     fn moves(&self, state: &(u8, i64), out: &mut Vec<i64>) {
/// #         if state.0 > 0 { out.extend([2, 3]) }
/// #     }
/// #     fn play(&self, state: &(u8, i64), mv: i64) -> (u8, i64) { (state.0 - 1, state.1 - mv) }
/// # }
/// # impl MinCost for Strokes {
/// #     fn cost(&self, _: &(u8, i64), _: i64) -> u64 { 1 }
/// #     fn is_goal(&self, _: &(u8, i64)) -> bool { false }
/// #     fn contested(&self) -> bool { false }
/// # }
/// # impl Nearness for Strokes {
/// #     fn gap(&self, state: &(u8, i64)) -> Option<i64> { Some(state.1) }
/// #     fn play_measuring(&self, state: &(u8, i64), mv: i64) -> ((u8, i64), Passage) {
/// #         let next = self.play(state, mv);
/// #         (next, Passage { gap: Some(next.1), rounds: 1 })
/// #     }
/// # }
/// let nearest = Nearest::new().solve(&Strokes, &Strokes.start(), &Budget::default());
/// assert_eq!((nearest.gap, nearest.rounds, nearest.line), (1, Some(3), vec![3, 3, 3]));
/// ```
pub struct Nearest<G: Nearness> {
    states: Numbered<G::State, ()>,
    edges: Vec<Edge>,
    /// The moves of state `n` are the edges from `ends[n - 1]` to `ends[n]`.
    ends: Vec<usize>,
    /// What is known of each state, where all that they lead to was seen.
    settled: Vec<Settled>,
}

/// Where a move leads, and what is passed on the way.
#[derive(Clone, Copy)]
struct Edge {
    next: u32,
    rounds: u32,
    gap: i64,
}

/// The least gap that player 1 can force, and when that was found.
#[derive(Clone, Copy)]
struct Settled {
    gap: i64,
    rank: u32,
}

/// No gap at all: nobody acts there.
const NO_GAP: i64 = i64::MAX;
const OPEN: Settled = Settled { gap: NO_GAP, rank: u32::MAX };

impl<G: Nearness> Default for Nearest<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Nearness> Nearest<G> {
    /// Nothing is known yet.
    pub fn new() -> Self {
        let states = Numbered::new(G::extra_bytes);
        Self { states, edges: Vec::new(), ends: Vec::new(), settled: Vec::new() }
    }

    /// The line that comes nearest from a state.
    ///
    /// # Panics
    /// Never: what was enumerated has values.
    pub fn solve(&mut self, game: &G, from: &G::State, budget: &Budget) -> Approach<G::Move> {
        let before = self.ends.len();
        match self.reach(game, from, budget) {
            Ok(()) => {
                let expanded = self.ends.len().saturating_sub(before) as u64;
                let place = self.states.find(from).expect("it was reached");
                let gap = self.settled[place as usize].gap;
                let reached = game.gap(from).is_some_and(|own| own <= gap);
                let ((line, rounds), stopped) =
                    match self.lives(game, &[(place, reached)], gap, &budget.quiet()) {
                        Ok(lives) => (lives.line(self, game, (place, reached)), None),
                        // How near is known, and the shortest way there.
                        Err(stop) => ((self.approach(game, place, gap), None), Some(stop)),
                    };
                Approach { gap, rounds, line, stopped, expanded }
            }
            Err(stop) => self.so_far(game, from, stop, budget),
        }
    }

    /// How near each move of a state lets player 1 come.
    ///
    /// # Errors
    /// When a limit stops it.
    ///
    /// # Panics
    /// Never: what was enumerated has values.
    pub fn moves(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
    ) -> Result<Vec<Near<G::Move>>, Stop> {
        let gaps = self.gaps(game, state, budget)?;
        let place = self.states.find(state).expect("it was reached");
        let edges = self.edges[self.moves_of(place)].to_vec();
        let mut near: Vec<_> =
            gaps.iter().map(|&(mv, gap)| Near { mv, gap, rounds: None }).collect();
        let mut thresholds: Vec<i64> = near.iter().map(|near| near.gap).collect();
        thresholds.sort_unstable();
        thresholds.dedup();
        for gap in thresholds {
            let mut starts = Vec::new();
            for (index, edge) in
                edges.iter().enumerate().filter(|(index, _)| near[*index].gap == gap)
            {
                starts.push((index, (edge.next, self.reaches(game, *edge, gap))));
            }
            let nodes: Vec<_> = starts.iter().map(|&(_, node)| node).collect();
            let lives = self.lives(game, &nodes, gap, &budget.quiet())?;
            for (index, node) in starts {
                let rest = lives.of(node);
                near[index].rounds = rest.map(|rest| rest + u64::from(edges[index].rounds));
            }
        }
        Ok(near)
    }

    /// The least gap that each move of a state leaves.
    ///
    /// # Errors
    /// When a limit stops it.
    ///
    /// # Panics
    /// Never: what was enumerated has values.
    pub fn gaps(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
    ) -> Result<Vec<(G::Move, i64)>, Stop> {
        self.reach(game, state, budget)?;
        let place = self.states.find(state).expect("it was reached");
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let edges = &self.edges[self.moves_of(place)];
        Ok(moves.into_iter().zip(edges).map(|(mv, edge)| (mv, self.through(*edge))).collect())
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.states.bytes() + self.lists() as u64
    }

    /// Sees everything that can be reached from a state, unless that was done. What is known of
    /// other states never keeps a question from its answer: it is forgotten where there is no room.
    fn reach(&mut self, game: &G, from: &G::State, budget: &Budget) -> Result<(), Stop> {
        if self.states.find(from).is_some_and(|place| (place as usize) < self.settled.len()) {
            return Ok(());
        }
        let knew = self.states.len() > 0;
        if self.settled.len() < self.states.len() {
            *self = Self::new();
        }
        self.states.insert(from.clone(), ());
        let mut ended = self.enumerate(game, budget);
        if knew && matches!(ended, Err(Stop::States | Stop::Memory)) {
            *self = Self::new();
            self.states.insert(from.clone(), ());
            ended = self.enumerate(game, budget);
        }
        ended?;
        self.settled = self.backward(game, budget)?;
        Ok(())
    }

    /// What is known where a limit stopped it.
    fn so_far(
        &mut self,
        game: &G,
        from: &G::State,
        stop: Stop,
        budget: &Budget,
    ) -> Approach<G::Move> {
        let expanded = self.ends.len() as u64;
        let own = game.gap(from).unwrap_or(NO_GAP);
        let mut best = (own, Vec::new());
        let place = self.states.find(from);
        if let (Some(place), Ok(settled)) = (place, self.backward(game, budget)) {
            self.settled = settled;
            let gap = self.settled[place as usize].gap;
            if gap < best.0 {
                best = (gap, self.approach(game, place, gap));
            }
            self.settled.clear();
        }
        let stopped = Some(stop);
        *self = Self::new();
        if !game.contested() && budget.ended().is_none() {
            let deeper = beam::search(game, from, budget);
            if deeper.0 < best.0 {
                best = deeper;
            }
        }
        Approach { gap: best.0, rounds: None, line: best.1, stopped, expanded }
    }

    /// The shortest way to a gap that can be forced.
    fn approach(&self, game: &G, mut place: u32, gap: i64) -> Vec<G::Move> {
        let (mut line, mut moves) = (Vec::new(), Vec::new());
        while game.gap(self.states.state(place)).is_none_or(|own| own > gap) {
            let Some(best) = self.towards(place, gap) else { break };
            moves.clear();
            game.moves(self.states.state(place), &mut moves);
            line.push(moves[best]);
            let edge = self.edges[self.moves_of(place).start + best];
            if edge.gap <= gap {
                break;
            }
            place = edge.next;
        }
        line
    }

    /// Which move of a state brings a gap that can be forced nearer: for either side the first found.
    fn towards(&self, place: u32, gap: i64) -> Option<usize> {
        let edges = self.edges[self.moves_of(place)].iter().enumerate();
        let fitting = edges.filter(|(_, edge)| self.through(**edge) == gap);
        let rank = |edge: &Edge| {
            if edge.gap <= gap { 0 } else { self.settled[edge.next as usize].rank }
        };
        fitting.min_by_key(|(_, edge)| rank(edge)).map(|(index, _)| index)
    }

    /// The least gap that a move leaves.
    fn through(&self, edge: Edge) -> i64 {
        edge.gap.min(self.settled[edge.next as usize].gap)
    }

    /// Is a gap reached once a move was made?
    fn reaches(&self, game: &G, edge: Edge, gap: i64) -> bool {
        edge.gap <= gap || game.gap(self.states.state(edge.next)).is_some_and(|own| own <= gap)
    }

    fn moves_of(&self, place: u32) -> Range<usize> {
        let place = place as usize;
        let Some(&end) = self.ends.get(place) else { return 0..0 };
        if place == 0 { 0..end } else { self.ends[place - 1]..end }
    }

    /// Breadth first, every state, unless a limit stops it.
    fn enumerate(&mut self, game: &G, budget: &Budget) -> Result<(), Stop> {
        let mut moves = Vec::new();
        while self.ends.len() < self.states.len() {
            let place = u32::try_from(self.ends.len()).expect("states are numbered by u32");
            let state = self.states.state(place).clone();
            moves.clear();
            if Pick::of(game.node(&state))?.is_some() {
                let stop = self.states.stop_before(budget, u64::from(place), || (0, self.lists()));
                stop.map_or(Ok(()), Err)?;
                game.moves(&state, &mut moves);
            }
            for &mv in &moves {
                let (next, passed) = game.play_measuring(&state, mv);
                let (next, _) = self.states.insert(next, ());
                let gap = passed.gap.unwrap_or(NO_GAP);
                self.edges.push(Edge { next, rounds: passed.rounds, gap });
            }
            self.ends.push(self.edges.len());
        }
        Ok(())
    }

    /// The least gap that player 1 can force from every state.
    fn backward(&self, game: &G, budget: &Budget) -> Result<Vec<Settled>, Stop> {
        budget.ended().map_or(Ok(()), Err)?;
        let count = u32::try_from(self.states.len()).expect("states are numbered by u32");
        let own = |place: u32| game.gap(self.states.state(place)).unwrap_or(NO_GAP);
        let of_edges =
            || self.edges.iter().enumerate().filter(|(_, edge)| edge.gap < own(edge.next));
        let mut seeds: Vec<(i64, Seed)> = Vec::with_capacity(count as usize + of_edges().count());
        seeds.extend((0..count).map(|place| (own(place), Seed::State(place))));
        seeds.extend(of_edges().map(|(index, edge)| (edge.gap, Seed::Edge(index))));
        seeds.sort_unstable();
        let mut work = Backward {
            settled: vec![OPEN; count as usize],
            rank: 0,
            open_moves: (0..count).map(|place| self.moves_of(place).len()).collect(),
            done: vec![false; self.edges.len()],
            queue: VecDeque::new(),
        };
        let before = Before::new(self);
        let mut passed = 0_u64;
        let mut follow = |work: &mut Backward, gap: i64, index: usize| -> Result<(), Stop> {
            if std::mem::replace(&mut work.done[index], true) {
                return Ok(());
            }
            let from = before.from[index];
            work.open_moves[from as usize] -= 1;
            let pick = Pick::of(game.node(self.states.state(from)))?;
            if pick != Some(Pick::Smallest) || work.open_moves[from as usize] == 0 {
                work.settle(from, gap);
            }
            passed += 1;
            if passed.is_multiple_of(PACE) { budget.ended().map_or(Ok(()), Err) } else { Ok(()) }
        };
        for alike in seeds.chunk_by(|one, other| one.0 == other.0) {
            let gap = alike[0].0;
            for &(_, seed) in alike {
                match seed {
                    Seed::State(place) => work.settle(place, gap),
                    Seed::Edge(index) => follow(&mut work, gap, index)?,
                }
            }
            while let Some(place) = work.queue.pop_front() {
                for &index in before.of(place) {
                    follow(&mut work, gap, index)?;
                }
            }
        }
        Ok(work.settled)
    }

    fn lists(&self) -> usize {
        let state = 2 * size_of::<usize>() + size_of::<Settled>() + size_of::<(i64, Seed)>();
        // A move that passes a gap begins one, too.
        let edge = size_of::<Edge>()
            + size_of::<usize>()
            + size_of::<u32>()
            + 1
            + size_of::<(i64, Seed)>();
        self.states.len() * state + self.edges.capacity() * edge
    }
}

/// What begins a gap: a state has it, or it is passed on the way of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Seed {
    State(u32),
    Edge(usize),
}

/// Gaps on their way backwards.
struct Backward {
    settled: Vec<Settled>,
    rank: u32,
    open_moves: Vec<usize>,
    /// The moves whose gap is known.
    done: Vec<bool>,
    queue: VecDeque<u32>,
}

impl Backward {
    fn settle(&mut self, place: u32, gap: i64) {
        let known = &mut self.settled[place as usize];
        if known.rank == OPEN.rank {
            *known = Settled { gap, rank: self.rank };
            self.rank += 1;
            self.queue.push_back(place);
        }
    }
}

/// Which moves lead to a state, and where each comes from.
struct Before {
    from: Vec<u32>,
    begins: Vec<usize>,
    edges: Vec<usize>,
}

impl Before {
    fn new<G: Nearness>(graph: &Nearest<G>) -> Self {
        let mut begins = vec![0_usize; graph.states.len() + 1];
        for edge in &graph.edges {
            begins[edge.next as usize + 1] += 1;
        }
        for index in 0..graph.states.len() {
            begins[index + 1] += begins[index];
        }
        let mut filled = begins.clone();
        let (mut from, mut edges) = (vec![0; graph.edges.len()], vec![0; graph.edges.len()]);
        for place in 0..u32::try_from(graph.ends.len()).expect("states are numbered by u32") {
            for index in graph.moves_of(place) {
                let next = graph.edges[index].next as usize;
                (from[index], edges[filled[next]]) = (place, index);
                filled[next] += 1;
            }
        }
        Self { from, begins, edges }
    }

    /// The moves that lead to a state.
    fn of(&self, place: u32) -> &[usize] {
        let place = place as usize;
        &self.edges[self.begins[place]..self.begins[place + 1]]
    }
}
