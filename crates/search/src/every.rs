//! Every position that a game can come to, with what each is worth and which moves keep to that.
//!
//! What a single best line cannot tell is asked of all positions together: is there a move without which
//! nothing would be lost anywhere, how many best lines are there, and how often is a move made in them.
//! The positions are enumerated and settled backwards, by [`Retrograde`] or by least costs, so that loops
//! need no care; a game with too many of them is refused by its budget.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::Hash;

use outplay_game::{Budget, Game, MinCost, PACE, Player, Stop, ZeroSum};

use crate::every_line::bytes_to_count;
use crate::pick::Pick;
use crate::table::Numbered;
use crate::zero_sum::Retrograde;

/// Every position that can be reached, settled.
pub struct Every<G: Game> {
    spots: Vec<Spot<G::State>>,
    /// The moves of all positions, one position's after the other's.
    ways: Vec<Way<G::Move>>,
}

/// A position, and what it is worth.
struct Spot<S> {
    state: S,
    /// Who picks the move; nobody where there is one at most.
    chooser: Option<Player>,
    /// Its moves end here.
    ends: usize,
    /// The value, or the least cost; none where there is no win to have one.
    value: Option<i64>,
    /// Of two positions of one value the one that is nearer to its end has the lower rank.
    rank: u32,
    /// Does it not matter here how long it takes? Then any move that keeps the value is best.
    free: bool,
}

/// A move, what it costs and where it leads.
pub(crate) struct Way<M> {
    pub(crate) mv: M,
    cost: i64,
    pub(crate) next: u32,
}

/// What would be lost without some moves of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing: wherever there is such a move, another is as good and leads on.
    Nowhere,
    /// In this position, the first of them, none of the other moves is as good.
    Here(usize),
    /// Somewhere there is no other move, or none that surely leads on: the game must be solved without.
    Unclear,
}

