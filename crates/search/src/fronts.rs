//! What is proved of one state and holds for all that are better, or worse.
//!
//! A game may know numbers of its states of which more can only be good for player 1
//! ([`Game::merits`]). States that differ in nothing else compare: what player 1 can force from one
//! they can force from all that have no less of any. So for each such family the searches keep *fronts*:
//! of what is proved, only what nothing else proved implies. A front of one size holds its last
//! entries; what is forgotten costs time and never the answer.

use hashbrown::HashMap;
use outplay_game::Game;
use rustc_hash::FxBuildHasher;

/// The fronts of every family of states.
pub(crate) struct Fronts<G: Game> {
    families: HashMap<G::State, [Front; 2], FxBuildHasher>,
    merits: Vec<i32>,
    bytes: usize,
}

/// A front among states: where it lies, which bound, and when that was proved.
#[derive(Default)]
struct Front {
    /// The merits of its entries, one after the other.
    merits: Vec<i32>,
    bounds: Vec<(i64, u32)>,
    /// The next entry to be replaced when it is full.
    oldest: usize,
}

/// The most entries of a front.
const MOST: usize = 256;

/// Which way a bound goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The state is worth at least so much, and so are all that are better.
    Up,
    /// The state is worth at most so much, and so are all that are worse.
    Down,
}

impl<G: Game> Fronts<G> {
    /// Nothing is known yet; `None` where the game knows no merits of this state.
    pub(crate) fn of(game: &G, state: &G::State) -> Option<Self> {
        game.merits(state, &mut Vec::new())?;
        Some(Self { families: HashMap::default(), merits: Vec::new(), bytes: 0 })
    }

    /// The best bound that states comparable to this one imply, and when it was proved.
    pub(crate) fn best(&mut self, game: &G, state: &G::State, way: Way) -> Option<(i64, u32)> {
        let fronts = self.families.get(&Self::split(&mut self.merits, game, state, way)?)?;
        let (bound, rank) = fronts[way as usize].best(&self.merits)?;
        Some((way.turned(bound), rank))
    }

    /// A bound of a state is proved.
    pub(crate) fn learn(
        &mut self,
        game: &G,
        state: &G::State,
        way: Way,
        (bound, rank): (i64, u32),
    ) {
        let Some(rest) = Self::split(&mut self.merits, game, state, way) else { return };
        let elsewhere = G::extra_bytes(&rest);
        let fronts = self.families.entry(rest).or_insert_with(|| {
            self.bytes += size_of::<(G::State, [Front; 2])>() * 8 / 7 + elsewhere;
            Default::default()
        });
        let front = &mut fronts[way as usize];
        let before = front.bytes();
        front.learn(&self.merits, way.turned(bound), rank);
        self.bytes = self.bytes + front.bytes() - before;
    }

    /// Merits so that more always means that a bound of this way holds as well.
    fn split(merits: &mut Vec<i32>, game: &G, state: &G::State, way: Way) -> Option<G::State> {
        merits.clear();
        let rest = game.merits(state, merits)?;
        if way == Way::Down {
            merits.iter_mut().for_each(|merit| *merit = -*merit);
        }
        Some(rest)
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Way {
    fn turned(self, bound: i64) -> i64 {
        match self {
            Self::Up => bound,
            Self::Down => -bound,
        }
    }
}

impl Front {
    /// The largest bound of an entry that has no more of anything.
    fn best(&self, merits: &[i32]) -> Option<(i64, u32)> {
        let mut best: Option<(i64, u32)> = None;
        for (there, &(bound, rank)) in self.merits.chunks_exact(merits.len()).zip(&self.bounds) {
            let better =
                best.is_none_or(|(most, since)| bound > most || bound == most && rank < since);
            if better && there.iter().zip(merits).all(|(there, here)| there <= here) {
                best = Some((bound, rank));
            }
        }
        best
    }

    fn learn(&mut self, merits: &[i32], bound: i64, rank: u32) {
        let width = merits.len();
        let mut place = 0;
        while place < self.bounds.len() {
            let there = &self.merits[place * width..(place + 1) * width];
            let (known, _) = self.bounds[place];
            if known >= bound && there.iter().zip(merits).all(|(there, here)| there <= here) {
                return;
            }
            if known <= bound && there.iter().zip(merits).all(|(there, here)| there >= here) {
                self.bounds.swap_remove(place);
                let last = self.bounds.len();
                self.merits.copy_within(last * width..(last + 1) * width, place * width);
                self.merits.truncate(last * width);
                continue;
            }
            place += 1;
        }
        if self.bounds.len() < MOST {
            self.bounds.push((bound, rank));
            self.merits.extend_from_slice(merits);
        } else {
            let place = self.oldest % MOST;
            self.oldest = place + 1;
            self.bounds[place] = (bound, rank);
            self.merits[place * width..(place + 1) * width].copy_from_slice(merits);
        }
    }

    fn bytes(&self) -> usize {
        self.merits.capacity() * size_of::<i32>() + self.bounds.capacity() * size_of::<(i64, u32)>()
    }
}
