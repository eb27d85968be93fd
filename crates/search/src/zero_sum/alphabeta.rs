//! Alpha-beta with null windows over a table of proven bounds: the fast search for two sides.
//!
//! The question asked is always "is this state worth at least `threshold` to player 1?", which
//! prunes the most; MTD(f) asks it again, from above and below, until the bounds meet. Every state
//! met is kept whole with the bounds proved so far, the game's own to begin with, so no question is
//! answered twice, and all moves of a state are looked up before any is followed. The move that
//! answered last time comes first, then the ones whose bounds and guess promise most.
//!
//! A bound is stored only when all that it rests on is proved, so it holds whether or not the game
//! has cycles; a line that comes back to itself ends the search with [`Stop::Cycle`]. The stack is
//! a vector. The cost is the states that matter to the questions: often a tiny part.

use outplay_game::{Budget, Stop, ZeroSum};
use rustc_hash::FxHashSet;

use super::answer::{Solved, ZeroSumSolution, bounds};
use crate::Stats;
use crate::pick::Pick;
use crate::table::Numbered;

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
    /// Is it on the line that is being followed?
    on_the_line: bool,
}

#[derive(Clone, Copy)]
struct Branch {
    place: u32,
    order: u32,
}

struct Frame {
    place: u32,
    pick: Pick,
    /// Its moves among the branches, and the next one to follow.
    first: usize,
    next: usize,
}

