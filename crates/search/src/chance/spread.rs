//! Where a move may lead once the dice have fallen: the next choices and ends, with exact weights.
//!
//! Rolls and forced turns are followed until somebody chooses or the game is over. All paths are
//! brought to one total, in whole numbers. Rolls that go round among themselves, of which there
//! are very many, or whose weights multiply to more than fits, are followed one at a time instead:
//! then a state in which the dice pick is a place of the graph as well, and whatever leads to it ends
//! there. A single roll whose weights
//! sum to more than [`MOST_WEIGHT`] is refused.

use outplay_game::{Budget, Chance, MOST_WEIGHT, Node, Stop};

/// What one move takes of the dice, followed further than this, is followed one roll at a time.
pub(crate) const MOST_STEPS: usize = 1000;

/// What a roll may lead to, or what comes where nobody picks, with weights.
pub(crate) fn results<G: Chance>(game: &G, state: &G::State) -> Vec<(u64, G::State)> {
    let mut results = Vec::new();
    if game.node(state) == Node::Mean {
        game.results(state, &mut results);
    } else {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        results.extend(moves.into_iter().map(|mv| (1, game.play(state, mv))));
    }
    results
}

/// The results of one move; kept between moves for its memory.
pub(crate) struct Spread<G: Chance> {
    /// What the weights sum to.
    pub(crate) total: u64,
    /// The sum of cost times weight: divided by the total, what the move costs on average.
    pub(crate) cost: u128,
    /// Was any move followed one roll at a time, so that there are places in which nobody chooses?
    pub(crate) one_by_one: bool,
    paths: Vec<Path<G>>,
    done: Vec<Path<G>>,
    moves: Vec<G::Move>,
    results: Vec<(u64, G::State)>,
}

/// A state that is reached with probability `weight / total`, after so much was paid.
struct Path<G: Chance> {
    state: G::State,
    weight: u64,
    total: u64,
    cost: u64,
}

/// Rolls that are better followed one at a time, or a limit.
enum Trouble {
    TooMuch,
    Stop(Stop),
}

/// What a move costs in a state, where that is asked for.
pub(crate) type Price<G> =
    fn(&G, &<G as outplay_game::Game>::State, <G as outplay_game::Game>::Move) -> u64;

impl<G: Chance> Spread<G> {
    pub(crate) fn new() -> Self {
        Self {
            total: 1,
            cost: 0,
            one_by_one: false,
            paths: Vec::new(),
            done: Vec::new(),
            moves: Vec::new(),
            results: Vec::new(),
        }
    }

    /// Takes out the states that it may lead to, each with its weight; the same state may be there
    /// several times.
    #[inline]
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = (G::State, u64)> {
        let total = self.total;
        self.done.drain(..).map(move |path| {
            let times = if path.total == total { 1 } else { total / path.total };
            (path.state, path.weight * times)
        })
    }

    /// Where a player's move leads. The budget is asked at every roll: one may have thousands of results.
    pub(crate) fn of_move(
        &mut self,
        game: &G,
        state: &G::State,
        mv: G::Move,
        price: Option<Price<G>>,
        is_place: impl Fn(&G::State) -> bool,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let cost = price.map_or(0, |price| price(game, state, mv));
        self.paths.clear();
        let begun = if price.is_none() {
            self.results.clear();
            game.outcomes(state, mv, &mut self.results);
            self.branch(1, 1)
        } else {
            self.paths.push(Path { state: game.play(state, mv), weight: 1, total: 1, cost });
            Ok(())
        };
        match begun.and_then(|()| self.follow(game, price, is_place, budget)) {
            Ok(()) => Ok(()),
            Err(Trouble::Stop(stop)) => Err(stop),
            Err(Trouble::TooMuch) => {
                self.one_by_one = true;
                self.done.clear();
                self.done.push(Path { state: game.play(state, mv), weight: 1, total: 1, cost });
                (self.total, self.cost) = (1, u128::from(cost));
                Ok(())
            }
        }
    }

