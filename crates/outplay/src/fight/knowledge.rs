//! What perfect play knows of a fight, shared by all who ask: for styles that come to very many positions.

use std::sync::{Mutex, PoisonError};

use outplay_duel::order::Order;
use outplay_duel::{Duel, Move, State};
use outplay_game::{Budget, Objective, Player, Stop};
use outplay_lab::{Chooser, Noisy, Style};
use outplay_search::{Costs, Nearest, Oracle};
use rustc_hash::FxHashMap;

use super::nearest::nearest_move_of_style;
use crate::StyleName;
use crate::styles::cheapest;

/// So many positions are weighed all at once at the most.
const MOST_LEARNED: usize = 400_000;

/// So many choices are kept.
const MOST_CHOSEN: usize = 1 << 20;

/// What is known of one fight.
pub(super) struct Knowledge<'k, const W: usize, O: Order> {
    oracle: &'k mut Oracle<Duel<W, O>>,
    pub(super) costs: &'k mut Costs<Duel<W, O>>,
    nearest: &'k mut Nearest<Duel<W, O>>,
    /// Are all positions few enough to know how near they come? Found out once.
    whole: Option<bool>,
    /// So many states may be looked at for the values of positions, all together; none for any number.
    effort: Option<u64>,
    chosen: FxHashMap<State<W, O>, Move>,
}

/// Nothing, of a fight that nothing is known of yet.
pub(super) struct Fresh<const W: usize, O: Order> {
    oracle: Oracle<Duel<W, O>>,
    costs: Costs<Duel<W, O>>,
    nearest: Nearest<Duel<W, O>>,
}

impl<const W: usize, O: Order> Fresh<W, O> {
    pub(super) fn new(duel: &Duel<W, O>) -> Self {
        Self { oracle: Oracle::empty(duel), costs: Costs::default(), nearest: Nearest::new() }
    }

    pub(super) fn knowledge(&mut self) -> Knowledge<'_, W, O> {
        Knowledge::new(&mut self.oracle, &mut self.costs, &mut self.nearest)
    }
}

impl<'k, const W: usize, O: Order> Knowledge<'k, W, O> {
    pub(super) fn new(
        oracle: &'k mut Oracle<Duel<W, O>>,
        costs: &'k mut Costs<Duel<W, O>>,
        nearest: &'k mut Nearest<Duel<W, O>>,
    ) -> Self {
        Self { oracle, costs, nearest, whole: None, effort: None, chosen: FxHashMap::default() }
    }

    /// The same, for whom it is not worth more than so many states from here on.
    pub(super) fn within(mut self, effort: u64) -> Self {
        self.effort = Some(self.oracle.stats().expanded.saturating_add(effort));
        self
    }

    /// Is it too much to go on?
    fn is_tired(&self) -> bool {
        self.effort.is_some_and(|effort| self.oracle.stats().expanded > effort)
    }

    /// What each move is worth to player 1, where it is fought for that.
    pub(super) fn values(
        &mut self,
        duel: &Duel<W, O>,
        state: &State<W, O>,
        budget: &Budget,
    ) -> Result<Vec<(Move, i64)>, Stop> {
        if self.is_tired() {
            return Err(Stop::States);
        }
        self.oracle.move_values(duel, state, budget)
    }

    /// Learns what every position costs; `false` where they are too many.
    pub(super) fn learn_costs(
        &mut self,
        duel: &Duel<W, O>,
        from: &State<W, O>,
        budget: &Budget,
    ) -> bool {
        self.costs.learn_all(duel, from, MOST_LEARNED, budget) == Ok(true)
    }

    /// What perfect play does: the same as the style `minimax`.
    pub(super) fn best_move(
        &mut self,
        duel: &Duel<W, O>,
        state: &State<W, O>,
        moves: &[Move],
        player: Player,
        zero_sum: bool,
        budget: &Budget,
    ) -> Result<Move, Stop> {
        if let [only] = moves {
            return Ok(*only);
        }
        if let Some(&mv) = self.chosen.get(state) {
            return Ok(mv);
        }
        if zero_sum && self.is_tired() {
            return Err(Stop::States);
        }
        let mv = if zero_sum {
            self.oracle.best_move(duel, state, budget)?.unwrap_or(moves[0])
        } else {
            let (nearest, whole) = (&mut *self.nearest, &mut self.whole);
            cheapest(duel, state, moves, player, self.costs, budget, || {
                nearest_move_of_style(duel, state, player, nearest, whole, budget)
            })?
        };
        if self.chosen.len() >= MOST_CHOSEN {
            self.chosen = FxHashMap::default();
        }
        self.chosen.insert(state.clone(), mv);
        Ok(mv)
    }
}

/// Perfect play of a side, as a style.
pub(super) fn perfect<'g, const W: usize, O: Order>(
    duel: &'g Duel<W, O>,
    player: Player,
    objective: &Objective,
    known: &'g Mutex<Knowledge<'_, W, O>>,
    budget: Budget<'g>,
) -> Box<dyn Style<Duel<W, O>> + 'g> {
    let zero_sum = objective.is_zero_sum();
    let choose = move |_: &Duel<W, O>, state: &State<W, O>, moves: &[Move]| {
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        known.best_move(duel, state, moves, player, zero_sum, &budget)
    };
    Box::new(Chooser::new(StyleName::Minimax.to_string(), choose).deterministic())
}

/// The same with slips.
pub(super) fn noisy<'g, const W: usize, O: Order>(
    duel: &'g Duel<W, O>,
    name: &StyleName,
    slips: (u32, u32),
    player: Player,
    objective: &Objective,
    known: &'g Mutex<Knowledge<'_, W, O>>,
    budget: Budget<'g>,
) -> Box<dyn Style<Duel<W, O>> + 'g> {
    let best = perfect(duel, player, objective, known, budget);
    Box::new(Noisy::new(name.to_string(), player, slips, best))
}
