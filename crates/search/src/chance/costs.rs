//! The least mean cost among plays that win with probability 1.

use outplay_game::{Budget, Chance, MinCost, Node, Stop};

use super::components;
use super::cost_bounds::{CostBounds, Pair};
use super::cost_pass::Pass;
use super::deflate;
use super::graph::{Graph, Kind};
use super::interval::{Interval, at_least, at_most};
use super::line::{Line, likeliest_line};
use super::odds::USUAL_WIDTH;
use super::spread::{MOST_STEPS, results};
use super::sure::sure_ranks;
use crate::Stats;

/// The cheapest sure win, as far as it is proved.
#[derive(Clone, Debug, PartialEq)]
pub struct MeanCostSolution<M> {
    /// What it costs on average; none where no play wins with probability 1 (or where that is not
    /// known, because something stopped the search).
    pub cost: Option<Interval>,
    /// The likeliest line under best play, rolls included.
    pub line: Line<M>,
    /// What stopped the search before the interval was as narrow as was asked for.
    pub stopped: Option<Stop>,
    /// What it took.
    pub stats: Stats,
}

/// What sure wins cost in a game with dice, for many questions about it.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::MeanCosts;
/// // Pay 1 for an even chance, again and again, or 5 at once.
/// let game: outplay_game::sketch::Sketch = "a: 5 win, 1 b~\nb~: 0 win, 0 a".parse().unwrap();
/// let solution = MeanCosts::new().solve(&game, &0, &Budget::default());
/// assert_eq!(solution.cost.map(|cost| cost.middle()), Some(2.0));
/// assert_eq!(solution.line.moves, [1, 0]);
/// ```
pub struct MeanCosts<G: Chance + MinCost> {
    graph: Graph<G>,
    solved: Option<Solved>,
    width: f64,
}

/// What is known of all places of the graph.
struct Solved {
    /// From where the win is sure, and in which order best play comes nearer to it.
    ranks: Vec<u32>,
    bounds: CostBounds,
}

/// Bytes for each place besides the graph.
const BYTES_A_PLACE: usize = 2 * size_of::<Pair>()
    + components::BYTES_A_PLACE
    + deflate::BYTES_A_PLACE
    + 3 * size_of::<u32>();

/// Bytes for each action besides the graph: coarse prices and fine ones.
const BYTES_AN_ACTION: usize = 2 * size_of::<Option<Pair>>();

/// Binary places of the first, coarse bounds.
const COARSE: u32 = 12;
/// Actions whose costs differ by less than a part of 2^40 of the largest count as equal.
const EQUAL_BITS: u32 = 40;

impl<G: Chance + MinCost> Default for MeanCosts<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Chance + MinCost> MeanCosts<G> {
    /// Nothing is solved yet.
    pub fn new() -> Self {
        Self { graph: Graph::new(true), solved: None, width: USUAL_WIDTH }
    }

    /// With bounds this far apart at most.
    #[must_use]
    pub fn within(self, width: f64) -> Self {
        Self { width, ..self }
    }

    /// Solves everything that can be reached from a state, unless it is solved already.
    ///
    /// # Errors
    /// When a limit stops it, or when the bounds do not come as close as was asked for: they are known
    /// all the same.
    pub fn reach(&mut self, game: &G, from: &G::State, budget: &Budget) -> Result<(), Stop> {
        let known = self.graph.states.find(from);
        if known.is_none() || self.solved.is_none() {
            if known != Some(0) {
                self.graph = Graph::new(true);
            }
            self.solved = None;
            self.graph.states.insert(from.clone(), ());
            self.graph.enumerate(game, Some(G::cost), (BYTES_A_PLACE, BYTES_AN_ACTION), budget)?;
            self.solved = Some(self.settle(game, budget)?);
        }
        match self.cost(game, from) {
            Some(cost) if cost.width() > self.width => Err(Stop::Width),
            Some(_) | None => Ok(()),
        }
    }

    /// The answer for a state. The statistics are those of this question alone.
    pub fn solve(
        &mut self,
        game: &G,
        from: &G::State,
        budget: &Budget,
    ) -> MeanCostSolution<G::Move> {
        let before = self.graph.stats;
        let reached = self.reach(game, from, budget);
        let stats = Stats { peak_bytes: self.bytes(), ..self.graph.stats.since(&before) };
        let cost = self.cost(game, from);
        let best = |state: &G::State| self.best_moves(game, state).first().copied();
        let line = cost.map_or_else(Line::default, |_| likeliest_line(best, game, from, budget));
        MeanCostSolution { cost, line, stopped: reached.err(), stats }
    }

