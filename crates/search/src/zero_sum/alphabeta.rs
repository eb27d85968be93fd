//! Alpha-beta with null windows over a table of proven bounds: the fast search for two sides.
//!
//! The question asked is always "is this state worth at least `threshold` to player 1?", which
//! prunes the most; MTD(f) asks it again, from above and below, until the bounds meet. Every state
//! met is kept whole with the bounds proved so far, the game's own to begin with, so no question is
//! answered twice, and all moves of a state are looked up before any is followed. The move that
//! answered last time comes first, then the ones whose bounds and guess promise most.
//!
//! Going on for ever is worth 0, so one of the two must force an end to answer as they wish: above 0
//! it is player 1 who must reach the threshold, else player 2 who must stay below it. That one
//! *attacks*; the other may go in circles. A line that comes back to itself is therefore good enough
//! for the defender as far as it goes, which `unsettled.rs` keeps account of. What is stored is proved
//! without such conditions. The stack is a vector. The cost is the states that matter to the
//! questions: often a tiny part.

pub(super) mod line;

use outplay_game::{Budget, Stop, ZeroSum};

use super::answer::{Solved, ZeroSumSolution, bounds};
use crate::Stats;
use crate::fronts::{Fronts, LARGE, Way};
use crate::pick::Pick;
use crate::table::Numbered;
use crate::unsettled::Unsettled;

/// The best play by null-window alpha-beta.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::alphabeta;
/// let game: outplay_game::sketch::Sketch =
///     "a: 0 b?, 0 c\nb?: 0 d, 0 e\nc = 1\nd = -9\ne = 5".parse().unwrap();
/// let solution = alphabeta(&game, &0, &Budget::default());
/// assert_eq!((solution.value(), solution.line), (Some(1), vec![1]));
/// ```
pub fn alphabeta<G: ZeroSum>(game: &G, from: &G::State, budget: &Budget) -> Solved<G> {
    AlphaBeta::new().solve(game, from, budget)
}

/// A search that keeps its table, for many questions about the one game that it was made for.
pub struct AlphaBeta<G: ZeroSum> {
    table: Numbered<G::State, Entry>,
    stack: Vec<Frame>,
    /// What was entered and is not settled, with the threshold that it is held against.
    unsettled: Unsettled<()>,
    /// What is proved of states that compare.
    fronts: Option<Fronts<G>>,
    /// States are compared once so many are expanded.
    compares_from: u64,
    /// Can states return? Then it is kept when each came by its bounds, the lower and the upper.
    returns: bool,
    ranks: Vec<[u32; 2]>,
    rank: u32,
    /// The moves of all states on the stack: where they lead, and their place in move order.
    branches: Vec<Branch>,
    moves: Vec<G::Move>,
    stats: Stats,
    /// The number of expanded states at which a question that can be done without is given up.
    patience: u64,
    /// How many states [`Self::line`] may expand for the sake of move order.
    pub(super) tie_break: u64,
}

/// What is proved of a state.
#[derive(Clone, Copy)]
struct Entry {
    lower: i64,
    upper: i64,
    /// The move that settled it last, by its place in move order.
    best: u32,
    /// Where it is among the unsettled.
    entered: u32,
}

#[derive(Clone, Copy)]
struct Branch {
    place: u32,
    order: u32,
}

struct Frame {
    place: u32,
    pick: Pick,
    /// Does the one who need not force an end choose here?
    defends: bool,
    /// Where it is among the unsettled.
    entered: u32,
    /// Its moves among the branches, and the next one to follow.
    first: usize,
    next: usize,
}

impl<G: ZeroSum> Default for AlphaBeta<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: ZeroSum> AlphaBeta<G> {
    /// A search that knows nothing yet.
    pub fn new() -> Self {
        Self {
            table: Numbered::new(G::extra_bytes),
            stack: Vec::new(),
            unsettled: Unsettled::new(),
            fronts: None,
            compares_from: LARGE,
            returns: false,
            ranks: Vec::new(),
            rank: 0,
            branches: Vec::new(),
            moves: Vec::new(),
            stats: Stats::default(),
            patience: u64::MAX,
            tie_break: 250_000,
        }
    }

    /// One that compares states once it has expanded so many; it does so anyway when it is large.
    #[must_use]
    pub fn comparing_from(self, states: u64) -> Self {
        Self { compares_from: states, ..self }
    }

