//! The cheapest win against an opponent who chooses, depth first.
//!
//! The question asked is always "can player 1 force a win that costs at most this much from here?".
//! It is answered as soon as one move of player 1 does it, or one reply of player 2 prevents it, so
//! most of what the two might do is never looked at. The budget rises until there is a win, and then
//! the bounds are brought together from both sides. Every state met is kept whole with what is proved
//! of it: a cost below which no win can be forced, at first the game's own bound, and one at which it
//! can be.
//!
//! Where moves cost nothing a line may come back to a state with the same budget, or with less. That
//! gains player 1 nothing, and `unsettled.rs` keeps account of what rests on it. Loops that cost
//! something end by themselves. The stack is a vector.

mod line;

use outplay_game::{Budget, MinCost, Node, Stop};

use crate::fronts::{Fronts, LARGE, Way};
use crate::pick::Pick;
use crate::solution::affordable;
use crate::table::Numbered;
use crate::unsettled::Unsettled;
use crate::{Solution, Stats};

/// The least cost with which player 1 can force the goal whatever player 2 replies, depth first; the
/// line shows the replies that cost the most. `at_most`: a higher cost is of no interest.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::and_or;
/// let game: outplay_game::sketch::Sketch = "a: 1 b?, 9 win\nb?: 0 a, 2 win".parse().unwrap();
/// let solution = and_or(&game, &0, None, &Budget::default());
/// assert_eq!((solution.cost, solution.line), (Some(9), vec![1]));
/// ```
pub fn and_or<G: MinCost>(
    game: &G,
    from: &G::State,
    at_most: Option<u64>,
    budget: &Budget,
) -> Solution<G::Move> {
    AndOr::new().solve(game, from, at_most, budget)
}

/// A search that keeps its table, for many questions about the one game that it was made for.
pub struct AndOr<G: MinCost> {
    table: Numbered<G::State, Entry>,
    stack: Vec<Frame>,
    /// What was entered and is not settled, with the budget that does not suffice there.
    unsettled: Unsettled<u64>,
    /// The moves of all states on the stack.
    branches: Vec<Branch>,
    moves: Vec<G::Move>,
    stats: Stats,
    rank: u32,
    /// What is proved of states that compare.
    fronts: Option<Fronts<G>>,
    /// States are compared once so many are expanded.
    compares_from: u64,
    /// The number of expanded states at which a question that can be done without is given up.
    patience: u64,
    /// Does the game's guess say which moves come first?
    guided: bool,
}

/// What is proved of a state.
#[derive(Clone, Copy)]
struct Entry {
    /// No win costs less; [`NEVER`]: there is none.
    lower: u64,
    /// One that costs no more can be forced, if this is not [`NEVER`].
    upper: u64,
    /// The move that settled it last, by its place in move order.
    best: u32,
    /// Where it is among the unsettled.
    entered: u32,
    /// When it came by its upper bound.
    rank: u32,
}

#[derive(Clone, Copy)]
struct Branch {
    place: u32,
    order: u32,
    cost: u64,
}

#[derive(Clone, Copy)]
struct Frame {
    place: u32,
    pick: Pick,
    most: u64,
    entered: u32,
    /// Its moves among the branches, and the next one to follow.
    first: usize,
    next: usize,
}

/// More than any win costs.
const NEVER: u64 = u64::MAX;
/// Any win will do.
const ANYTHING: u64 = NEVER - 1;
/// No move has settled the state yet.
const UNTRIED: u32 = u32::MAX;
/// It is not among the unsettled.
const SETTLED: u32 = u32::MAX;
/// After so many states without a win, any will do to begin with.
const PATIENCE_FOR_THE_CHEAPEST: u64 = 50_000;
/// How many states a question may expand before moves are looked at in another order.
const FIRST_EFFORT: u64 = 200_000;
/// How much more it may take then.
const MORE: u64 = 4;

impl<G: MinCost> Default for AndOr<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: MinCost> AndOr<G> {
    /// A search that knows nothing yet.
    pub fn new() -> Self {
        Self {
            table: Numbered::new(G::extra_bytes),
            stack: Vec::new(),
            unsettled: Unsettled::new(),
            branches: Vec::new(),
            moves: Vec::new(),
            stats: Stats::default(),
            rank: 0,
            fronts: None,
            compares_from: LARGE,
            patience: u64::MAX,
            guided: true,
        }
    }

    /// One that compares states once it has expanded so many; it does so anyway when it is large.
    #[must_use]
    pub fn comparing_from(self, states: u64) -> Self {
        Self { compares_from: states, ..self }
    }

