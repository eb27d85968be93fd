//! How a game goes when both sides play by given strategies: every position that can come up, how often,
//! how it ends and what that costs.
//!
//! All places are found first. Then probability flows from the start through the components of the graph,
//! in whole parts of [`ONE`] that are rounded down wherever they divide, and with it what was spent and how
//! many actions were made, each weighed by it. So what is missing from the whole is known exactly, and every
//! chance is proved to lie between its figure and that much more. Where nothing goes in circles no line costs
//! more than the dearest, so that means have a proved upper bound as well. Components that nothing leaves
//! are games that go on for ever.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use outplay_game::{Budget, Game, Node, PACE, Stop, Versus};
use rustc_hash::{FxHashMap, FxHashSet};

use super::components::Components;
use super::interval::{Interval, at_least, at_most};
use super::shapes::{BITS, ONE};

/// Everything that can come up between two strategies.
pub struct Course<G: Game> {
    places: Vec<Place<G::State>>,
    steps: Vec<Step<G::Move>>,
    /// How likely it goes on for ever.
    for_ever: u64,
    /// What is known to have ended or to go on for ever.
    known: u64,
    /// The most that any line costs, and its most actions; none where some line goes in circles.
    most: Option<[u64; 2]>,
}

/// A position, and what flows through it.
struct Place<S> {
    state: S,
    steps: Range<u32>,
    /// The expected number of visits, in parts of [`ONE`].
    visits: u128,
    /// What was spent and how many actions were made before it, weighed by probability.
    before: [u128; 2],
}

/// A move that may be made, and where it leads.
struct Step<M> {
    mv: M,
    to: u32,
    weight: u64,
    /// What is spent, and how many actions it takes.
    adds: [u64; 2],
}

/// Some of the ends of a game: how likely they are, and what they take on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ending {
    /// How likely they are.
    pub likely: Interval,
    /// What player 1 has spent there on average; none where they never come.
    pub price: Option<Interval>,
    /// How many actions of either side there were on average.
    pub length: Option<Interval>,
}

/// A position in which somebody chooses, or the dice do.
pub struct Visit<'a, G: Game> {
    /// Which it is, for [`Course::lines`].
    pub place: usize,
    /// The position.
    pub state: &'a G::State,
    /// How often it comes up in a game, on average.
    pub visits: f64,
    steps: &'a [Step<G::Move>],
}

impl<G: Game> Visit<'_, G> {
    /// The moves that may be made there, with their probabilities.
    pub fn moves(&self) -> impl Iterator<Item = (G::Move, f64)> {
        let total: u128 = self.steps.iter().map(|step| u128::from(step.weight)).sum();
        self.steps.iter().map(move |step| (step.mv, share(step.weight, total)))
    }
}

/// Inside a component no more is left to flow than this part of the whole.
const TAIL: u64 = ONE >> 45;

/// Steps along which probability flows in circles, at the most.
const MOST_FLOWS: u64 = 1 << 27;

