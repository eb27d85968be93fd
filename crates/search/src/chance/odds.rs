//! The value of a game with dice, in an interval that is proved: how likely player 1 is to win, or what
//! they get on average.

use outplay_game::{Budget, Chance, Game, MinCost, Node, Player, Stop, Versus, ZeroSum};

use super::bounds::{Bounds, Pair};
use super::components::{self, Components};
use super::deflate;
use super::graph::{Graph, Kind};
use super::interval::{Interval, Scale, at_least, at_most};
use super::iterate::Iteration;
use super::line::{Line, likeliest_line};
use super::progress::{self, Progress};
use super::shapes::ONE;
use super::spread::{MOST_STEPS, results};
use crate::Stats;

/// The best play of a game with dice, as far as it is proved.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsSolution<M> {
    /// What it is worth to player 1 if both play their best.
    pub value: Interval,
    /// The likeliest line under best play, rolls included.
    pub line: Line<M>,
    /// What stopped the search before the interval was as narrow as was asked for.
    pub stopped: Option<Stop>,
    /// What it took.
    pub stats: Stats,
}

/// How likely each of the players is to win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BothOdds {
    /// Of player 1 and of player 2; they may leave something over, for games without a winner.
    pub chances: [Interval; 2],
    /// What it took.
    pub stats: Stats,
}

/// The places of a game with dice that were solved, for many questions about it.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::Odds;
/// // A coin until it shows heads; or a fair one, once.
/// let game: outplay_game::sketch::Sketch =
///     "a: 0 fair~, 0 again~\nfair~: 0 win, 0 lost\nagain~: 2x0 a, 1x0 win\nlost:".parse().unwrap();
/// let mut odds = Odds::of_winning();
/// let solution = odds.solve(&game, &0, &Budget::default());
/// assert_eq!((solution.value.lower, solution.value.upper), (1.0, 1.0));
/// assert_eq!(solution.line.moves, [1, 1]);
/// let moves = odds.moves(&game, &0).unwrap();
/// assert_eq!(moves.map(|(_, value)| value.middle()).collect::<Vec<_>>(), [0.5, 1.0]);
/// ```
pub struct Odds<G: Chance> {
    graph: Graph<G>,
    bounds: Bounds,
    progress: Progress,
    worth: fn(&G, &G::State) -> i64,
    beforehand: Beforehand<G>,
    scale: Scale,
    width: f64,
    /// The first so many places are settled, all that they lead to among them.
    settled: usize,
    /// Was there ever a component in which the play may stay for ever?
    stays: bool,
}

/// What is known of a state's value before anything is searched.
type Beforehand<G> = fn(&G, &<G as Game>::State) -> (i64, i64);

/// How far apart bounds may be unless somebody says otherwise.
pub const USUAL_WIDTH: f64 = 1e-9;

/// Components are closed this much further than the whole must be: there are chains of them.
const FINER: u32 = 14;

/// Bytes for each place besides the graph.
const BYTES_A_PLACE: usize = size_of::<Pair>()
    + components::BYTES_A_PLACE
    + progress::BYTES_A_PLACE
    + deflate::BYTES_A_PLACE;

impl<G: Chance + Versus> Odds<G> {
    /// How likely player 1 is to win; for ever is no win.
    pub fn of_winning() -> Self {
        Self::new(|game, state| i64::from(game.winner(state) == Some(Player::One)), |_, _| (0, 1))
    }

    /// What player 1 gets where a win of player 2 is worth -1 and everything else 0, for ever too: so
    /// less the value is how likely player 2 is to win where for ever is no win for them either.
    pub fn of_losing() -> Self {
        let lost = |game: &G, state: &_| -i64::from(game.winner(state) == Some(Player::Two));
        Self::new(lost, |_, _| (-1, 0))
    }

    /// How likely each player is to win from a state if both play their best for it; for ever is no win
    /// for whom it is asked. The chance of player 2 is what the game is worth to player 1 if
    /// the sides are swapped. It follows from that of player 1 where somebody is sure to win;
    /// else the same places are settled once more.
    ///
    /// # Errors
    /// When a limit stops it, or when bounds do not come as close as was asked for.
    pub fn of_both(
        game: &G,
        from: &G::State,
        width: f64,
        budget: &Budget,
    ) -> Result<BothOdds, Stop> {
        let mut winning = Self::of_winning().within(width);
        winning.reach(game, from, budget)?;
        let one = winning.interval(game, from).ok_or(Stop::Width)?;
        let stats = Stats { peak_bytes: winning.bytes(), ..winning.graph.stats };
        if winning.is_decided(game) {
            return Ok(BothOdds { chances: [one, one.rest()], stats });
        }
        let mut losing = Self { graph: winning.graph, width, ..Self::of_losing() };
        losing.reach(game, from, budget)?;
        let Interval { lower, upper } = losing.interval(game, from).ok_or(Stop::Width)?;
        let two = Interval { lower: 0.0 - upper, upper: 0.0 - lower };
        Ok(BothOdds { chances: [one, two], stats })
    }

