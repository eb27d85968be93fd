//! Values on request: one portfolio of searches for many questions about a game.
//!
//! Where no state can return, alpha-beta answers everything from one table. Elsewhere the searches
//! take turns with budgets that grow: alpha-beta first, which needs only what matters to the
//! question; then both at once on two cores, alpha-beta with more patience and retrograde analysis of
//! as many states. Where numbers can grow without end, a fight is first narrowed to one that is too
//! good for player 1 and one that is too good for player 2 ([`outplay_game::Game::narrowed`]): what
//! both are worth the real one is worth. Which of them settles a question depends on the question
//! alone, not on the clock or on what was asked before.

use std::thread;

use outplay_game::{Budget, Player, Stop, ZeroSum};
use rustc_hash::FxHashMap;

use super::alphabeta::line::{LONG_ENOUGH, Line};
use super::answer::{Solved, ZeroSumSolution};
use super::{AlphaBeta, Retrograde, ZeroSumAlgorithm};
use crate::Stats;

/// Knows what states of one game are worth, and keeps what it has proved.
///
/// A question that a limit of states or memory stops is asked again without what was known before,
/// so that old questions never keep a new one from its answer.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::Oracle;
/// let game: outplay_game::sketch::Sketch = "a?: 0 a?, 0 b\nb = -3".parse().unwrap();
/// let mut oracle = Oracle::empty(&game);
/// let values = oracle.move_values(&game, &0, &Budget::default());
/// assert_eq!(values, Ok(vec![(0, -3), (1, -3)]));
/// ```
pub struct Oracle<G: ZeroSum> {
    forward: AlphaBeta<G>,
    backward: Retrograde<G>,
    /// The game made too good for player 1, and too good for player 2.
    narrowed: Option<Narrowed<G>>,
    /// Choices where states can return.
    chosen: FxHashMap<G::State, G::Move>,
    /// Is the game too large to be solved whole for the sake of a choice?
    too_large: bool,
    /// States that alpha-beta may expand before others join it, where states can return.
    first_effort: u64,
    /// What it has taken that is not counted elsewhere.
    spent: Stats,
}

struct Narrowed<G: ZeroSum> {
    width: u32,
    sides: [(G, Box<Oracle<G>>); 2],
}

/// States that alpha-beta may expand first, unless told otherwise.
const FIRST_EFFORT: u64 = 100_000;
/// How much more the next round may take.
const MORE: u64 = 4;
/// A game of so many states is solved whole for the sake of a choice.
const SMALL: u64 = 1_000_000;

impl<G: ZeroSum> Oracle<G> {
    /// An oracle that knows nothing yet. All further questions must be about the same game.
    pub fn empty(_: &G) -> Self {
        Self {
            forward: AlphaBeta::new(),
            backward: Retrograde::new(),
            narrowed: None,
            chosen: FxHashMap::default(),
            too_large: false,
            first_effort: FIRST_EFFORT,
            spent: Stats::default(),
        }
    }

    /// One that asks others as well after alpha-beta has expanded so many states without success,
    /// and compares states from the beginning. What it answers is the same.
    #[must_use]
    pub fn with_effort(mut self, states: u64) -> Self {
        // What grows by multiplying begins with something.
        self.first_effort = states.max(1);
        self.forward = self.forward.comparing_from(0);
        self
    }

    /// One that knows nothing and is as patient.
    fn anew(&self, game: &G) -> Self {
        let forward = self.forward.anew();
        Self { first_effort: self.first_effort, forward, ..Self::empty(game) }
    }

    /// The best play from a state of the game that it was made for, and the search that found it.
    pub fn solve(
        &mut self,
        game: &G,
        from: &G::State,
        budget: &Budget,
    ) -> (Solved<G>, ZeroSumAlgorithm) {
        if self.is_empty() {
            return self.solve_cold(game, from, budget);
        }
        if !game.is_acyclic() {
            // Which of several best lines it is may depend on what is known.
            return self.ask_another(game, from, budget);
        }
        let solution = self.forward.solve(game, from, budget);
        if solution.stopped.is_some_and(is_full) {
            self.forget(game);
            return self.solve_cold(game, from, budget);
        }
        (solution, ZeroSumAlgorithm::Alphabeta)
    }

    /// The best play, by one that knows nothing.
    fn ask_another(
        &mut self,
        game: &G,
        from: &G::State,
        budget: &Budget,
    ) -> (Solved<G>, ZeroSumAlgorithm) {
        let mut other = self.anew(game);
        let solved = other.solve_cold(game, from, budget);
        self.spent.add(&other.stats());
        solved
    }

