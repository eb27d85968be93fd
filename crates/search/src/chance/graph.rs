//! All states that can be reached in which somebody chooses or the game has ended, in flat arrays.
//!
//! A *place* is such a state. Its *actions* are its moves in move order, and an action is a list of
//! targets with the number of a list of weights ([`Shapes`]): rolls and forced turns lie inside it.
//! Where nobody chooses and the state is a place all the same (the first state asked about, rolls that
//! go round among themselves), it has one action. Targets are distinct, and an action without any
//! comes back to its own place for ever.

use std::ops::Range;

use outplay_game::{Budget, Chance, Node, PACE, Stop};

use super::shapes::{Shape, Shapes};
use super::spread::{Price, Spread};
use crate::Stats;
use crate::table::Numbered;

/// Who picks one of the actions of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Player 1, or nobody.
    Max,
    /// Player 2, out of several.
    Min,
    /// The game has ended.
    End,
}

#[derive(Clone, Copy)]
struct Action {
    shape: u32,
    /// Where its targets end and those of the next action begin.
    end: u32,
}

pub(crate) struct Graph<G: Chance> {
    pub(crate) states: Numbered<G::State, ()>,
    pub(crate) shapes: Shapes,
    pub(crate) stats: Stats,
    kinds: Vec<Kind>,
    /// Where the actions of a place end and those of the next begin.
    ends: Vec<u32>,
    actions: Vec<Action>,
    targets: Vec<u32>,
    /// May a place in which nobody chooses be led to? In few games; only there one is looked for.
    chance_places: bool,
    /// Was there ever an action that only comes back to its own place?
    pub(crate) circles: bool,
    /// The sum of cost times weight of each action, where costs are asked for.
    costs: Option<Vec<u128>>,
}

/// An action, ready to be weighed.
#[derive(Clone, Copy)]
pub(crate) struct Weighed<'a> {
    pub(crate) shape: Shape,
    pub(crate) targets: &'a [u32],
}

impl<G: Chance> Graph<G> {
    pub(crate) fn new(with_costs: bool) -> Self {
        Self {
            states: Numbered::new(G::extra_bytes),
            shapes: Shapes::new(),
            stats: Stats::default(),
            kinds: Vec::new(),
            ends: Vec::new(),
            actions: Vec::new(),
            targets: Vec::new(),
            chance_places: false,
            circles: false,
            costs: with_costs.then(Vec::new),
        }
    }

    /// How many places have their actions; those after them wait.
    pub(crate) fn expanded(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn kind(&self, place: u32) -> Kind {
        self.kinds[place as usize]
    }

    /// The numbers of a place's actions.
    #[inline]
    pub(crate) fn actions(&self, place: u32) -> Range<u32> {
        let place = place as usize;
        let begin = if place == 0 { 0 } else { self.ends[place - 1] };
        begin..self.ends[place]
    }

    #[inline]
    pub(crate) fn action(&self, action: u32) -> Weighed<'_> {
        let Action { shape, end } = self.actions[action as usize];
        let targets = &self.targets[self.begin(action)..end as usize];
        Weighed { shape: self.shapes.shape(shape), targets }
    }

    /// What an action costs on average is this divided by its total.
    pub(crate) fn cost(&self, action: u32) -> u128 {
        self.costs.as_ref().map_or(0, |costs| costs[action as usize])
    }

    #[inline]
    fn begin(&self, action: u32) -> usize {
        if action == 0 { 0 } else { self.actions[action as usize - 1].end as usize }
    }

    /// Where the targets of all actions of a place lie, for [`Self::target`].
    #[inline]
    pub(crate) fn targets_of(&self, place: u32) -> Range<u32> {
        let actions = self.actions(place);
        if actions.is_empty() {
            return 0..0;
        }
        let end = self.actions[actions.end as usize - 1].end;
        u32::try_from(self.begin(actions.start)).expect("counted by u32")..end
    }

    #[inline]
    pub(crate) fn target(&self, index: u32) -> u32 {
        self.targets[index as usize]
    }

