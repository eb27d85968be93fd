//! The line that goes with a cost: what both play when both do their best.

use outplay_game::{Budget, MinCost, Stop};

use super::AndOr;
use crate::Stats;
use crate::pick::Pick;

/// How many states the line may expand for the sake of move order.
const PATIENCE_FOR_ORDER: u64 = 250_000;

impl<G: MinCost> AndOr<G> {
    /// The play in which both do their best, in move order among equals as far as that can be had
    /// within reason.
    ///
    /// What is known by comparing may have lost its way: a state that is won because another is may
    /// be the very one that the other goes through. From there on player 1 plays by a search that
    /// does not compare.
    pub(super) fn line(
        &mut self,
        game: &G,
        from: &G::State,
        mut left: u64,
        budget: &Budget,
    ) -> Result<Vec<G::Move>, Stop> {
        let (mut state, mut line, mut moves) = (from.clone(), Vec::new(), Vec::new());
        let mut plain: Option<Self> = None;
        let patience = self.stats.expanded.saturating_add(PATIENCE_FOR_ORDER);
        while let Some(pick) = Pick::of(game.node(&state))? {
            moves.clear();
            game.moves(&state, &mut moves);
            let chosen = match (pick, &mut plain) {
                (Pick::Smallest, _) => self.dearest(game, &state, &moves, left, budget)?,
                (Pick::Largest, Some(plain)) => {
                    plain.winning(game, &state, &moves, left, u64::MAX, budget)?
                }
                (Pick::Largest, None) => {
                    let chosen = self.winning(game, &state, &moves, left, patience, budget)?;
                    if chosen.is_none() {
                        plain = Some(Self::new().comparing_from(u64::MAX));
                        continue;
                    }
                    chosen
                }
            };
            let Some((mv, rest)) = chosen else { return Err(Stop::Cycle) };
            line.push(mv);
            left = rest;
            state = game.play(&state, mv);
        }
        self.stats.add(&plain.map_or_else(Stats::default, |plain| plain.stats()));
        Ok(line)
    }

    /// The first move of player 1 that is known to win within the budget, and what it leaves of it.
    fn winning(
        &mut self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        left: u64,
        patience: u64,
        budget: &Budget,
    ) -> Result<Option<(G::Move, u64)>, Stop> {
        let here = self.place(game, state.clone());
        self.ask(game, here, left, budget)?;
        let since = self.table.data(here).rank;
        for &mv in moves {
            let cost = game.cost(state, mv);
            let place = self.place(game, game.play(state, mv));
            self.compare(game, place);
            let Some(rest) = left.checked_sub(cost) else { continue };
            self.patience = patience;
            let asked = self.ask(game, place, rest, budget);
            self.patience = u64::MAX;
            if self.stats.expanded < patience {
                asked?;
            }
            let entry = self.table.data(place);
            // A loop that costs nothing is never entered.
            if entry.upper <= rest && (cost > 0 || entry.rank < since) {
                return Ok(Some((mv, rest)));
            }
        }
        Ok(None)
    }

    /// The first reply of player 2 that costs all that is left, and what it leaves of it.
    fn dearest(
        &mut self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        left: u64,
        budget: &Budget,
    ) -> Result<Option<(G::Move, u64)>, Stop> {
        for &mv in moves {
            let place = self.place(game, game.play(state, mv));
            self.compare(game, place);
            let Some(rest) = left.checked_sub(game.cost(state, mv)) else { continue };
            if let Some(less) = rest.checked_sub(1) {
                self.ask(game, place, less, budget)?;
            }
            if self.table.data(place).lower >= rest {
                return Ok(Some((mv, rest)));
            }
        }
        Ok(None)
    }

    /// A line that is known to win, without asking for more: what player 1 has proved, against the
    /// replies that look dearest.
    pub(super) fn known_line(&mut self, game: &G, from: &G::State) -> Vec<G::Move> {
        let (mut state, mut line, mut moves) = (from.clone(), Vec::new(), Vec::new());
        while let Ok(Some(pick)) = Pick::of(game.node(&state)) {
            let here = self.place(game, state.clone());
            let here = *self.table.data(here);
            moves.clear();
            game.moves(&state, &mut moves);
            let known = moves.iter().filter_map(|&mv| {
                let next = self.place(game, game.play(&state, mv));
                self.compare(game, next);
                let entry = self.table.data(next);
                let total = entry.upper.checked_add(game.cost(&state, mv))?;
                (total <= here.upper && entry.rank < here.rank).then_some((total, mv))
            });
            let best = match pick {
                Pick::Largest => known.min_by_key(|&(total, _)| total),
                Pick::Smallest => known.max_by_key(|&(total, _)| total),
            };
            let Some((_, mv)) = best else { return Vec::new() };
            line.push(mv);
            state = game.play(&state, mv);
        }
        line
    }
}
