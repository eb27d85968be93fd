//! The arena as a program of its own, to measure ours against: plain structs, its rules written out,
//! alpha-beta with a hash table, and a loop of random games.
//!
//! It shares no line with the rules file or the engine. Who leaves the queue is what the rules say,
//! and copies of whoever can never act again are dropped, as anybody would who wants it fast.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// A fighter of the arena.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Mage,
    Rogue,
    Vampire,
    Sorcerer,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Mage, Self::Rogue, Self::Vampire, Self::Sorcerer];

    fn defense(self) -> i32 {
        match self {
            Self::Mage => 8,
            Self::Rogue | Self::Sorcerer => 10,
            Self::Vampire => 3,
        }
    }

    /// What attack and special cost.
    fn costs(self) -> [i32; 2] {
        match self {
            Self::Mage => [5, 30],
            Self::Rogue => [3, 10],
            Self::Vampire | Self::Sorcerer => [15, 20],
        }
    }
}

/// The places of a queue as bits, the front lowest: whose they are, and which can add.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Queue {
    player: u128,
    able: u128,
    length: u32,
}

impl Queue {
    fn start(first: usize) -> Self {
        Self { player: if first == 0 { 2 } else { 1 }, able: 3, length: 2 }
    }

    fn front(&self) -> usize {
        usize::from(self.player & 1 == 1)
    }

    fn push(&mut self, player: usize, able: bool) {
        assert!(self.length < 128, "the queue is too long for a hand-written one");
        self.player |= (player as u128) << self.length;
        self.able |= u128::from(able) << self.length;
        self.length += 1;
    }

    fn add<const RESTRICTED: bool>(&mut self, player: usize) {
        if !RESTRICTED {
            self.push(player, true);
        } else if self.able & 1 == 1 {
            let own = if player == 1 { self.player } else { !self.player };
            let able = self.front() == player && (own & self.able).count_ones() < 2;
            self.push(player, able);
        }
    }

    fn pop(&mut self) {
        self.player >>= 1;
        self.able >>= 1;
        self.length -= 1;
    }

    /// Drops every copy of a player.
    fn without(&mut self, player: usize) {
        let mut kept = Self { player: 0, able: 0, length: 0 };
        for place in 0..self.length {
            let whose = usize::from(self.player >> place & 1 == 1);
            if whose != player {
                kept.push(whose, self.able >> place & 1 == 1);
            }
        }
        *self = kept;
    }
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    hp: [i32; 2],
    sp: [i32; 2],
    queue: Queue,
}

/// A fight between two of them, in one of the two queues.
pub(crate) struct Fight<const RESTRICTED: bool> {
    kinds: [Kind; 2],
    table: Table,
    /// Positions that were looked into.
    pub(crate) nodes: u64,
    most_nodes: u64,
}

type Table = HashMap<State, Known, BuildHasherDefault<Mixed>>;

/// What is known of a position's value, and its best move.
#[derive(Clone, Copy)]
struct Known {
    least: i32,
    most: i32,
    best: usize,
}

/// A quick hash: multiply and rotate.
#[derive(Default)]
pub(crate) struct Mixed(u64);

impl std::hash::Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    }

    #[expect(clippy::cast_possible_truncation, reason = "one half, then the other")]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    fn write_i32(&mut self, word: i32) {
        self.write_u64(u64::from(word.cast_unsigned()));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
}

impl<const RESTRICTED: bool> Fight<RESTRICTED> {
    pub(crate) fn new(kinds: [Kind; 2], most_nodes: u64) -> Self {
        Self { kinds, table: Table::default(), nodes: 0, most_nodes }
    }

    fn start(size: i32) -> State {
        State { hp: [size; 2], sp: [size; 2], queue: Queue::start(0) }
    }

    fn can_act(&self, state: &State, player: usize) -> bool {
        let [attack, special] = self.kinds[player].costs();
        state.sp[player] >= attack.min(special)
    }

    /// The front uses its attack (0) or special (1) and leaves.
    fn play(&self, state: &State, skill: usize) -> State {
        let mut next = *state;
        let me = state.queue.front();
        let kind = self.kinds[me];
        let used = match (kind, skill) {
            (Kind::Sorcerer, 0) => channelled(state, me),
            _ => (kind, skill),
        };
        next.sp[me] -= kind.costs()[skill];
        let (damage, drains) = match used {
            (Kind::Mage, 0) => (20, false),
            (Kind::Mage, _) => (40, false),
            (Kind::Rogue, 0) => (15, false),
            (Kind::Rogue, _) => (20, false),
            (Kind::Vampire, 0) => (20, true),
            (Kind::Vampire, _) => (30, true),
            (Kind::Sorcerer, _) => (25, false),
        };
        let lost = (damage - self.kinds[1 - me].defense()).min(next.hp[1 - me]);
        next.hp[1 - me] -= lost;
        if drains {
            next.hp[me] += lost;
        }
        let queue = &mut next.queue;
        match used {
            (Kind::Mage | Kind::Rogue | Kind::Vampire, 0) => queue.add::<RESTRICTED>(me),
            (Kind::Mage, _) => {
                queue.add::<RESTRICTED>(1 - me);
                queue.add::<RESTRICTED>(me);
            }
            (Kind::Rogue, _) => {
                queue.add::<RESTRICTED>(me);
                queue.add::<RESTRICTED>(me);
            }
            (Kind::Vampire, _) => {
                queue.add::<RESTRICTED>(me);
                queue.add::<RESTRICTED>(me);
                queue.add::<RESTRICTED>(1 - me);
            }
            (Kind::Sorcerer, _) => {
                *queue = Queue::start(me);
                queue.add::<RESTRICTED>(me);
            }
        }
        queue.pop();
        next
    }