    /// Is somebody sure to win from all that was solved, however both play? `true` is proved.
    pub fn is_decided(&self, game: &G) -> bool {
        let is_end = |place: &u32| self.graph.kind(*place) == Kind::End;
        !self.can_go_on_for_ever()
            && (0..)
                .take(self.settled)
                .filter(is_end)
                .all(|place| game.winner(self.graph.states.state(place)).is_some())
    }
}

impl<G: Chance + MinCost> Odds<G> {
    /// How likely the goal is to be reached; for ever does not reach it.
    pub fn of_goal() -> Self {
        Self::new(|game, state| i64::from(game.is_goal(state)), |_, _| (0, 1))
    }
}

impl<G: Chance + ZeroSum> Odds<G> {
    /// What player 1 gets on average; for ever is worth 0.
    pub fn of_payoff() -> Self {
        Self::new(G::payoff, |game, state| (game.value_at_least(state), game.value_at_most(state)))
    }
}

impl<G: Chance> Odds<G> {
    fn new(worth: fn(&G, &G::State) -> i64, beforehand: Beforehand<G>) -> Self {
        let scale = Scale { least: 0, places: super::shapes::BITS };
        Self {
            graph: Graph::new(false),
            bounds: Bounds::new(at(scale, 0)),
            progress: Progress::default(),
            worth,
            beforehand,
            scale,
            width: USUAL_WIDTH,
            settled: 0,
            stays: false,
        }
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
        let known = self.graph.states.find(from).map(|place| place as usize);
        if known.is_none_or(|place| place >= self.settled) {
            // What another question left unfinished may be far larger than this one.
            if known != Some(self.settled) {
                self.graph.truncate(self.settled);
            }
            self.graph.states.insert(from.clone(), ());
            self.graph.enumerate(game, None, (BYTES_A_PLACE, 0), budget)?;
            self.settle(game, budget)?;
            self.settled = self.graph.states.len();
        }
        match self.interval(game, from) {
            Some(value) if value.width() > self.width => Err(Stop::Width),
            Some(_) | None => Ok(()),
        }
    }

    /// The answer for a state. The statistics are those of this question alone.
    pub fn solve(&mut self, game: &G, from: &G::State, budget: &Budget) -> OddsSolution<G::Move> {
        let before = self.graph.stats;
        let reached = self.reach(game, from, budget);
        let stats = Stats { peak_bytes: self.bytes(), ..self.graph.stats.since(&before) };
        let (value, line) = match self.interval(game, from) {
            Some(value) => {
                let best = |state: &G::State| self.best_moves(game, state).first().copied();
                (value, likeliest_line(best, game, from, budget))
            }
            None => (self.known(game, from, budget), Line::default()),
        };
        OddsSolution { value, line, stopped: reached.err(), stats }
    }

    /// What is known of a state when a limit has stopped the search. Anything between 0 and 1 may come of
    /// places that were not followed, where no other payoffs are possible.
    fn known(&mut self, game: &G, from: &G::State, budget: &Budget) -> Interval {
        let (least, most) = (self.beforehand)(game, from);
        let place = self.graph.states.find(from).filter(|_| (least, most) == (0, 1));
        if let Some(place) = place.filter(|_| self.settle(game, budget).is_ok()) {
            let [low, above] = self.bounds.pair(place);
            return self.scale.interval(low, above);
        }
        Interval { lower: at_most(i128::from(least), 0), upper: at_least(i128::from(most), 0) }
    }

    /// Settles all places that have their actions and are not settled yet.
    fn settle(&mut self, game: &G, budget: &Budget) -> Result<(), Stop> {
        let (expanded, count) = (self.graph.expanded(), self.graph.states.len());
        let end = u32::try_from(expanded).expect("places are numbered by u32");
        let is_end = |&place: &u32| self.graph.actions(place).is_empty();
        let mut payoffs = (0, 1);
        for place in (0..end).filter(is_end) {
            let payoff = (self.worth)(game, self.graph.states.state(place));
            payoffs = (payoffs.0.min(payoff), payoffs.1.max(payoff));
        }
        let scale = Scale::of(payoffs.0, payoffs.1).ok_or(Stop::Weights)?;
        if scale != self.scale {
            (self.scale, self.settled) = (scale, 0);
            self.bounds.for_ever = at(scale, 0);
        }
        self.bounds.pairs.truncate(self.settled);
        self.bounds.pairs.resize(count, [0, 0]);
        self.progress.resize(self.settled, count);
        let first = u32::try_from(self.settled).expect("places are numbered by u32");
        for place in (first..end).filter(is_end) {
            let payoff = (self.worth)(game, self.graph.states.state(place));
            self.bounds.pairs[place as usize] = at(scale, payoff);
        }
        let graph = &self.graph;
        let slack = fixed(self.width, scale) >> FINER;
        let mut iteration = Iteration::new(&mut self.bounds, &mut self.progress, slack, budget);
        let told = Components::default().tell(
            first..end,
            |place| graph.targets_of(place),
            |index| Some(graph.target(index)),
            |members| iteration.settle(graph, members),
        );
        self.stays |= iteration.stays;
        told
    }