    /// Begins anew.
    fn forget(&mut self, game: &G) {
        let spent = self.stats();
        *self = Self { spent, ..self.anew(game) };
    }

    fn solve_cold(
        &mut self,
        game: &G,
        from: &G::State,
        budget: &Budget,
    ) -> (Solved<G>, ZeroSumAlgorithm) {
        if game.is_acyclic() {
            return (self.forward.solve(game, from, budget), ZeroSumAlgorithm::Alphabeta);
        }
        let settled = self.settle(game, from, budget);
        let by = match settled {
            Ok(Settled::Backward(_)) => ZeroSumAlgorithm::Retrograde,
            Ok(Settled::Forward(_) | Settled::Narrowed(_)) | Err(_) => ZeroSumAlgorithm::Alphabeta,
        };
        let line = settled.and_then(|settled| self.line_of(game, from, settled, budget));
        let (lower, upper) = match settled {
            Ok(settled) => (settled.value(), settled.value()),
            Err(_) => self.bounds(game, from),
        };
        let (line, returns_to, stopped) = match line {
            Ok((line, returns_to)) => (line, returns_to, None),
            Err(stop) => (self.forward.promising_line(game, from), None, Some(stop)),
        };
        let stats = self.stats();
        (ZeroSumSolution { lower, upper, line, returns_to, stopped, stats }, by)
    }

    /// The value of a state to player 1.
    ///
    /// # Errors
    /// When a limit stops it. What was proved until then is kept.
    pub fn value(&mut self, game: &G, state: &G::State, budget: &Budget) -> Result<i64, Stop> {
        self.anew_if_full(game, |oracle| Ok(oracle.settle(game, state, budget)?.value()))
    }