    /// What all questions so far took together.
    pub fn stats(&self) -> Stats {
        Stats { peak_bytes: self.bytes(), ..self.stats }
    }

    /// Has it met no state yet?
    pub fn is_empty(&self) -> bool {
        self.table.len() == 0
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.table.bytes() + self.line_bytes() as u64
    }

    fn line_bytes(&self) -> usize {
        self.stack.capacity() * size_of::<Frame>()
            + self.branches.capacity() * size_of::<Branch>()
            + self.unsettled.bytes()
            + self.fronts.as_ref().map_or(0, Fronts::bytes)
    }

    /// The least cost of a win from a state; `None`: none can be forced.
    ///
    /// # Errors
    /// When a limit stops it. What was proved until then is kept.
    pub fn cost(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
    ) -> Result<Option<u64>, Stop> {
        let place = self.place(game, state.clone());
        self.settle(game, place, None, budget)?;
        let upper = self.table.data(place).upper;
        Ok((upper != NEVER).then_some(upper))
    }

    /// Cost and line of a state. The statistics are those of this question alone.
    pub fn solve(
        &mut self,
        game: &G,
        from: &G::State,
        at_most: Option<u64>,
        budget: &Budget,
    ) -> Solution<G::Move> {
        let before = self.stats;
        let place = self.place(game, from.clone());
        let mut result = self.settle(game, place, at_most, budget);
        let Entry { lower, upper, .. } = *self.table.data(place);
        let mut line = Vec::new();
        if upper != NEVER && affordable(upper, at_most) {
            let best = result.and_then(|()| self.line(game, from, upper, budget));
            line = best.unwrap_or_else(|stop| {
                result = Err(stop);
                self.known_line(game, from)
            });
        }
        let mut stats = self.stats();
        stats.expanded -= before.expanded;
        stats.generated -= before.generated;
        let best = (!line.is_empty() || upper == 0).then_some((upper, line));
        stats.found = u64::from(best.is_some());
        match result {
            Err(stop) if lower != NEVER => Solution::stopped(best, lower, stop, stats),
            _ => Solution::proved(best, at_most, stats),
        }
    }

    /// Brings the bounds of a state together, or its lower bound above what is of interest.
    fn settle(
        &mut self,
        game: &G,
        place: u32,
        at_most: Option<u64>,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let begun = self.stats.expanded;
        let mut most = 0;
        loop {
            let Entry { lower, upper, .. } = *self.table.data(place);
            if lower >= upper || !affordable(lower, at_most) {
                return Ok(());
            }
            most = if upper != NEVER {
                // Halfway, rounded down: never the bound that is known already.
                lower + (upper - 1 - lower) / 2
            } else if self.stats.expanded - begun > PATIENCE_FOR_THE_CHEAPEST {
                ANYTHING
            } else {
                lower.max(most.saturating_add(most / 2)).min(ANYTHING)
            };
            let most = at_most.map_or(most, |limit| most.min(limit));
            self.ask_patiently(game, place, most, budget)?;
        }
    }

    /// Asks with the moves in the order of the game's guess for a while, then in their own order for
    /// as long, and again with more time: a guess that misleads costs no more than that. What was
    /// proved is kept.
    fn ask_patiently(
        &mut self,
        game: &G,
        place: u32,
        most: u64,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let mut effort = FIRST_EFFORT;
        loop {
            for guided in [true, false] {
                self.guided = guided;
                self.patience = self.stats.expanded.saturating_add(effort);
                let asked = self.ask(game, place, most, budget);
                let gave_up = self.stats.expanded >= self.patience;
                (self.guided, self.patience) = (true, u64::MAX);
                match asked {
                    Err(Stop::States) if gave_up && self.stats.expanded < budget.states => {}
                    asked => return asked,
                }
            }
            effort = effort.saturating_mul(MORE);
        }
    }

    /// Where a state is in the table, which it enters with what the game itself knows of it.
    fn place(&mut self, game: &G, state: G::State) -> u32 {
        let (place, _) = self.table.insert_with(state, |state| {
            let (lower, upper) = match game.node(state) {
                Node::End if game.is_goal(state) => (0, 0),
                Node::End => (NEVER, NEVER),
                Node::Max | Node::Min | Node::Mean | Node::Single => {
                    (game.at_least(state).unwrap_or(NEVER), NEVER)
                }
            };
            Entry { lower, upper, best: UNTRIED, entered: SETTLED, rank: 0 }
        });
        place
    }