    /// The positions after the moves of a position, those first that cannot act dropped.
    fn after(&self, state: &State, skill: usize) -> State {
        let mut next = self.play(state, skill);
        for player in [0, 1] {
            if !self.can_act(&next, player) {
                next.queue.without(player);
            }
        }
        next
    }

    fn is_over(state: &State) -> bool {
        state.hp[0] == 0 || state.hp[1] == 0 || state.queue.length == 0
    }

    fn score(state: &State) -> i32 {
        match state.hp {
            [_, 0] => state.hp[0],
            [0, _] => -state.hp[1],
            _ => 0,
        }
    }

    /// The value to player 1; nothing when there were too many positions.
    pub(crate) fn value(&mut self, size: i32) -> Option<i32> {
        self.search(&Self::start(size), -i32::MAX, i32::MAX)
    }

    /// What a position is worth to player 1, exact within the window.
    fn search(&mut self, state: &State, mut alpha: i32, mut beta: i32) -> Option<i32> {
        if Self::is_over(state) {
            return Some(Self::score(state));
        }
        // Whoever wins has what they have, and what they drained from the other.
        let gain = |player: usize| {
            let drains = self.kinds[player] == Kind::Vampire;
            state.hp[player] + if drains { state.hp[1 - player] } else { 0 }
        };
        let (mut least, mut most) = (-gain(1), gain(0));
        let mut best = 0;
        if let Some(known) = self.table.get(state) {
            (least, most, best) = (least.max(known.least), most.min(known.most), known.best);
        }
        if least >= beta || least == most {
            return Some(least);
        }
        if most <= alpha {
            return Some(most);
        }
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            return None;
        }
        (alpha, beta) = (alpha.max(least), beta.min(most));
        let (window, me) = ((alpha, beta), state.queue.front());
        let mut value = if me == 0 { -i32::MAX } else { i32::MAX };
        for skill in [best, 1 - best] {
            if state.sp[me] < self.kinds[me].costs()[skill] {
                continue;
            }
            let child = self.search(&self.after(state, skill), alpha, beta)?;
            if (me == 0 && child > value) || (me == 1 && child < value) {
                (value, best) = (child, skill);
            }
            if me == 0 {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        if value < window.1 {
            most = most.min(value);
        }
        if value > window.0 {
            least = least.max(value);
        }
        self.table.insert(*state, Known { least, most, best });
        Some(value)
    }

    /// A game of random moves: what it is worth to player 1, and how many actions it took.
    pub(crate) fn random_game(
        &self,
        size: i32,
        mut below: impl FnMut(usize, u32) -> u32,
    ) -> (i32, u64) {
        let (mut state, mut actions) = (Self::start(size), 0);
        loop {
            while state.queue.length > 0 && !self.can_act(&state, state.queue.front()) {
                state.queue.pop();
            }
            if Self::is_over(&state) {
                return (Self::score(&state), actions);
            }
            let me = state.queue.front();
            let costs = self.kinds[me].costs();
            let can = costs.map(|cost| state.sp[me] >= cost);
            let skill = match can {
                [true, true] => below(me, 2) as usize,
                [first, _] => {
                    below(me, 1);
                    usize::from(!first)
                }
            };
            state = self.play(&state, skill);
            actions += 1;
        }
    }
}

/// What the Sorcerer's tree picks.
fn channelled(state: &State, me: usize) -> (Kind, usize) {
    let enemy = 1 - me;
    if state.hp[me] <= 50 {
        return (Kind::Mage, 0);
    }
    let first = match (state.sp[me], state.hp[enemy]) {
        (..=20, _) => 3,
        (_, ..30) => 6,
        _ => 4,
    };
    let second = if state.sp[enemy] <= 40 { 2 } else { 8 };
    let third = if state.hp[me] <= 90 { 1 } else { 7 };
    match first.min(second).min(third) {
        2 => (Kind::Mage, 1),
        3 => (Kind::Mage, 0),
        4 | 7 => (Kind::Rogue, 1),
        _ => (Kind::Rogue, 0),
    }
}
