//! The nearest point at which everything that is wanted holds.

use std::collections::BTreeSet;
use std::time::Instant;

use outplay_game::Stop;

use super::{Knob, Point, TuneAnswer, TuneProof, heading, holds, lay, tuned};
use crate::cells::Variants;
use crate::{Expectation, Failure, Run, Table, Tried, Worth};

/// Points that are solved at once: what may be solved too much.
const BLOCK: usize = 64;

/// More points than this are not looked at.
const MOST_POINTS: u64 = 10_000_000;

/// So many different distances are found at first: most searches end long before.
const FIRST_DISTANCES: usize = 256;

/// More different distances than this are not looked at.
const MOST_DISTANCES: usize = FIRST_DISTANCES << 8;

pub(super) fn nearest(
    table: &Table,
    wants: &[&Expectation],
    knobs: &[Knob],
    how: &Run<'_>,
) -> Result<TuneAnswer, Failure> {
    let begin = Instant::now();
    let told: Vec<String> = wants.iter().map(ToString::to_string).collect();
    let mut answer = heading(table, &told, knobs);
    let mut search = Search { table, knobs, how, answer: &mut answer };
    let mut found = None;
    let (mut most, mut looked_at) = (FIRST_DISTANCES, 0);
    let whole = 'nearer: loop {
        let nearest = distances(knobs, most);
        for &steps in nearest.iter().skip(looked_at) {
            for changed in 0..=knobs.len() {
                found = search.first_of(steps, changed, wants)?;
                if found.is_some() || search.answer.stopped.is_some() {
                    break 'nearer true;
                }
            }
            search.answer.within = Some(steps);
        }
        if nearest.len() < most || most >= MOST_DISTANCES {
            break nearest.len() < most;
        }
        (looked_at, most) = (nearest.len(), most * 16);
    };
    answer.found = found.map(|(point, worth)| tuned(knobs, &point, Some(worth)));
    if !whole {
        answer.stopped = answer.stopped.or(Some(Stop::States));
    }
    let sure = answer.open == 0 && answer.stopped.is_none();
    answer.proof = if sure { TuneProof::Nearest } else { TuneProof::Open };
    answer.seconds = begin.elapsed().as_secs_f64();
    Ok(answer)
}

struct Search<'a> {
    table: &'a Table,
    knobs: &'a [Knob],
    how: &'a Run<'a>,
    answer: &'a mut TuneAnswer,
}

impl Search<'_> {
    /// The first of the points of so many steps and changed numbers at which all that is wanted holds.
    fn first_of(
        &mut self,
        steps: u64,
        changed: usize,
        wants: &[&Expectation],
    ) -> Result<Option<(Point, Worth)>, Failure> {
        let knobs = self.knobs;
        let mut block = Vec::new();
        let mut found = Ok(None);
        let whole = each(knobs, (steps, changed), &mut Vec::new(), &mut |point| {
            block.push(point.clone());
            if block.len() == BLOCK {
                found = self.first_of_block(&std::mem::take(&mut block), wants);
            }
            matches!(found, Ok(None)) && self.answer.stopped.is_none()
        });
        if whole && !block.is_empty() {
            found = self.first_of_block(&block, wants);
        }
        found
    }

    fn first_of_block(
        &mut self,
        block: &[Point],
        wants: &[&Expectation],
    ) -> Result<Option<(Point, Worth)>, Failure> {
        let before = self.answer.tried;
        let tell = |done: u64| {
            if let Some(tell) = self.how.budget.on_progress {
                tell(before + done);
            }
        };
        let solved = Variants {
            table: self.table,
            count: block.len() as u64,
            edit: &|number, options| {
                lay(self.knobs, &block[usize::try_from(number).unwrap_or_default()], options);
            },
            after: None,
            may_be_impossible: true,
        }
        .solve(&self.how.told(&tell))?;
        for (point, cell) in block.iter().zip(solved.cells) {
            self.answer.tried += 1;
            // What the rules refuse is not a way to get what is wanted.
            let Tried::Worth(worth) = cell else { continue };
            if self.answer.before.is_none() {
                self.answer.before = Some(worth.clone());
            }
            match holds(wants, &worth, self.answer.goal.as_ref()) {
                Some(true) => return Ok(Some((point.clone(), worth))),
                Some(false) => {}
                None => self.answer.open += 1,
            }
        }
        let most = (self.answer.tried >= MOST_POINTS).then_some(Stop::States);
        self.answer.stopped = self.answer.stopped.or(self.how.budget.ended()).or(most);
        Ok(None)
    }
}

/// How many steps points are away, from none on: the nearest of them, where there are more than that.
fn distances(knobs: &[Knob], most: usize) -> BTreeSet<u64> {
    let mut sums = BTreeSet::from([0_u64]);
    for knob in knobs {
        let mut next = BTreeSet::new();
        // From the nearest on, so that what is too far is never built.
        for sum in &sums {
            for (_, steps) in &knob.values {
                let sum = sum.saturating_add(*steps);
                if next.len() >= most && !next.contains(&sum) {
                    if next.last().is_some_and(|last| sum >= *last) {
                        break;
                    }
                    next.pop_last();
                }
                next.insert(sum);
            }
        }
        sums = next;
    }
    sums
}

/// Tells of every point of so many steps and changed numbers: by the numbers as they were named, the nearest
/// values first. Ends early, and says so, when it is told to.
fn each(
    knobs: &[Knob],
    (left, changes): (u64, usize),
    point: &mut Point,
    tell: &mut dyn FnMut(&Point) -> bool,
) -> bool {
    let Some((knob, others)) = knobs[point.len()..].split_first() else {
        return left > 0 || changes > 0 || tell(point);
    };
    let farthest = others.iter().filter_map(|knob| knob.values.last());
    let reach = farthest.fold(0_u64, |sum, (_, steps)| sum.saturating_add(*steps));
    for (place, (_, steps)) in knob.values.iter().enumerate() {
        let change = usize::from(*steps > 0);
        // Every number that changes takes a step at least.
        let possible = *steps <= left
            && left - steps <= reach
            && change <= changes
            && changes - change <= others.len()
            && (changes - change) as u64 <= left - steps
            && (changes > change || *steps == left);
        if !possible {
            continue;
        }
        point.push(place);
        let go_on = each(knobs, (left - steps, changes - change), point, tell);
        point.pop();
        if !go_on {
            return false;
        }
    }
    true
}