    /// One that knows nothing and compares as soon.
    pub(super) fn anew(&self) -> Self {
        Self::new().comparing_from(self.compares_from)
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
            + self.ranks.capacity() * size_of::<[u32; 2]>()
            + self.unsettled.bytes()
            + self.fronts.as_ref().map_or(0, Fronts::bytes)
    }

    /// The value of a state to player 1.
    ///
    /// # Errors
    /// When a limit or a cycle stops it. What was proved until then is kept.
    pub fn value(&mut self, game: &G, state: &G::State, budget: &Budget) -> Result<i64, Stop> {
        self.returns = !game.is_acyclic();
        let place = self.place(game, state.clone());
        let mut guess = game.value_guess(state);
        loop {
            let Entry { lower, upper, .. } = *self.table.data(place);
            if lower >= upper {
                return Ok(lower);
            }
            guess = guess.clamp(lower, upper);
            let threshold = if guess == lower { lower + 1 } else { guess };
            self.ask(game, place, threshold, budget)?;
            let now = self.table.data(place);
            guess = if now.lower >= threshold { now.lower } else { now.upper };
        }
    }

    /// The value of a state, if that takes no more than so many more expanded states.
    ///
    /// # Errors
    /// When a limit of the budget stops it.
    pub(super) fn value_within(
        &mut self,
        game: &G,
        state: &G::State,
        effort: u64,
        budget: &Budget,
    ) -> Result<Option<i64>, Stop> {
        self.patience = self.stats.expanded.saturating_add(effort);
        let value = self.value(game, state, budget);
        let gave_up = self.stats.expanded >= self.patience;
        self.patience = u64::MAX;
        match value {
            Err(Stop::States) if gave_up => Ok(None),
            value => value.map(Some),
        }
    }

    /// What is proved of a state's value so far, or known from the game: at least, at most.
    pub fn bounds(&self, game: &G, state: &G::State) -> (i64, i64) {
        match self.table.find(state) {
            Some(place) => {
                let entry = self.table.data(place);
                (entry.lower, entry.upper)
            }
            None => bounds(game, state),
        }
    }

    /// Value and line of a state. The statistics are those of this question alone.
    pub fn solve(&mut self, game: &G, from: &G::State, budget: &Budget) -> Solved<G> {
        let before = self.stats;
        let value = self.value(game, from, budget);
        let result = value.and_then(|_| self.line(game, from, budget));
        let (lower, upper) = self.bounds(game, from);
        let (line, returns_to, stopped) = match result {
            Ok((line, returns_to)) => (line, returns_to, None),
            Err(stop) => (self.promising_line(game, from), None, Some(stop)),
        };
        let mut stats = self.stats();
        stats.expanded -= before.expanded;
        stats.generated -= before.generated;
        ZeroSumSolution { lower, upper, line, returns_to, stopped, stats }
    }

    /// Where a state is in the table, which it enters with what the game itself knows of it.
    fn place(&mut self, game: &G, state: G::State) -> u32 {
        let (place, is_new) = self.table.insert_with(state, |state| {
            let (lower, upper) = bounds(game, state);
            Entry { lower, upper, best: UNTRIED, entered: SETTLED }
        });
        if is_new && self.returns {
            self.ranks.push([0; 2]);
        }
        place
    }

    /// Is the state worth at least `threshold` to player 1?
    fn ask(&mut self, game: &G, place: u32, threshold: i64, budget: &Budget) -> Result<(), Stop> {
        let result = self.search(game, place, threshold, budget);
        if result.is_err() {
            while let Some((place, ())) = self.unsettled.pop_from(0) {
                self.table.data_mut(place).entered = SETTLED;
            }
            self.stack.clear();
            self.branches.clear();
        }
        result
    }

    fn search(
        &mut self,
        game: &G,
        place: u32,
        threshold: i64,
        budget: &Budget,
    ) -> Result<(), Stop> {
        if self.table.data(place).decides(threshold) {
            return Ok(());
        }
        self.expand(game, place, threshold, budget)?;
        while let Some(&Frame { pick, defends, first, next, .. }) = self.stack.last() {
            // The move followed before this one may have settled it.
            let settled = next > first && {
                let last = *self.table.data(self.branches[next - 1].place);
                self.lean_on(last);
                last.suffices(pick, threshold) || defends && last.is_held()
            };
            if settled || next == self.branches.len() {
                self.leave(game, threshold);
                continue;
            }
            if let Some(frame) = self.stack.last_mut() {
                frame.next += 1;
            }
            let branch = self.branches[next].place;
            let entry = self.table.data(branch);
            if entry.decides(threshold) || entry.is_held() {
                continue;
            }
            self.compare(game, branch);
            if !self.table.data(branch).decides(threshold) {
                self.expand(game, branch, threshold, budget)?;
            }
        }
        Ok(())
    }