impl<G: Versus> Course<G> {
    /// Follows a game from a state. `strategy` appends a weight for each of the moves, of whoever chooses and
    /// where dice fall; `price` says what a move costs player 1. None where more than `most` positions can
    /// come up.
    ///
    /// # Errors
    /// When a limit stops it, or the strategy.
    pub fn follow(
        game: &G,
        from: &G::State,
        mut strategy: impl FnMut(&G::State, &[G::Move], &mut Vec<u64>) -> Result<(), Stop>,
        price: impl Fn(&G::State, G::Move) -> u64,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Self>, Stop> {
        let mut course = Self {
            places: Vec::new(),
            steps: Vec::new(),
            for_ever: 0,
            known: 0,
            most: Some([0; 2]),
        };
        let mut known = FxHashMap::default();
        course.enter(&mut known, from.clone());
        let (mut moves, mut weights) = (Vec::new(), Vec::new());
        let mut next = 0;
        while next < course.places.len() {
            if course.places.len() > most {
                return Ok(None);
            }
            if (next as u64).is_multiple_of(PACE)
                && let Some(stop) = budget.stop(next as u64, course.bytes(), PACE)
            {
                return Err(stop);
            }
            let state = course.places[next].state.clone();
            let begin = place_number(course.steps.len());
            let node = game.node(&state);
            if node != Node::End {
                moves.clear();
                weights.clear();
                game.moves(&state, &mut moves);
                match node {
                    Node::Single | Node::End => weights.push(1),
                    Node::Max | Node::Min | Node::Mean => strategy(&state, &moves, &mut weights)?,
                }
                for (&mv, &weight) in moves.iter().zip(&weights).filter(|(_, weight)| **weight > 0)
                {
                    let (after, actions) = game.play_counting(&state, mv);
                    let adds = [price(&state, mv), actions];
                    let to = course.enter(&mut known, after);
                    course.steps.push(Step { mv, to, weight, adds });
                }
            }
            course.places[next].steps = begin..place_number(course.steps.len());
            next += 1;
        }
        drop(known);
        course.flow(budget)?;
        Ok(Some(course))
    }

    /// The same positions with other probabilities: `weigh` changes the weights of the moves of each position,
    /// none of them to 0, in the order in which they were found.
    ///
    /// # Errors
    /// When a limit stops it.
    ///
    /// # Panics
    /// Where a weight is 0: then fewer positions can come up.
    pub fn reweigh(
        &mut self,
        mut weigh: impl FnMut(usize, &G::State, &mut [u64]),
        budget: &Budget,
    ) -> Result<(), Stop> {
        let mut weights = Vec::new();
        for (number_of, place) in self.places.iter_mut().enumerate() {
            (place.visits, place.before) = (0, [0; 2]);
            let steps = &mut self.steps[place.steps.start as usize..place.steps.end as usize];
            weights.clear();
            weights.extend(steps.iter().map(|step| step.weight));
            weigh(number_of, &place.state, &mut weights);
            for (step, &weight) in steps.iter_mut().zip(&weights) {
                assert!(weight > 0, "every move stays possible");
                step.weight = weight;
            }
        }
        (self.for_ever, self.known, self.most) = (0, 0, Some([0; 2]));
        self.flow(budget)
    }

    fn enter(&mut self, known: &mut FxHashMap<G::State, u32>, state: G::State) -> u32 {
        let next = place_number(self.places.len());
        let place = *known.entry(state.clone()).or_insert(next);
        if place == next {
            self.places.push(Place { state, steps: 0..0, visits: 0, before: [0; 2] });
        }
        place
    }

    fn bytes(&self) -> u64 {
        let place = 2 * size_of::<Place<G::State>>() + 1;
        (self.places.len() * place + self.steps.len() * size_of::<Step<G::Move>>()) as u64
    }

    /// Lets probability flow from the start.
    fn flow(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut ordered: Vec<u32> = Vec::with_capacity(self.places.len());
        let mut parts: Vec<Range<usize>> = Vec::new();
        let (places, steps) = (&self.places, &self.steps);
        Components::default().tell(
            0..place_number(places.len()),
            |place| places[place as usize].steps.clone(),
            |step| Some(steps[step as usize].to),
            |members| {
                let begin = ordered.len();
                ordered.extend(members.iter().rev());
                parts.push(begin..ordered.len());
                Ok(())
            },
        )?;
        let mut open = vec![(0_u64, [0_u128; 2]); self.places.len()];
        open[0].0 = ONE;
        let mut flows = 0_u64;
        for part in parts.into_iter().rev() {
            let members = &ordered[part];
            if let &[single] = members
                && !self.steps_of(single).iter().any(|step| step.to == single)
            {
                self.pass(single, &mut open);
                continue;
            }
            // Nothing is known of how long it goes round.
            self.most = None;
            let inside: FxHashSet<u32> = members.iter().copied().collect();
            let leaves =
                |place: &u32| self.steps_of(*place).iter().any(|step| !inside.contains(&step.to));
            if !members.iter().any(leaves) {
                for &place in members {
                    let (mass, before) = std::mem::take(&mut open[place as usize]);
                    let here = &mut self.places[place as usize];
                    here.visits += u128::from(mass);
                    here.before = before;
                    self.for_ever += mass;
                    self.known += mass;
                }
                continue;
            }
            loop {
                for &place in members {
                    flows += self.steps_of(place).len() as u64;
                    self.pass(place, &mut open);
                }
                if let Some(stop) = budget.ended() {
                    return Err(stop);
                }
                let left: u64 = members.iter().map(|&place| open[place as usize].0).sum();
                if left <= TAIL || flows > MOST_FLOWS {
                    break;
                }
            }
        }
        if self.most.is_some() {
            self.measure(&ordered);
        }
        Ok(())
    }

    /// What has come to a place goes on from there.
    fn pass(&mut self, place: u32, open: &mut [(u64, [u128; 2])]) {
        let (mass, before) = std::mem::take(&mut open[place as usize]);
        if mass == 0 {
            return;
        }
        let here = &mut self.places[place as usize];
        here.visits += u128::from(mass);
        for (sum, before) in here.before.iter_mut().zip(before) {
            *sum += before;
        }
        let steps = here.steps.clone();
        if steps.is_empty() {
            self.known += mass;
            return;
        }
        let steps = &self.steps[steps.start as usize..steps.end as usize];
        let total: u128 = steps.iter().map(|step| u128::from(step.weight)).sum();
        for step in steps {
            let part = divided(u128::from(mass), step.weight, total);
            let (open, sums) = &mut open[step.to as usize];
            *open += u64::try_from(part).expect("a part of a part is no more than it");
            for ((sum, before), add) in sums.iter_mut().zip(before).zip(step.adds) {
                *sum += divided(before, step.weight, total) + part * u128::from(add);
            }
        }
    }

    /// The dearest line and the longest, where none goes in circles: `ordered` has the positions one after the
    /// other, those that they lead to first.
    fn measure(&mut self, ordered: &[u32]) {
        let mut rest = vec![[0_u64; 2]; self.places.len()];
        for &place in ordered {
            let mut most = [0; 2];
            for step in self.steps_of(place) {
                for (kind, most) in most.iter_mut().enumerate() {
                    let after = rest[step.to as usize][kind];
                    *most = (*most).max(after.saturating_add(step.adds[kind]));
                }
            }
            rest[place as usize] = most;
        }
        self.most = Some(rest[0]);
    }

    fn steps_of(&self, place: u32) -> &[Step<G::Move>] {
        let range = self.places[place as usize].steps.clone();
        &self.steps[range.start as usize..range.end as usize]
    }

    /// How many positions can come up.
    pub fn states(&self) -> usize {
        self.places.len()
    }

    /// How likely it goes on for ever.
    pub fn for_ever(&self) -> Interval {
        self.likely(self.for_ever)
    }

    /// How much of the probability is not accounted for: every chance may be larger by this at most.
    pub fn missing(&self) -> f64 {
        at_least(i128::from(ONE - self.known), BITS)
    }

    fn likely(&self, mass: u64) -> Interval {
        let upper = at_least(i128::from(mass) + i128::from(ONE - self.known), BITS);
        Interval { lower: at_most(i128::from(mass), BITS), upper: upper.min(1.0) }
    }

    /// The ends that are of a kind, taken together.
    ///
    /// # Panics
    /// Never: an end is reached once.
    pub fn ending(&self, is: impl Fn(&G::State) -> bool) -> Ending {
        let ends = self.places.iter().filter(|place| place.steps.is_empty() && is(&place.state));
        let (mut mass, mut before) = (0_u64, [0_u128; 2]);
        for end in ends {
            mass += u64::try_from(end.visits).expect("an end is reached once");
            for (sum, own) in before.iter_mut().zip(end.before) {
                *sum += own;
            }
        }
        let likely = self.likely(mass);
        let mean = |kind: usize| {
            (mass > 0).then(|| {
                let sum = number(before[kind]);
                // What was rounded off is less than one part for each step; what is missing costs no more
                // than the dearest line.
                let off = self.most.map(|most| {
                    number(self.steps.len() as u128)
                        + number(u128::from(ONE - self.known)) * float(most[kind])
                });
                let upper = off.map_or(f64::INFINITY, |off| (sum + off) / number(u128::from(mass)));
                let lower = sum / number(u128::from(mass) + u128::from(ONE - self.known));
                // Four roundings of the last digit, either way.
                let (down, up) = (1.0 - 4.0 * f64::EPSILON, 1.0 + 4.0 * f64::EPSILON);
                Interval { lower: lower * down, upper: upper * up }
            })
        };
        Ending { likely, price: mean(0), length: mean(1) }
    }

    /// All ends, and how likely each of them is to come.
    ///
    /// # Panics
    /// Never: an end is reached once.
    pub fn ends(&self) -> impl Iterator<Item = (&G::State, Interval)> {
        let ends = self.places.iter().filter(|place| place.steps.is_empty());
        ends.map(|end| {
            let mass = u64::try_from(end.visits).expect("an end is reached once");
            (&end.state, self.likely(mass))
        })
    }

    /// The positions that are no ends, in the order in which they were found.
    pub fn visits(&self) -> impl Iterator<Item = Visit<'_, G>> {
        let open = (0..).zip(&self.places).filter(|(_, place)| !place.steps.is_empty());
        open.map(|(number_of, place)| Visit {
            place: number_of as usize,
            state: &place.state,
            visits: number(place.visits) / float(ONE),
            steps: self.steps_of(number_of),
        })
    }

