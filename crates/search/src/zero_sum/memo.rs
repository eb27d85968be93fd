//! Minimax that remembers: every state is weighed once.
//!
//! A table of whole states holds each value once it is known, so the cost is the number of states
//! and not of lines. The stack is a vector. A state that is met again before its value is known lies
//! on the current line: a cycle, whose value no single line can tell.

use outplay_game::{Budget, Stop, ZeroSum};

use super::answer::ZeroSumSolution;
use crate::Stats;
use crate::pick::Pick;
use crate::table::Numbered;

#[derive(Clone, Copy)]
enum Known {
    OnTheLine,
    Value(i64),
}

struct Frame<M> {
    place: u32,
    pick: Pick,
    moves: Vec<M>,
    next: usize,
    best: Option<(i64, M)>,
}

/// The best play by memoised minimax.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::memo;
/// let game: outplay_game::sketch::Sketch =
///     "a: 0 b?, 0 c?\nb?: 0 c?, 0 d\nc?: 0 d, 0 win\nd = 7".parse().unwrap();
/// assert_eq!(memo(&game, &0, &Budget::default()).value(), Some(1));
/// ```
pub fn memo<G: ZeroSum>(game: &G, from: &G::State, budget: &Budget) -> ZeroSumSolution<G::Move> {
    let mut search = Memo {
        game,
        table: Numbered::new(G::extra_bytes),
        stack: Vec::new(),
        stats: Stats::default(),
    };
    let result = search.value(from, budget);
    search.stats.peak_bytes =
        search.table.bytes() + (search.stack.capacity() * size_of::<Frame<G::Move>>()) as u64;
    let stats = search.stats;
    match result {
        Ok(value) => ZeroSumSolution::proved(value, search.line(from), stats),
        Err(stop) => {
            let best = search.stack.first().and_then(|root| root.best);
            let best = best.map(|(value, mv)| {
                let mut line = vec![mv];
                line.extend(search.line(&game.play(from, mv)));
                (value, line)
            });
            ZeroSumSolution::stopped(game, from, best, stop, stats)
        }
    }
}

struct Memo<'a, G: ZeroSum> {
    game: &'a G,
    table: Numbered<G::State, Known>,
    stack: Vec<Frame<G::Move>>,
    stats: Stats,
}

impl<G: ZeroSum> Memo<'_, G> {
    fn value(&mut self, from: &G::State, budget: &Budget) -> Result<i64, Stop> {
        let mut settled = self.enter(from.clone(), budget)?;
        loop {
            let Some(frame) = self.stack.last_mut() else {
                return Ok(settled.expect("the first state was settled"));
            };
            if let Some(value) = settled.take()
                && frame.best.is_none_or(|(best, _)| frame.pick.prefers(value, best))
            {
                frame.best = Some((value, frame.moves[frame.next - 1]));
            }
            if let Some(&mv) = frame.moves.get(frame.next) {
                frame.next += 1;
                self.stats.generated += 1;
                let next = self.game.play(self.table.state(frame.place), mv);
                settled = self.enter(next, budget)?;
            } else {
                let (value, _) = frame.best.expect("a state that is not over has a move");
                *self.table.data_mut(frame.place) = Known::Value(value);
                settled = Some(value);
                self.stack.pop();
            }
        }
    }

    /// The value of a state that is over or known already; otherwise puts it on the stack.
    fn enter(&mut self, state: G::State, budget: &Budget) -> Result<Option<i64>, Stop> {
        let Some(pick) = Pick::of(self.game.node(&state))? else {
            return Ok(Some(self.game.payoff(&state)));
        };
        if let Some(place) = self.table.find(&state) {
            return match *self.table.data(place) {
                Known::Value(value) => Ok(Some(value)),
                Known::OnTheLine => Err(Stop::Cycle),
            };
        }
        let line = || self.stack.capacity() * size_of::<Frame<G::Move>>();
        if let Some(stop) = self.table.stop(budget, self.stats.expanded, line) {
            return Err(stop);
        }
        self.stats.expanded += 1;
        let mut moves = Vec::new();
        self.game.moves(&state, &mut moves);
        let (place, _) = self.table.insert(state, Known::OnTheLine);
        self.stack.push(Frame { place, pick, moves, next: 0, best: None });
        Ok(None)
    }

    /// The first best move in move order, again and again, from a state whose value is known.
    fn line(&self, from: &G::State) -> Vec<G::Move> {
        let (mut state, mut line, mut moves) = (from.clone(), Vec::new(), Vec::new());
        while let Some(value) = self.known(&state) {
            moves.clear();
            self.game.moves(&state, &mut moves);
            let best = moves.iter().find_map(|&mv| {
                let next = self.game.play(&state, mv);
                (self.known(&next) == Some(value)).then_some((mv, next))
            });
            let Some((mv, next)) = best else { break };
            line.push(mv);
            state = next;
        }
        line
    }

    fn known(&self, state: &G::State) -> Option<i64> {
        if Pick::of(self.game.node(state)).ok()?.is_none() {
            return Some(self.game.payoff(state));
        }
        match *self.table.data(self.table.find(state)?) {
            Known::Value(value) => Some(value),
            Known::OnTheLine => None,
        }
    }
}
