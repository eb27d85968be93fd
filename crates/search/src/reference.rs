//! The plain brute force that every other search is tested against.
//!
//! Tries every legal line within a budget, and raises the budget until a win fits: no memory of
//! states, no bound, nothing clever. Where player 2 chooses, a win must hold against every reply.
//! The only thing it refuses is to come back, for free, to a position of the same line: a win that
//! does so has a shorter twin. The stack is a vector, so a long line cannot overflow the machine's.

use outplay_game::{MinCost, Player, Turn};
use rustc_hash::FxHashSet;

use crate::{Control, Proof, Solution, Stats, Stop};

/// The cheapest win, against the worst replies, by brute force.
///
/// `Stats::expanded` counts every visit of a state, over all budgets.
///
/// ```
/// use outplay_search::{Control, reference::brute};
/// let game: outplay_game::sketch::Sketch = "a: 1 b?, 9 win\nb?: 1 win, 3 win".parse().unwrap();
/// assert_eq!(brute(&game, &0, &mut Control::default()).cost, Some(4));
/// ```
pub fn brute<G: MinCost>(game: &G, from: &G::State, control: &mut Control) -> Solution<G::Move> {
    let mut stats = Stats::default();
    let mut budget = 0;
    // Nothing cheaper than this wins: all lines within the budget before were tried.
    let mut lower = 0;
    loop {
        let budget_now = control.at_most.map_or(budget, |most| budget.min(most));
        let mut pass = Pass { game, control, stats: &mut stats, overshoot: None };
        let result = pass.run(from, budget_now);
        let overshoot = pass.overshoot;
        match result {
            Err(stop) => {
                let (line, proof) = (Vec::new(), Proof::Bound { lower });
                return Solution { cost: None, line, proof, stopped: Some(stop), stats };
            }
            Ok(Some((cost, line))) => {
                stats.found = 1;
                let proof = Proof::Optimal;
                return Solution { cost: Some(cost), line, proof, stopped: None, stats };
            }
            Ok(None) => match overshoot {
                Some(least) if control.affordable(least) => {
                    lower = least;
                    budget = least.max(budget.saturating_add(budget / 2));
                }
                _ => {
                    let proof = Proof::Optimal;
                    return Solution { cost: None, line: Vec::new(), proof, stopped: None, stats };
                }
            },
        }
    }
}

type Found<M> = Option<(u64, Vec<M>)>;

/// One try of all lines within a budget.
struct Pass<'a, 'b, 'c, G: MinCost> {
    game: &'a G,
    control: &'b mut Control<'c>,
    stats: &'b mut Stats,
    /// The least cost at which a line was given up for the budget's sake.
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
    budget: u64,
    best: Found<M>,
    /// Some state above has a win already, so that failing here costs nothing.
    spare: bool,
}

impl<G: MinCost> Pass<'_, '_, '_, G> {
    fn run(&mut self, from: &G::State, budget: u64) -> Result<Found<G::Move>, Stop> {
        if self.game.is_goal(from) {
            return Ok(Some((0, Vec::new())));
        }
        let mut stack = vec![self.enter(from.clone(), 0, budget, false)?];
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
            let Some(rest) = frame.budget.checked_sub(cost) else {
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
                let frame = self.enter(next, spent, rest, spare)?;
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
        budget: u64,
        spare: bool,
    ) -> Result<Frame<G::State, G::Move>, Stop> {
        if let Some(stop) = self.control.stop(self.stats.expanded, self.stats.expanded) {
            return Err(stop);
        }
        self.stats.expanded += 1;
        let mut moves = Vec::new();
        self.game.moves(&state, &mut moves);
        let opposed = self.game.turn(&state) == Turn::Choose(Player::Two);
        Ok(Frame { state, opposed, moves, next: 0, spent, budget, best: None, spare })
    }
}

impl<S, M> Frame<S, M> {
    fn is_spare(&self) -> bool {
        self.spare || (!self.opposed && self.best.is_some())
    }
}

/// Takes in what the move tried last is worth: `None` is a failure within the budget.
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
                    Some(less) => frame.budget = frame.budget.min(less),
                    None => frame.next = frame.moves.len(),
                }
            }
        }
    }
}