    fn settle(&self, game: &G, budget: &Budget) -> Result<Solved, Stop> {
        let graph = &self.graph;
        let count = u32::try_from(graph.states.len()).expect("places are numbered by u32");
        let is_goal: Vec<bool> =
            (0..count).map(|place| game.is_goal(graph.states.state(place))).collect();
        let ranks = sure_ranks(graph, &is_goal, |_, _| true, budget)?;
        let bounds = CostBounds::new(graph, &ranks, COARSE).ok_or(Stop::Weights)?;
        let mut pass = Pass::new(graph, &ranks, bounds, budget);
        for (place, _) in (0..count).zip(&is_goal).filter(|&(_, &goal)| goal) {
            pass.bounds.pairs[place as usize] = [0, 0];
        }
        pass.all(0.0)?;
        pass.bounds = pass.bounds.finer(graph, &ranks).ok_or(Stop::Weights)?;
        pass.all(self.width)?;
        let bounds = pass.bounds;
        // Best play comes nearer to the goal by best actions alone.
        let most = bounds.pairs.iter().zip(&ranks).filter(|&(_, &rank)| rank != 0);
        let equal = most.map(|(pair, _)| pair[1]).max().unwrap_or(0) >> EQUAL_BITS;
        let is_best = |place: u32, action: u32| {
            bounds.through(graph, action).is_some_and(|through| {
                through[1] <= bounds.pair(place)[1].saturating_add(equal.max(8))
            })
        };
        let best = sure_ranks(graph, &is_goal, is_best, budget)?;
        // Should rounding have hidden some, any sure play is better than none.
        let ranks = if ranks.iter().zip(&best).all(|(&sure, &best)| sure == 0 || best != 0) {
            best
        } else {
            ranks
        };
        Ok(Solved { ranks, bounds })
    }

    /// What a sure win costs on average from a state; none where there is none, or where the state
    /// was not solved.
    pub fn cost(&self, game: &G, state: &G::State) -> Option<Interval> {
        let solved = self.solved.as_ref()?;
        let [low, high] = self.pair(solved, game, state, &mut Vec::new())?;
        let places = solved.bounds.places;
        Some(Interval { lower: at_most(low, places), upper: at_least(high, places) })
    }

    /// `path`: the rolls on the way here, which were not kept. One that comes back to itself was never
    /// reached.
    fn pair(
        &self,
        solved: &Solved,
        game: &G,
        state: &G::State,
        path: &mut Vec<G::State>,
    ) -> Option<[i128; 2]> {
        if let Some(place) = self.graph.states.find(state) {
            let sure = solved.ranks[place as usize] != 0;
            return sure.then(|| solved.bounds.pair(place).map(i128::from));
        }
        match game.node(state) {
            Node::Max | Node::Min | Node::End => None,
            Node::Mean | Node::Single if path.len() > MOST_STEPS || path.contains(state) => None,
            // What was followed without being kept comes to places after a few rolls.
            Node::Mean | Node::Single => {
                path.push(state.clone());
                let mut moves = Vec::new();
                game.moves(state, &mut moves);
                let results = results(game, state);
                let [mut low, mut high] = [0_i128; 2];
                for (mv, (weight, after)) in moves.into_iter().zip(&results) {
                    let cost =
                        i128::from(game.cost(state, mv)).checked_mul(1 << solved.bounds.places)?;
                    let after = self.pair(solved, game, after, path)?;
                    let weight = i128::from(*weight);
                    low = low.checked_add((after[0] + cost).checked_mul(weight)?)?;
                    high = high.checked_add((after[1] + cost).checked_mul(weight)?)?;
                }
                path.pop();
                let total: i128 = results.iter().map(|&(weight, _)| i128::from(weight)).sum();
                Some([low / total, (high + total - 1) / total])
            }
        }
    }

    /// What each move costs in all if the cheapest sure play follows, itself included, in move order;
    /// none where the win is not sure after it.
    pub fn moves(&self, game: &G, state: &G::State) -> Vec<(G::Move, Option<Interval>)> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let after = |mv| {
            let price = game.cost(state, mv);
            let Interval { lower, upper } = self.cost(game, &game.play(state, mv))?;
            Some(Interval {
                lower: plus(lower, price).next_down(),
                upper: plus(upper, price).next_up(),
            })
        };
        moves.into_iter().map(|mv| (mv, after(mv))).collect()
    }

    /// The moves that attain the least cost (or, of player 2, the most), in move order: none that only
    /// puts the win off. Empty where nobody picks, or where the win is not sure.
    pub fn best_moves(&self, game: &G, state: &G::State) -> Vec<G::Move> {
        let Some(solved) = &self.solved else { return Vec::new() };
        let Some(place) = self.graph.states.find(state) else { return Vec::new() };
        if solved.ranks[place as usize] == 0 || game.node(state).chooser().is_none() {
            return Vec::new();
        }
        let (graph, bounds) = (&self.graph, &solved.bounds);
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let rank = |place: u32| solved.ranks[place as usize];
        let equal = (bounds.pair(place)[1] >> EQUAL_BITS).max(8);
        let attains = |action: u32| {
            let Some(through) = bounds.through(graph, action) else { return false };
            match graph.kind(place) {
                Kind::Min => through[0].saturating_add(equal) >= bounds.pair(place)[0],
                Kind::Max | Kind::End => {
                    let mut targets = graph.action(action).targets.iter();
                    through[1] <= bounds.pair(place)[1].saturating_add(equal)
                        && targets.any(|&target| rank(target) < rank(place))
                }
            }
        };
        let actions = graph.actions(place).zip(moves);
        actions.filter(|&(action, _)| attains(action)).map(|(_, mv)| mv).collect()
    }

    /// Bytes in use when it solves.
    pub fn bytes(&self) -> u64 {
        self.graph.bytes() + (self.graph.states.len() * BYTES_A_PLACE) as u64
    }
}

#[expect(clippy::cast_precision_loss, reason = "the caller rounds outward")]
fn plus(cost: f64, price: u64) -> f64 {
    cost + price as f64
}
