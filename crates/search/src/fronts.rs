//! What is proved of one state and holds for all that are better, or worse.
//!
//! A game may know numbers of its states of which more can only be good for player 1
//! ([`Game::merits`]). States that differ in nothing else compare: what player 1 can force from one
//! they can force from all that have no less of any. So for each such family the searches keep *fronts*:
//! of what is proved, only what nothing else proved implies. A front of one size holds its last
//! entries; what is forgotten costs time and never the answer.

use hashbrown::HashMap;
use outplay_game::{Game, MOST_MERITS};
use rustc_hash::FxBuildHasher;

/// The fronts of every family of states.
pub(crate) struct Fronts<G: Game> {
    families: HashMap<G::State, [Front; 2], FxBuildHasher>,
    /// The merits of the state that is looked at, as the game lists them.
    listed: Vec<i32>,
    bytes: usize,
    /// How often states were compared, and how often more was known of them then.
    asked: u64,
    helped: u64,
}

/// Merits in a row of one size, so that all are compared at once.
type Row = [i32; MOST_MERITS];

/// A front among states: where it lies, which bound, and when that was proved.
#[derive(Default)]
struct Front {
    merits: Vec<Row>,
    bounds: Vec<(i64, u32)>,
    /// The next entry to be replaced when it is full.
    oldest: usize,
}

/// A search that has expanded so many states is large enough for comparing to pay.
pub(crate) const LARGE: u64 = 20_000;

/// More families than limits are looked at between.
const ROOM_FOR_A_WHILE: usize = 1 << 15;

/// After so many states it is known whether comparing pays, which it does if it helps with more than
/// one in a few.
const TRIED: u64 = 1 << 13;
const FEW: u64 = 32;

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
        Some(Self {
            families: HashMap::default(),
            listed: Vec::new(),
            bytes: 0,
            asked: 0,
            helped: 0,
        })
    }

    /// The best bound that states comparable to this one imply, and when it was proved.
    pub(crate) fn best(&mut self, game: &G, state: &G::State, way: Way) -> Option<(i64, u32)> {
        let (merits, rest) = self.split(game, state, way)?;
        let (bound, rank) = self.families.get(&rest)?[way as usize].best(&merits)?;
        Some((way.turned(bound), rank))
    }

    /// Counts whether comparing a state has told anything.
    pub(crate) fn count(&mut self, helped: bool) {
        self.asked += 1;
        self.helped += u64::from(helped);
    }

    /// Has it hardly ever told anything?
    pub(crate) fn is_useless(&self) -> bool {
        self.asked >= TRIED && self.helped * FEW < self.asked
    }

    /// A bound of a state is proved.
    pub(crate) fn learn(
        &mut self,
        game: &G,
        state: &G::State,
        way: Way,
        (bound, rank): (i64, u32),
    ) {
        let Some((merits, rest)) = self.split(game, state, way) else { return };
        let elsewhere = G::extra_bytes(&rest);
        let fronts = self.families.entry(rest).or_insert_with(|| {
            self.bytes += size_of::<(G::State, [Front; 2])>() * 8 / 7 + elsewhere;
            Default::default()
        });
        let front = &mut fronts[way as usize];
        let before = front.bytes();
        front.learn(&merits, way.turned(bound), rank);
        self.bytes = self.bytes + front.bytes() - before;
    }

    /// Merits so that more always means that a bound of this way holds as well, and the family.
    #[inline]
    fn split(&mut self, game: &G, state: &G::State, way: Way) -> Option<(Row, G::State)> {
        self.listed.clear();
        let rest = game.merits(state, &mut self.listed)?;
        let mut row = [0; MOST_MERITS];
        for (merit, &listed) in row.iter_mut().zip(&self.listed) {
            *merit = if way == Way::Down { -listed } else { listed };
        }
        Some((row, rest))
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes that it may ask for at once before long: old and new are there while one is moved to
    /// the other.
    pub(crate) fn growth(&self) -> usize {
        let room = self.families.capacity() - self.families.len();
        if room < ROOM_FOR_A_WHILE { 2 * self.families.allocation_size() } else { 0 }
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

/// Has the one more of anything than the other?
#[inline]
fn exceeds(one: &Row, other: &Row) -> bool {
    let mut more = false;
    for (one, other) in one.iter().zip(other) {
        more |= one > other;
    }
    more
}

impl Front {
    /// The largest bound of an entry that has no more of anything.
    fn best(&self, merits: &Row) -> Option<(i64, u32)> {
        let mut best: Option<(i64, u32)> = None;
        for (there, &(bound, rank)) in self.merits.iter().zip(&self.bounds) {
            if !exceeds(there, merits)
                && best.is_none_or(|(most, since)| bound > most || bound == most && rank < since)
            {
                best = Some((bound, rank));
            }
        }
        best
    }

    fn learn(&mut self, merits: &Row, bound: i64, rank: u32) {
        let mut place = 0;
        while place < self.bounds.len() {
            let (there, (known, _)) = (&self.merits[place], self.bounds[place]);
            if known >= bound && !exceeds(there, merits) {
                return;
            }
            if known <= bound && !exceeds(merits, there) {
                self.bounds.swap_remove(place);
                self.merits.swap_remove(place);
            } else {
                place += 1;
            }
        }
        if self.bounds.len() < MOST {
            self.bounds.push((bound, rank));
            self.merits.push(*merits);
        } else {
            let place = self.oldest % MOST;
            self.oldest = place + 1;
            self.bounds[place] = (bound, rank);
            self.merits[place] = *merits;
        }
    }

    fn bytes(&self) -> usize {
        self.merits.capacity() * size_of::<Row>() + self.bounds.capacity() * size_of::<(i64, u32)>()
    }
}
