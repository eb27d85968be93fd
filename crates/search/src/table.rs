//! A set of whole states, numbered in the order they came.
//!
//! States lie in one array and a hash table holds their numbers: a lookup compares whole states,
//! never hashes alone, and a number is enough to refer to a state from anywhere.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use outplay_game::{Budget, Game, PACE, Stop, memory};
use rustc_hash::FxBuildHasher;

/// States with what a search knows of each, by number.
pub(crate) struct Numbered<S, T> {
    entries: Vec<(S, T)>,
    places: HashTable<u32>,
    /// What a state takes elsewhere, and what all of them do.
    extra: fn(&S) -> usize,
    elsewhere: u64,
}

/// A table with room for fewer states than this is about to grow: more than most states have moves.
const ROOM_FOR_MOVES: usize = 128;

/// Does a large array grow where it is, without a second one beside it? The C libraries of Linux have
/// the kernel move its pages.
const GROWS_IN_PLACE: bool = cfg!(target_os = "linux");

/// So many bytes elsewhere count as one more state.
pub(crate) const BYTES_OF_A_STATE: u64 = 64;

/// For how many states one counts against a budget's states: more than one where it takes much memory
/// elsewhere.
pub fn counts_for<G: Game>(state: &G::State) -> u64 {
    1 + G::extra_bytes(state) as u64 / BYTES_OF_A_STATE
}

impl<S: Eq + Hash, T> Numbered<S, T> {
    /// Room for a small game without growing. `extra` says how many bytes a state takes elsewhere
    /// in memory.
    pub(crate) fn new(extra: fn(&S) -> usize) -> Self {
        Self {
            entries: Vec::with_capacity(256),
            places: HashTable::with_capacity(256),
            extra,
            elsewhere: 0,
        }
    }

    /// How many states are kept, large ones counted several times: what a budget limits.
    pub(crate) fn kept(&self) -> u64 {
        self.entries.len() as u64 + self.elsewhere / BYTES_OF_A_STATE
    }

    /// The number of a state, and whether it is new; then `data` was stored with it.
    ///
    /// # Panics
    /// At 2^32 states: more than any machine's memory holds of them.
    #[inline]
    pub(crate) fn insert(&mut self, state: S, data: T) -> (u32, bool) {
        self.insert_with(state, |_| data)
    }

    /// The number of a state, and whether it is new; then what `data` says was stored with it.
    #[inline]
    pub(crate) fn insert_with(&mut self, state: S, data: impl FnOnce(&S) -> T) -> (u32, bool) {
        if self.places.len() == self.places.capacity() {
            self.grow();
        }
        let hash = FxBuildHasher.hash_one(&state);
        let entries = &self.entries;
        let entry = self.places.entry(
            hash,
            |&place| entries[place as usize].0 == state,
            |&place| FxBuildHasher.hash_one(&entries[place as usize].0),
        );
        match entry {
            Entry::Occupied(found) => (*found.get(), false),
            Entry::Vacant(gap) => {
                let place = u32::try_from(self.entries.len()).expect("fewer than 2^32 states");
                gap.insert(place);
                let data = data(&state);
                self.elsewhere += (self.extra)(&state) as u64;
                self.entries.push((state, data));
                (place, true)
            }
        }
    }

    /// A larger table of numbers. Until it is filled its bytes are not seen in memory: whoever looks at it meanwhile,
    /// on another thread, counts them.
    #[cold]
    fn grow(&mut self) {
        let _taken_soon = memory::soon(self.larger_table() as u64);
        let entries = &self.entries;
        self.places.reserve(1, |&place| FxBuildHasher.hash_one(&entries[place as usize].0));
    }

    /// Bytes that a table of numbers with twice the room has.
    fn larger_table(&self) -> usize {
        2 * self.places.allocation_size()
    }

    /// Forgets all states but the first so many.
    pub(crate) fn truncate(&mut self, count: usize) {
        for (place, (state, _)) in self.entries.iter().enumerate().skip(count) {
            let hash = FxBuildHasher.hash_one(state);
            if let Ok(entry) = self.places.find_entry(hash, |&other| other as usize == place) {
                entry.remove();
            }
            self.elsewhere -= (self.extra)(state) as u64;
        }
        self.entries.truncate(count);
    }

    /// The number of a state, if it is there.
    #[inline]
    pub(crate) fn find(&self, state: &S) -> Option<u32> {
        let hash = FxBuildHasher.hash_one(state);
        self.places.find(hash, |&place| self.entries[place as usize].0 == *state).copied()
    }

    #[inline]
    pub(crate) fn state(&self, place: u32) -> &S {
        &self.entries[place as usize].0
    }

    #[inline]
    pub(crate) fn data(&self, place: u32) -> &T {
        &self.entries[place as usize].1
    }

    #[inline]
    pub(crate) fn data_mut(&mut self, place: u32) -> &mut T {
        &mut self.entries[place as usize].1
    }

    /// All states with what is known of each, by number.
    pub(crate) fn into_entries(self) -> impl Iterator<Item = (S, T)> {
        self.entries.into_iter()
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Must a search stop that keeps these states, and so many bytes besides, having expanded so
    /// many? Looks at memory before it is taken: a table about to grow counts as if it had.
    #[inline]
    pub(crate) fn stop(
        &self,
        budget: &Budget,
        expanded: u64,
        besides: impl FnOnce() -> usize,
    ) -> Option<Stop> {
        self.stop_before(budget, expanded, || (besides(), 0))
    }

    /// The same for a search that will need memory at its end: `besides` says how many bytes it has
    /// besides, and how many it will need.
    #[inline]
    pub(crate) fn stop_before(
        &self,
        budget: &Budget,
        expanded: u64,
        besides: impl FnOnce() -> (usize, usize),
    ) -> Option<Stop> {
        if self.kept() >= budget.states {
            return Some(Stop::States);
        }
        let full = self.is_full();
        if full || expanded.is_multiple_of(PACE) {
            let (besides, ahead) = besides();
            let (entries, places) = self.growth();
            let bytes = self.bytes() + (entries + places + besides + ahead) as u64;
            // An array that grows takes memory only where it is written to, and that is seen then.
            let soon = places + ahead + if GROWS_IN_PLACE { 0 } else { entries };
            let asked = (entries + places + ahead) as u64;
            let crowded = || if soon > 0 { budget.without_room_for(soon as u64) } else { None };
            let refused = || if asked > 0 { budget.without_space_for(asked) } else { None };
            return budget.stop(0, bytes, expanded).or_else(crowded).or_else(refused);
        }
        None
    }

    #[inline]
    fn is_full(&self) -> bool {
        let room = self.entries.capacity() - self.entries.len();
        room.min(self.places.capacity() - self.entries.len()) < ROOM_FOR_MOVES
    }

    /// Bytes that the next few states may ask for, for a larger array and a larger table: old and new
    /// are there at once while one is moved to the other.
    #[cold]
    fn growth(&self) -> (usize, usize) {
        let grown = |room: usize, bytes| if room < ROOM_FOR_MOVES { bytes } else { 0 };
        let entries = self.entries.capacity() * size_of::<(S, T)>();
        let entries = if GROWS_IN_PLACE { entries } else { 2 * entries };
        (
            grown(self.entries.capacity() - self.len(), entries),
            grown(self.places.capacity() - self.len(), self.larger_table()),
        )
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        let table = self.entries.capacity() * size_of::<(S, T)>() + self.places.allocation_size();
        table as u64 + self.elsewhere
    }
}
