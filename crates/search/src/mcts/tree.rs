//! The tree of what was tried, and one search in it.

use outplay_game::{Budget, Game, Node, PACE, Player, Stop};

use super::dice::Dice;
use super::estimate::{Estimate, Tally, Tried};
use super::{Mcts, MctsSolution};
use crate::Stats;
use crate::table::Numbered;

/// How much moves that were tried less are preferred: with logarithms to the base 2, a little less than
/// half of that with which the method was analysed. Measured in `RPGLite` (`benches/mcts.rs`), where 0.4 to
/// 0.7 are about as good.
const EXPLORATION: f64 = 0.5;

/// What of a playout's worth the cost may take.
const SHARE_OF_COST: f64 = 0.25;

/// The moves of a line were tried at least so often.
const LEAST_TRIED: u64 = 10;

/// What is known of a state in the tree.
struct Place {
    node: Node,
    /// Where its branches begin, and how many there are: none before it is reached a second time.
    first: usize,
    count: usize,
    visits: u64,
    /// What the playouts that came here were worth to player 1, all together.
    sum: f64,
    /// What was paid from here on in those that were worth anything, all together, where costs count.
    cost: f64,
    /// The last playout that came here, counted from 1.
    latest: u64,
}

/// A move from a state in the tree.
struct Branch<M> {
    mv: M,
    /// The place that it leads to, once it was tried.
    to: Option<u32>,
    visits: u64,
    /// What it costs, where that counts.
    price: f64,
}

/// A place that a playout came to: after so much was paid, and which branch it took.
struct Step {
    place: u32,
    paid: f64,
    branch: Option<usize>,
}

/// What came of a playout.
#[derive(Clone, Copy)]
struct Outcome {
    /// To player 1.
    value: f64,
    cost: f64,
}

/// A search that goes on.
pub(super) struct Search<'a, G: Game> {
    setup: &'a Mcts<G>,
    game: &'a G,
    places: Numbered<G::State, Place>,
    branches: Vec<Branch<G::Move>>,
    dice: Dice,
    /// The least and the greatest value seen.
    range: Option<(f64, f64)>,
    /// The most that was paid in a playout that was worth anything.
    dearest: f64,
    /// Playouts by the move that they began with, and all of them.
    tallies: Vec<Tally>,
    whole: Tally,
    playouts: u64,
    stats: Stats,
    /// When to look at the clock again.
    next_look: u64,
    /// Where the playout came from the root on.
    path: Vec<Step>,
    moves: Vec<G::Move>,
}

impl<'a, G: Game> Search<'a, G> {
    pub(super) fn new(setup: &'a Mcts<G>, game: &'a G, from: &G::State, seed: u64) -> Self {
        let mut search = Self {
            setup,
            game,
            places: Numbered::new(G::extra_bytes),
            branches: Vec::new(),
            dice: Dice::new(seed),
            range: setup.range.map(|(least, most)| (float(least), float(most))),
            dearest: 0.0,
            tallies: Vec::new(),
            whole: Tally::default(),
            playouts: 0,
            stats: Stats::default(),
            next_look: 0,
            path: Vec::new(),
            moves: Vec::new(),
        };
        search.keep(from.clone());
        search
    }

    /// All playouts, unless a limit stops them. A game that is over needs none.
    pub(super) fn run(&mut self, budget: &Budget) -> Result<(), Stop> {
        if self.places.data(0).node == Node::End {
            return Ok(());
        }
        self.open(0);
        self.tallies = vec![Tally::default(); self.places.data(0).count];
        while self.playouts < self.setup.playouts {
            if let Some(stop) = self.stop(budget) {
                return Err(stop);
            }
            let outcome = self.descend(budget)?;
            self.learn(outcome);
        }
        Ok(())
    }

    fn stop(&mut self, budget: &Budget) -> Option<Stop> {
        // Of progress is told below, in states.
        let full = self.places.stop(&budget.quiet(), self.playouts, || {
            let grows = self.branches.len() == self.branches.capacity();
            self.bytes_of_branches() * if grows { 2 } else { 1 }
        });
        full.or_else(|| self.look(budget))
    }

    /// Looks at the clock now and then.
    #[inline]
    fn look(&mut self, budget: &Budget) -> Option<Stop> {
        if self.stats.expanded < self.next_look {
            return None;
        }
        self.next_look = self.stats.expanded + PACE;
        budget.look_around(self.stats.expanded)
    }