impl<G: ZeroSum> Every<G> {
    /// Every position that can be reached from these, by what it is worth to player 1. They keep their
    /// places: they are the first.
    ///
    /// # Errors
    /// The limit that stopped it; dice.
    ///
    /// ```
    /// use outplay_game::{Budget, Player};
    /// use outplay_search::{Every, Need};
    /// let game: outplay_game::sketch::Sketch =
    ///     "a: 0 b?, 0 c\nb?: 0 d, 0 e\nc = 1\nd = 3\ne = 1".parse().unwrap();
    /// let every = Every::by_value(&game, &[0], &Budget::default()).unwrap();
    /// assert_eq!((every.len(), every.value(0)), (5, Some(1)));
    /// assert_eq!(every.need(None, |player, mv| player == Player::One && mv == 0), Need::Nowhere);
    /// ```
    pub fn by_value(game: &G, from: &[G::State], budget: &Budget) -> Result<Self, Stop> {
        let mut solved = Retrograde::new();
        solved.reach_all(game, from, budget)?;
        let free_of_loops = game.is_acyclic();
        let (mut spots, mut ways, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        for (state, value, rank, nexts) in solved.into_all() {
            budget.quiet().stop(0, 0, spots.len() as u64).map_or(Ok(()), Err)?;
            let pick = Pick::of(game.node(&state))?;
            moves.clear();
            if pick.is_some() {
                game.moves(&state, &mut moves);
            }
            let new = moves.iter().zip(nexts);
            ways.extend(new.map(|(&mv, next)| Way { mv, cost: 0, next }));
            let loses = pick.is_some_and(|pick| {
                let winner = if value > 0 { Player::One } else { Player::Two };
                pick.opposes(winner)
            });
            let free = free_of_loops || value == 0 || loses;
            let chooser = game.node(&state).chooser();
            let value = Some(value);
            spots.push(Spot { state, chooser, ends: ways.len(), value, rank, free });
        }
        let counting = bytes_to_count(spots.len(), ways.len());
        budget.without_room_for(counting as u64).map_or(Ok(()), Err)?;
        Ok(Self { spots, ways })
    }
}

impl<G: MinCost> Every<G> {
    /// Every position that can be reached from these, by what a win costs at least against the worst
    /// replies. They keep their places: they are the first.
    ///
    /// # Errors
    /// The limit that stopped it; dice.
    ///
    /// ```
    /// use outplay_game::Budget;
    /// use outplay_search::{Every, Need};
    /// let game: outplay_game::sketch::Sketch = "a: 1 b, 5 win\nb: 1 a, 2 win".parse().unwrap();
    /// let every = Every::by_cost(&game, &[0], &Budget::default()).unwrap();
    /// assert_eq!((every.value(0), every.value(1)), (Some(3), Some(2)));
    /// assert_eq!(every.need(None, |_, mv| mv == 0), Need::Here(0));
    /// ```
    pub fn by_cost(game: &G, from: &[G::State], budget: &Budget) -> Result<Self, Stop> {
        let mut states = Numbered::new(G::extra_bytes);
        for state in from {
            states.insert(state.clone(), ());
        }
        let (mut ways, mut ends, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        let mut place = 0_u32;
        while ends.len() < states.len() {
            let besides = || (ways.capacity() * size_of::<Way<G::Move>>(), lists(&states, &ways));
            let stop = states.stop_before(budget, ends.len() as u64, besides);
            stop.map_or(Ok(()), Err)?;
            let state = states.state(place).clone();
            place += 1;
            Pick::of(game.node(&state))?;
            moves.clear();
            game.moves(&state, &mut moves);
            for &mv in &moves {
                let cost = whole(game.cost(&state, mv));
                let (next, _) = states.insert(game.play(&state, mv), ());
                ways.push(Way { mv, cost, next });
            }
            ends.push(ways.len());
        }
        let spots = states.into_entries().zip(ends).map(|((state, ()), ends)| {
            let chooser = game.node(&state).chooser();
            Spot { state, chooser, ends, value: None, rank: u32::MAX, free: true }
        });
        let mut every = Self { spots: spots.collect(), ways };
        every.settle_costs(game, budget)?;
        Ok(every)
    }

    /// Dijkstra's algorithm from the goals, for a game of two: a position of player 1 is settled by its first
    /// move that is, one of player 2 by its last, always at the lowest cost that is open.
    fn settle_costs(&mut self, game: &G, budget: &Budget) -> Result<(), Stop> {
        let count = self.len();
        let mut begins = vec![0_usize; count + 1];
        for way in &self.ways {
            begins[way.next as usize + 1] += 1;
        }
        for place in 0..count {
            begins[place + 1] += begins[place];
        }
        let mut filled = begins.clone();
        let mut before = vec![(0_u32, 0_i64); self.ways.len()];
        let mut open_moves = vec![0_u32; count];
        for (place, number) in (0..count).zip(0_u32..) {
            for way in self.ways(place) {
                before[filled[way.next as usize]] = (number, way.cost);
                filled[way.next as usize] += 1;
                open_moves[place] += 1;
            }
        }
        let goals =
            (0..count).zip(0_u32..).filter(|&(place, _)| game.is_goal(&self.spots[place].state));
        let mut queue: BinaryHeap<Reverse<(i64, u32)>> =
            goals.map(|(_, number)| Reverse((0, number))).collect();
        let (mut worst, mut rank) = (vec![0_i64; count], 0_u32);
        while let Some(Reverse((value, number))) = queue.pop() {
            let spot = &mut self.spots[number as usize];
            if spot.value.is_some() {
                continue;
            }
            spot.value = Some(value);
            spot.rank = rank;
            spot.free = spot.chooser != Some(Player::One);
            rank += 1;
            if u64::from(rank).is_multiple_of(PACE) {
                budget.ended().map_or(Ok(()), Err)?;
            }
            for &(from, cost) in &before[begins[number as usize]..begins[number as usize + 1]] {
                let index = from as usize;
                if self.spots[index].value.is_some() {
                    continue;
                }
                let through = value.saturating_add(cost);
                worst[index] = worst[index].max(through);
                open_moves[index] -= 1;
                if self.spots[index].chooser != Some(Player::Two) {
                    queue.push(Reverse((through, from)));
                } else if open_moves[index] == 0 {
                    queue.push(Reverse((worst[index], from)));
                }
            }
        }
        Ok(())
    }
}

/// Bytes that settling costs takes besides, or counting lines afterwards.
fn lists<S: Eq + Hash, M>(states: &Numbered<S, ()>, ways: &[Way<M>]) -> usize {
    let (spots, ways) = (states.len(), ways.len());
    let settling = spots * (2 * size_of::<usize>() + size_of::<(u32, i64)>())
        + ways * (size_of::<(u32, i64)>() + size_of::<(i64, u32)>());
    spots * size_of::<Spot<S>>() + settling.max(bytes_to_count(spots, ways))
}

/// A cost as a value.
fn whole(cost: u64) -> i64 {
    i64::try_from(cost).unwrap_or(i64::MAX)
}

impl<G: Game> Every<G> {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.spots.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.spots.is_empty()
    }

