//! Least costs that were proved, kept between questions about one game.
//!
//! Where player 2 has choices, one depth-first search answers everything from its table. Elsewhere
//! each question is a search by A*, and what it proves is kept: the cost of the state asked about, and
//! those of all states on its line. The rest of a best line is a best line: were it not, a cheaper
//! rest would make the whole cheaper.
//!
//! What is kept takes at most half of the bytes that a question may use. When a search runs out of
//! them, everything is forgotten and it has all.

use outplay_game::{Budget, MinCost, Proof, Stop};
use rustc_hash::FxHashMap;

use crate::all_costs::all_costs;
use crate::{AndOr, Solution, Stats, astar};

/// The least costs of states, as far as they were proved, of the one game that it is asked about.
///
/// ```
/// use outplay_game::{Budget, sketch::Sketch};
/// use outplay_search::Costs;
/// let game: Sketch = "a: 1 b, 5 win\nb: 1 a, 2 win".parse().unwrap();
/// let mut costs = Costs::default();
/// assert_eq!(costs.cost(&game, &0, &Budget::default()), Ok(Some(3)));
/// let searched = costs.spent();
/// assert_eq!(costs.cost(&game, &1, &Budget::default()), Ok(Some(2)));
/// assert_eq!(costs.spent(), searched); // it lies on the line
/// ```
pub struct Costs<G: MinCost> {
    known: FxHashMap<G::State, Option<u64>>,
    contested: AndOr<G>,
    /// Bytes that the states take elsewhere in memory.
    elsewhere: u64,
    spent: u64,
    stats: Stats,
}

impl<G: MinCost> Default for Costs<G> {
    fn default() -> Self {
        Self {
            known: FxHashMap::default(),
            contested: AndOr::new(),
            elsewhere: 0,
            spent: 0,
            stats: Stats::default(),
        }
    }
}

impl<G: MinCost> Costs<G> {
    /// The least cost from a state of the game that it is for; `None`: no win.
    ///
    /// # Errors
    /// When a limit stops the search.
    pub fn cost(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
    ) -> Result<Option<u64>, Stop> {
        if let Some(&known) = self.known.get(state) {
            return Ok(known);
        }
        if game.contested() {
            let question = |search: &mut AndOr<G>| search.cost(game, state, budget);
            return self.ask(question, |cost| cost.err());
        }
        let solution = self.solve(game, state, budget);
        match solution.proof {
            Proof::Optimal => Ok(solution.cost),
            Proof::Interval | Proof::Bound | Proof::None => {
                Err(solution.stopped.unwrap_or(Stop::States))
            }
        }
    }

    /// The cheapest win from a state of the game that it is for, by the default search; what it
    /// proves is kept.
    pub fn solve(&mut self, game: &G, from: &G::State, budget: &Budget) -> Solution<G::Move> {
        if game.contested() {
            let question = |search: &mut AndOr<G>| search.solve(game, from, None, budget);
            return self.ask(question, |solution| solution.stopped);
        }
        let mut search = |bytes| {
            let budget = Budget { bytes, ..*budget };
            let solution = astar(game, from, None, &budget);
            self.spent += solution.stats.generated.max(1);
            self.stats.add(&solution.stats);
            solution
        };
        let kept = bytes(&self.known, self.elsewhere);
        let mut solution = search(budget.bytes.saturating_sub(kept));
        if solution.stopped == Some(Stop::Memory) && kept > 0 {
            (self.known, self.elsewhere) = (FxHashMap::default(), 0);
            solution = search(budget.bytes);
        }
        self.learn(game, from, &solution, budget);
        solution
    }

    /// Asks the search that knows of replies; where it is full, once more with an empty table.
    fn ask<T>(
        &mut self,
        question: impl Fn(&mut AndOr<G>) -> T,
        stopped: impl Fn(&T) -> Option<Stop>,
    ) -> T {
        let knew = !self.contested.is_empty();
        let before = self.contested.stats().generated;
        let answer = question(&mut self.contested);
        self.spent += self.contested.stats().generated - before;
        if knew && matches!(stopped(&answer), Some(Stop::States | Stop::Memory)) {
            self.stats.add(&self.contested.stats());
            self.contested = AndOr::new();
            let answer = question(&mut self.contested);
            self.spent += self.contested.stats().generated;
            return answer;
        }
        answer
    }

    /// Keeps what a search has proved, if it has. It must not have been limited to some cost.
    pub fn learn(
        &mut self,
        game: &G,
        from: &G::State,
        solution: &Solution<G::Move>,
        budget: &Budget,
    ) {
        if solution.proof != Proof::Optimal || game.contested() {
            return;
        }
        let (mut state, mut left) = (from.clone(), solution.cost);
        for &mv in &solution.line {
            let next = game.play(&state, mv);
            let rest = left.and_then(|left| left.checked_sub(game.cost(&state, mv)));
            if !self.keep(state, left, budget) {
                return;
            }
            (state, left) = (next, rest);
        }
        self.keep(state, left, budget);
    }

    /// Learns the costs of all states that can be reached from one, if they are no more than that: many
    /// questions are answered sooner so than one by one. `false` where they are too many.
    ///
    /// # Errors
    /// When a limit stops it.
    pub fn learn_all(
        &mut self,
        game: &G,
        from: &G::State,
        most: usize,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        let Some(all) = all_costs(game, from, most, budget)? else { return Ok(false) };
        for (state, cost) in all {
            if !self.keep(state, cost, budget) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Keeps a cost, unless there is no room for it.
    fn keep(&mut self, state: G::State, cost: Option<u64>, budget: &Budget) -> bool {
        let extra = G::extra_bytes(&state) as u64;
        let grows = self.known.len() == self.known.capacity();
        let table = bytes(&self.known, self.elsewhere).max(ENTRIES * entry::<G>());
        let table = if grows { 2 * table } else { table };
        if table.saturating_add(extra) > budget.bytes / 2 {
            return false;
        }
        if self.known.insert(state, cost).is_none() {
            self.elsewhere += extra;
        }
        true
    }

    /// How many states its searches have met, all together: what an allowance for many questions
    /// is counted by.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// What its searches took, all together.
    pub fn stats(&self) -> Stats {
        let mut all = self.stats;
        all.add(&self.contested.stats());
        all
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        bytes(&self.known, self.elsewhere) + self.contested.bytes()
    }
}

/// Entries that a table has room for at least.
const ENTRIES: u64 = 4;

/// Bytes of an entry, its mark in the hash table included.
fn entry<G: MinCost>() -> u64 {
    size_of::<(G::State, Option<u64>)>() as u64 + 1
}

/// What is kept takes so much; an eighth of a hash table stays free.
fn bytes<S>(known: &FxHashMap<S, Option<u64>>, elsewhere: u64) -> u64 {
    let entry = size_of::<(S, Option<u64>)>() as u64 + 1;
    known.capacity() as u64 * entry * 8 / 7 + elsewhere
}