    /// From the root to a state that is new, and on from there at random: what it was worth.
    fn descend(&mut self, budget: &Budget) -> Result<Outcome, Stop> {
        self.path.clear();
        let (mut place, mut paid) = (0, 0.0);
        loop {
            let made = self.path.len() as u64;
            self.path.push(Step { place, paid, branch: None });
            let &Place { node, visits, .. } = self.places.data(place);
            if node == Node::End {
                return Ok(self.over(self.places.state(place), paid));
            }
            if made >= self.setup.longest {
                return Ok(Outcome { value: 0.0, cost: paid });
            }
            if visits == 0 && place > 0 {
                return self.play_on(place, made, paid, budget);
            }
            self.open(place);
            let branch = self.pick(place)?;
            self.stats.expanded += 1;
            if let Some(stop) = self.look(budget) {
                return Err(stop);
            }
            if let Some(step) = self.path.last_mut() {
                step.branch = Some(branch);
            }
            paid += self.branches[branch].price;
            place = match self.branches[branch].to {
                Some(to) => to,
                None => {
                    let next = self.game.play(self.places.state(place), self.branches[branch].mv);
                    self.stats.generated += 1;
                    let to = self.keep(next);
                    self.branches[branch].to = Some(to);
                    to
                }
            };
        }
    }

    /// Plays at random from a place whose moves were not looked at yet.
    fn play_on(
        &mut self,
        place: u32,
        made: u64,
        paid: f64,
        budget: &Budget,
    ) -> Result<Outcome, Stop> {
        let (game, mut cost) = (self.game, paid);
        let mut state = self.places.state(place).clone();
        let mut node = self.places.data(place).node;
        for _ in made..self.setup.longest {
            self.moves.clear();
            let index = match node {
                Node::End => break,
                Node::Max | Node::Min => {
                    game.moves(&state, &mut self.moves);
                    self.dice.place(self.moves.len())
                }
                Node::Single => {
                    game.moves(&state, &mut self.moves);
                    0
                }
                Node::Mean => {
                    game.moves(&state, &mut self.moves);
                    self.dice.roll(self.setup.weights, game, &state)?
                }
            };
            cost += self.price(&state, self.moves[index]);
            state = game.play(&state, self.moves[index]);
            node = game.node(&state);
            self.stats.expanded += 1;
            self.stats.generated += 1;
            if let Some(stop) = self.look(budget) {
                return Err(stop);
            }
        }
        Ok(if node == Node::End { self.over(&state, cost) } else { Outcome { value: 0.0, cost } })
    }

    /// What a game that is over came to.
    fn over(&self, state: &G::State, cost: f64) -> Outcome {
        Outcome { value: float((self.setup.worth)(self.game, state)), cost }
    }

    /// What a move costs, where that counts.
    #[inline]
    fn price(&self, state: &G::State, mv: G::Move) -> f64 {
        self.setup.price.map_or(0.0, |price| count_of(price(self.game, state, mv)))
    }

    /// The branch to follow from a place that has branches.
    fn pick(&mut self, place: u32) -> Result<usize, Stop> {
        let &Place { node, first, count, visits, .. } = self.places.data(place);
        match node {
            Node::Max => Ok(first + self.promising(first, count, visits, Player::One)),
            Node::Min => Ok(first + self.promising(first, count, visits, Player::Two)),
            Node::Mean => {
                let state = self.places.state(place);
                Ok(first + self.dice.roll(self.setup.weights, self.game, state)?)
            }
            Node::Single | Node::End => Ok(first),
        }
    }

    /// One that was not tried yet; else the one of the highest upper confidence bound for whoever
    /// chooses.
    fn promising(&mut self, first: usize, count: usize, visits: u64, player: Player) -> usize {
        let branches = &self.branches[first..first + count];
        let untried = branches.iter().filter(|branch| branch.visits == 0).count();
        if untried > 0 {
            let nth = self.dice.place(untried);
            let mut untried = (0..count).filter(|&index| branches[index].visits == 0);
            return untried.nth(nth).unwrap_or(0);
        }
        let (least, most) = self.range.unwrap_or((0.0, 0.0));
        let (base, sign) = match player {
            Player::One => (least, 1.0),
            Player::Two => (most, -1.0),
        };
        // Where all has gone alike, only how often counts.
        let unit = if most > least { sign / (most - least) } else { 0.0 };
        let per_cost = if self.dearest > 0.0 { SHARE_OF_COST / self.dearest } else { 0.0 };
        let wide = EXPLORATION * logarithm(visits).sqrt();
        let mut best = (0, f64::NEG_INFINITY);
        for (index, branch) in branches.iter().enumerate() {
            // What is known of where it leads counts, whichever way that was reached.
            let Some(place) = branch.to.map(|to| self.places.data(to)) else { continue };
            let cost = place.cost + place.sum * branch.price;
            let mean = (place.sum - cost * per_cost) / count_of(place.visits);
            let bound = (mean - base) * unit + wide / count_of(branch.visits).sqrt();
            if bound > best.1 {
                best = (index, bound);
            }
        }
        best.0
    }

