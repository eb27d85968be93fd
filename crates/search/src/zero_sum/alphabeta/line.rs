//! The line that goes with a value, and the first move of it.

use outplay_game::{Budget, Game, Stop, ZeroSum};
use rustc_hash::FxHashMap;

use super::{AlphaBeta, UNTRIED};
use crate::pick::Pick;

/// Moves, and whether and where they come back to where they were.
pub(in crate::zero_sum) type Line<G> = (Vec<<G as Game>::Move>, Option<usize>);

/// A state whose value is proved, and who picks there.
#[derive(Clone, Copy)]
struct Kept {
    place: u32,
    pick: Pick,
    value: i64,
}

/// A line of so many moves that nobody gains by shows well enough that it goes on for ever, be it
/// without ever coming back to a state.
pub(in crate::zero_sum) const LONG_ENOUGH: usize = 1000;

impl<G: ZeroSum> AlphaBeta<G> {
    /// The best line from a state, and whether and where it comes back to itself. Its first choice
    /// is the first best move in move order, and so are the others unless that takes long: proving
    /// that an earlier move is no better may be a search as large as the whole. After a while the
    /// first move that is proved best is taken.
    ///
    /// Where states can return, whoever gains by an end makes the first of those best moves that
    /// were proved before the state itself was, so that the end comes.
    ///
    /// # Errors
    /// When a limit stops it.
    ///
    /// # Panics
    /// When a state that is not over offers no move, against the laws.
    pub fn line(&mut self, game: &G, from: &G::State, budget: &Budget) -> Result<Line<G>, Stop> {
        let value = self.value(game, from, budget)?;
        let (mut state, mut line, mut moves) = (from.clone(), Vec::new(), Vec::new());
        let mut passed = FxHashMap::default();
        // How far to go for the sake of move order; known after the first choice.
        let mut patience = u64::MAX;
        while let Some(pick) = Pick::of(game.node(&state))? {
            let place = self.place(game, state.clone());
            if value == 0 && line.len() >= LONG_ENOUGH {
                return Ok((line, Some(LONG_ENOUGH)));
            }
            if let Some(after) = passed.insert(place, line.len()) {
                // Only where nobody gains by an end; else the game's own bounds know of one that
                // was never looked for.
                return if value == 0 { Ok((line, Some(after))) } else { Err(Stop::Cycle) };
            }
            moves.clear();
            game.moves(&state, &mut moves);
            let kept = Kept { place, pick, value };
            let chosen = match self.forcing(game, kept, &moves) {
                Some(chosen) => chosen,
                None => self.keeping(game, kept, &moves, patience, budget)?,
            };
            line.push(moves[chosen]);
            state = game.play(&state, moves[chosen]);
            if moves.len() > 1 && patience == u64::MAX {
                patience = self.stats.expanded.saturating_add(self.tie_break);
            }
        }
        Ok((line, None))
    }

    /// Where states can return: the first move that is known to keep the value for longer than the
    /// state is, for the one who gains by it.
    fn forcing(&mut self, game: &G, kept: Kept, moves: &[G::Move]) -> Option<usize> {
        let Kept { place, pick, value } = kept;
        let gains = match pick {
            Pick::Largest => value > 0,
            Pick::Smallest => value < 0,
        };
        if !self.returns || !gains {
            return None;
        }
        let bound = usize::from(value < 0);
        let since = self.ranks[place as usize][bound];
        let state = self.table.state(place).clone();
        moves.iter().position(|&mv| {
            let next = self.place(game, game.play(&state, mv));
            self.compare(game, next);
            let entry = self.table.data(next);
            let keeps = if value > 0 { entry.lower >= value } else { entry.upper <= value };
            keeps && self.ranks[next as usize][bound] < since
        })
    }

    /// The value of a state, and the first best move in move order; none where the game is over.
    /// The first choice of [`Self::line`], without the rest of the line.
    ///
    /// # Errors
    /// When a limit or a cycle stops it.
    pub fn best_move(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
    ) -> Result<(i64, Option<G::Move>), Stop> {
        let value = self.value(game, state, budget)?;
        let Some(pick) = Pick::of(game.node(state))? else {
            return Ok((value, None));
        };
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let kept = Kept { place: self.place(game, state.clone()), pick, value };
        let chosen = match self.forcing(game, kept, &moves) {
            Some(chosen) => chosen,
            None => self.keeping(game, kept, &moves, u64::MAX, budget)?,
        };
        Ok((value, Some(moves[chosen])))
    }

    /// The first move that keeps a state's value for the one who chooses; once so many states are
    /// expanded in all, the first that is proved to.
    fn keeping(
        &mut self,
        game: &G,
        Kept { place, pick, value }: Kept,
        moves: &[G::Move],
        patience: u64,
        budget: &Budget,
    ) -> Result<usize, Stop> {
        let state = self.table.state(place).clone();
        let threshold = match pick {
            Pick::Smallest if value == i64::MAX => return Ok(0),
            Pick::Smallest => value + 1,
            Pick::Largest => value,
        };
        let mut open = Vec::new();
        for (order, &mv) in moves.iter().enumerate() {
            // When all others are refuted, it is the last one.
            if order + 1 == moves.len() && open.is_empty() {
                return Ok(order);
            }
            let next = self.place(game, game.play(&state, mv));
            self.patience = patience;
            let asked = self.ask(game, next, threshold, budget);
            self.patience = u64::MAX;
            match asked {
                Ok(()) if self.table.data(next).suffices(pick, threshold) => return Ok(order),
                Ok(()) => {}
                Err(_) if self.stats.expanded >= patience => open.push((order, next)),
                Err(stop) => return Err(stop),
            }
        }
        // The move that settled the state once is the likeliest.
        let best = self.table.data(place).best;
        open.sort_by_key(|&(order, _)| u32::try_from(order) != Ok(best));
        let last = open.len() - 1;
        for &(order, next) in &open[..last] {
            self.ask(game, next, threshold, budget)?;
            if self.table.data(next).suffices(pick, threshold) {
                return Ok(order);
            }
        }
        Ok(open[last].0)
    }

    /// The moves that settled their states last: a line that looks good and proves nothing.
    pub(in crate::zero_sum) fn promising_line(
        &mut self,
        game: &G,
        from: &G::State,
    ) -> Vec<G::Move> {
        let (mut state, mut line) = (from.clone(), Vec::new());
        while let Some(place) = self.table.find(&state)
            && self.table.data(place).best != UNTRIED
            && line.len() < 1000
        {
            self.moves.clear();
            game.moves(&state, &mut self.moves);
            let Some(&mv) = self.moves.get(self.table.data(place).best as usize) else { break };
            line.push(mv);
            state = game.play(&state, mv);
        }
        line
    }
}
