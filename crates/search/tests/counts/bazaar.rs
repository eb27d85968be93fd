//! Random games that know every word a search may ask for: places to be at, a purse for each player,
//! dice, bounds, guesses, merits and memory elsewhere. Drawn by `SplitMix64`, so that they are the same
//! on every machine and for ever.

use outplay_game::{Chance, Game, MinCost, Nearness, Node, Passage, Player, Versus, ZeroSum};

/// A stream of random numbers (Steele, Lea and Flood).
pub(crate) struct Stream(pub(crate) u64);

impl Stream {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn small(&mut self, bound: u64) -> i32 {
        i32::try_from(self.below(bound)).unwrap()
    }
}

/// What kind of games are drawn.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) contested: bool,
    pub(crate) dice: bool,
    /// Does it end after a few turns?
    pub(crate) turns: Option<i32>,
    /// The most that a purse holds.
    pub(crate) most: i32,
    pub(crate) places: u64,
    /// What moves are paid with is a multiple of this.
    pub(crate) price: i32,
}

/// A game.
#[derive(Debug)]
pub(crate) struct Bazaar {
    places: Vec<Place>,
    contested: bool,
    turns: Option<i32>,
    most: i32,
    /// The least cost from each place to a goal if the purses were full; none: there is no way.
    bounds: Vec<Option<u64>>,
}

#[derive(Debug)]
struct Place {
    node: Node,
    worth: i64,
    moves: Vec<Way>,
}

#[derive(Debug)]
struct Way {
    to: usize,
    pays: i32,
    gains: i32,
    cost: u64,
    weight: u64,
}

/// A place, both purses, and the turns that are left.
pub(crate) type At = [i32; 4];

impl Bazaar {
    pub(crate) fn draw(kind: Kind, seed: u64) -> Self {
        let mut stream = Stream(seed);
        let count = usize::try_from(kind.places).unwrap();
        let mut places: Vec<Place> = (0..count)
            .map(|index| {
                let node = match stream.below(12) {
                    // There is something to win.
                    _ if index + 1 == count => Node::End,
                    0 if index > 0 => Node::End,
                    2..=4 if kind.contested => Node::Min,
                    5 | 6 if kind.dice => Node::Mean,
                    7 => Node::Single,
                    _ => Node::Max,
                };
                let ways = if node == Node::Single { 1 } else { 1 + stream.below(3) };
                let moves = (0..ways).map(|first| Way {
                    to: usize::try_from(stream.below(kind.places)).unwrap(),
                    // The first is free, and dice ask for nothing.
                    pays: if first == 0 || node == Node::Mean {
                        0
                    } else {
                        stream.small(4) * kind.price
                    },
                    gains: stream.small(3),
                    cost: stream.below(4),
                    weight: 1 + stream.below(5),
                });
                let moves = moves.collect();
                let worth = i64::from(stream.small(9)) - 4;
                Place { node, worth: if index + 1 == count { 2 } else { worth }, moves }
            })
            .collect();
        let mut bounds: Vec<Option<u64>> = places
            .iter_mut()
            .map(|place| {
                if place.node == Node::End {
                    place.moves.clear();
                }
                (place.node == Node::End && place.worth > 0).then_some(0)
            })
            .collect();
        for _ in 0..count {
            for (index, place) in places.iter().enumerate() {
                let through = place.moves.iter().filter_map(|way| Some(bounds[way.to]? + way.cost));
                bounds[index] = bounds[index].into_iter().chain(through).min();
            }
        }
        Self { places, contested: kind.contested, turns: kind.turns, most: kind.most, bounds }
    }

    fn place(&self, at: &At) -> (usize, &Place) {
        let index = usize::try_from(at[0]).unwrap();
        (index, &self.places[index])
    }

    /// Whose purse it is that counts here.
    fn purse(place: &Place) -> usize {
        if place.node == Node::Min { 2 } else { 1 }
    }