    /// Looks up the moves of a place, unless that was done.
    fn open(&mut self, place: u32) {
        if self.places.data(place).count > 0 {
            return;
        }
        self.moves.clear();
        let state = self.places.state(place);
        self.game.moves(state, &mut self.moves);
        let first = self.branches.len();
        for &mv in &self.moves {
            let price = self.price(state, mv);
            self.branches.push(Branch { mv, to: None, visits: 0, price });
        }
        let place = self.places.data_mut(place);
        (place.first, place.count) = (first, self.moves.len());
    }

    fn keep(&mut self, state: G::State) -> u32 {
        let new = |state: &G::State| Place {
            node: self.game.node(state),
            first: 0,
            count: 0,
            visits: 0,
            sum: 0.0,
            cost: 0.0,
            latest: 0,
        };
        self.places.insert_with(state, new).0
    }

    /// Tells everything on the path what came of it, from where the playout came there first.
    fn learn(&mut self, outcome: Outcome) {
        let value = outcome.value;
        let (least, most) = self.range.unwrap_or((value, value));
        self.range = Some((least.min(value), most.max(value)));
        self.playouts += 1;
        // What was paid for nothing does not count.
        let counts = value > 0.0;
        if counts {
            self.dearest = self.dearest.max(outcome.cost);
        }
        for &Step { place, paid, branch } in &self.path {
            let place = self.places.data_mut(place);
            if place.latest == self.playouts {
                continue;
            }
            place.latest = self.playouts;
            place.visits += 1;
            place.sum += value;
            if counts {
                place.cost += outcome.cost - paid;
            }
            if let Some(branch) = branch {
                self.branches[branch].visits += 1;
            }
        }
        self.whole.add(value);
        let first = self.path[0].branch.and_then(|branch| self.tallies.get_mut(branch));
        if let Some(tally) = first {
            tally.add(value);
        }
    }

    fn bytes_of_branches(&self) -> usize {
        self.branches.capacity() * size_of::<Branch<G::Move>>()
    }

    /// What was found.
    pub(super) fn solution(mut self, stopped: Option<Stop>) -> MctsSolution<G::Move> {
        self.stats.peak_bytes = self.places.bytes() + self.bytes_of_branches() as u64;
        let root = self.places.data(0);
        let range = self.range.unwrap_or((0.0, 0.0));
        let best = self.most_tried(0).filter(|_| root.node.chooser().is_some());
        let estimate = match (root.node, best) {
            (Node::End, _) => {
                Some(Estimate::exactly(float((self.setup.worth)(self.game, self.places.state(0)))))
            }
            (Node::Max | Node::Min, Some(best)) => self.tallies[best].estimate(range),
            (Node::Max | Node::Min | Node::Mean | Node::Single, _) => self.whole.estimate(range),
        };
        let tried = |(branch, tally): (&Branch<G::Move>, &Tally)| Tried {
            mv: branch.mv,
            visits: branch.visits,
            mean: tally.mean(),
        };
        MctsSolution {
            best: best.map(|branch| self.branches[branch].mv),
            moves: self.branches.iter().zip(&self.tallies).map(tried).collect(),
            estimate,
            line: self.line(),
            playouts: self.playouts,
            stopped,
            stats: self.stats,
        }
    }

    /// The branch of a place that was tried most.
    fn most_tried(&self, place: u32) -> Option<usize> {
        let &Place { first, count, .. } = self.places.data(place);
        let tried = (first..first + count).filter(|&branch| self.branches[branch].visits > 0);
        // Of several the last counts, and so they stand in reverse.
        tried.rev().max_by_key(|&branch| self.branches[branch].visits)
    }

    fn line(&self) -> Vec<G::Move> {
        let (mut places, mut line) = (vec![0], Vec::new());
        while let Some(branch) = places.last().and_then(|&place| self.most_tried(place)) {
            let Branch { mv, to, visits, .. } = &self.branches[branch];
            if *visits < LEAST_TRIED && !line.is_empty() {
                break;
            }
            line.push(*mv);
            // One that comes back to itself is told once.
            match to {
                Some(to) if !places.contains(to) => places.push(*to),
                Some(_) | None => break,
            }
        }
        line
    }
}

/// The logarithm to the base 2, straight lines between the powers of two: the same on every machine,
/// which the one of the system is not.
fn logarithm(number: u64) -> f64 {
    let number = number.max(1);
    let whole = number.ilog2();
    f64::from(whole) + count_of(number) / count_of(1 << whole) - 1.0
}

#[expect(clippy::cast_precision_loss, reason = "counts of playouts are small")]
fn count_of(number: u64) -> f64 {
    number as f64
}

#[expect(clippy::cast_precision_loss, reason = "an estimate is no more precise")]
fn float(value: i64) -> f64 {
    value as f64
}
