//! The bounds of one component after another, each until they have met or rise no more.
//!
//! Inside a component every place is looked at again and again, the bounds of the last look at hand
//! (Gauss and Seidel). What a component leads to is settled before, so its own bounds cannot come
//! closer than those; they are brought closer than that and the *slack*.

use outplay_game::{Budget, Chance, PACE, Stop};

use super::bounds::Bounds;
use super::deflate::Traps;
use super::graph::Graph;
use super::leap::Leaps;
use super::progress::Progress;
use super::shapes::ONE;

/// Settles components; kept for its memory.
pub(crate) struct Iteration<'a> {
    pub(crate) bounds: &'a mut Bounds,
    pub(crate) progress: &'a mut Progress,
    pub(crate) slack: u64,
    pub(crate) budget: &'a Budget<'a>,
    /// Was there a component in which the play may stay for ever?
    pub(crate) stays: bool,
    traps: Traps,
    leaps: Leaps,
    looks: u64,
}

/// So many sweeps pass before a look for traps; where that gains nothing, as many again as there were.
const FIRST_SWEEPS: u32 = 4;

impl<'a> Iteration<'a> {
    pub(crate) fn new(
        bounds: &'a mut Bounds,
        progress: &'a mut Progress,
        slack: u64,
        budget: &'a Budget<'a>,
    ) -> Self {
        let (traps, leaps) = (Traps::default(), Leaps::default());
        Self { bounds, progress, slack, budget, stays: false, traps, leaps, looks: 0 }
    }

    /// Settles the places of a component, all that they lead to being settled.
    pub(crate) fn settle<G: Chance>(
        &mut self,
        graph: &Graph<G>,
        members: &[u32],
    ) -> Result<(), Stop> {
        self.progress.enter(members);
        if let &[place] = members {
            self.look(graph, place)?;
            return Ok(());
        }
        let outside = self.widest_outside(graph, members);
        let traps = self.traps.any(graph, members);
        self.stays |= traps;
        let done = self.close(graph, members, outside + self.slack, traps);
        if traps {
            self.progress.rank(graph, members, self.bounds);
        }
        done
    }

    fn close<G: Chance>(
        &mut self,
        graph: &Graph<G>,
        members: &[u32],
        goal: u64,
        traps: bool,
    ) -> Result<(), Stop> {
        let (mut sweep, mut next_traps) = (0, FIRST_SWEEPS);
        self.leaps.begin();
        loop {
            let mut rise = 0;
            self.leaps.note(members, self.bounds);
            for &place in members {
                rise = rise.max(self.look(graph, place)?);
            }
            let progress = traps.then_some(&mut *self.progress);
            self.leaps.leap(graph, members, self.bounds, progress);
            if members.iter().all(|&place| self.bounds.width(place) <= goal) {
                return Ok(());
            }
            sweep += 1;
            if traps && (rise == 0 || sweep == next_traps) {
                next_traps = 2 * sweep;
                for side in [1, 0] {
                    if self.bounds.for_ever[side] > 0
                        && self.traps.raise(graph, members, self.bounds, side)
                    {
                        // What one trap gains, the next can pass on.
                        next_traps = sweep + FIRST_SWEEPS;
                        rise = ONE;
                    }
                }
            }
            if rise == 0 {
                // As close as rounding lets them come.
                return Ok(());
            }
        }
    }

    fn look<G: Chance>(&mut self, graph: &Graph<G>, place: u32) -> Result<u64, Stop> {
        self.looks += 1;
        if self.looks.is_multiple_of(PACE) {
            self.budget.ended().map_or(Ok(()), Err)?;
        }
        Ok(self.bounds.update(graph, place))
    }

    /// The widest interval that the component leads to.
    fn widest_outside<G: Chance>(&self, graph: &Graph<G>, members: &[u32]) -> u64 {
        let targets = members.iter().flat_map(|&place| {
            let outside = move |&target: &u32| !self.progress.together(place, target);
            graph.targets_of(place).map(|index| graph.target(index)).filter(outside)
        });
        targets.map(|target| self.bounds.width(target)).max().unwrap_or(0)
    }
}