    /// The likeliest line to each of these places.
    pub fn lines(&self, places: &[usize]) -> Vec<Vec<G::Move>> {
        let mut reached: Vec<Option<u64>> = vec![None; self.places.len()];
        let mut by: Vec<Option<(u32, u32)>> = vec![None; self.places.len()];
        let mut open = BinaryHeap::new();
        // Numbers that are not negative are ordered as their bits are.
        reached[0] = Some(1.0_f64.to_bits());
        open.push((1.0_f64.to_bits(), Reverse(0_u32)));
        let mut wanted: FxHashSet<usize> = places.iter().copied().collect();
        while let Some((likely, Reverse(place))) = open.pop() {
            if reached[place as usize] != Some(likely) {
                continue;
            }
            wanted.remove(&(place as usize));
            if wanted.is_empty() {
                break;
            }
            let total: u128 = self.steps_of(place).iter().map(|step| u128::from(step.weight)).sum();
            for index in self.places[place as usize].steps.clone() {
                let step = &self.steps[index as usize];
                let after = (f64::from_bits(likely) * share(step.weight, total)).to_bits();
                if reached[step.to as usize].is_none_or(|known| after > known) {
                    reached[step.to as usize] = Some(after);
                    by[step.to as usize] = Some((place, index));
                    open.push((after, Reverse(step.to)));
                }
            }
        }
        let line = |&place: &usize| {
            let (mut line, mut here) = (Vec::new(), place);
            while let Some((before, index)) = by[here].filter(|_| here != 0) {
                line.push(self.steps[index as usize].mv);
                here = before as usize;
            }
            line.reverse();
            line
        };
        places.iter().map(line).collect()
    }
}

/// `sum * weight / total`, rounded down.
fn divided(sum: u128, weight: u64, total: u128) -> u128 {
    let weight = u128::from(weight);
    sum / total * weight + sum % total * weight / total
}

fn place_number(count: usize) -> u32 {
    u32::try_from(count).expect("fewer than 2^32 positions")
}

fn share(weight: u64, total: u128) -> f64 {
    float(weight) / number(total)
}

#[expect(clippy::cast_precision_loss, reason = "the callers see to the rounding")]
fn number(parts: u128) -> f64 {
    parts as f64
}

#[expect(clippy::cast_precision_loss, reason = "the callers see to the rounding")]
fn float(parts: u64) -> f64 {
    parts as f64
}