    /// What a state is worth to player 1, if it was solved: also one in which the dice are about to
    /// pick.
    pub fn interval(&self, game: &G, state: &G::State) -> Option<Interval> {
        let pair = self.pair(game, state, &mut Vec::new());
        pair.map(|[low, above]| self.scale.interval(low, above))
    }

    /// `path`: the rolls on the way here, which were not kept. One that comes back to itself was never
    /// reached.
    fn pair(&self, game: &G, state: &G::State, path: &mut Vec<G::State>) -> Option<Pair> {
        if let Some(place) = self.place(state) {
            return Some(self.bounds.pair(place));
        }
        match game.node(state) {
            Node::Max | Node::Min | Node::End => None,
            Node::Mean | Node::Single if path.len() > MOST_STEPS || path.contains(state) => None,
            // What was followed without being kept comes to places after a few rolls.
            Node::Mean | Node::Single => {
                path.push(state.clone());
                let results = results(game, state);
                let mut sums = [0_u128; 2];
                for (weight, after) in &results {
                    let pair = self.pair(game, after, path)?;
                    for (sum, bound) in sums.iter_mut().zip(pair) {
                        *sum += u128::from(bound) * u128::from(*weight);
                    }
                }
                path.pop();
                let total = results.iter().map(|&(weight, _)| weight).sum();
                Some(sums.map(|sum| divided(sum, total)))
            }
        }
    }

    /// What each move is worth to player 1 if it is made once and both play their best after it, in
    /// move order; also each result of a roll. None where the state was not solved.
    pub fn moves<'a>(
        &'a self,
        game: &'a G,
        state: &'a G::State,
    ) -> Option<impl Iterator<Item = (G::Move, Interval)>> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let values: Option<Vec<_>> = moves
            .into_iter()
            .map(|mv| Some((mv, self.interval(game, &game.play(state, mv))?)))
            .collect();
        values.map(Vec::into_iter)
    }

    /// The moves that attain what a state is worth to the one who picks, in move order: none that
    /// only puts it off. Empty where nobody picks, or where the state was not solved.
    pub fn best_moves(&self, game: &G, state: &G::State) -> Vec<G::Move> {
        let Some(place) = self.place(state).filter(|_| game.node(state).chooser().is_some()) else {
            return Vec::new();
        };
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let best = self.progress.best(&self.graph, &self.bounds, place);
        best.into_iter().map(|index| moves[index]).collect()
    }

    fn place(&self, state: &G::State) -> Option<u32> {
        self.graph.states.find(state).filter(|&place| (place as usize) < self.settled)
    }

    /// Do all upper bounds hold when they are looked at once more? A bound that is nowhere below what
    /// one look ahead from it gives is above the least solution, for ever being worth the least.
    pub fn is_consistent(&self) -> bool {
        (0..).take(self.settled).all(|place| {
            let [ahead, pair] = [self.bounds.ahead(&self.graph, place), self.bounds.pair(place)];
            ahead[1] >= pair[1] && ahead[0] >= pair[0]
        })
    }

    /// Can the play from anything that was solved go on for ever, if both want it to? `false` is proved:
    /// however both play, it ends with probability 1.
    pub fn can_go_on_for_ever(&self) -> bool {
        self.stays || self.graph.circles || self.settled < self.graph.states.len()
    }

    /// Places that are kept: states in which somebody chooses or the game has ended.
    pub fn places(&self) -> usize {
        self.graph.states.len()
    }

    /// Bytes in use when it solves.
    pub fn bytes(&self) -> u64 {
        self.graph.bytes() + (self.graph.states.len() * BYTES_A_PLACE) as u64
    }
}

/// A payoff as both bounds.
fn at(scale: Scale, payoff: i64) -> Pair {
    let fixed = scale.fixed(payoff);
    [fixed, ONE - fixed]
}

/// A difference of values in fixed point, rounded down.
#[expect(clippy::cast_precision_loss, reason = "a power of two is exact")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn fixed(width: f64, scale: Scale) -> u64 {
    (width * (1_u64 << scale.places) as f64) as u64
}

#[expect(clippy::cast_possible_truncation, reason = "a mean of bounds is no more than the largest")]
fn divided(sum: u128, total: u64) -> u64 {
    (sum / u128::from(total)) as u64
}