    /// Can a win be forced from the state that costs at most so much?
    fn ask(&mut self, game: &G, place: u32, most: u64, budget: &Budget) -> Result<(), Stop> {
        let result = self.search(game, place, most, budget);
        if result.is_err() {
            while let Some((place, _)) = self.unsettled.pop_from(0) {
                self.table.data_mut(place).entered = SETTLED;
            }
            self.stack.clear();
            self.branches.clear();
        }
        result
    }

    fn search(&mut self, game: &G, place: u32, most: u64, budget: &Budget) -> Result<(), Stop> {
        if self.table.data(place).decides(most) {
            return Ok(());
        }
        self.expand(game, place, most, budget)?;
        while let Some(&Frame { pick, most, first, next, .. }) = self.stack.last() {
            // The move followed before this one may have settled it.
            let settled = next > first && {
                let last = self.branches[next - 1];
                if let Some(held) = self.held(last, most) {
                    self.unsettled.lean_on(held);
                }
                self.suffices(last, pick, most)
            };
            if settled || next == self.branches.len() {
                self.leave(game);
                continue;
            }
            if let Some(frame) = self.stack.last_mut() {
                frame.next += 1;
            }
            let branch = self.branches[next];
            let is_open = |search: &Self| {
                !search.table.data(branch.place).decides_after(branch.cost, most)
                    && search.held(branch, most).is_none()
            };
            if is_open(self) {
                self.compare(game, branch.place);
                if is_open(self) {
                    self.expand(game, branch.place, rest(most, branch.cost), budget)?;
                }
            }
        }
        Ok(())
    }

    /// What comparable states imply for this one.
    fn compare(&mut self, game: &G, place: u32) {
        let Some(fronts) = &mut self.fronts else { return };
        let state = self.table.state(place);
        let (up, down) = (fronts.best(game, state, Way::Up), fronts.best(game, state, Way::Down));
        let entry = self.table.data_mut(place);
        if let Some((worth, rank)) = up {
            let cost = cost_of(worth);
            // Of equal bounds the older one leads to an end sooner.
            if cost < entry.upper || cost == entry.upper && rank < entry.rank {
                (entry.upper, entry.rank) = (cost, rank);
            }
        }
        if let Some((worth, _)) = down {
            entry.lower = entry.lower.max(cost_of(worth));
        }
    }

    /// More is proved of a state.
    fn narrow(&mut self, game: &G, place: u32, lower: u64, upper: u64) {
        let entry = self.table.data_mut(place);
        let (rises, falls) = (lower > entry.lower, upper < entry.upper);
        entry.lower = entry.lower.max(lower);
        if falls {
            self.rank += 1;
            (entry.upper, entry.rank) = (upper, self.rank);
        }
        let entry = *entry;
        let Some(fronts) = &mut self.fronts else { return };
        let state = self.table.state(place);
        if let Some(worth) = worth_of(entry.lower).filter(|_| rises) {
            fronts.learn(game, state, Way::Down, (worth, 0));
        }
        if let Some(worth) = worth_of(entry.upper).filter(|_| falls) {
            fronts.learn(game, state, Way::Up, (worth, entry.rank));
        }
    }

    /// Is a move taken for one that does not win within the budget? Where that is claimed.
    fn held(&self, branch: Branch, most: u64) -> Option<u32> {
        let entered = self.table.data(branch.place).entered;
        let held = entered != SETTLED && self.unsettled.claim(entered) >= rest(most, branch.cost);
        held.then_some(entered)
    }

    /// Does a move answer the question for the one who chooses it?
    fn suffices(&self, branch: Branch, pick: Pick, most: u64) -> bool {
        let entry = self.table.data(branch.place);
        match pick {
            Pick::Largest => entry.upper.saturating_add(branch.cost) <= most,
            Pick::Smallest => {
                entry.lower.saturating_add(branch.cost) > most || self.held(branch, most).is_some()
            }
        }
    }