    /// What comparable states imply for this one. Where that is hardly ever anything, and no line
    /// will be told by it, there is no more comparing.
    fn compare(&mut self, game: &G, place: u32) {
        if !self.returns && self.fronts.as_ref().is_some_and(Fronts::is_useless) {
            self.fronts = None;
        }
        let Some(fronts) = &mut self.fronts else { return };
        let state = self.table.state(place);
        let (up, down) = (fronts.best(game, state, Way::Up), fronts.best(game, state, Way::Down));
        let entry = self.table.data_mut(place);
        let ranks = self.ranks.get_mut(place as usize);
        let [mut low, mut high] = ranks.as_deref().copied().unwrap_or_default();
        // Of equal bounds the older one leads to an end sooner.
        let more = |(bound, _): (i64, u32)| bound > entry.lower;
        let less = |(bound, _): (i64, u32)| bound < entry.upper;
        fronts.count(up.is_some_and(more) || down.is_some_and(less));
        if let Some((bound, rank)) = up
            && (bound > entry.lower || bound == entry.lower && rank < low)
        {
            (entry.lower, low) = (bound, rank);
        }
        if let Some((bound, rank)) = down
            && (bound < entry.upper || bound == entry.upper && rank < high)
        {
            (entry.upper, high) = (bound, rank);
        }
        if let Some(ranks) = ranks {
            *ranks = [low, high];
        }
    }

    /// Takes a state for held, if it is one that was entered and not settled.
    fn lean_on(&mut self, entry: Entry) {
        if entry.is_held() {
            self.unsettled.lean_on(entry.entered);
        }
    }

    /// Puts a state on the line, unless one of its moves already answers the question.
    fn expand(
        &mut self,
        game: &G,
        place: u32,
        threshold: i64,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let growth = || self.fronts.as_ref().map_or(0, Fronts::growth);
        let besides = || (self.line_bytes(), growth());
        if let Some(stop) = self.table.stop_before(budget, self.stats.expanded, besides) {
            return Err(stop);
        }
        if self.stats.expanded >= self.patience {
            return Err(Stop::States);
        }
        if self.stats.expanded == self.compares_from {
            self.fronts = Fronts::of(game, self.table.state(place));
        }
        // A finished game is known without expanding it.
        let pick = Pick::of(game.node(self.table.state(place)))?.unwrap_or(Pick::Largest);
        let defends = (pick == Pick::Smallest) == (threshold > 0);
        self.stats.expanded += 1;
        let first = self.branches.len();
        self.moves.clear();
        game.moves(self.table.state(place), &mut self.moves);
        // The move that settled it last time may do so again, and then no other is looked at.
        let likely = self.table.data(place).best as usize;
        let likely = if likely < self.moves.len() { likely } else { 0 };
        let mut held = None;
        for turn in 0..self.moves.len() {
            self.stats.generated += 1;
            let order = match turn {
                0 => likely,
                turn if turn <= likely => turn - 1,
                turn => turn,
            };
            let next = game.play(self.table.state(place), self.moves[order]);
            let next = self.place(game, next);
            let order = u32::try_from(order).expect("fewer than 2^32 moves");
            let entry = *self.table.data(next);
            if entry.suffices(pick, threshold) {
                self.branches.truncate(first);
                self.table.data_mut(place).best = order;
                match pick {
                    Pick::Smallest => self.narrow(game, place, i64::MIN, entry.upper),
                    Pick::Largest => self.narrow(game, place, entry.lower, i64::MAX),
                }
                return Ok(());
            }
            self.branches.push(Branch { place: next, order });
            held = held.max(entry.is_held().then_some(entry.entered));
        }
        let entered = self.unsettled.enter(place, ());
        self.table.data_mut(place).entered = entered;
        let held = held.filter(|_| defends);
        let next = if held.is_some() { self.branches.len() } else { first };
        self.stack.push(Frame { place, pick, defends, entered, first, next });
        if let Some(held) = held {
            // It is enough to go where the line has been.
            self.unsettled.lean_on(held);
            self.leave(game, threshold);
        } else {
            self.sort(game, place, pick, first);
        }
        Ok(())
    }