    /// Where a state leads in which nobody chooses.
    pub(crate) fn of_chance(
        &mut self,
        game: &G,
        state: &G::State,
        price: Option<Price<G>>,
        is_place: impl Fn(&G::State) -> bool,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let stopped = |trouble| match trouble {
            Trouble::Stop(stop) => stop,
            Trouble::TooMuch => Stop::Weights,
        };
        let start = Path { state: state.clone(), weight: 1, total: 1, cost: 0 };
        self.paths.clear();
        self.step(game, game.node(state), &start, price).map_err(stopped)?;
        match self.follow(game, price, is_place, budget) {
            Ok(()) => return Ok(()),
            Err(Trouble::Stop(stop)) => return Err(stop),
            Err(Trouble::TooMuch) => self.one_by_one = true,
        }
        self.paths.clear();
        self.step(game, game.node(state), &start, price).map_err(stopped)?;
        self.done.clear();
        self.done.extend(self.paths.drain(..).rev());
        self.sum_up().map_err(stopped)
    }

    /// Follows all paths to the next choices, ends and other places.
    fn follow(
        &mut self,
        game: &G,
        price: Option<Price<G>>,
        is_place: impl Fn(&G::State) -> bool,
        budget: &Budget,
    ) -> Result<(), Trouble> {
        self.done.clear();
        let mut steps = 0;
        budget.ended().map_or(Ok(()), Err)?;
        while let Some(path) = self.paths.pop() {
            match game.node(&path.state) {
                Node::Max | Node::Min | Node::End => self.done.push(path),
                Node::Mean | Node::Single if is_place(&path.state) => self.done.push(path),
                node @ (Node::Mean | Node::Single) => {
                    steps += 1;
                    if steps > MOST_STEPS || self.paths.len() > MOST_STEPS {
                        return Err(Trouble::TooMuch);
                    }
                    budget.ended().map_or(Ok(()), Err)?;
                    self.step(game, node, &path, price)?;
                }
            }
        }
        self.sum_up()
    }

    /// One roll, or one forced turn: all that comes after it, the last result first.
    fn step(
        &mut self,
        game: &G,
        node: Node,
        path: &Path<G>,
        price: Option<Price<G>>,
    ) -> Result<(), Trouble> {
        self.results.clear();
        let state = &path.state;
        let begin = self.paths.len();
        if node == Node::Mean {
            game.results(state, &mut self.results);
            self.branch(path.weight, path.total)?;
        }
        if node == Node::Mean && price.is_none() {
            return Ok(());
        }
        self.moves.clear();
        game.moves(state, &mut self.moves);
        if node != Node::Mean {
            let play = |&mv: &G::Move| (1, game.play(state, mv));
            self.results.extend(self.moves.iter().map(play));
            self.branch(path.weight, path.total)?;
        }
        debug_assert_eq!(self.moves.len(), self.paths.len() - begin);
        for (after, &mv) in self.paths[begin..].iter_mut().rev().zip(&self.moves) {
            let own = price.map_or(0, |price| price(game, state, mv));
            after.cost = path.cost.checked_add(own).ok_or(Trouble::TooMuch)?;
        }
        Ok(())
    }

    /// Paths to all results, the last one first, from where the dice fell.
    fn branch(&mut self, weight: u64, total: u64) -> Result<(), Trouble> {
        let mut weights = self.results.iter().map(|&(weight, _)| weight);
        let sum = weights.try_fold(0_u64, u64::checked_add);
        let sum = sum.filter(|&sum| sum <= MOST_WEIGHT).ok_or(Trouble::Stop(Stop::Weights))?;
        let total = fitting(total.checked_mul(sum))?;
        // No weight is more than the total, which fits.
        let path = |(own, state)| Path { state, weight: weight * own, total, cost: 0 };
        self.paths.extend(self.results.drain(..).rev().map(path));
        Ok(())
    }

    /// Brings all that is done to one total.
    fn sum_up(&mut self) -> Result<(), Trouble> {
        let mut total = 1;
        for path in &self.done {
            if total != path.total && total % path.total != 0 {
                let parts = total / greatest_common_divisor(total, path.total);
                total = fitting(parts.checked_mul(path.total))?;
            }
        }
        self.total = total;
        self.cost = 0;
        for path in self.done.iter().filter(|path| path.cost > 0) {
            let weight = path.weight * (total / path.total);
            let cost = u128::from(path.cost) * u128::from(weight);
            self.cost = self.cost.checked_add(cost).ok_or(Trouble::Stop(Stop::Weights))?;
        }
        Ok(())
    }
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

fn fitting(total: Option<u64>) -> Result<u64, Trouble> {
    total.filter(|&total| total <= MOST_WEIGHT).ok_or(Trouble::TooMuch)
}

fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}