    /// Puts a state on the line, unless one of its moves already answers the question.
    fn expand(&mut self, game: &G, place: u32, most: u64, budget: &Budget) -> Result<(), Stop> {
        let growth = || self.fronts.as_ref().map_or(0, Fronts::growth);
        let besides = || (self.line_bytes(), growth());
        if let Some(stop) = self.table.stop_before(budget, self.stats.expanded, besides) {
            return Err(stop);
        }
        if self.stats.expanded >= self.patience {
            return Err(Stop::States);
        }
        let state = self.table.state(place).clone();
        if self.stats.expanded == self.compares_from {
            self.fronts = Fronts::of(game, &state);
        }
        let pick = Pick::of(game.node(&state))?.unwrap_or(Pick::Largest);
        self.stats.expanded += 1;
        let first = self.branches.len();
        self.moves.clear();
        game.moves(&state, &mut self.moves);
        for order in 0..self.moves.len() {
            self.stats.generated += 1;
            let mv = self.moves[order];
            let place = self.place(game, game.play(&state, mv));
            let order = u32::try_from(order).expect("fewer than 2^32 moves");
            self.branches.push(Branch { place, order, cost: game.cost(&state, mv) });
        }
        let entered = self.unsettled.enter(place, most);
        self.table.data_mut(place).entered = entered;
        let answer = self.branches[first..].iter().position(|&b| self.suffices(b, pick, most));
        // Where the line has been is the last resort.
        let proved = self.branches[first..].iter().any(|&branch| {
            self.table.data(branch.place).decides_after(branch.cost, most)
                && self.suffices(branch, pick, most)
        });
        if let Some(answer) = answer.filter(|_| !proved)
            && let Some(held) = self.held(self.branches[first + answer], most)
        {
            self.unsettled.lean_on(held);
        }
        let next = if answer.is_some() { self.branches.len() } else { first };
        self.stack.push(Frame { place, pick, most, entered, first, next });
        if answer.is_some() {
            self.leave(game);
        } else {
            self.sort(game, place, pick, first);
        }
        Ok(())
    }

    /// The most promising branches first: the move that settled it last time, then by what is
    /// proved and guessed. A stable sort, so that move order decides the rest.
    fn sort(&mut self, game: &G, place: u32, pick: Pick, first: usize) {
        let best = self.table.data(place).best;
        let (table, guided) = (&self.table, self.guided);
        self.branches[first..].sort_by_cached_key(|branch| {
            let guess = if guided { game.distance_guess(table.state(branch.place)) } else { 0 };
            let entry = table.data(branch.place);
            let lower = entry.lower.saturating_add(branch.cost);
            let upper = entry.upper.saturating_add(branch.cost);
            let hope = match pick {
                Pick::Largest => (lower, upper, guess),
                Pick::Smallest => (u64::MAX - lower, u64::MAX - upper, -guess),
            };
            (branch.order != best, hope)
        });
    }

    /// Takes the last state off the line: its bounds are those of its moves, the best of each. Where
    /// they do not answer the question, player 2 prevents it under some condition.
    fn leave(&mut self, game: &G) {
        let Some(Frame { place, pick, most, entered, first, .. }) = self.stack.pop() else {
            return;
        };
        let start = match pick {
            Pick::Largest => NEVER,
            Pick::Smallest => 0,
        };
        let (mut lower, mut upper, mut best) = (start, start, None);
        for &branch in &self.branches[first..] {
            let entry = self.table.data(branch.place);
            let low = entry.lower.saturating_add(branch.cost);
            let high = entry.upper.saturating_add(branch.cost);
            (lower, upper) = match pick {
                Pick::Largest => (lower.min(low), upper.min(high)),
                Pick::Smallest => (lower.max(low), upper.max(high)),
            };
            if best.is_none() && self.suffices(branch, pick, most) {
                best = Some(branch.order);
            }
        }
        self.branches.truncate(first);
        let entry = self.table.data_mut(place);
        entry.best = best.unwrap_or(entry.best);
        self.narrow(game, place, lower, upper);
        let forced = self.table.data(place).upper <= most;
        if !forced && !self.unsettled.is_root(entered) {
            return;
        }
        while let Some((place, claim)) = self.unsettled.pop_from(entered) {
            self.table.data_mut(place).entered = SETTLED;
            if !forced {
                let above = if claim == ANYTHING { NEVER } else { claim + 1 };
                self.narrow(game, place, above, NEVER);
            }
        }
    }
}

/// A cost as what it is worth to player 1; `None` where it is too large for that.
fn worth_of(cost: u64) -> Option<i64> {
    if cost == NEVER { Some(-i64::MAX) } else { i64::try_from(cost).ok().map(|cost| -cost) }
}

/// The cost that is worth so much.
fn cost_of(worth: i64) -> u64 {
    if worth == -i64::MAX { NEVER } else { worth.unsigned_abs() }
}

/// What is left of a budget.
fn rest(most: u64, cost: u64) -> u64 {
    if most == ANYTHING { ANYTHING } else { most.saturating_sub(cost) }
}

impl Entry {
    /// Is it proved whether a win can cost so little?
    fn decides(&self, most: u64) -> bool {
        self.decides_after(0, most)
    }

    /// The same for what a move leads to that costs something itself.
    fn decides_after(&self, cost: u64, most: u64) -> bool {
        self.upper.saturating_add(cost) <= most || self.lower.saturating_add(cost) > most
    }
}