/// A state whose value is proved, and who picks there.
#[derive(Clone, Copy)]
struct Kept {
    place: u32,
    pick: Pick,
    value: i64,
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
            branches: Vec::new(),
            moves: Vec::new(),
            stats: Stats::default(),
            patience: u64::MAX,
            tie_break: 250_000,
        }
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
        self.stack.capacity() * size_of::<Frame>() + self.branches.capacity() * size_of::<Branch>()
    }

    /// The value of a state to player 1.
    ///
    /// # Errors
    /// When a limit or a cycle stops it. What was proved until then is kept.
    pub fn value(&mut self, game: &G, state: &G::State, budget: &Budget) -> Result<i64, Stop> {
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
        let (line, stopped) = match result {
            Ok(line) => (line, None),
            Err(stop) => (self.promising_line(game, from), Some(stop)),
        };
        let mut stats = self.stats();
        stats.expanded -= before.expanded;
        stats.generated -= before.generated;
        ZeroSumSolution { lower, upper, line, returns_to: None, stopped, stats }
    }

    /// The best line from a state. Its first choice is the first best move in move order, and so
    /// are the others unless that takes long: proving that an earlier move is no better may be a
    /// search as large as the whole. After a while the first move that is proved best is taken.
    ///
    /// # Errors
    /// When a limit or a cycle stops it.
    ///
    /// # Panics
    /// When a state that is not over offers no move, against the laws.
    pub fn line(
        &mut self,
        game: &G,
        from: &G::State,
        budget: &Budget,
    ) -> Result<Vec<G::Move>, Stop> {
        let value = self.value(game, from, budget)?;
        let (mut state, mut line, mut moves) = (from.clone(), Vec::new(), Vec::new());
        let mut passed = FxHashSet::default();
        // How far to go for the sake of move order; known after the first choice.
        let mut patience = u64::MAX;
        while let Some(pick) = Pick::of(game.node(&state))? {
            let place = self.place(game, state.clone());
            if !passed.insert(place) {
                return Err(Stop::Cycle);
            }
            moves.clear();
            game.moves(&state, &mut moves);
            let kept = Kept { place, pick, value };
            let chosen = self.keeping(game, kept, &moves, patience, budget)?;
            line.push(moves[chosen]);
            state = game.play(&state, moves[chosen]);
            if moves.len() > 1 && patience == u64::MAX {
                patience = self.stats.expanded.saturating_add(self.tie_break);
            }
        }
        Ok(line)
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
        let chosen = self.keeping(game, kept, &moves, u64::MAX, budget)?;
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
    fn promising_line(&mut self, game: &G, from: &G::State) -> Vec<G::Move> {
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

    /// Where a state is in the table, which it enters with what the game itself knows of it.
    fn place(&mut self, game: &G, state: G::State) -> u32 {
        let (place, _) = self.table.insert_with(state, |state| {
            let (lower, upper) = bounds(game, state);
            Entry { lower, upper, best: UNTRIED, on_the_line: false }
        });
        place
    }

    /// Is the state worth at least `threshold` to player 1?
    fn ask(&mut self, game: &G, place: u32, threshold: i64, budget: &Budget) -> Result<(), Stop> {
        let result = self.search(game, place, threshold, budget);
        for frame in &self.stack {
            self.table.data_mut(frame.place).on_the_line = false;
        }
        self.stack.clear();
        self.branches.clear();
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
        while let Some(frame) = self.stack.last_mut() {
            let branch = self.branches.get(frame.next).copied();
            // The move followed before this one may have settled it.
            let settled = frame.next > frame.first && {
                let last = self.branches[frame.next - 1].place;
                self.table.data(last).suffices(frame.pick, threshold)
            };
            match branch {
                Some(branch) if !settled => {
                    frame.next += 1;
                    let entry = self.table.data(branch.place);
                    if entry.on_the_line {
                        return Err(Stop::Cycle);
                    }
                    if !entry.decides(threshold) {
                        self.expand(game, branch.place, threshold, budget)?;
                    }
                }
                _ => self.leave(threshold),
            }
        }
        Ok(())
    }

    /// Puts a state on the line, unless one of its moves already answers the question.
    fn expand(
        &mut self,
        game: &G,
        place: u32,
        threshold: i64,
        budget: &Budget,
    ) -> Result<(), Stop> {
        if let Some(stop) = self.table.stop(budget, self.stats.expanded, || self.line_bytes()) {
            return Err(stop);
        }
        if self.stats.expanded >= self.patience {
            return Err(Stop::States);
        }
        let state = self.table.state(place).clone();
        // A finished game is known without expanding it.
        let pick = Pick::of(game.node(&state))?.unwrap_or(Pick::Largest);
        self.stats.expanded += 1;
        let first = self.branches.len();
        self.moves.clear();
        game.moves(&state, &mut self.moves);
        let mut answered = false;
        for order in 0..self.moves.len() {
            self.stats.generated += 1;
            let place = self.place(game, game.play(&state, self.moves[order]));
            let order = u32::try_from(order).expect("fewer than 2^32 moves");
            self.branches.push(Branch { place, order });
            answered |= self.table.data(place).suffices(pick, threshold);
        }
        self.table.data_mut(place).on_the_line = true;
        let next = if answered { self.branches.len() } else { first };
        self.stack.push(Frame { place, pick, first, next });
        if answered {
            self.leave(threshold);
        } else {
            self.sort(game, place, pick, first);
        }
        Ok(())
    }

    /// The most promising branches first: the move that settled it last time, then by what is
    /// proved and guessed. A stable sort, so that move order decides the rest.
    fn sort(&mut self, game: &G, place: u32, pick: Pick, first: usize) {
        let best = self.table.data(place).best;
        let sign = match pick {
            Pick::Smallest => 1,
            Pick::Largest => -1,
        };
        let table = &self.table;
        let key = |branch: &Branch| {
            let entry = table.data(branch.place);
            let middle = i128::from(entry.lower) + i128::from(entry.upper);
            let guess = i128::from(game.value_guess(table.state(branch.place)));
            (branch.order != best, sign * middle, sign * guess)
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

    /// Takes the last state off the line: its bounds are those of its moves, the best of each.
    fn leave(&mut self, threshold: i64) {
        let Some(Frame { place, pick, first, .. }) = self.stack.pop() else { return };
        let start = match pick {
            Pick::Smallest => i64::MAX,
            Pick::Largest => i64::MIN,
        };
        let (mut lower, mut upper) = (start, start);
        let mut best = None;
        for branch in &self.branches[first..] {
            let entry = self.table.data(branch.place);
            if entry.suffices(pick, threshold) && best.is_none() {
                best = Some(branch.order);
            }
            (lower, upper) = match pick {
                Pick::Smallest => (lower.min(entry.lower), upper.min(entry.upper)),
                Pick::Largest => (lower.max(entry.lower), upper.max(entry.upper)),
            };
        }
        self.branches.truncate(first);
        let entry = self.table.data_mut(place);
        entry.lower = entry.lower.max(lower);
        entry.upper = entry.upper.min(upper);
        entry.best = best.unwrap_or(entry.best);
        entry.on_the_line = false;
    }
}

/// No move has settled the state yet.
const UNTRIED: u32 = u32::MAX;

impl Entry {
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