    /// The most promising branches first: the move that settled it last time, then by what is
    /// proved and guessed, and then as the moves are.
    fn sort(&mut self, game: &G, place: u32, pick: Pick, first: usize) {
        let best = self.table.data(place).best;
        let table = &self.table;
        let key = |branch: &Branch| {
            let entry = table.data(branch.place);
            let middle = entry.lower.clamp(-FAR, FAR) + entry.upper.clamp(-FAR, FAR);
            let guess = game.value_guess(table.state(branch.place)).clamp(-FAR, FAR);
            match pick {
                Pick::Smallest => (branch.order != best, middle, guess, branch.order),
                Pick::Largest => (branch.order != best, -middle, -guess, branch.order),
            }
        };
        match &mut self.branches[first..] {
            [] | [_] => {}
            // So common that it is worth doing without the memory of a sort.
            [one, other] => {
                if key(other) < key(one) {
                    std::mem::swap(one, other);
                }
            }
            many => many.sort_by_cached_key(key),
        }
    }

    /// Takes the last state off the line: its bounds are those of its moves, the best of each. Where
    /// they do not answer the question, the defender holds the state under some condition.
    fn leave(&mut self, game: &G, threshold: i64) {
        let Some(Frame { place, pick, defends, entered, first, .. }) = self.stack.pop() else {
            return;
        };
        let start = match pick {
            Pick::Smallest => i64::MAX,
            Pick::Largest => i64::MIN,
        };
        let (mut lower, mut upper) = (start, start);
        let mut best = None;
        for branch in &self.branches[first..] {
            let entry = self.table.data(branch.place);
            let settles = entry.suffices(pick, threshold) || defends && entry.is_held();
            if settles && best.is_none() {
                best = Some(branch.order);
            }
            (lower, upper) = match pick {
                Pick::Smallest => (lower.min(entry.lower), upper.min(entry.upper)),
                Pick::Largest => (lower.max(entry.lower), upper.max(entry.upper)),
            };
        }
        self.branches.truncate(first);
        self.table.data_mut(place).best = best.unwrap_or(self.table.data(place).best);
        self.narrow(game, place, lower, upper);
        let entry = self.table.data(place);
        let forced = if threshold > 0 { entry.lower >= threshold } else { entry.upper < threshold };
        let is_root = self.unsettled.is_root(entered);
        if !forced && !is_root {
            return;
        }
        while let Some((place, ())) = self.unsettled.pop_from(entered) {
            self.table.data_mut(place).entered = SETTLED;
            match (forced, threshold > 0) {
                // What leaned on it is void.
                (true, _) => {}
                (false, true) => self.narrow(game, place, i64::MIN, threshold - 1),
                (false, false) => self.narrow(game, place, threshold, i64::MAX),
            }
        }
    }

    /// More is proved of a state.
    fn narrow(&mut self, game: &G, place: u32, lower: i64, upper: i64) {
        let entry = self.table.data_mut(place);
        let (rises, falls) = (lower > entry.lower, upper < entry.upper);
        if !rises && !falls {
            return;
        }
        entry.lower = entry.lower.max(lower);
        entry.upper = entry.upper.min(upper);
        let (lower, upper) = (entry.lower, entry.upper);
        self.rank += 1;
        if let Some(ranks) = self.ranks.get_mut(place as usize) {
            let [low, high] = ranks;
            *low = if rises { self.rank } else { *low };
            *high = if falls { self.rank } else { *high };
        }
        if let Some(fronts) = &mut self.fronts {
            let state = self.table.state(place);
            if rises {
                fronts.learn(game, state, Way::Up, (lower, self.rank));
            }
            if falls {
                fronts.learn(game, state, Way::Down, (upper, self.rank));
            }
        }
    }
}

/// No move has settled the state yet.
const UNTRIED: u32 = u32::MAX;

/// Bounds beyond this are as good as none where moves are put in order.
const FAR: i64 = i64::MAX / 4;

/// It is not among the unsettled.
const SETTLED: u32 = u32::MAX;

impl Entry {
    /// Was it entered and is not settled? Then it is taken for held by the defender.
    fn is_held(&self) -> bool {
        self.entered != SETTLED
    }

    /// Is it proved whether the value reaches the threshold?
    fn decides(&self, threshold: i64) -> bool {
        self.lower >= threshold || self.upper < threshold
    }

    /// Does a move to this state answer the question for the one who chooses it?
    fn suffices(&self, pick: Pick, threshold: i64) -> bool {
        match pick {
            Pick::Smallest => self.upper < threshold,
            Pick::Largest => self.lower >= threshold,
        }
    }
}
