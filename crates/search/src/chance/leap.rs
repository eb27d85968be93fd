//! Many sweeps at once: where the bounds are going, guessed from the last sweep and then verified.
//!
//! After a few sweeps all bounds of a component approach the truth at the same rate, so that the last
//! rises of the lower and of the upper bound say in which ratio the truth divides the interval. Bounds
//! close to that point are tried, and one more sweep checks them: a lower bound that nowhere sinks when
//! it is looked at again is below the truth, and an upper one likewise, provided that the play cannot
//! stay in the component for ever (then there is only one solution, and from such bounds the sweeps
//! lead to it without turning). Where it can stay, the player whose bound it is must besides have a
//! way to make it leave that keeps what the bound promises. What fails the check is taken back.

use outplay_game::Chance;

use super::bounds::{Bounds, Pair};
use super::graph::Graph;
use super::progress::Progress;
use super::shapes::ONE;

/// Tries leaps in one component; kept for its memory.
#[derive(Default)]
pub(crate) struct Leaps {
    /// The members' bounds before the last sweep, and those to come back to.
    before: Vec<Pair>,
    backup: Vec<Pair>,
    /// The interval is tried to be so many bits narrower.
    bits: u32,
    sweeps_left: u32,
}

/// How far the first leap goes, in bits, and how far any goes.
const FIRST_BITS: u32 = 8;
const MOST_BITS: u32 = 24;
/// Sweeps before the first leap, and between leaps.
const FIRST_SWEEPS: u32 = 3;
const SWEEPS: u32 = 2;
/// Added to what a leap leaves, for rounding.
const ROUNDING: u64 = 16;

impl Leaps {
    pub(crate) fn begin(&mut self) {
        (self.bits, self.sweeps_left) = (FIRST_BITS, FIRST_SWEEPS);
    }

    /// Notes the bounds before a sweep, if a leap is to follow it.
    pub(crate) fn note(&mut self, members: &[u32], bounds: &Bounds) {
        self.sweeps_left -= 1;
        if self.sweeps_left == 0 {
            self.before.clear();
            self.before.extend(members.iter().map(|&place| bounds.pair(place)));
        }
    }

    /// Leaps, where it is time to.
    pub(crate) fn leap<G: Chance>(
        &mut self,
        graph: &Graph<G>,
        members: &[u32],
        bounds: &mut Bounds,
        traps: Option<&mut Progress>,
    ) {
        if self.sweeps_left > 0 {
            return;
        }
        self.backup.clear();
        for (&place, before) in members.iter().zip(&self.before) {
            let pair = bounds.pair(place);
            self.backup.push(pair);
            let width = ONE - pair[0] - pair[1];
            let rises = [0, 1].map(|side| u128::from(pair[side] - before[side]));
            let sum = rises[0] + rises[1];
            let below = if sum == 0 { width / 2 } else { share(width, rises[0], sum) };
            let margin = (width >> self.bits) + ROUNDING;
            bounds.pairs[place as usize] = [
                pair[0] + below.saturating_sub(margin),
                pair[1] + (width - below).saturating_sub(margin),
            ];
        }
        let mut holds = [true; 2];
        for &place in members {
            let ahead = bounds.ahead(graph, place);
            let pair = &mut bounds.pairs[place as usize];
            for side in 0..2 {
                holds[side] &= ahead[side] >= pair[side];
                pair[side] = pair[side].max(ahead[side]);
            }
        }
        if let Some(progress) = traps {
            for (side, holds) in holds.iter_mut().enumerate() {
                *holds = *holds && progress.attained(graph, members, bounds, side);
            }
        }
        for side in (0..2).filter(|&side| !holds[side]) {
            for (&place, backup) in members.iter().zip(&self.backup) {
                bounds.pairs[place as usize][side] = backup[side];
            }
        }
        if holds == [true; 2] {
            self.bits = (self.bits + 4).min(MOST_BITS);
            self.sweeps_left = SWEEPS;
        } else {
            self.bits = (self.bits / 2).max(1);
            self.sweeps_left = 2 * SWEEPS;
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a share is no more than the whole")]
fn share(whole: u64, part: u128, sum: u128) -> u64 {
    (u128::from(whole) * part / sum) as u64
}
