//! The plain brute force that every other search is tested against.
//!
//! Tries every legal line within a price, and raises the price until a win fits: no memory of
//! states, no bound, nothing clever. Where player 2 chooses, a win must hold against every reply.
//! The only thing it refuses is to come back, for free, to a position of the same line: a win that
//! does so has a shorter twin. The stack is a vector, so a long line cannot overflow the machine's.

use outplay_game::{Budget, MinCost, Player, Stop};
use rustc_hash::FxHashSet;

use crate::pick::Pick;
use crate::solution::affordable;
use crate::{Solution, Stats};

/// The cheapest win, against the worst replies, by brute force.
///
/// `Stats::expanded` counts every visit of a state, over all prices.
///
/// ```
/// use outplay_game::Budget;
/// use outplay_search::reference::brute;
/// let game: outplay_game::sketch::Sketch = "a: 1 b?, 9 win\nb?: 1 win, 3 win".parse().unwrap();
/// assert_eq!(brute(&game, &0, None, &Budget::default()).cost, Some(4));
/// ```
pub fn brute<G: MinCost>(
    game: &G,
    from: &G::State,
    at_most: Option<u64>,
    budget: &Budget,
) -> Solution<G::Move> {
    let mut stats = Stats::default();
    let mut price = 0;
    // Nothing cheaper than this wins: all lines within the price before were tried.
    let mut lower = 0;
    loop {
        let price_now = at_most.map_or(price, |most| price.min(most));
        let mut pass = Pass { game, budget, stats: &mut stats, overshoot: None };
        let result = pass.run(from, price_now);
        let overshoot = pass.overshoot;
        match result {
            Err(stop) => return Solution::stopped(None, lower, stop, stats),
            Ok(Some(best)) => {
                stats.found = 1;
                return Solution::proved(Some(best), at_most, stats);
            }
            Ok(None) => match overshoot {
                Some(least) if affordable(least, at_most) => {
                    lower = least;
                    price = least.max(price.saturating_add(price / 2));
                }
                _ => return Solution::proved(None, at_most, stats),
            },
        }
    }
}

type Found<M> = Option<(u64, Vec<M>)>;

/// One try of all lines within a price.
struct Pass<'a, 'b, G: MinCost> {
    game: &'a G,
    budget: &'a Budget<'b>,
    stats: &'a mut Stats,
    /// The least cost at which a line was given up for the price's sake.
    overshoot: Option<u64>,
}

struct Frame<S, M> {
    state: S,
    /// Player 2 chooses here, so that every move must win.
    opposed: bool,
    moves: Vec<M>,
    next: usize,
    /// Cost of the line up to here, and the most that the rest may cost.
    spent: u64,
    price: u64,
    best: Found<M>,
    /// Some state above has a win already, so that failing here costs nothing.
    spare: bool,
}

impl<G: MinCost> Pass<'_, '_, G> {
    fn run(&mut self, from: &G::State, price: u64) -> Result<Found<G::Move>, Stop> {
        if self.game.is_goal(from) {
            return Ok(Some((0, Vec::new())));
        }
        let mut stack = vec![self.enter(from.clone(), 0, price, false, 0)?];
        // The states of the line, each with what had been spent when it came up.
        let mut line = FxHashSet::default();
        line.insert((from.clone(), 0));
        loop {
            let frame = stack.last_mut().expect("the root leaves by returning");
            let Some(&mv) = frame.moves.get(frame.next) else {
                let done = stack.pop().expect("just looked at it");
                line.remove(&(done.state, done.spent));
                let done = done.best;
                match stack.last_mut() {
                    None => return Ok(done),
                    Some(parent) => settle(parent, self.game, done),
                }
                continue;
            };
            frame.next += 1;
            self.stats.generated += 1;
            let cost = self.game.cost(&frame.state, mv);
            let Some(rest) = frame.price.checked_sub(cost) else {
                if !frame.is_spare() {
                    let total = frame.spent + cost;
                    self.overshoot = Some(self.overshoot.map_or(total, |least| least.min(total)));
                }
                settle(frame, self.game, None);
                continue;
            };
            let next = self.game.play(&frame.state, mv);
            if self.game.is_goal(&next) {
                settle(frame, self.game, Some((0, Vec::new())));
                continue;
            }
            let (spent, spare) = (frame.spent + cost, frame.is_spare());
            if line.insert((next.clone(), spent)) {
                let frame = self.enter(next, spent, rest, spare, stack.len())?;
                stack.push(frame);
            } else {
                settle(frame, self.game, None);
            }
        }
    }

    fn enter(
        &mut self,
        state: G::State,
        spent: u64,
        price: u64,
        spare: bool,
        depth: usize,
    ) -> Result<Frame<G::State, G::Move>, Stop> {
        // Each state of the line is there twice: in its frame, and to know it again.
        let state_bytes = size_of::<Frame<G::State, G::Move>>() + size_of::<(G::State, u64)>();
        let bytes = (depth * state_bytes) as u64;
        if let Some(stop) = self.budget.stop(self.stats.expanded, bytes, self.stats.expanded) {
            return Err(stop);
        }
        let pick = Pick::of(self.game.node(&state))?;
        let opposed = pick.is_some_and(|pick| pick.opposes(Player::One));
        self.stats.expanded += 1;
        let mut moves = Vec::new();
        self.game.moves(&state, &mut moves);
        Ok(Frame { state, opposed, moves, next: 0, spent, price, best: None, spare })
    }
}

impl<S, M> Frame<S, M> {
    fn is_spare(&self) -> bool {
        self.spare || (!self.opposed && self.best.is_some())
    }
}

/// Takes in what the move tried last is worth: `None` is a failure within the price.
fn settle<G: MinCost>(frame: &mut Frame<G::State, G::Move>, game: &G, result: Found<G::Move>) {
    let mv = frame.moves[frame.next - 1];
    let total = result.map(|(rest, line)| {
        let mut whole = vec![mv];
        whole.extend(line);
        (rest + game.cost(&frame.state, mv), whole)
    });
    match total {
        None if frame.opposed => {
            frame.best = None;
            frame.next = frame.moves.len();
        }
        None => {}
        Some((cost, line)) => {
            let better = match &frame.best {
                None => true,
                Some((best, _)) => (cost > *best) == frame.opposed && cost != *best,
            };
            if better {
                frame.best = Some((cost, line));
            }
            if !frame.opposed {
                // From now on only something cheaper is of interest.
                match cost.checked_sub(1) {
                    Some(less) => frame.price = frame.price.min(less),
                    None => frame.next = frame.moves.len(),
                }
            }
        }
    }
}