    /// The positions, in the order in which they were reached.
    pub fn states(&self) -> impl Iterator<Item = &G::State> {
        self.spots.iter().map(|spot| &spot.state)
    }

    /// What a position is worth; none where there is no win to have a cost.
    pub fn value(&self, place: usize) -> Option<i64> {
        self.spots[place].value
    }

    /// The moves of a position.
    pub(crate) fn ways(&self, place: usize) -> &[Way<G::Move>] {
        let start = place.checked_sub(1).map_or(0, |before| self.spots[before].ends);
        &self.ways[start..self.spots[place].ends]
    }

    /// Who chooses in a position.
    pub(crate) fn chooser(&self, place: usize) -> Option<Player> {
        self.spots[place].chooser
    }

    /// Does a move keep the value of the position that it is made in?
    pub(crate) fn keeps(&self, place: usize, way: &Way<G::Move>) -> bool {
        let there = self.spots[way.next as usize].value;
        there.map(|there| there.saturating_add(way.cost)) == self.spots[place].value
    }

    /// What would be lost anywhere without the moves of which this holds, all of one player? `stuck` is what
    /// that player gets where there is no other move, if that is the worst that there is for them.
    pub fn need(
        &self,
        stuck: Option<Option<i64>>,
        is_one: impl Fn(Player, G::Move) -> bool,
    ) -> Need {
        let (mut unclear, mut lost) = (false, None);
        for place in 0..self.len() {
            let Some(player) = self.chooser(place) else { continue };
            let (mut has_one, mut others, mut kept, mut led_on) = (false, false, false, false);
            for way in self.ways(place) {
                if is_one(player, way.mv) {
                    has_one = true;
                    continue;
                }
                others = true;
                if self.keeps(place, way) {
                    kept = true;
                    let spot = &self.spots[place];
                    led_on |= spot.free || self.spots[way.next as usize].rank < spot.rank;
                }
            }
            if !has_one || led_on {
                continue;
            }
            let same = match stuck {
                None if !others => None,
                Some(worth) if !others => Some(worth == self.value(place)),
                // It may be put off for ever.
                _ if kept => None,
                _ => Some(false),
            };
            match same {
                None => unclear = true,
                Some(true) => {}
                Some(false) => lost = lost.or(Some(place)),
            }
        }
        match lost {
            // Whoever gets the worst where they are stuck gains nothing by having fewer moves.
            Some(place) if !unclear || stuck.is_some() => Need::Here(place),
            _ if unclear => Need::Unclear,
            _ => Need::Nowhere,
        }
    }

    /// The moves by which a position is reached from the first, as few as can be.
    pub fn way_to(&self, place: usize) -> Vec<G::Move> {
        let mut before: Vec<Option<(usize, G::Move)>> = vec![None; self.len()];
        for from in 0..self.len() {
            for way in self.ways(from) {
                let next = way.next as usize;
                if next != 0 && before[next].is_none() && next > from {
                    before[next] = Some((from, way.mv));
                }
            }
        }
        let (mut line, mut at) = (Vec::new(), place);
        while let Some((from, mv)) = before[at] {
            line.push(mv);
            at = from;
        }
        line.reverse();
        line
    }
}