    fn is_over(&self, at: &At) -> bool {
        self.place(at).1.node == Node::End || at[3] == 0
    }
}

impl Game for Bazaar {
    type State = At;
    type Move = usize;
    fn start(&self) -> At {
        [0, 2.min(self.most), 2.min(self.most), self.turns.unwrap_or(-1)]
    }
    fn node(&self, at: &At) -> Node {
        if self.is_over(at) { Node::End } else { self.place(at).1.node }
    }
    fn moves(&self, at: &At, out: &mut Vec<usize>) {
        if !self.is_over(at) {
            let place = self.place(at).1;
            let purse = at[Self::purse(place)];
            out.extend((0..place.moves.len()).filter(|&mv| place.moves[mv].pays <= purse));
        }
    }
    fn play(&self, at: &At, mv: usize) -> At {
        let place = self.place(at).1;
        let way = &place.moves[mv];
        let mut next = [i32::try_from(way.to).unwrap(), at[1], at[2], (at[3] - 1).max(-1)];
        let purse = &mut next[Self::purse(place)];
        *purse = (*purse - way.pays + way.gains).min(self.most);
        next
    }
    fn extra_bytes(at: &At) -> usize {
        60 * usize::try_from(at[0] % 3).unwrap()
    }
    fn merits(&self, at: &At, out: &mut Vec<i32>) -> Option<At> {
        out.extend([at[1], -at[2]]);
        Some([at[0], 0, 0, at[3]])
    }
}

impl Chance for Bazaar {
    fn weights(&self, at: &At, out: &mut Vec<u64>) {
        out.extend(self.place(at).1.moves.iter().map(|way| way.weight));
    }
}

impl MinCost for Bazaar {
    fn cost(&self, at: &At, mv: usize) -> u64 {
        self.place(at).1.moves[mv].cost
    }
    fn is_goal(&self, at: &At) -> bool {
        let place = self.place(at).1;
        place.node == Node::End && place.worth > 0
    }
    fn contested(&self) -> bool {
        self.contested
    }
    fn at_least(&self, at: &At) -> Option<u64> {
        let (index, place) = self.place(at);
        if at[3] == 0 && place.node != Node::End { None } else { self.bounds[index] }
    }
    fn distance_guess(&self, at: &At) -> i64 {
        i64::from(at[0] * 7 % 5 - at[1])
    }
}

impl Nearness for Bazaar {
    fn gap(&self, at: &At) -> Option<i64> {
        let place = self.place(at).1;
        (place.node != Node::Single).then_some(20 - place.worth - i64::from(at[1]))
    }
    fn play_measuring(&self, at: &At, mv: usize) -> (At, Passage) {
        let next = self.play(at, mv);
        let rounds = u32::try_from(mv % 2).unwrap();
        (next, Passage { gap: self.gap(&next), rounds })
    }
    fn strength(&self, at: &At) -> i64 {
        i64::from(at[1])
    }
}

impl Versus for Bazaar {
    fn winner(&self, at: &At) -> Option<Player> {
        let place = self.place(at).1;
        match place.worth.signum() {
            _ if place.node != Node::End => None,
            1 => Some(Player::One),
            -1 => Some(Player::Two),
            _ => None,
        }
    }
}

impl ZeroSum for Bazaar {
    fn payoff(&self, at: &At) -> i64 {
        let place = self.place(at).1;
        let worth = if place.node == Node::End { place.worth } else { 0 };
        3 * worth + i64::from(at[1] - at[2])
    }
    fn value_at_most(&self, at: &At) -> i64 {
        if self.is_over(at) { self.payoff(at) } else { i64::from(12 + self.most) }
    }
    fn value_at_least(&self, at: &At) -> i64 {
        if self.is_over(at) { self.payoff(at) } else { -i64::from(12 + self.most) }
    }
    fn value_guess(&self, at: &At) -> i64 {
        i64::from(at[1] - at[2])
    }
    fn is_acyclic(&self) -> bool {
        self.turns.is_some()
    }
}