    /// Forgets all places but the first so many, whose actions lead to none of the others.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.states.truncate(count);
        self.kinds.truncate(count);
        self.ends.truncate(count);
        let actions = self.ends.last().map_or(0, |&end| end as usize);
        self.actions.truncate(actions);
        self.targets.truncate(self.actions.last().map_or(0, |action| action.end as usize));
        if let Some(costs) = &mut self.costs {
            costs.truncate(actions);
        }
    }

    /// Breadth first, everything that can be reached, unless a limit stops it; `ahead` is how many
    /// bytes will be wanted later for each place and for each action.
    pub(crate) fn enumerate(
        &mut self,
        game: &G,
        price: Option<Price<G>>,
        ahead: (usize, usize),
        budget: &Budget,
    ) -> Result<(), Stop> {
        let mut spread = Spread::new();
        let (mut moves, mut merged) = (Vec::new(), Merged::default());
        let mut next_look = self.stats.generated;
        while self.ends.len() < self.states.len() {
            let place = u32::try_from(self.ends.len()).expect("places are numbered by u32");
            let state = self.states.state(place).clone();
            let node = game.node(&state);
            if node != Node::End {
                let stop =
                    self.states.stop_before(budget, self.stats.expanded, self.besides(ahead));
                stop.map_or(Ok(()), Err)?;
            }
            let begun = self.actions.len();
            let added = match node {
                Node::End => Ok(()),
                Node::Mean | Node::Single => spread
                    .of_chance(game, &state, price, |state| self.is_chance_place(state), budget)
                    .and_then(|()| self.add(place, &mut spread, &mut merged)),
                Node::Max | Node::Min => {
                    moves.clear();
                    game.moves(&state, &mut moves);
                    moves.iter().try_for_each(|&mv| {
                        let is_place = |state: &G::State| self.is_chance_place(state);
                        spread.of_move(game, &state, mv, price, is_place, budget)?;
                        self.add(place, &mut spread, &mut merged)?;
                        // A place may lead to very many others.
                        if self.stats.generated < next_look {
                            return Ok(());
                        }
                        next_look = self.stats.generated + PACE;
                        let quiet = Budget { states: u64::MAX, ..budget.quiet() };
                        self.states.stop_before(&quiet, 0, self.besides(ahead)).map_or(Ok(()), Err)
                    })
                }
            };
            if let Err(stop) = added {
                self.forget_actions(begun);
                return Err(stop);
            }
            self.stats.expanded += u64::from(node != Node::End);
            self.kinds.push(match node {
                Node::End => Kind::End,
                Node::Min if self.actions.len() - begun > 1 => Kind::Min,
                Node::Min | Node::Max | Node::Mean | Node::Single => Kind::Max,
            });
            self.ends.push(u32::try_from(self.actions.len()).map_err(|_| Stop::States)?);
        }
        Ok(())
    }

    /// Bytes besides the states: those of all lists, and those that will be wanted later.
    fn besides(&self, ahead: (usize, usize)) -> impl FnOnce() -> (usize, usize) {
        let later = self.states.len() * ahead.0 + self.actions.len() * ahead.1;
        move || (self.list_bytes(), later)
    }

    /// Is a state in which nobody chooses a place?
    #[inline]
    fn is_chance_place(&self, state: &G::State) -> bool {
        self.chance_places && self.states.find(state).is_some()
    }

    /// Takes back the actions of a place that was not finished.
    fn forget_actions(&mut self, begun: usize) {
        self.actions.truncate(begun);
        self.targets.truncate(self.actions.last().map_or(0, |action| action.end as usize));
        if let Some(costs) = &mut self.costs {
            costs.truncate(begun);
        }
    }

    /// Adds an action that leads where the dice may, equal targets merged.
    fn add(&mut self, place: u32, spread: &mut Spread<G>, merged: &mut Merged) -> Result<(), Stop> {
        self.chance_places |= spread.one_by_one;
        merged.clear();
        for (state, weight) in spread.drain() {
            self.stats.generated += 1;
            let (target, _) = self.states.insert(state, ());
            if target == place { merged.loops += weight } else { merged.add(target, weight) }
        }
        merged.finish();
        let shape = self.shapes.number(&merged.weights, merged.loops).ok_or(Stop::Weights)?;
        self.circles |= merged.targets.is_empty();
        self.targets.extend_from_slice(&merged.targets);
        let end = u32::try_from(self.targets.len()).map_err(|_| Stop::States)?;
        self.actions.push(Action { shape, end });
        if let Some(costs) = &mut self.costs {
            costs.push(spread.cost);
        }
        Ok(())
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.states.bytes() + self.list_bytes() as u64
    }

    fn list_bytes(&self) -> usize {
        self.shapes.bytes()
            + self.kinds.capacity() * size_of::<Kind>()
            + (self.ends.capacity() + self.targets.capacity()) * size_of::<u32>()
            + self.actions.capacity() * size_of::<Action>()
            + self.costs.as_ref().map_or(0, |costs| costs.capacity() * size_of::<u128>())
    }
}

/// Targets with their weights, each target once.
#[derive(Default)]
struct Merged {
    targets: Vec<u32>,
    weights: Vec<u64>,
    loops: u64,
    many: Vec<(u32, u64)>,
}

/// So many targets are looked through one by one.
const FEW: usize = 16;

impl Merged {
    fn clear(&mut self) {
        self.targets.clear();
        self.weights.clear();
        self.many.clear();
        self.loops = 0;
    }

    #[inline]
    fn add(&mut self, target: u32, weight: u64) {
        if let Some(index) = self.targets.iter().position(|&known| known == target) {
            self.weights[index] += weight;
        } else if self.targets.len() < FEW {
            self.targets.push(target);
            self.weights.push(weight);
        } else {
            self.many.push((target, weight));
        }
    }

    /// Merges what was too much to be looked through.
    fn finish(&mut self) {
        self.many.sort_unstable();
        for same in self.many.chunk_by(|one, other| one.0 == other.0) {
            self.targets.push(same[0].0);
            self.weights.push(same.iter().map(|&(_, weight)| weight).sum());
        }
    }
}