    /// The value to player 1 of every legal move, in move order.
    ///
    /// # Errors
    /// When a limit stops it. What was proved until then is kept.
    pub fn move_values(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
    ) -> Result<Vec<(G::Move, i64)>, Stop> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        self.anew_if_full(game, |oracle| {
            let values = moves
                .iter()
                .map(|&mv| Ok((mv, oracle.settle(game, &game.play(state, mv), budget)?.value())));
            values.collect()
        })
    }

    /// The best line from a state, and whether and where it comes back to itself.
    ///
    /// # Errors
    /// When a limit stops it. What was proved until then is kept.
    pub fn line(&mut self, game: &G, state: &G::State, budget: &Budget) -> Result<Line<G>, Stop> {
        if game.is_acyclic() {
            return self.anew_if_full(game, |oracle| oracle.forward.line(game, state, budget));
        }
        let (solution, _) = self.ask_another(game, state, budget);
        match solution.stopped {
            Some(stop) => Err(stop),
            None => Ok((solution.line, solution.returns_to)),
        }
    }

    /// A best move: where no state can return the first of [`Self::line`], elsewhere one that brings
    /// the end nearer for whoever gains by it. None where the game is over.
    ///
    /// # Errors
    /// When a limit stops it. What was proved until then is kept.
    pub fn best_move(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
    ) -> Result<Option<G::Move>, Stop> {
        if game.is_acyclic() {
            return self
                .anew_if_full(game, |oracle| Ok(oracle.forward.best_move(game, state, budget)?.1));
        }
        if let Some(&mv) = self.chosen.get(state) {
            return Ok(Some(mv));
        }
        if !self.too_large && self.backward.value(state).is_none() {
            let grows = self.narrow(game, 1).is_some();
            let small = Budget { states: SMALL.min(budget.states), ..*budget };
            for from in [&game.start(), state] {
                if grows || self.backward.value(state).is_some() {
                    break;
                }
                if let Err(stop) = self.backward.reach(game, from, &small) {
                    self.backward = Retrograde::new();
                    budget.ended().map_or(Ok(()), Err)?;
                    self.too_large |= is_full(stop);
                    break;
                }
            }
            self.too_large |= grows;
        }
        if self.backward.value(state).is_some() {
            return Ok(self.backward.best_move(game, state));
        }
        let (solution, _) = self.ask_another(game, state, budget);
        if let Some(stop) = solution.stopped {
            return Err(stop);
        }
        let best = solution.line.first().copied();
        if self.chosen.len() as u64 >= SMALL {
            self.chosen = FxHashMap::default();
        }
        self.chosen.extend(best.map(|best| (state.clone(), best)));
        Ok(best)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let entry = size_of::<(G::State, G::Move)>() as u64 + 1;
        let sides = self.narrowed.iter().flat_map(|narrowed| &narrowed.sides);
        self.forward.bytes()
            + self.backward.bytes()
            + self.chosen.capacity() as u64 * entry
            + sides.map(|(_, oracle)| oracle.bytes()).sum::<u64>()
    }

    /// What all questions so far took together.
    pub fn stats(&self) -> Stats {
        let mut all = self.spent;
        let sides = self.narrowed.iter().flat_map(|narrowed| &narrowed.sides);
        let sides = sides.map(|(_, oracle)| oracle.stats());
        for part in [self.forward.stats(), self.backward.stats()].into_iter().chain(sides) {
            all.add(&part);
        }
        Stats { peak_bytes: self.bytes().max(all.peak_bytes), ..all }
    }

    /// Has it met no state yet?
    pub fn is_empty(&self) -> bool {
        self.forward.is_empty() && self.backward.is_empty() && self.narrowed.is_none()
    }

    /// What is proved of a state's value so far, or known from the game: at least, at most.
    fn bounds(&mut self, game: &G, state: &G::State) -> (i64, i64) {
        let (mut lower, mut upper) = self.forward.bounds(game, state);
        if let Some(Narrowed { sides: [(good, for_one), (bad, for_two)], .. }) = &mut self.narrowed
        {
            upper = upper.min(for_one.bounds(good, state).1);
            lower = lower.max(for_two.bounds(bad, state).0);
        }
        (lower, upper)
    }

    /// Finds the value of a state.
    fn settle(&mut self, game: &G, state: &G::State, budget: &Budget) -> Result<Settled, Stop> {
        if game.is_acyclic() {
            return self.forward.value(game, state, budget).map(Settled::Forward);
        }
        let mut effort = self.first_effort;
        let mut width = 1;
        loop {
            if let Some(settled) = self.round(game, state, effort, width, budget)? {
                return Ok(settled);
            }
            effort = effort.saturating_mul(MORE);
            width = width.saturating_mul(2);
        }
    }

    /// Every search that may settle a state tries for so long. None could: then more may help.
    fn round(
        &mut self,
        game: &G,
        state: &G::State,
        effort: u64,
        width: u32,
        budget: &Budget,
    ) -> Result<Option<Settled>, Stop> {
        if let Some(value) = self.backward.value(state) {
            return Ok(Some(Settled::Backward(value)));
        }
        if effort <= self.first_effort {
            return match self.forward.value_within(game, state, effort, budget)? {
                Some(value) => Ok(Some(Settled::Forward(value))),
                None => Ok(None),
            };
        }
        let grows = self.narrow(game, width).is_some();
        let (forward, backward, narrowed) =
            (&mut self.forward, &mut self.backward, &mut self.narrowed);
        let used = forward.bytes() + backward.bytes();
        let half = Budget { bytes: (budget.bytes.saturating_sub(used)) / 2, ..*budget };
        let forward_budget = Budget { bytes: half.bytes + forward.bytes(), ..half };
        let states = effort.saturating_mul(2).min(budget.states);
        let backward_budget =
            Budget { states, bytes: half.bytes + backward.bytes(), ..half }.quiet();
        let mut behind = move || match narrowed.as_mut() {
            Some(narrowed) if grows => narrowed
                .value(state, effort, &backward_budget)
                .map(|value| value.map(Settled::Narrowed)),
            _ => match backward.reach(game, state, &backward_budget) {
                Ok(()) => Ok(backward.value(state).map(Settled::Backward)),
                Err(Stop::States) if states < budget.states => Ok(None),
                Err(stop) => Err(stop),
            },
        };
        let (ahead, back) = thread::scope(|scope| {
            let back = thread::Builder::new().spawn_scoped(scope, &mut behind);
            let ahead = forward.value_within(game, state, effort, &forward_budget);
            (ahead, back.ok().map(thread::ScopedJoinHandle::join))
        });
        // Where the system gives no thread, one comes after the other.
        let back = match back {
            None if matches!(ahead, Ok(Some(_))) => Ok(None),
            None => behind(),
            Some(back) => back.unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        };
        match (ahead, back) {
            (Ok(Some(value)), _) => Ok(Some(Settled::Forward(value))),
            (_, Ok(Some(settled))) => Ok(Some(settled)),
            // One that has come to its end does not keep the other from going on, as far as it may.
            (Ok(None), _) => Ok(None),
            (Err(_), Ok(None)) if states < budget.states => Ok(None),
            (Err(stop), _) => Err(stop),
        }
    }

    /// The game narrowed to this width, where something in it grows without end.
    fn narrow(&mut self, game: &G, width: u32) -> Option<&mut Narrowed<G>> {
        if self.narrowed.as_ref().is_none_or(|narrowed| narrowed.width < width) {
            let [one, two] = Player::BOTH.map(|player| game.narrowed(width, player));
            if let Some(narrower) = &self.narrowed {
                for (_, oracle) in &narrower.sides {
                    self.spent.add(&oracle.stats());
                }
            }
            let with_oracle = |game: G| {
                let oracle = Box::new(self.anew(&game));
                (game, oracle)
            };
            let sides = one.zip(two).map(|(one, two)| [with_oracle(one), with_oracle(two)]);
            self.narrowed = sides.map(|sides| Narrowed { width, sides });
        }
        self.narrowed.as_mut()
    }

    /// The line that goes with a value.
    fn line_of(
        &mut self,
        game: &G,
        from: &G::State,
        settled: Settled,
        budget: &Budget,
    ) -> Result<Line<G>, Stop> {
        match settled {
            Settled::Forward(_) => match self.forward.line(game, from, budget) {
                Err(Stop::Cycle) => {
                    match AlphaBeta::new().comparing_from(u64::MAX).line(game, from, budget) {
                        // The game's own bounds have settled what no search has looked at.
                        Err(Stop::Cycle) => {
                            self.backward.reach(game, from, budget)?;
                            Ok(self.backward.line(game, from))
                        }
                        line => line,
                    }
                }
                line => line,
            },
            Settled::Backward(_) => Ok(self.backward.line(game, from)),
            Settled::Narrowed(value) => self.line_between(game, from, value, budget),
        }
    }

    /// The line where the value was proved by two narrowed games: player 1 plays as in the one that
    /// is too good for player 2, and player 2 as in the other.
    fn line_between(
        &mut self,
        game: &G,
        from: &G::State,
        value: i64,
        budget: &Budget,
    ) -> Result<Line<G>, Stop> {
        let Some(narrowed) = &mut self.narrowed else { return Err(Stop::Cycle) };
        let (mut state, mut line) = (from.clone(), Vec::new());
        let mut passed = FxHashMap::default();
        loop {
            if value == 0 && line.len() >= LONG_ENOUGH {
                return Ok((line, Some(LONG_ENOUGH)));
            }
            let Some(chooser) = game.node(&state).chooser() else {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let Some(&only) = moves.first() else { return Ok((line, None)) };
                line.push(only);
                state = game.play(&state, only);
                continue;
            };
            if let Some(after) = passed.insert(state.clone(), line.len()) {
                return if value == 0 { Ok((line, Some(after))) } else { Err(Stop::Cycle) };
            }
            let [good, bad] = &mut narrowed.sides;
            let (side, oracle) = match chooser {
                Player::One => bad,
                Player::Two => good,
            };
            let Some(mv) = oracle.best_move(side, &state, budget)? else { return Ok((line, None)) };
            line.push(mv);
            state = game.play(&state, mv);
        }
    }

    fn anew_if_full<T>(
        &mut self,
        game: &G,
        ask: impl Fn(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let knew = !self.is_empty();
        match ask(self) {
            Err(stop) if knew && is_full(stop) => {
                self.forget(game);
                ask(self)
            }
            answer => answer,
        }
    }
}

impl<G: ZeroSum> Narrowed<G> {
    /// The value of a state, where both games give the same.
    fn value(
        &mut self,
        state: &G::State,
        effort: u64,
        budget: &Budget,
    ) -> Result<Option<i64>, Stop> {
        let mut values = [None; 2];
        for ((game, oracle), value) in self.sides.iter_mut().zip(&mut values) {
            let mut part = oracle.first_effort;
            while value.is_none() && part <= effort {
                *value = oracle.round(game, state, part, 1, budget)?.map(Settled::value);
                part = part.saturating_mul(MORE);
            }
        }
        Ok(values[0].filter(|_| values[0] == values[1]))
    }
}

/// A value, and which search knows the way to it.
#[derive(Clone, Copy)]
enum Settled {
    Forward(i64),
    Backward(i64),
    Narrowed(i64),
}

impl Settled {
    fn value(self) -> i64 {
        let (Self::Forward(value) | Self::Backward(value) | Self::Narrowed(value)) = self;
        value
    }
}

/// Was it stopped by what it keeps?
fn is_full(stop: Stop) -> bool {
    matches!(stop, Stop::States | Stop::Memory)
}
